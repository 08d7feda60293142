import { sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { differences, type FieldChange, type HistoryValues } from '#contract/appointment-change.ts';
import { instantOf } from '#contract/date-time.ts';
import { instantLiteral, isoInstant, parseArray } from './column-types.ts';
import { type Executor, runQuery } from './run-query.ts';
import { appointments, type HistoryColumn } from './schema.ts';
import { differentFrom, givenRows, insertNewRows, type KeyedRow, upsertRows, type WrittenRows } from './write-rows.ts';

const { status, start, end, roomId, notes, visitTypeId, checkedInAt, employeeIds, mainEmployeeIds } = appointments;

/** The columns of which the history tells, and its order. */
const columns: Readonly<Record<HistoryColumn, PgColumn>> = {
  ...{ status, start, end, roomId, notes, visitTypeId, checkedInAt, employeeIds, mainEmployeeIds },
};

/** The columns of a row that is there and differs, and those of the given one with `new_` before their names, as PostgreSQL writes them. */
type DifferentRow = KeyedRow & { created_at: string; [column: string]: string | null };

/**
 * Adds appointments as they are, and brings those that are there to the same values, with an entry of the history, by nobody
 * that is known, for each whose history tells of what changed. The `updated_at` of a change is no older than `clock` (epoch
 * milliseconds) and always a later one, so that boards that poll are shown it. A row that is the same but for an older
 * `updated_at` stays untouched. Of an id there must be one row; for the rows see `upsertRows`.
 */
export async function importAppointments(
  transaction: Executor,
  rows: readonly KeyedRow[],
  clock: () => number,
): Promise<WrittenRows> {
  if (rows.length === 0) return { added: 0, changed: 0 };
  const added = await runQuery<KeyedRow>(
    transaction,
    sql`${insertNewRows(appointments, rows)} returning kept.company_id, kept.id`,
  );
  const isNew = new Set(added.map(keyOf));
  const there = new Map(rows.filter((row) => !isNew.has(keyOf(row))).map((row) => [keyOf(row), row]));
  if (there.size === 0) return { added: added.length, changed: 0 };

  const different = await runQuery<DifferentRow>(transaction, lockDifferent([...there.values()]));
  const now = clock();
  const changed: object[] = [];
  const entries: NewHistoryEntry[] = [];
  for (const row of different) {
    const { company_id, id, created_at } = row;
    const [before, given] = [row['updated_at'], row['new_updated_at']].map((text) => instantOf(isoInstant(text ?? '')));
    const at = instantLiteral(Math.max(now, (before ?? 0) + 1, given ?? 0));
    changed.push({ ...there.get(keyOf(row)), updated_at: at });
    const changes = differences(valuesOf(row, ''), valuesOf(row, 'new_'));
    if (changes.length > 0)
      entries.push({ company_id, appointment_id: id, at, employee_id: null, changes, created_at });
  }
  await upsertRows(transaction, appointments, changed);
  await noteChangesOfAppointments(transaction, entries);
  return { added: added.length, changed: changed.length };
}

const keyOf = ({ company_id, id }: KeyedRow) => `${company_id}/${id}`;

/** Waits for changes of the rows that differ from what is given, and reads both. */
function lockDifferent(rows: readonly KeyedRow[]) {
  const names = [...Object.values(columns), appointments.updatedAt].map(({ name }) => name);
  const kept = names.map((name) => `kept.${name}`);
  const given = names.map((name) => `given.${name} as new_${name}`);
  return sql`select kept.company_id, kept.id, kept.created_at, ${sql.raw([...kept, ...given].join(', '))}
    from ${givenRows(appointments, rows)}
    join appointments as kept on kept.company_id = given.company_id and kept.id = given.id
    where kept.updated_at < given.updated_at or ${differentFrom(appointments, rows, ['updated_at'])}
    order by kept.company_id, kept.id for update of kept`;
}

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

function valuesOf(row: DifferentRow, prefix: '' | 'new_'): HistoryValues {
  const value = (field: HistoryColumn) => row[prefix + columns[field].name] ?? null;
  const ids = (field: HistoryColumn) => parseArray(value(field) ?? '{}');
  const instant = (field: HistoryColumn) => {
    const text = value(field);
    return text === null ? null : isoInstant(text);
  };
  const main = ids('mainEmployeeIds');
  return {
    status: value('status'),
    start: instant('start'),
    end: instant('end'),
    roomId: value('roomId'),
    employeeId: ids('employeeIds').find((id) => main.includes(id)) ?? null,
    notes: value('notes'),
    visitTypeId: value('visitTypeId'),
    checkedInAt: instant('checkedInAt'),
  };
}
