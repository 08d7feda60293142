import { plural, t } from '@lingui/core/macro';
import { X } from 'lucide-react';
import { useId } from 'react';
import { IconButton } from '#app/components/icon-button.tsx';
import { Select } from '#app/components/select.tsx';
import { Texts } from '#app/components/texts.tsx';
import { translated } from '#app/language/translated.ts';
import { isolated } from '#app/text/isolated.ts';
import { fileKinds } from '#import/fields.ts';
import type { ReadFile } from '#import/plan.ts';
import { DateQuestion } from './date-question.tsx';
import { encodingNames, kindTexts, separatorTexts } from './field-texts.ts';
import { FileColumns } from './file-columns.tsx';
import type { ImportJob } from './import-job.ts';
import type { ImportFile } from './import-state.ts';
import type { FileProblem } from './read-dropped.ts';
import type { FileChoices } from './remembered.ts';

const problemTexts: Readonly<Record<FileProblem, string>> = translated({
  empty: () => t`This file is empty. Export it once more from the old program.`,
  no_headings: () =>
    t`The first line of this file names no columns. Export it with headings, or write them into its first line.`,
  not_a_table: () => t`This is not a table of text. Export it from the old program as CSV.`,
  workbook: () => t`This is a workbook of a spreadsheet program. Open it there and save each sheet as CSV.`,
  too_big: () => t`This file is larger than 200 MB. Export it in several parts.`,
  gone: () =>
    t`The browser could not open this file. It may have been moved, or be a folder: drop the files themselves.`,
});

/** The value of a select for what is not imported. */
const LEFT_OUT = 'left out';
const UNKNOWN = '';

interface FileCardProps {
  file: ImportFile;
  /** What it is and what its columns mean; undefined before that is known, null where it cannot be told. */
  read: ReadFile | null | undefined;
  chosen: FileChoices | undefined;
  job: ImportJob;
  isDisabled: boolean;
}

/** A file that was dropped: what is in it, and what its columns become. */
export function FileCard({ file, read, chosen, job, isDisabled }: FileCardProps) {
  const id = useId();
  const { name, table, problem, isLeftOut } = file;
  const shown = isolated(name);
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
                <Texts
                  of={[
                    plural(table.rows.length, { one: '# line', other: '# lines' }),
                    encodingNames[table.encoding],
                    partedBy(separatorTexts[table.separator]),
                  ]}
                />
              </p>
            ) : null}
          </div>
          {table && (isLeftOut || read !== undefined) ? (
            <Select
              className="w-44"
              label={t({ message: `What is in ${shown}`, comment: 'a choice: clients, pets, people, appointments' })}
              labelHidden="always"
              options={[
                ...(read === null && !isLeftOut
                  ? [{ value: UNKNOWN, label: t({ message: 'Choose', comment: 'what a file holds, or a word means' }) }]
                  : []),
                ...fileKinds.map((kind) => ({ value: kind, label: kindTexts[kind] })),
                { value: LEFT_OUT, label: t`Don’t import` },
              ]}
              value={isLeftOut ? LEFT_OUT : (chosen?.kind ?? read?.kind ?? UNKNOWN)}
              onChange={(value) => {
                const kind = fileKinds.find((one) => one === value);
                if (kind) job.chooseKind(name, kind);
                else if (value === LEFT_OUT) job.leaveOut(name, true);
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
        <Reading name={name} />
      ) : isLeftOut ? null : read === null ? (
        <p className="rounded-md bg-warn-soft px-3 py-2 text-warn">
          {t`The headings do not show what is in this file. Choose it above, or don’t import it.`}
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
          <FileColumns read={read} chosen={chosen} job={job} />
        </>
      ) : null}
    </section>
  );
}

const partedBy = (separator: string) =>
  t({ message: `separated by ${separator}`, comment: 'the cells of a file: by commas, tabs …' });

function Reading({ name }: { name: string }) {
  const shown = isolated(name);
  return (
    <div role="status" className="flex items-center gap-3 text-muted">
      <progress aria-label={t`Reading ${shown}`} className="w-40 max-w-full" />
      {t({ message: 'Reading…', comment: 'a file is being read' })}
    </div>
  );
}
