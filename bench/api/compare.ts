import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { connectPostgres } from '#service/db/database.ts';
import { createKeyring, type ServiceRequest, serviceRequest, takeAnswer, walkTo } from './ask-service.ts';
import { createDataset, type Dataset } from './dataset.ts';
import { createHttpClient } from './http-client.ts';
import { type Ask, type Measured, markdownTable, measureInTurns } from './measure.ts';
import { installPeers, startPeers } from './peers.ts';
import { type BenchServer, startBenchServer } from './postgres-server.ts';
import { freePort, type StartedProcess, startNode } from './processes.ts';
import { createRecorder, type Statement } from './recorder.ts';
import { type Scenario, scenariosOf } from './scenarios.ts';
import { startService } from './start-service.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const floorProgram = fileURLToPath(new URL('./floor.js', import.meta.url));
const DATABASE = 'frontdesk';
const KEYS = 120;

/** A program that answers the questions of each scenario. */
interface Contender {
  readonly name: string;
  /** How a scenario's questions are asked; null where they are not its own. */
  ask(scenario: Scenario): Ask | null;
}

/** Records what the service sends for every question and starts the program that replays it. */
async function startFloor(
  server: BenchServer,
  scenarios: readonly Scenario[],
  requestOf: (question: Scenario['questions'][number]) => ServiceRequest,
  key: () => Record<string, string>,
  port: number,
): Promise<StartedProcess> {
  const recorder = createRecorder(server.url(DATABASE));
  const recorded: Record<string, Statement[][]> = {};
  for (const { name, questions } of scenarios) {
    recorded[name] = [];
    for (const question of questions) {
      const record = async () => {
        const { path, body, method = 'POST' } = requestOf(question);
        const headers = { ...key(), 'content-type': 'application/json' };
        const init = body === undefined ? { headers } : { method, headers, body: JSON.stringify(body) };
        const answer = await recorder.record(path, init);
        takeAnswer(question, answer.body);
        return answer;
      };
      // The first answer counts what the second remembers: the floor is what is sent from then on. Of a change there are two,
      // to and fro, so that each replay changes something.
      await record();
      for (let kept = 0; kept < (question.kind === 'change' ? 2 : 1); kept += 1) {
        const seen = question.kind === 'change' ? question.seen.updatedAt : null;
        const answer = await record();
        const id = question.kind === 'create' ? answer.body.slice(1, -1) : null;
        const at = question.kind === 'change' ? question.seen.updatedAt : null;
        recorded[name].push(
          answer.statements.map(({ text, parameters }) => ({
            text,
            parameters: parameters.map((value) => {
              if (value === null) return null;
              return value === id ? '$fresh' : value === at ? '$now' : value === seen ? '$seen' : value;
            }),
          })),
        );
      }
    }
  }
  await recorder.close();
  const folder = await mkdtemp(join(tmpdir(), 'frontdesk-floor-'));
  const file = join(folder, 'statements.json');
  await writeFile(file, JSON.stringify(recorded));
  const floor = await startNode([floorProgram], {
    cwd: root,
    env: { DATABASE_URL: server.url(DATABASE), PORT: String(port), FLOOR_STATEMENTS: file },
    readyUrl: `http://127.0.0.1:${port}/none/0`,
  });
  return { pid: floor.pid, stop: () => floor.stop().then(() => rm(folder, { recursive: true })) };
}

function tell(dataset: Dataset, scenarios: readonly Scenario[], results: Map<string, Map<string, Measured>>): void {
  const names = [...new Set([...results.values()].flatMap((measured) => [...measured.keys()]))];
  const rows = scenarios.map(({ name, title }) => {
    const measured = results.get(name);
    const service = measured?.get('service')?.p50 ?? Number.NaN;
    return [
      title,
      ...names.map((contender) => {
        const figure = measured?.get(contender);
        if (figure === undefined) return '–';
        const ratio = contender === 'service' ? '' : ` (${(service / figure.p50).toFixed(2)}×)`;
        return `${figure.p50.toFixed(2)} / ${figure.p95.toFixed(2)}${ratio}`;
      }),
    ];
  });
  console.log(
    `\n${dataset.appointments.toLocaleString('en')} appointments; p50 / p95 in ms at one connection; in brackets the service's p50 as a multiple of the contender's\n`,
  );
  console.log(markdownTable([['', ...names], ...rows]));
}

/** Measures the service beside the bare driver and, where asked, its peers: all on one core, the load on another. */
export async function compareContenders(options: { appointments: number; peers: boolean }): Promise<void> {
  const withPeers = options.peers && installPeers();
  const server = await startBenchServer([DATABASE]);
  const started: StartedProcess[] = [];
  const loader = postgres(server.url(DATABASE), { max: 1, onnotice: () => {} });
  const database = await connectPostgres({ url: server.url(DATABASE), max: 2 });
  try {
    console.log(
      `PostgreSQL ${server.version}, Node ${process.version}; writing ${options.appointments} appointments …`,
    );
    const dataset = await createDataset(loader, options.appointments);
    const scenarios = scenariosOf(dataset);
    const key = await createKeyring(database, dataset.employeeId, KEYS);

    const service = await startService(server.url(DATABASE));
    started.push(service.process);
    const client = createHttpClient(service.port);
    const deep = Math.min(9_000, Math.floor(options.appointments / 100) - 1);
    const walked = await walkTo(deep, dataset, async (path) => (await client.ask(path, { headers: key() })).body);
    const requestOf = (question: Scenario['questions'][number]) => serviceRequest(question, dataset, walked ?? '');

    const floorPort = await freePort();
    started.push(await startFloor(server, scenariosOf(dataset, 1), requestOf, key, floorPort));
    const floorClient = createHttpClient(floorPort);

    const contenders: Contender[] = [
      {
        name: 'bare driver',
        ask:
          ({ name, questions }) =>
          async (nth) => {
            await floorClient.ask(`/${name}/${nth % questions.length}`);
          },
      },
      {
        name: 'service',
        ask:
          ({ questions }) =>
          async (nth) => {
            const question = questions[nth % questions.length];
            if (question === undefined) return;
            const { path, ...request } = requestOf(question);
            takeAnswer(question, (await client.ask(path, { ...request, headers: key() })).body);
          },
      },
    ];

    if (withPeers) {
      const { peers, processes } = await startPeers(loader, server.url(DATABASE), dataset, (deep - 1) * 100);
      started.push(...processes);
      for (const { name, ask } of peers) {
        contenders.push({
          name,
          ask({ questions }) {
            const own = questions.filter((question) => question.kind !== 'change');
            if (own.length === 0) return null;
            return async (nth) => {
              const question = own[nth % own.length];
              if (question !== undefined) await ask(question);
            };
          },
        });
      }
    }

    const results = new Map<string, Map<string, Measured>>();
    for (const scenario of scenarios) {
      const ways = new Map<string, Ask>();
      for (const { name, ask } of contenders) {
        const way = ask(scenario);
        if (way !== null) ways.set(name, way);
      }
      console.log(`measuring: ${scenario.title} …`);
      results.set(scenario.name, await measureInTurns(ways, scenario));
    }
    tell(dataset, scenarios, results);
    client.close();
    floorClient.close();
  } finally {
    for (const process of started) await process.stop();
    await loader.end();
    await database.close();
    await server.stop();
  }
}
