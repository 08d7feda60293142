import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { FileDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { saveFile } from '#app/browser/save-file.ts';
import { Button } from '#app/components/button.tsx';
import { shownLanguage, shownLocale } from '#app/language/shown-language.ts';
import { translateOnRead } from '#app/language/translate-on-read.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { listText } from '#app/text/list-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import type { FileKind } from '#import/fields.ts';
import { problemHeadings } from '#import/headings.ts';
import { countLines, groupLines, type LineGroup, shortenRanges, toLineRanges } from '#import/line-groups.ts';
import { noteText, reasonText } from '#import/reason-texts.ts';
import type { LineNote, RefusalReason } from '#import/reasons.ts';
import { createRefusedLinesFiles, refusedDownloadName } from '#import/refused-lines.ts';
import type { FileCounts } from '#import/run-import.ts';
import { countNames, formatCount, totalCounts } from './counts.ts';
import { createWording } from './field-texts.ts';
import type { ImportSettings, PlanOutcome } from './import-job.ts';
import { ScrollTable } from './scroll-table.tsx';

const refusalText = (reasons: readonly [RefusalReason, ...RefusalReason[]], kind: FileKind) =>
  i18n._(reasonText(reasons, createWording(kind)));
const lineNoteText = (notes: readonly [LineNote, ...LineNote[]], kind: FileKind) =>
  i18n._(noteText(notes, createWording(kind)));

const countTexts: Readonly<Record<keyof FileCounts, string>> = translateOnRead({
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
  settings: ImportSettings;
  /** Changes the settings so that more is imported, and runs the check again; null after the import. */
  onChoose: ((next: Partial<ImportSettings>) => void) | null;
}

/** The outcome of all lines in the files, or a preview of it. */
export function OutcomeTables({ outcome, settings, onChoose }: OutcomeTablesProps) {
  const { plan, result, files } = outcome;
  const isDone = onChoose === null;
  const refused = countLines(result.refused);
  const fileKind = (file: string): FileKind => files.get(file)?.kind ?? 'clients';
  const lineNumberAt = (file: string, row: number) => files.get(file)?.table.rows[row]?.line ?? 0;
  const keptRecords = result.notes.filter(({ note }) => note.code === 'kept');
  const others = result.notes.filter(({ note }) => note.code !== 'kept');
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <RecordCounts outcome={outcome} />
      <InactiveRecords inactive={plan.inactive} onTake={onChoose && (() => onChoose({ takeInactive: true }))} />
      <FurtherPhones
        notes={result.notes}
        onTake={onChoose && !settings.phonesInAlert ? () => onChoose({ phonesInAlert: true }) : null}
      />
      <ImplicitRecords created={result.created} />
      {result.refused.length > 0 ? (
        <LineGroups
          title={
            isDone
              ? plural(refused, { one: '# line was refused', other: '# lines were refused' })
              : plural(refused, { one: '# line is refused', other: '# lines are refused' })
          }
          groups={groupLines(result.refused.map(({ origin, reason }) => ({ origin, about: reason })))}
          textOf={({ file, abouts }) => refusalText(abouts, fileKind(file))}
          lineOf={lineNumberAt}
          isOpen
        >
          <RefusedLinesDownloads outcome={outcome} />
        </LineGroups>
      ) : null}
      {keptRecords.length > 0 ? (
        <LineGroups
          title={plural(keptRecords.length, {
            one: '# record was changed here since the last import. Those changes are kept.',
            other: '# records were changed here since the last import. Those changes are kept.',
          })}
          groups={groupLines(keptRecords.map(({ origin, note }) => ({ origin, about: note })))}
          textOf={({ file, abouts }) => lineNoteText(abouts, fileKind(file))}
          lineOf={lineNumberAt}
        />
      ) : null}
      {others.length > 0 ? (
        <LineGroups
          title={plural(countLines(others), {
            one: '# line is incomplete',
            other: '# lines are incomplete',
          })}
          groups={groupLines(others.map(({ origin, note }) => ({ origin, about: note })))}
          textOf={({ file, abouts }) => lineNoteText(abouts, fileKind(file))}
          lineOf={lineNumberAt}
        />
      ) : null}
    </div>
  );
}

function RecordCounts({ outcome: { result, files } }: { outcome: PlanOutcome }) {
  const rows = [...files.keys()].flatMap((file) => {
    const counts = result.files[file];
    return counts ? [[file, counts] as const] : [];
  });
  const sum = totalCounts(result);
  // Columns in which every number is zero are left out, since a phone has no room for them.
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
            <th scope="row">{texts.total}</th>
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
      {formatCount(counts[name])}
    </td>
  ));
}

interface InactiveRecordsProps {
  inactive: PlanOutcome['plan']['inactive'];
  onTake: (() => void) | null;
}

/** Says how many clients and pets are left out because they are inactive or have died, and how many of their appointments. */
function InactiveRecords({ inactive: { clients, pets, appointments }, onTake }: InactiveRecordsProps) {
  const list = listText([
    ...(clients > 0 ? [plural(clients, { one: '# client', other: '# clients' })] : []),
    ...(pets > 0 ? [plural(pets, { one: '# pet', other: '# pets' })] : []),
    ...(appointments > 0 ? [plural(appointments, { one: '# appointment', other: '# appointments' })] : []),
  ]);
  return list === '' ? null : (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {t({
        message: `Left out, because they are inactive or have died: ${list}`,
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

interface FurtherPhonesProps extends Pick<PlanOutcome['result'], 'notes'> {
  onTake: (() => void) | null;
}

/** Says how many phone numbers are left out because the client has another one, and how many have other text beside them. */
function FurtherPhones({ notes, onTake }: FurtherPhonesProps) {
  const leftOut = notes.filter(({ note }) => note.code === 'phone_left_out').length;
  const withWords = notes.filter(({ note }) => note.code === 'phone_with_words').length;
  return leftOut + withWords === 0 ? null : (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {leftOut > 0
        ? plural(leftOut, {
            one: '# further phone number is left out, because only one is imported per client.',
            other: '# further phone numbers are left out, because only one is imported per client.',
          })
        : null}{' '}
      {withWords > 0
        ? plural(withWords, {
            one: '# phone number has words beside it, so it can’t be called from Frontdesk.',
            other: '# phone numbers have words beside them, so they can’t be called from Frontdesk.',
          })
        : null}
      {onTake ? (
        <Button compact onClick={onTake}>
          {t({
            message: 'Add to the alerts',
            comment: 'button: phone numbers and words beside them, to those of the clients',
          })}
        </Button>
      ) : null}
    </p>
  );
}

/** Lists the people, rooms and visit types that are created because appointments mention them. */
function ImplicitRecords({ created }: Pick<PlanOutcome['result'], 'created'>) {
  const namesText = (list: readonly string[]) => listText(list.map(isolateText));
  const people = namesText(created.employees);
  const rooms = namesText(created.rooms);
  const types = namesText(created.types);
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

interface LineGroupsProps<About extends RefusalReason | LineNote> {
  title: string;
  groups: readonly LineGroup<About>[];
  textOf: (group: LineGroup<About>) => string;
  lineOf: (file: string, row: number) => number;
  isOpen?: boolean;
  children?: ReactNode;
}

/** A table of reasons or notes, each with the numbers of its lines. */
function LineGroups<About extends RefusalReason | LineNote>(props: LineGroupsProps<About>) {
  const { title, groups, textOf, lineOf, isOpen: wasOpen = false, children } = props;
  const [isOpen, setOpen] = useState(wasOpen);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold">{title}</h3>
        {wasOpen ? null : (
          <Button compact tone="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? texts.hide : texts.show}
          </Button>
        )}
        {children}
      </div>
      {isOpen ? (
        <ScrollTable label={title}>
          <thead>
            <tr>
              <th scope="col">{t`File`}</th>
              <th scope="col">{t({ message: 'Lines', comment: 'above numbers of lines of a file' })}</th>
              <th scope="col">{t({ message: 'Reason', comment: 'above the reasons why lines are not imported' })}</th>
            </tr>
          </thead>
          <tbody>
            {groups.map((group, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list of an outcome never changes.
              <tr key={index}>
                <td className="file">
                  <bdi>{group.file}</bdi>
                </td>
                <td className="lines">
                  <LineNumbers lines={group.rows.map((row) => lineOf(group.file, row))} />
                </td>
                <td className="wide">{textOf(group)}</td>
              </tr>
            ))}
          </tbody>
        </ScrollTable>
      ) : null}
    </div>
  );
}

const rangeFormat = new Intl.NumberFormat(shownLocale, { useGrouping: false });

/** Line numbers as ranges. If there are many, only the first are shown, with a button for the others. */
function LineNumbers({ lines }: { lines: readonly number[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const ranges = toLineRanges(lines);
  const { shown, more } = shortenRanges(ranges);
  const rangeTexts = (showsAll ? ranges : shown).map(({ from, to }) =>
    from === to ? String(from) : rangeFormat.formatRange(from, to),
  );
  return (
    <>
      {lines.length > 1 ? (
        <span className="block font-medium">{plural(lines.length, { one: '# line', other: '# lines' })}</span>
      ) : null}
      {listText(rangeTexts)}
      {more > 0 ? (
        <>
          {' '}
          <Button compact tone="quiet" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? texts.hide : plural(more, { one: 'and # more', other: 'and # more' })}
          </Button>
        </>
      ) : null}
    </>
  );
}

/**
 * The invisible Unicode characters that isolate the text direction of names on screen. They are removed from files for
 * spreadsheets.
 */
const ISOLATE_CHARACTERS = /[\u2066-\u2069]/g;

/** Saves the refused lines of a file with the reasons, so that they can be corrected and dropped again. */
function saveRefusedLines({ result, files }: PlanOutcome, name: string): void {
  const file = files.get(name);
  if (!file) return;
  const { table, kind } = file;
  const wordReason = (reason: RefusalReason) => refusalText([reason], kind).replace(ISOLATE_CHARACTERS, '');
  const [written] = createRefusedLinesFiles([table], result, {
    wordReason,
    heading: problemHeadings[shownLanguage.tag],
  });
  if (written) saveFile(refusedDownloadName(table), 'text/csv;charset=utf-8', [written.text]);
}

function RefusedLinesDownloads({ outcome }: { outcome: PlanOutcome }) {
  const names = [...outcome.files.keys()].filter((name) => (outcome.result.files[name]?.refused ?? 0) > 0);
  return names.map((name) => {
    const file = isolateText(name);
    return (
      <Button key={name} compact onClick={() => saveRefusedLines(outcome, name)}>
        <FileDown aria-hidden="true" size={14} />
        {names.length === 1 ? t`Download refused lines` : t`Download refused lines of ${file}`}
      </Button>
    );
  });
}
