import { normalizeText } from './text.ts';

/** A phone number as typed, dialled, or sent by a telephone program. */
export interface PhoneNumber {
  /** The digits without leading zeros, which are dialled but are not part of the number. */
  digits: string;
  /** The last digits of the number, by which a practice API finds it in any stored spelling. */
  ending: string;
  /** The number as written, with only digits and the punctuation of phone numbers. */
  written: string;
}

const PHONE_LABEL = /^\s*(?:tel(?:efono?|ephone)?|phone|sip)\s*[:.]\s*/i;
const EXTENSION = normalizeText(
  '(?:[,;]?\\s*(?:ext(?:ension|n)?|x|dw|durchwahl|poste|toestel|tst|int(?:erno)?|تحويلة)[.:]?|;ext=|[,;#]+)\\s*#?\\s*\\d{1,6}$',
);
const EXTENSION_AT_END = new RegExp(`(?<=\\d[\\s)]*)${EXTENSION}`, 'u');
/** The trunk prefix that some people write within an international number: `+44 (0)20 …`. */
const TRUNK = /\(\s*0\s*\)/;
/** Matches digits and the characters that people write between them: spaces, brackets, dots, all kinds of dashes, slashes. */
const NUMBER = /^[\d\s+\p{Pd}()/.·_[\]]+$/u;
const MIN_DIGITS = 4;
/** The maximum number of digits: the fifteen of E.164, and dialled prefixes. */
const MAX_DIGITS = 20;
/** The number of last digits to search for. Stored numbers begin in many ways, but these digits belong to the line itself. */
const ENDING_DIGITS = 7;
/** The minimum number of digits of a complete number. A shorter one may be the end of many others. */
const MIN_COMPLETE_DIGITS = 6;
/** Hardly any number with its area code has fewer digits than this. */
const MIN_DIGITS_WITH_AREA_CODE = 8;
/** Hardly any number with its country code has fewer digits than this. */
const MIN_DIGITS_WITH_COUNTRY_CODE = 10;

/**
 * Reads a text as a phone number in any spelling: `0171 234-5678`, `+49 (0)171 2345678`, `0049171…`, `(020) 7946.0958
 * ext. 12`, `tel:+44…`. Null for a date, for a text that contains anything else, and for fewer than 4 or more than 20
 * digits.
 */
export function readPhone(text: string): PhoneNumber | null {
  const bare = normalizeText(text).replace(PHONE_LABEL, '').replace(EXTENSION_AT_END, '').replace(TRUNK, ' ');
  if (!NUMBER.test(bare) || isDateLike(bare.trim())) return null;
  const typed = bare.replace(/\D/g, '');
  if (typed.length < MIN_DIGITS || typed.length > MAX_DIGITS) return null;
  // A leading `00` or `0` is dialled, but not part of the number.
  const digits = typed.replace(/^0+(?=\d{4})/, '');
  const written = bare
    .replace(/[^\d+()/. -]+/g, ' ')
    .replace(/ +/g, ' ')
    .trim();
  return { digits, ending: digits.slice(-ENDING_DIGITS), written };
}

/** Detects a phone number or an e-mail address; null for any other text, such as a name. */
export function detectContactKind(text: string): 'phone' | 'email' | null {
  if (text.includes('@')) return 'email';
  return readPhone(text) === null ? null : 'phone';
}

/** Whether a text looks like a date rather than a phone number: `2026-11-24`, `24.11.2026`, `24/11/26`. */
function isDateLike(text: string): boolean {
  return /^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}([./-])\d{1,2}\1(?:\d{4}|\d{2})?|\d{1,2}[./\s-]\d{1,2})$/.test(text);
}

/**
 * Whether a stored number may be the typed one: one of them is the end of the other, as with a local and an international
 * number. A partly typed number is compared from the end, too, as the practice API does.
 */
export function isSamePhone(storedNumber: string | null, { digits }: PhoneNumber): boolean {
  const other = storedNumber === null ? null : readPhone(storedNumber);
  if (other === null) return false;
  return other.digits.endsWith(digits) || (other.digits.length >= MIN_COMPLETE_DIGITS && digits.endsWith(other.digits));
}

/** Whether a number is long enough to be complete. */
export function isCompletePhone({ digits }: PhoneNumber): boolean {
  return digits.length >= MIN_COMPLETE_DIGITS;
}

/**
 * Whether a text is probably the beginning of a phone number that is still being typed: digits, but fewer than numbers with an
 * area or country code have. A practice API finds numbers by their last digits, so it finds no one by a beginning.
 */
export function isBeginningOfPhone(text: string): boolean {
  const bare = normalizeText(text).replace(PHONE_LABEL, '').replace(TRUNK, ' ').trim();
  if (!/\d/.test(bare) || !NUMBER.test(bare) || isDateLike(bare)) return false;
  const digits = bare.replace(/\D/g, '').replace(/^0+/, '');
  return digits.length < (/^(?:\+|00)/.test(bare) ? MIN_DIGITS_WITH_COUNTRY_CODE : MIN_DIGITS_WITH_AREA_CODE);
}

/** Reads a number from a URL, in which a plus that was not encoded as `%2B` has become a space. */
export function readPhoneParam(param: string): string {
  return param.replace(/^(tel:)? (?=\d)/i, '$1+').trim();
}
