import { type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import {
  type FieldChange,
  type HistoryEntry,
  historyEntrySchema,
  type historyPageSchema,
} from '#contract/appointment-change.ts';
import { canChangeReason } from '#contract/appointment-rules.ts';
import { instantOf } from '#contract/date-time.ts';
import { ServiceError } from '#contract/error.ts';
import { type FoundList, toFoundList } from '#service/domain/cursor.ts';
import type { RecordKey } from './authentication.ts';
import { arrayLiteral, instantLiteral, isoInstant } from './column-types.ts';
import type { Database } from './database.ts';
import { appointmentByIdCondition, appointmentNotFoundError } from './read-appointment.ts';
import { type Executor, inTransaction, runQuery } from './run-query.ts';
import { appointmentHistory } from './schema.ts';
import { assignments } from './write-rows.ts';

/**
 * An entry of the history. `created_at` is the time at which the appointment was created; null if the entry records the
 * creation itself.
 */
export interface NewHistoryEntry {
  company_id: string;
  appointment_id: string;
  at: string;
  employee_id: string | null;
  changes: readonly FieldChange[];
  created_at: string | null;
  /** Why the status changed; null or absent if no reason was given. */
  reason?: string | null;
}

/**
 * Writes history entries. The first change to an appointment is preceded by an entry with the state before it. A trigger
 * could not write them, because it knows neither the person nor the reason.
 */
export async function recordAppointmentChanges(
  transaction: Executor,
  entries: readonly NewHistoryEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  await runQuery(
    transaction,
    sql`with given as (
      select * from json_to_recordset(${JSON.stringify(entries)}::text::json)
        as entry(company_id uuid, appointment_id uuid, at timestamptz(3), employee_id uuid, changes jsonb, created_at timestamptz(3), reason text)
    ), begun as (
      insert into appointment_history (company_id, appointment_id, at, changes)
      select company_id, appointment_id, least(created_at, at - interval '1 ms'), '[]' from given
      where created_at is not null and not exists (
        select from appointment_history h where h.company_id = given.company_id and h.appointment_id = given.appointment_id
      )
    )
    insert into appointment_history (company_id, appointment_id, at, employee_id, changes, reason)
    select company_id, appointment_id, at, employee_id, changes, reason from given`,
  );
}

/**
 * The latest change of status of an appointment `a`, and its reason: a table with one row, or with none if the status never
 * changed.
 */
export const latestStatusReason = (a: SQL): SQL => sql`(
  select h.at, h.reason from appointment_history h
  where h.company_id = ${a}.company_id and h.appointment_id = ${a}.id
    and h.changes @> '[{"field": "status"}]' and not h.changes @> '[{"field": "status", "from": null}]'
  order by h.at desc limit 1
)`;

/** Reads when and why the status of each of these appointments last changed. The result is keyed by appointment id. */
export async function readReasons(
  executor: Executor,
  companyId: string,
  ids: readonly string[],
): Promise<Map<string, { at: string; reason: string | null }>> {
  if (ids.length === 0) return new Map();
  const rows = await runQuery<{ id: string; at: string; reason: string | null }>(
    executor,
    sql`select a.id, h.at, h.reason from appointments a cross join lateral ${latestStatusReason(sql`a`)} as h
      where a.company_id = ${companyId}::uuid and a.id = any(${arrayLiteral(ids)}::uuid[])`,
  );
  return new Map(rows.map(({ id, ...entry }) => [id, entry]));
}

/** Sets the reasons for changes of status, which are identified by appointment and time as in {@link readReasons}. */
export async function writeReasons(
  transaction: Executor,
  companyId: string,
  reasons: readonly { id: string; at: string; reason: string | null }[],
): Promise<void> {
  if (reasons.length === 0) return;
  await runQuery(
    transaction,
    sql`update appointment_history h set reason = given.reason
      from json_to_recordset(${JSON.stringify(reasons)}::text::json) as given(id uuid, at timestamptz(3), reason text)
      where h.company_id = ${companyId}::uuid and h.appointment_id = given.id and h.at = given.at`,
  );
}

interface EntryRow {
  at: string;
  employee_id: string | null;
  changes: unknown;
  reason: string | null;
  reason_at: string | null;
  reason_employee_id: string | null;
}

const entryColumns = sql`h.at, h.employee_id, h.changes, h.reason, h.reason_at, h.reason_employee_id`;

function toEntry({ changes, reason, ...row }: EntryRow): HistoryEntry {
  const [at, employeeId] = [isoInstant(row.at), row.employee_id];
  if (reason === null) return historyEntrySchema.parse({ at, employeeId, changes });
  const reasonAt = row.reason_at === null ? at : isoInstant(row.reason_at);
  const reasonEmployeeId = row.reason_at === null ? employeeId : row.reason_employee_id;
  return historyEntrySchema.parse({ at, employeeId, changes, reason, reasonAt, reasonEmployeeId });
}

const isHistoryOfAppointment = sql`h.company_id = a.company_id and h.appointment_id = a.id`;

/** A page of the history of an appointment, newest first; null if the appointment does not exist. */
export async function findHistory(
  { sql: executor }: Database,
  key: RecordKey,
  { limit, position }: { limit: number; position: string | null },
): Promise<FoundList<HistoryEntry> | null> {
  const after = position === null ? sql`` : sql`and h.at < ${position}::timestamptz`;
  const rows = await runQuery<(EntryRow | { at: null }) & { created_at: string; total: number }>(
    executor,
    sql`select a.created_at, (select count(*)::int from appointment_history h where ${isHistoryOfAppointment}) as total, page.*
      from (select company_id, id, created_at from appointments where ${appointmentByIdCondition(key)}) as a
      left join lateral (
        select ${entryColumns} from appointment_history h where ${isHistoryOfAppointment} ${after}
        order by h.at desc limit ${limit + 1}::int
      ) as page on true
      order by page.at desc`,
  );
  const [first] = rows;
  if (first === undefined) return null;
  if (first.total === 0) {
    // The appointment was created before changes were recorded, and has not changed since: its history is only its
    // creation.
    return {
      data: [{ at: isoInstant(first.created_at), employeeId: null, changes: [] }],
      totalCount: 1,
      position: null,
    };
  }
  const pageRows = rows.slice(0, limit);
  return {
    data: pageRows.flatMap((row) => (row.at === null ? [] : [toEntry(row)])),
    totalCount: first.total,
    position: rows.length > pageRows.length ? (pageRows.at(-1)?.at ?? null) : null,
  };
}

/** The criteria for histories: those of the appointments of some stores that start in [`start`, `end`), epoch milliseconds. */
interface HistoryQuery {
  companyId: string;
  storeIds: readonly string[];
  start: number;
  end: number;
}

/** A page of the history entries of many appointments, ordered by `at`, then appointment. */
export async function findHistories(
  { sql: executor }: Database,
  { companyId, storeIds, start, end }: HistoryQuery,
  { limit, position }: { limit: number; position: string | null },
): Promise<FoundList<z.infer<typeof historyPageSchema>['data'][number]>> {
  // This expression must match that of the index on start times, or the index is not used. `offset 0` makes the planner
  // look up the history of each appointment instead of reading the history of all years.
  const startsAt = sql`coalesce(a.start_at, 'infinity'::timestamptz)`;
  const [at, id] = position?.split('/') ?? [];
  const after = position === null ? sql`` : sql`where (at, id) > (${at}::timestamptz, ${id}::uuid)`;
  const rows = await runQuery<EntryRow & { id: string; total: number }>(
    executor,
    sql`with found as materialized (
        select a.id, h.* from appointments a cross join lateral (
          select ${entryColumns} from appointment_history h where ${isHistoryOfAppointment} offset 0
        ) as h
        where a.company_id = ${companyId}::uuid and a.store_id = any(${arrayLiteral(storeIds)}::uuid[])
          and ${startsAt} >= ${instantLiteral(start)}::timestamptz and ${startsAt} < ${instantLiteral(end)}::timestamptz
      )
      select total.count as total, page.*
      from (select count(*)::int from found) as total
      left join (select * from found ${after} order by at, id limit ${limit + 1}::int) as page on true
      order by page.at, page.id`,
  );
  return toFoundList(rows, limit, {
    item: (row) => ({ appointmentId: row.id, ...toEntry(row) }),
    position: (row) => `${row.at}/${row.id}`,
  });
}

/**
 * Sets the reason of the entry at `at` (null for none) and returns the entry. The appointment does not change. Setting the
 * current reason is not a change. Throws 404 if the appointment does not exist or its status did not change at that time, and
 * 409 if someone else gave the reason or it is more than a day old. `clock` returns epoch milliseconds.
 */
export async function giveReason(
  database: Database,
  key: RecordKey,
  { at, reason, givenBy }: { at: string; reason: string | null; givenBy: string },
  clock: () => number,
): Promise<HistoryEntry> {
  return inTransaction(database.sql, async (transaction) => {
    const [row] = await runQuery<(EntryRow | { at: null }) & { id: string }>(
      transaction,
      sql`select a.id, entry.* from (select company_id, id from appointments where ${appointmentByIdCondition(key)}) as a
        left join lateral (
          select ${entryColumns} from appointment_history h
          where ${isHistoryOfAppointment} and h.at = ${instantLiteral(instantOf(at))}::timestamptz
            and h.changes @> '[{"field": "status"}]' and not h.changes @> '[{"field": "status", "from": null}]'
          for update
        ) as entry on true`,
    );
    if (row === undefined) throw appointmentNotFoundError();
    if (row.at === null) throw new ServiceError('not_found', 'at: the status of the appointment did not change then');
    const entry = toEntry(row);
    if (row.reason === reason) return entry;
    const now = clock();
    if (!canChangeReason(entry, { employeeId: givenBy, now })) {
      const suggestion =
        entry.reasonEmployeeId === givenBy
          ? 'the reason was given more than a day ago, and stays as it is'
          : 'the reason was given by someone else: only they can change it, within a day';
      throw new ServiceError('not_changeable', suggestion);
    }
    const reasonAt = reason === null ? null : (entry.reasonAt ?? new Date(now).toISOString());
    const reasonEmployeeId = reason === null ? null : givenBy;
    await runQuery(
      transaction,
      sql`update appointment_history set ${assignments(appointmentHistory, { reason, reasonAt, reasonEmployeeId })}
        where company_id = ${key.companyId}::uuid and appointment_id = ${row.id}::uuid and at = ${row.at}::timestamptz`,
    );
    const { at: changedAt, employeeId, changes } = entry;
    if (reason === null || reasonAt === null) return { at: changedAt, employeeId, changes };
    return { at: changedAt, employeeId, changes, reason, reasonAt, reasonEmployeeId };
  });
}
