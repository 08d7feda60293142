import { and, asc, eq, getTableColumns, inArray, isNull } from 'drizzle-orm';
import type { Company, KeyAccess } from '#contract/clients-pets-staff.ts';
import { uuidSchema } from '#contract/primitives.ts';
import { isoInstant } from './column-types.ts';
import type { Database } from './database.ts';
import { findCompany } from './lookups.ts';
import * as manage from './manage/keys.ts';
import { inTransaction } from './run-query.ts';
import { apiKeys, appointmentTypes, companies, employees, stores } from './schema.ts';

const { id: _employee, sortName, words, ...employeeColumns } = getTableColumns(employees);
// Named one by one: no secret that the table may get is ever listed.
const { companyId, employeeId, access, createdAt, expiresAt, revokedAt } = getTableColumns(apiKeys);
const keyColumns = { companyId, employeeId, access, createdAt, expiresAt, revokedAt };

/** An employee as an administrator sees them. */
export type AdminEmployee = Omit<typeof employees.$inferSelect, 'sortName' | 'words'>;

/** The companies in their order. */
export async function listCompanies({ db }: Database): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: companies.companyId, name: companies.name })
    .from(companies)
    .orderBy(asc(companies.position), asc(companies.companyId));
}

/** A company with all its stores and their rooms. */
export async function readCompany(database: Database, id: string): Promise<Company> {
  const all = await database.db.select({ id: stores.id }).from(stores).where(eq(stores.companyId, id));
  const company = await findCompany(database, { companyId: id, storeIds: all.map((store) => store.id) });
  if (company === null) throw new Error(`there is no company ${id}`);
  return company;
}

/** The appointment types of a company as they are stored, by name. */
export async function listAppointmentTypes({ db }: Database, { id }: { id: string }) {
  const { companyId: _, sortName: _sortName, words: _words, ...columns } = getTableColumns(appointmentTypes);
  return db
    .select(columns)
    .from(appointmentTypes)
    .where(eq(appointmentTypes.companyId, id))
    .orderBy(asc(appointmentTypes.sortName), asc(appointmentTypes.id));
}

/** All employees of all companies, the first company's first and by name. */
export async function listEmployees(database: Database): Promise<AdminEmployee[]> {
  return database.db
    .select({ id: employees.id, ...employeeColumns })
    .from(companies)
    .innerJoin(employees, eq(employees.companyId, companies.companyId))
    .orderBy(asc(companies.position), asc(companies.companyId), asc(employees.sortName), asc(employees.id));
}

/** A newly issued key, the only time that it is readable. */
export interface IssuedKey {
  id: string;
  key: string;
  employeeId: string;
  access: KeyAccess;
  /** From when on it is not accepted any more; null for one that has no end. */
  expiresAt: string | null;
}

/** A stored key, without its secret; instants are ISO 8601 in UTC. */
export type StoredKey = Omit<typeof apiKeys.$inferSelect, 'keyHash'> & {
  /** First and last name; null where the employee no longer exists. */
  employeeName: string | null;
};

const LISTED = '`frontdesk employee list` shows the employees';

const companyIds = (database: Database) => database.db.select({ id: companies.companyId }).from(companies);

/** Issues a key that acts as an employee. Throws when there is no such employee, or they are inactive. */
export async function issueKey(
  database: Database,
  {
    employeeId,
    readOnly,
    expiresAt = null,
    clock = Date.now,
  }: { employeeId: string; readOnly: boolean; expiresAt?: string | null | undefined; clock?: () => number },
): Promise<IssuedKey> {
  const id = uuidSchema.safeParse(employeeId);
  if (!id.success) throw new Error(`${employeeId} is not the id of an employee; ${LISTED}`);
  const [employee] = await database.db
    .select({ companyId: employees.companyId })
    .from(employees)
    .where(and(inArray(employees.companyId, companyIds(database)), eq(employees.id, id.data)));
  if (employee === undefined) throw new Error(`there is no employee ${employeeId}; ${LISTED}`);
  const access: KeyAccess = readOnly ? 'read_only' : 'read_write';
  const wanted = { ...employee, id: id.data, access, expiresAt };
  const issued = await inTransaction(database.sql, (transaction) =>
    manage.issueKey({ transaction, actor: null, now: clock() }, wanted),
  );
  return { ...issued, employeeId: id.data, access, expiresAt };
}

/** All keys ever issued, the oldest first. */
export async function listKeys(database: Database): Promise<StoredKey[]> {
  const rows = await database.db
    .select({ id: apiKeys.id, ...keyColumns, firstName: employees.firstName, lastName: employees.lastName })
    .from(companies)
    .innerJoin(apiKeys, eq(apiKeys.companyId, companies.companyId))
    .leftJoin(employees, and(eq(employees.companyId, apiKeys.companyId), eq(employees.id, apiKeys.employeeId)))
    .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id));
  return rows.map(({ firstName, lastName, ...row }) => ({
    ...row,
    employeeName: firstName === null ? null : `${firstName} ${lastName}`,
    createdAt: isoInstant(row.createdAt),
    expiresAt: row.expiresAt === null ? null : isoInstant(row.expiresAt),
    revokedAt: row.revokedAt === null ? null : isoInstant(row.revokedAt),
  }));
}

/** Revokes all keys at once, and returns how many were valid. */
export async function revokeAllKeys(database: Database): Promise<number> {
  const keys = (await listKeys(database)).filter((key) => key.revokedAt === null);
  await inTransaction(database.sql, async (transaction) => {
    for (const key of keys) await manage.revokeKey({ transaction, actor: null, now: Date.now() }, key);
  });
  return keys.length;
}

/** Revokes a key at once; false when there is no such key or it has been revoked before. */
export async function revokeKey(
  database: Database,
  keyId: string,
  { clock = Date.now }: { clock?: () => number } = {},
): Promise<boolean> {
  const id = uuidSchema.safeParse(keyId);
  if (!id.success) return false;
  const [key] = await database.db
    .select({ companyId: apiKeys.companyId })
    .from(apiKeys)
    .where(and(inArray(apiKeys.companyId, companyIds(database)), eq(apiKeys.id, id.data), isNull(apiKeys.revokedAt)));
  if (key === undefined) return false;
  await inTransaction(database.sql, (transaction) =>
    manage.revokeKey({ transaction, actor: null, now: clock() }, { ...key, id: id.data }),
  );
  return true;
}
