import { instantOf, nextUpdatedAt } from '#contract/date-time.ts';
import { ServiceError } from '#contract/error.ts';

interface Versioned {
  id: string;
  updatedAt: string;
}

/** A record by its id. Throws 404 if it does not exist. */
export function findRecord<Item extends { id: string }>(list: readonly Item[], id: string): Item {
  const found = list.find((item) => item.id === id.toLowerCase());
  if (found === undefined) throw new ServiceError('not_found', 'id: the company has none');
  return found;
}

/** Replaces a record with a later version. */
export function replaceRecord<Item extends Versioned>(list: Item[], next: Item): Item {
  const at = list.findIndex(({ id }) => id === next.id);
  const before = list[at]?.updatedAt ?? next.updatedAt;
  const later = { ...next, updatedAt: new Date(nextUpdatedAt(Date.now(), before)).toISOString() };
  list.splice(at, 1, later);
  return later;
}

/**
 * Changes a record as requested, and returns the result. `check` throws for an invalid result, and returns it with derived
 * values. Throws 409 with the record if its `updatedAt` is a different one, unless nothing changes.
 */
export function changeRecord<Item extends Versioned>(
  list: Item[],
  id: string,
  { expectedUpdatedAt, companyId: _, ...given }: { expectedUpdatedAt: string; companyId: string },
  check: (next: Item, before: Item) => Item = (next) => next,
): Item {
  const before = findRecord(list, id);
  const next = { ...before, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) };
  if (JSON.stringify(next) === JSON.stringify(before)) return before;
  if (instantOf(expectedUpdatedAt) !== instantOf(before.updatedAt))
    throw new ServiceError('changed_meanwhile', 'check its current version', { current: before });
  return replaceRecord(list, check(next, before));
}
