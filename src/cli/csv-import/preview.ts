import type { ImportPlan, Origin, ReadFile, WordMatch } from '#import/plan.ts';
import { noteText, reasonText } from '#import/reason-text.ts';
import type { FileCounts, ImportResult } from '#import/run.ts';
import type { Table } from '#import/table.ts';

/** The most lines of a file that are shown one by one. */
const SHOWN = 20;

/** A number as one reads it. */
export const count = (number: number) => number.toLocaleString('en');
const countOf = (number: number, one: string) => `${count(number)} ${one}${number === 1 ? '' : 's'}`;

const separators: Record<Table['separator'], string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' };
const orders = { dmy: 'day, month, year', mdy: 'month, day, year', ymd: 'year, month, day' } as const;

/** The lines of the rows of each file. */
export type LineOf = (origin: Origin) => number | undefined;

export function linesOf(files: readonly ReadFile[]): LineOf {
  const lines = new Map(files.map(({ table }) => [table.name, Uint32Array.from(table.rows, ({ line }) => line)]));
  return ({ file, row }) => lines.get(file)?.[row];
}

/** What a person is shown before something is written, beside {@link readingLines} and {@link countLines}. */
export function previewLines(about: {
  plan: ImportPlan;
  result: ImportResult;
  lineOf: LineOf;
  /** Where all refused lines are written. */
  refusedFolder: string | null;
}): string[] {
  const { plan, result, lineOf, refusedFolder } = about;
  return [
    ...wordLines(plan),
    ...noteLines(result, lineOf),
    ...refusedLines(result, lineOf, refusedFolder),
    ...inactiveLines(plan),
    ...madeLines(result),
  ];
}

/** How a file is read: its kind, its columns, its dates. */
export function readingLines({ table, kind, columns, dates, asksForDates }: ReadFile): string[] {
  const taken = table.headings.flatMap((heading, nth) => {
    const field = columns[nth] ?? null;
    return field === null ? [] : [`${heading} → ${field}`];
  });
  const passedOver = table.headings.filter((_, nth) => (columns[nth] ?? null) === null);
  const lines = [
    `  Columns: ${taken.join(', ')}${passedOver.length > 0 ? `; passed over: ${passedOver.join(', ')}` : ''}`,
  ];
  if (dates !== null) lines.push(`  Dates: ${orders[dates]}`);
  else if (asksForDates) lines.push('  Dates can be read in two ways: say --dates dmy, mdy or ymd');
  return [`${table.name}: ${kind}, in ${table.encoding}, separated by ${separators[table.separator]}`, ...lines];
}

/** What becomes, or became, of each file. */
export function countLines({ files }: ImportResult): string[] {
  return Object.entries(files).map(([name, counts]) => `${name}: ${countsText(counts)}`);
}

function countsText({ new: added, changed, unchanged, refused, skipped }: FileCounts): string {
  const texts = [
    `${count(added)} new`,
    `${count(changed)} changed`,
    `${count(unchanged)} unchanged`,
    `${count(refused)} refused`,
  ];
  return [...texts, ...(skipped > 0 ? [`${count(skipped)} left out`] : [])].join(', ');
}

/** The people, rooms and visit types that only visits name, and that are new. */
function madeLines({ made }: ImportResult): string[] {
  const line = (what: string, names: readonly string[]) => (names.length > 0 ? [`${what}: ${names.join(', ')}`] : []);
  return [
    ...line('New people', made.employees),
    ...line('New rooms', made.rooms),
    ...line('New visit types', made.types),
  ];
}

/** The words that nothing is known by. */
function wordLines({ words }: ImportPlan): string[] {
  const unknown = words.filter(({ match }) => match === 'unknown');
  const kinds = new Set<WordMatch['of']>(unknown.map(({ of }) => of));
  return [...kinds].map((kind) => {
    const texts = unknown
      .filter(({ of }) => of === kind)
      .map(({ word, lines }) => `"${word}" (${countOf(lines, 'line')})`);
    return `Not understood, of ${kind}: ${texts.join(', ')}. A --map says what they mean`;
  });
}

/** The refused lines, with why; those beyond a few are only counted. `folder` has all of them. */
function refusedLines({ refused }: ImportResult, lineOf: LineOf, folder: string | null): string[] {
  const texts = refused
    .slice(0, SHOWN)
    .map(({ origin, reason }) => `  ${placeOf(origin, lineOf)}: ${reasonText(reason)}`);
  const rest = refused.length - texts.length;
  const all = folder === null ? '--refused FOLDER writes them all' : `all are in ${folder}`;
  return refused.length === 0
    ? []
    : ['Refused:', ...texts, ...(rest > 0 ? [`  … and ${count(rest)} more; ${all}`] : [])];
}

/** The clients and pets that are left out, with what belongs to them. */
function inactiveLines({ inactive: { clients, pets, appointments } }: ImportPlan): string[] {
  const counts = [countOf(clients, 'client'), countOf(pets, 'pet'), countOf(appointments, 'appointment')];
  return clients + pets + appointments === 0
    ? []
    : [`Left out, as inactive or dead: ${counts.join(', ')}. --inactive take imports them, too`];
}

/** What is said of lines that are imported all the same. */
function noteLines({ notes }: ImportResult, lineOf: LineOf): string[] {
  const texts = notes.slice(0, SHOWN).map(({ origin, note }) => `  ${placeOf(origin, lineOf)}: ${noteText(note)}`);
  const rest = notes.length - texts.length;
  return notes.length === 0 ? [] : ['Imported, but:', ...texts, ...(rest > 0 ? [`  … and ${count(rest)} more`] : [])];
}

function placeOf(origin: Origin, lineOf: LineOf): string {
  const line = lineOf(origin);
  return line === undefined ? origin.file : `${origin.file} line ${line}`;
}

/** Tells of progress, now and then, with the time that is left. */
export function createProgress(log: (line: string) => void, what: string) {
  const begun = Date.now();
  let reportedAt = begun;
  return (done: number, all: number): void => {
    const now = Date.now();
    if (now - reportedAt < 3_000 || done === 0 || done >= all) return;
    reportedAt = now;
    const seconds = Math.round(((now - begun) * (all - done)) / done / 1_000);
    const left = seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
    log(`${what}: ${count(done)} of ${count(all)}, about ${left} left`);
  };
}
