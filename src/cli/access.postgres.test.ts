import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { deskSessionSchema } from '#contract/desk.ts';
import { finishedOnboardingSchema } from '#contract/desk-onboarding.ts';
import { listCompanies, listEmployees, listKeys } from '#service/db/administration.ts';
import { connectPostgres, type Database } from '#service/db/database.ts';
import { makePractice } from '#service/db/make-practice.ts';
import { removeCompanies } from '#service/db/write-practice.ts';
import { browserAt } from '#testing/browser-with-cookies.ts';
import { createPostgresDatabase } from '#testing/databases.ts';
import { addDemoCompany, practiceSetup, setup } from '#testing/setup.ts';
import { openDevelopmentResources } from './commands/start.ts';
import { readConfig } from './config.ts';
import { buildProduct, openResources, type Resources, runCommandByName } from './product.ts';

// On PostgreSQL, where another process may change the content of the database.
let folder: string;
let url: string;
let database: Database;
let opened: Resources[];
beforeAll(async () => {
  url = await createPostgresDatabase();
  database = await connectPostgres({ url, max: 2 });
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'frontdesk-access-'));
  opened = [];
});
afterEach(async () => {
  for (const resources of opened) await resources.close();
  const present = await listCompanies(database);
  await removeCompanies(
    database.sql,
    present.map(({ id }) => id),
  );
  rmSync(folder, { recursive: true });
});
afterAll(() => database.close());

const addPractice = () => makePractice(database, { practice: practiceSetup, demo: 'keep', from: 'command line' });

async function start(environment: Record<string, string> = {}, { demo = true } = {}) {
  const messages: string[] = [];
  const resources = await openResources({
    config: readConfig({ DATA_DIR: join(folder, String(opened.length)), DATABASE_URL: url, ...environment }),
    logger: pino({ enabled: false }),
    demo,
    log: (line) => void messages.push(line),
  });
  opened.push(resources);
  const product = buildProduct(resources, null);
  await product.start();
  const browser = browserAt(product);
  const session = async () => deskSessionSchema.parse(await (await browser.request('GET', '/desk/session')).json());
  const code = () => /#(\S+)/.exec(messages.at(-1) ?? '')?.[1] ?? '';
  return { product, messages, browser, session, code };
}

const workingKeys = async () => (await listKeys(database)).filter(({ revokedAt }) => revokedAt === null);

describe('access to the desks', () => {
  test('is shared in the demo, and personal once a practice is set up beside it, without a restart', async () => {
    await addDemoCompany(database);
    const desk = await start({ PUBLIC_ORIGIN: 'http://localhost:8443' });
    expect(await desk.session()).toMatchObject({ access: 'shared', signedIn: true, setUp: 'beside_demo' });
    const [deskKey] = await workingKeys();
    await desk.browser.request('GET', '/desk/setup');
    expect(desk.messages.at(-1)).toContain('http://localhost:8443/setup#');
    const answer = await desk.browser.request('POST', '/desk/setup', setup(desk.code(), { demo: 'keep' }));
    const { session, people } = finishedOnboardingSchema.parse(await answer.json());
    expect(session).toMatchObject({ access: 'sign_in', signedIn: true, demo: false, setUp: null, name: 'Ada Okafor' });
    expect(people.map(({ name }) => name)).toEqual(['Ada Okafor', 'Kim Lee']);
    const companies = await (await desk.browser.request('GET', '/api/v1/companies')).json();
    const [{ id: companyId }] = z.object({ data: z.tuple([z.object({ id: z.string() })]) }).parse(companies).data;
    // They have just typed the setup code, which is as good as their key.
    const body = { companyId, access: 'read_only' };
    const path = `/api/v1/employees/${people[1]!.employeeId}/keys`;
    expect((await desk.browser.request('POST', path, body)).status).toBe(200);
    // The key of the desks is revoked, and the demo is only for people with their own keys.
    expect((await workingKeys()).map(({ id }) => id)).not.toContain(deskKey!.id);
    expect((await browserAt(desk.product).request('GET', '/api/v1/companies')).status).toBe(401);
    expect(await listCompanies(database)).toHaveLength(2);
  });

  test('changes at the next session if another process created the practice', async () => {
    await addDemoCompany(database);
    const [one, two] = [await start(), await start()];
    expect(await two.session()).toMatchObject({ access: 'shared', setUp: 'beside_demo' });
    await one.browser.request('GET', '/desk/setup');
    await one.browser.request('POST', '/desk/setup', setup(one.code()));
    expect(await two.session()).toMatchObject({ access: 'sign_in', signedIn: false, setUp: null, demo: false });
    // One gateway can open what the other has sealed.
    two.browser.steal(one.browser.cookie());
    expect(await two.session()).toMatchObject({ signedIn: true, name: 'Ada Okafor' });
    expect((await two.browser.request('POST', '/desk/setup', setup('AAA-AAA-AAA'))).status).toBe(409);
    expect((await workingKeys()).length).toBe(2);
  });

  test('is personal after a kill between the set-up and its response; the command line issues a key for the manager', async () => {
    await addPractice();
    const desk = await start();
    expect(await desk.session()).toMatchObject({ access: 'sign_in', signedIn: false, setUp: null });
    expect(desk.messages.join()).toContain('`frontdesk key issue --employee ID`');
    const repeated = await desk.browser.request('POST', '/desk/setup', setup('AAA-AAA-AAA'));
    expect(repeated.status).toBe(409);
    const manager = (await listEmployees(database)).find(({ role }) => role === 'manager');
    const printed: string[] = [];
    const options = { employee: manager!.id, readOnly: false, json: false };
    const output = { print: (line: string) => void printed.push(line), log: () => undefined };
    await runCommandByName(database, 'key issue', options, output);
    const [apiKey] = printed.join('\n').match(/fd_\S+/) ?? [];
    await desk.browser.request('POST', '/desk/session', { apiKey });
    expect(await desk.session()).toMatchObject({ signedIn: true, name: 'Ada Okafor' });
  });

  test.each([
    ['by the rule', {}],
    ['by ACCESS=sign_in', { ACCESS: 'sign_in' }],
  ])('is personal %s, and the previously shared key is revoked', async (_how, environment) => {
    await addPractice();
    const [manager] = await workingKeys();
    const data = { DATA_DIR: join(folder, 'shared') };
    await start({ ...data, ACCESS: 'shared' });
    expect(await workingKeys()).toHaveLength(2);
    await start({ ...data, ...environment });
    expect((await workingKeys()).map(({ id }) => id)).toEqual([manager!.id]);
  });

  test('stays shared with ACCESS=shared, which allows no set-up or management', async () => {
    await addPractice();
    const desk = await start({ ACCESS: 'shared' });
    const session = await desk.session();
    expect(session).toMatchObject({
      ...{ access: 'shared', signedIn: true, canWrite: true, person: null, setUp: null },
      capabilities: { getMe: {} },
    });
    expect(session.capabilities).not.toHaveProperty('issueKey');
    expect(await (await desk.browser.request('GET', '/desk/setup')).json()).toEqual({ setUp: null, timeZone: null });
    const people = `/api/v1/employees/${(await listEmployees(database))[0]!.id}/keys`;
    expect((await desk.browser.request('POST', people, {})).status).toBe(404);
  });

  test('is shared with ACCESS=shared in the real practice if the demo remains beside it', async () => {
    await addDemoCompany(database);
    await addPractice();
    const desk = await start({ ACCESS: 'shared' });
    const companies = z
      .object({ data: z.array(z.object({ name: z.string() })) })
      .parse(await (await desk.browser.request('GET', '/api/v1/companies')).json());
    expect(companies.data).toEqual([{ name: practiceSetup.name }]);
    expect(desk.messages.join()).toContain('in the name of Ada Okafor (manager)');
  });

  test('is never shared at an address that others can reach: the demo is refused, a first practice can be set up', async () => {
    const open = { HOST: '0.0.0.0' };
    await expect(start(open)).rejects.toThrow('ACCESS=sign_in');
    expect(await listCompanies(database)).toEqual([]);
    const first = await start(open, { demo: false });
    expect(await first.session()).toMatchObject({ access: 'sign_in', signedIn: false, setUp: 'first' });
    await addDemoCompany(database);
    expect(await first.session()).toMatchObject({ access: 'sign_in', signedIn: false, setUp: 'beside_demo' });
    await expect(start(open)).rejects.toThrow('Refusing to serve the demo practice at 0.0.0.0');
    const proxied = { PUBLIC_ORIGIN: 'https://desk.example' };
    await expect(start(proxied)).rejects.toThrow('Refusing to serve the demo practice at https://desk.example');
    const signIn = await start({ ...open, ACCESS: 'sign_in' });
    expect(await signIn.session()).toMatchObject({ access: 'sign_in', signedIn: false, setUp: 'beside_demo' });
    await signIn.browser.request('GET', '/desk/setup');
    await signIn.browser.request('POST', '/desk/setup', setup(signIn.code()));
    expect(await signIn.session()).toMatchObject({ signedIn: true });
    const own = await start(open);
    expect(await own.session()).toMatchObject({ access: 'sign_in', signedIn: false });
  });
});

describe('a shared key at an address that others can reach', () => {
  const vendor = { PRACTICE_API_URL: 'http://127.0.0.1:9', PRACTICE_API_KEY: 'fd_shared' };
  const proxied = { PUBLIC_ORIGIN: 'https://desk.example' };
  const development = (environment: Record<string, string>) =>
    openDevelopmentResources({ DATA_DIR: folder, ...environment });

  test.each([
    ['start', start],
    ['npm run dev', development],
  ])('is refused by %s, which says what to do', async (_command, open) => {
    for (const shared of [vendor, { ACCESS: 'shared' }]) {
      const refused = expect(open({ ...shared, HOST: '0.0.0.0' })).rejects;
      await refused.toThrow(/Refusing to listen on 0\.0\.0\.0.+HOST.+ACCESS=sign_in.+PRACTICE_API_KEY/);
    }
    const refused = expect(open({ ...vendor, ...proxied })).rejects;
    await refused.toThrow(/Refusing to serve https:\/\/desk\.example.+PUBLIC_ORIGIN.+ACCESS=sign_in.+ACCESS=shared/);
  });

  test('is allowed behind a proxy with ACCESS=shared, and the start warns that the proxy must require a login', async () => {
    const desk = await start({ ...vendor, ...proxied, ACCESS: 'shared' });
    expect(desk.messages.join()).toContain('Everyone who reaches https://desk.example works at this desk');
  });

  test('is allowed if only this machine can reach it, and sign-in is allowed everywhere', async () => {
    expect((await start(vendor)).messages.join()).not.toContain('without signing in');
    await start({ ...vendor, PUBLIC_ORIGIN: 'http://localhost:8443' });
    await start({ PRACTICE_API_URL: vendor.PRACTICE_API_URL, ...proxied });
  });
});

test('of two processes that create a practice concurrently, only one succeeds', async () => {
  const other = await connectPostgres({ url, max: 1 });
  try {
    const results = await Promise.allSettled([
      addPractice(),
      makePractice(other, { practice: practiceSetup, demo: 'keep', from: 'browser' }),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { key: 'set_up_already' } });
    expect(await listCompanies(database)).toHaveLength(1);
  } finally {
    await other.close();
  }
});
