import { type SQL, sql } from 'drizzle-orm';
import type { Availability } from '#contract/availability.ts';
import { maxEntryDays } from '#contract/availability-rules.ts';
import type { AvailabilityKind } from '#contract/enums.ts';
import type { Interval } from '#contract/interval.ts';
import { type FoundList, toFoundList } from '#service/domain/cursor.ts';
import { durationBounds, endsAfterConditions } from './appointment-filter.ts';
import { arrayLiteral, instantLiteral } from './column-types.ts';
import type { Database } from './database.ts';
import { parseFields, selectFields } from './read-rows.ts';
import { runQuery } from './run-query.ts';
import { availability } from './schema.ts';

/** The longest duration of each duration class in milliseconds; no entry is longer than the last. */
const longestDurations = [...durationBounds.slice(0, 6), maxEntryDays * 86_400_000];

/** The fields of an entry, in the order of the response. */
export const availabilityFields = [
  ...(['id', 'companyId', 'kind', 'storeId', 'employeeId', 'roomId', 'start', 'end'] as const),
  ...(['title', 'seriesId', 'createdAt', 'updatedAt'] as const),
];

/** The condition that an entry of the company is accessible. Everyone can access entries without a store. */
export function accessibleEntryCondition(companyId: string, storeIds: readonly string[]): SQL {
  return sql`company_id = ${companyId}::uuid and (store_id is null or store_id = any(${arrayLiteral(storeIds)}::uuid[]))`;
}

/**
 * The condition that an entry overlaps [`start`, `end`), epoch milliseconds. It reads only one short range of the index
 * for each duration class.
 */
export function overlapsTime({ start, end }: Interval): SQL {
  return sql`start_at < ${instantLiteral(end)}::timestamptz and end_at > ${instantLiteral(start)}::timestamptz
    and (${sql.join(endsAfterConditions(start, longestDurations), sql` or `)})`;
}

/** The criteria of a search for availability entries. */
export interface AvailabilityQuery extends Interval {
  companyId: string;
  /** Entries of other stores are left out; entries without a store are not. */
  storeIds: readonly string[];
  kind: AvailabilityKind | null;
  employeeId: string | null;
  roomId: string | null;
  seriesId: string | null;
}

/** A page of the entries that overlap an interval, ordered by start, then id. */
export async function findAvailability(
  { sql: executor }: Database,
  query: AvailabilityQuery,
  { limit, position }: { limit: number; position: string | null },
): Promise<FoundList<Availability>> {
  const { companyId, storeIds, kind, employeeId, roomId, seriesId } = query;
  const conditions = [accessibleEntryCondition(companyId, storeIds), overlapsTime(query)];
  if (kind !== null) conditions.push(sql`kind = ${kind}`);
  if (employeeId !== null) conditions.push(sql`employee_id = ${employeeId}::uuid`);
  if (roomId !== null) conditions.push(sql`room_id = ${roomId}::uuid`);
  if (seriesId !== null) conditions.push(sql`series_id = ${seriesId}::uuid`);
  const [after, id] = position?.split('/') ?? [];
  const rest = position === null ? sql`` : sql`where ("start", id) > (${after}::timestamptz, ${id}::uuid)`;
  const rows = await runQuery<Record<string, unknown> & { id: string | null; total: number }>(
    executor,
    sql`with found as materialized (
        select ${selectFields(availability, availabilityFields)} from availability where ${sql.join(conditions, sql` and `)}
      )
      select total.count as total, page.*
      from (select count(*)::int from found) as total
      left join (select * from found ${rest} order by "start", id limit ${limit + 1}::int) as page on true
      order by page."start", page.id`,
  );
  return toFoundList(rows, limit, {
    item: ({ total: _, ...row }) => parseFields(availability, row) as unknown as Availability,
    position: ({ start, id: last }) => `${start}/${last}`,
  });
}
