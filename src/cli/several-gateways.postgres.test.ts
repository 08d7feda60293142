import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { deskHeaders, deskSessionSchema } from '#contract/desk.ts';
import { deskChangedSchema } from '#contract/desk-events.ts';
import { revokeKey } from '#service/db/administration.ts';
import { createPostgresDatabase } from '#testing/databases.ts';
import { readDeskEvents } from '#testing/events-harness.ts';
import { allCapabilities } from '#testing/practice-extensions.ts';
import { addPractice, bookable, keyOf, type TestPractice } from '#testing/practice-rows.ts';
import { readConfig } from './config.ts';
import { buildProduct, openResources, type Resources } from './product.ts';

// Two products on one PostgreSQL, as behind a load balancer.
const ORIGIN = 'http://127.0.0.1:4100';
type Product = ReturnType<typeof buildProduct>;
let folder: string;
let resources: Resources[];
let one: Product;
let two: Product;
let practice: TestPractice;
let key: string;
let cookie: string;
let person: string;

async function start(url: string, name: string): Promise<Resources> {
  const config = readConfig({ DATABASE_URL: url, DATA_DIR: join(folder, name), ACCESS: 'sign_in' });
  return openResources({ config, logger: pino({ enabled: false }), demo: false, log: () => undefined });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'frontdesk-gateways-'));
  const url = await createPostgresDatabase();
  resources = await Promise.all([start(url, 'one'), start(url, 'two')]);
  const [first, second] = resources.map((of) => buildProduct(of, null));
  if (first === undefined || second === undefined) throw new Error('two products were started');
  [one, two] = [first, second];
  const database = resources[0]?.practice?.database;
  if (database === undefined) throw new Error('the practice is open');
  practice = await addPractice(database);
  key = await keyOf(database, practice.vet);
  await Promise.all([one.start(), two.start()]);
  const signedIn = await send(one, 'POST', '/desk/session', { apiKey: key });
  cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  person = await personOf(signedIn);
});
afterAll(async () => {
  await Promise.all(resources.map((of) => of.close()));
  rmSync(folder, { recursive: true });
});

const personOf = async (signedIn: Response) => deskSessionSchema.parse(await signedIn.json()).person ?? '';

function send(at: Product, method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  return at.request(`${ORIGIN}${path}`, {
    method,
    headers: {
      cookie: cookie ?? '',
      [deskHeaders.person]: person ?? '',
      'content-type': 'application/json',
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}
const recordSchema = z.object({ id: z.string(), status: z.string(), updatedAt: z.string() });

test('our own practice API describes every feature of the app, and both gateways accept the session', async () => {
  for (const at of [one, two]) {
    const session = deskSessionSchema.parse(await (await send(at, 'GET', '/desk/session')).json());
    expect(session).toMatchObject({ signedIn: true, canWrite: true });
    const listEvents = { fields: ['storeIds'], idempotent: false };
    expect(session.capabilities).toEqual({ ...allCapabilities, listEvents });
  }
});

test('a booking repeated at the other gateway is made once, and only one of two changes succeeds', async () => {
  const named = { 'idempotency-key': randomUUID() };
  const ids = await Promise.all(
    [one, two].map(async (at) => {
      for (;;) {
        const response = await send(at, 'POST', '/api/v1/appointments', bookable(practice), named);
        // The first request is still running, so it is repeated, as the form does.
        if (response.status !== 409) return response.json();
      }
    }),
  );
  expect(ids[0]).toBe(ids[1]);
  const path = `/api/v1/appointments/${z.string().parse(ids[0])}`;
  const seen = recordSchema.parse(await (await send(one, 'GET', `${path}?companyId=${practice.companyId}`)).json());
  const change = { companyId: practice.companyId, expectedUpdatedAt: seen.updatedAt };
  const answers = await Promise.all([
    send(one, 'PATCH', path, { ...change, status: 'confirmed' }),
    send(two, 'PATCH', path, { ...change, status: 'checked_in' }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [won, lost] = answers[0]?.status === 200 ? answers : answers.toReversed();
  const record = recordSchema.parse(await won?.json());
  expect(await lost?.json()).toMatchObject({ message: 'changed_meanwhile', data: { current: record } });
  for (const at of [one, two]) {
    const read = await send(at, 'GET', `${path}?companyId=${practice.companyId}`, undefined, {
      'x-frontdesk-purpose': 'recheck',
    });
    expect(await read.json()).toMatchObject(record);
  }
});

test('a booking through one gateway is reported to the desks of the other, and can be read there', async () => {
  const { companyId } = practice;
  const response = await send(two, 'GET', `/desk/events?companyId=${companyId}`);
  const stream = readDeskEvents(response);
  await stream.until('"live":true');
  const list = () => send(two, 'GET', `/api/v1/appointments?companyId=${companyId}&limit=500`);
  const before = await (await list()).text();
  const id = z.string().parse(await (await send(one, 'POST', '/api/v1/appointments', bookable(practice))).json());
  expect(before).not.toContain(id);
  const events = await stream.until(id);
  const data = /^event: changed\ndata: (.*)$/m.exec(events)?.[1] ?? '';
  expect(deskChangedSchema.parse(JSON.parse(data)).appointments).toEqual([id]);
  expect(await (await list()).text()).toContain(id);
  await stream.leave();
});

test('a revoked key stops working at both gateways with the next request, including stored responses', async () => {
  const database = resources[0]?.practice?.database;
  if (database === undefined) throw new Error('the practice is open');
  for (const at of [one, two, one, two]) expect((await send(at, 'GET', '/api/v1/companies')).status).toBe(200);
  const [row] = await database.sql<{ id: string }[]>`
    select id from api_keys where company_id = ${practice.companyId}::uuid and employee_id = ${practice.vet}::uuid`;
  await revokeKey(database, row?.id ?? '');
  for (const at of [one, two]) expect((await send(at, 'GET', '/api/v1/companies')).status).toBe(401);
  expect(await (await send(two, 'GET', '/desk/session')).json()).toMatchObject({ signedIn: false });
});
