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
import { newHistory } from './history.ts';
import { createUnreliableProxy, type UnreliableProxy } from './unreliable-proxy.ts';

const DESKS = 6;
/** A key has a hundred requests a minute, and desks ask more than one person does. */
const SESSIONS = 8;
/** How long desks work, and the time between faults. */
const WORK_MS = 60_000;
const FAULT_MS = { min: 2_000, max: 6_000 };
/** A desk gives up an answer, which may still come about. */
const ANSWER_MS = 5_000;
/** How many broken promises are shown; all are in the file. */
const SHOWN = 4;
/** How long a program may take until it serves. */
const START_MS = 60_000;

/** What makes the faults of a run: one that failed is run again with the variable set. */
export const seed = process.env['FRONTDESK_SEED'] || String(Date.now() % 1_000_000);

/** A program of the product in a process of its own, which can be killed and started again in its place. */
export interface Program {
  readonly url: string;
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** What a pack started, in the order in which it ends. */
export interface Site {
  readonly folder: string;
  start(what: 'start' | 'service' | 'gateway', environment: Record<string, string>): Promise<Program>;
  /** A network before several programs, seeded. */
  proxy(before: readonly Program[]): Promise<UnreliableProxy>;
  readonly random: Random;
}

/** Opens the place of a pack; `close` ends what was started there. */
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

/** Kills a program and starts it again a while later. */
export async function killFor(program: Pick<Program, 'kill' | 'start'>, ms: number): Promise<void> {
  await program.kill();
  await pause(ms);
  await program.start();
}

/** A read waits this long for the practice API, in seconds; so old may be what it tells. */
const READ_S = 3;

/** Two services and two gateways on a PostgreSQL, with networks that lose answers before both. */
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
  // Of two gateways one may tell what it read before the other one changed it, for as long as it shares it.
  const sharedMs = READ_S * 1_000 + 500;
  return { at: await site.proxy(gateways), sharedMs, faults: [...services, ...gateways].map(kill) };
}

interface Pack {
  readonly name: string;
  /** How to run it again. */
  readonly file: string;
  /** Opens the database in which the programs find their practice. */
  openDatabase(): Promise<Database>;
  /** Starts the programs; answers where desks ask, and how old a shared answer may be. */
  open(site: Site): Promise<{ at: UnreliableProxy; sharedMs: number; faults: readonly (() => Promise<void>)[] }>;
  /** A fault that happens once, when half of the time is over. */
  inTheMiddle?(): Promise<void>;
}

/**
 * Has desks work through real processes while faults come by the seed; then reads what is there, and checks all that was asked and
 * told. Prints what was recorded; a history that breaks a promise is written to a file.
 */
export async function runPack({ name, file, openDatabase, open, inTheMiddle }: Pack): Promise<void> {
  // Builds what is shipped, unless that was done since the last change.
  execFileSync(process.execPath, ['src/cli/launch.js', '--version'], { stdio: ['ignore', 'ignore', 'inherit'] });
  const { site, unreliable, closePrograms, remove } = openSite(name);
  async function withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
    const database = await openDatabase();
    return work(database).finally(() => database.close());
  }
  try {
    const { practice, keys } = await withDatabase(prepare);
    const { at, sharedMs, faults } = await open(site);
    const sessions = await signIn(at, keys);
    const history = newHistory();
    const office = openOffice({ practice, history, sharedMs, pauseMs: 400, sessions: SESSIONS });
    unreliable(true);
    const end = performance.now() + WORK_MS;
    const desks = Array.from({ length: DESKS }, async (_, nth) => {
      const desk = createDesk(office, askAt(at, sessions.slice(nth * SESSIONS, (nth + 1) * SESSIONS)), { nth, seed });
      while (performance.now() < end) await desk.act();
    });
    let made = 0;
    const breaking = (async () => {
      let isHalf = false;
      for (;;) {
        await pause(site.random.integer(FAULT_MS.min, FAULT_MS.max));
        if (performance.now() > end) return;
        const isDue: boolean = !isHalf && performance.now() > end - WORK_MS / 2;
        await (isDue && inTheMiddle ? inTheMiddle() : site.random.pick(faults)());
        isHalf ||= isDue;
        made += 1;
      }
    })();
    await Promise.all([...desks, breaking]);
    // What was given up and is still on its way arrives, and the programs end.
    await closePrograms();
    const ending = await withDatabase((database) => readEnding(database, { practice, key: keys[0] ?? '' }));
    const { operations, walks } = history;
    const lost = operations.filter(({ told }) => told === null).length;
    process.stdout.write(
      `${name}, seed ${seed}: ${operations.length} requests and ${walks.length} walks recorded, ${lost} without an answer, ${made} faults, ${ending.appointments.length} visits\n`,
    );
    const found = faultsOf(history, ending);
    if (found.length > 0) {
      const kept = join(tmpdir(), `frontdesk-history-${name}-${seed}.json`);
      writeFileSync(kept, JSON.stringify({ found, history, ending }, null, 1));
      process.stdout.write(
        `again: FRONTDESK_SEED=${seed} npm run test:long -- ${file} -t '${name}'\nhistory: ${kept}\n`,
      );
    }
    expect(found.slice(0, SHOWN)).toEqual([]);
    // Faults may slow desks down, not stop them.
    expect(operations.length).toBeGreaterThan(200);
  } finally {
    await closePrograms();
    remove();
  }
}

async function prepare(database: Database): Promise<{ practice: TestPractice; keys: string[] }> {
  const practice = await addPractice(database);
  const keys: string[] = [];
  for (let nth = 0; nth < DESKS * SESSIONS; nth += 1) keys.push(await keyOf(database, practice.vet));
  return { practice, keys };
}

/** The headers of a browser that is signed in. */
type SignedIn = { Cookie: string; [deskHeaders.person]: string };

/** Signs each key in, before there are faults. */
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

/** Asks as a browser does. */
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
      // As a person does who tries again.
      await pause(50);
      return null;
    }
  };
}
