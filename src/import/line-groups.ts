import type { Origin } from './plan.ts';
import type { LineNote, RefusalReason } from './reasons.ts';

type ReasonOrNote = RefusalReason | LineNote;

/** Counts the distinct lines of the files. A line is counted once, even if it is two records or has several notes. */
export const countLines = (lines: readonly { origin: Origin }[]): number =>
  new Set(lines.map(({ origin: { file, row } }) => `${row} ${file}`)).size;

/** The lines of a file that were refused for the same reason, or have the same note, possibly with different values. */
export interface LineGroup<Reason extends ReasonOrNote> {
  file: string;
  /** The reasons or notes, without repeated values, in the order of the lines. */
  abouts: readonly [Reason, ...Reason[]];
  /** The indexes of the lines among the rows of the table, in order. */
  rows: readonly number[];
}

/** The part of a reason or note that all lines of a group have in common: everything but the text from the file. */
function groupKey(about: ReasonOrNote): unknown {
  const hasText = 'text' in about && Boolean(about.text);
  return [about.code, hasText, 'field' in about && about.field, 'fields' in about && about.fields];
}

/** Groups lines by their reason or note, in the order of the first line of each. */
export function groupLines<Reason extends ReasonOrNote>(
  lines: readonly { origin: Origin; about: Reason }[],
): LineGroup<Reason>[] {
  const groups = new Map<
    string,
    { file: string; abouts: [Reason, ...Reason[]]; texts: Set<string>; rows: Set<number> }
  >();
  for (const { origin, about } of lines) {
    const key = JSON.stringify([origin.file, groupKey(about)]);
    const text = 'text' in about ? (about.text ?? '') : '';
    const group = groups.get(key);
    if (group === undefined)
      groups.set(key, { file: origin.file, abouts: [about], texts: new Set([text]), rows: new Set([origin.row]) });
    else {
      if (!group.texts.has(text)) group.abouts.push(about);
      group.texts.add(text);
      group.rows.add(origin.row);
    }
  }
  return [...groups.values()].map(({ file, abouts, rows }) => ({ file, abouts, rows: [...rows] }));
}

/** A range of consecutive lines, both ends included: `8–15`. */
export interface LineRange {
  from: number;
  to: number;
}

/** Combines line numbers, which are ascending, into ranges. */
export function toLineRanges(lines: readonly number[]): LineRange[] {
  const ranges: LineRange[] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last?.to === line - 1) last.to = line;
    else ranges.push({ from: line, to: line });
  }
  return ranges;
}

const MAX_SHOWN_RANGES = 4;

/** Returns the ranges to show, and the number of lines in those that are not shown, which is 0 if there are few ranges. */
export function shortenRanges(ranges: readonly LineRange[]): { shown: readonly LineRange[]; more: number } {
  const shown = ranges.length > MAX_SHOWN_RANGES ? ranges.slice(0, MAX_SHOWN_RANGES - 1) : ranges;
  const more = ranges.slice(shown.length).reduce((sum, { from, to }) => sum + to - from + 1, 0);
  return { shown, more };
}
