import { type SQL, sql } from 'drizzle-orm';
import type postgres from 'postgres';
import type { ManagedKind } from '#contract/practice-management.ts';
import { fullName } from '#contract/practice-setup.ts';
import { arrayLiteral, parseArray } from './column-types.ts';
import { revokeKeysOfInactive } from './manage/keys.ts';
import { changesBetween, creationOf, noteChange } from './manage/practice-history.ts';
import { runQuery } from './run-query.ts';
import { appointmentTypes, companies, employees, rooms, stores } from './schema.ts';
import { type KeyedRow, upsertRows, type WrittenRows } from './write-rows.ts';

/** The kinds of records that a practice itself consists of. */
export type PracticePart = Exclude<ManagedKind, 'key'>;

const tables = {
  company: companies,
  store: stores,
  room: rooms,
  employee: employees,
  appointment_type: appointmentTypes,
};

/** What the history tells of a record, by its names. */
const told: Record<PracticePart, SQL> = {
  company: sql`t.company_id as id, t.name`,
  store: sql`t.id, t.name, t.time_zone as "timeZone", t.opening_hours as "openingHours"`,
  room: sql`t.id, t.store_id as "storeId", t.name, to_json(t.categories) as categories`,
  employee: sql`t.id, t.first_name as "firstName", t.last_name as "lastName", t.role,
    to_json(t.store_ids) as "storeIds", to_json(t.permissions) as permissions, t.is_active as "isActive"`,
  appointment_type: sql`t.id, t.name, t.category, t.duration_minutes as "durationMinutes", t.is_active as "isActive"`,
};

type RecordValues = Readonly<Record<string, unknown>>;

/** Lets changes of practices wait for one another until the end of the transaction, as `lockPractice` does, those of several in one order. */
export async function lockPractices(transaction: postgres.TransactionSql, rows: readonly KeyedRow[]): Promise<void> {
  const ids = [...new Set(rows.map(({ company_id }) => company_id))];
  await runQuery(
    transaction,
    sql`select from companies where company_id = any(${arrayLiteral(ids)}::uuid[]) order by company_id for update`,
  );
}

/**
 * Adds parts of practices as they are, and brings those that are there to the same values, with an entry of the history, by nobody,
 * for each that is new or changed. The keys of employees who are inactive are revoked. The last active employee who may manage a
 * practice stays both: `kept` has the ids of those who would not. The practices are locked. `now` is epoch milliseconds.
 */
export async function importPractice(
  transaction: postgres.TransactionSql,
  kind: PracticePart,
  given: readonly KeyedRow[],
  now: number,
): Promise<WrittenRows & { kept: ReadonlySet<string> }> {
  const kept = kind === 'employee' ? await lastManagers(transaction, given) : new Map<string, string[]>();
  const rows = given.map((row) => {
    const permissions = kept.get(row.id);
    return permissions === undefined ? row : { ...row, is_active: true, permissions };
  });
  const before = await readTold(transaction, kind, rows);
  const written = await upsertRows(transaction, tables[kind], rows);
  if (kind === 'employee') await revokeKeysOfInactive(transaction, rows, now);
  if (written.added + written.changed > 0) {
    const after = await readTold(transaction, kind, rows);
    for (const { company_id: companyId, id } of rows) {
      const [then, since] = [before.get(id), after.get(id)];
      if (since === undefined) continue;
      const changes = then === undefined ? creationOf(since) : changesBetween(then, since);
      if (changes.length === 0) continue;
      await noteChange(
        { transaction, actor: null, now },
        {
          companyId,
          kind,
          recordId: id,
          name: nameOf(kind, then ?? since),
          action: then === undefined ? 'created' : 'changed',
          changes,
          storeIds: storesOf(kind, id, [then ?? {}, since]),
        },
      );
    }
  }
  return { ...written, kept: new Set(kept.keys()) };
}

async function readTold(
  transaction: postgres.TransactionSql,
  kind: PracticePart,
  rows: readonly KeyedRow[],
): Promise<Map<string, RecordValues>> {
  const id = kind === 'company' ? sql`t.company_id` : sql`t.id`;
  const found = await runQuery<{ id: string } & Record<string, unknown>>(
    transaction,
    sql`select ${told[kind]} from json_to_recordset(${JSON.stringify(rows)}::text::json) as given(company_id uuid, id uuid)
      join ${tables[kind]} as t on t.company_id = given.company_id and ${id} = given.id`,
  );
  return new Map(found.map(({ id, ...values }) => [id, values]));
}

function nameOf(kind: PracticePart, values: RecordValues): string {
  if (kind !== 'employee') return String(values['name']);
  return fullName({ firstName: String(values['firstName']), lastName: String(values['lastName']) });
}

/** The stores in which a change is told; none for what belongs to the whole company. */
function storesOf(kind: PracticePart, id: string, versions: readonly RecordValues[]): string[] {
  if (kind === 'store') return [id];
  const all = versions.flatMap(({ storeId, storeIds }) => [storeId, ...(Array.isArray(storeIds) ? storeIds : [])]);
  return kind === 'room' || kind === 'employee' ? [...new Set(all.filter((store) => typeof store === 'string'))] : [];
}

interface GivenEmployee extends KeyedRow {
  is_active?: boolean;
  permissions?: readonly string[];
}

/**
 * The employees, with what they may do now, who would be the last of their practice to manage it, and of whom the rows say otherwise: the
 * last one in the rows of each practice that would have nobody any more.
 */
async function lastManagers(
  transaction: postgres.TransactionSql,
  rows: readonly GivenEmployee[],
): Promise<Map<string, string[]>> {
  const given = new Map(rows.map((row) => [row.id, row]));
  const companyIds = [...new Set(rows.map(({ company_id }) => company_id))];
  const managers = await runQuery<{ company_id: string; id: string; permissions: string }>(
    transaction,
    sql`select company_id, id, permissions from employees
      where company_id = any(${arrayLiteral(companyIds)}::uuid[]) and is_active and 'practice.write' = any(permissions)`,
  );
  const kept = new Map<string, string[]>();
  for (const companyId of companyIds) {
    const before = new Map(managers.filter((one) => one.company_id === companyId).map((one) => [one.id, one]));
    const stay = [...before.keys()].some((id) => !given.has(id));
    const manages = (row: GivenEmployee) => row.is_active !== false && row.permissions?.includes('practice.write');
    const ofCompany = rows.filter((row) => row.company_id === companyId);
    if (before.size === 0 || stay || ofCompany.some(manages)) continue;
    const last = ofCompany.findLast(({ id }) => before.has(id));
    if (last !== undefined) kept.set(last.id, parseArray(before.get(last.id)?.permissions ?? '{}'));
  }
  return kept;
}
