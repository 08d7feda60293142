import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { deskSessionSchema } from '#contract/desk.ts';
import { finishedOnboardingSchema } from '#contract/desk-onboarding.ts';
import { fullName } from '#contract/practice-setup.ts';
import { listEmployees, listKeys } from '#service/db/administration.ts';
import { openEmbeddedDatabase } from '#service/db/database.ts';
import { isDemoCompany } from '#service/demo/demo-practice.ts';
import { browserAt } from '#testing/browser-with-cookies.ts';
import { makeEmptyDatabase } from '#testing/databases.ts';
import { addDemoCompany, practiceSetup, setup } from '#testing/setup.ts';
import { readConfig } from './config.ts';
import { embeddedDatabaseDir } from './data-dir.ts';
import { buildProduct, openResources, runCommandByName } from './product.ts';

const require = createRequire(import.meta.url);
const program = require.resolve('#testing/set-up-until-killed.js');
const ROUNDS = 12;
const lineSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('asks') }),
  z.object({ kind: z.literal('answer'), status: z.literal(200), body: finishedOnboardingSchema }),
]);
type People = z.infer<typeof finishedOnboardingSchema>['people'];

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'frontdesk-killed-'));
  const dataDir = embeddedDatabaseDir(join(folder, 'demo'));
  await makeEmptyDatabase(dataDir);
  const database = await openEmbeddedDatabase({ dataDir });
  await addDemoCompany(database);
  await database.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Sets up a practice beside the demo or in its place, and kills the process after `ms`; null: after the response. */
async function setUpAndKill(dataDir: string, demo: 'keep' | 'remove', ms: number | null) {
  const victim = spawn(process.execPath, [program, dataDir, JSON.stringify(setup('', { demo }))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(victim, 'exit');
  let requestedAt = 0;
  let answered: People | null = null;
  let took = 0;
  for await (const text of createInterface({ input: victim.stdout })) {
    const line = lineSchema.parse(JSON.parse(text));
    if (line.kind === 'asks') {
      requestedAt = performance.now();
      if (ms !== null) void pause(ms).then(() => victim.kill('SIGKILL'));
    } else {
      answered = line.body.people;
      took = performance.now() - requestedAt;
      victim.kill('SIGKILL');
    }
  }
  await exited;
  expect(requestedAt).toBeGreaterThan(0);
  return { answered, took };
}

/** Starts again on the folder and checks what must be true then; returns whether the practice exists. */
async function checkAfterKill(dataDir: string, demo: 'keep' | 'remove', answered: People | null): Promise<boolean> {
  const resources = await openResources({
    config: readConfig({ DATA_DIR: dataDir }),
    logger: pino({ enabled: false }),
    demo: false,
    log: () => undefined,
  });
  try {
    const { database } = resources.practice!;
    const product = buildProduct(resources, null);
    await product.start();
    const browser = browserAt(product);
    const session = async () => deskSessionSchema.parse(await (await browser.request('GET', '/desk/session')).json());
    const everybody = await listEmployees(database);
    const people = everybody.filter(({ companyId }) => !isDemoCompany(companyId));
    if (people.length === 0) {
      expect(answered).toBeNull();
      expect(await session()).toMatchObject({ access: 'shared', demo: true, setUp: 'beside_demo' });
      return false;
    }
    expect(people.map(fullName).sort()).toEqual(practiceSetup.people.map(fullName).sort());
    expect(everybody.length > people.length).toBe(demo === 'keep');
    expect(await session()).toMatchObject({ access: 'sign_in', signedIn: false, setUp: null });
    // There is one key per person, and the shared key of the demo's desks is revoked.
    const keys = (await listKeys(database)).filter(({ revokedAt }) => revokedAt === null);
    expect(keys.map(({ employeeId }) => employeeId).sort()).toEqual(people.map(({ id }) => id).sort());
    const manager = people.find(({ role }) => role === 'manager')!;
    const printed: string[] = [];
    const output = { print: (line: string) => void printed.push(line), log: () => undefined };
    await runCommandByName(database, 'key issue', { employee: manager.id, readOnly: false, json: false }, output);
    const [lost] = printed;
    for (const apiKey of [lost, ...(answered ?? []).slice(0, 1).map(({ key }) => key)]) {
      await browser.request('POST', '/desk/session', { apiKey });
      expect(await session()).toMatchObject({
        signedIn: true,
        name: fullName(manager),
        capabilities: { issueKey: {} },
      });
    }
    return true;
  } finally {
    await resources.close();
  }
}

test('a practice whose set-up is killed at any instant exists completely or not at all, and its manager can sign in', async () => {
  const there: boolean[] = [];
  let took = 0;
  for (let nth = 0; nth < ROUNDS; nth += 1) {
    const dataDir = join(folder, String(nth));
    cpSync(join(folder, 'demo'), dataDir, { recursive: true });
    const demo = nth % 2 === 0 ? 'keep' : 'remove';
    const killed = await setUpAndKill(dataDir, demo, nth === 0 ? null : (took * (nth - 1)) / (ROUNDS - 2));
    if (nth === 0) took = killed.took;
    there.push(await checkAfterKill(dataDir, demo, killed.answered));
  }
  expect(there[0]).toBe(true);
  process.stdout.write(`practices that ${ROUNDS} kills left: ${there.filter(Boolean).length}\n`);
});
