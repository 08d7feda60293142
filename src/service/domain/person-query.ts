import { wordsOf } from './search-words.ts';

/** A parsed query for clients or pets; all parts must match. */
export interface PersonQuery {
  /** Prefixes of words of a name. */
  terms: readonly string[];
  /** Prefixes of the client's e-mail address, A to Z in lower case. */
  emails: readonly string[];
  /** The last digits of the client's phone number. */
  phone: string | null;
}

/** Digits and what people write between them. */
const NUMBER = /^[\d\s+\-()/.]*$/;
/** A text with fewer digits is searched as a name. */
const MIN_DIGITS = 4;

/**
 * Parses a query: either one number, or terms, of which those with an @ are e-mail addresses. A leading 0 or + of a
 * number is dropped, since it differs between national and international notation.
 */
export function readPersonQuery(query: string): PersonQuery {
  const digits = query.replace(/\D/g, '');
  if (NUMBER.test(query) && digits.length >= MIN_DIGITS)
    return { terms: [], emails: [], phone: digits.replace(/^0/, '') };
  const words = wordsOf(query);
  return {
    terms: words.filter((word) => !word.includes('@')),
    emails: words.filter((word) => word.includes('@')),
    phone: null,
  };
}
