/*
 * The limits of lists and searches, and the search for a day. This file does not use Zod, so that the first page builds no
 * schema for them.
 */

/** The page sizes of every list and search (section 8 of the specification). */
export const pageLimit = { min: 1, max: 500, default: 100 } as const;

/** The limits of the search grammar (section 8 of the specification). */
export const searchBounds = { in: { min: 1, max: 100 }, or: { min: 1, max: 10 } } as const;

/**
 * An interval of instants (ISO 8601 in UTC), and the stores whose appointments are searched; all accessible stores if
 * `storeIds` is empty.
 */
export interface DaySearch {
  companyId: string;
  storeIds: readonly string[];
  from: string;
  to: string;
}

/**
 * Creates the search (section 4.4 of the specification) for the appointments that overlap an interval. It requests the
 * first page, of the maximum size.
 */
export function createDaySearch({ companyId, storeIds, from, to }: DaySearch) {
  return {
    companyId,
    ...(storeIds.length > 0 ? { storeIds: [...storeIds].sort() } : {}),
    limit: pageLimit.max,
    filter: { or: [{ start: { gte: from, lt: to } }, { start: { lt: from }, end: { gt: from } }] },
  };
}
