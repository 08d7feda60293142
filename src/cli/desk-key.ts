import { createHmac } from 'node:crypto';
import { ServiceError } from '#contract/error.ts';
import { fullName } from '#contract/practice-setup.ts';
import { type AdminEmployee, listEmployees } from '#service/db/administration.ts';
import { apiKeyOf, isKeyAccepted } from '#service/db/authentication.ts';
import type { Database } from '#service/db/database.ts';
import { acceptProcessKey, endProcessKeys } from '#service/db/process-keys.ts';
import { isDemoCompany } from '#service/demo/demo-practice.ts';
import { readDatabaseContent } from '#service/demo/seed-demo.ts';

/** The key of desks that act as an employee: whoever has the session secret derives the same one, so nothing is stored of it but its hash. */
function deskKeyFor({ companyId, id }: AdminEmployee, secret: string): string {
  const derived = createHmac('sha256', secret).update(`The key of the desks that act as ${companyId} ${id}`).digest();
  return apiKeyOf(companyId, derived);
}

/**
 * The key that all desks of this process share, with which its gateway calls the embedded service. It is for the demo only where there is
 * no other practice. Processes with one session secret share it; it is accepted until people sign in instead.
 */
export async function openDeskKey(database: Database, { secret, noPractice }: { secret: string; noPractice: string }) {
  let current: { key: string; holder: string } | null = null;

  /** Chooses the employee again. A key that was revoked is accepted again; one of an employee who is not chosen any more ends. */
  async function renew(): Promise<void> {
    const isDemoAlone = (await readDatabaseContent(database)) === 'demo';
    const employees = await listEmployees(database);
    const employee = frontDeskOf(employees.filter(({ companyId }) => isDemoAlone || !isDemoCompany(companyId)));
    const key = employee && deskKeyFor(employee, secret);
    if (current !== null && current.key !== key) await endProcessKeys(database, [current.key]);
    current = null;
    if (employee === null || key === null) return;
    current = { key, holder: `${fullName(employee)} (${employee.role})` };
    if (await isKeyAccepted(database, key)) return;
    await acceptProcessKey(database, key, { ...employee, employeeId: employee.id });
  }

  await renew();
  return {
    /** In whose name the desks book, such as `Grace Null (receptionist)`; null while there is no employee. */
    holder: () => current?.holder ?? null,
    /** Throws a `ServiceError` while there is no employee. */
    key(): string {
      if (current === null) throw new ServiceError('upstream_unavailable', noPractice);
      return current.key;
    },
    renew,
  };
}

export type DeskKey = Awaited<ReturnType<typeof openDeskKey>>;

/** Ends the keys that desks shared, for a process whose desks share none. */
export async function endDeskKeys(database: Database, { secret }: { secret: string }): Promise<void> {
  const employees = await listEmployees(database);
  await endProcessKeys(
    database,
    employees.map((employee) => deskKeyFor(employee, secret)),
  );
}

const MANAGER = 1;
const ROLES: Partial<Record<string, number>> = { receptionist: 0, manager: MANAGER };

/**
 * In whose name a desk without people of its own books, among the employees of the first company: a receptionist's, else a manager's,
 * else that of whoever may book. Of several who has the most stores, and then the most permissions.
 */
export function frontDeskOf(employees: readonly AdminEmployee[]): AdminEmployee | null {
  const companyId = employees[0]?.companyId;
  const rank = ({ role, permissions }: AdminEmployee) =>
    permissions.includes('appointments.write') ? (ROLES[role] ?? MANAGER + 1) : Number.MAX_VALUE;
  const [first = null] = employees
    .filter((employee) => employee.companyId === companyId && employee.isActive)
    .sort(
      (a, b) =>
        rank(a) - rank(b) || b.storeIds.length - a.storeIds.length || b.permissions.length - a.permissions.length,
    );
  return first;
}
