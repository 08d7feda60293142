import { createHmac } from 'node:crypto';
import { ServiceError } from '#contract/error.ts';
import { fullName } from '#contract/practice-setup.ts';
import { type AdminEmployee, listEmployees } from '#service/db/administration.ts';
import { formatApiKey, isKeyAccepted } from '#service/db/authentication.ts';
import type { Database } from '#service/db/database.ts';
import { acceptProcessKey, revokeProcessKeys } from '#service/db/process-keys.ts';
import { isDemoCompany } from '#service/demo/demo-practice.ts';
import { readDatabaseContent } from '#service/demo/seed-demo.ts';

/**
 * The key of desks that act as an employee. It is derived from the session secret, so only its hash has to be stored.
 */
function deriveDeskKey({ companyId, id }: AdminEmployee, secret: string): string {
  const derived = createHmac('sha256', secret).update(`The key of the desks that act as ${companyId} ${id}`).digest();
  return formatApiKey(companyId, derived);
}

/**
 * Makes the embedded service accept the key that all desks of this process share, with which the gateway calls the service. The
 * key acts as an employee of the demo only if there is no other practice. Processes with the same session secret share the key.
 * It is accepted until people sign in instead.
 */
export async function openDeskKey(
  database: Database,
  { secret, noPracticeText }: { secret: string; noPracticeText: string },
) {
  let current: { key: string; holder: string } | null = null;

  /**
   * Chooses the employee again. If the key of the chosen employee was revoked, it is accepted again; the key of an
   * employee who is no longer chosen is revoked.
   */
  async function renew(): Promise<void> {
    const isDemoAlone = (await readDatabaseContent(database)) === 'demo';
    const employees = await listEmployees(database);
    const employee = chooseFrontDeskEmployee(
      employees.filter(({ companyId }) => isDemoAlone || !isDemoCompany(companyId)),
    );
    const key = employee && deriveDeskKey(employee, secret);
    if (current !== null && current.key !== key) await revokeProcessKeys(database, [current.key]);
    current = null;
    if (employee === null || key === null) return;
    current = { key, holder: `${fullName(employee)} (${employee.role})` };
    if (await isKeyAccepted(database, key)) return;
    await acceptProcessKey(database, key, { ...employee, employeeId: employee.id });
  }

  await renew();
  return {
    /** The employee in whose name the desks book, such as `Grace Okafor (receptionist)`; null if there is none. */
    holder: () => current?.holder ?? null,
    /** Throws a `ServiceError` if there is no employee. */
    key(): string {
      if (current === null) throw new ServiceError('upstream_unavailable', noPracticeText);
      return current.key;
    },
    renew,
  };
}

export type DeskKey = Awaited<ReturnType<typeof openDeskKey>>;

/** Revokes the keys that desks have shared, once people sign in instead. */
export async function endDeskKeys(database: Database, { secret }: { secret: string }): Promise<void> {
  const employees = await listEmployees(database);
  await revokeProcessKeys(
    database,
    employees.map((employee) => deriveDeskKey(employee, secret)),
  );
}

const MANAGER_RANK = 1;
const ROLE_RANKS: Partial<Record<string, number>> = { receptionist: 0, manager: MANAGER_RANK };

/**
 * The employee of the first company in whose name a desk without sign-in books: of those who may book, a receptionist,
 * otherwise a manager, otherwise anyone; if no one may book, any employee. Among several, it is the one with the most
 * stores, then the most permissions. Null if the company has no active employee.
 */
export function chooseFrontDeskEmployee(employees: readonly AdminEmployee[]): AdminEmployee | null {
  const companyId = employees[0]?.companyId;
  const rankEmployee = ({ role, permissions }: AdminEmployee) =>
    permissions.includes('appointments.write') ? (ROLE_RANKS[role] ?? MANAGER_RANK + 1) : Number.MAX_VALUE;
  const [first = null] = employees
    .filter((employee) => employee.companyId === companyId && employee.isActive)
    .sort(
      (a, b) =>
        rankEmployee(a) - rankEmployee(b) ||
        b.storeIds.length - a.storeIds.length ||
        b.permissions.length - a.permissions.length,
    );
  return first;
}
