import { get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import { changesChannel } from '#service/db/database.ts';
import { quantile } from '../api/measure.ts';
import { processorMs, type StartedProcess, startService } from '../api/processes.ts';
import type { Desk } from '../desks/companies.ts';

const WRITERS = 16;
/** A cell is measured in several rounds, between those of the others, so that what else the machine does meets all of them alike. */
const ROUNDS = 3;
const ROUND_MS = 1_200;
/** How long each commit waits, in milliseconds: for this disk alone, or as for a slower one and a standby in another building. */
const WAITS = [0, 2] as const;

/** Who listens, and whether the triggers notify. */
interface Way {
  readonly name: string;
  readonly notifies: boolean;
  readonly listeners: number;
  /** A service instead, whose streams are of a company that nobody changes. */
  readonly service?: boolean;
}
const WAYS: readonly Way[] = [
  { name: 'nothing is told', notifies: false, listeners: 0 },
  { name: 'told, nobody listens', notifies: true, listeners: 0 },
  { name: 'told to 1 session', notifies: true, listeners: 1 },
  { name: 'told to 4', notifies: true, listeners: 4 },
  { name: 'told to 16', notifies: true, listeners: 16 },
  { name: 'told to a service', notifies: true, listeners: 0, service: true },
];

interface Cell {
  commits: number;
  ms: number;
  latencies: number[];
  databaseMs: number;
  serviceMs: number;
}

/** What it costs the database to tell of changes. */
export interface Telling {
  readonly rows: string[][];
  /** Commits a second where each waits 2 ms. */
  readonly ceiling: number;
  /** What a service spends on a notification of a company of which it tells nobody, in milliseconds. */
  readonly unheardMs: number;
}

const options = { max: 1, onnotice: () => undefined } as const;

/**
 * How many changes a second many writers commit, each of one appointment, while the triggers notify and while they do not. Transactions
 * that notify commit one after the other, so that how long a commit waits bounds their number.
 */
export async function measureTelling(server: { url: string; pid: number }, desks: readonly Desk[]): Promise<Telling> {
  const [watched, ...changed] = desks;
  const admin = postgres(server.url, options);
  const writers = Array.from({ length: WRITERS }, () => postgres(server.url, options));
  const service = await startService({ DATABASE_URL: server.url });
  const cells = new Map<string, Cell>();
  try {
    const visits = await Promise.all(changed.slice(0, WRITERS).map((desk) => visitOf(admin, desk)));
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const waitMs of WAITS) {
        for (const sql of writers) await sql.unsafe(`set commit_delay = ${waitMs * 1_000}; set commit_siblings = 0`);
        for (const way of WAYS) {
          const name = nameOf(way, waitMs);
          const cell = cells.get(name) ?? { commits: 0, ms: 0, latencies: [], databaseMs: 0, serviceMs: 0 };
          cells.set(name, cell);
          await admin.unsafe(
            `alter table appointments ${way.notifies ? 'enable' : 'disable'} trigger appointments_update_told`,
          );
          const stop = way.service
            ? await openStream(service.port, watched!)
            : await listenIn(server.url, way.listeners);
          await commit(cell, { writers, visits, database: server.pid, service: service.process });
          await stop();
        }
      }
    }
  } finally {
    await admin.unsafe('alter table appointments enable trigger appointments_update_told');
    await Promise.all([admin, ...writers].map((sql) => sql.end({ timeout: 1 })));
    await service.process.stop();
  }
  return report(cells);
}

interface Visit {
  readonly company_id: string;
  readonly id: string;
}

async function visitOf(sql: Sql, { companyId }: Desk): Promise<Visit> {
  const [visit] = await sql<Visit[]>`select company_id, id from appointments where company_id = ${companyId} limit 1`;
  return visit!;
}

async function commit(
  cell: Cell,
  options: { writers: readonly Sql[]; visits: readonly Visit[]; database: number; service: StartedProcess },
): Promise<void> {
  const { writers, visits, database, service } = options;
  const used = () => [processorMs(database), processorMs(service.pid)] as const;
  const [databaseBefore, serviceBefore] = used();
  const began = performance.now();
  const write = async (sql: Sql, { company_id, id }: Visit) => {
    while (performance.now() < began + ROUND_MS) {
      const at = performance.now();
      await sql`update appointments set updated_at = clock_timestamp() where company_id = ${company_id}::uuid and id = ${id}::uuid`;
      cell.latencies.push(performance.now() - at);
      cell.commits += 1;
    }
  };
  await Promise.all(writers.map((sql, nth) => write(sql, visits[nth]!)));
  cell.ms += performance.now() - began;
  const [databaseAfter, serviceAfter] = used();
  cell.databaseMs += databaseAfter - databaseBefore;
  cell.serviceMs += serviceAfter - serviceBefore;
}

async function listenIn(url: string, sessions: number): Promise<() => Promise<unknown>> {
  const listeners = Array.from({ length: sessions }, () => postgres(url, options));
  for (const sql of listeners) await sql.listen(changesChannel, () => undefined);
  return () => Promise.all(listeners.map((sql) => sql.end({ timeout: 1 })));
}

/** Opens a stream, for which the service listens to the database, and keeps it until the end of a round. */
function openStream(port: number, { key, companyId }: Desk): Promise<() => Promise<unknown>> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}` };
    const path = `/v1/events?companyId=${companyId}`;
    const request = get({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${path} answered ${response.statusCode}`));
      response.on('error', () => undefined);
      response.once('data', () =>
        resolve(async () => {
          request.destroy();
          // What is left in the connection to the database is read.
          await pause(200);
        }),
      );
      response.resume();
    });
    request.on('error', reject);
  });
}

const nameOf = ({ name }: Way, waitMs: number) => (waitMs === 0 ? name : `${name}; a commit waits ${waitMs} ms`);

function report(cells: ReadonlyMap<string, Cell>): Telling {
  const perSecond = ({ commits, ms }: Cell) => (commits / ms) * 1_000;
  const cellOf = (way: Way, waitMs: number) => cells.get(nameOf(way, waitMs))!;
  const rows = [['', 'commits a second', 'ratio', 'p50, ms', 'p99, ms', 'database, ms', 'service, ms']];
  for (const waitMs of WAITS) {
    for (const way of WAYS) {
      const cell = cellOf(way, waitMs);
      rows.push([
        nameOf(way, waitMs),
        perSecond(cell).toFixed(0),
        `${(perSecond(cell) / perSecond(cellOf(WAYS[0]!, waitMs))).toFixed(2)}×`,
        quantile(cell.latencies, 0.5).toFixed(1),
        quantile(cell.latencies, 0.99).toFixed(1),
        (cell.databaseMs / cell.commits).toFixed(2),
        way.service ? (cell.serviceMs / cell.commits).toFixed(3) : '–',
      ]);
    }
  }
  const heard = cellOf(WAYS.find(({ service }) => service)!, 0);
  return {
    rows,
    ceiling: perSecond(cellOf(WAYS[1]!, 2)),
    unheardMs: heard.serviceMs / heard.commits,
  };
}
