import * as z from 'zod/mini';
import { joinListParam } from '#contract/list-param.ts';

/**
 * Parses search params, which are readable plain text: values and comma-separated lists, no JSON. The result is text;
 * each route's schema converts it.
 */
export function parseSearchParams(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Writes search params: undefined, null, false and empty lists are left out, true is written as 1. */
export function stringifySearchParams(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    const text = paramText(value);
    if (text !== null) params.set(name, text);
  }
  // Commas and colons are allowed in a query (RFC 3986, section 3.4) and keep the URL readable.
  const text = params.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
  return text === '' ? '' : `?${text}`;
}

function paramText(value: unknown): string | null {
  if (Array.isArray(value)) return value.length > 0 ? joinListParam(value.map(String)) : null;
  if (value === true) return '1';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  return null;
}

/** The schema of an optional search param, which is dropped if it is invalid. */
export function optionalParam<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.catch(z.optional(schema), undefined);
}
