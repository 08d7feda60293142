import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { connectPostgres, type Database } from '#service/db/database.ts';
import { markdownTable } from './api/measure.ts';
import { startDatabase } from './api/processes.ts';
import { addCompany, type CompanySize, type Desk } from './scale/companies.ts';
import { measureServices } from './scale/requests.ts';
import { measureStreams } from './scale/streams.ts';

export const usage = `npm run bench -- scale [options]
  --seconds N   how long each measurement takes (default 5)
  --desks N     how many desks listen at one gateway at rest (default 5000, the most that one takes)
`;
export const defaults = { seconds: 5, desks: 5_000 };

/** A hundred companies: most have one store, a few have many. */
const SIZES: readonly (CompanySize & { companies: number })[] = [
  { companies: 70, stores: 1, desks: 3, aDay: 20 },
  { companies: 25, stores: 3, desks: 3, aDay: 25 },
  { companies: 5, stores: 12, desks: 3, aDay: 30 },
];
/** The number of desks per practice that only listen. */
const DESKS = 20;

/** Adds companies and returns their desks, alternating between the companies. */
async function addGroup(database: Database, sizes: typeof SIZES): Promise<Desk[]> {
  const desks: Desk[][] = [];
  for (const size of sizes) {
    for (let nth = 0; nth < size.companies; nth += 1) desks.push(await addCompany(database, size));
  }
  await database.sql`vacuum analyze`;
  const longest = Math.max(...desks.map((of) => of.length));
  return Array.from({ length: longest }, (_, nth) => desks.flatMap((of) => of.slice(nth, nth + 1))).flat();
}

/**
 * `npm run bench -- scale`: measures the processor time that requests and streams take in services, gateways and the
 * database. All of these share one core, and the load has the other, so more services do not increase the throughput.
 */
export async function run({ seconds, desks: atRest }: typeof defaults): Promise<void> {
  const folder = mkdtempSync(`${tmpdir()}/frontdesk-scale-`);
  const server = await startDatabase();
  const show = (title: string, rows: string[][]) => console.log(`\n${title}\n\n${markdownTable(rows)}`);
  try {
    const database = await connectPostgres({ url: server.url, statementTimeoutMs: 0 });
    await database.sql`create database gateways`;
    const desks = await addGroup(database, SIZES);
    const [row] = await database.sql<{ count: number }[]>`select count(*)::int as count from appointments`;
    console.log(`100 companies, ${desks.length} desks, ${row?.count} appointments; all processes share two cores`);
    const { requests, changes } = await measureServices(server, { desks, seconds, folder });
    show('Requests, while every desk listens', requests);
    show('Ten changes a second, beyond the requests and the idle streams', changes);

    const companies = Math.ceil(atRest / DESKS);
    const listening = await addGroup(database, [{ companies, stores: 1, desks: DESKS, aDay: 1 }]);
    await database.close();
    show(
      'Idle streams, at one gateway and one service',
      await measureStreams(server, { desks: listening, seconds, folder }),
    );
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
