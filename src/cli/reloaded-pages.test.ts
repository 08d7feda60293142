import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deskHeaders } from '#contract/desk.ts';
import type { Database } from '#service/db/database.ts';
import { createService } from '#service/service.ts';
import { openSharedMemoryDatabase } from '#testing/databases.ts';
import { gatewayOrigin } from '#testing/gateway-harness.ts';
import { addPractice, keyOf, type TestPractice } from '#testing/practice-rows.ts';
import { readConfig } from './config.ts';
import { buildProduct } from './product.ts';

let database: Database;
let practice: TestPractice;
let key: string;
beforeAll(async () => {
  database = await openSharedMemoryDatabase();
  practice = await addPractice(database);
  key = await keyOf(database, practice.vet);
});
afterAll(() => database.close());

/** The requests of a page that opens the calendar. */
function requestsOfPage() {
  const { companyId } = practice;
  const list = (path: string, more = {}) => `${path}?${new URLSearchParams({ companyId, limit: '500', ...more })}`;
  const day = { startTimeFrom: '2026-06-03T00:00:00Z', startTimeTo: '2026-06-04T00:00:00Z' };
  return [
    '/v1/companies?limit=500',
    `/v1/me?companyId=${companyId}`,
    `/v1/enums?companyId=${companyId}`,
    list('/v1/employees'),
    list('/v1/appointment-types'),
    list('/v1/appointments', day),
    list('/v1/appointments', { updatedSince: day.startTimeFrom }),
    list('/v1/pets'),
    list('/v1/clients'),
    list('/v1/waiting-list'),
    list('/v1/availability', { from: day.startTimeFrom, to: day.startTimeTo }),
  ];
}

test('thirty pages that a visitor of the demo opens in a row all load the practice', async () => {
  const config = readConfig({});
  const product = buildProduct(
    {
      config,
      logger: pino({ enabled: false }),
      practice: { database, onCommand: () => undefined, metrics: [], close: async () => undefined },
      sending: null,
      sharedState: null,
      access: {
        keyring: { access: 'shared', key: () => key },
        databaseContent: async () => 'demo',
        demoKey: async () => null,
      },
      port: 0,
      log: () => undefined,
      close: async () => undefined,
    },
    null,
  );
  const statuses = new Map<number, number>();
  for (let page = 0; page < 30; page += 1) {
    for (const path of requestsOfPage()) {
      // No response is shared.
      const headers = { host: '127.0.0.1:4100', [deskHeaders.purpose]: 'recheck' };
      const { status } = await product.request(`${gatewayOrigin}/api${path}`, { headers });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  }
  expect(statuses.get(429)).toBeUndefined();
  expect(statuses.get(200)).toBeGreaterThan(200);
  await product.stopWrites();
});

test('another program that calls the practice API has the specification’s limit', async () => {
  const service = createService({ database });
  const other = await keyOf(database, practice.vet);
  const ping = () =>
    service.request(`/ping?companyId=${practice.companyId}`, { headers: { authorization: `Bearer ${other}` } });
  for (let nth = 0; nth < 100; nth += 1) expect((await ping()).status).toBe(200);
  expect((await ping()).status).toBe(429);
});
