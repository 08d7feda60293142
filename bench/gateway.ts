import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { readConfig } from '#cli/config.ts';
import { buildProduct } from '#cli/product.ts';
import { openEmbeddedDatabase } from '#service/db/database.ts';
import { createService } from '#service/service.ts';
import { addAppointments, addPractice, appointmentIn, bookable, keyOf } from '#testing/practice-rows.ts';
import { markdownTable, quantile } from './api/measure.ts';

export const usage = `npm run bench -- gateway [options]
  --rounds N    how often (default 12)
  --each N      requests of each kind in a round (default 60)
`;
export const defaults = { rounds: 12, each: 60 };

const ORIGIN = 'http://127.0.0.1:4100';
const DAY = 24 * 3_600_000;
const FIRST = Date.parse('2026-03-02T00:00Z');
const ON_A_DAY = 120;

/** `npm run bench -- gateway`: measures the time that the gateway adds to our own practice API in the same process. */
export async function run({ rounds, each }: typeof defaults): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-gateway-'));
  const database = await openEmbeddedDatabase({ dataDir: folder });
  const practice = await addPractice(database);
  // A key's requests are limited, however they come.
  const [key, ownKey] = [await keyOf(database, practice.vet), await keyOf(database, practice.vet)];
  const at = (ms: number) => new Date(FIRST + ms).toISOString();
  await addAppointments(
    database,
    practice,
    Array.from({ length: ON_A_DAY }, (_, nth) =>
      appointmentIn(practice, { start: at(nth * 600_000), end: at(nth * 600_000 + 600_000) }),
    ),
  );
  const service = createService({ database, limit: { requests: 1_000_000, windowMs: 60_000 } });
  const product = buildProduct(
    {
      config: readConfig({}),
      logger: pino({ enabled: false }),
      practice: { database, onCommand: () => undefined, metrics: [], close: async () => undefined },
      sending: null,
      sharedState: null,
      access: {
        keyring: { access: 'shared', key: () => key },
        databaseContent: async () => 'own',
        demoKey: async () => null,
      },
      port: 0,
      log: () => undefined,
      close: async () => undefined,
    },
    null,
  );

  type Send = (path: string, init?: { method: string; body: string }) => Promise<string>;
  const json = { 'content-type': 'application/json' };
  async function textOf(response: Response | Promise<Response>): Promise<string> {
    const { status } = await response;
    const text = await (await response).text();
    if (status !== 200) throw new Error(`${status}: ${text}`);
    return text;
  }
  const alone: Send = (path, init) =>
    textOf(service.request(path, { ...init, headers: { ...json, authorization: `Bearer ${ownKey}` } }));
  const throughGateway: Send = (path, init) => {
    const length = init === undefined ? {} : { 'content-length': String(Buffer.byteLength(init.body)) };
    // Nothing is shared with an earlier request.
    const headers = { ...json, ...length, 'x-frontdesk-purpose': 'recheck' };
    return textOf(product.request(`${ORIGIN}/api${path}`, { ...init, headers }));
  };
  const day = new URLSearchParams({
    ...{ companyId: practice.companyId, limit: '500' },
    ...{ startTimeFrom: at(0), startTimeTo: at(DAY) },
  });
  let booked = 0;
  const book = (send: Send) => {
    booked += 1;
    const start = at(booked * DAY);
    const body = JSON.stringify({ ...bookable(practice), start, end: at(booked * DAY + 600_000) });
    return send('/v1/appointments', { method: 'POST', body });
  };

  const desk = await product.request(`${ORIGIN}/desk/events?companyId=${practice.companyId}`);
  const events = desk.body?.pipeThrough(new TextDecoderStream()).getReader();
  let onText = (_text: string) => {};
  const reading = (async () => {
    for (let read = await events?.read(); read?.done === false; read = await events?.read()) onText(read.value);
  })();
  const received = (what: string) =>
    new Promise<void>((resolve) => {
      onText = (text) => {
        if (text.includes(what)) resolve();
      };
    });
  await received('"live":true');

  const ways: [what: string, way: string, work: () => Promise<unknown>][] = [
    ['a day', 'the service', () => alone(`/v1/appointments?${day}`)],
    ['a day', 'with the gateway', () => throughGateway(`/v1/appointments?${day}`)],
    ['a create', 'the service', () => book(alone)],
    ['a create', 'with the gateway', () => book(throughGateway)],
    [
      'press to event at another desk',
      'with the gateway',
      async () => {
        const arrives = received('event: changed');
        await book(throughGateway);
        await arrives;
      },
    ],
  ];
  const figures = ways.map(() => ({ ms: [] as number[], cpu: [] as number[] }));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [nth, [, , work]] of ways.entries()) {
      const before = process.cpuUsage();
      const times: number[] = [];
      for (let request = 0; request < each; request += 1) {
        const startedAt = performance.now();
        await work();
        times.push(performance.now() - startedAt);
      }
      const { user, system } = process.cpuUsage(before);
      // The first round is a warm-up.
      if (round === 0) continue;
      figures[nth]?.ms.push(...times);
      figures[nth]?.cpu.push((user + system) / 1_000 / each);
    }
  }
  const median = (numbers: readonly number[] = []) => quantile(numbers, 0.5).toFixed(2);
  console.log(`\n${ON_A_DAY} appointments on the day, embedded database; medians in ms\n`);
  console.log(
    markdownTable([
      ['', '', 'time', 'CPU'],
      ...ways.map(([what, way], nth) => [what, way, median(figures[nth]?.ms), median(figures[nth]?.cpu)]),
    ]),
  );
  await product.stopWrites();
  await reading;
  await database.close();
  rmSync(folder, { recursive: true, force: true });
}
