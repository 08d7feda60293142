import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createHttpClient, type HttpClient, quantile } from '../api/measure.ts';
import { type StartedProcess, startGateway, startService } from '../api/processes.ts';
import { type Desk, MONTH } from './companies.ts';
import { changeVisit, findVisits, listen, signIn, type Visit } from './desks.ts';
import { countUsed, mapUsed, type Parts, type Used } from './used.ts';

const GATEWAYS = 2;
/** The number of concurrent requests. */
const CONNECTIONS = 16;

/**
 * Sends the next request of a desk. Of a hundred requests of desks with an event stream, 43 are background polls, 49 read a
 * day or look something up, and eight write.
 */
async function askNext(desk: Desk, nth: number, ask: HttpClient, headers: Record<string, string>, prefix: string) {
  const { companyId, storeId, petId, typeId: visitTypeId } = desk;
  const share = (nth * 37) % 100;
  const day = `${MONTH}-${String(1 + (nth % 28)).padStart(2, '0')}`;
  const between = [`${day}T00:00Z`, `${day}T23:59:59Z`];
  const search = (body: object) => ask(`${prefix}/v1/appointments/search`, { body: { companyId, ...body }, headers });
  if (share < 43) {
    const updatedSince = new Date(Date.now() - 120_000 - (nth % 50_000)).toISOString();
    const query = new URLSearchParams({ companyId, updatedSince, limit: '500', direction: 'asc' });
    return ask(`${prefix}/v1/appointments?${query}`, { headers });
  }
  if (share < 58) return search({ storeIds: [storeId], limit: 500, filter: { start: { between } } });
  if (share < 78) {
    const query = new URLSearchParams({ companyId, query: `pet ${nth % 100}`, limit: '20' });
    return ask(`${prefix}/v1/pets?${query}`, { headers });
  }
  if (share < 92) return search({ query: `pet check ${nth % 10}`, limit: 100 });
  const [start, end] = [`${day}T19:00Z`, `${day}T19:30Z`];
  const body = { companyId, storeIds: [storeId], petId, visitTypeId, start, end };
  return ask(`${prefix}/v1/appointments`, { body, headers });
}

const cells = ({ service, gateway, database }: Used) => [service, gateway, database].map((ms) => ms.toFixed(2));

/** Sends requests from many desks, as many at a time as there are clients, each waiting for its response. */
async function load(seconds: number, ask: (nth: number, client: number) => Promise<unknown>, parts: Parts) {
  const durations: number[] = [];
  let nth = 0;
  const during = async (forMs: number) => {
    const end = performance.now() + forMs;
    const loop = async (client: number) => {
      while (performance.now() < end) {
        const began = performance.now();
        await ask(nth++, client);
        durations.push(performance.now() - began);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, (_, client) => loop(client)));
  };
  await during(2_000);
  durations.length = 0;
  const usedSince = countUsed(parts);
  const began = performance.now();
  await during(seconds * 1_000);
  const used = usedSince();
  return {
    perSecond: (durations.length / (performance.now() - began)) * 1_000,
    p50: quantile(durations, 0.5),
    p95: quantile(durations, 0.95),
    each: mapUsed((part) => used[part] / durations.length),
  };
}

/**
 * Changes an appointment of each company in turn, ten per second: measures how long until the desks of the company are
 * notified, and the cost beyond that of idle streams.
 */
async function measureNotification(
  seconds: number,
  options: {
    desks: readonly Desk[];
    client: HttpClient;
    notifiedAt: Map<string, number[]>;
    parts: Parts;
    atRest: Used;
  },
) {
  const { client, notifiedAt, parts, atRest } = options;
  const visits = new Map<Desk, Visit>();
  const writers = options.desks.slice(0, 100);
  for (const desk of writers) {
    const [visit] = await findVisits(client, desk, { limit: 1 });
    if (visit !== undefined) visits.set(desk, visit);
  }
  notifiedAt.clear();
  const delays: number[] = [];
  const usedSince = countUsed(parts);
  const began = performance.now();
  const count = seconds * 10;
  for (let nth = 0; nth < count; nth += 1) {
    await pause(Math.max(0, began + nth * 100 - performance.now()));
    const desk = writers[(nth * 37) % writers.length]!;
    const seen = visits.get(desk)!;
    notifiedAt.delete(seen.id);
    const changed = await changeVisit(client, desk, seen);
    visits.set(desk, changed);
    await pause(90);
    for (const at of notifiedAt.get(seen.id) ?? []) delays.push(at - Date.parse(changed.updatedAt));
  }
  const [lasted, used] = [(performance.now() - began) / 1_000, usedSince()];
  return {
    p50: quantile(delays, 0.5),
    p99: quantile(delays, 0.99),
    desks: delays.length / count,
    each: mapUsed((part) => (used[part] - atRest[part] * lasted) / count),
  };
}

/** Measures a service, directly and through two gateways, with every desk listening for changes. */
export async function measureServices(
  server: { url: string; pid: number },
  { desks, seconds, folder }: { desks: readonly Desk[]; seconds: number; folder: string },
): Promise<{ requests: string[][]; changes: string[][] }> {
  const cost = ['service, ms', 'gateways, ms', 'database, ms'];
  const clientsOf = (ports: readonly number[]) =>
    Array.from({ length: CONNECTIONS }, (_, nth) => createHttpClient(ports[nth % ports.length] ?? 0));
  // A key's budget is per minute, so every desk gets its turn before the first has another.
  const turn = (nth: number) => desks[nth % desks.length]!;
  const row = (way: string, { perSecond, p50, p95, each }: Awaited<ReturnType<typeof load>>) => [
    ...[way, perSecond.toFixed(0), p50.toFixed(0), p95.toFixed(0)],
    ...cells(each),
  ];
  const started: StartedProcess[] = [];
  try {
    const service = await startService({ DATABASE_URL: server.url });
    started.push(service.process);
    const direct = { services: [service.process], gateways: [], database: server.pid };
    const clients = clientsOf([service.port]);
    const keyOf = ({ key }: Desk) => ({ authorization: `Bearer ${key}` });
    const directly = await load(
      seconds,
      (nth, client) => askNext(turn(nth), nth, clients[client]!, keyOf(turn(nth)), ''),
      direct,
    );

    const gateways = [];
    for (let nth = 0; nth < GATEWAYS; nth += 1) {
      const gateway = await startGateway({
        PRACTICE_API_URL: `http://127.0.0.1:${service.port}`,
        GATEWAY_DATABASE_URL: server.url.replace(/\/postgres$/, '/gateways'),
        DATA_DIR: join(folder, String(nth)),
      });
      gateways.push(gateway);
      started.push(gateway.process);
    }
    const parts = { ...direct, gateways: gateways.map(({ process }) => process) };
    const sessions = await signIn(desks, gateways[0]?.port ?? 0);
    const notifiedAt = new Map<string, number[]>();
    const listening: { close(): void }[] = [];
    for (const [nth, { companyId }] of desks.entries()) {
      const port = gateways[nth % GATEWAYS]?.port ?? 0;
      const onChanged = (id: string) => void notifiedAt.set(id, [...(notifiedAt.get(id) ?? []), Date.now()]);
      listening.push(await listen({ port, session: sessions[nth], companyId }, onChanged));
    }
    const usedSince = countUsed(parts);
    await pause(seconds * 1_000);
    const used = usedSince();
    const atRest = mapUsed((part) => used[part] / seconds);
    const notified = await measureNotification(seconds, { desks, client: clients[0]!, notifiedAt, parts, atRest });

    const throughGateways = clientsOf(gateways.map(({ port }) => port));
    const through = await load(
      seconds,
      (nth, client) => askNext(turn(nth), nth, throughGateways[client]!, sessions[nth % desks.length]!, '/api'),
      parts,
    );
    for (const { close } of listening) close();
    const { desks: reached, p50, p99, each } = notified;
    return {
      requests: [
        ['', 'requests a second', 'p50, ms', 'p95, ms', ...cost],
        row('directly', directly),
        row(`through ${GATEWAYS} gateways`, through),
      ],
      changes: [
        ['desks a change', 'p50, ms', 'p99, ms', ...cost.map((name) => `${name} a change`)],
        [reached.toFixed(1), p50.toFixed(0), p99.toFixed(0), ...cells(each)],
      ],
    };
  } finally {
    for (const process of started) await process.stop();
  }
}
