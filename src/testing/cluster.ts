import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { nobody } from './postgres.ts';

/** A program of `deploy/cluster/run.sh`. A `patroni` program includes the PostgreSQL that it runs. */
export interface ClusterProgram {
  readonly address: string;
  start(): void;
  /** Signals all its processes. */
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void;
}

/** The cluster of docs/scale.md on this machine: each of its machines has a loopback address of its own. */
export interface Cluster {
  readonly programs: Record<'etcd' | 'patroni' | 'haproxy' | 'service' | 'gateway', readonly ClusterProgram[]>;
  /** The address for services, through the first HAProxy. */
  readonly database: string;
  /** The indexes of the programs with the primary and its synchronous standby; -1 while there is none. */
  roles(): Promise<{ primary: number; standby: number }>;
  /** Waits until there is a primary with a synchronous standby and another standby, and all other programs answer. */
  untilHealthy(): Promise<void>;
  /** Changes Patroni's `synchronous_mode`, which is on at first. */
  replicate(how: 'synchronous' | 'asynchronous'): Promise<void>;
  /** Kills everything and removes the data. */
  stop(): Promise<void>;
}

/** Knip takes a literal path for an import. */
const script = join('deploy', 'cluster', 'run.sh');
const membersSchema = z.object({
  members: z.array(z.object({ host: z.string(), role: z.string(), state: z.string() })),
});
/** The maximum time until a cluster is healthy: a standby may be copied anew. */
const HEALTHY_MS = 120_000;

/** Starts the cluster with the built product, which is built first if the sources are newer. */
export async function startCluster(): Promise<Cluster> {
  execFileSync(process.execPath, ['src/cli/launch.js', '--version'], { stdio: 'ignore' });
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-cluster-'));
  const identity = process.getuid?.() === 0 ? nobody() : null;
  const own = (path: string) => identity !== null && chownSync(path, identity.uid, identity.gid);
  own(folder);
  const random = () => 1 + Math.floor(Math.random() * 254);
  const network = `127.${random()}.${random()}`;
  const databases = [11, 12, 13].map((host) => `${network}.${host}`);
  const apps = [21, 22].map((host) => `${network}.${host}`);
  const environment = {
    ...{ PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8', LOG_LEVEL: 'silent', NODE_ENV: 'production' },
    ...{ DB1: databases[0], DB2: databases[1], DB3: databases[2], APP1: apps[0], APP2: apps[1] },
    ...{ POSTGRES_PASSWORD: 'of-postgres', DATABASE_PASSWORD: 'of-frontdesk' },
    PUBLIC_ORIGIN: 'https://desk.practice.example',
  };
  const all: { program: ClusterProgram; exited: () => Promise<unknown> }[] = [];

  function add(what: string, address: string): ClusterProgram {
    const dataDir = join(folder, address);
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    own(dataDir);
    let child: ChildProcess | null = null;
    let exited: Promise<unknown> = Promise.resolve();
    const program = {
      address,
      start() {
        const log = openSync(join(folder, `${what}-${address}.log`), 'a');
        child = spawn(script, [what], {
          ...identity,
          env: { ...environment, ADDRESS: address, DATA_DIR: dataDir },
          stdio: ['ignore', log, log],
        });
        exited = once(child, 'exit');
      },
      signal(signal: NodeJS.Signals) {
        const isRunning = child?.pid !== undefined && child.exitCode === null && child.signalCode === null;
        const server = what === 'patroni' ? serverIn(dataDir) : [];
        for (const pid of withChildren([...(isRunning ? [child?.pid ?? 0] : []), ...server])) send(pid, signal);
      },
    };
    all.push({ program, exited: () => exited });
    program.start();
    return program;
  }

  function run(what: string): void {
    execFileSync(script, [what], { env: { ...environment, ADDRESS: apps[0], DATA_DIR: folder } });
  }

  async function members() {
    for (const address of databases) {
      const response = await fetch(`http://${address}:8008/cluster`, limited()).catch(() => null);
      if (response?.ok) return membersSchema.parse(await response.json()).members;
    }
    return [];
  }

  async function roles() {
    const found = await members();
    const at = (role: string) => databases.indexOf(found.find((member) => member.role === role)?.host ?? '');
    return { primary: at('leader'), standby: at('sync_standby') };
  }

  async function until(what: string, isMet: () => Promise<boolean>): Promise<void> {
    const end = performance.now() + HEALTHY_MS;
    while (!(await isMet().catch(() => false))) {
      if (performance.now() > end) throw new Error(`the cluster has no ${what}: ${JSON.stringify(await members())}`);
      await pause(200);
    }
  }

  let isSynchronous = true;
  const isComplete = async () => {
    const found = await members();
    const roles = found.filter(({ state }) => /^(running|streaming)$/.test(state)).map(({ role }) => role);
    return roles.sort().join() === (isSynchronous ? 'leader,replica,sync_standby' : 'leader,replica,replica');
  };
  const areReady = async () => {
    const ports = [4100, 4101, 4200, 4201];
    const urls = apps.flatMap((address) => ports.map((port) => `http://${address}:${port}/readyz`));
    return (await Promise.all(urls.map((url) => fetch(url, limited())))).every(({ ok }) => ok);
  };

  function kill(): void {
    // Patroni first: it would start PostgreSQL again.
    for (const { program } of all) program.signal('SIGKILL');
    for (const { program } of all) program.signal('SIGKILL');
  }
  process.once('exit', kill);
  async function stop(): Promise<void> {
    kill();
    await Promise.all(all.map(({ exited }) => exited()));
    process.off('exit', kill);
    rmSync(folder, { recursive: true, force: true });
  }

  try {
    const etcd = databases.map((address) => add('etcd', address));
    const patroni = databases.map((address) => add('patroni', address));
    const haproxy = apps.map((address) => add('haproxy', address));
    await until('primary with two standbys', isComplete);
    // HAProxy needs two checks.
    await until('database', async () => {
      run('create-database');
      return true;
    });
    const service = apps.map((address) => add('service', address));
    const gateway = apps.map((address) => add('gateway', address));
    const cluster: Cluster = {
      programs: { etcd, patroni, haproxy, service, gateway },
      database: `postgres://frontdesk:${environment.DATABASE_PASSWORD}@${apps[0]}:5000/frontdesk`,
      roles,
      async untilHealthy() {
        await until('primary with two standbys', isComplete);
        await until('services and gateways', areReady);
      },
      async replicate(how) {
        isSynchronous = how === 'synchronous';
        const change = { method: 'PATCH', body: JSON.stringify({ synchronous_mode: isSynchronous }), ...limited() };
        await fetch(`http://${databases[(await roles()).primary]}:8008/config`, change);
        await cluster.untilHealthy();
      },
      stop,
    };
    await cluster.untilHealthy();
    return cluster;
  } catch (error) {
    await stop();
    throw error;
  }
}

const limited = () => ({ signal: AbortSignal.timeout(2_000) });

/** The PostgreSQL in a Patroni data folder, which is not a child of Patroni. */
function serverIn(dataDir: string): number[] {
  const file = join(dataDir, 'postgresql', 'postmaster.pid');
  if (!existsSync(file)) return [];
  const server = Number(readFileSync(file, 'utf8').split('\n')[0]);
  const command = `/proc/${server}/cmdline`;
  // A server that was killed leaves its file, and its id may belong to another process now.
  return existsSync(command) && readFileSync(command, 'utf8').includes(dataDir) ? [server] : [];
}

/** Processes with their children and the children of these. */
function withChildren(pids: readonly number[]): number[] {
  if (pids.length === 0) return [];
  const { stdout } = spawnSync('pgrep', ['-P', pids.join(',')], { encoding: 'utf8' });
  return [...pids, ...withChildren(stdout.split('\n').filter(Boolean).map(Number))];
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
