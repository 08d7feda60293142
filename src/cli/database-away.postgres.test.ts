import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serviceErrorSchema } from '#contract/error.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { issueKey, listEmployees } from '#service/db/administration.ts';
import { type MortalPostgres, startPostgres } from '#testing/postgres.ts';
import { readConfig } from './config.ts';
import { buildProduct, openResources, type Resources } from './product.ts';

let server: MortalPostgres;
let dataDir: string;
beforeAll(async () => {
  server = await startPostgres({ settings: ['fsync=off'] });
  dataDir = mkdtempSync(join(tmpdir(), 'frontdesk-away-'));
});
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The product on that PostgreSQL, as browsers use it. */
async function start(access: 'shared' | 'sign_in') {
  const resources = await openResources({
    config: readConfig({ DATA_DIR: dataDir, DATABASE_URL: server.url, ACCESS: access }),
    logger: pino({ enabled: false }),
    demo: true,
    log: () => undefined,
  });
  return { resources, product: buildProduct(resources, null) };
}

async function expectUnavailable(response: Response) {
  const { message, data } = serviceErrorSchema.parse(await response.json());
  expect([response.status, message, response.headers.get('Retry-After')]).toEqual([503, 'upstream_unavailable', '5']);
  expect(data.suggestion).toMatch(/the database is temporarily unavailable|cannot check the key now/);
}

async function signIn({ practice }: Resources, product: Gateway): Promise<{ cookie: string; key: string }> {
  const [employee] = await listEmployees(practice!.database);
  const { key } = await issueKey(practice!.database, { employeeId: employee!.id, readOnly: false });
  const signedIn = await product.request(`${ORIGIN}/desk/session`, {
    method: 'POST',
    body: JSON.stringify({ apiKey: key }),
  });
  return { key, cookie: signedIn.headers.get('Set-Cookie')?.split(';')[0] ?? '' };
}

const ORIGIN = 'http://127.0.0.1';

test('while PostgreSQL is unavailable, browsers retry, with a shared key or personal ones, and then continue', async () => {
  // In this order, because a process without a shared key revokes the key that others share.
  const own = await start('sign_in');
  const shared = await start('shared');
  const { cookie, key } = await signIn(own.resources, own.product);
  const write = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
  const signedIn = { headers: { cookie } };
  const sendRequests = (): (Response | Promise<Response>)[] => [
    shared.product.request(`${ORIGIN}/api/v1/companies?limit=2`),
    shared.product.request(`${ORIGIN}/api/v1/appointments`, write),
    shared.product.request(`${ORIGIN}/api/v1/appointments/search`, write),
    own.product.request(`${ORIGIN}/api/v1/companies?limit=2`, signedIn),
    own.product.request(`${ORIGIN}/desk/session`, signedIn),
    own.product.request(`${ORIGIN}/desk/session`, { ...write, body: JSON.stringify({ apiKey: key }) }),
    own.product.request(`${ORIGIN}/desk/session`, { ...signedIn, method: 'DELETE' }),
    own.product.request(`${ORIGIN}/desk/sessions`, { ...signedIn, method: 'DELETE' }),
  ];
  server.kill();
  try {
    for (const response of sendRequests()) await expectUnavailable(await response);
    expect((await shared.product.request(`${ORIGIN}/desk/session`)).status).toBe(200);
  } finally {
    await server.startAgain();
  }
  for (const { product, options } of [
    { product: shared.product, options: {} },
    { product: own.product, options: signedIn },
  ]) {
    await expect
      .poll(async () => (await product.request(`${ORIGIN}/api/v1/companies?limit=3`, options)).status)
      .toBe(200);
  }
  await Promise.all([shared.resources.close(), own.resources.close()]);
});
