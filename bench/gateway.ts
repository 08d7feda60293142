import { fileURLToPath } from 'node:url';
import { createHttpClient, type HttpClient } from './api/http-client.ts';
import { markdownTable } from './api/measure.ts';
import { freePort, type StartedProcess, startNode } from './api/processes.ts';
import { startPractice } from './gateway/practice.ts';

const bareProxy = new URL('./gateway/bare-proxy.js', import.meta.url);
const serveGateway = new URL('./gateway/serve-gateway.js', import.meta.url);
const ROUNDS = 12;
const CONNECTIONS = 16;
const THROUGHPUT_MS = 3_000;

interface Question {
  readonly title: string;
  /** `nth` makes it one that was never asked before. */
  ask(client: HttpClient, prefix: string, nth: number): Promise<unknown>;
}

const questions: readonly Question[] = [
  {
    title: 'look-up of 2 records',
    ask: (client, prefix, nth) => client.ask(`${prefix}/v1/pets?companyId=c&query=${nth}`),
  },
  {
    title: 'page of 100 appointments',
    ask: (client, prefix, nth) => client.ask(`${prefix}/v1/appointments?companyId=c&cursor=${nth}`),
  },
  {
    title: 'search, 100 appointments',
    ask: (client, prefix, nth) =>
      client.ask(`${prefix}/v1/appointments/search`, { body: { companyId: 'c', query: `${nth}` } }),
  },
  {
    title: 'create',
    ask: (client, prefix, nth) =>
      client.ask(`${prefix}/v1/appointments`, { body: { companyId: 'c', notes: `${nth}` } }),
  },
  {
    title: 'the same page again',
    ask: (client, prefix) => client.ask(`${prefix}/v1/companies?limit=100`),
  },
];

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** p50 and p99 in milliseconds of each way, taking turns in short rounds; the first round warms up. */
async function latencies(
  question: Question,
  ways: ReadonlyMap<string, { client: HttpClient; prefix: string }>,
  each: number,
) {
  const taken = new Map([...ways.keys()].map((name) => [name, [] as number[]]));
  let nth = 0;
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, { client, prefix }] of ways) {
      for (let index = 0; index < each; index += 1) {
        nth += 1;
        const began = performance.now();
        await question.ask(client, prefix, nth);
        if (round > 0) taken.get(name)?.push(performance.now() - began);
      }
    }
  }
  return new Map(
    [...taken].map(([name, list]) => {
      list.sort((a, b) => a - b);
      return [name, { p50: quantile(list, 0.5), p99: quantile(list, 0.99) }];
    }),
  );
}

async function requestsPerSecond(question: Question, port: number): Promise<number> {
  const clients = Array.from({ length: CONNECTIONS }, () => createHttpClient(port));
  let done = 0;
  const began = performance.now();
  await Promise.all(
    clients.map(async (client, index) => {
      for (let nth = 0; performance.now() - began < THROUGHPUT_MS; nth += 1) {
        await question.ask(client, '/api', index * 10_000_000 + nth);
        done += 1;
      }
      client.close();
    }),
  );
  return (done / (performance.now() - began)) * 1_000;
}

interface Ports {
  readonly direct: number;
  readonly bare: number;
  readonly gateway: number;
}

async function withPorts(delayMs: number, use: (ports: Ports) => Promise<void>): Promise<void> {
  const practice = await startPractice(delayMs);
  const started: StartedProcess[] = [];
  const start = async (program: URL) => {
    const port = await freePort();
    const file = fileURLToPath(program);
    const env = { PORT: String(port), UPSTREAM: practice.url };
    started.push(await startNode([file], { env, readyUrl: `http://127.0.0.1:${port}/api/v1/pets?companyId=c` }));
    return port;
  };
  try {
    const direct = Number(new URL(practice.url).port);
    await use({ direct, bare: await start(bareProxy), gateway: await start(serveGateway) });
  } finally {
    for (const process of started) await process.stop();
    practice.close();
  }
}

async function tellLatencies(title: string, { direct, bare, gateway }: Ports, each: number): Promise<void> {
  const ways = new Map([
    ['direct', { client: createHttpClient(direct), prefix: '' }],
    ['bare Node proxy', { client: createHttpClient(bare), prefix: '/api' }],
    ['gateway', { client: createHttpClient(gateway), prefix: '/api' }],
  ]);
  const rows = [[title, ...ways.keys(), 'gateway ÷ bare, p50', 'p99', 'added to direct, p50', 'p99']];
  for (const question of questions) {
    const measured = await latencies(question, ways, each);
    const [alone, floor, ours] = ['direct', 'bare Node proxy', 'gateway'].map((name) => measured.get(name));
    if (alone === undefined || floor === undefined || ours === undefined) throw new Error('nothing measured');
    rows.push([
      question.title,
      ...[alone, floor, ours].map(({ p50, p99 }) => `${p50.toFixed(2)} / ${p99.toFixed(2)}`),
      `${(ours.p50 / floor.p50).toFixed(2)}×`,
      `${(ours.p99 / floor.p99).toFixed(2)}×`,
      (ours.p50 - alone.p50).toFixed(2),
      (ours.p99 - alone.p99).toFixed(2),
    ]);
  }
  for (const { client } of ways.values()) client.close();
  console.log(`${markdownTable(rows)}\n`);
}

async function tellThroughput({ bare, gateway }: Ports): Promise<void> {
  const rows = [[`requests per second, ${CONNECTIONS} connections`, 'bare Node proxy', 'gateway', 'ratio']];
  for (const question of questions) {
    const [floor, ours] = [await requestsPerSecond(question, bare), await requestsPerSecond(question, gateway)];
    rows.push([question.title, floor.toFixed(0), ours.toFixed(0), `${(ours / floor).toFixed(2)}×`]);
  }
  console.log(`${markdownTable(rows)}\n`);
}

/**
 * `npm run bench -- gateway`: what the gateway adds to a direct call, beside a bare Node proxy, as ratios of one run. Once with
 * a practice API that takes the 5 ms of one with a database, and once with one that takes no time at all.
 */
export async function run(): Promise<void> {
  await withPorts(5, (ports) => tellLatencies('p50 / p99 in ms, practice API takes 5 ms', ports, 40));
  await withPorts(0, async (ports) => {
    await tellLatencies('p50 / p99 in ms, practice API takes no time', ports, 250);
    await tellThroughput(ports);
  });
}
