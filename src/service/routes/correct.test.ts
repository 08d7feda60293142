import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { appointmentSchema, createdSchema } from '#contract/appointment.ts';
import { clientSchema, petPageSchema, petSchema } from '#contract/clients-pets-staff.ts';
import { petDefinition } from '#service/db/manage/clients-and-pets.ts';
import { changeVersionedRecord } from '#service/db/manage/versioned-record.ts';
import { addAppointments, addEmployee, addPractice, appointmentIn, bookable, keyOf } from '#testing/practice-rows.ts';
import { expectError } from '#testing/service-errors.ts';
import { describeService } from '#testing/suite.ts';
import { whileLocked } from '#testing/while-locked.ts';

describeService('corrections of clients and pets', (suite) => {
  /** Adds a new client with a pet. */
  async function register() {
    const { client, practice } = suite();
    const { companyId } = practice;
    const post = async (path: string, body: object) =>
      createdSchema.parse((await client.post(path, { companyId, ...body })).body);
    const clientId = await post('/v1/clients', { firstName: 'Rosa', lastName: randomUUID() });
    const pet = await post('/v1/pets', { clientId, name: 'Bella', species: 'dog' });
    return { companyId, clientId, pet };
  }
  const readClient = async (id: string) =>
    clientSchema.parse((await suite().client.get(`/v1/clients/${id}`, { companyId: suite().practice.companyId })).body);
  const readPet = async (id: string) =>
    petSchema.parse((await suite().client.get(`/v1/pets/${id}`, { companyId: suite().practice.companyId })).body);

  test.each(['clients', 'pets'])(
    '%s require the permissions for their kind, and the permission to read them for the record in a conflict',
    async (kind) => {
      const { practice, database, service } = suite();
      const { companyId, stores } = practice;
      const { clientId, pet } = await register();
      const path = `/v1/${kind}/${kind === 'pets' ? pet : clientId}`;
      const stale = { companyId, expectedUpdatedAt: '2020-01-01T00:00Z', alert: 'deaf' };
      const as = async (permissions: string[], readOnly = false) => {
        const employee = await addEmployee(database, { companyId, storeIds: stores, permissions });
        return service.client(await keyOf(database, employee, readOnly));
      };
      const others = ['appointments.read', 'appointments.write', kind === 'pets' ? 'clients.read' : 'pets.read'];
      const reader = await as([`${kind}.read`, ...others]);
      expect((await reader.get(path, { companyId })).status).toBe(200);
      expectError(await reader.patch(path, stale), 'insufficient_access');
      const writer = await as([`${kind}.write`, ...others]);
      expectError(await writer.get(path, { companyId }), 'insufficient_access');
      const blind = await writer.patch(path, stale);
      expectError(blind, 'changed_meanwhile');
      expect(blind.body).not.toHaveProperty('data.current');
      const both = await as([`${kind}.write`, `${kind}.read`]);
      expect((await both.patch(path, stale)).body).toHaveProperty('data.current.alert', null);
      expectError(await (await as([`${kind}.write`], true)).patch(path, stale), 'read_only_key');
      const other = await addPractice(database);
      const stranger = service.client(await keyOf(database, other.vet));
      expectError(await stranger.get(path, { companyId: other.companyId }), 'not_found');
      expectError(await stranger.patch(path, { ...stale, companyId: other.companyId }), 'not_found');
    },
  );

  test('only one of two changes to the same version succeeds', async () => {
    const { client, practice } = suite();
    const { clientId } = await register();
    const { updatedAt: expectedUpdatedAt } = await readClient(clientId);
    const alerts = ['bites', 'kicks', 'pays in advance'];
    const answers = await Promise.all(
      alerts.map((alert) =>
        client.patch(`/v1/clients/${clientId}`, { companyId: practice.companyId, expectedUpdatedAt, alert }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const successful = answers.find(({ status }) => status === 200);
    expect(await readClient(clientId)).toEqual(successful?.body);
  });

  test('a pet is found by its new names when the pet, its client and the client’s name change concurrently', async () => {
    const { client, practice } = suite();
    const { companyId } = practice;
    const find = async (query: string) =>
      petPageSchema.parse((await client.get('/v1/pets', { companyId, query })).body).data.map(({ id }) => id);
    for (let nth = 0; nth < 8; nth += 1) {
      const { clientId, pet } = await register();
      const next = await register();
      const versions = [await readClient(clientId), await readClient(next.clientId), await readPet(pet)];
      const [lastName, name] = [`leigh${randomUUID()}`, `rufus${randomUUID()}`];
      const move = nth % 2 === 0 ? {} : { clientId: next.clientId };
      const answers = await Promise.all(
        [
          [`/v1/clients/${clientId}`, { lastName }],
          [`/v1/clients/${next.clientId}`, { lastName }],
          [`/v1/pets/${pet}`, { name, ...move }],
        ].map(([path, changes], one) =>
          client.patch(String(path), {
            ...{ companyId, expectedUpdatedAt: versions[one]?.updatedAt },
            ...(changes as object),
          }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await find(`${name} ${lastName}`)).toEqual([pet]);
      expect(await readPet(pet)).toMatchObject({ name, clientName: `Rosa ${lastName}`, ...move });
    }
  });

  test('titles that a person wrote, and titles of past appointments, stay unchanged', async () => {
    const { client, database, practice, service } = suite();
    const { companyId, pet } = await register();
    const now = service.clock.now();
    const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
    const visit = (minutes: number, given: object = {}) =>
      appointmentIn(practice, {
        petId: pet,
        title: 'Bella – Check-up',
        start: at(minutes),
        end: at(minutes + 20),
        ...given,
      });
    const stay = [visit(-30), visit(60, { title: 'Bella, nervous' }), visit(90, { petId: practice.pet })];
    const follow = [visit(60), visit(90, { status: 'cancelled' })];
    await addAppointments(database, practice, [...stay, ...follow]);
    const read = async ({ id }: { id: string }) =>
      appointmentSchema.parse((await client.get(`/v1/appointments/${id}`, { companyId })).body);
    const count = async (query: string) => {
      const filter = { petId: { eq: pet } };
      const answer = await client.post('/v1/appointments/search', { companyId, query, filter });
      return (answer.body as { totalCount: number }).totalCount;
    };
    expect([await count('bella'), await count('rufus')]).toEqual([4, 0]);
    const { updatedAt: expectedUpdatedAt } = await readPet(pet);
    await client.patch(`/v1/pets/${pet}`, { companyId, expectedUpdatedAt, name: 'Rufus' });
    for (const one of stay) expect(await read(one)).toMatchObject({ title: one.title, updatedAt: one.updatedAt });
    for (const one of follow) {
      const { title, updatedAt } = await read(one);
      expect([title, updatedAt > one.updatedAt]).toEqual(['Rufus – Check-up', true]);
    }
    // Counts that were cached before are up to date.
    expect([await count('bella'), await count('rufus')]).toEqual([2, 2]);
  });

  test('an appointment created while its pet is renamed gets the new name', async () => {
    const { client, practice } = suite();
    const { companyId, pet: id } = await register();
    const { updatedAt: expectedUpdatedAt } = await readPet(id);
    const booked = await whileLocked(
      suite(),
      ({ now, ...by }) =>
        changeVersionedRecord({ ...by, clock: () => now }, petDefinition, {
          companyId,
          id,
          expectedUpdatedAt,
          name: 'Rufus',
        }),
      () => client.post('/v1/appointments', { ...bookable(practice), petId: id }),
    );
    const created = await client.get(`/v1/appointments/${createdSchema.parse(booked.body)}`, { companyId });
    expect(appointmentSchema.parse(created.body).title).toBe('Rufus – Check-up');
  });

  test('an unresolved record is returned as its id, and must be corrected before other changes', async () => {
    const { client, database, practice } = suite();
    const { companyId, pet } = await register();
    await database.sql`
      update pets set date_of_birth = '0044-03-15 BC' where company_id = ${companyId}::uuid and id = ${pet}::uuid`;
    expect((await client.get(`/v1/pets/${pet}`, { companyId })).body).toEqual({ id: pet });
    const change = { companyId, expectedUpdatedAt: '2020-01-01T00:00Z', alert: 'deaf' };
    expectError(await client.patch(`/v1/pets/${pet}`, change), 'invalid_input', /^id: the pet is unresolved/);
    expect((await client.post('/v1/appointments', { ...bookable(practice), petId: pet })).status).toBe(200);
  });

  test('a pet that is dead or inactive can be booked', async () => {
    const { client, practice } = suite();
    const { companyId, pet } = await register();
    const { updatedAt: expectedUpdatedAt } = await readPet(pet);
    const gone = { companyId, expectedUpdatedAt, deceasedOn: '2026-03-01', isActive: false };
    expect((await client.patch(`/v1/pets/${pet}`, gone)).body).toMatchObject({ isActive: false });
    expect((await client.post('/v1/appointments', { ...bookable(practice), petId: pet })).status).toBe(200);
  });
});
