import { wordsOf } from './search-words.ts';

/** What a query for clients or pets asks for; all of it must match. */
export interface PersonQuery {
  /** Each begins a word of a name. */
  terms: readonly string[];
  /** Each begins the e-mail address of the client, A to Z in lower case. */
  emails: readonly string[];
  /** The digits in which the phone number of the client ends. */
  phone: string | null;
}

/** Digits and what people write between them. */
const NUMBER = /^[\d\s+\-()/.]*$/;
/** Fewer digits are rather a name. */
const MIN_DIGITS = 4;

/**
 * Reads a query: a number as a whole, otherwise by its terms, of which one with an @ is an e-mail address. A leading 0 or +
 * of a number is no part of it, since it is written one way from within the country and another from abroad.
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
