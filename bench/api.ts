import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { connectPostgres } from '#service/db/database.ts';
import { freePort } from '#testing/postgres.ts';
import { createKeyring, type ServiceRequest, serviceRequest, takeAnswer, walkTo } from './api/ask-service.ts';
import { createDataset, type Dataset } from './api/dataset.ts';
import { type Ask, createHttpClient, type Measured, markdownTable, measureInTurns } from './api/measure.ts';
import { root, type StartedProcess, startDatabase, startNode, startService } from './api/processes.ts';
import { createRecorder, type Statement } from './api/recorder.ts';
import { type PageOrder, type Scenario, scenariosOf } from './api/scenarios.ts';

export const usage = `npm run bench -- api [options]
  --appointments N   how many appointments, and entries of the plan, the practice has (default 1000000)
`;
export const defaults = { appointments: 1_000_000 };

const floorProgram = fileURLToPath(new URL('./api/floor.js', import.meta.url));
const KEYS = 120;

/** A program to compare: creates the function that sends it the requests of a scenario. */
type Contender = (scenario: Scenario) => Ask;

/** Creates a function that goes through the questions of a list in turn. */
function inTurn<Asked>(questions: readonly Asked[], ask: (question: Asked, nth: number) => Promise<unknown>): Ask {
  return async (nth) => {
    const question = questions[nth % questions.length];
    if (question !== undefined) await ask(question, nth % questions.length);
  };
}

/** Records the statements that the service sends for every question, and starts the program that replays them. */
async function startFloor(
  databaseUrl: string,
  scenarios: readonly Scenario[],
  requestOf: (question: Scenario['questions'][number]) => ServiceRequest,
  key: () => Record<string, string>,
  port: number,
): Promise<StartedProcess> {
  const recorder = createRecorder(databaseUrl);
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
      // The first answer fills the cache that the second uses, so the floor consists of the statements of the second. A
      // change has two directions, so that each replay changes something.
      await record();
      for (let pass = 0; pass < (question.kind === 'change' ? 2 : 1); pass += 1) {
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
    env: { DATABASE_URL: databaseUrl, PORT: String(port), FLOOR_STATEMENTS: file },
    readyUrl: `http://127.0.0.1:${port}/none/0`,
  });
  return { pid: floor.pid, stop: () => floor.stop().then(() => rm(folder, { recursive: true })) };
}

function printResults(
  dataset: Dataset,
  scenarios: readonly Scenario[],
  results: Map<string, Map<string, Measured>>,
): void {
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
    `\n${dataset.appointments.toLocaleString('en')} appointments; p50 / p95 in ms at one connection; in brackets the service's p50 as a multiple of the bare driver's\n`,
  );
  console.log(markdownTable([['', ...names], ...rows]));
}

/**
 * `npm run bench -- api`: compares the practice API with the bare driver, which sends the same statements, as ratios
 * within one run. Both run on one core, the load on another.
 */
export async function run(options: typeof defaults): Promise<void> {
  const server = await startDatabase();
  const { url } = server;
  const started: StartedProcess[] = [];
  const loader = postgres(url, { max: 1, onnotice: () => {} });
  const database = await connectPostgres({ url: url, max: 2 });
  try {
    console.log(
      `Node ${process.version}; writing ${options.appointments} appointments and as many entries of the plan …`,
    );
    const dataset = await createDataset(loader, options.appointments);
    const scenarios = scenariosOf(dataset);
    const key = await createKeyring(database, dataset.employeeId, KEYS);

    const service = await startService({ DATABASE_URL: url });
    started.push(service.process);
    const client = createHttpClient(service.port);
    const deep = Math.min(9_000, Math.floor(options.appointments / 100) - 1);
    const cursorOf = async (order: PageOrder) =>
      (await walkTo(deep, { companyId: dataset.companyId, order }, ({ path, ...request }) =>
        client(path, { ...request, headers: key() }),
      )) ?? '';
    const deepCursors = { created: await cursorOf('created'), start: await cursorOf('start') };
    const requestOf = (question: Scenario['questions'][number]) => serviceRequest(question, dataset, deepCursors);

    const floorPort = await freePort();
    started.push(await startFloor(url, scenariosOf(dataset, 1), requestOf, key, floorPort));
    const floorClient = createHttpClient(floorPort);

    const contenders = new Map<string, Contender>([
      ['bare driver', ({ name, questions }) => inTurn(questions, (_, nth) => floorClient(`/${name}/${nth}`))],
      [
        'service',
        ({ questions }) =>
          inTurn(questions, async (question) => {
            const { path, ...request } = requestOf(question);
            takeAnswer(question, await client(path, { ...request, headers: key() }));
          }),
      ],
    ]);

    const results = new Map<string, Map<string, Measured>>();
    for (const scenario of scenarios) {
      const ways = [...contenders].map(([name, contender]): [string, Ask] => [name, contender(scenario)]);
      console.log(`measuring: ${scenario.title} …`);
      results.set(scenario.name, await measureInTurns(new Map(ways), scenario));
    }
    printResults(dataset, scenarios, results);
  } finally {
    for (const process of started) await process.stop();
    await loader.end();
    await database.close();
    await server.stop();
  }
}
