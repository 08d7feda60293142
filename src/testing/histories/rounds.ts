import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { deskHeaders, deskSessionSchema } from '#contract/desk.ts';
import type { Database } from '#service/db/database.ts';
import { createRandom, type Random } from '#service/demo/random.ts';
import { freePort } from '#testing/postgres.ts';
import { addPractice, keyOf, type TestPractice } from '#testing/practice-rows.ts';
import { faultsOf } from './check-history.ts';
import { type Answer, type Ask, createDesk, openOffice } from './desks.ts';
import { readEnding } from './endings.ts';
import { type Ending, type History, newHistory } from './history.ts';
import { createUnreliableProxy, type UnreliableProxy } from './unreliable-proxy.ts';

const DESKS = 6;
/** How often a create without a response is repeated. */
const REPEATS = 12;
/** A key has a hundred requests per minute, and desks send more than one person does. */
export const SESSIONS = 8;
/** How long desks work, and the time between faults. */
const WORK_MS = 60_000;
const FAULT_MS = { min: 2_000, max: 6_000 };
/** The pause between two acts of a desk in a trial, whose minutes would otherwise have too many records to check. */
const THINK_MS = 300;
/** A desk stops waiting for a response, which may still follow. */
const ANSWER_MS = 5_000;
/** How many broken promises are printed; the file contains all of them. */
const SHOWN = 4;
/** The maximum time until a program serves requests. */
const START_MS = 60_000;

/** The seed of the faults of a run: to repeat a failed run, set the variable. */
export const seed = process.env['FRONTDESK_SEED'] || String(Date.now() % 1_000_000);

/** A program of the product in a separate process, which can be killed and restarted. */
export interface Program {
  readonly url: string;
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** The resources of a round, which are closed in reverse order. */
export interface Site {
  readonly folder: string;
  start(what: 'start' | 'service' | 'gateway', environment: Record<string, string>): Promise<Program>;
  /** A seeded unreliable network in front of several programs. */
  proxy(before: readonly Pick<Program, 'url'>[]): Promise<UnreliableProxy>;
  readonly random: Random;
}

/** Opens the site of a round; `close` ends everything that was started there. */
function openSite(name: string) {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-histories-'));
  const closers: (() => Promise<void>)[] = [];
  const random = createRandom(seed, name);
  const proxies: UnreliableProxy[] = [];
  let count = 0;
  const site: Site = {
    folder,
    random,
    async start(what, environment) {
      count += 1;
      const port = await freePort();
      const dataDir = join(folder, `${what}-${count}`);
      mkdirSync(dataDir, { recursive: true });
      const url = `http://127.0.0.1:${port}`;
      let child: ChildProcess | null = null;
      const program: Program = {
        url,
        async kill() {
          if (child === null || child.exitCode !== null || child.signalCode !== null) return;
          const exited = once(child, 'exit');
          child.kill('SIGKILL');
          await exited;
        },
        async start() {
          const env = { DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...environment, PORT: String(port) };
          const began = performance.now();
          const options = what === 'gateway' ? [] : ['--no-demo'];
          child = spawn(process.execPath, ['dist/server/cli.js', what, ...options], {
            env,
            stdio: ['ignore', 'ignore', 'inherit'],
          });
          for (;;) {
            const response = await fetch(`${url}/healthz`).catch(() => null);
            if (response?.ok) return;
            if (child.exitCode !== null || performance.now() - began > START_MS)
              throw new Error(`the ${what} did not start`);
            await pause(100);
          }
        },
      };
      closers.push(() => program.kill());
      await program.start();
      return program;
    },
    async proxy(before) {
      const urls = before.map(({ url }) => url);
      const proxy = await createUnreliableProxy(urls, createRandom(seed, name, 'proxy', proxies.length));
      proxies.push(proxy);
      closers.push(() => proxy.close());
      return proxy;
    },
  };
  return {
    site,
    unreliable(is: boolean) {
      for (const proxy of proxies) proxy.isUnreliable = is;
    },
    closePrograms: async () => {
      for (const close of closers.splice(0).reverse()) await close();
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Kills a program and restarts it after a while. */
export async function killFor(program: Pick<Program, 'kill' | 'start'>, ms: number): Promise<void> {
  await program.kill();
  await pause(ms);
  await program.start();
}

/** The time limit of a read in seconds, and so the maximum age of its response. */
const READ_S = 3;

/** Two services and two gateways on a PostgreSQL, with networks that lose responses in front of both. */
export async function openTwoAndTwo(site: Site, { database, listen }: { database: string; listen?: string }) {
  const own = { DATABASE_URL: database, ...(listen !== undefined && { DATABASE_LISTEN_URL: listen }) };
  const services = [await site.start('service', own), await site.start('service', own)];
  const upstream = await site.proxy(services);
  const environment = {
    PRACTICE_API_URL: upstream.url,
    GATEWAY_DATABASE_URL: database,
    ACCESS: 'sign_in',
    PRACTICE_API_READ_TIMEOUT: String(READ_S),
  };
  const gateways = [await site.start('gateway', environment), await site.start('gateway', environment)];
  const kill = (program: Program) => () => killFor(program, site.random.integer(0, 1_500));
  // With two gateways, one may still share a response that it read before the other one made a change.
  const sharedMs = READ_S * 1_000 + 500;
  return { at: await site.proxy(gateways), sharedMs, faults: [...services, ...gateways].map(kill) };
}

/** Lets something fail while desks work; returns what else is wrong in the end. */
export type Trial = (office: {
  practice: TestPractice;
  history: History;
  /** API keys, and the headers of a session of each. */
  keys: readonly string[];
  sessions: readonly SignedIn[];
}) => Promise<(ending: Ending) => Promise<string[]>>;

interface Pack {
  readonly name: string;
  /** The test file, for the command that repeats the run. */
  readonly file: string;
  readonly desks?: number;
  /** Opens the database in which the programs find their practice. */
  openDatabase(): Promise<Database>;
  /** Starts the programs; returns where desks send requests, and how old a shared response may be. */
  open(site: Site): Promise<{
    at: UnreliableProxy;
    sharedMs: number;
    /** What may happen every few seconds on an unreliable network, or a trial with a reliable one. */
    faults: readonly (() => Promise<void>)[] | Trial;
  }>;
}

/**
 * Lets desks work through real processes with faults that depend on the seed, then reads the final records and checks all
 * requests and answers. Prints what was recorded; a history that breaks a promise is written to a file.
 */
export async function runPack({ name, file, desks: deskCount = DESKS, openDatabase, open }: Pack): Promise<void> {
  // Builds the product unless that was done since the last change.
  execFileSync(process.execPath, ['src/cli/launch.js', '--version'], { stdio: ['ignore', 'ignore', 'inherit'] });
  const { site, unreliable, closePrograms, remove } = openSite(name);
  async function withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
    const database = await openDatabase();
    return work(database).finally(() => database.close());
  }
  async function breakAtRandom(faults: readonly (() => Promise<void>)[]) {
    unreliable(true);
    const end = performance.now() + WORK_MS;
    for (;;) {
      await pause(site.random.integer(FAULT_MS.min, FAULT_MS.max));
      if (performance.now() > end) return async () => [];
      await site.random.pick(faults)();
    }
  }
  try {
    const { practice, keys } = await withDatabase((database) => prepare(database, deskCount));
    const { at, sharedMs, faults } = await open(site);
    const sessions = await signIn(at, keys);
    const history = newHistory();
    const isTrial = typeof faults === 'function';
    const office = openOffice({
      ...{ practice, history, sharedMs, pauseMs: 400, sessions: SESSIONS },
      // Like a person, who books again until it is answered.
      repeats: isTrial ? Number.POSITIVE_INFINITY : REPEATS,
    });
    let isOver = false;
    const desks = Array.from({ length: deskCount }, async (_, nth) => {
      const desk = createDesk(office, askAt(at, sessions.slice(nth * SESSIONS, (nth + 1) * SESSIONS)), { nth, seed });
      while (!isOver) {
        await desk.act();
        if (isTrial) await pause(THINK_MS);
      }
    });
    const trial = isTrial ? faults({ practice, history, keys, sessions }) : breakAtRandom(faults);
    const [otherProblems] = await Promise.all([trial.finally(() => (isOver = true)), ...desks]);
    // Abandoned requests still arrive before the programs end.
    await closePrograms();
    const ending = await withDatabase((database) => readEnding(database, { practice, key: keys[0] ?? '' }));
    const { operations, walks } = history;
    const lost = operations.filter(({ answer }) => answer === null).length;
    process.stdout.write(
      `${name}, seed ${seed}: ${operations.length} requests and ${walks.length} walks recorded, ${lost} without an answer, ${ending.appointments.length} visits\n`,
    );
    const found = [...faultsOf(history, ending), ...(await otherProblems(ending))];
    if (found.length > 0) {
      const historyFile = join(tmpdir(), `frontdesk-history-${name}-${seed}.json`);
      writeFileSync(historyFile, JSON.stringify({ found, history, ending }, null, 1));
      process.stdout.write(
        `again: FRONTDESK_SEED=${seed} npm run test:long -- ${file} -t '${name}'\nhistory: ${historyFile}\n`,
      );
    }
    expect(found.slice(0, SHOWN)).toEqual([]);
    // Faults may slow desks down, but must not stop them.
    expect(operations.length).toBeGreaterThan(200);
  } finally {
    await closePrograms();
    remove();
  }
}

async function prepare(database: Database, desks: number): Promise<{ practice: TestPractice; keys: string[] }> {
  const practice = await addPractice(database);
  const keys: string[] = [];
  for (let nth = 0; nth < desks * SESSIONS; nth += 1) keys.push(await keyOf(database, practice.vet));
  return { practice, keys };
}

/** The headers of a signed-in browser. */
export type SignedIn = { Cookie: string; [deskHeaders.person]: string };

/** Signs each key in before the faults begin. */
async function signIn({ url }: UnreliableProxy, keys: readonly string[]): Promise<SignedIn[]> {
  const sessions: SignedIn[] = [];
  for (const apiKey of keys) {
    const response = await fetch(`${url}/desk/session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ apiKey }),
    });
    const session = deskSessionSchema.parse(await response.json());
    expect([response.status, session.signedIn]).toEqual([200, true]);
    sessions.push({
      Cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '',
      [deskHeaders.person]: session.person ?? '',
    });
  }
  return sessions;
}

/** Sends requests like a browser. */
function askAt({ url }: UnreliableProxy, sessions: readonly SignedIn[]): Ask {
  return async ({ method, path, body, idempotencyKey, fresh, session }): Promise<Answer> => {
    const headers = {
      ...sessions[session],
      'Content-Type': 'application/json',
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      ...(fresh && { 'x-frontdesk-purpose': 'recheck' }),
    };
    const signal = AbortSignal.timeout(ANSWER_MS);
    const init = { method, headers, signal, ...(body !== undefined && { body: JSON.stringify(body) }) };
    try {
      const response = await fetch(`${url}/api${path}`, init);
      return { status: response.status, body: await response.json() };
    } catch {
      // Like a person who tries again.
      await pause(50);
      return null;
    }
  };
}
