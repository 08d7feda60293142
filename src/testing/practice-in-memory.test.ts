import { expect, test } from 'vitest';
import { appointmentSchema, createdSchema } from '#contract/appointment.ts';
import { appointmentHistoryPageSchema, changedMeanwhileSchema } from '#contract/appointment-change.ts';
import { availabilityPageSchema, availabilitySchema } from '#contract/availability.ts';
import { clientPageSchema, petPageSchema } from '#contract/clients-pets-staff.ts';
import { createPracticeInMemory } from './practice-in-memory.ts';

function practiceOf(options: Parameters<typeof createPracticeInMemory>[0]) {
  const practice = createPracticeInMemory(options);
  const ask = async (name: string, body?: object, headers: Record<string, string> = {}) => {
    const [method = '', path = ''] = name.split(' ');
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await practice.fetch(`/api${path}`, { method, headers, ...init });
    const answer: unknown = await response.json();
    return { status: response.status, body: answer };
  };
  return { practice, ask };
}

test('with `beyond`, a colleague’s change is met with 409, and the history tells who did what', async () => {
  const { practice, ask } = practiceOf({ beyond: true });
  const seen = appointmentSchema.parse(practice.appointments[0]);
  const path = `/v1/appointments/${seen.id}`;
  const body = { companyId: seen.companyId, expectedUpdatedAt: seen.updatedAt };
  const theirs = practice.change(seen.id, { status: 'checked_in' });
  const refused = await ask(`PATCH ${path}`, { ...body, notes: 'mine' });
  expect([refused.status, changedMeanwhileSchema.parse(refused.body).data.current]).toEqual([409, theirs]);
  expect(await ask(`PATCH ${path}`, { ...body, status: 'checked_in' })).toEqual({ status: 200, body: theirs });
  const mine = await ask(`PATCH ${path}`, { ...body, expectedUpdatedAt: theirs.updatedAt, notes: 'mine' });
  const after = appointmentSchema.parse(mine.body);
  expect([after.notes, after.updatedAt > theirs.updatedAt]).toEqual(['mine', true]);
  expect(await ask(`GET ${path}`)).toEqual({ status: 200, body: after });
  const { data } = appointmentHistoryPageSchema.parse((await ask(`GET ${path}/history`)).body);
  expect(data.map(({ employeeId, changes }) => [employeeId, changes.map(({ field }) => field)])).toEqual([
    [practice.employees[0]?.id, ['notes']],
    [practice.employees[1]?.id, ['status', 'checkedInAt']],
    [null, []],
  ]);
});

test('with `beyond`, someone new is registered once and found by phone number', async () => {
  const { practice, ask } = practiceOf({ beyond: true });
  const companyId = practice.company.id;
  const key = { 'Idempotency-Key': 'k' };
  const person = { companyId, firstName: 'Rosa', lastName: 'Kaufman', phone: '0171 555 0123' };
  const made = await ask('POST /v1/clients', person, key);
  expect(await ask('POST /v1/clients', person, key)).toEqual(made);
  expect((await ask('POST /v1/clients', { ...person, phone: null }, key)).status).toBe(422);
  const clientId = createdSchema.parse(made.body);
  await ask('POST /v1/pets', { companyId, clientId, name: 'Bella', species: 'dog' });
  const found = clientPageSchema.parse((await ask('GET /v1/clients?query=%2B49171-5550123')).body);
  expect(found.totalCount).toBe(0);
  const pets = petPageSchema.parse((await ask('GET /v1/pets?query=5550123')).body);
  expect(pets.data).toMatchObject([{ name: 'Bella', clientName: 'Rosa Kaufman' }]);
});

test('without it, there is what the document says', async () => {
  const { practice, ask } = practiceOf({});
  const id = practice.appointments[0]?.id ?? '';
  expect((await ask(`GET /v1/appointments/${id}`)).status).toBe(404);
  expect((await ask('POST /v1/clients', {})).status).toBe(404);
  expect(practice.session.capabilities.changeAppointment).toBeNull();
});

test('with `beyond`, the plan is repeated by the wall clock, and a series is moved and deleted from an entry on', async () => {
  const { practice, ask } = practiceOf({ beyond: true });
  const companyId = practice.company.id;
  const [storeId, employeeId] = [practice.company.stores[0]?.id, practice.employees[0]?.id];
  const duty = {
    companyId,
    kind: 'on_duty',
    storeId,
    employeeId,
    start: '2026-10-29T12:00:00Z',
    end: '2026-10-29T20:00:00Z',
  };
  const repeat = { weekdays: [1, 4], until: '2026-11-05' };
  const key = { 'Idempotency-Key': 'k' };
  const made = await ask('POST /v1/availability', { ...duty, repeat }, key);
  expect(await ask('POST /v1/availability', { ...duty, repeat }, key)).toEqual(made);
  const list = async () => {
    const { body } = await ask('GET /v1/availability?start=2026-10-26T00:00:00Z&end=2026-11-09T00:00:00Z');
    return availabilityPageSchema.parse(body).data;
  };
  const [first, second] = await list();
  expect((await list()).map(({ start }) => start)).toEqual([
    '2026-10-29T12:00:00.000Z',
    // New York’s clocks have gone back.
    '2026-11-02T13:00:00.000Z',
    '2026-11-05T13:00:00.000Z',
  ]);
  const moved = { companyId, expectedUpdatedAt: second?.updatedAt, scope: 'following', start: '2026-11-02T14:00:00Z' };
  const answer = await ask(`PATCH /v1/availability/${second?.id}`, moved);
  expect(await ask(`PATCH /v1/availability/${second?.id}`, moved)).toEqual(answer);
  expect((await list()).map(({ start }) => start.slice(11, 13))).toEqual(['12', '14', '14']);
  const deleted = `DELETE /v1/availability/${second?.id}?companyId=${companyId}&scope=following&expectedUpdatedAt=`;
  expect(await ask(`${deleted}${second?.updatedAt}`)).toMatchObject({
    status: 409,
    body: { data: { current: { start: '2026-11-02T14:00:00.000Z' } } },
  });
  const { updatedAt } = availabilitySchema.parse(answer.body);
  expect(await ask(`${deleted}${updatedAt}`)).toEqual({ status: 200, body: 2 });
  expect((await list()).map(({ id }) => id)).toEqual([first?.id]);
});
