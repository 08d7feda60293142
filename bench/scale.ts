import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { livePolling } from '#contract/live-polling.ts';
import { connectPostgres, type Database } from '#service/db/database.ts';
import { markdownTable } from './api/measure.ts';
import { startDatabase } from './api/processes.ts';
import { addCompany, type CompanySize, type Desk } from './desks/companies.ts';
import { measureTelling, type Telling } from './scale/notifications.ts';
import { measureServices, type ServiceCosts } from './scale/requests.ts';
import { measureStreams, type StreamCosts } from './scale/streams.ts';

export const usage = `npm run bench -- scale [options]
  --seconds N   how long each way is measured (default 5)
  --desks N     how many desks listen at one gateway at rest (default 5000, the most that one takes)
`;
export const defaults = { seconds: 5, desks: 5_000 };

/** A hundred companies: most have one store, a few have many. */
const SIZES: readonly (CompanySize & { companies: number })[] = [
  { companies: 70, stores: 1, desks: 3, aDay: 20 },
  { companies: 25, stores: 3, desks: 3, aDay: 25 },
  { companies: 5, stores: 12, desks: 3, aDay: 30 },
];
/** The desks of a practice, of those that only listen and of those that are reckoned with. */
const DESKS = 20;
/** What a desk does in a busy minute beside polling: that much is assumed. */
const aMinute = { lookUps: 1, changes: 0.2 } as const;
const pollsAMinute = 60_000 / livePolling.netEveryMs + 60_000 / livePolling.refetchEveryMs;
const formerPollsAMinute = 60_000 / livePolling.everyMs + 60_000 / livePolling.refetchEveryMs;
/** How much of a core may be in use for answers to be quick. */
const BUSY = 0.7;
/** The streams of browsers that a gateway takes, and the connections of a gateway and of a service, with its listener. */
const each = { gateway: { streams: 5_000, connections: 10 }, service: { connections: 11 } } as const;

/** Adds companies; their desks, one of each company after the other. */
async function addGroup(database: Database, sizes: typeof SIZES): Promise<Desk[]> {
  const desks: Desk[][] = [];
  for (const size of sizes) {
    for (let nth = 0; nth < size.companies; nth += 1) desks.push(await addCompany(database, size));
  }
  await database.sql`vacuum analyze`;
  const longest = Math.max(...desks.map((of) => of.length));
  return Array.from({ length: longest }, (_, nth) => desks.flatMap((of) => of.slice(nth, nth + 1))).flat();
}

/** What so many practices need, by what was measured. */
function reckon(practices: number, options: { costs: ServiceCosts; streams: StreamCosts; telling: Telling }): string[] {
  const { costs, streams, telling } = options;
  const desks = practices * DESKS;
  const changes = (desks * aMinute.changes) / 60;
  const requests = (desks * (pollsAMinute + aMinute.lookUps + aMinute.changes)) / 60;
  const { own } = streams.atRest;
  const cores = (part: 'gateway' | 'service' | 'database', more = 0) =>
    (requests * costs.request[part] + desks * own[part] + more) / 1_000;
  const gatewayCores = cores('gateway', changes * costs.change.gateway * (DESKS / costs.desksTold));
  const gateways = Math.max(desks / each.gateway.streams, gatewayCores / BUSY);
  // Each service hears of every change; a request and the change that it makes are told apart from what is told of it.
  const heard = (services: number) => changes * telling.unheardMs * services;
  const tellingMs = changes * Math.max(0, costs.change.service - costs.request.service);
  const services = cores('service', tellingMs) / BUSY;
  const serviceCores = cores('service', tellingMs + heard(Math.ceil(services)));
  const connections = Math.ceil(gateways) * each.gateway.connections + Math.ceil(services) * each.service.connections;
  return [
    practices.toLocaleString('en'),
    desks.toLocaleString('en'),
    requests.toFixed(0),
    changes.toFixed(changes < 10 ? 1 : 0),
    `${Math.ceil(gateways)} (${gatewayCores.toFixed(1)} cores)`,
    `${Math.ceil(services)} (${serviceCores.toFixed(1)} cores)`,
    cores('database').toFixed(1),
    String(connections),
    `${((changes / telling.ceiling) * 100).toFixed(0)} %`,
  ];
}

const reckonedHead = [
  'practices',
  'desks and streams',
  'requests a second',
  'changes a second',
  'gateways',
  'services',
  'database cores',
  'connections',
  'of the commits that wait 2 ms',
];

/**
 * `npm run bench -- scale`: what requests, streams and changes cost of services, gateways and the database, and what 10,000 practices would
 * need by that. All that is measured shares one core and the load has the other, so that more services cannot carry more here: what is
 * told is what each request, stream and change costs of whom, from which follows what a core of each carries.
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
    const telling = await measureTelling(server, desks);
    show('Changes of one appointment each, by 16 writers', telling.rows);
    const costs = await measureServices(server, { desks, seconds, folder });
    show('Requests, while every desk listens', costs.requests);
    show('Open streams at rest', costs.streams);
    show('Ten changes a second, beyond that', costs.changes);

    const companies = Math.ceil(atRest / DESKS);
    const listening = await addGroup(database, [{ companies, stores: 1, desks: DESKS, aDay: 1 }]);
    await database.close();
    const streams = await measureStreams(server, { desks: listening, seconds: seconds * 2, folder });
    show('Open streams at rest, at one gateway and one service', streams.rows);

    console.log(
      `\nA desk polls and reads again ${pollsAMinute.toFixed(1)} times a minute (${formerPollsAMinute.toFixed(1)} without events), and is taken to look up ${aMinute.lookUps} and change ${aMinute.changes}. Reckoned for practices of ${DESKS} desks, each with a key of its own:`,
    );
    const practices = [100, 1_000, 3_000, 10_000];
    show('', [reckonedHead, ...practices.map((number) => reckon(number, { costs, streams, telling }))]);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
