import { expect, test } from 'vitest';
import { serviceErrorSchema } from '#contract/error.ts';
import { addEmployee, addPractice, keyOf } from '#testing/practice-rows.ts';
import type { Answer } from '#testing/service.ts';
import { describeService } from '#testing/suite.ts';

const suggestionOf = ({ body }: Answer) => serviceErrorSchema.parse(body).data.suggestion;

describeService('new clients and pets', (suite) => {
  const person = () => ({ companyId: suite().practice.companyId, firstName: 'Rosa', lastName: 'Kaufman' });

  test('400 for a missing client or one of another company, and for a date of birth in the future', async () => {
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
