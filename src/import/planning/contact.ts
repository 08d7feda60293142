import { isSamePhone, readPhone } from '#reading/phone.ts';
import type { HeadedCell } from './cells.ts';

/* Extracts one email address or phone number from a cell that may contain several of them, or other text. */

const EMAIL_ADDRESS = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]{2,}$/;
/**
 * The maximum length of a cell that is searched for an address or a number. A longer text is passed on unchanged, so
 * that its line is refused instead of losing the text.
 */
const MAX_LENGTH = 200;

/** The first email address in a cell; null if there is none. */
export function findEmail(cell: string): string | null {
  const parts = cell.split(/[\s;,<>]+/).map((part) => part.replace(/^mailto:/i, '').replace(/\.+$/, ''));
  return parts.find((part) => EMAIL_ADDRESS.test(part)) ?? (cell.length > MAX_LENGTH ? cell : null);
}

/** The first phone number in a cell, with the remark beside it; null if there is none, or a spreadsheet has truncated it. */
export const findPhone = (cell: string): string | null => findPhones(cell)?.first ?? null;

/** The first phone number in a cell as {@link findPhone} returns it, and everything else in it; null if there is none. */
export function findPhones(cell: string): { first: string; others: readonly string[] } | null {
  if (cell.length > MAX_LENGTH) return { first: cell, others: [] };
  if (/^\d+(?:[.,]\d+)?e\+?\d+$/i.test(cell)) return null;
  const parts = cell
    .split(/;|[\r\n]+|, (?=[+(\d])/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const at = parts.findIndex(isPhone);
  const first = parts[at];
  if (first === undefined) return null;
  const others = parts.filter((_, nth) => nth !== at);
  const [before = '', ...after] = first.split(' / ');
  const isOne = after[0] === undefined || !isCompleteNumber(before, after[0]);
  return isOne ? { first, others } : { first: before, others: [after.join(' / '), ...others] };
}

/**
 * Finds the phone number of a client in the cells for it: the first number, as `written` and without the words next to it
 * (`plain`). `further` has every other number and text, except repetitions of the first number. A cell without a number is
 * passed to `onNoPhone`.
 */
export function findClientPhone(cells: readonly HeadedCell[], onNoPhone: (cell: HeadedCell) => void) {
  const found = cells.flatMap((cell) => {
    const phones = findPhones(cell.text);
    if (phones === null) onNoPhone(cell);
    return phones === null ? [] : [{ heading: cell.heading, ...phones }];
  });
  const [first] = found;
  if (first === undefined) return null;
  const written = first.first;
  const plain = extractPhone(written);
  const number = readPhone(plain);
  const isSame = (text: string) => text === written || (number !== null && isSamePhone(text, number));
  const texts = found.flatMap(({ heading, first, others }) => [first, ...others].map((text) => ({ heading, text })));
  return { written, plain, heading: first.heading, further: texts.filter(({ text }) => !isSame(text)) };
}

/** The maximum number of digits of a phone number (E.164). */
const MAX_DIGITS = 15;

/** Whether a text is nothing but a phone number that can be dialled. */
const isPlainPhone = (text: string) =>
  countDigits(text) <= MAX_DIGITS && (readPhone(text) !== null || !/[^\p{Nd}\s]/u.test(text));

/** The phone number in a text without the words and numbers beside it; the text itself if it is only a number, or has none. */
export function extractPhone(text: string): string {
  if (isPlainPhone(text)) return text;
  const runs = text.split(/[^\p{Nd}\s()+./-]+/u).flatMap((run) => (isPlainPhone(run) ? run : run.split('/')));
  const numbers = runs.map((run) => run.replaceAll(/^[\s)./-]+|[\s(+./-]+$/g, ''));
  return numbers.find((one) => countDigits(one) >= DIGITS_BESIDE_WORDS && isPlainPhone(one)) ?? text;
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

/** Whether the text before a slash is a complete number; in `+49 (0)151 / 555-01` it is only the area code. */
function isCompleteNumber(before: string, after: string): boolean {
  const digits = countDigits(before);
  if (digits >= 6 && /^[+(0]/.test(after)) return true;
  return digits >= (before.startsWith('+') ? 10 : 7);
}
