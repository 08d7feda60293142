import { type SQL, sql } from 'drizzle-orm';
import { type HistoryEntry, historyEntrySchema } from '#contract/appointment-change.ts';
import { ServiceError } from '#contract/error.ts';
import type { FoundList } from '#service/domain/cursor.ts';
import type { RecordKey } from './authentication.ts';
import { arrayLiteral, isoInstant } from './column-types.ts';
import type { Database } from './database.ts';
import { runQuery, runQueryForBytes } from './run-query.ts';

/** The condition for one row of `appointments`. */
export function isAppointment({ companyId, id, storeIds }: RecordKey): SQL {
  return sql`company_id = ${companyId}::uuid and id = ${id}::uuid and store_id = any(${arrayLiteral(storeIds)}::uuid[])`;
}

/** The 404 of an appointment that does not exist, or is not accessible. */
export function noSuchAppointment(): ServiceError {
  return new ServiceError('not_found', 'id: the stores in reach have no such appointment');
}

/** The stored JSON of an appointment, its id alone where it is unresolved; null when there is none. */
export async function findAppointment({ sql: executor }: Database, key: RecordKey): Promise<Uint8Array | null> {
  const [row] = await runQueryForBytes(executor, sql`select record from appointments where ${isAppointment(key)}`);
  return row?.[0] ?? null;
}

interface HistoryRow {
  created_at: string;
  total: number;
  at: string | null;
  employee_id: string | null;
  changes: unknown;
}

/** A page of the history of an appointment, newest first; null when there is no such appointment. */
export async function findHistory(
  { sql: executor }: Database,
  key: RecordKey,
  { limit, position }: { limit: number; position: string | null },
): Promise<FoundList<HistoryEntry> | null> {
  const ofAppointment = sql`h.company_id = a.company_id and h.appointment_id = a.id`;
  const after = position === null ? sql`` : sql`and h.at < ${position}::timestamptz`;
  const rows = await runQuery<HistoryRow>(
    executor,
    sql`select a.created_at, (select count(*)::int from appointment_history h where ${ofAppointment}) as total, page.*
      from (select company_id, id, created_at from appointments where ${isAppointment(key)}) as a
      left join lateral (
        select h.at, h.employee_id, h.changes from appointment_history h where ${ofAppointment} ${after}
        order by h.at desc limit ${limit + 1}::int
      ) as page on true
      order by page.at desc`,
  );
  const [first] = rows;
  if (first === undefined) return null;
  if (first.total === 0) {
    // The appointment is older than the history, and unchanged since.
    return {
      data: [{ at: isoInstant(first.created_at), employeeId: null, changes: [] }],
      totalCount: 1,
      position: null,
    };
  }
  const shown = rows.slice(0, limit);
  return {
    data: shown.flatMap(({ at, employee_id: employeeId, changes }) =>
      at === null ? [] : [historyEntrySchema.parse({ at: isoInstant(at), employeeId, changes })],
    ),
    totalCount: first.total,
    position: rows.length > shown.length ? (shown.at(-1)?.at ?? null) : null,
  };
}
