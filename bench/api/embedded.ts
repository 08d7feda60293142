import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openEmbeddedDatabase } from '#service/db/database.ts';
import { createService } from '#service/service.ts';
import { createKeyring, serviceRequest, takeAnswer } from './ask-service.ts';
import { createDataset, type Dataset } from './dataset.ts';
import { markdownTable, measureInTurns } from './measure.ts';
import { releaseCore } from './processes.ts';
import { scenariosOf } from './scenarios.ts';

const APPOINTMENTS = 200_000;
const KEYS = 60;

/** How long this thread has waited for a core while others had it, in milliseconds; 0 where the system does not tell. */
function waitedForCore(): number {
  try {
    const [, waited] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ');
    return Number(waited) / 1e6;
  } catch {
    return 0;
  }
}

/**
 * Watches for how long the event loop was ever held up, in milliseconds, beyond the watch's own beat of one. What other
 * programs of the machine took meanwhile is not counted.
 */
function watchEventLoop(): () => number {
  let longest = 0;
  let last = performance.now();
  let waited = waitedForCore();
  const look = () => {
    const now = performance.now();
    const waitedNow = waitedForCore();
    longest = Math.max(longest, now - last - 1 - (waitedNow - waited));
    last = now;
    waited = waitedNow;
  };
  const timer = setInterval(look, 1);
  return () => {
    look();
    clearInterval(timer);
    return longest;
  };
}

async function askAll(database: Database, dataset: Dataset): Promise<string[][]> {
  const service = createService({ database });
  const key = await createKeyring(database, dataset.employeeId, KEYS);
  const rows: string[][] = [];
  for (const scenario of scenariosOf(dataset)) {
    if (scenario.name === 'deep') continue;
    const stop = watchEventLoop();
    const ask = async (nth: number) => {
      const question = scenario.questions[nth % scenario.questions.length];
      if (question === undefined) return;
      const { path, body, method = 'POST' } = serviceRequest(question, dataset, '');
      const headers = { ...key(), 'content-type': 'application/json' };
      const init = body === undefined ? { headers } : { method, headers, body: JSON.stringify(body) };
      const answer = await service.request(path, init);
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
      takeAnswer(question, await answer.text());
    };
    const measured = (await measureInTurns(new Map([['service', ask]]), { rounds: 3, each: scenario.each })).get(
      'service',
    );
    const blocked = stop();
    const title = scenario.name === 'status' ? 'page of 100 under a status filter, exact total' : scenario.title;
    rows.push([title, (measured?.p50 ?? 0).toFixed(1), (measured?.p95 ?? 0).toFixed(1), blocked.toFixed(1)]);
  }
  return rows;
}

/** The embedded database with 200,000 appointments: how long it takes to reopen, and what ever holds up the event loop. */
export async function benchmarkEmbedded(): Promise<void> {
  releaseCore();
  const folder = await mkdtemp(join(tmpdir(), 'frontdesk-embedded-'));
  const dataDir = join(folder, 'database');
  try {
    console.log(
      `embedded database, Node ${process.version}; writing ${APPOINTMENTS.toLocaleString('en')} appointments …`,
    );
    const first = await openEmbeddedDatabase({ dataDir });
    const dataset = await createDataset(first.sql, APPOINTMENTS);
    await first.close();

    const stop = watchEventLoop();
    const startedAt = performance.now();
    const database = await openEmbeddedDatabase({ dataDir });
    await database.sql`select count(*) from companies`;
    const reopened = performance.now() - startedAt;
    const rows = [['reopen, to the first answer', reopened.toFixed(0), '–', stop().toFixed(1)]];
    try {
      rows.push(...(await askAll(database, dataset)));
    } finally {
      await database.close();
    }
    console.log(`\n${APPOINTMENTS.toLocaleString('en')} appointments in the embedded database; in ms\n`);
    console.log(markdownTable([['', 'p50', 'p95', 'longest block of the event loop'], ...rows]));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
