import postgres from 'postgres';
import { startPostgres } from '#testing/postgres.ts';
import { measuredCorePrefix } from './processes.ts';

export interface BenchServer {
  readonly version: string;
  readonly pid: number;
  /** The address of one of its databases. */
  url(database: string): string;
  stop(): Promise<void>;
}

/** The settings of a small server with an SSD; commits are durable. */
const settings = [
  'shared_buffers=512MB',
  'effective_cache_size=4GB',
  'maintenance_work_mem=512MB',
  'work_mem=16MB',
  'max_wal_size=8GB',
  'random_page_cost=1.1',
  // One core: a parallel plan would only be in its own way.
  'max_parallel_workers_per_gather=0',
];

/** Starts a PostgreSQL of its own on the measured core, with these databases; `stop` removes all of it. */
export async function startBenchServer(databases: readonly string[]): Promise<BenchServer> {
  const server = await startPostgres({ settings, prefix: measuredCorePrefix });
  const sql = postgres(server.url, { max: 1 });
  for (const name of databases) await sql.unsafe(`create database ${name}`);
  const [row] = await sql<{ version: string }[]>`select current_setting('server_version') as version`;
  await sql.end();
  return {
    version: row?.version ?? '',
    pid: server.pid,
    url(database) {
      const url = new URL(server.url);
      url.pathname = `/${database}`;
      return url.href;
    },
    stop: () => server.stop(),
  };
}
