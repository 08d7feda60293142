import { asApiError } from '#app/api/api-error.ts';
import type { FinderSearch } from './finder-search.ts';

/** Each filter with its words, and the names that a message of the API may call it by. */
const FILTERS = [
  ['q', 'search text', ['query']],
  ['store', 'store', ['storeIds', 'storeId']],
  ['status', 'status', ['status']],
  ['vet', 'vet', ['employeeId']],
  ['type', 'visit type', ['visitTypeId']],
  ['category', 'visit category', ['visitTypeCategory']],
  ['origin', 'origin', ['createdFrom']],
  ['room', 'room', ['roomId']],
  ['pet', 'pet', ['petId']],
  ['client', 'client', ['clientId']],
  ['title', 'exact title', ['title']],
  ['invoice', 'invoice id', ['storeInvoiceId']],
  ['billing', 'billing context id', ['billingContextId']],
  ['from', 'appointment date', ['start', 'startDate']],
  ['to', 'appointment date', ['start', 'endDate']],
  ['endFrom', 'end', ['end']],
  ['endTo', 'end', ['end']],
  ['createdFrom', 'created', ['createdAt', 'createdSince']],
  ['createdTo', 'created', ['createdAt', 'createdBefore']],
  ['updatedFrom', 'updated', ['updatedAt', 'updatedSince']],
  ['updatedTo', 'updated', ['updatedAt', 'updatedBefore']],
  ['inFrom', 'checked in', ['checkedInAt']],
  ['inTo', 'checked in', ['checkedInAt']],
  ['checkedIn', 'checked in', ['checkedInAt']],
] as const satisfies (readonly [keyof FinderSearch, string, readonly string[]])[];

/** Refusals that say nothing about the filters: not signed in, too slow, too often. */
const OF_OTHER_THINGS: ReadonlySet<number> = new Set([401, 408, 429]);

/**
 * Which filters the practice system refuses, in words; null where the error is of another kind. Ids are not judged before:
 * other implementations may have ids of any shape.
 */
export function refusedFilters(error: unknown, search: FinderSearch): string | null {
  const { status, suggestion } = asApiError(error) ?? {};
  if (!status || status < 400 || status >= 500 || OF_OTHER_THINGS.has(status)) return null;
  const set = FILTERS.filter(([param]) => search[param] !== undefined);
  if (set.length === 0) return null;
  const said = new Set(suggestion?.match(/\w+/g));
  const named = set.filter(([, , names]) => names.some((name) => said.has(name)));
  const words = [...new Set((named.length > 0 ? named : set).map(([, word]) => word))];
  return words.length === 1
    ? `The practice system refuses the filter by ${words[0]}.`
    : `The practice system refuses one of these filters: ${words.join(', ')}.`;
}
