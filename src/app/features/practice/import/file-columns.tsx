import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { Button } from '#app/components/button.tsx';
import { InlineTexts } from '#app/components/inline-texts.tsx';
import { Select } from '#app/components/select.tsx';
import { isolateText } from '#app/text/isolate-text.ts';
import { listText } from '#app/text/list-text.ts';
import type { FileChoices } from '#import/choices.ts';
import type { ImportField } from '#import/fields.ts';
import type { ParsedFile } from '#import/plan.ts';
import { findWrongColumns } from '#import/planning/misplaced-values.ts';
import { fieldText, importFieldsOf, wrongColumnText } from './field-texts.ts';
import type { ImportJob } from './import-job.ts';
import { ScrollTable } from './scroll-table.tsx';

interface FileColumnsProps {
  read: ParsedFile;
  chosen: FileChoices | undefined;
  job: ImportJob;
}

/** The maximum number of example values that are shown for a column. */
const MAX_EXAMPLES = 3;
/** The maximum number of left-out columns that are named. */
const MAX_NAMED_COLUMNS = 6;
/** The value of the select for a column that is left out. */
const LEFT_OUT_OPTION = '';

/**
 * The fields by which records in different files refer to each other. If two columns are imported as the same one of
 * these fields, records are matched wrongly.
 */
const ID_FIELDS: ReadonlySet<string | null> = new Set(['id', 'clientId', 'petId'] satisfies ImportField[]);

function sameIdText(heading: string): string {
  const other = isolateText(heading);
  return t`“${other}” is imported as the same ID. Leave out whichever column the other files don’t use.`;
}

/** The fields for phone numbers. The most important field comes first. Only one number is imported for a client. */
const PHONE_FIELDS: readonly (string | null)[] = [
  'mobile',
  'phone',
  'clientMobile',
  'clientPhone',
] satisfies ImportField[];

function secondPhoneText(heading: string): string {
  const other = isolateText(heading);
  return t`Only one phone number is imported per client. If “${other}” has one too, this one is left out or added to the alert, as you choose under “Options for all files”.`;
}

/** The first distinct values of a column. */
function findExamples({ table }: ParsedFile, column: number): string[] {
  const found = new Set<string>();
  for (const { cells, refused } of table.rows) {
    const cell = refused === undefined ? cells[column] : undefined;
    if (cell) found.add(cell);
    if (found.size === MAX_EXAMPLES) break;
  }
  return [...found];
}

/**
 * What each column of a file is imported as. Columns that are left out are collapsed, except those that a person chose to leave
 * out.
 */
export function FileColumns({ read, chosen, job }: FileColumnsProps) {
  const [isAllShown, setAllShown] = useState(false);
  const { table, kind } = read;
  const { name, headings } = table;
  const file = isolateText(name);
  const chosenColumns = chosen?.columns ?? {};
  const wrongColumns = findWrongColumns(read);
  const isChosen = (heading: string) => Object.hasOwn(chosenColumns, heading);
  const columns = headings.map((heading, index) => {
    // A choice is shown immediately, before the file is read again.
    const field = isChosen(heading) ? chosenColumns[heading] : read.columns[index];
    return { heading, index, field: field ?? null };
  });
  const [firstPhone] = PHONE_FIELDS.flatMap((field) => columns.filter((column) => column.field === field));
  const used = columns.filter(({ field, heading }) => field !== null || isChosen(heading));
  const leftOut = columns.filter((column) => !used.includes(column)).map(({ heading }) => isolateText(heading));
  const folded = leftOut.length;
  const names = listText(folded > MAX_NAMED_COLUMNS ? [...leftOut.slice(0, MAX_NAMED_COLUMNS), '…'] : leftOut);
  const options = [
    { value: LEFT_OUT_OPTION, label: t({ message: 'Leave out', comment: 'a column or a word of a file' }) },
    ...importFieldsOf(kind).map((field) => ({ value: field, label: fieldText(kind, field) })),
  ];
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <ScrollTable label={t({ message: `Columns of ${file}`, comment: 'a table: what they become' })}>
        <thead>
          <tr>
            <th scope="col">{t({ message: 'Column', comment: 'of a file' })}</th>
            <th scope="col" className="beside">
              {t({ message: 'Examples', comment: 'values in a column of a file' })}
            </th>
            <th scope="col">{t({ message: 'Import as', comment: 'above what a column of a file is imported as' })}</th>
          </tr>
        </thead>
        <tbody>
          {(isAllShown || used.length === 0 ? columns : used).map(({ heading, index, field }) => {
            const column = isolateText(heading);
            const examples = findExamples(read, index);
            // After a new choice, the problem with the previous field is hidden, until the file has been read again.
            const wrong = field === read.columns[index] ? wrongColumns.get(index) : undefined;
            const twin =
              ID_FIELDS.has(field) && columns.find((other) => other.index !== index && other.field === field);
            return (
              <tr key={heading}>
                <th scope="row">
                  <bdi>{heading}</bdi>
                  {/* A phone has no room for the column with examples, so they are shown below the heading. */}
                  <ExampleValues of={examples} className="beneath" />
                </th>
                <td className="beside wide">
                  <ExampleValues of={examples} />
                </td>
                <td className="choice">
                  <Select
                    label={t({ message: `Import “${column}” as`, comment: 'a column of a file' })}
                    labelHidden="always"
                    options={options}
                    error={wrong ? wrongColumnText(wrong) : twin ? sameIdText(twin.heading) : undefined}
                    hint={
                      firstPhone !== undefined && firstPhone.index !== index && PHONE_FIELDS.includes(field)
                        ? secondPhoneText(firstPhone.heading)
                        : undefined
                    }
                    value={field ?? LEFT_OUT_OPTION}
                    onChange={(value) => job.chooseColumn(name, heading, value === LEFT_OUT_OPTION ? null : value)}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </ScrollTable>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {folded > 0 && used.length > 0 ? (
          <Button compact tone="quiet" aria-expanded={isAllShown} onClick={() => setAllShown(!isAllShown)}>
            {isAllShown
              ? t`Show only the columns that are imported`
              : plural(folded, {
                  one: `# column is left out: ${names} · Show`,
                  other: `# columns are left out: ${names} · Show`,
                })}
          </Button>
        ) : null}
        {chosen?.columns === undefined ? null : (
          <Button compact tone="quiet" onClick={() => job.chooseFile(name, null)}>
            {t`Forget my choices for this file`}
          </Button>
        )}
      </div>
    </div>
  );
}

function ExampleValues({ of, className = '' }: { of: readonly string[]; className?: string }) {
  return (
    <span className={`examples ${className}`}>
      <InlineTexts of={of} />
    </span>
  );
}
