import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { connectPostgres, type Database } from '#service/db/database.ts';
import { freePort } from '#testing/postgres.ts';
import { createHttpClient, type HttpClient, markdownTable } from './api/measure.ts';
import {
  processorMs,
  residentMb,
  type StartedProcess,
  startDatabase,
  startGateway,
  startService,
} from './api/processes.ts';
import { addCompany, type CompanySize, type Desk, MONTH } from './desks/companies.ts';
import { listen, quantile, signIn } from './desks/desks.ts';

const usage = `npm run bench -- scale [options]
  --seconds N   how long each way is measured (default 10)
`;
const SERVICES = [1, 2, 4] as const;
const GATEWAYS = 2;
/** Requests under way at a time. */
const CONNECTIONS = 16;

/** A hundred companies: most have one store, a few have many. */
const SIZES: readonly (CompanySize & { companies: number })[] = [
  { companies: 70, stores: 1, desks: 3, aDay: 20 },
  { companies: 25, stores: 3, desks: 3, aDay: 25 },
  { companies: 5, stores: 12, desks: 3, aDay: 30 },
];

/** Desks of all companies, one of each company after the other. */
async function addGroup(database: Database): Promise<Desk[]> {
  const desks: Desk[][] = [];
  for (const size of SIZES) {
    for (let nth = 0; nth < size.companies; nth += 1) desks.push(await addCompany(database, size));
  }
  await database.sql`vacuum analyze`;
  const longest = Math.max(...desks.map((of) => of.length));
  return Array.from({ length: longest }, (_, nth) => desks.flatMap((of) => of.slice(nth, nth + 1))).flat();
}

/** Hands each connection to the next port, as a load balancer does. */
async function startBalancer(ports: readonly number[]): Promise<{ port: number; close(): void }> {
  const port = await freePort();
  let next = 0;
  const server = createServer((from) => {
    const to = connect(ports[next++ % ports.length] ?? 0, '127.0.0.1');
    from.on('error', () => to.destroy()).on('close', () => to.destroy());
    to.on('error', () => from.destroy()).on('close', () => from.destroy());
    from.pipe(to).pipe(from);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { port, close: () => void server.close() };
}

const visitSchema = z.object({ id: z.string(), updatedAt: z.string(), status: z.string() });
const pageSchema = z.object({ data: z.array(visitSchema) });
type Visit = z.infer<typeof visitSchema>;

/** What one desk asks next; of a hundred requests of a day that is told of changes, most look something up, and twelve write. */
async function askNext(desk: Desk, nth: number, ask: HttpClient, headers: Record<string, string>, prefix: string) {
  const { companyId, storeId, petId, typeId: visitTypeId } = desk;
  const share = (nth * 37) % 100;
  const day = `${MONTH}-${String(1 + (nth % 28)).padStart(2, '0')}`;
  const between = [`${day}T00:00Z`, `${day}T23:59:59Z`];
  const search = (body: object) => ask(`${prefix}/v1/appointments/search`, { body: { companyId, ...body }, headers });
  if (share < 10) {
    const updatedSince = new Date(Date.now() - 120_000 - (nth % 50_000)).toISOString();
    const query = new URLSearchParams({ companyId, updatedSince, limit: '500', direction: 'asc' });
    return ask(`${prefix}/v1/appointments?${query}`, { headers });
  }
  if (share < 45) return search({ storeIds: [storeId], limit: 500, filter: { start: { between } } });
  if (share < 75) {
    const query = new URLSearchParams({ companyId, query: `pet ${nth % 100}`, limit: '20' });
    return ask(`${prefix}/v1/pets?${query}`, { headers });
  }
  if (share < 88) return search({ query: `pet check ${nth % 10}`, limit: 100 });
  const [start, end] = [`${day}T19:00Z`, `${day}T19:30Z`];
  const body = { companyId, storeIds: [storeId], petId, visitTypeId, start, end };
  return ask(`${prefix}/v1/appointments`, { body, headers });
}

interface Parts {
  services: readonly StartedProcess[];
  gateways: readonly StartedProcess[];
  database: number;
}

/** What the parts have used so far, in milliseconds of processor time. */
function used({ services, gateways, database }: Parts) {
  const sum = (processes: readonly StartedProcess[]) =>
    processes.reduce((total, { pid }) => total + processorMs(pid), 0);
  return { service: sum(services), gateway: sum(gateways), database: processorMs(database) };
}
type Used = ReturnType<typeof used>;

function perUnit(before: Used, after: Used, units: number): string[] {
  return (['service', 'gateway', 'database'] as const).map((part) =>
    units === 0 ? '–' : ((after[part] - before[part]) / units).toFixed(2),
  );
}

/** Asks from many desks, as many requests at a time as there are clients, each waiting for its answer. */
async function load(seconds: number, ask: (nth: number, client: number) => Promise<unknown>, parts: Parts) {
  const taken: number[] = [];
  let nth = 0;
  const during = async (forMs: number) => {
    const end = performance.now() + forMs;
    const loop = async (client: number) => {
      while (performance.now() < end) {
        const began = performance.now();
        await ask(nth++, client);
        taken.push(performance.now() - began);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, (_, client) => loop(client)));
  };
  await during(2_000);
  taken.length = 0;
  const before = used(parts);
  const began = performance.now();
  await during(seconds * 1_000);
  const perSecond = (taken.length / (performance.now() - began)) * 1_000;
  return [
    perSecond.toFixed(0),
    quantile(taken, 0.5).toFixed(0),
    quantile(taken, 0.95).toFixed(0),
    ...perUnit(before, used(parts), taken.length),
  ];
}

/** A change of a visit of each company in turn, ten a second: how long until the desks of the company are told, and what it costs. */
async function tell(
  seconds: number,
  desks: readonly Desk[],
  client: HttpClient,
  told: Map<string, number[]>,
  parts: Parts,
) {
  const visits = new Map<Desk, Visit>();
  const writers = desks.slice(0, 100);
  const headersOf = ({ key }: Desk) => ({ authorization: `Bearer ${key}` });
  for (const desk of writers) {
    const body = { companyId: desk.companyId, storeIds: [desk.storeId], limit: 1 };
    const found = await client('/v1/appointments/search', { body, headers: headersOf(desk) });
    const [visit] = pageSchema.parse(JSON.parse(found)).data;
    if (visit !== undefined) visits.set(desk, visit);
  }
  told.clear();
  const delays: number[] = [];
  const before = used(parts);
  const began = performance.now();
  const count = seconds * 10;
  for (let nth = 0; nth < count; nth += 1) {
    await pause(Math.max(0, began + nth * 100 - performance.now()));
    const desk = writers[nth % writers.length] ?? fail();
    const seen = visits.get(desk) ?? fail();
    const status = seen.status === 'confirmed' ? 'checked_in' : 'confirmed';
    const body = { companyId: desk.companyId, expectedUpdatedAt: seen.updatedAt, status };
    const path = `/v1/appointments/${seen.id}`;
    told.delete(seen.id);
    const answer = await client(path, { method: 'PATCH', body, headers: headersOf(desk) });
    const changed = visitSchema.parse(JSON.parse(answer));
    visits.set(desk, changed);
    await pause(90);
    for (const at of told.get(seen.id) ?? []) delays.push(at - Date.parse(changed.updatedAt));
  }
  await pause(500);
  return [quantile(delays, 0.5).toFixed(0), quantile(delays, 0.99).toFixed(0), ...perUnit(before, used(parts), count)];
}

/**
 * `npm run bench -- scale`: a hundred companies of different sizes on one PostgreSQL, and 1, 2 and 4 services, asked directly
 * and through two gateways, at which each desk listens for changes. All that is measured shares one core and the load has the other, so
 * that more services cannot carry more here: what is told is what each request, stream and change costs of whom, from which
 * follows what a core of each carries.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { seconds: { type: 'string', default: '10' }, help: { type: 'boolean', default: false } },
  });
  if (values.help) return console.log(usage);
  const seconds = Number(values.seconds);
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-scale-'));
  const server = await startDatabase();
  const started: StartedProcess[] = [];
  const cost = ['service, ms', 'gateways, ms', 'database, ms'];
  const requests = [['', 'requests a second', 'p50, ms', 'p95, ms', ...cost]];
  const changes = [['', 'told, p50 ms', 'p99, ms', ...cost.map((name) => `${name} a change`)]];
  const streams = [['', 'streams', ...cost.map((name) => `${name} a second`), 'KB a stream, service', 'gateways']];
  try {
    const database = await connectPostgres({ url: server.url, statementTimeoutMs: 0 });
    await database.sql`create database gateways`;
    const desks = await addGroup(database);
    const [row] = await database.sql<{ count: number }[]>`select count(*)::int as count from appointments`;
    await database.close();
    console.log(`100 companies, ${desks.length} desks, ${row?.count} appointments`);
    for (const number of SERVICES) {
      const name = `${number} service${number > 1 ? 's' : ''}`;
      const services = await Promise.all(Array.from({ length: number }, () => startService(server.url)));
      started.push(...services.map(({ process }) => process));
      const direct = { services: services.map(({ process }) => process), gateways: [], database: server.pid };
      const clients = Array.from({ length: CONNECTIONS }, (_, nth) =>
        createHttpClient(services[nth % number]?.port ?? 0),
      );
      // A key's budget is a minute's: every desk gets its turn before the first has another.
      const turn = (nth: number) => desks[nth % desks.length] ?? fail();
      const directly = (nth: number, client: number) => {
        const desk = turn(nth);
        return askNext(desk, nth, clients[client] ?? fail(), { authorization: `Bearer ${desk.key}` }, '');
      };
      requests.push([name, ...(await load(seconds, directly, direct))]);

      const balancer = await startBalancer(services.map(({ port }) => port));
      const gateways = await Promise.all(
        Array.from({ length: GATEWAYS }, (_, nth) =>
          startGateway({
            practiceApiUrl: `http://127.0.0.1:${balancer.port}`,
            databaseUrl: server.url.replace(/\/postgres$/, '/gateways'),
            dataDir: join(folder, `${number}-${nth}`),
          }),
        ),
      );
      started.push(...gateways.map(({ process }) => process));
      const parts = { ...direct, gateways: gateways.map(({ process }) => process) };
      const cookies = await signIn(desks, gateways[0]?.port ?? 0);
      const memory = (processes: readonly StartedProcess[]) =>
        processes.reduce((sum, { pid }) => sum + residentMb(pid), 0);
      const before = { service: memory(parts.services), gateways: memory(parts.gateways) };
      const told = new Map<string, number[]>();
      const listening: { close(): void }[] = [];
      for (const [nth, { companyId }] of desks.entries()) {
        const port = gateways[nth % GATEWAYS]?.port ?? 0;
        const onTold = (id: string) => void told.set(id, [...(told.get(id) ?? []), Date.now()]);
        listening.push(await listen({ port, cookie: cookies[nth] ?? '', companyId }, onTold));
      }
      const grown = (now: number, then: number) => (((now - then) * 1_024) / desks.length).toFixed(0);
      const memoryOfStreams = [
        grown(memory(parts.services), before.service),
        grown(memory(parts.gateways), before.gateways),
      ];
      const idle = used(parts);
      await pause(seconds * 1_000);
      streams.push([name, String(desks.length), ...perUnit(idle, used(parts), seconds), ...memoryOfStreams]);
      changes.push([name, ...(await tell(seconds, desks, clients[0] ?? fail(), told, parts))]);

      const throughGateways = Array.from({ length: CONNECTIONS }, (_, nth) =>
        createHttpClient(gateways[nth % GATEWAYS]?.port ?? 0),
      );
      const through = (nth: number, client: number) =>
        askNext(
          turn(nth),
          nth,
          throughGateways[client] ?? fail(),
          { cookie: cookies[nth % desks.length] ?? '' },
          '/api',
        );
      requests.push([`… through ${GATEWAYS} gateways`, ...(await load(seconds, through, parts))]);
      for (const { close } of listening) close();
      balancer.close();
      for (const process of started.splice(0)) await process.stop();
    }
    console.log(`\nRequests, while every desk listens\n\n${markdownTable(requests)}`);
    console.log(`\nOpen streams at rest\n\n${markdownTable(streams)}`);
    console.log(`\nTen changes a second\n\n${markdownTable(changes)}`);
  } finally {
    for (const process of started) await process.stop();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function fail(): never {
  throw new Error('there is none');
}
