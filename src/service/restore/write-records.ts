import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { differences, type HistoryValues } from '#contract/appointment-change.ts';
import { instantOf } from '#contract/date-time.ts';
import { type NewHistoryEntry, recordAppointmentChanges } from '#service/db/appointment-history.ts';
import { endDutyOfInactive } from '#service/db/change-availability.ts';
import { arrayLiteral, instantLiteral } from '#service/db/column-types.ts';
import { revokeKeysOfInactive } from '#service/db/manage/keys.ts';
import type { Managing } from '#service/db/manage/managing.ts';
import { type Part, recordPartChange } from '#service/db/manage/parts.ts';
import { parseFields, selectFields } from '#service/db/read-rows.ts';
import { runQuery } from '#service/db/run-query.ts';
import { companies } from '#service/db/schema.ts';
import { rowOf, updatePetWords, upsertRows } from '#service/db/write-rows.ts';
import { appointment, client, employee, pet, type RecordKind, type Values } from './record-kinds.ts';
import type { RecordRow } from './record-rows.ts';

/** A row that is added (`before` is null) or changed, with all its values. */
interface Change {
  row: RecordRow;
  before: Values | null;
  after: Values;
}

const keyOf = ({ companyId, id }: { companyId: string; id: string }) => `${companyId}/${id}`;

/**
 * Writes records of one kind together with the history of the changes. If a record occurs twice, the last one counts. The
 * companies must be locked.
 */
export async function writeRecords(
  by: Managing,
  kind: RecordKind,
  given: readonly RecordRow[],
  onProblem: (line: number, problem: string) => void,
): Promise<{ added: number; changed: number }> {
  const { transaction, now } = by;
  const rows = [...new Map(given.map((row) => [keyOf(row), row])).values()];
  const stored = await lockRows(by, kind, rows);
  const protectedRows = kind === employee ? await lastManagers(by, rows, stored) : new Set<RecordRow>();
  for (const { line } of protectedRows)
    onProblem(line, 'is the last active employee who may manage the practice, and stays so');
  const changes = rows.flatMap((row): Change[] => {
    const before = stored.get(keyOf(row));
    if (before === undefined) return [{ row, before: null, after: { ...kind.defaults(row.values), ...row.values } }];
    const { isActive: _, permissions: __, ...others } = row.values;
    const after = changedValues(before, protectedRows.has(row) ? others : row.values, now);
    return after === null ? [] : [{ row, before, after }];
  });
  await upsertRows(
    transaction,
    kind.table,
    changes.map(({ row: { companyId, id }, after }) =>
      rowOf<PgTable, object>(kind.table, { ...after, ...kind.derived(after), companyId, id }),
    ),
  );
  const keys = changes.map(({ row: { companyId, id } }) => ({ company_id: companyId, id }));
  if (kind === employee) {
    await revokeKeysOfInactive(transaction, keys, now);
    await endDutyOfInactive(transaction, keys, now);
  }
  if (kind === client) await updatePetWords(transaction, 'clients', keys);
  if (kind === pet) await updatePetWords(transaction, 'pets', keys);
  if (kind === appointment) await recordAppointmentChanges(transaction, changes.flatMap(appointmentEntry));
  if (kind.part !== null) for (const change of changes) await notePracticeChange(by, kind.part, change);
  const added = changes.filter(({ before }) => before === null).length;
  return { added, changed: changes.length - added };
}

/**
 * Makes changes to the companies wait for one another until the end of the transaction, as `lockPractice` does. Locks in a
 * fixed order.
 */
export async function lockCompanies({ transaction }: Managing, companyIds: readonly string[]): Promise<void> {
  await runQuery(
    transaction,
    sql`select from companies where company_id = any(${arrayLiteral(companyIds)}::uuid[]) order by company_id for update`,
  );
}

/** Reads the values of existing records and locks them until the end of the transaction. */
async function lockRows(
  { transaction }: Managing,
  { table, columns }: RecordKind,
  rows: readonly RecordRow[],
): Promise<Map<string, Values>> {
  const id = sql.raw(table === companies ? 'company_id' : 'id');
  const list = (values: readonly string[]) => arrayLiteral([...new Set(values)]);
  const found = await runQuery<Record<string, unknown> & { key: string }>(
    transaction,
    sql`select company_id || '/' || ${id} as key, ${selectFields(table, columns)} from ${table}
      where company_id = any(${list(rows.map(({ companyId }) => companyId))}::uuid[])
        and ${id} = any(${list(rows.map((row) => row.id))}::uuid[])
      order by company_id, ${id} for update`,
  );
  return new Map(found.map(({ key, ...row }) => [key, parseFields(table, row)]));
}

/**
 * A record with the values of the file; null if it is equal, or only older in the file. Its `updatedAt`, if it has one,
 * becomes later than before and no earlier than `now`, so that screens that ask for changes receive it.
 */
function changedValues(before: Values, given: Values, now: number): Values | null {
  const after = { ...before, ...given };
  const [previous, since] = [before['updatedAt'], after['updatedAt']].map((at) =>
    typeof at === 'string' ? instantOf(at) : 0,
  );
  const differs = Object.keys(before).some(
    (name) => name !== 'updatedAt' && !isDeepStrictEqual(before[name], after[name]),
  );
  if (!differs && (since ?? 0) <= (previous ?? 0)) return null;
  return 'updatedAt' in before
    ? { ...after, updatedAt: instantLiteral(Math.max(now, (previous ?? 0) + 1, since ?? 0)) }
    : after;
}

const isManager = ({ isActive, permissions }: Values) =>
  isActive === true && Array.isArray(permissions) && permissions.includes('practice.write');

/** For each company that would be left without a manager, the last row that removes one. */
async function lastManagers(
  { transaction }: Managing,
  rows: readonly RecordRow[],
  stored: ReadonlyMap<string, Values>,
): Promise<Set<RecordRow>> {
  const companyIds = [...new Set(rows.map(({ companyId }) => companyId))];
  const managers = await runQuery<{ company_id: string; id: string }>(
    transaction,
    sql`select company_id, id from employees
      where company_id = any(${arrayLiteral(companyIds)}::uuid[]) and is_active and 'practice.write' = any(permissions)`,
  );
  const last = new Set<RecordRow>();
  for (const companyId of companyIds) {
    const ofCompany = rows.filter((row) => row.companyId === companyId);
    const ids = new Set(ofCompany.map(({ id }) => id));
    const others = managers.filter(({ company_id, id }) => company_id === companyId && !ids.has(id));
    const after = ofCompany.map((row) => ({
      ...employee.defaults(row.values),
      ...stored.get(keyOf(row)),
      ...row.values,
    }));
    if (others.length > 0 || after.some(isManager)) continue;
    const row = ofCompany.findLast((one) => isManager(stored.get(keyOf(one)) ?? {}));
    if (row !== undefined) last.add(row);
  }
  return last;
}

/**
 * Records additions and changes in the history of the practice, without an author; the order of stores and rooms is not
 * recorded.
 */
async function notePracticeChange(by: Managing, part: Part<object>, { row, before, after }: Change): Promise<void> {
  const fields = part.fields.filter((field) => field !== 'position');
  const fieldsOf = (values: Values) => Object.fromEntries(fields.map((field) => [field, values[field]]));
  const { companyId, id } = row;
  await recordPartChange(by, part, { companyId, id, before: before && fieldsOf(before), after: fieldsOf(after) });
}

/** The history entry of an existing appointment, without an author; none if no recorded field changed. */
function appointmentEntry({ row: { companyId, id }, before, after }: Change): NewHistoryEntry[] {
  const changes = before === null ? [] : differences(historyOf(before), historyOf(after));
  if (before === null || changes.length === 0) return [];
  const [at, createdAt] = [String(after['updatedAt']), String(before['createdAt'])];
  return [{ company_id: companyId, appointment_id: id, at, employee_id: null, changes, created_at: createdAt }];
}

function historyOf(values: Values): HistoryValues {
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  const { status, start, end, roomId, notes, visitTypeId, checkedInAt, employeeIds, mainEmployeeIds } = values;
  const main: readonly unknown[] = Array.isArray(mainEmployeeIds) ? mainEmployeeIds : [];
  const employeeId = Array.isArray(employeeIds) ? employeeIds.find((id) => main.includes(id)) : null;
  return {
    status: text(status),
    start: text(start),
    end: text(end),
    roomId: text(roomId),
    employeeId: text(employeeId),
    notes: text(notes),
    visitTypeId: text(visitTypeId),
    checkedInAt: text(checkedInAt),
  };
}
