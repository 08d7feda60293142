import { z } from 'zod';

const UUID =
  /^(?:[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|0{8}-0{4}-0{4}-0{4}-0{12}|[fF]{8}-[fF]{4}-[fF]{4}-[fF]{4}-[fF]{12})$/;

/** A UUID of versions 1 to 8 with the RFC variant, the nil or the max UUID (section 2). Capitals are folded to lower case. */
export const uuidSchema = z
  .string()
  .regex(UUID, 'must be a UUID')
  .overwrite((text) => text.toLowerCase())
  .meta({ format: 'uuid' });

// Years that divide by 4, but not by 100 unless by 400, have a 29 February.
const DATE =
  /(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29|\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8])))/;
const TIME = /(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)/;
const DATE_TIME = new RegExp(`^(?!0000)${DATE.source}T${TIME.source}$`);

const dateTimeProblem =
  'must be an ISO 8601 date and time with Z or an offset such as +01:00, in the years 0001 to 9999';
/** `2026-01-01T10:00+01:00` in a query where the + was not escaped. */
const LOST_PLUS = /T\S+ \d\d:\d\d$/;

/**
 * An ISO 8601 timestamp with a date, a time and a mandatory offset (section 2); seconds and fractions are optional, which
 * sets it apart from RFC 3339 and so from zod's own and from the format `date-time` of JSON Schema. The calendar date is
 * checked, leap years included; the written year is 0001 to 9999.
 */
export const dateTimeSchema = z
  .string()
  .regex(DATE_TIME, {
    error: ({ input }) =>
      LOST_PLUS.test(String(input)) ? `${dateTimeProblem}; write its + as %2B in an address` : dateTimeProblem,
  })
  .meta({
    description:
      'ISO 8601 with `Z` or an offset; seconds and fractions may be left out; a fraction is cut to the millisecond.',
  });

/** An instant in a response: a {@link dateTimeSchema} that our service writes in UTC with milliseconds, so RFC 3339 as well. */
export const instantSchema = dateTimeSchema.meta({ format: 'date-time', description: 'UTC with milliseconds.' });

/**
 * The instant of a date-time that {@link dateTimeSchema} accepts, in milliseconds since 1970-01-01T00:00Z.
 * Fractions finer than a millisecond are cut.
 */
export function instantOf(dateTime: string): number {
  return Date.parse(dateTime.replace(/(\.\d{3})\d+/, '$1'));
}

/** The instant of a date-time as our service writes it, in UTC with milliseconds: `2026-03-29T07:30:00.000Z`. */
export function isoOf(dateTime: string): string {
  return new Date(instantOf(dateTime)).toISOString();
}

/** A {@link dateTimeSchema} that is of the years 0001 to 9999 in UTC as well, so that a record with it can be served. */
export const utcDateTimeSchema = dateTimeSchema.refine((dateTime) => {
  const instant = instantOf(dateTime);
  return Number.isNaN(instant) || DATE_TIME.test(new Date(instant).toISOString());
}, 'must be in the years 0001 to 9999 in UTC');

// A lone surrogate cannot be written as UTF-8, and PostgreSQL stores no NUL.
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is exactly the character that is refused.
const UNSTORABLE = /\u0000|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** Text that can be stored and sent: no NUL and no lone surrogate. Lengths count UTF-16 units. */
export const textSchema = z
  .string()
  .refine((text) => !UNSTORABLE.test(text), 'must not hold NUL or half of a surrogate pair')
  // The pattern means the same with and without JavaScript's flag u; one for surrogates would not.
  .meta({ pattern: '^[^\\u0000]*$', description: 'Without NUL and without half of a surrogate pair.' });

const queryLength = 'must have 1 to 200 UTF-16 units';

/** A free-text query (sections 4.4 and 8): 1 to 200 UTF-16 units, where zod's own limit counts whole characters. */
export const queryTextSchema = textSchema
  .min(1, queryLength)
  .max(200, queryLength)
  .refine((text) => text.length <= 200, queryLength)
  .meta({
    description:
      'White-space separated terms, each the beginning of a word. 1 to 200 UTF-16 units, so fewer characters where they take two. Without NUL and without half of a surrogate pair.',
  });

/** What {@link dateSchema} takes, as a pattern for a description. */
export const datePattern = `^(?!0000)${DATE.source}$`;

/** A calendar date without time or zone, `YYYY-MM-DD`, of the years 0001 to 9999. */
export const dateSchema = z.iso.date().refine((date) => !date.startsWith('0000'), 'must be in the years 0001 to 9999');
