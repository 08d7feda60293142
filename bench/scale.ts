import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { connectPostgres } from '#service/db/database.ts';
import { createHttpClient } from './api/http-client.ts';
import { markdownTable } from './api/measure.ts';
import { startBenchServer } from './api/postgres-server.ts';
import { freePort, type StartedProcess, startNode } from './api/processes.ts';
import { startService } from './api/start-service.ts';
import { addGroup, type Desk } from './scale/group.ts';

const usage = `npm run bench -- scale [options]
  --seconds N   how long each way is measured (default 8)
`;
const SERVICES = [1, 2, 4] as const;
const GATEWAYS = 2;
/** Requests under way at a time. */
const CONNECTIONS = 16;
const root = fileURLToPath(new URL('..', import.meta.url));

/** Hands each connection to the next port, as a load balancer does. */
async function startBalancer(ports: readonly number[]): Promise<{ port: number; close(): void }> {
  const port = await freePort();
  let next = 0;
  const server = createServer((from) => {
    const to = connect(ports[next++ % ports.length] ?? 0, '127.0.0.1');
    from.on('error', () => to.destroy()).on('close', () => to.destroy());
    to.on('error', () => from.destroy()).on('close', () => from.destroy());
    from.pipe(to).pipe(from);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { port, close: () => void server.close() };
}

async function startGateway(practiceApiUrl: string, databaseUrl: string, dataDir: string) {
  const port = await freePort();
  const process = await startNode([join(root, 'src/cli/launch.js'), 'gateway', '--port', String(port)], {
    cwd: root,
    env: {
      PRACTICE_API_URL: practiceApiUrl,
      GATEWAY_DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
    },
    readyUrl: `http://127.0.0.1:${port}/readyz`,
  });
  return { process, port };
}

/** Processor time of a process in milliseconds, or of its children; Linux counts it in hundredths of a second. */
function processorMs(pid: number, whose: 'own' | 'children'): number {
  const numbers = (id: string | number) => {
    const text = readFileSync(`/proc/${id}/stat`, 'utf8');
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  };
  const msOf = (id: string | number) => {
    const [user = 0, system = 0] = numbers(id).slice(11, 13);
    return (user + system) * 10;
  };
  if (whose === 'own') return msOf(pid);
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = all.filter((id) => {
    try {
      return numbers(id)[1] === pid;
    } catch {
      return false;
    }
  });
  return children.reduce((sum, id) => sum + msOf(id), msOf(pid));
}

/** What one desk asks next: of a hundred requests of a day most are polls. `path` goes behind the prefix of the API. */
function nextRequest(desk: Desk, nth: number): { path: string; body?: object } {
  const share = Math.random() * 100;
  const { companyId } = desk;
  if (share < 70) {
    // No two are alike, so that none is answered by another's response.
    const updatedSince = new Date(Date.now() - 60_000 - (nth % 50_000)).toISOString();
    return {
      path: `/v1/appointments?${new URLSearchParams({ companyId, updatedSince, limit: '500', direction: 'asc' })}`,
    };
  }
  const day = `2026-06-${String(1 + (nth % 28)).padStart(2, '0')}`;
  const between = [`${day}T00:00Z`, `${day}T23:59:59Z`];
  if (share < 82) {
    const filter = { start: { between } };
    return { path: '/v1/appointments/search', body: { companyId, storeIds: [desk.storeId], limit: 500, filter } };
  }
  if (share < 92)
    return { path: `/v1/pets?${new URLSearchParams({ companyId, query: `pet ${nth % 100}`, limit: '20' })}` };
  if (share < 97) {
    return { path: '/v1/appointments/search', body: { companyId, query: `pet check ${nth % 10}`, limit: 100 } };
  }
  const { petId, typeId: visitTypeId, storeId } = desk;
  const [start, end] = [`${day}T09:00Z`, `${day}T09:30Z`];
  return { path: '/v1/appointments', body: { companyId, storeIds: [storeId], petId, visitTypeId, start, end } };
}

interface Figures {
  perSecond: number;
  p50: number;
  p95: number;
  /** Processor milliseconds a request. */
  processor: { service: number; gateway: number; database: number };
}

interface Measured {
  services: readonly StartedProcess[];
  gateways: readonly StartedProcess[];
  database: number;
}

/** Asks from many desks, as many requests at a time as there are clients, each waiting for its answer. */
async function measure(
  seconds: number,
  ask: (nth: number, client: number) => Promise<unknown>,
  { services, gateways, database }: Measured,
): Promise<Figures> {
  const taken: number[] = [];
  let nth = 0;
  const load = async (forMs: number) => {
    const end = performance.now() + forMs;
    const loop = async (client: number) => {
      while (performance.now() < end) {
        const began = performance.now();
        await ask(nth++, client);
        taken.push(performance.now() - began);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, (_, client) => loop(client)));
  };
  await load(2_000);
  taken.length = 0;
  const used = () => ({
    service: services.reduce((sum, { pid }) => sum + processorMs(pid, 'own'), 0),
    gateway: gateways.reduce((sum, { pid }) => sum + processorMs(pid, 'own'), 0),
    database: processorMs(database, 'children'),
  });
  const before = used();
  const began = performance.now();
  await load(seconds * 1_000);
  const lasted = performance.now() - began;
  const after = used();
  const count = taken.length;
  taken.sort((one, other) => one - other);
  return {
    perSecond: (count / lasted) * 1_000,
    p50: taken[Math.floor(count / 2)] ?? Number.NaN,
    p95: taken[Math.floor(count * 0.95)] ?? Number.NaN,
    processor: {
      service: (after.service - before.service) / count,
      gateway: (after.gateway - before.gateway) / count,
      database: (after.database - before.database) / count,
    },
  };
}

/**
 * `npm run bench -- scale`: a hundred companies of different sizes on one PostgreSQL, and 1, 2 and 4 services, asked directly
 * and through two gateways. All that is measured shares one core and the load has the other, so that more services cannot carry
 * more here: what is told is what each request costs of whom, from which follows what a core of each carries.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { seconds: { type: 'string', default: '8' }, help: { type: 'boolean', default: false } },
  });
  if (values.help) return console.log(usage);
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-scale-'));
  const server = await startBenchServer(['practices', 'gateways']);
  const started: StartedProcess[] = [];
  const rows = [
    ['', 'requests a second', 'ratio', 'p50, ms', 'p95, ms', 'service, ms', 'gateways, ms', 'database, ms'],
  ];
  let first: number | null = null;
  const tell = (name: string, { perSecond, p50, p95, processor }: Figures) => {
    first ??= perSecond;
    const digits = [processor.service, processor.gateway, processor.database].map((ms) => ms.toFixed(2));
    const ratio = `${(perSecond / first).toFixed(2)}×`;
    rows.push([name, perSecond.toFixed(0), ratio, p50.toFixed(0), p95.toFixed(0), ...digits]);
  };
  try {
    const database = await connectPostgres({ url: server.url('practices'), statementTimeoutMs: 0 });
    const desks = await addGroup(database);
    const [{ count } = { count: 0 }] = await database.sql<
      { count: number }[]
    >`select count(*)::int as count from appointments`;
    await database.close();
    console.log(`PostgreSQL ${server.version}: 100 companies, ${desks.length} desks, ${count} appointments`);
    for (const number of SERVICES) {
      const services = await Promise.all(Array.from({ length: number }, () => startService(server.url('practices'))));
      started.push(...services.map(({ process }) => process));
      const own = services.map(({ process }) => process);
      const clients = Array.from({ length: CONNECTIONS }, (_, nth) =>
        createHttpClient(services[nth % number]?.port ?? 0),
      );
      // A key's budget is a minute's: every desk gets its turn before the first has another.
      const turn = (nth: number) => desks[nth % desks.length] ?? fail();
      const directly = async (nth: number, client: number) => {
        const desk = turn(nth);
        const { path, body } = nextRequest(desk, nth);
        await clients[client]?.ask(path, {
          ...(body !== undefined && { body }),
          headers: { authorization: `Bearer ${desk.key}` },
        });
      };
      const of = { services: own, database: server.pid };
      tell(
        `${number} service${number > 1 ? 's' : ''}`,
        await measure(Number(values.seconds), directly, { ...of, gateways: [] }),
      );
      for (const client of clients) client.close();

      const balancer = await startBalancer(services.map(({ port }) => port));
      const gateways = await Promise.all(
        Array.from({ length: GATEWAYS }, (_, nth) =>
          startGateway(`http://127.0.0.1:${balancer.port}`, server.url('gateways'), join(folder, `${number}-${nth}`)),
        ),
      );
      started.push(...gateways.map(({ process }) => process));
      const throughGateways = Array.from({ length: CONNECTIONS }, (_, nth) =>
        createHttpClient(gateways[nth % GATEWAYS]?.port ?? 0),
      );
      const cookies = await signIn(desks, gateways[0]?.port ?? 0);
      const through = async (nth: number, client: number) => {
        const desk = turn(nth);
        const { path, body } = nextRequest(desk, nth);
        await throughGateways[client]?.ask(`/api${path}`, {
          ...(body !== undefined && { body }),
          headers: { cookie: cookies.get(desk.key) ?? '' },
        });
      };
      const figures = await measure(Number(values.seconds), through, {
        ...of,
        gateways: gateways.map(({ process }) => process),
      });
      tell(`… through ${GATEWAYS} gateways`, figures);
      for (const client of throughGateways) client.close();
      balancer.close();
      for (const process of started.splice(0)) await process.stop();
    }
    console.log(`\n${markdownTable(rows)}`);
  } finally {
    for (const process of started) await process.stop();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function fail(): never {
  throw new Error('there are no desks');
}

/** Signs every desk in, and gives the cookie of each by its key; what one gateway opens is open at all. */
async function signIn(desks: readonly Desk[], port: number): Promise<Map<string, string>> {
  const cookies = new Map<string, string>();
  for (const { key } of desks) {
    const response = await fetch(`http://127.0.0.1:${port}/desk/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ apiKey: key }),
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`signing in was answered with ${response.status}`);
    cookies.set(key, response.headers.get('set-cookie')?.split(';')[0] ?? '');
  }
  return cookies;
}
