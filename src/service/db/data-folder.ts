import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { create, extract } from 'tar';

/** The error for a data folder that must not be opened as it is. The message says what to do. */
class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
}

/**
 * The path of a new data folder until it is complete and renamed, because PGlite would initialise over an incomplete
 * one.
 */
const draftPath = (dataDir: string) => `${dataDir}.making`;
/** The path of a fully restored data folder until it is renamed. */
const restoredPath = (dataDir: string) => `${dataDir}.restored`;
const replacedNamePrefix = (dataDir: string) => `${basename(dataDir)}.before-`;

/** Files that PostgreSQL needs. An interrupted copy lacks some of them. */
const ESSENTIAL_FILES = [
  'PG_VERSION',
  'base',
  'global/pg_control',
  'global/pg_filenode.map',
  'pg_wal',
  'pg_xact',
  'pg_multixact',
];

function findMissingFiles(dataDir: string): string[] {
  const databases = existsSync(join(dataDir, 'base'))
    ? readdirSync(join(dataDir, 'base')).filter((name) => /^\d+$/.test(name))
    : [];
  const needed = [...ESSENTIAL_FILES, ...databases.map((name) => `base/${name}/PG_VERSION`)];
  const missing = needed.filter((name) => {
    const entry = statSync(join(dataDir, name), { throwIfNoEntry: false });
    return entry === undefined || (entry.isFile() && entry.size === 0);
  });
  return databases.length === 0 ? [...missing, 'a database in base'] : missing;
}

/**
 * Returns `complete` for a data folder that can be opened, and `absent` if one may be created. Finishes a restore that was
 * interrupted between its two steps. Throws {@link DataFolderError} for a folder that is neither empty nor complete, and if
 * a restore put the previous folder aside but left none in its place. Existing data is never overwritten.
 */
export function prepareDataFolder(dataDir: string): 'complete' | 'absent' {
  const parent = dirname(dataDir);
  const entry = statSync(dataDir, { throwIfNoEntry: false });
  if (entry !== undefined && !entry.isDirectory()) {
    throw new DataFolderError(`${dataDir} is not a folder; move it away, or choose another folder with DATA_DIR`);
  }
  if (entry !== undefined && readdirSync(dataDir).length > 0) {
    const missing = findMissingFiles(dataDir);
    if (missing.length === 0) return 'complete';
    throw new DataFolderError(
      `${dataDir} holds a part of a database, but not all of it (${missing.join(', ')} is missing): perhaps a copy that was cut short. ` +
        'Nothing was changed. Copy it again from where it came, or move it away and run `frontdesk restore` with a backup.',
    );
  }
  if (existsSync(restoredPath(dataDir))) {
    if (entry !== undefined) rmSync(dataDir, { recursive: true });
    renameSync(restoredPath(dataDir), dataDir);
    return 'complete';
  }
  const replaced = existsSync(parent)
    ? readdirSync(parent).filter((name) => name.startsWith(replacedNamePrefix(dataDir)))
    : [];
  if (replaced.length > 0) {
    const folders = replaced.map((name) => join(parent, name)).join(' and ');
    throw new DataFolderError(
      `${dataDir} is missing, but ${folders} was put aside by a restore. Rename the one you want to ${dataDir}, or run \`frontdesk restore\` again.`,
    );
  }
  return 'absent';
}

/** Creates an empty folder beside the future data folder, accessible only to its owner. */
export function makeDraft(dataDir: string): string {
  const draft = draftPath(dataDir);
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  return draft;
}

/** Renames a complete, closed draft to the data folder, which must not exist or must be empty. */
export function moveDraftIntoPlace(dataDir: string): void {
  rmSync(dataDir, { recursive: true, force: true });
  renameSync(draftPath(dataDir), dataDir);
}

/**
 * Replaces a data folder with the draft. The previous folder is renamed, and its new name is returned (null if there
 * was none). If this is interrupted, either the previous folder is still in place, or {@link prepareDataFolder}
 * completes the replacement.
 */
export async function replaceWithDraft(dataDir: string, now: Date): Promise<string | null> {
  const restored = restoredPath(dataDir);
  await rm(restored, { recursive: true, force: true });
  await rename(draftPath(dataDir), restored);
  const formerPath = join(dirname(dataDir), `${replacedNamePrefix(dataDir)}${formatFileTimestamp(now)}`);
  const replaces = existsSync(dataDir);
  if (replaces) await rename(dataDir, formerPath);
  await rename(restored, dataDir);
  return replaces ? formerPath : null;
}

const copyNamePrefix = (dataDir: string) => `${basename(dataDir)}.copying-`;
/** The folder for copies in version 1.0.0. */
const copyNameOfV1 = (dataDir: string) => `${basename(dataDir)}.copy`;

/** Creates an empty folder for a copy of a data folder, accessible only to its owner. */
export function makeCopyFolder(dataDir: string): Promise<string> {
  return mkdtemp(join(dirname(dataDir), copyNamePrefix(dataDir)));
}

/** Removes the copies of a data folder that remain from backups whose process was killed. */
export function removeCopies(dataDir: string): void {
  const parent = dirname(dataDir);
  for (const name of readdirSync(parent)) {
    const isCopy = name.startsWith(copyNamePrefix(dataDir)) || name === copyNameOfV1(dataDir);
    if (isCopy) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

/** Formats a time as part of a file name, so that the names sort by time. */
const formatFileTimestamp = (now: Date) => now.toISOString().replaceAll(/[:.]/g, '-');

/** Unpacks an archive into an empty folder. Throws if the archive is damaged or contains no data folder. */
export async function unpack(archive: string, folder: string): Promise<void> {
  await extract({ file: archive, cwd: folder, strict: true });
  await chmod(folder, 0o700);
  const missing = findMissingFiles(folder);
  if (missing.length > 0) throw new Error(`it contains no complete database: ${missing.join(', ')} is missing`);
}

/**
 * Packs a folder into a compressed archive, accessible only to its owner. The file appears only when it is complete.
 * Its content is streamed to use little memory.
 */
export async function pack(folder: string, archive: string): Promise<void> {
  const draft = `${archive}.part`;
  try {
    await create({ gzip: { level: 6 }, cwd: folder, file: draft, mode: 0o600, portable: true }, ['.']);
    await chmod(draft, 0o600);
    await rename(draft, archive);
  } finally {
    await rm(draft, { force: true });
  }
}

/** The folder for automatic backups, beside a data folder. */
export const backupFolder = (dataDir: string) => join(dirname(dataDir), 'backups');

/** The name of an automatic backup, which contains the reason: `scheduled` or `before-update`. */
export function backupName(why: string, now: Date): string {
  return `${why}-${formatFileTimestamp(now)}.tar.gz`;
}

/**
 * Lists the paths of the backups in a folder that were made for a reason, oldest first. With the ending `.part`, it
 * lists incomplete backups.
 */
export async function listBackups(folder: string, why: string, ending = '.tar.gz'): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const names = await readdir(folder);
  return names
    .filter((name) => name.startsWith(`${why}-`) && name.endsWith(ending))
    .sort()
    .map((name) => join(folder, name));
}

/**
 * Deletes all but the newest `keep` backups that were made for a reason, and incomplete backups whose process was
 * killed.
 */
export async function deleteOldBackups(folder: string, why: string, keep: number): Promise<void> {
  const all = await listBackups(folder, why);
  const incomplete = await listBackups(folder, why, '.part');
  for (const file of [...all.slice(0, Math.max(0, all.length - keep)), ...incomplete]) await rm(file);
}

/**
 * The free disk space required for changes, in bytes. The write-ahead log grows in files of 16 MB, and PostgreSQL stops if it
 * cannot create the next one.
 */
const MIN_FREE_BYTES = 64 * 2 ** 20;

/** Whether the disk of a folder has enough free space for changes. */
export function hasFreeSpace(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= MIN_FREE_BYTES;
}
