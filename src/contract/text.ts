import * as z from 'zod/mini';
import { parseUrl } from './parse-url.ts';

/* The schemas of texts that people type. Lengths are in UTF-16 units. */

/** Text that can be stored and sent: no NUL, which PostgreSQL does not store, and no lone surrogate, which UTF-8 lacks. */
export const storableTextSchema = z.string().check(
  z.refine((text) => !/[\0\p{Cs}]/u.test(text), 'must not hold NUL or half of a surrogate pair'),
  // The pattern excludes only NUL: one that also excluded lone surrogates would depend on JavaScript's flag u.
  z.meta({ pattern: '^[^\\u0000]*$', description: 'Without NUL and without half of a surrogate pair.' }),
);

// Character classes for the patterns of the API's description. `\s` and `\d` are spelled out, because they match other
// characters in other programming languages.
const WHITE_SPACE = '\\t-\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff';
const CONTROL = '\\u0000-\\u0008\\u000e-\\u001f\\u007f-\\u009f';

const textDescription = 'Without control characters but tabs and line breaks, and without half of a surrogate pair.';

/** Text that may have several lines, without control characters except tabs and line breaks, and without lone surrogates. */
export const textSchema = z.string().check(
  z.refine((text) => !/(?![\t-\r])[\p{Cc}\p{Cs}]/u.test(text), 'must not hold control characters'),
  z.meta({ pattern: `^[^${CONTROL}]*$`, description: textDescription }),
);

/** Creates the schema of text that may have several lines. It is trimmed, and then has 1 to `max` UTF-16 units. */
export const createFilledTextSchema = (max: number) =>
  textSchema.check(
    z.trim(),
    z.refine(({ length }) => length >= 1 && length <= max, lengthProblem(max)),
    z.meta({
      pattern: `^[${WHITE_SPACE}]*[^${WHITE_SPACE}${CONTROL}][^${CONTROL}]*$`,
      description: `1 to ${max} UTF-16 units once trimmed. ${textDescription}`,
    }),
  );

const lengthProblem = (max: number) => `must have 1 to ${max} UTF-16 units besides white space around`;

/**
 * Converts text to one line: trimmed, without the marks that embed, override or isolate a direction, because they would also
 * change the order of the text around it.
 */
export const toLine = (text: string) => text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '').trim();

/** Whether text is one line without control characters or lone surrogates. */
export const isLine = (text: string) => !/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u.test(text);

/** The characters that are dropped at the edges of a line. */
const DROPPED_CHARACTERS = `${WHITE_SPACE}\\u202a-\\u202e\\u2066-\\u2069`;
/** The characters that no line may contain. */
const FORBIDDEN_CHARACTERS = '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029';
const linePattern = (pattern: string) => `^[${DROPPED_CHARACTERS}]*${pattern}[${DROPPED_CHARACTERS}]*$`;
const NON_EMPTY_LINE = `[^${DROPPED_CHARACTERS}${FORBIDDEN_CHARACTERS}][^${FORBIDDEN_CHARACTERS}]*`;

/** The pattern of a line that is not empty. */
export const filledLinePattern = linePattern(NON_EMPTY_LINE);

export const lineDescription =
  'One line without control characters and half of a surrogate pair; it is trimmed, and the direction marks U+202A to U+202E and U+2066 to U+2069 are dropped.';

/** Text of one line, which may be empty. It is converted by {@link toLine}. */
export const lineSchema = z
  .string()
  .check(
    z.overwrite(toLine),
    z.refine(isLine, 'must be one line without control characters'),
    z.meta({ pattern: linePattern(`(?:${NON_EMPTY_LINE})?`), description: lineDescription }),
  );

/** Short text of one line entered by a person, such as a name: 1 to 200 UTF-16 units. */
export const typedTextSchema = lineSchema.check(
  z.refine(({ length }) => length >= 1 && length <= 200, lengthProblem(200)),
  z.meta({ pattern: filledLinePattern, description: `1 to 200 UTF-16 units. ${lineDescription}` }),
);

export const emailSchema = typedTextSchema.check(
  z.regex(/^[^@]+@[^@]+$/, 'must have one @ with text around it'),
  z.meta({
    pattern: linePattern(
      `[^@${DROPPED_CHARACTERS}${FORBIDDEN_CHARACTERS}][^@${FORBIDDEN_CHARACTERS}]*@[^@${FORBIDDEN_CHARACTERS}]*[^@${DROPPED_CHARACTERS}${FORBIDDEN_CHARACTERS}]`,
    ),
  }),
);

const toAddressLines = (text: string) =>
  text
    .split(/\r\n?|\n/)
    .map(toLine)
    .join('\n')
    .trim();

/** A postal address of one to four lines and at most 300 UTF-16 units. Each line is converted by {@link toLine}. */
export const addressSchema = z.string().check(
  z.overwrite(toAddressLines),
  z.refine((text) => text.split('\n').every(isLine), 'must not hold control characters but line breaks'),
  z.refine(({ length }) => length >= 1 && length <= 300, lengthProblem(300)),
  z.refine((text) => text.split('\n').length <= 4, 'must have 1 to 4 lines'),
  z.meta({
    pattern: `^[${DROPPED_CHARACTERS}]*${NON_EMPTY_LINE}(?:\\r?\\n[^${FORBIDDEN_CHARACTERS}]*){0,3}$`,
    description: `1 to 4 lines, 1 to 300 UTF-16 units, without control characters but line breaks. Each line is trimmed, and direction marks are dropped.`,
  }),
);

/** The address of a web site, which starts with `http://` or `https://`. */
export const websiteSchema = typedTextSchema.check(
  z.regex(/^https?:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/i, 'must be an address that starts with http:// or https://'),
  z.refine((address) => parseUrl(address) !== null, 'must be the address of a web site'),
  z.meta({
    pattern: linePattern(
      `[Hh][Tt][Tt][Pp][Ss]?://[^/?#@\\\\${DROPPED_CHARACTERS}${FORBIDDEN_CHARACTERS}]+(?:[/?#][^${DROPPED_CHARACTERS}${FORBIDDEN_CHARACTERS}]*)?`,
    ),
    description: `An address with http or https that a browser can open. 1 to 200 UTF-16 units. ${lineDescription}`,
  }),
);

export const phoneSchema = typedTextSchema.check(
  z.regex(/^[0-9 +\-()/.]{3,40}$/, 'must have 3 to 40 characters, which may be digits, blanks and + - ( ) / .'),
  z.refine((text) => /[0-9].*[0-9].*[0-9]/.test(text), 'must have at least 3 digits'),
  z.meta({ pattern: linePattern('(?=(?:[^0-9]*[0-9]){3})[0-9 +\\-()/.]{3,40}') }),
);
