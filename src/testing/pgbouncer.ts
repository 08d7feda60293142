import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { freePort } from './postgres.ts';

/** A PgBouncer in transaction mode in front of a PostgreSQL, with the settings of docs/scale.md. */
export interface Pgbouncer {
  /** The address for a service. */
  readonly url: string;
  /** Kills it with all connections. */
  kill(): Promise<void>;
  startAgain(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the machine's PgBouncer. It has few connections to PostgreSQL, so that the services have to share them. */
export async function startPgbouncer(behind: string, { poolSize = 2 } = {}): Promise<Pgbouncer> {
  const direct = new URL(behind);
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-pgbouncer-'));
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const settings = [
    '[databases]',
    `desk = host=127.0.0.1 port=${direct.port} dbname=${direct.pathname.slice(1)} user=postgres`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${poolSize}`,
    'ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout, plan_cache_mode, jit',
  ];
  writeFileSync(file, settings.join('\n'));
  chmodSync(folder, 0o755);
  // PgBouncer refuses to run as root.
  const asNobody = process.getuid?.() === 0 ? { uid: Number(execFileSync('id', ['-u', 'nobody'])) } : {};
  const url = `postgres://postgres@127.0.0.1:${port}/desk?prepare=false`;

  async function launch(): Promise<ChildProcess> {
    const child = spawn('pgbouncer', [file], { ...asNobody, stdio: 'ignore' });
    for (;;) {
      const sql = postgres(url, { max: 1, prepare: false, fetch_types: false, onnotice: () => {} });
      try {
        await sql`select 1`;
        return child;
      } catch (error) {
        if (child.exitCode !== null) throw error;
        await pause(50);
      } finally {
        await sql.end({ timeout: 0 });
      }
    }
  }

  let running = await launch();
  async function end(signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
    if (running.exitCode !== null || running.signalCode !== null) return;
    const exited = once(running, 'exit');
    running.kill(signal);
    await exited;
  }
  return {
    url,
    kill: () => end('SIGKILL'),
    async startAgain() {
      running = await launch();
    },
    async stop() {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
