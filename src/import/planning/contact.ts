/* Extracts one email address or phone number from a cell that may contain several of them, or other text. */

const ADDRESS = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]{2,}$/;
/** A text that is too long for either is refused unchanged, rather than left out. */
const LONGEST = 200;

/** The first email address in a cell; null if there is none. */
export function emailOf(cell: string): string | null {
  const parts = cell.split(/[\s;,<>]+/).map((part) => part.replace(/^mailto:/i, '').replace(/\.+$/, ''));
  return parts.find((part) => ADDRESS.test(part)) ?? (cell.length > LONGEST ? cell : null);
}

/** The first phone number in a cell, with the remark beside it; null if there is none, or a spreadsheet has truncated it. */
export function phoneOf(cell: string): string | null {
  if (cell.length > LONGEST) return cell;
  if (/^\d+(?:[.,]\d+)?e\+?\d+$/i.test(cell)) return null;
  const parts = cell.split(/;|[\r\n]+|, (?=[+(\d])/).map((part) => part.trim());
  const first = parts.find(isPhone);
  if (first === undefined) return null;
  const [before = '', after] = first.split(' / ');
  return after !== undefined && isComplete(before, after) ? before : first;
}

/**
 * The minimum number of digits of a phone number that stands next to words. A shorter run is taken for a house number or
 * postal code.
 */
const DIGITS_BESIDE_WORDS = 6;

function isPhone(part: string): boolean {
  if (!/\p{L}/u.test(part)) return countDigits(part) >= 3;
  return part.split(/[^\p{Nd}\s()+./-]+/u).some((run) => countDigits(run) >= DIGITS_BESIDE_WORDS);
}

const countDigits = (text: string) => text.match(/\p{Nd}/gu)?.length ?? 0;

/** Whether the number is complete before a slash; in `+49 (0)151 / 555-01` only the area code is. */
function isComplete(before: string, after: string): boolean {
  const digits = countDigits(before);
  if (digits >= 6 && /^[+(0]/.test(after)) return true;
  return digits >= (before.startsWith('+') ? 10 : 7);
}
