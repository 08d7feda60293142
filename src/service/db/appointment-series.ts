import { type SQL, sql } from 'drizzle-orm';
import type postgres from 'postgres';
import type * as z from 'zod/mini';
import type { createSeriesSchema } from '#contract/appointment-series.ts';
import { toFoundList } from '#service/domain/cursor.ts';
import type { RecordKey } from './authentication.ts';
import { arrayLiteral, createOrderedUuid, deriveUuid } from './column-types.ts';
import { createAppointment } from './create-appointment.ts';
import type { Database } from './database.ts';
import type { AppointmentPage } from './find-appointments.ts';
import { appointmentByIdCondition } from './read-appointment.ts';
import { runQuery } from './run-query.ts';

/** A series whose input is valid and authorized. */
interface NewSeries extends Omit<z.output<typeof createSeriesSchema>, 'storeIds'> {
  storeId: string;
  /** The employee who uses the key. */
  createdBy: string;
}

/**
 * Adds the appointments of a series one after another, so that the choice of each one's room takes the earlier ones into
 * account. Returns the id of the series. Throws like {@link createAppointment}. `now` is epoch milliseconds.
 */
export async function createSeries(
  transaction: postgres.TransactionSql,
  { times, ...appointment }: NewSeries,
  now: number,
): Promise<string> {
  const seriesId = createOrderedUuid(now);
  const ids = deriveAppointmentIds(seriesId, times.length);
  for (const [nth, time] of times.entries()) {
    await createAppointment(transaction, { ...appointment, ...time, id: ids[nth], seriesId }, now);
  }
  return seriesId;
}

/**
 * The ids of the appointments of a new series, in the order of their times. They derive from the id of the series, so that a
 * repeated request gets the same response, whatever happened to the appointments.
 */
export function deriveAppointmentIds(seriesId: string, count: number): string[] {
  return Array.from({ length: count }, (_, nth) => deriveUuid(`${seriesId}/${nth}`));
}

/**
 * The accessible appointments that were booked together with the given one, including it, ordered by start, unresolved ones
 * last. Null if the appointment does not exist.
 */
export async function findSeries(
  { sql: executor }: Database,
  key: RecordKey,
  { limit, position }: { limit: number; position: string | null },
): Promise<AppointmentPage | null> {
  const { companyId, id, storeIds } = key;
  const rows = await runQuery<{ id: string | null; total: number; record: string; position: string }>(
    executor,
    sql`with found as materialized (
        select id, record, record::json ->> 'status' is null as is_unresolved, coalesce(start_at, 'infinity') as sort_key
        from appointments
        where company_id = ${companyId}::uuid and store_id = any(${arrayLiteral(storeIds)}::uuid[])
          and (id = ${id}::uuid or series_id = (select series_id from appointments where ${appointmentByIdCondition(key)}))
      )
      select total.count as total, page.id, page.record, concat_ws('/', is_unresolved, sort_key, page.id) as position
      from (select count(*)::int from found) as total
      left join (
        select * from found ${afterPosition(position)} order by is_unresolved, sort_key, id limit ${limit + 1}::int
      ) as page on true
      order by is_unresolved, sort_key, page.id`,
  );
  if (rows[0]?.total === 0) return null;
  const { data, ...rest } = toFoundList(rows, limit, { item: ({ record }) => record, position: (row) => row.position });
  return { ...rest, records: Buffer.from(data.join(',')) };
}

function afterPosition(position: string | null): SQL {
  if (position === null) return sql``;
  const [isUnresolved, sortKey, id] = position.split('/');
  return sql`where (is_unresolved, sort_key, id) > (${isUnresolved}::text::boolean, ${sortKey}::timestamptz, ${id}::uuid)`;
}
