import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Counter, Gauge, Registry } from 'prom-client';
import { z } from 'zod';
import { hasErrorCode } from '#gateway/access/rows-file.ts';
import { backupName, deleteOldBackups, listBackups } from '#service/db/data-folder.ts';
import type { Database } from '#service/db/database.ts';
import { type Config, parseDuration } from './config.ts';
import { makeDataDir } from './data-dir.ts';
import { CommandError, UsageError } from './messages.ts';

const scheduleSchema = z.object({ everyMs: z.int().min(1), keep: z.int().min(1), folder: z.string() });
type Schedule = z.infer<typeof scheduleSchema>;

const scheduleFile = (dataDir: string) => join(dataDir, 'backup-schedule.json');
const BACKUP_REASON = 'scheduled';
/** The number of scheduled backups that are retained unless `--keep` gives another number. */
export const DEFAULT_BACKUP_COUNT = 14;

/** The interval for checking whether a backup is due; a failed backup is retried after {@link RETRY_MS}. */
const CHECK_INTERVAL_MS = 60_000;
const RETRY_MS = 60 * 60_000;

/**
 * Reads the schedule of a data folder; null if there is none. Throws a {@link CommandError} if its file cannot be read or
 * has no valid schedule.
 */
function readSchedule(dataDir: string): Schedule | null {
  let text: string;
  try {
    text = readFileSync(scheduleFile(dataDir), 'utf8');
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null;
    throw new CommandError(`${scheduleFile(dataDir)} cannot be read; allow the user that runs Frontdesk to read it`);
  }
  try {
    return scheduleSchema.parse(JSON.parse(text));
  } catch {
    throw new CommandError(`${scheduleFile(dataDir)} cannot be understood; run \`frontdesk backup --every 24h\` again`);
  }
}

/**
 * `frontdesk backup --every 24h --keep 14`: from now on, Frontdesk makes backups automatically whenever it runs on this
 * data folder. The default folder is `backups` in the data folder.
 */
export function scheduleBackups(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  { every, keep, folder }: { every: string; keep: number; folder: string | undefined },
): string {
  const { dataDir, databaseUrl } = config;
  if (databaseUrl !== null) throw new UsageError('PostgreSQL is backed up with its own tools, such as pg_dump');
  if (every === 'never') {
    rmSync(scheduleFile(dataDir), { force: true });
    return 'No more automatic backups are made. Existing backups stay.';
  }
  const everyMs = parseDuration(every);
  if (!(everyMs > 0)) {
    throw new UsageError(`--every is "${every}", but must be a number of hours or days such as 24h or 7d, or never`);
  }
  if (keep < 1) throw new UsageError('--keep must be at least 1');
  const schedule: Schedule = {
    everyMs,
    keep,
    folder: folder === undefined ? join(dataDir, 'backups') : resolve(folder),
  };
  const problem = findWriteProblem(schedule.folder);
  if (problem !== null) throw new CommandError(problem);
  makeDataDir(dataDir);
  const file = scheduleFile(dataDir);
  writeFileSync(`${file}.new`, JSON.stringify(schedule), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return `While Frontdesk runs, a backup goes to ${schedule.folder} every ${every}; the newest ${keep} are kept.`;
}

/**
 * Says in a sentence why backups cannot be written to a folder. Returns null if they can. Creates the folder if it does
 * not exist.
 */
function findWriteProblem(folder: string): string | null {
  const probe = join(folder, `.frontdesk-${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(probe, '');
    rmSync(probe);
    return null;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return `no backup can be written to ${folder} (${code ?? message}); give the user who runs Frontdesk write access, or name another folder with \`frontdesk backup --every 24h FOLDER\``;
  }
}

/** Makes the scheduled backups of a data folder while the database is open. `clock` returns epoch milliseconds. */
export function startScheduledBackups(options: {
  dataDir: string;
  database: Pick<Database, 'backup'>;
  log(line: string): void;
  clock?: () => number;
}): { checkNow(): Promise<void>; stop(): Promise<void>; metrics: Registry } {
  const { dataDir, database, log, clock = Date.now } = options;
  let running: Promise<void> = Promise.resolve();
  let triedAt = Number.NEGATIVE_INFINITY;
  const { metrics, failures } = createBackupMetrics(dataDir);

  /** Reports problems at the start, not only when the next backup is due. */
  async function checkFolder() {
    const schedule = readSchedule(dataDir);
    const problem = schedule === null ? null : findWriteProblem(schedule.folder);
    if (problem !== null) log(problem);
  }

  async function backUpIfDue() {
    const schedule = readSchedule(dataDir);
    if (schedule === null) return;
    const { everyMs, keep, folder } = schedule;
    const newest = (await listBackups(folder, BACKUP_REASON)).at(-1);
    const now = clock();
    const due = newest === undefined || now - statSync(newest).mtimeMs >= everyMs;
    if (!due || now - triedAt < Math.min(RETRY_MS, everyMs)) return;
    triedAt = now;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    await database.backup(join(folder, backupName(BACKUP_REASON, new Date(now))));
    await deleteOldBackups(folder, BACKUP_REASON, keep);
  }

  function queueCheck(): Promise<void> {
    running = running.then(backUpIfDue).catch((error: unknown) => {
      failures.inc();
      log(`the scheduled backup failed: ${error instanceof Error ? error.message : error}`);
    });
    return running;
  }

  const timer = setInterval(queueCheck, CHECK_INTERVAL_MS);
  timer.unref();
  // An unreadable schedule is reported by the first check for a due backup, so it is ignored here.
  running = checkFolder().catch(() => undefined);
  return {
    checkNow: queueCheck,
    metrics,
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

/**
 * The Prometheus metrics of the scheduled backups. The time of the last success is the time of the newest file,
 * whichever process wrote it.
 */
function createBackupMetrics(dataDir: string) {
  const metrics = new Registry();
  const registers = [metrics];
  new Gauge({
    name: 'frontdesk_backup_last_success_timestamp_seconds',
    help: 'When the newest scheduled backup was made; 0 where there is none.',
    registers,
    async collect() {
      this.set(await readLastSuccess(dataDir));
    },
  });
  new Gauge({
    name: 'frontdesk_backup_interval_seconds',
    help: 'The time between scheduled backups; 0 where none are scheduled.',
    registers,
    collect() {
      this.set((readScheduleSafely(dataDir)?.everyMs ?? 0) / 1_000);
    },
  });
  const failures = new Counter({
    name: 'frontdesk_backup_failures_total',
    help: 'Scheduled backups that failed since this process was started.',
    registers,
  });
  return { metrics, failures };
}

/** The schedule, or null if it cannot be parsed: that counts as a failed backup, not as a failed scrape. */
function readScheduleSafely(dataDir: string): Schedule | null {
  try {
    return readSchedule(dataDir);
  } catch {
    return null;
  }
}

async function readLastSuccess(dataDir: string): Promise<number> {
  try {
    const schedule = readScheduleSafely(dataDir);
    const newest = schedule === null ? undefined : (await listBackups(schedule.folder, BACKUP_REASON)).at(-1);
    return newest === undefined ? 0 : statSync(newest).mtimeMs / 1_000;
  } catch {
    return 0;
  }
}
