import { accessSync, closeSync, constants, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { tryLock, unlock } from 'fs-native-extensions';
import { type ControlChannel, findControlChannel } from './control-channel.ts';
import { CommandError } from './messages.ts';

/** The folder of the embedded database in the data folder. */
export function embeddedDatabaseDir(dataDir: string): string {
  return join(dataDir, 'db');
}

/** Creates the data folder if it does not exist. Throws a {@link CommandError} if it cannot be used. */
export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CommandError(
      code === 'EEXIST' || code === 'ENOTDIR'
        ? `${dataDir} cannot be the data folder, because it is a file. Choose a folder with DATA_DIR.`
        : `The data folder ${dataDir} cannot be written (${code ?? message}). Give this user write access, or choose another folder with DATA_DIR.`,
    );
  }
}

/** The exclusive right to open the database of a data folder, or the files of its gateway. */
interface DataDirLock {
  release(): void;
}

/**
 * The lock files in a data folder. There are two, because `frontdesk service` and `frontdesk gateway` may use the same
 * folder at the same time.
 */
const lockFiles = { database: 'frontdesk.lock', sessions: 'sessions.lock' } as const;
type LockKind = keyof typeof lockFiles;

const lockFilePath = (dataDir: string, part: LockKind) => join(dataDir, lockFiles[part]);

/** Locks a file for this process, creating the file if necessary; null if another process has locked it. */
function tryLockFile(file: string): (DataDirLock & { descriptor: number }) | null {
  const descriptor = openSync(file, 'a+', 0o600);
  if (!tryLock(descriptor)) {
    closeSync(descriptor);
    return null;
  }
  return {
    descriptor,
    release() {
      unlock(descriptor);
      closeSync(descriptor);
    },
  };
}

/**
 * Locks the data folder for this process, creating the folder if necessary; null if another process has locked it. The
 * operating system holds the lock, so the lock ends with the process in every case, and never becomes stale.
 */
export function lockDataDir(dataDir: string, part: LockKind = 'database'): DataDirLock | null {
  makeDataDir(dataDir);
  const lock = tryLockFile(lockFilePath(dataDir, part));
  if (lock === null) return null;
  ftruncateSync(lock.descriptor);
  writeSync(lock.descriptor, `${process.pid}\n`);
  return lock;
}

/**
 * Locks the sessions and PINs in a data folder, which a gateway reads only when it starts: two gateways would overwrite
 * each other's changes. Throws a {@link CommandError} if another process has locked them.
 */
export function lockSessions(dataDir: string): DataDirLock {
  const lock = lockDataDir(dataDir, 'sessions');
  if (lock === null) throw dataDirInUseError(dataDir, 'sessions');
  return lock;
}

/** The id of the process that uses the data folder, for a message; null if unknown. */
export function readDataDirPid(dataDir: string, part: LockKind = 'database'): number | null {
  try {
    return Number.parseInt(readFileSync(lockFilePath(dataDir, part), 'utf8'), 10) || null;
  } catch {
    return null;
  }
}

/**
 * The time to wait for a process that uses the folder without a control channel, because it is starting, stopping, or
 * running a command.
 */
const TIMEOUT_MS = 30_000;
const PAUSE_MS = 100;

type DataDirClaim = { lock: DataDirLock; running?: never } | { running: ControlChannel; lock?: never };

/**
 * Locks a data folder for this process, or finds the running product that uses it. Throws a {@link CommandError} if
 * another process keeps it locked without responding.
 */
export async function claimDataDir(dataDir: string): Promise<DataDirClaim> {
  for (let waited = 0; ; waited += PAUSE_MS) {
    const lock = lockDataDir(dataDir);
    if (lock !== null) return { lock };
    const running = await findControlChannel(dataDir);
    if (running !== null) return { running };
    if (waited >= TIMEOUT_MS) throw dataDirInUseError(dataDir);
    await pause(PAUSE_MS);
  }
}

/** The error for a data folder that another process has open. */
export function dataDirInUseError(dataDir: string, part: LockKind = 'database'): CommandError {
  const pid = readDataDirPid(dataDir, part);
  const who = pid === null ? 'Another Frontdesk' : `Another Frontdesk (process ${pid})`;
  return new CommandError(`${who} is using ${dataDir}. Stop it first, or choose another folder with DATA_DIR.`);
}
