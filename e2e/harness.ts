import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { type APIRequestContext, type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import type * as InProcess from '#testing/product-in-process.ts';
import { quickly, smallCache } from './seeded-practice.js';

const cli = join('dist', 'server', 'cli.js');

/** The product as a test's browser meets it. */
export interface Product {
  /** Where a browser opens it, without a slash at the end. */
  readonly url: string;
}

/** The product of {@link test}, whose people can be given keys. */
export interface SharedProduct extends Product {
  /** Issues a key of the first receptionist who may book, or of the employee that is named. */
  issueKey(options?: { employeeId?: string; readOnly?: boolean }): Promise<{ id: string; key: string }>;
  revokeKey(id: string): Promise<void>;
}

/** A product that runs as a person would start it: built, on a data folder of its own, on a free loopback port. */
export interface ProductProcess extends Product {
  readonly dataDir: string;
  /** What the terminal shows, line by line. */
  readonly shown: readonly string[];
  /** Stops the process (SIGTERM by default) and waits for its end. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it again on the same data folder and the same port. */
  start(): Promise<void>;
  /** Runs the `frontdesk` command on the same data folder and answers what it printed. */
  frontdesk(...args: string[]): Promise<string>;
}

/** A folder with the demo practice, copied from the one that `run.js` has seeded. The caller disposes of it. */
function seededDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'frontdesk-e2e-'));
  const seeded = process.env['SEEDED_DATA_DIR'];
  if (seeded !== undefined) cpSync(seeded, dataDir, { recursive: true });
  return dataDir;
}

function environment(dataDir: string, extra: Record<string, string>): NodeJS.ProcessEnv {
  const { DATABASE_URL: _database, PRACTICE_API_URL: _url, PRACTICE_API_KEY: _key, ...inherited } = process.env;
  return { ...inherited, DATA_DIR: dataDir, HOST: '127.0.0.1', LOG_LEVEL: 'error', ...smallCache, ...extra };
}

/** Starts a server command of the built product; resolves with its address once it says that it is ready. */
async function launch(
  command: readonly string[],
  env: NodeJS.ProcessEnv,
  shown: string[],
): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [...quickly, cli, ...command], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const errors: string[] = [];
  child.stderr.on('data', (text: Buffer) => errors.push(text.toString()));
  for (const output of [child.stdout, child.stderr])
    createInterface({ input: output }).on('line', (line) => shown.push(line));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const address = / is ready at (http:\/\/\S+)/.exec(line)?.[1];
      if (address !== undefined) resolve(address.replace(/\/$/, ''));
    });
    child.once('exit', (code, signal) => {
      if (!child.killed)
        process.stderr.write(`frontdesk ${command[0]} ended by itself (${code ?? signal}): ${errors.join('')}\n`);
      reject(new Error(`frontdesk ${command[0]} ended with ${code}: ${errors.join('')}`));
    });
  });
  return { child, url };
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill(signal);
  });
}

/**
 * Starts a product process on a data folder of its own with the demo practice, or an empty one for `start --no-demo`. The caller
 * disposes of both.
 */
export async function startProduct(extra: Record<string, string> = {}, ...command: string[]) {
  const dataDir = command.includes('--no-demo') ? mkdtempSync(join(tmpdir(), 'frontdesk-e2e-')) : seededDataDir();
  const [line, shown] = [command.length > 0 ? command : ['start'], [] as string[]];
  let { child, url } = await launch(line, environment(dataDir, { PORT: '0', ...extra }), shown);
  const product: ProductProcess = {
    get url() {
      return url;
    },
    dataDir,
    shown,
    stop: (signal = 'SIGTERM') => ended(child, signal),
    async start() {
      ({ child, url } = await launch(line, environment(dataDir, { ...extra, PORT: new URL(url).port }), shown));
    },
    frontdesk: (...args) =>
      new Promise((resolve, reject) => {
        const run = spawn(process.execPath, [...quickly, cli, ...args], { env: environment(dataDir, extra) });
        const out: string[] = [];
        const err: string[] = [];
        run.stdout.on('data', (text: Buffer) => out.push(text.toString()));
        run.stderr.on('data', (text: Buffer) => err.push(text.toString()));
        run.once('close', (code) =>
          code === 0
            ? resolve(out.join(''))
            : reject(new Error(`frontdesk ${args.join(' ')} ended with ${code}: ${err.join('')}`)),
        );
      }),
  };
  return {
    product,
    async dispose() {
      // Nothing of it is wanted any more.
      await product.stop('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function receptionistOf(practice: InProcess.OpenPractice): Promise<string> {
  const receptionist = (await practice.employees()).find(
    ({ role, isActive, permissions }) =>
      role === 'receptionist' && isActive && permissions.includes('appointments.write'),
  );
  if (receptionist === undefined) throw new Error('the demo practice has no receptionist who may book');
  return receptionist.id;
}

interface WorkerFixtures {
  /** What is shipped, as functions in this process. */
  built: typeof InProcess;
  /** The demo practice, open in this process for all tests of a worker, one after the other. */
  practice: InProcess.OpenPractice;
  /** A product process that the tests of a worker share, which none of them may stop. */
  running: ProductProcess;
  /** A practice that was just set up, on a desk of its own, which the tests of a worker share. */
  newPractice: Product & {
    /** Signs a test's browser in as its manager, with a key and so a budget of requests of its own. */
    signIn(context: BrowserContext): Promise<void>;
  };
}

interface TestFixtures {
  product: SharedProduct;
  /** The folder of the built app. */
  assets: string;
  /** How people come in: `shared` opens the board at once, `sign_in` asks each for a key. */
  access: 'shared' | 'sign_in';
  /** Serves a product with an environment of its own, such as one on another practice API; it ends with the test. */
  startDesk: (environment: Record<string, string>) => Promise<Product>;
}

/** The person of a signed-in browser, whom its writes have to name. */
export async function personOf(request: APIRequestContext, url: string): Promise<string> {
  return (await (await request.get(`${url}/desk/session`)).json()).person;
}

/**
 * Keeps what a page receives from now on: addresses, headers and bodies. The returned function waits for the page's stream of
 * events, and gives what has ended until then, and how that stream begins: it does not end, so it has no body to wait for.
 */
export function recordReceived(page: Page): () => Promise<string[]> {
  const reading: Promise<string[]>[] = [];
  page.on('requestfinished', (request) => {
    const read = request.response().then(async (response) => {
      if (!response) return [];
      return [response.url(), JSON.stringify(await response.allHeaders()), String(await response.body())];
    });
    // What ends as the page is left cannot be read any more.
    reading.push(read.catch(() => []));
  });
  const streaming = page.waitForResponse((response) =>
    /^text\/event-stream/.test(response.headers()['content-type'] ?? ''),
  );
  return async () => {
    const stream = await streaming;
    const beginning = await page.evaluate(async (url) => {
      const leaving = new AbortController();
      const { body } = await fetch(url, { signal: leaving.signal });
      const first = await body?.getReader().read();
      leaving.abort();
      return new TextDecoder().decode(first?.value);
    }, stream.url());
    return [...(await Promise.all(reading)).flat(), JSON.stringify(stream.headers()), beginning];
  };
}

/** An unexpected console error or an uncaught error in any of a test's pages fails it; expected ones are listed with `expectConsole`. */
const guarded = base.extend<{ expectConsole: RegExp[] }>({
  expectConsole: [[], { option: true }],
  context: async ({ context, expectConsole }, use) => {
    const unexpected: string[] = [];
    const note = (text: string) => {
      if (!expectConsole.some((expected) => expected.test(text))) unexpected.push(text);
    };
    context.on('console', (message) => {
      if (message.type() === 'error') note(message.text());
    });
    context.on('weberror', (error) => note(`uncaught: ${error.error().message}`));
    // Chromium alone does not report on the console what the content security policy blocks.
    await context.addInitScript(() =>
      addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
        console.error(`blocked by the content security policy: ${effectiveDirective} ${blockedURI}`),
      ),
    );
    await use(context);
    expect(unexpected, 'unexpected console errors').toEqual([]);
  },
});

/**
 * Every test has a `product` of its own on the practice of its worker: its origin, its key and so its budget of requests
 * are its own, and what it books is gone with it. To run commands on its data folder takes `running`, to kill it or start it
 * anew {@link startProduct}. An unexpected console error or an uncaught error in any of its pages fails
 * the test; expected ones are listed with `expectConsole`.
 */
export const test = guarded.extend<TestFixtures, WorkerFixtures>({
  built: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the destructured parameter.
    async ({}, use) => {
      for (const flag of quickly) setFlagsFromString(flag);
      await use(await import(pathToFileURL(join('dist', 'server', 'product-in-process.js')).href));
    },
    { scope: 'worker' },
  ],
  practice: [
    async ({ built }, use) => {
      const dataDir = seededDataDir();
      const practice = await built.openPracticeHere(dataDir);
      await use(practice);
      await practice.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  running: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the destructured parameter.
    async ({}, use) => {
      const { product, dispose } = await startProduct();
      await use(product);
      await dispose();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // Here, since a fixture of a worker that only one file had would take a worker and a browser of its own.
  newPractice: [
    async ({ built, browser }, use) => {
      const desk = await built.serveDesk({ environment: {}, assets: join('dist', 'client') });
      const code = /\/setup#(\S+)/.exec(desk.said.join('\n'))?.[1];
      const practice = {
        name: 'Willow Vets',
        store: {
          name: 'Main',
          timeZone: 'Europe/Berlin',
          openingHours: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '08:00', closes: '18:00' })),
          rooms: [{ name: 'Consult 1', categories: [] }],
        },
        visitTypes: [{ name: 'Consultation', durationMinutes: 30, category: 'consult' }],
        people: [{ firstName: 'Kim', lastName: 'Lund', role: 'manager', may: 'manage' }],
      };
      const first = await browser.newContext();
      const ask = first.request;
      const headers: Record<string, string> = { origin: desk.url };
      const send = async (by: APIRequestContext, path: string, data: object) => {
        const key = { 'idempotency-key': crypto.randomUUID() };
        const answer = await by.post(`${desk.url}${path}`, { data, headers: { ...headers, ...key } });
        expect(answer.status(), await answer.text()).toBeLessThan(300);
        return await answer.json();
      };
      await send(ask, '/desk/setup', { id: crypto.randomUUID(), code, practice, demo: 'remove' });
      headers['x-frontdesk-person'] = await personOf(ask, desk.url);
      const [company] = (await (await ask.get(`${desk.url}/api/v1/companies`)).json()).data;
      const people = await ask.get(`${desk.url}/api/v1/employees?companyId=${company.id}`);
      const [manager] = (await people.json()).data;
      await use({
        url: desk.url,
        async signIn(context) {
          const wanted = { companyId: company.id, access: 'read_write' };
          const { key } = await send(ask, `/api/v1/employees/${manager.id}/keys`, wanted);
          await send(context.request, '/desk/session', { apiKey: key });
        },
      });
      await first.close();
      await desk.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  access: ['shared', { option: true }],
  assets: [join('dist', 'client'), { option: true }],
  product: async ({ built, practice, access, assets }, use) => {
    const takeBack = await practice.mark();
    const desk = await built.serveDesk({ environment: { ACCESS: access }, assets, practice });
    await use({
      url: desk.url,
      issueKey: async ({ employeeId, readOnly } = {}) =>
        practice.issueKey(employeeId ?? (await receptionistOf(practice)), readOnly === undefined ? {} : { readOnly }),
      revokeKey: async (id) => {
        await practice.revokeKey(id);
      },
    });
    await desk.close();
    await takeBack();
  },
  startDesk: async ({ built, context, assets }, use) => {
    const desks: InProcess.ServedDesk[] = [];
    await use(async (own) => {
      const desk = await built.serveDesk({ environment: own, assets });
      desks.push(desk);
      return desk;
    });
    // The pages go first: a poll that finds its desk gone would be an unexpected error.
    await Promise.all(context.pages().map((page) => page.close()));
    await Promise.all(desks.map((desk) => desk.close()));
  },
  baseURL: ({ product }, use) => use(product.url),
});

export { expect };
