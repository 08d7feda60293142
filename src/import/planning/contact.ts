/*
 * One address and one number from cells in which people write more, or something else.
 */

const ADDRESS = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]{2,}$/;
/** What is too long for either is refused as it stands, rather than left out. */
const LONGEST = 200;

/** The first e-mail address of a cell; null where it has none. */
export function emailOf(cell: string): string | null {
  const parts = cell.split(/[\s;,<>]+/).map((part) => part.replace(/^mailto:/i, '').replace(/\.+$/, ''));
  return parts.find((part) => ADDRESS.test(part)) ?? (cell.length > LONGEST ? cell : null);
}

/** The first phone number of a cell, with what is said of it; null where it has none, or one that a spreadsheet has cut off. */
export function phoneOf(cell: string): string | null {
  if (cell.length > LONGEST) return cell;
  if (/^\d+(?:[.,]\d+)?e\+?\d+$/i.test(cell)) return null;
  const parts = cell.split(/;|[\r\n]+|, (?=[+(\d])/).map((part) => part.trim());
  const first = parts.find((part) => figuresOf(part) >= 3);
  if (first === undefined) return null;
  const [before = '', after] = first.split(' / ');
  return after !== undefined && isWhole(before, after) ? before : first;
}

const figuresOf = (text: string) => text.match(/\p{Nd}/gu)?.length ?? 0;

/** Whether a number ends before a slash, where in `+49 (0)151 / 555-01` only its area does. */
function isWhole(before: string, after: string): boolean {
  const figures = figuresOf(before);
  if (figures >= 6 && /^[+(0]/.test(after)) return true;
  return figures >= (before.startsWith('+') ? 10 : 7);
}
