import postgres, { type Sql } from 'postgres';
import { changesChannel } from '#service/db/database.ts';
import { type StartedProcess, startService } from '../api/processes.ts';
import type { Desk } from './companies.ts';
import { openStream } from './desks.ts';
import { countUsed } from './used.ts';

const WRITERS = 16;
/**
 * Each case is measured in several rounds that alternate with the others, so that other load on the machine affects all of
 * them equally.
 */
const ROUNDS = 3;
/**
 * The delay of each commit in milliseconds: that of this disk alone, and as for a slower disk with a standby in another
 * building.
 */
const WAITS = [0, 2] as const;

/** Whether the triggers notify, and who listens: sessions, or a service with a stream of a company that nobody changes. */
interface Case {
  readonly name: string;
  readonly notifies: boolean;
  readonly sessions: number;
  readonly hasService?: boolean;
}
const CASES: readonly Case[] = [
  { name: 'no events', notifies: false, sessions: 0 },
  { name: 'nobody listens', notifies: true, sessions: 0 },
  { name: '1 session', notifies: true, sessions: 1 },
  { name: '4', notifies: true, sessions: 4 },
  { name: '16', notifies: true, sessions: 16 },
  { name: 'a service', notifies: true, sessions: 0, hasService: true },
];

const options = { max: 1, onnotice: () => undefined } as const;

/**
 * How many changes per second many writers commit, each to one appointment, with and without notifications by triggers.
 * Transactions that notify commit one after another, so the duration of a commit limits their number.
 */
export async function measureNotifications(
  server: { url: string; pid: number },
  { desks, seconds }: { desks: readonly Desk[]; seconds: number },
): Promise<string[][]> {
  const [watched, ...changed] = desks;
  const admin = postgres(server.url, options);
  const writers = Array.from({ length: WRITERS }, () => postgres(server.url, options));
  const service = await startService({ DATABASE_URL: server.url });
  const cells = WAITS.map(() => CASES.map(() => ({ commits: 0, ms: 0, serviceMs: 0 })));
  try {
    const write = await Promise.all(changed.slice(0, WRITERS).map((desk, nth) => writerOf(writers[nth]!, desk)));
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [row, waitMs] of WAITS.entries()) {
        for (const sql of writers) await sql.unsafe(`set commit_delay = ${waitMs * 1_000}; set commit_siblings = 0`);
        for (const [column, { notifies, sessions, hasService }] of CASES.entries()) {
          await admin.unsafe(
            `alter table appointments ${notifies ? 'enable' : 'disable'} trigger appointments_update_told`,
          );
          const listeners = Array.from({ length: sessions }, () => postgres(server.url, options));
          for (const sql of listeners) await sql.listen(changesChannel, () => undefined);
          const stream = hasService ? await openStream(service.port, watched!) : null;
          const result = await commit(write, { forMs: seconds * 240, service: service.process, database: server.pid });
          const cell = cells[row]![column]!;
          cell.commits += result.commits;
          cell.ms += result.ms;
          cell.serviceMs += result.serviceMs;
          stream?.close();
          await Promise.all(listeners.map((sql) => sql.end({ timeout: 1 })));
        }
      }
    }
  } finally {
    await admin.unsafe('alter table appointments enable trigger appointments_update_told');
    await Promise.all([admin, ...writers].map((sql) => sql.end({ timeout: 1 })));
    await service.process.stop();
  }
  const rows = WAITS.map((waitMs, row) => {
    const perSecond = cells[row]!.map(({ commits, ms }) => (commits / ms) * 1_000);
    const { serviceMs, commits } = cells[row]!.at(-1)!;
    const shown = perSecond.map((each) => `${each.toFixed(0)} (${(each / perSecond[0]!).toFixed(2)}×)`);
    return [
      waitMs === 0 ? 'this disk alone' : `a commit waits ${waitMs} ms`,
      ...shown,
      (serviceMs / commits).toFixed(3),
    ];
  });
  return [['commits a second', ...CASES.map(({ name }) => name), 'service, ms a commit'], ...rows];
}

/** Repeatedly changes an appointment of a desk's company. */
async function writerOf(sql: Sql, { companyId }: Desk): Promise<() => Promise<unknown>> {
  const [row] = await sql<{ id: string }[]>`select id from appointments where company_id = ${companyId} limit 1`;
  return () =>
    sql`update appointments set updated_at = clock_timestamp() where company_id = ${companyId}::uuid and id = ${row!.id}::uuid`;
}

async function commit(
  writers: readonly (() => Promise<unknown>)[],
  { forMs, service, database }: { forMs: number; service: StartedProcess; database: number },
) {
  let commits = 0;
  const usedSince = countUsed({ services: [service], gateways: [], database });
  const began = performance.now();
  const loop = async (write: () => Promise<unknown>) => {
    for (; performance.now() < began + forMs; commits += 1) await write();
  };
  await Promise.all(writers.map(loop));
  return { commits, ms: performance.now() - began, serviceMs: usedSince().service };
}
