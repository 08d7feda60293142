import { expect, test } from 'vitest';
import { appointmentSchema, createdSchema } from '#contract/appointment.ts';
import { appointmentHistoryPageSchema, changedMeanwhileSchema } from '#contract/appointment-change.ts';
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
