import { plural, t } from '@lingui/core/macro';
import { X } from 'lucide-react';
import { useId } from 'react';
import { IconButton } from '#app/components/icon-button.tsx';
import { InlineTexts } from '#app/components/inline-texts.tsx';
import { Select } from '#app/components/select.tsx';
import { translateOnRead } from '#app/language/translate-on-read.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { csvSeparators } from '#csv/csv-line.ts';
import type { FileChoices } from '#import/choices.ts';
import { encodings } from '#import/encoding.ts';
import { fileKinds } from '#import/fields.ts';
import type { ParsedFile } from '#import/plan.ts';
import { lacksIds } from '#import/planning/misplaced-values.ts';
import type { Table } from '#import/table.ts';
import { DateQuestion } from './date-question.tsx';
import { encodingNames, kindTexts, separatorTexts } from './field-texts.ts';
import { FileColumns } from './file-columns.tsx';
import type { ImportFile, ImportJob } from './import-job.ts';
import type { FileProblem } from './read-dropped-file.ts';

const problemTexts: Readonly<Record<FileProblem, string>> = translateOnRead({
  empty: () => t`This file is empty. Export it from the old program again.`,
  no_headings: () =>
    t`The first line of this file doesn’t name the columns. Export the file with headings, or add them as its first line.`,
  not_a_table: () => t`This file isn’t a table. Export the data from the old program as .xlsx or CSV.`,
  workbook: () => t`This kind of workbook can’t be read. Open it in its program and save it as .xlsx or CSV.`,
  encrypted: () => t`This file is protected by a password. Save it without one.`,
  broken: () => t`This file is damaged or incomplete. Export it again, or save it again in a spreadsheet program.`,
  no_sheet: () => t`This workbook has no sheet that is visible. Show the sheet with the data and save it again.`,
  no_tables: () => t`This archive has no .csv, .txt, .tsv or .xlsx file in it.`,
  too_big: () => t`This file is larger than 200 MB. Export it in several parts.`,
  too_big_packed: () => t`This file is larger than 50 MB. Export it in several parts, or as CSV.`,
  too_much: () => t`This file is too large when unpacked. Export it in several parts.`,
  gone: () =>
    t`The browser couldn’t open this file. It may have been moved, or it may be a folder. If it is a folder, drop the files in it.`,
});

/** The value of the select for a file that is not imported. */
const LEFT_OUT_OPTION = 'left out';
const UNKNOWN_KIND_OPTION = '';

interface FileCardProps {
  file: ImportFile;
  /**
   * The kind of the file and the meaning of its columns; undefined until they are known, null if the kind cannot be
   * detected.
   */
  read: ParsedFile | null | undefined;
  chosen: FileChoices | undefined;
  job: ImportJob;
  isDisabled: boolean;
}

/** A dropped file: its content, and what its columns are imported as. */
export function FileCard({ file, read, chosen, job, isDisabled }: FileCardProps) {
  const id = useId();
  const { name, table, problem, isLeftOut } = file;
  const shown = isolateText(name);
  return (
    <section
      aria-labelledby={id}
      className="flex min-w-0 flex-col gap-3 rounded-lg border border-line bg-surface px-4 py-3"
    >
      <div className="flex items-start gap-3">
        <div className="flex min-w-0 grow flex-wrap items-center gap-x-4 gap-y-2">
          <div className="min-w-0 grow basis-48">
            <h2 id={id} className="font-semibold break-words">
              <bdi>{name}</bdi>
            </h2>
            {table ? (
              <p className="text-xs text-muted tabular-nums">
                <InlineTexts
                  of={[
                    plural(table.rows.length, { one: '# line', other: '# lines' }),
                    ...(table.sheet ? sheetTexts(table.sheet) : formatTexts(table, chosen)),
                  ]}
                />
              </p>
            ) : null}
          </div>
          {table && !isLeftOut ? <ReadingChoices table={table} chosen={chosen} job={job} /> : null}
          {table && (isLeftOut || read !== undefined) ? (
            <Select
              className="w-44"
              label={t({ message: `Contents of ${shown}`, comment: 'a choice: clients, pets, people, appointments' })}
              labelHidden="always"
              options={[
                ...(read === null && !isLeftOut
                  ? [
                      {
                        value: UNKNOWN_KIND_OPTION,
                        label: t({ message: 'Choose', comment: 'what a file holds, or a word means' }),
                      },
                    ]
                  : []),
                ...fileKinds.map((kind) => ({ value: kind, label: kindTexts[kind] })),
                { value: LEFT_OUT_OPTION, label: t`Don’t import` },
              ]}
              value={isLeftOut ? LEFT_OUT_OPTION : (chosen?.kind ?? read?.kind ?? UNKNOWN_KIND_OPTION)}
              onChange={(value) => {
                const kind = fileKinds.find((one) => one === value);
                if (kind) job.chooseKind(name, kind);
                else if (value === LEFT_OUT_OPTION) job.leaveOut(name, true);
              }}
            />
          ) : null}
        </div>
        {isDisabled ? null : <IconButton label={t`Remove ${shown}`} icon={X} onClick={() => job.remove(name)} />}
      </div>
      {problem ? (
        <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger">
          {problemTexts[problem]}
        </p>
      ) : table === null ? (
        <ReadingProgress name={name} />
      ) : isLeftOut ? null : read === null ? (
        <p className="rounded-md bg-warn-soft px-3 py-2 text-warn">
          {t`The headings don’t show what this file contains. Choose its content above, or don’t import it.`}
        </p>
      ) : read ? (
        <>
          {read.asksForDates ? (
            <DateQuestion
              read={read}
              chosen={chosen?.dates ?? read.dates}
              onChoose={(dates) => job.chooseFile(name, { ...chosen, dates })}
            />
          ) : null}
          {lacksIds(read) ? (
            <p className="rounded-md bg-warn-soft px-3 py-2 text-warn">
              {read.kind === 'pets'
                ? t`No column is set as the pet’s ID, so appointments and later imports may not be matched to these pets. If a column contains the pets’ ID numbers, choose “ID” for it below.`
                : t`No column is set as the client’s ID, so pets and later imports may not be matched to these clients. If a column contains the clients’ ID numbers, choose “ID” for it below.`}
            </p>
          ) : null}
          {read.isExport ? (
            <p className="text-muted">{t`Exported by Frontdesk. Every column is imported as it is.`}</p>
          ) : (
            <FileColumns read={read} chosen={chosen} job={job} />
          )}
        </>
      ) : null}
    </section>
  );
}

/** The encoding and the separator of a file as texts, without those that the person has to choose. */
const formatTexts = (table: Table, chosen: FileChoices | undefined) => [
  ...(needsReadingChoice(table, chosen, 'encoding') ? [] : [encodingNames[table.encoding]]),
  ...(needsReadingChoice(table, chosen, 'separator') ? [] : [separatedByText(separatorTexts[table.separator])]),
];

function sheetTexts({ name, others }: NonNullable<Table['sheet']>): string[] {
  const sheet = isolateText(name);
  return [
    t({ message: `Sheet “${sheet}”`, comment: 'the name of a sheet of a workbook' }),
    ...(others > 0 ? [plural(others, { one: '# other sheet isn’t read', other: '# other sheets aren’t read' })] : []),
  ];
}

interface ReadingChoicesProps {
  table: Table;
  chosen: FileChoices | undefined;
  job: ImportJob;
}

/** Whether the person has to choose the encoding or the separator of the file, or has already chosen it. */
const needsReadingChoice = (table: Table, chosen: FileChoices | undefined, what: 'encoding' | 'separator') =>
  table.doubts.includes(what) || chosen?.[what] !== undefined;

/** Asks for the encoding and the separator if they are in doubt. The examples of the columns show whether they are right. */
function ReadingChoices({ table, chosen, job }: ReadingChoicesProps) {
  const { name, encoding, separator } = table;
  const file = isolateText(name);
  return (
    <>
      {needsReadingChoice(table, chosen, 'encoding') ? (
        <Select
          className="w-44"
          label={t({
            message: `Encoding of ${file}`,
            comment: 'how letters are stored in a file: UTF-8, Windows-1252 …',
          })}
          labelHidden="always"
          options={encodings.map((value) => ({ value, label: encodingNames[value] }))}
          value={encoding}
          onChange={(value) => void job.chooseReading(name, { encoding: encodings.find((one) => one === value) })}
        />
      ) : null}
      {needsReadingChoice(table, chosen, 'separator') ? (
        <Select
          className="w-44"
          label={t({ message: `Separator of ${file}`, comment: 'the sign between the cells of a file' })}
          labelHidden="always"
          options={csvSeparators.map((value) => ({ value, label: separatorTexts[value] }))}
          value={separator}
          onChange={(value) => void job.chooseReading(name, { separator: csvSeparators.find((one) => one === value) })}
        />
      ) : null}
    </>
  );
}

const separatedByText = (separator: string) =>
  t({ message: `separated by ${separator}`, comment: 'the cells of a file: by commas, tabs …' });

function ReadingProgress({ name }: { name: string }) {
  const shown = isolateText(name);
  return (
    <div role="status" className="flex items-center gap-3 text-muted">
      <progress aria-label={t`Reading ${shown}`} className="w-40 max-w-full" />
      {t({ message: 'Reading…', comment: 'a file is being read' })}
    </div>
  );
}
