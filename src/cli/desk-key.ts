import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { issueKey, listEmployees, revokeKey } from '#service/db/administration.ts';
import type { Database } from '#service/db/database.ts';
import { CommandFailure } from './failure.ts';

/** The key with which the gateway of this process speaks to the embedded service. */
export interface DeskKey {
  key: string;
  revoke(): Promise<void>;
}

/**
 * Issues the key that all desks of this process share. It lives in memory alone, for as long as the process; its id is
 * noted in the data folder, so that the key of a process that was killed is revoked at the next start.
 * It acts as the employee of the first company who may do most, in most stores.
 */
export async function issueDeskKey(database: Database, dataDir: string): Promise<DeskKey> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const note = join(dataDir, 'desk-key-id');
  const earlier = readNote(note);
  if (earlier !== null) await revokeKey(database, earlier);
  const employees = await listEmployees(database);
  const companyId = employees[0]?.companyId;
  const [employee] = employees
    .filter((candidate) => candidate.companyId === companyId && candidate.isActive)
    .sort((a, b) => b.permissions.length - a.permissions.length || b.storeIds.length - a.storeIds.length);
  if (employee === undefined) {
    throw new CommandFailure(
      'the database has no active employee to act as; `frontdesk seed` or `frontdesk import` fills it',
    );
  }
  const { id, key } = await issueKey(database, { employeeId: employee.id, readOnly: false });
  writeFileSync(note, `${id}\n`, { mode: 0o600 });
  return {
    key,
    async revoke() {
      await revokeKey(database, id);
      rmSync(note, { force: true });
    },
  };
}

function readNote(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim() || null;
  } catch {
    return null;
  }
}
