import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, startPostgres } from '#testing/postgres.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A prefix for commands that runs them on the measured core; the load runs on the last core, see bench/run.js. */
export const measuredCorePrefix: readonly string[] =
  process.env['BENCH_PINNED'] === undefined ? [] : ['taskset', '-c', '0'];

export interface StartedProcess {
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts a Node program on the measured core and resolves when `readyUrl` answers with any status. */
export async function startNode(
  args: readonly string[],
  options: { env: Record<string, string>; cwd?: string; readyUrl: string },
): Promise<StartedProcess> {
  const [command = process.execPath, ...rest] = [...measuredCorePrefix, process.execPath, ...args];
  const child: ChildProcess = spawn(command, rest, {
    env: { ...process.env, NODE_ENV: 'production', ...options.env },
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = () => child.kill();
  process.once('exit', end);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4_000);
    });
  }
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const deadline = Date.now() + 120_000;
  for (;;) {
    const answered = await fetch(options.readyUrl).then(
      async (response) => {
        await response.arrayBuffer();
        return true;
      },
      () => false,
    );
    if (answered) break;
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill();
      throw new Error(`${args.join(' ')} did not start:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  return {
    pid: child.pid ?? 0,
    async stop() {
      process.off('exit', end);
      child.kill();
      await ended;
    },
  };
}

/** The `frontdesk` command, which is built first if necessary. */
export const launcher = join(root, 'src/cli/launch.js');

async function startFrontdesk(command: readonly string[], env: Record<string, string>, readyPath: string) {
  const port = await freePort();
  const process = await startNode([launcher, ...command, '--port', String(port)], {
    cwd: root,
    env: { LOG_LEVEL: 'warn', ...env },
    readyUrl: `http://127.0.0.1:${port}${readyPath}`,
  });
  return { process, port };
}

/** Starts the built `frontdesk service` as a practice would: on a PostgreSQL, or on the database of a data folder. */
export const startService = (on: { DATABASE_URL: string; DATA_DIR?: string }) =>
  startFrontdesk(['service', '--no-demo'], on, '/ping');

/** The settings of a small server with an SSD; commits are durable. */
const settings = [
  'shared_buffers=512MB',
  'effective_cache_size=4GB',
  'maintenance_work_mem=512MB',
  'work_mem=16MB',
  'max_wal_size=8GB',
  'random_page_cost=1.1',
  // With a single core, a parallel plan would only slow itself down.
  'max_parallel_workers_per_gather=0',
];

/** Starts a separate PostgreSQL on the measured core; `stop` removes all of it. */
export const startDatabase = () => startPostgres({ settings, prefix: measuredCorePrefix });

/**
 * Starts the built `frontdesk gateway` in front of a practice API. People sign in, and sessions are stored in a database or
 * in the data folder.
 */
export const startGateway = (on: { PRACTICE_API_URL: string; DATA_DIR: string; GATEWAY_DATABASE_URL?: string }) =>
  // Behind a proxy one address may have more connections.
  startFrontdesk(['gateway'], { PUBLIC_ORIGIN: 'http://127.0.0.1', ...on }, '/readyz');

/** The fields of `/proc/PID/stat` after the name, which may contain spaces; null if the process has ended. */
function statOf(pid: string | number): number[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    return null;
  }
}

/** A process and its children; only available on Linux. */
function family(pid: number): number[][] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return all.flatMap((id) => {
    const stat = statOf(id);
    return stat !== null && (Number(id) === pid || stat[1] === pid) ? [stat] : [];
  });
}

/**
 * The processor time in milliseconds of a process and its children, including ended ones. Linux counts in hundredths of a
 * second.
 */
export function processorMs(pid: number): number {
  const of = ([utime = 0, stime = 0]: readonly number[]) => (utime + stime) * 10;
  const ended = statOf(pid)?.slice(13, 15) ?? [];
  return family(pid).reduce((sum, stat) => sum + of(stat.slice(11, 13)), of(ended));
}

/** The resident memory of a process and its children in MB; shared memory counts for each. */
export function residentMb(pid: number): number {
  return family(pid).reduce((sum, stat) => sum + ((stat[21] ?? 0) * 4_096) / 2 ** 20, 0);
}
