import postgres from 'postgres';
import { connectPostgres } from '#service/db/database.ts';
import { createKeyring, serviceRequest } from './ask-service.ts';
import { createDataset } from './dataset.ts';
import { createHttpClient } from './http-client.ts';
import { type Ask, markdownTable, measureInTurns } from './measure.ts';
import { startBenchServer } from './postgres-server.ts';
import type { StartedProcess } from './processes.ts';
import { type Scenario, scenariosOf } from './scenarios.ts';
import { startService } from './start-service.ts';

const KEYS = 20;
/** What must not grow with the practice. */
const asked = new Set(['day', 'first', 'create']);

/** Measures the same questions of practices that differ in nothing but how many years they have behind them. */
export async function benchmarkGrowth(sizes: readonly number[]): Promise<void> {
  const databases = sizes.map((size) => `with_${size}`);
  const server = await startBenchServer(databases);
  const started: StartedProcess[] = [];
  const ways = new Map<string, Map<string, Ask>>();
  let scenarios: readonly Scenario[] = [];
  try {
    for (const [index, size] of sizes.entries()) {
      const url = server.url(databases[index] ?? '');
      console.log(`writing ${size.toLocaleString('en')} appointments …`);
      const database = await connectPostgres({ url, max: 1 });
      const loader = postgres(url, { max: 1, onnotice: () => {} });
      const dataset = await createDataset(loader, size);
      await loader.end();
      const key = await createKeyring(database, dataset.employeeId, KEYS);
      await database.close();
      const service = await startService(url);
      started.push(service.process);
      const client = createHttpClient(service.port);
      scenarios = scenariosOf(dataset).filter(({ name }) => asked.has(name));
      for (const { name, questions } of scenarios) {
        const way: Ask = async (nth) => {
          const question = questions[nth % questions.length];
          if (question === undefined) return;
          const { path, body } = serviceRequest(question, dataset, '');
          await client.ask(path, { body, headers: key() });
        };
        ways.set(name, (ways.get(name) ?? new Map<string, Ask>()).set(size.toLocaleString('en'), way));
      }
    }

    const rows: string[][] = [];
    for (const scenario of scenarios) {
      const measured = [...(await measureInTurns(ways.get(scenario.name) ?? new Map(), scenario)).values()];
      const smallest = measured[0]?.p50 ?? Number.NaN;
      rows.push([
        scenario.title,
        ...measured.map(({ p50, p95 }) => `${p50.toFixed(2)} / ${p95.toFixed(2)} (${(p50 / smallest).toFixed(2)}×)`),
      ]);
    }
    console.log('\np50 / p95 in ms at one connection; in brackets the p50 as a multiple of the smallest practice’s\n');
    console.log(markdownTable([['', ...sizes.map((size) => size.toLocaleString('en'))], ...rows]));
  } finally {
    for (const process of started) await process.stop();
    await server.stop();
  }
}
