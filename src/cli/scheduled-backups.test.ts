import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { scheduleBackups, startScheduledBackups } from './scheduled-backups.ts';

const HOUR_MS = 3_600_000;
let dataDir: string;
let now: number;
let messages: string[];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'frontdesk-backups-'));
  now = Date.parse('2026-03-02T08:00:00Z');
  messages = [];
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const schedule = (every: string, keep = 14, folder?: string) =>
  scheduleBackups({ dataDir, databaseUrl: null }, { every, keep, folder });

/** The scheduled backups of a product whose database writes with `write`. */
function start(write: (file: string) => void = (file) => writeFileSync(file, 'archive')) {
  return startScheduledBackups({
    dataDir,
    database: {
      async backup(file) {
        write(file);
        utimesSync(file, now / 1_000, now / 1_000);
      },
    },
    log: (line) => messages.push(line),
    clock: () => now,
  });
}
const backupNames = () => readdirSync(join(dataDir, 'backups')).sort();

test('a backup is made when it is due, even after a restart, and the newest are retained', async () => {
  const backups = start();
  await backups.checkNow();
  expect(readdirSync(dataDir)).toEqual([]);
  expect(schedule('24h', 2)).toContain(`${join(dataDir, 'backups')} every 24h; the newest 2 are kept`);
  await backups.checkNow();
  await backups.checkNow();
  expect(backupNames()).toEqual(['scheduled-2026-03-02T08-00-00-000Z.tar.gz']);
  await backups.stop();

  const restarted = start();
  now += 23 * HOUR_MS;
  await restarted.checkNow();
  expect(backupNames()).toHaveLength(1);
  for (const hours of [1, 24, 24]) {
    now += hours * HOUR_MS;
    await restarted.checkNow();
  }
  expect(backupNames()).toEqual([
    'scheduled-2026-03-04T08-00-00-000Z.tar.gz',
    'scheduled-2026-03-05T08-00-00-000Z.tar.gz',
  ]);
  schedule('never');
  now += 48 * HOUR_MS;
  await restarted.checkNow();
  expect(backupNames()).toHaveLength(2);
  await restarted.stop();
});

test('a failed backup is reported, deletes none, and is retried an hour later', async () => {
  schedule('24h', 1);
  let fails = true;
  const backups = start((file) => {
    if (fails) throw new Error('no space left on device');
    writeFileSync(file, 'archive');
  });
  await backups.checkNow();
  await backups.checkNow();
  expect(messages).toEqual(['the scheduled backup failed: no space left on device']);
  fails = false;
  now += HOUR_MS;
  await backups.checkNow();
  expect(backupNames()).toHaveLength(1);
  await backups.stop();
});

/** The value of a backup metric. */
async function metric({ metrics }: ReturnType<typeof start>, name: string): Promise<number> {
  const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(await metrics.metrics()) ?? [];
  return Number(value);
}

test('a monitor sees the age of the last backup, the interval, and the number of failures', async () => {
  let fails = false;
  const backups = start((file) => {
    if (fails) throw new Error('no space left on device');
    writeFileSync(file, 'archive');
  });
  const seen = async () => [
    await metric(backups, 'frontdesk_backup_last_success_timestamp_seconds'),
    await metric(backups, 'frontdesk_backup_interval_seconds'),
    await metric(backups, 'frontdesk_backup_failures_total'),
  ];
  expect(await seen()).toEqual([0, 0, 0]);
  schedule('24h');
  expect(await seen()).toEqual([0, 86_400, 0]);
  await backups.checkNow();
  const backupAt = now / 1_000;
  expect(await seen()).toEqual([backupAt, 86_400, 0]);
  fails = true;
  now += 24 * HOUR_MS;
  await backups.checkNow();
  expect(await seen()).toEqual([backupAt, 86_400, 1]);
  await backups.stop();

  // A process that starts later finds the backups of the previous one.
  const anew = start();
  expect(await metric(anew, 'frontdesk_backup_last_success_timestamp_seconds')).toBe(backupAt);
  writeFileSync(join(dataDir, 'backup-schedule.json'), '{');
  expect(await metric(anew, 'frontdesk_backup_last_success_timestamp_seconds')).toBe(0);
  await anew.checkNow();
  expect(await metric(anew, 'frontdesk_backup_failures_total')).toBe(1);
  await anew.stop();
});

test('a schedule that cannot be read is reported, and not taken for none', async () => {
  mkdirSync(join(dataDir, 'backup-schedule.json'));
  const backups = start();
  await backups.checkNow();
  expect(messages).toEqual([
    expect.stringMatching(/^the scheduled backup failed: \S+backup-schedule\.json cannot be read; /),
  ]);
  await backups.stop();
});

test('a folder that cannot store backups is rejected when it is chosen, and reported at the next start', async () => {
  const file = join(dataDir, 'disk');
  writeFileSync(file, '');
  expect(() => schedule('24h', 14, join(file, 'backups'))).toThrow(
    /no backup can be written to \S+backups \(ENOTDIR\); /,
  );
  expect(readdirSync(dataDir)).toEqual(['disk']);

  const folder = join(dataDir, 'elsewhere');
  schedule('24h', 14, folder);
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
  writeFileSync(folder, '');
  await start().stop();
  expect(messages).toEqual([expect.stringContaining(`no backup can be written to ${folder} (EEXIST)`)]);
});

test('an invalid schedule is rejected with what to write instead', () => {
  expect(() => schedule('daily')).toThrow('--every is "daily", but must be a number of hours or days');
  expect(() => schedule('24h', 0)).toThrow('--keep must be at least 1');
  expect(() =>
    scheduleBackups({ dataDir, databaseUrl: 'postgres://x' }, { every: '24h', keep: 1, folder: undefined }),
  ).toThrow('pg_dump');
});
