import { expect, test } from 'vitest';
import { createdSchema } from '#contract/appointment.ts';
import { clientPageSchema, petPageSchema } from '#contract/clients-pets-staff.ts';
import { serviceErrorSchema } from '#contract/error.ts';
import { addEmployee, addPractice, bookable, keyOf } from '#testing/practice-rows.ts';
import type { Answer } from '#testing/service.ts';
import { describeService } from '#testing/suite.ts';

const suggestionOf = ({ body }: Answer) => serviceErrorSchema.parse(body).data.suggestion;

describeService('new clients and pets', (suite) => {
  const person = () => ({ companyId: suite().practice.companyId, firstName: 'Rosa', lastName: 'Kaufman' });

  test('a client can be found immediately, as described', async () => {
    const { client, practice, service } = suite();
    const { companyId } = practice;
    const given = { ...person(), firstName: ' Rósa ', email: 'rosa@example.com', phone: ' +49 171 555 ' };
    const answer = await client.post('/v1/clients', given);
    expect(answer.status).toBe(200);
    const id = createdSchema.parse(answer.body);
    const at = new Date(service.clock.now()).toISOString();
    const page = clientPageSchema.parse((await client.get('/v1/clients', { companyId, query: 'rós' })).body);
    const stored = { firstName: 'Rósa', phone: '+49 171 555', alert: null, isActive: true };
    expect(page.data).toEqual([{ ...given, ...stored, id, createdAt: at, updatedAt: at }]);
    const plain = createdSchema.parse((await client.post('/v1/clients', { ...person(), email: null })).body);
    const twin = createdSchema.parse((await client.post('/v1/clients', person())).body);
    expect(twin).not.toBe(plain);
    const twins = clientPageSchema.parse((await client.get('/v1/clients', { companyId, query: 'kaufman rosa' })).body);
    expect(twins.data).toMatchObject([
      { email: null, phone: null },
      { email: null, phone: null },
    ]);
  });

  test('a pet is found by its own name and by its client’s, and can be booked', async () => {
    const { client, practice, service } = suite();
    const { companyId } = practice;
    const clientId = createdSchema.parse((await client.post('/v1/clients', { ...person(), lastName: 'Zimmer' })).body);
    const given = {
      companyId,
      clientId,
      name: 'Bella',
      species: 'dog',
      sex: 'female',
      dateOfBirth: '2024-02-29',
      alert: 'bites',
    };
    const id = createdSchema.parse((await client.post('/v1/pets', given)).body);
    const at = new Date(service.clock.now()).toISOString();
    const page = petPageSchema.parse((await client.get('/v1/pets', { companyId, query: 'zimmer bel' })).body);
    const others = { clientName: 'Rosa Zimmer', breed: null, deceasedOn: null, isActive: true };
    expect(page.data).toEqual([{ ...given, ...others, id, createdAt: at, updatedAt: at }]);
    expect((await client.post('/v1/appointments', { ...bookable(practice), petId: id })).status).toBe(200);
  });

  test('400 for a missing client or one of another company, and for a birth in the future', async () => {
    const { client, practice, database, service } = suite();
    const { companyId, client: clientId } = practice;
    const pet = { companyId, clientId, name: 'Bella', species: 'dog' };
    const other = await addPractice(database);
    const strange = await client.post('/v1/pets', { ...pet, clientId: other.client });
    expect([strange.status, suggestionOf(strange)]).toEqual([400, 'clientId: the company has no such client']);
    // The stores are in Amsterdam, where the day begins an hour earlier than in UTC.
    service.clock.free = false;
    service.clock.pass(Date.parse('2031-03-02T23:30:00Z') - service.clock.now());
    try {
      expect((await client.post('/v1/pets', { ...pet, dateOfBirth: '2031-03-03' })).status).toBe(200);
      const unborn = await client.post('/v1/pets', { ...pet, dateOfBirth: '2031-03-04' });
      expect([unborn.status, suggestionOf(unborn)]).toEqual([400, 'dateOfBirth: must not be in the future']);
    } finally {
      service.clock.free = true;
    }
  });

  test.each([
    ['/v1/clients', 'clients.write'],
    ['/v1/pets', 'pets.write'],
  ])('POST %s requires the permission %s, and a key with write access', async (path, permission) => {
    const { practice, database, service } = suite();
    const { companyId, stores, client: clientId } = practice;
    const bodies: Record<string, object> = {
      '/v1/clients': person(),
      '/v1/pets': { companyId, clientId, name: 'Bella', species: 'dog' },
    };
    const statusFor = async (permissions: string[]) => {
      const employee = await addEmployee(database, { companyId, storeIds: stores, permissions });
      return (await service.client(await keyOf(database, employee)).post(path, bodies[path])).status;
    };
    expect(await statusFor([permission])).toBe(200);
    expect(await statusFor(['appointments.write', 'clients.read', 'pets.read'])).toBe(403);
    const reader = service.client(await keyOf(database, practice.vet, true));
    expect((await reader.post(path, {})).status).toBe(403);
  });
});
