import { readDate } from '#reading/file-dates.ts';
import { normalizeText } from '#reading/text.ts';
import { csvLines, SEPARATORS, type Separator } from './csv-lines.ts';
import { meaningsOf } from './headings.ts';
import { isEmail, isPhone, isSex, isSpecies } from './vocabulary.ts';

/*
 * How the lines of a file are made up: its separator, where its headings stand, and what at its end is no record.
 */

type Cells = readonly string[];

/** The separator of a text: the one that takes most lines apart into the same number of cells. */
export function separatorOf(text: string): Separator {
  const [best] = SEPARATORS.map((separator) => ({ separator, score: scoreOf(text, separator) })).sort(
    (one, other) => other.score - one.score,
  );
  return best === undefined || best.score === 0 ? ',' : best.separator;
}

function scoreOf(text: string, separator: Separator): number {
  const lines = csvLines(text.slice(0, 65_536), separator, 200);
  if (text.length > 65_536) lines.pop();
  const rows = lines.map(({ cells }) => cells);
  const width = usualWidth(rows);
  if (width < 2) return 0;
  const first = rows.findIndex((cells) => cells.length === width);
  const share = rows.filter((cells) => cells.length === width).length / rows.length;
  // A comma within the cells of a file with semicolons stands in its lines, not in its headings.
  const others = SEPARATORS.slice(1).some(
    (other) => other !== separator && rows[first]?.some((cell) => cell.includes(other)),
  );
  return (width - 1) * share ** 2 * (first > 0 ? 0.5 : 1) * (others ? 0.1 : 1);
}

/** The number of cells that most lines have. */
function usualWidth(rows: readonly Cells[]): number {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  return [...counts].sort(([width, many], [other, fewer]) => fewer - many || other - width)[0]?.[0] ?? 0;
}

const isKnown = (cell: string) => meaningsOf(cell).length > 0;
const filledOf = (cells: Cells) => cells.filter((cell) => cell !== '');

/**
 * Where the headings stand: in the first line, or below a title that has fewer cells than the table, where several headings are known; null
 * where the first line is a record.
 */
export function headingsAt(rows: readonly Cells[]): number | null {
  const width = usualWidth(rows.slice(0, 200));
  const isTitle = (cells: Cells) =>
    filledOf(cells).length <= Math.min(2, width - 1) && filledOf(cells).length < width / 2 + 0.1;
  const first = rows.slice(0, 10).findIndex((cells) => !isTitle(cells));
  const below = rows[first] ?? [];
  const known = below.filter(isKnown).length;
  if (first > 0 && known >= 2 && known >= filledOf(below).length / 2 && !below.some(isValue)) return first;
  const [top = []] = rows;
  return filledOf(top).length === 0 || (top.some(isValue) && !top.some(isKnown)) ? null : 0;
}

/** Whether a cell holds what no heading says: an e-mail address, a date, a number as long as that of a phone. */
function isValue(cell: string): boolean {
  return isEmail(cell) || /^\+?[\d\s()/.-]{7,}$/.test(cell) || typeof readDate(cell, 'dmy') !== 'string';
}

/** Whether a line is drawn rather than written, as some programs do below their headings. */
export function isRule(cells: Cells): boolean {
  return cells.every((cell) => cell === '' || /^[-=_*]{2,}$/.test(cell));
}

export const filledUpTo = (cells: Cells) => cells.findLastIndex((cell) => cell !== '') + 1;

const SAMPLED_ROWS = 2_000;
/** What can be told of a cell alone. */
const TYPES = [
  isEmail,
  isPhone,
  isSex,
  isSpecies,
  (cell: string) => /\d/.test(cell) && typeof readDate(cell, 'dmy') !== 'string',
];

/**
 * Whether the program that wrote the records leaves out separators behind the last cell that is filled, rather than somebody one in
 * between: no record ends in an empty cell, and many are short, or one of them ends in a cell that can stand in its column alone.
 */
export function leavesOutEmptyEnds(records: readonly Cells[], width: number): boolean {
  const short = records.filter((cells) => cells.length < width);
  if (short.length === 0 || records.some((cells) => filledUpTo(cells) < cells.length)) return false;
  if (short.length >= 10 && short.length >= records.length / 3) return true;
  const sampled = records.slice(0, SAMPLED_ROWS);
  return TYPES.some((isOfType) => {
    const columns = Array.from({ length: width }, (_, at) => {
      const filled = sampled.flatMap((cells) => cells[at] || []);
      return { filled: filled.length, ofType: filled.filter(isOfType).length };
    });
    return short.some((cells) => {
      const own = columns[cells.length - 1];
      const isThere = own !== undefined && own.filled > 1 && own.ofType > own.filled * 0.8;
      return isThere && isOfType(cells.at(-1) ?? '') && columns.slice(cells.length).every(({ ofType }) => ofType === 0);
    });
  });
}

const TOTAL_WORDS =
  'total|totals|grand total|sub total|subtotal|sum|count|number of records|records|end of report|end of list|end of file|end of data|end of export|eof|berichtsende|ende des berichts|ende der liste|listenende|fin du rapport|fin de la liste|fin del informe|fin de la lista|einde rapport|einde lijst|einde van de lijst|نهاية التقرير|نهاية القائمة|summe|gesamt|gesamtsumme|anzahl|insgesamt|datensätze|somme|total général|nombre|enregistrements|suma|total general|recuento|registros|totaal|som|aantal|eindtotaal|المجموع|الإجمالي|إجمالي|العدد|عدد السجلات'
    .split('|')
    .map(normalizeText)
    .join('|');
const TOTAL = new RegExp(`^[^\\p{L}\\d]*(?:${TOTAL_WORDS})[^\\p{L}\\d]*$`, 'u');
/** With what is counted between, a number has to follow: a client may be called "Total Pet Care". */
const TOTAL_OF = new RegExp(
  `^[^\\p{L}\\d]*(?:${TOTAL_WORDS})(?: \\p{L}+){0,2} ?[:=]? ?((?:\\d[\\d.,' ]*(?: \\p{L}+){0,2})?)[^\\p{L}\\d]*$`,
  'u',
);
/** A word that may be a name, unless signs are drawn around it. */
const DRAWN_END = /^[^\p{L}\d]+(?:end|ende|fin|einde|النهايه|نهايه)[^\p{L}\d]+$/u;
const COUNT =
  /^\W*\d+ (?:records?|rows?|lines?|entries|clients?|customers?|owners?|patients?|pets?|animals?|appointments?|datensatze|zeilen|kunden|tiere|patienten|termine|clients|animaux|rendez-vous|registros|clientes|mascotas|citas|klanten|dieren|afspraken|regels)\b[\p{L} ]*\W*$/u;

/** How many lines at the end are sums rather than records. */
export function totalsAtEnd(rows: readonly Cells[], width: number): number {
  let count = 0;
  while (count < rows.length && isTotal(rows[rows.length - 1 - count] ?? [], width)) count += 1;
  return count;
}

function isTotal(cells: Cells, width: number): boolean {
  const filled = filledOf(cells).map(normalizeText);
  if (filled.length > Math.max(2, width / 2)) return false;
  const [word = '', ...others] = filled;
  if (others.some((cell) => !/^[\d.,'\s€$£%-]+$/.test(cell))) return false;
  if (TOTAL.test(word) || COUNT.test(word) || DRAWN_END.test(word)) return true;
  const counted = TOTAL_OF.exec(word);
  return counted !== null && (counted[1] !== '' || others.length > 0);
}
