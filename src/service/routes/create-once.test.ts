import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { appointmentPageSchema, createdSchema } from '#contract/appointment.ts';
import { clientPageSchema } from '#contract/clients-pets-staff.ts';
import { type ErrorMessageKey, serviceErrorSchema } from '#contract/error.ts';
import { bookable, keyOf } from '#testing/practice-rows.ts';
import type { Answer, ServiceClient } from '#testing/service.ts';
import { describeService } from '#testing/suite.ts';

const DAY_MS = 86_400_000;

function expectFault(answer: Answer, status: number, key: ErrorMessageKey) {
  expect([answer.status, serviceErrorSchema.parse(answer.body).message]).toEqual([status, key]);
}

const send = (client: ServiceClient, path: string, key: string, body: unknown) =>
  client.post(path, body, { 'Content-Type': 'application/json', 'Idempotency-Key': key });

describeService('a create with an idempotency key', (suite) => {
  async function total() {
    const { client, practice } = suite();
    const answer = await client.get('/v1/appointments', { companyId: practice.companyId, limit: '1' });
    return appointmentPageSchema.parse(answer.body).totalCount;
  }

  test('runs once: the same request again gets the same response', async () => {
    const { client, practice } = suite();
    const body = bookable(practice);
    const before = await total();
    const key = randomUUID();
    const first = await send(client, '/v1/appointments', key, body);
    expect(first.status).toBe(200);
    // The same body after conversion to JSON.
    const { end, ...rest } = body;
    const again = await send(client, '/v1/appointments', key, ` ${JSON.stringify({ end, ...rest })}\n`);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await total()).toBe(before + 1);
    const other = await send(client, '/v1/appointments', randomUUID(), body);
    expect(other.body).not.toBe(first.body);
    expect((await client.post('/v1/appointments', body)).status).toBe(200);
    expect(await total()).toBe(before + 3);
  });

  test('runs once for clients and pets, too', async () => {
    const { client, practice } = suite();
    const { companyId } = practice;
    const lastName = `Once${randomUUID()}`;
    const person = { companyId, firstName: 'Rosa', lastName };
    const key = '"8e03978e-40d5-43dd-bc93-6894a57f9324"';
    const ids = [await send(client, '/v1/clients', key, person), await send(client, '/v1/clients', key, person)];
    const [clientId] = ids.map((answer) => createdSchema.parse(answer.body));
    expect(ids[1]?.body).toBe(clientId);
    const found = await client.get('/v1/clients', { companyId, query: lastName });
    expect(clientPageSchema.parse(found.body).totalCount).toBe(1);
    const pet = { companyId, clientId, name: 'Bella', species: 'dog' };
    expectFault(await send(client, '/v1/pets', key, pet), 422, 'idempotency_key_reused');
    const pets = [await send(client, '/v1/pets', `${key}!`, pet), await send(client, '/v1/pets', `${key}!`, pet)];
    expect(pets.map(({ status, body }) => [status, body])).toEqual([200, 200].map((ok) => [ok, pets[0]?.body]));
  });

  test('returns 422 for another request with the key, even if only a spelling differs', async () => {
    const { client, practice } = suite();
    const key = randomUUID();
    const body = bookable(practice);
    await send(client, '/v1/appointments', key, body);
    const before = await total();
    for (const other of [{ notes: 'x' }, { status: 'requested' }, { start: '2026-03-02T09:00:00Z' }]) {
      expectFault(await send(client, '/v1/appointments', key, { ...body, ...other }), 422, 'idempotency_key_reused');
    }
    expect(await total()).toBe(before);
  });

  test('does not store an error: the key can be used for any request', async () => {
    const { client, practice } = suite();
    const key = randomUUID();
    const body = bookable(practice);
    expectFault(await send(client, '/v1/appointments', key, { ...body, petId: randomUUID() }), 400, 'invalid_input');
    expect((await send(client, '/v1/appointments', key, body)).status).toBe(200);
  });

  test('is stored for 24 hours, only for its API key', async () => {
    const { client, practice, database, service } = suite();
    const key = randomUUID();
    const body = bookable(practice);
    const first = await send(client, '/v1/appointments', key, body);
    const colleague = service.client(await keyOf(database, practice.vet));
    const theirs = await send(colleague, '/v1/appointments', key, body);
    expect([theirs.status, theirs.body === first.body]).toEqual([200, false]);
    service.clock.pass(DAY_MS - 10 * 60_000);
    expect((await send(client, '/v1/appointments', key, body)).body).toBe(first.body);
    service.clock.pass(10 * 60_000);
    const later = await send(client, '/v1/appointments', key, { ...body, notes: 'another' });
    expect([later.status, later.body === first.body]).toEqual([200, false]);
    service.clock.pass(DAY_MS);
    await send(client, '/v1/appointments', randomUUID(), body);
    const stored = await database.sql`select 1 from idempotency_keys where company_id = ${practice.companyId}::uuid`;
    expect(stored.length).toBe(1);
  });

  test.each(['', 'a b', 'x'.repeat(256), 'a, b', 'caf\u00e9'])('returns 400 for the malformed key %j', async (key) => {
    const { client, practice } = suite();
    const answer = await send(client, '/v1/appointments', key, bookable(practice));
    expectFault(answer, 400, 'invalid_input');
    expect(serviceErrorSchema.parse(answer.body).data.suggestion).toMatch(/^Idempotency-Key: must have 1 to 255/);
  });

  test('reports to a repeated request that the first is still running, and does nothing twice', async () => {
    const { client, practice } = suite();
    const before = await total();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send(client, '/v1/appointments', key, bookable(practice))),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    for (const answer of refused) expectFault(answer, 409, 'request_in_progress');
    expect(refused.length).toBeGreaterThan(0);
    expect(new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body)).size).toBe(1);
    expect(await total()).toBe(before + 1);
  });

  test('a search ignores the header', async () => {
    const { client, practice } = suite();
    expect((await send(client, '/v1/appointments/search', '', { companyId: practice.companyId })).status).toBe(200);
  });
});
