import type { Registry } from 'prom-client';
import type { Database } from '#service/db/database.ts';
import { hasPractice } from '#service/demo/seed-demo.ts';
import { defaultSeed, seedPractice } from './commands/seed.ts';
import type { Config } from './config.ts';
import { openControlChannel } from './control-channel.ts';
import { claimDataDir, dataDirInUse } from './data-dir.ts';
import { runNamed } from './database-commands.ts';
import { connectConfigured, onConfigured, openLocked } from './open-database.ts';
import { startScheduledBackups } from './scheduled-backups.ts';

/** The database of a running product. */
export interface Practice {
  database: Database;
  /** Told after each command that another process ran on the database. */
  onCommand(listener: () => Promise<void>): void;
  /** The metrics of its scheduled backups, where this process makes them. */
  metrics: readonly Registry[];
  close(): Promise<void>;
}

/**
 * Opens the database that the product runs on: PostgreSQL where it is configured, else the embedded one, which is this
 * process's alone and reachable for the `frontdesk` command through the control channel. An empty database gets the demo
 * practice, unless that is not wanted.
 */
export async function openPractice(
  config: Config,
  { demo, log }: { demo: boolean; log(line: string): void },
): Promise<Practice> {
  const closers: (() => unknown)[] = [];
  const listeners: (() => Promise<void>)[] = [];
  const metrics: Registry[] = [];
  async function close() {
    for (const closer of closers.splice(0).reverse()) await closer();
  }
  async function open(): Promise<Database> {
    if (config.databaseUrl !== null) return connectConfigured(config.databaseUrl);
    const { lock } = await claimDataDir(config.dataDir);
    if (lock === undefined) throw dataDirInUse(config.dataDir);
    closers.push(() => lock.release());
    return openLocked(config.dataDir, log);
  }
  try {
    const database = await open();
    closers.push(() => database.close());
    await onConfigured(config.databaseUrl, async () => {
      if (demo && !(await hasPractice(database))) await seedPractice({ database, log }, { seed: defaultSeed });
    });
    if (config.databaseUrl === null) {
      const { dataDir } = config;
      const backups = startScheduledBackups({ dataDir, database, log });
      closers.push(() => backups.stop());
      metrics.push(backups.metrics);
      const channel = await openControlChannel({
        dataDir,
        async run(name, options, output) {
          await runNamed(database, name, options, output);
          for (const listener of listeners) await listener();
        },
      });
      closers.push(() => channel.close());
    }
    return { database, onCommand: (listener) => void listeners.push(listener), metrics, close };
  } catch (error) {
    await close();
    throw error;
  }
}
