import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { readConfig } from '#cli/config.ts';
import { createLogger } from '#cli/log.ts';
import { buildProduct, openPracticeDatabase, openResources } from '#cli/product.ts';
import { listen } from '#cli/serve.ts';
import { issueKey, listEmployees } from '#service/db/administration.ts';
import { createDemoPeriod, createDemoPractice } from '#service/demo/demo-practice.ts';
import { seedDemo } from '#service/demo/seed-demo.ts';
import { smallCache } from './built-product.ts';
import { withHostileNames } from './hostile-names.ts';

const log = (line: string) => void process.stderr.write(`${line}\n`);

/** A gateway with the app, served on a free loopback port. */
export interface ServedDesk {
  /** Its address, without a trailing slash. */
  readonly url: string;
  /** The messages for the user who started it. */
  readonly messages: readonly string[];
  close(): Promise<void>;
}

/**
 * Serves the product configured by the environment, in this process. Its state is in a temporary folder, deleted with it; a
 * given practice stays open. `assets` is the folder of the built app.
 */
export async function serveDesk(options: {
  environment: Record<string, string>;
  assets: string;
  practice?: OpenPractice;
}): Promise<ServedDesk> {
  const { environment, assets, practice } = options;
  const dataDir = mkdtempSync(join(tmpdir(), 'frontdesk-desk-'));
  const config = readConfig({ LOG_LEVEL: 'error', ...smallCache, ...environment, DATA_DIR: dataDir });
  const messages: string[] = [];
  const resources = await openResources({
    config,
    logger: createLogger(config),
    demo: false,
    log: (line) => void messages.push(line),
    ...(practice === undefined
      ? {}
      : {
          practice: {
            database: practice.database,
            onCommand: () => undefined,
            metrics: [],
            close: async () => undefined,
          },
        }),
  });
  const product = buildProduct(resources, assets);
  const server = await listen({
    fetch: (request, bindings) => product.fetch(request, bindings),
    host: '127.0.0.1',
    port: 0,
  });
  resources.port = server.port;
  await product.printSetupCode();
  return {
    url: server.url,
    messages,
    async close() {
      await Promise.all([server.close(), product.stopWrites()]);
      await resources.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A practice that is open in this process. */
export type OpenPractice = Awaited<ReturnType<typeof openPracticeHere>>;

/** Seeds an empty data folder with a demo practice that includes names that often cause bugs. */
export async function seedHere(dataDir: string, appointments: number): Promise<void> {
  const config = readConfig({ DATA_DIR: dataDir, ...smallCache });
  const { database, close } = await openPracticeDatabase(config, { demo: false, log });
  const period = createDemoPeriod(Temporal.Now.instant());
  const practice = withHostileNames(createDemoPractice(1, period.today));
  await seedDemo(database, { practice, period, appointments });
  await close();
}

/** Opens the practice of a data folder; an empty folder gets the demo practice. */
export async function openPracticeHere(dataDir: string) {
  const { database, close } = await openPracticeDatabase(readConfig({ DATA_DIR: dataDir, ...smallCache }), {
    demo: true,
    log,
  });
  return {
    database,
    close,
    employees: () => listEmployees(database),
    issueKey: (employeeId: string) => issueKey(database, { employeeId, readOnly: false }),
    /** Records which appointments exist; the returned function deletes all others. */
    async mark(): Promise<() => Promise<void>> {
      const [now] = await database.sql<
        { next: string }[]
      >`select pg_snapshot_xmax(pg_current_snapshot())::text as next`;
      return async () => {
        await database.sql`delete from appointments where added_by >= ${now?.next ?? ''}::xid8`;
      };
    },
  };
}
