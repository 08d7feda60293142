import { randomUUID } from 'node:crypto';
import { existsSync, ftruncateSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { ServiceError } from '#contract/error.ts';
import { fullName } from '#contract/practice-setup.ts';
import { uuidSchema } from '#contract/primitives.ts';
import { type AdminEmployee, listEmployees } from '#service/db/administration.ts';
import { isKeyAccepted } from '#service/db/authentication.ts';
import type { Database } from '#service/db/database.ts';
import { endProcessKey, issueProcessKey } from '#service/db/process-keys.ts';
import { isDemoCompany } from '#service/demo/demo-practice.ts';
import { heldBy } from '#service/demo/seed-demo.ts';
import { lockOf, makeDataDir } from './data-dir.ts';

/**
 * The key that all desks of this process share, with which its gateway calls the embedded service. It is for the demo only where there is
 * no other practice. It lives in memory alone, for as long as the process. Its id is kept in the data folder: the next start puts its own
 * key in that one's place, so that one that was killed leaves none behind. Processes on one data folder, which are possible on PostgreSQL,
 * have one each.
 */
export async function openDeskKey(
  database: Database,
  { dataDir, noPractice }: { dataDir: string; noPractice: string },
) {
  makeDataDir(dataDir);
  const { place, left } = takePlace(dataDir);
  let issued: { key: string; employeeId: string; holder: string } | null = null;

  /** Chooses again, and issues a new key where it is another's now, where there was none, or where it was revoked. */
  async function renew(): Promise<void> {
    const isDemoAlone = (await heldBy(database)) === 'demo';
    const employees = await listEmployees(database);
    const employee = frontDeskOf(employees.filter(({ companyId }) => isDemoAlone || !isDemoCompany(companyId)));
    if (issued !== null && employee?.id === issued.employeeId && (await isKeyAccepted(database, issued.key))) return;
    if (employee === null) await endProcessKey(database, place.id);
    issued =
      employee === null
        ? null
        : {
            key: await issueProcessKey(database, { ...employee, id: place.id, employeeId: employee.id }),
            employeeId: employee.id,
            holder: `${fullName(employee)} (${employee.role})`,
          };
  }

  try {
    for (const id of left) await endProcessKey(database, id);
    await renew();
  } catch (error) {
    place.leave();
    throw error;
  }
  return {
    /** In whose name the desks book, such as `Grace Null (receptionist)`; null while there is no employee. */
    holder: () => issued?.holder ?? null,
    /** Throws a `ServiceError` while there is no employee. */
    key(): string {
      if (issued === null) throw new ServiceError('upstream_unavailable', noPractice);
      return issued.key;
    },
    renew,
    async revoke(): Promise<void> {
      try {
        await endProcessKey(database, place.id);
      } finally {
        place.leave();
      }
    },
  };
}

export type DeskKey = Awaited<ReturnType<typeof openDeskKey>>;

/**
 * Ends the keys of desks whose process was killed, for a process whose desks share none: nobody else would, and people would find
 * them listed as keys of somebody who never had them.
 */
export async function endLeftDeskKeys(database: Database, { dataDir }: { dataDir: string }): Promise<void> {
  if (!existsSync(join(dataDir, FIRST_PLACE))) return;
  const { place, left } = takePlace(dataDir);
  try {
    for (const id of [place.id, ...left]) await endProcessKey(database, id);
  } finally {
    place.leave();
  }
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

/** A file with the id of a desk's key. The operating system holds its lock, which ends with the process however that ends. */
interface Place {
  id: string;
  leave(): void;
}

const FIRST_PLACE = 'desk-key-id';

/** Takes the first place that no running process has; `left` are the keys in the others that none has. */
function takePlace(dataDir: string): { place: Place; left: string[] } {
  const left: string[] = [];
  let place: Place | null = null;
  for (let nth = 1; ; nth += 1) {
    const file = join(dataDir, nth === 1 ? FIRST_PLACE : `${FIRST_PLACE}-${nth}`);
    if (place !== null && !existsSync(file)) return { place, left };
    const found = openPlace(file);
    if (found === null) continue;
    if (place === null) place = found;
    else {
      left.push(found.id);
      found.leave();
    }
  }
}

/** Opens a place, a new one with a new id; null where another process has it. */
function openPlace(file: string): Place | null {
  const lock = lockOf(file);
  if (lock === null) return null;
  const kept = uuidSchema.safeParse(readFileSync(file, 'utf8').trim()).data;
  const id = kept ?? randomUUID();
  if (kept === undefined) {
    ftruncateSync(lock.descriptor);
    writeSync(lock.descriptor, `${id}\n`);
  }
  return { id, leave: lock.release };
}
