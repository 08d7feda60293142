import type { Context } from 'hono';

/** The fields of a form that was sent; null for a body of another kind. A field that was sent twice has its last value. */
export async function readFormFields(c: Pick<Context, 'req'>): Promise<Partial<Record<string, string>> | null> {
  if (!/^application\/x-www-form-urlencoded *(?:;|$)/i.test(c.req.header('content-type') ?? '')) return null;
  return Object.fromEntries(new URLSearchParams(await c.req.text().catch(() => '')));
}

/** Typed text with normalised line breaks, and without control characters, which no one types on purpose. */
export const cleanLines = (typed: string): string =>
  typed
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?![\t\n])[\p{Cc}\p{Cs}]/gu, '')
    .trim();

/** Like {@link cleanLines}, but on a single line. */
export const cleanLine = (typed: string): string => cleanLines(typed).replaceAll(/[\t\n\u2028\u2029]+/g, ' ');

/** Converts the digits of Arabic and Persian keyboards to the Latin digits of stored phone numbers and codes. */
export const toLatinDigits = (typed: string): string =>
  typed.replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));
