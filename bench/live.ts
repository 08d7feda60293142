import { mkdtempSync, rmSync } from 'node:fs';
import { request as ask, createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { livePolling, msToNextPoll, tickAt, updatedSinceAt } from '#contract/live-polling.ts';
import { connectPostgres } from '#service/db/database.ts';
import { freePort } from '#testing/postgres.ts';
import { findBrowser } from '../e2e/find-browser.js';
import { createHttpClient, markdownTable, quantile } from './api/measure.ts';
import { type StartedProcess, startDatabase, startGateway, startService } from './api/processes.ts';
import { addCompany, type Desk, MONTH } from './desks/companies.ts';
import { changeVisit, findVisits, listen, signIn, type Told, visitsSchema } from './desks/desks.ts';

export const usage = `npm run bench -- live [options]
  --seconds N   how long each way is measured (default 60)
  --desks N     how many desks are open (default 50), two of them in a browser
  --changes N   changes a second (default 5)
`;
export const defaults = { seconds: 60, desks: 50, changes: 5 };
/** Boards in a real browser; the other desks listen or poll as their pages would. */
const BOARDS = 2;
/** Their keys share the changes: a key has a hundred requests a minute. */
const WRITERS = 8;
const DAY = `${MONTH}-15`;

/**
 * The practice API as gateways see it: counts their requests, a stream as one. Without `events` it is a vendor's that does not have
 * them.
 */
async function startVendor(servicePort: number, events: boolean) {
  let requests = 0;
  const server = createServer((incoming, outgoing) => {
    const { method, url = '', headers } = incoming;
    const path = url.split('?')[0];
    if (path === '/v1/events' && !events) {
      outgoing.writeHead(404).end();
      return;
    }
    if (path !== '/openapi.json') requests += 1;
    const onward = ask({ host: '127.0.0.1', port: servicePort, method, path: url, headers }, (answer) => {
      if (path === '/openapi.json' && !events) {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          const described = Buffer.concat(parts).toString().replaceAll('/v1/events', '/v1/no-events');
          outgoing.writeHead(200, { 'content-type': 'application/json' }).end(described);
        });
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      outgoing.flushHeaders();
      answer.pipe(outgoing);
      outgoing.on('close', () => answer.destroy());
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    requests: () => requests,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Opens the board of a day, and tells of each block that is drawn anew once the frame with it is there. */
async function openBoard(context: BrowserContext, address: string, onDrawn: (id: string) => void): Promise<Page> {
  const page = await context.newPage();
  await page.exposeFunction('benchDrawn', onDrawn);
  await page.goto(`${address}/?date=${DAY}`);
  await page.waitForSelector('[data-appointment]', { state: 'attached' });
  await page.getByText('Live', { exact: true }).waitFor();
  await page.evaluate(() => {
    const blockOf = (node: Node) =>
      (node instanceof Element ? node : node.parentElement)?.closest<HTMLElement>('[data-appointment]');
    new MutationObserver((mutations) => {
      const ids = new Set(mutations.flatMap(({ target }) => blockOf(target)?.dataset['appointment'] ?? []));
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          for (const id of ids) Reflect.apply(Reflect.get(window, 'benchDrawn'), null, [id]);
        }),
      );
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });
  return page;
}

/** A desk that polls as boards do: where nothing tells them of changes, or below a stream that does. */
function poll(
  { port, cookie, companyId, hasEvents }: { port: number; cookie: string; companyId: string; hasEvents: boolean },
  onTold: (id: string) => void,
) {
  const everyMs = hasEvents ? livePolling.netEveryMs : livePolling.everyMs;
  const known = new Map<string, string>();
  let timer: NodeJS.Timeout;
  const schedule = () => {
    timer = setTimeout(() => void look(), msToNextPoll(Date.now(), Math.random(), { everyMs }));
  };
  async function look() {
    const clock = Date.now();
    const updatedSince = updatedSinceAt({ clock, completeTick: tickAt(clock), hasEvents });
    const query = new URLSearchParams({ companyId, updatedSince, limit: '500', direction: 'asc' });
    const headers = { cookie, 'x-frontdesk-purpose': 'poll' };
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/appointments?${query}`, { headers });
    for (const { id, updatedAt } of visitsSchema.parse(await answer.json()).data) {
      if (known.get(id) !== updatedAt) onTold(id);
      known.set(id, updatedAt);
    }
    schedule();
  }
  schedule();
  return { close: () => clearTimeout(timer) };
}

/** Changes the appointments of the day in turn, so many a second; `changedAt` has when each was written, by the service's clock. */
async function change(
  desks: readonly Desk[],
  { servicePort, seconds, perSecond }: { servicePort: number; seconds: number; perSecond: number },
  changedAt: Map<string, number[]>,
) {
  const client = createHttpClient(servicePort);
  const filter = { start: { gte: `${DAY}T00:00Z`, lt: `${DAY}T23:59Z` } };
  const visits = await findVisits(client, desks[0]!, { limit: 500, filter });
  const began = performance.now();
  for (let nth = 0; nth < seconds * perSecond; nth += 1) {
    await pause(Math.max(0, began + (nth * 1_000) / perSecond - performance.now()));
    const index = nth % visits.length;
    const record = await changeVisit(client, desks[nth % desks.length]!, visits[index]!);
    visits[index] = record;
    changedAt.set(record.id, [...(changedAt.get(record.id) ?? []), Date.parse(record.updatedAt)]);
  }
}

/** From each change to when each desk has it, in milliseconds; of those that a desk never had before the next one there is none. */
function delays(seen: readonly Told[], changedAt: ReadonlyMap<string, readonly number[]>): number[] {
  const byDesk = new Map<string, Told[]>();
  for (const one of seen) {
    const key = `${one.desk} ${one.id}`;
    byDesk.set(key, [...(byDesk.get(key) ?? []), one]);
  }
  return [...byDesk.values()].flatMap((ofOne) => {
    const times = changedAt.get(ofOne[0]?.id ?? '') ?? [];
    return times.flatMap((time, index) => {
      const next = times[index + 1] ?? Number.POSITIVE_INFINITY;
      const first = ofOne.find(({ at }) => at >= time && at < next);
      return first === undefined ? [] : [first.at - time];
    });
  });
}

interface Settings {
  seconds: number;
  perSecond: number;
  desks: readonly Desk[];
  writers: readonly Desk[];
  servicePort: number;
  folder: string;
}

/** From the commit of each change to when each desk has it, in milliseconds, and the requests of a desk in a minute. */
async function measure(events: boolean, { seconds, perSecond, desks, writers, servicePort, folder }: Settings) {
  const vendor = await startVendor(servicePort, events);
  const gateway = await startGateway({ PRACTICE_API_URL: vendor.url, DATA_DIR: join(folder, `gateway-${events}`) });
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
  const listening: { close(): void }[] = [];
  const drawn: Told[] = [];
  const told: Told[] = [];
  try {
    const cookies = await signIn(desks, gateway.port);
    const address = `http://127.0.0.1:${gateway.port}`;
    for (const [nth, { companyId }] of desks.entries()) {
      const cookie = cookies[nth] ?? '';
      if (nth < BOARDS) {
        const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, timezoneId: 'UTC' });
        const [name = '', value = ''] = cookie.split('=', 2);
        await context.addCookies([{ name, value: cookie.slice(name.length + 1) || value, url: address }]);
        await openBoard(context, address, (id) => drawn.push({ desk: nth, id, at: Date.now() }));
      } else {
        const at = { port: gateway.port, cookie, companyId };
        const onTold = (id: string) => void told.push({ desk: nth, id, at: Date.now() });
        if (events) listening.push(await listen(at, onTold));
        listening.push(poll({ ...at, hasEvents: events }, events ? () => undefined : onTold));
      }
    }
    // Reading ahead, and what else a page does once, is over.
    await pause(10_000);
    const changedAt = new Map<string, number[]>();
    const before = vendor.requests();
    await change(writers, { servicePort, seconds, perSecond }, changedAt);
    const requests = vendor.requests() - before;
    await pause(12_000);
    const changes = [...changedAt.values()].flat().length;
    return {
      drawn: delays(drawn, changedAt),
      told: delays(told, changedAt),
      changes,
      perDesk: (requests / desks.length / seconds) * 60,
    };
  } finally {
    for (const { close } of listening) close();
    await browser.close();
    await gateway.process.stop();
    vendor.close();
  }
}

/**
 * `npm run bench -- live`: many desks of one store, each signed in with a key of its own, while others change visits of the day on the
 * practice API: how long until a board has drawn it, and what the desks ask of the practice API, with events and without.
 */
export async function run({ seconds, desks: count, changes: perSecond }: typeof defaults): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-live-'));
  const server = await startDatabase();
  const started: StartedProcess[] = [];
  try {
    const database = await connectPostgres({ url: server.url, statementTimeoutMs: 0 });
    const all = await addCompany(database, { stores: 1, desks: count + WRITERS, aDay: 96 });
    await database.sql`vacuum analyze`;
    await database.close();
    const service = await startService({ DATABASE_URL: server.url });
    started.push(service.process);
    const settings = {
      seconds,
      perSecond,
      desks: all.slice(0, count),
      writers: all.slice(count),
      servicePort: service.port,
      folder,
    };
    const head = ['', 'drawn, p50', 'p99', 'told, p50', 'p99', 'changes', 'requests per desk and minute'];
    const rows = [head];
    for (const events of [true, false]) {
      const { drawn, told, changes, perDesk } = await measure(events, settings);
      const ms = [drawn, told].flatMap((list) => [quantile(list, 0.5), quantile(list, 0.99)]);
      rows.push([
        events ? 'with events' : 'polling',
        ...ms.map((each) => `${each.toFixed(0)} ms`),
        String(changes),
        perDesk.toFixed(1),
      ]);
    }
    console.log(
      `${count} desks with keys of their own, ${BOARDS} of them boards in Chromium, ${perSecond} changes a second:\n`,
    );
    console.log(markdownTable(rows));
  } finally {
    for (const process of started) await process.stop();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
