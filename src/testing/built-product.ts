import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

// The product as shipped, for the journeys and the system tests.

/** Builds the product first if its sources are newer, like every command in a checkout. */
const launch = join('src', 'cli', 'launch.js');
/** The built command. */
const cli = join('dist', 'server', 'cli.js');

/**
 * The Node options to compile the embedded database's code only once, without optimization, which is worthwhile only in
 * programs that run for minutes.
 */
export const quickly = ['--liftoff-only'];

/** A small page cache: the default is allocated at the start, which takes a second on a machine with slow memory. */
export const smallCache = { DATABASE_CACHE_MB: '16' };

/** The environment of the tests, without the variables for another database or practice API. */
function environment(extra: Record<string, string>): NodeJS.ProcessEnv {
  const { DATABASE_URL: _database, PRACTICE_API_URL: _url, PRACTICE_API_KEY: _key, ...inherited } = process.env;
  return { ...inherited, HOST: '127.0.0.1', LOG_LEVEL: 'error', ...smallCache, ...extra };
}

/** Runs a Node program to its end. Its standard error is inherited or returned. */
async function run(args: readonly string[], env: NodeJS.ProcessEnv, stderr: 'inherit' | 'pipe') {
  const child = spawn(process.execPath, [...quickly, ...args], { env, stdio: ['ignore', 'pipe', stderr] });
  const written = { stdout: '', stderr: '' };
  child.stdout?.on('data', (text: Buffer) => (written.stdout += text));
  child.stderr?.on('data', (text: Buffer) => (written.stderr += text));
  const status = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  return { status, ...written };
}

/** Runs the built command, and returns its status and output. */
export const runBuilt = (args: readonly string[], extra: Record<string, string> = {}) =>
  run([cli, ...args], environment({ LOG_LEVEL: 'silent', ...extra }), 'pipe');

/** Builds the product unless the last build is newer than its sources. */
export async function buildProduct(): Promise<void> {
  const { status } = await run([launch, '--version'], environment({}), 'inherit');
  if (status !== 0) throw new Error('The product could not be built.');
}

/**
 * Builds the product if necessary, and seeds a demo practice with a number of appointments.
 * @returns its data folder, which the caller removes
 */
export async function seedPractice(appointments: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-seeded-'));
  const args = [launch, 'seed', '--appointments', String(appointments)];
  const { status } = await run(args, environment({ DATA_DIR: folder }), 'inherit');
  if (status === 0) return folder;
  rmSync(folder, { recursive: true, force: true });
  throw new Error('The product could not be built and seeded.');
}

/** A product that runs as a person would start it, with its own data folder and a free loopback port. */
export interface ProductProcess {
  /** The address that a browser opens, without a trailing slash. */
  readonly url: string;
  readonly dataDir: string;
  /** What the terminal shows, line by line. */
  readonly shown: readonly string[];
  /** Stops the process (SIGTERM by default) and waits until it has ended. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it again with the same data folder and the same port. */
  start(): Promise<void>;
  /** Runs the `frontdesk` command on the same data folder and returns its output. */
  frontdesk(...args: string[]): Promise<string>;
}

/** Starts a server command of the built product; resolves with its address once it says that it is ready. */
async function serve(
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
 * Starts a server command of the built product on a copy of a data folder, or on an empty one, with further variables. The caller must dispose
 * of it.
 * @example
 * const { product, dispose } = await startProduct(['start', '--no-demo']);
 */
export async function startProduct(command: readonly string[], seeded?: string, extra: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'frontdesk-product-'));
  if (seeded !== undefined) cpSync(seeded, dataDir, { recursive: true });
  const shown: string[] = [];
  let { child, url } = await serve(command, environment({ DATA_DIR: dataDir, PORT: '0', ...extra }), shown);
  const product: ProductProcess = {
    get url() {
      return url;
    },
    dataDir,
    shown,
    stop: (signal = 'SIGTERM') => ended(child, signal),
    async start() {
      ({ child, url } = await serve(
        command,
        environment({ DATA_DIR: dataDir, ...extra, PORT: new URL(url).port }),
        shown,
      ));
    },
    async frontdesk(...args) {
      const { status, stdout, stderr } = await run([cli, ...args], environment({ DATA_DIR: dataDir }), 'pipe');
      if (status !== 0) throw new Error(`frontdesk ${args.join(' ')} ended with ${status}: ${stderr}`);
      return stdout;
    },
  };
  return {
    product,
    async dispose() {
      // Its data is deleted, so there is nothing to save.
      await product.stop('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
