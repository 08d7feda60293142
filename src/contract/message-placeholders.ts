/*
 * The rules for the texts of messages that the service and the app share. This file does not use Zod, so that a screen can load
 * the rules without it.
 */

/** The placeholders of message texts, written in braces: `{pet}`. */
export const placeholders = [
  'pet',
  'client',
  'date',
  'time',
  'store',
  'address',
  'phone',
  'type',
  'preparation',
  'link',
] as const;
export type Placeholder = (typeof placeholders)[number];

const PLACEHOLDER = /\{([^{}]*)\}/g;

/** Finds the names in braces that are not placeholders, in the order of the text and without duplicates. */
export function findUnknownPlaceholders(text: string): string[] {
  const names = [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  return [...new Set(names)].filter((name) => !placeholders.some((one) => one === name));
}

/** Removes everything in braces from a text, with the braces. */
export const withoutPlaceholders = (text: string): string => text.replaceAll(PLACEHOLDER, '');

/**
 * Fills in the placeholders of a text. A line with a placeholder whose value is empty is left out; if that would leave
 * two blank lines in a row, one of them is left out as well. Values are inserted as they are: braces within a value are
 * not filled in.
 */
export function fillPlaceholders(text: string, values: Readonly<Record<string, string>>): string {
  const lines: string[] = [];
  let isAfterGap = false;
  const valueFor = (name: string) => (Object.hasOwn(values, name) ? values[name] : undefined);
  for (const line of text.split('\n')) {
    if ([...line.matchAll(PLACEHOLDER)].some(([, name = '']) => valueFor(name) === '')) {
      isAfterGap = true;
    } else if (!isAfterGap || line.trim() !== '' || lines.at(-1)?.trim() !== '') {
      lines.push(line.replaceAll(PLACEHOLDER, (found, name: string) => valueFor(name) ?? found));
      isAfterGap = false;
    }
  }
  return lines.join('\n');
}

/** The basic characters of GSM 03.38. The characters of `GSM_EXTENSION` count as two, because they need an escape. */
const GSM_CHARACTERS =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const GSM_EXTENSION = '\f^{}\\[~]|€';

const gsmLengths = new Map([
  ...[...GSM_CHARACTERS].map((character) => [character, 1] as const),
  ...[...GSM_EXTENSION].map((character) => [character, 2] as const),
]);

/** The number of characters in one SMS, and in each part of a longer one. */
const partSizes = { gsm: { single: 160, part: 153 }, unicode: { single: 70, part: 67 } } as const;

/** The maximum number of parts of an SMS. */
export const maxSmsParts = 4;

/** Measures a text as a phone does: the number of its characters, and whether all of them are in GSM 03.38. */
export function measureSms(text: string): { length: number; isGsm: boolean } {
  let length = 0;
  for (const character of text) {
    const characterLength = gsmLengths.get(character);
    // Other texts are sent as UTF-16, in which a character beyond the basic plane takes two.
    if (characterLength === undefined) return { length: text.length, isGsm: false };
    length += characterLength;
  }
  return { length, isGsm: true };
}

/** The number of parts in which an SMS is sent. */
export function countSmsParts(text: string): number {
  const { length, isGsm } = measureSms(text);
  const { single, part } = isGsm ? partSizes.gsm : partSizes.unicode;
  return length <= single ? 1 : Math.ceil(length / part);
}

/** The maximum length of an SMS: 612 characters if all are in GSM 03.38, otherwise 268. */
export const maxSmsLength = (isGsm: boolean): number =>
  maxSmsParts * (isGsm ? partSizes.gsm.part : partSizes.unicode.part);
