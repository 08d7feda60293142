import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Company, KeyAccess } from '#contract/clients-pets-staff.ts';
import { fullName } from '#contract/practice-setup.ts';
import { uuidSchema } from '#contract/primitives.ts';
import type { Database } from './database.ts';
import { findCompany } from './lookups.ts';
import * as manage from './manage/keys.ts';
import { type RowFields, readRows } from './read-rows.ts';
import { inTransaction } from './run-query.ts';
import { apiKeys, companies, employees } from './schema.ts';

/** The columns of a key in lists, without its secret. */
const keyFields = ['companyId', 'id', 'employeeId', 'access', 'createdAt', 'expiresAt', 'revokedAt'] as const;
// The fields are listed individually, so that a secret in a future column is never included.
const employeeFields = [
  ...(['id', 'companyId', 'storeIds', 'firstName', 'lastName', 'role', 'permissions', 'isActive'] as const),
];

/** An employee with the fields that an administrator sees. */
export type AdminEmployee = RowFields<typeof employees, (typeof employeeFields)[number]>;

/** All companies, in the order of their positions. */
export async function listCompanies({ sql: executor }: Database): Promise<{ id: string; name: string }[]> {
  const rows = await readRows(executor, companies, ['companyId', 'name'], sql`order by position, company_id`);
  return rows.map(({ companyId, name }) => ({ id: companyId, name }));
}

/** A company with all its stores and their rooms. */
export async function readCompany(database: Database, id: string): Promise<Company> {
  const company = await findCompany(database, { companyId: id, storeIds: null });
  if (company === null) throw new Error(`there is no company ${id}`);
  return company;
}

const joinCompanies = (table: PgTable) => sql`join companies on companies.company_id = ${table}.company_id`;

/** All employees of all companies, ordered by company, then name. */
export function listEmployees({ sql: executor }: Database): Promise<AdminEmployee[]> {
  const order = sql`order by companies.position, companies.company_id, employees.sort_name, employees.id`;
  return readRows(executor, employees, employeeFields, sql`${joinCompanies(employees)} ${order}`);
}

/** A newly issued key, which is readable only now: the database stores nothing but its hash. */
export interface IssuedKey {
  id: string;
  key: string;
  employeeId: string;
  access: KeyAccess;
  /** The time of expiry; null for a key that does not expire. */
  expiresAt: string | null;
}

/** A stored key, without its secret; instants are ISO 8601 in UTC. */
export type StoredKey = RowFields<typeof apiKeys, (typeof keyFields)[number]> & {
  /** First and last name; null if the employee no longer exists. */
  employeeName: string | null;
};

const EMPLOYEE_LIST_HINT = '`frontdesk employee list` shows the employees';

/** An employee's id, with the id of their practice if several practices have an employee with that id. */
interface EmployeeRef {
  employeeId: string;
  practice?: string | undefined;
}

/** Finds an employee. Throws if there is none, or several. */
export async function findEmployee(database: Database, { employeeId, practice }: EmployeeRef): Promise<AdminEmployee> {
  if (!uuidSchema.safeParse(employeeId).success) {
    throw new Error(`${employeeId} is not the id of an employee; ${EMPLOYEE_LIST_HINT}`);
  }
  const found = (await listEmployees(database)).filter(
    ({ companyId, id }) => id === employeeId.toLowerCase() && (practice === undefined || companyId === practice),
  );
  const [employee, ...others] = found;
  if (employee === undefined) throw new Error(`there is no employee ${employeeId}; ${EMPLOYEE_LIST_HINT}`);
  // Several practices of this database have the same employee if an export was imported into another one, because imported
  // records keep their ids.
  if (others.length > 0)
    throw new Error(`several practices have the employee ${employeeId}; say which with --practice`);
  return employee;
}

/** Issues a key for an employee. Throws if the employee does not exist or is inactive. */
export async function issueKey(
  database: Database,
  options: EmployeeRef & { readOnly: boolean; expiresAt?: string | null | undefined; clock?: () => number },
): Promise<IssuedKey> {
  const { readOnly, expiresAt = null, clock = Date.now } = options;
  const access: KeyAccess = readOnly ? 'read_only' : 'read_write';
  const { companyId, id } = await findEmployee(database, options);
  const issued = await inTransaction(database.sql, (transaction) =>
    manage.issueKey({ transaction, actor: null, now: clock() }, { companyId, id, access, expiresAt }),
  );
  return { ...issued, employeeId: id, access, expiresAt };
}

/** All keys ever issued, oldest first. */
export async function listKeys(database: Database): Promise<StoredKey[]> {
  const order = sql`order by api_keys.created_at, api_keys.id`;
  const keys = await readRows(database.sql, apiKeys, keyFields, sql`${joinCompanies(apiKeys)} ${order}`);
  const people = await listEmployees(database);
  return keys.map((key) => {
    const person = people.find(({ companyId, id }) => companyId === key.companyId && id === key.employeeId);
    return { ...key, employeeName: person === undefined ? null : fullName(person) };
  });
}

/** Revokes all keys immediately, and returns how many of them were not revoked before. */
export async function revokeAllKeys(database: Database): Promise<number> {
  const keys = (await listKeys(database)).filter((key) => key.revokedAt === null);
  await inTransaction(database.sql, async (transaction) => {
    for (const key of keys) await manage.revokeKey({ transaction, actor: null, now: Date.now() }, key);
  });
  return keys.length;
}

/** Revokes a key immediately; returns false if it does not exist or has been revoked before. */
export async function revokeKey(
  database: Database,
  keyId: string,
  { clock = Date.now }: { clock?: () => number } = {},
): Promise<boolean> {
  const key = (await listKeys(database)).find((one) => one.id === keyId.toLowerCase() && one.revokedAt === null);
  if (key === undefined) return false;
  await inTransaction(database.sql, (transaction) => manage.revokeKey({ transaction, actor: null, now: clock() }, key));
  return true;
}
