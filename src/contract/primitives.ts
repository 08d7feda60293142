import * as z from 'zod/mini';
import { datePattern, dateTimePattern, instantOf } from '#contract/date-time.ts';
import { storableTextSchema } from '#contract/text.ts';

const UUID =
  /^(?:[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|0{8}-0{4}-0{4}-0{4}-0{12}|[fF]{8}-[fF]{4}-[fF]{4}-[fF]{4}-[fF]{12})$/;

/**
 * A UUID of versions 1 to 8 with the RFC variant, the nil UUID or the max UUID (section 2 of the specification). Capitals
 * become lower case.
 */
export const uuidSchema = z.string().check(
  z.regex(UUID, 'must be a UUID'),
  z.overwrite((text) => text.toLowerCase()),
  z.meta({ format: 'uuid' }),
);

const dateTimeProblem =
  'must be an ISO 8601 date and time with Z or an offset such as +01:00, in the years 0001 to 9999';
const dateTimeDescription =
  'ISO 8601 with `Z` or an offset; seconds and fractions may be left out; a fraction is cut to the millisecond.';
/** Matches `2026-01-01T10:00+01:00` in a query in which the + was not escaped. */
const UNESCAPED_PLUS = /T\S+ \d\d:\d\d$/;

/**
 * An ISO 8601 timestamp with a date, a time and a mandatory offset (section 2 of the specification). Seconds and fractions are
 * optional, unlike in RFC 3339, zod's own schema and the JSON Schema format `date-time`. The calendar date is checked,
 * including leap years; the written year is 0001 to 9999.
 */
export const dateTimeSchema = z.string().check(
  z.regex(dateTimePattern, {
    error: ({ input }) =>
      UNESCAPED_PLUS.test(String(input)) ? `${dateTimeProblem}; write its + as %2B in an address` : dateTimeProblem,
  }),
  z.meta({ description: dateTimeDescription }),
);

/**
 * An instant in a response: a {@link dateTimeSchema} that our service writes in UTC with milliseconds, so it is valid RFC
 * 3339 as well.
 */
export const instantSchema = dateTimeSchema.check(
  z.meta({ format: 'date-time', description: 'UTC with milliseconds.' }),
);

/** A {@link dateTimeSchema} whose year is 0001 to 9999 in UTC as well, so that a stored date-time can be returned. */
export const utcDateTimeSchema = dateTimeSchema.check(
  z.refine((dateTime) => {
    const instant = instantOf(dateTime);
    return Number.isNaN(instant) || dateTimePattern.test(new Date(instant).toISOString());
  }, 'must be in the years 0001 to 9999 in UTC'),
  z.meta({ description: `${dateTimeDescription} It is in the years 0001 to 9999, in UTC as well.` }),
);

const queryLengthProblem = 'must have 1 to 200 UTF-16 units';

/**
 * A free-text query (sections 4.4 and 8 of the specification): 1 to 200 UTF-16 units. A separate check counts the units,
 * because zod's `maxLength` counts code points.
 */
export const queryTextSchema = storableTextSchema.check(
  z.minLength(1, queryLengthProblem),
  z.maxLength(200, queryLengthProblem),
  z.refine((text) => text.length <= 200, queryLengthProblem),
  z.meta({
    description:
      'White-space separated terms, each the beginning of a word. 1 to 200 UTF-16 units, so fewer characters where they take two. Without NUL and without half of a surrogate pair.',
  }),
);

/** The value of the `Idempotency-Key` header. */
export const idempotencyKeySchema = z.string().check(
  z.regex(/^[\x21-\x7e]{1,255}$/, 'must have 1 to 255 visible ASCII characters'),
  z.meta({
    description:
      'The same key with the same body within 24 hours gives the first response 200 again and creates nothing.',
  }),
);

/** A calendar date without time or zone, `YYYY-MM-DD`, of the years 0001 to 9999. */
export const dateSchema = z.iso.date().check(
  z.refine((date) => !date.startsWith('0000'), 'must be in the years 0001 to 9999'),
  z.meta({ pattern: datePattern.source }),
);
