import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { FileDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { saveFile } from '#app/browser/save-file.ts';
import { Button } from '#app/components/button.tsx';
import { shownLanguage } from '#app/language/shown-language.ts';
import { translated } from '#app/language/translated.ts';
import { isolated } from '#app/text/isolated.ts';
import { listText } from '#app/text/list-text.ts';
import { words } from '#app/text/shared-texts.ts';
import type { FileKind } from '#import/fields.ts';
import { problemHeadings } from '#import/headings.ts';
import type { Origin } from '#import/plan.ts';
import { noteText, reasonText } from '#import/reason-texts.ts';
import type { LineNote, RefusalReason } from '#import/reasons.ts';
import { refusedFiles } from '#import/refused-files.ts';
import { type FileCounts, lineCount } from '#import/run.ts';
import { countNames, number, totals } from './counts.ts';
import { wordingOf } from './field-texts.ts';
import type { PlanOutcome } from './import-job.ts';
import { ScrollTable } from './scroll-table.tsx';

const reasonOf = (reason: RefusalReason, kind: FileKind) => i18n._(reasonText(reason, wordingOf(kind)));
const noteOf = (note: LineNote, kind: FileKind) => i18n._(noteText(note, wordingOf(kind)));

/** How many lines are listed at first, and how many more each time. */
const LISTED = 20;

const countTexts: Readonly<Record<keyof FileCounts, string>> = translated({
  new: () => t({ message: 'New', context: 'above a number of records', comment: 'not here yet' }),
  changed: () => t({ message: 'Changed', context: 'above a number of records' }),
  unchanged: () =>
    t({ message: 'Unchanged', context: 'above a number of records', comment: 'here already, and the same' }),
  refused: () =>
    t({ message: 'Refused', context: 'above a number of records', comment: 'lines of a file that are not imported' }),
  skipped: () =>
    t({
      message: 'Left out',
      context: 'above a number of records',
      comment: 'lines of a file that are passed over as chosen',
    }),
});

interface OutcomeTablesProps {
  outcome: PlanOutcome;
  /** Imports inactive and deceased records, too, and checks again; null after the import. */
  onTakeInactive: (() => void) | null;
}

/** The outcome of all lines in the files, or a preview of it. */
export function OutcomeTables({ outcome, onTakeInactive }: OutcomeTablesProps) {
  const { plan, result, files } = outcome;
  const isDone = onTakeInactive === null;
  const refused = lineCount(result.refused);
  const kindOf = (file: string): FileKind => files.get(file)?.kind ?? 'clients';
  const lineOf = ({ file, row }: Origin) => files.get(file)?.table.rows[row]?.line ?? null;
  const keptRecords = result.notes.filter(({ note }) => note.code === 'kept');
  const others = result.notes.filter(({ note }) => note.code !== 'kept');
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Counts outcome={outcome} />
      <LeftOut inactive={plan.inactive} onTake={onTakeInactive} />
      <Made made={result.made} />
      {result.refused.length > 0 ? (
        <Lines
          title={
            isDone
              ? plural(refused, { one: '# line was refused', other: '# lines were refused' })
              : plural(refused, { one: '# line is refused', other: '# lines are refused' })
          }
          lines={result.refused.map(({ origin, reason }) => ({
            origin,
            text: () => reasonOf(reason, kindOf(origin.file)),
          }))}
          lineOf={lineOf}
          isOpen
        >
          <RefusedFiles outcome={outcome} />
        </Lines>
      ) : null}
      {keptRecords.length > 0 ? (
        <Lines
          title={plural(keptRecords.length, {
            one: '# record was changed here since the last import. Those changes stay.',
            other: '# records were changed here since the last import. Those changes stay.',
          })}
          lines={keptRecords.map(({ origin, note }) => ({ origin, text: () => noteOf(note, kindOf(origin.file)) }))}
          lineOf={lineOf}
        />
      ) : null}
      {others.length > 0 ? (
        <Lines
          title={plural(lineCount(others), {
            one: 'Something is missing in # line',
            other: 'Something is missing in # lines',
          })}
          lines={others.map(({ origin, note }) => ({ origin, text: () => noteOf(note, kindOf(origin.file)) }))}
          lineOf={lineOf}
        />
      ) : null}
    </div>
  );
}

function Counts({ outcome: { result, files } }: { outcome: PlanOutcome }) {
  const rows = [...files.keys()].flatMap((file) => {
    const counts = result.files[file];
    return counts ? [[file, counts] as const] : [];
  });
  const sum = totals(result);
  // A phone has no room for columns that are zero.
  const names = countNames.filter((name) => name === 'new' || sum[name] > 0);
  return (
    <ScrollTable label={t({ message: 'Records by file', comment: 'a table: how many are new, changed …' })}>
      <thead>
        <tr>
          <th scope="col">{t`File`}</th>
          {names.map((name) => (
            <th key={name} scope="col" className="number">
              {countTexts[name]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([file, counts]) => (
          <tr key={file}>
            <th scope="row" className="file">
              <bdi>{file}</bdi>
            </th>
            <CountCells names={names} counts={counts} />
          </tr>
        ))}
        {rows.length > 1 ? (
          <tr className="font-semibold">
            <th scope="row">{words.total}</th>
            <CountCells names={names} counts={sum} />
          </tr>
        ) : null}
      </tbody>
    </ScrollTable>
  );
}

function CountCells({ names, counts }: { names: readonly (keyof FileCounts)[]; counts: FileCounts }) {
  return names.map((name) => (
    <td
      key={name}
      className={`number ${counts[name] === 0 ? 'text-muted' : name === 'refused' ? 'font-semibold text-danger' : ''}`}
    >
      {number(counts[name])}
    </td>
  ));
}

interface LeftOutProps {
  inactive: PlanOutcome['plan']['inactive'];
  onTake: (() => void) | null;
}

/** The clients and pets that are left out as inactive or deceased, with their appointments. */
function LeftOut({ inactive: { clients, pets, appointments }, onTake }: LeftOutProps) {
  const list = listText([
    ...(clients > 0 ? [plural(clients, { one: '# client', other: '# clients' })] : []),
    ...(pets > 0 ? [plural(pets, { one: '# pet', other: '# pets' })] : []),
    ...(appointments > 0 ? [plural(appointments, { one: '# appointment', other: '# appointments' })] : []),
  ]);
  return list === '' ? null : (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {t({
        message: `Left out as inactive or deceased: ${list}`,
        comment: 'list: how many clients, pets, appointments',
      })}
      {onTake ? (
        <Button compact onClick={onTake}>
          {t({ message: 'Import them too', comment: 'button: clients and pets that were left out' })}
        </Button>
      ) : null}
    </p>
  );
}

/** People, rooms and visit types that only appear in appointments. */
function Made({ made }: Pick<PlanOutcome['result'], 'made'>) {
  const names = (list: readonly string[]) => listText(list.map(isolated));
  const people = names(made.employees);
  const rooms = names(made.rooms);
  const types = names(made.types);
  const texts = [
    people && t({ message: `New people: ${people}`, comment: 'a list of names' }),
    rooms && t({ message: `New rooms: ${rooms}`, comment: 'a list of names' }),
    types && t({ message: `New visit types: ${types}`, comment: 'a list of names' }),
  ].filter(Boolean);
  return texts.length === 0 ? null : (
    <ul className="break-words">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

interface LinesProps {
  title: string;
  lines: readonly { origin: Origin; text: () => string }[];
  lineOf: (origin: Origin) => number | null;
  isOpen?: boolean;
  children?: ReactNode;
}

/** Lines of the files with reasons or notes; more are shown on demand. */
function Lines({ title, lines, lineOf, isOpen: wasOpen = false, children }: LinesProps) {
  const [isOpen, setOpen] = useState(wasOpen);
  const [listed, setListed] = useState(LISTED);
  const more = Math.min(LISTED * 10, lines.length - listed);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold">{title}</h3>
        {wasOpen ? null : (
          <Button compact tone="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? words.hide : words.show}
          </Button>
        )}
        {children}
      </div>
      {isOpen ? (
        <>
          <ScrollTable label={title}>
            <thead>
              <tr>
                <th scope="col">{t`File`}</th>
                <th scope="col" className="number">
                  {t({ message: 'Line', comment: 'the number of a line in a file' })}
                </th>
                <th scope="col">{t({ message: 'Why', comment: 'above reasons' })}</th>
              </tr>
            </thead>
            <tbody>
              {lines.slice(0, listed).map(({ origin, text }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a line may have several, and none has state.
                <tr key={index}>
                  <td className="file">
                    <bdi>{origin.file}</bdi>
                  </td>
                  <td className="number">{lineOf(origin)}</td>
                  <td className="wide">{text()}</td>
                </tr>
              ))}
            </tbody>
          </ScrollTable>
          {more > 0 ? (
            <p>
              <Button compact tone="quiet" onClick={() => setListed(listed + more)}>
                {plural(more, { one: 'Show # more', other: 'Show # more' })}
              </Button>
            </p>
          ) : null}
        </>
      ) : null}
    </div>
  );
}

/** Isolation characters protect the direction of names on screen, but are a nuisance in a spreadsheet. */
const ISOLATES = /[\u2066-\u2069]/g;

/** The refused lines of a file with their reasons, to be corrected and dropped again. */
function refusedText({ result, files }: PlanOutcome, name: string): string {
  const file = files.get(name);
  if (!file) return '';
  const { table, kind } = file;
  const wordReason = (reason: RefusalReason) => reasonOf(reason, kind).replace(ISOLATES, '');
  const [written] = refusedFiles([table], result, { wordReason, heading: problemHeadings[shownLanguage.tag] });
  return written?.text ?? '';
}

function RefusedFiles({ outcome }: { outcome: PlanOutcome }) {
  const names = [...outcome.files.keys()].filter((name) => (outcome.result.files[name]?.refused ?? 0) > 0);
  return names.map((name) => {
    const file = isolated(name);
    return (
      <Button key={name} compact onClick={() => saveFile(name, 'text/csv;charset=utf-8', [refusedText(outcome, name)])}>
        <FileDown aria-hidden="true" size={14} />
        {names.length === 1 ? t`Download refused lines` : t`Download refused lines of ${file}`}
      </Button>
    );
  });
}
