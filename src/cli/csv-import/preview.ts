import { groupLines, shortenRanges, toLineRanges } from '#import/line-groups.ts';
import type { ImportPlan, Origin, ParsedFile } from '#import/plan.ts';
import { findWrongColumns, lacksIds, type ValueKind } from '#import/planning/misplaced-values.ts';
import { noteText, reasonText, type Wording } from '#import/reason-texts.ts';
import type { LineNote, RefusalReason } from '#import/reasons.ts';
import type { ImportResult } from '#import/run-import.ts';
import type { Table } from '#import/table.ts';

const listFormat = new Intl.ListFormat('en-GB');
/** Formats a list without "and", so that it fits into any sentence. */
const unitListFormat = new Intl.ListFormat('en-GB', { type: 'unit' });

/** A number with separators between thousands. */
export const formatCount = (number: number) => number.toLocaleString('en');

const wording: Wording = {
  quote: (text) => `"${text}"`,
  field: (field) => field.replaceAll(/(?<=[a-z])[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`),
  list: (texts) => unitListFormat.format(texts),
  more: (number) => `${formatCount(number)} more`,
};

/** Inserts the values into a message, which is in English, the language of the texts in the source code. */
function renderEnglish({ message = '', values = {} }: ReturnType<typeof reasonText>): string {
  return message.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}
export const refusalText = (reason: RefusalReason) => renderEnglish(reasonText([reason], wording));

function fileFormatText({ sheet, encoding, separator }: Table): string {
  if (sheet === undefined) return `in ${encoding}, separated by ${JSON.stringify(separator)}`;
  return `sheet "${sheet.name}"${sheet.others > 0 ? `; other sheets are not read: ${formatCount(sheet.others)}` : ''}`;
}

const valueTexts: Readonly<Record<ValueKind, string>> = {
  text: 'words',
  email: 'an email address',
  phone: 'a phone number',
  date: 'a date',
  time: 'a time',
  duration: 'a duration',
};

/** The lines that say how a file is read: as which kind, with which columns, and with which order of dates. */
export function fileDescriptionLines(file: ParsedFile): string[] {
  const { table, kind, columns, dates, asksForDates } = file;
  if (file.isExport) return [`${table.name}: exported by Frontdesk`];
  const used = table.headings.flatMap((heading, nth) => (columns[nth] ? [`${heading} → ${columns[nth]}`] : []));
  const others = table.headings.filter((_, nth) => !columns[nth]);
  return [
    `${table.name}: ${kind}, ${fileFormatText(table)}`,
    `  Columns: ${used.join(', ')}${others.length > 0 ? `; left out: ${others.join(', ')}` : ''}`,
    ...[...findWrongColumns(file)].map(([column, { kind: values, wrongCount, checkedCount }]) => {
      const are = wrongCount === 1 ? 'value is' : 'values are';
      return `  ${table.headings[column]}: ${formatCount(wrongCount)} of ${formatCount(checkedCount)} ${are} not ${valueTexts[values]}`;
    }),
    ...(lacksIds(file)
      ? [`  No column is the id of the ${kind}: other files and later imports may not find them`]
      : []),
    ...(dates !== null ? [`  Dates: ${dates}`] : []),
    ...(dates === null && asksForDates ? ['  Dates are ambiguous: use --dates dmy, mdy or ymd'] : []),
  ];
}

/** The expected or actual outcome for each file. */
export function outcomeLines({ files }: ImportResult): string[] {
  return Object.entries(files).map(([name, { skipped, ...counts }]) => {
    const texts = Object.entries(counts).map(([outcome, number]) => `${formatCount(number)} ${outcome}`);
    return `${name}: ${[...texts, ...(skipped > 0 ? [`${formatCount(skipped)} left out`] : [])].join(', ')}`;
  });
}

/**
 * The part of the preview between {@link fileDescriptionLines} and {@link outcomeLines}: unknown words, notes, refusals, and new
 * records.
 */
export function previewLines({ words, inactive }: ImportPlan, result: ImportResult, files: readonly ParsedFile[]) {
  const findLine = (file: string, row: number) => files.find(({ table }) => table.name === file)?.table.rows[row]?.line;
  function groupedLines<About extends RefusalReason | LineNote>(
    title: string,
    lines: readonly { origin: Origin; about: About }[],
    text: (abouts: readonly [About, ...About[]]) => ReturnType<typeof reasonText>,
  ): string[] {
    const groups = groupLines(lines);
    return [
      ...(groups.length > 0 ? [title] : []),
      ...groups.map(({ file, abouts, rows }) => {
        const { shown, more } = shortenRanges(toLineRanges(rows.map((row) => findLine(file, row) ?? 0)));
        const ranges = shown.map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`));
        const numbers = listFormat.format(more > 0 ? [...ranges, wording.more(more)] : ranges);
        const place =
          rows.length > 1 ? `${file}, ${formatCount(rows.length)} lines (${numbers})` : `${file} line ${numbers}`;
        return `  ${place}: ${renderEnglish(text(abouts))}`;
      }),
    ];
  }
  const itemsLine = (title: string, names: readonly string[]) =>
    names.length > 0 ? [`${title}: ${names.join(', ')}`] : [];
  const unknown = words.filter(({ match }) => match === 'unknown').map(({ of, word }) => `"${word}" (${of})`);
  const skipped = Object.entries(inactive).flatMap(([kind, number]) =>
    number > 0 ? [`${formatCount(number)} ${number === 1 ? kind.slice(0, -1) : kind}`] : [],
  );
  const phoneCount = result.notes.filter(({ note }) => note.code === 'phone_left_out').length;
  const phones = phoneCount > 0 ? [formatCount(phoneCount)] : [];
  return [
    ...itemsLine('Unknown words; use --map to say what they mean', unknown),
    ...groupedLines(
      'Imported, but:',
      result.notes.map(({ origin, note }) => ({ origin, about: note })),
      (notes) => noteText(notes, wording),
    ),
    ...groupedLines(
      'Refused (--refused FOLDER writes them all):',
      result.refused.map(({ origin, reason }) => ({ origin, about: reason })),
      (reasons) => reasonText(reasons, wording),
    ),
    ...itemsLine('Left out as inactive or dead; --inactive take imports them, too', skipped),
    ...itemsLine('Further phone numbers are left out; --phones alert adds them to the alerts', phones),
    ...itemsLine('New people', result.created.employees),
    ...itemsLine('New rooms', result.created.rooms),
    ...itemsLine('New visit types', result.created.types),
  ];
}
