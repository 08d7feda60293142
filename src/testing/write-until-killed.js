// Run by a test in a separate process: books appointments on a database, changes each a few times or undoes it, changes
// availability, corrects a client, and prints a line of JSON for each response of the service, until it is killed. Arguments:
// the data folder of an embedded database or the address of a PostgreSQL, and the request of a create as JSON with its key.
import { randomUUID } from 'node:crypto';
import { loadSource } from './source-modules.js';

const [where = '', request = ''] = process.argv.slice(2);
const { connectPostgres, openEmbeddedDatabase } = await loadSource('/src/service/db/database.ts');
const { createService } = await loadSource('/src/service/service.ts');
let now = Date.now();
const service = createService({
  database: await (where.startsWith('postgres:')
    ? connectPostgres({ url: where })
    : openEmbeddedDatabase({ dataDir: where })),
  // Each request is in a different minute, so that the budget is never used up.
  clock: () => {
    now += 60_000;
    return now;
  },
});
const { key, body, clientId } = JSON.parse(request);
const { companyId } = body;

/**
 * @param {string} method @param {string} path @param {object | null} sent @param {Record<string, string>} [more]
 * @returns {Promise<{ status: number, body: any }>}
 */
async function ask(method, path, sent, more = {}) {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...more };
  const answer = await service.request(path, { method, headers, body: sent === null ? null : JSON.stringify(sent) });
  return { status: answer.status, body: await answer.json() };
}

/** @param {object} line */
const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

/**
 * Adds five entries with a title, then gives three of them another title and removes two.
 * @param {string} title
 */
async function changePlan(title) {
  const values = { kind: 'unavailable', employeeId: body.employeeId, start: body.start, end: body.end };
  const changes = '/v1/availability/changes';
  const put = Array.from({ length: 5 }, () => ({ id: randomUUID(), ...values, title }));
  const added = await ask('POST', changes, { companyId, put });
  say({ kind: 'plan', status: added.status, title });
  const seen = added.body.put.map((/** @type {{ updatedAt: string }} */ { updatedAt }) => updatedAt);
  const replaced = put
    .slice(0, 3)
    .map((entry, nth) => ({ ...entry, expectedUpdatedAt: seen[nth], title: `${title} later` }));
  const remove = put.slice(3).map(({ id }, nth) => ({ id, expectedUpdatedAt: seen[nth + 3] }));
  const { status } = await ask('POST', changes, { companyId, put: replaced, remove });
  say({ kind: 'plan', status, title: `${title} later` });
}

for (;;) {
  const idempotencyKey = randomUUID();
  const created = await ask('POST', '/v1/appointments', body, { 'Idempotency-Key': idempotencyKey });
  say({ kind: 'create', status: created.status, id: created.body, idempotencyKey });
  const path = `/v1/appointments/${created.body}`;
  let { body: record } = await ask('GET', `${path}?companyId=${companyId}`, null);
  for (const status of ['checked_in', 'confirmed', 'completed']) {
    const changes = { status, notes: `${status} ${'x'.repeat(1_000)}` };
    const changed = await ask('PATCH', path, { companyId, expectedUpdatedAt: record.updatedAt, ...changes });
    record = changed.body;
    say({ kind: 'change', status: changed.status, id: record.id, record });
  }
  await changePlan(idempotencyKey);
  const slipKey = randomUUID();
  const slip = await ask('POST', '/v1/appointments', body, { 'Idempotency-Key': slipKey });
  say({ kind: 'create', status: slip.status, id: slip.body, idempotencyKey: slipKey, isSlip: true });
  const { body: seen } = await ask('GET', `/v1/appointments/${slip.body}?companyId=${companyId}`, null);
  const query = new URLSearchParams({ companyId, expectedUpdatedAt: seen.updatedAt });
  const deleted = await ask('DELETE', `/v1/appointments/${slip.body}?${query}`, null);
  say({ kind: 'deletion', status: deleted.status, id: slip.body });
  const ofClient = `/v1/clients/${clientId}`;
  const { body: client } = await ask('GET', `${ofClient}?companyId=${companyId}`, null);
  const corrections = { lastName: `Smith ${'x'.repeat(150)}`, alert: String(Number(client.alert ?? 0) + 1) };
  const correction = { companyId, expectedUpdatedAt: client.updatedAt, ...corrections };
  const corrected = await ask('PATCH', ofClient, correction);
  say({ kind: 'correction', status: corrected.status, record: corrected.body });
}
