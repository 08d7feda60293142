import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { tryLock, unlock } from 'fs-native-extensions';

/** The sole right to open the database of one data folder. */
export interface DataDirLock {
  release(): void;
}

const lockFile = (dataDir: string) => join(dataDir, 'frontdesk.lock');

/**
 * Takes the data folder for this process, creating the folder if need be; null when another process has it.
 * The operating system holds the lock, so it ends with the process however that ends: nothing stale is left to break.
 */
export function lockDataDir(dataDir: string): DataDirLock | null {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const descriptor = openSync(lockFile(dataDir), 'a+', 0o600);
  if (!tryLock(descriptor)) {
    closeSync(descriptor);
    return null;
  }
  ftruncateSync(descriptor);
  writeSync(descriptor, `${process.pid}\n`);
  return {
    release() {
      unlock(descriptor);
      closeSync(descriptor);
    },
  };
}

/** The process that holds the data folder, for a message to a person; null when it cannot be told. */
export function dataDirHolder(dataDir: string): number | null {
  try {
    return Number.parseInt(readFileSync(lockFile(dataDir), 'utf8'), 10) || null;
  } catch {
    return null;
  }
}
