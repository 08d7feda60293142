import { sql } from 'drizzle-orm';
import type { FieldChange } from '#contract/appointment-change.ts';
import { type Executor, runQuery } from './run-query.ts';

/** An entry of the history; `created_at` is null for that of a create, else the instant of the row. */
export interface NewHistoryEntry {
  company_id: string;
  appointment_id: string;
  at: string;
  employee_id: string | null;
  changes: readonly FieldChange[];
  created_at: string | null;
}

/** Writes entries of the history; where a change is the first of its appointment, after one of what was there before. */
export async function noteChangesOfAppointments(
  transaction: Executor,
  entries: readonly NewHistoryEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  await runQuery(
    transaction,
    sql`with given as (
      select * from json_to_recordset(${JSON.stringify(entries)}::text::json)
        as entry(company_id uuid, appointment_id uuid, at timestamptz(3), employee_id uuid, changes jsonb, created_at timestamptz(3))
    ), begun as (
      insert into appointment_history (company_id, appointment_id, at, changes)
      select company_id, appointment_id, least(created_at, at - interval '1 ms'), '[]' from given
      where created_at is not null and not exists (
        select from appointment_history h where h.company_id = given.company_id and h.appointment_id = given.appointment_id
      )
    )
    insert into appointment_history (company_id, appointment_id, at, employee_id, changes)
    select company_id, appointment_id, at, employee_id, changes from given`,
  );
}
