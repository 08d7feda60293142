import { expect, test } from 'vitest';
import { appointmentHistoryPageSchema } from '#contract/appointment-change.ts';
import { createPracticeInMemory } from './practice-in-memory.ts';

// Its responses are compared with those of the real service in `conformance/`.

function practiceOf(options: Parameters<typeof createPracticeInMemory>[0]) {
  const practice = createPracticeInMemory(options);
  const ask = async (name: string, body?: object) => {
    const [method = '', path = ''] = name.split(' ');
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await practice.fetch(`/api${path}`, { method, ...init });
    const answer: unknown = await response.json();
    return { status: response.status, body: answer };
  };
  return { practice, ask };
}

test('a change by a colleague has their name in the history', async () => {
  const { practice, ask } = practiceOf({ hasExtensions: true });
  const id = practice.appointments[0]?.id ?? '';
  const changed = practice.change(id, { status: 'checked_in' });
  const query = `companyId=${practice.company.id}`;
  expect(await ask(`GET /v1/appointments/${id}?${query}`)).toEqual({ status: 200, body: changed });
  const { body } = await ask(`GET /v1/appointments/${id}/history?${query}`);
  const [entry] = appointmentHistoryPageSchema.parse(body).data;
  expect(entry).toMatchObject({ at: changed.updatedAt, employeeId: practice.employees[1]?.id });
});

test('without `hasExtensions` it supports only the specification', async () => {
  const { practice, ask } = practiceOf({});
  const id = practice.appointments[0]?.id ?? '';
  expect((await ask(`GET /v1/appointments/${id}`)).status).toBe(404);
  expect((await ask('POST /v1/clients', {})).status).toBe(404);
  expect(practice.session.capabilities).toEqual({});
});

test('a response is overridden until the override ends', async () => {
  const { practice, ask } = practiceOf({});
  const list = `GET /v1/pets?companyId=${practice.company.id}`;
  const end = practice.answer('GET /v1/pets', () => Response.json(null, { status: 503 }));
  expect((await ask(list)).status).toBe(503);
  end();
  expect((await ask(list)).status).toBe(200);
});

test('a held request is carried out once it is released', async () => {
  const { practice, ask } = practiceOf({});
  const [companyId, pet, type] = [practice.company.id, practice.pets[0], practice.types[0]];
  const { letGo } = practice.hold('POST /v1/appointments');
  const booking = { companyId, storeIds: [practice.company.stores[0]?.id], petId: pet?.id, visitTypeId: type?.id };
  const time = { start: '2026-06-03T12:00Z', end: '2026-06-03T12:30Z' };
  const booked = ask('POST /v1/appointments', { ...booking, ...time });
  await expect.poll(() => practice.creates()).toMatchObject([time]);
  expect([practice.unanswered(), practice.appointments.length]).toEqual([1, 40]);
  letGo();
  expect((await booked).status).toBe(200);
  expect([practice.unanswered(), practice.appointments.length]).toEqual([0, 41]);
});
