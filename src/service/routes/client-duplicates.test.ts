import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { appointmentPageSchema, createdSchema } from '#contract/appointment.ts';
import { duplicatesSchema, transferConflictSchema, transferredSchema } from '#contract/client-duplicates.ts';
import { clientSchema, petPageSchema } from '#contract/clients-pets-staff.ts';
import { runQuery } from '#service/db/run-query.ts';
import { addAppointments, addEmployee, appointmentIn, keyOf } from '#testing/practice-rows.ts';
import type { Answer } from '#testing/service.ts';
import { expectError } from '#testing/service-errors.ts';
import { describeService } from '#testing/suite.ts';

describeService('duplicates among clients', (suite) => {
  const companyId = () => suite().practice.companyId;

  /** Registers a client with pets, each with some appointments. */
  async function register(person: object, petNames: readonly string[] = [], appointments = 0) {
    const { client, database, practice } = suite();
    const post = async (path: string, body: object) =>
      createdSchema.parse((await client.post(path, { companyId: companyId(), ...body })).body);
    const id = await post('/v1/clients', { firstName: 'Rosa', lastName: randomUUID(), ...person });
    const pets: string[] = [];
    for (const name of petNames) pets.push(await post('/v1/pets', { clientId: id, name, species: 'dog' }));
    const booked = pets.flatMap((petId) =>
      Array.from({ length: appointments }, () => appointmentIn(practice, { petId, clientId: id })),
    );
    await addAppointments(database, practice, booked);
    return { id, pets, appointments: booked.map((one) => one.id) };
  }
  const read = async (id: string) =>
    clientSchema.parse((await suite().client.get(`/v1/clients/${id}`, { companyId: companyId() })).body);
  const versionOf = async (id: string) => ({ id, expectedUpdatedAt: (await read(id)).updatedAt });
  const duplicates = async () =>
    duplicatesSchema.parse((await suite().client.get('/v1/client-duplicates', { companyId: companyId() })).body);
  const pairsOf = async (...ids: string[]) =>
    (await duplicates()).pairs.filter(({ clients }) => clients.some(({ id }) => ids.includes(id)));
  const transfer = (body: object) => suite().client.post('/v1/client-transfers', { companyId: companyId(), ...body });
  const petsOf = async (clientId: string) =>
    petPageSchema.parse((await suite().client.get('/v1/pets', { companyId: companyId(), clientId })).body).data;
  const appointmentsOf = async (clientId: string) => {
    const filter = { clientId: { eq: clientId } };
    const { body } = await suite().client.post('/v1/appointments/search', { companyId: companyId(), filter });
    return appointmentPageSchema.parse(body).data.map(({ id }) => id);
  };

  const expectMeanwhile = ({ status, body }: Answer) => {
    expect(status).toBe(409);
    expect(transferConflictSchema.parse(body).message).toBe('changed_meanwhile');
  };

  /** Two clients for one person: the second has another phone number, and an alert. */
  async function twice() {
    const keep = await register({ phone: '0171 1234567' }, ['Bella'], 2);
    const other = await register({ phone: '+49 171 1234567', alert: 'Pays in advance' }, ['Milo', 'Nox'], 1);
    const request = {
      from: { ...(await versionOf(other.id)), isActive: false },
      to: { ...(await versionOf(keep.id)), alert: 'Pays in advance' },
      petIds: other.pets,
      appointmentIds: other.appointments,
    };
    return { keep, other, request };
  }

  test('are found by the same phone number, and by the same name with a pet of the same name', async () => {
    const [one, two] = [
      await register({ phone: '030 9988776' }, ['Rex']),
      await register({ phone: '+49 (0)30 9988776' }),
    ];
    const named = { firstName: 'Élodie', lastName: 'Quillon' };
    const [three, four] = [
      await register(named, ['Nox', 'Ida']),
      await register({ ...named, firstName: 'elodie' }, ['nox']),
    ];
    await register(named, ['Tom']);
    const shared = { ...named, phone: '040 5544332' };
    const [five, six] = [await register(shared, ['Ada'], 2), await register(shared, ['ada'])];
    expect(await pairsOf(one.id)).toMatchObject([{ reasons: ['phone'] }]);
    expect((await pairsOf(one.id))[0]?.clients.map(({ id }) => id).sort()).toEqual([one.id, two.id].sort());
    expect(await pairsOf(three.id)).toMatchObject([{ reasons: ['name_and_pet'] }]);
    expect((await pairsOf(three.id))[0]?.clients.map(({ id }) => id)).toContain(four.id);
    const [both] = await pairsOf(five.id);
    expect(both?.reasons.toSorted()).toEqual(['name_and_pet', 'phone']);
    expect((await duplicates()).pairs[0]).toEqual(both);
    const ofFive = both?.clients.find(({ id }) => id === five.id);
    expect(ofFive).toMatchObject({
      appointments: 2,
      nextAppointment: '2026-03-02T09:00:00.000Z',
      pets: [{ name: 'Ada' }],
    });
    expect(both?.clients.find(({ id }) => id === six.id)?.appointments).toBe(0);
  });

  test('are no longer found once one of them is inactive', async () => {
    const { keep, request } = await twice();
    expect(await pairsOf(keep.id)).toHaveLength(1);
    expect((await transfer(request)).status).toBe(200);
    expect(await pairsOf(keep.id)).toEqual([]);
  });

  test('are merged in one transaction, which the opposite transfer undoes', async () => {
    const { keep, other, request } = await twice();
    const before = { keep: await read(keep.id), other: await read(other.id) };
    const merged = transferredSchema.parse((await transfer(request)).body);
    expect(merged).toMatchObject({ from: { id: other.id, isActive: false }, to: { alert: 'Pays in advance' } });
    expect(await petsOf(other.id)).toEqual([]);
    expect((await petsOf(keep.id)).map(({ id }) => id).sort()).toEqual([...keep.pets, ...other.pets].sort());
    expect((await appointmentsOf(keep.id)).sort()).toEqual([...keep.appointments, ...other.appointments].sort());
    expect(await appointmentsOf(other.id)).toEqual([]);
    // A moved pet is found by the name of its new client.
    const found = await suite().client.get('/v1/pets', {
      companyId: companyId(),
      query: `milo ${before.keep.lastName}`,
    });
    expect(petPageSchema.parse(found.body).data).toMatchObject([{ id: other.pets[0], clientId: keep.id }]);
    // As if the response was lost: the same request changes nothing more.
    expect((await transfer(request)).body).toEqual(merged);

    const undone = await transfer({
      from: { id: keep.id, expectedUpdatedAt: merged.to.updatedAt, alert: null },
      to: { id: other.id, expectedUpdatedAt: merged.from.updatedAt, isActive: true },
      petIds: other.pets,
      appointmentIds: other.appointments,
    });
    expect(undone.status).toBe(200);
    const withoutVersion = ({ updatedAt: _, ...client }: typeof before.keep) => client;
    expect(withoutVersion(await read(keep.id))).toEqual(withoutVersion(before.keep));
    expect(withoutVersion(await read(other.id))).toEqual(withoutVersion(before.other));
    expect((await petsOf(other.id)).map(({ id }) => id).sort()).toEqual([...other.pets].sort());
    expect((await appointmentsOf(other.id)).sort()).toEqual([...other.appointments].sort());
    expect((await appointmentsOf(keep.id)).sort()).toEqual([...keep.appointments].sort());
  });

  test('are merged by one of two desks that begin at the same time in opposite directions', async () => {
    const { keep, other, request } = await twice();
    const opposite = {
      from: { ...(await versionOf(keep.id)), isActive: false },
      to: await versionOf(other.id),
      petIds: keep.pets,
      appointmentIds: keep.appointments,
    };
    const answers = await Promise.all([transfer(request), transfer(opposite)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [one, two] = [await read(keep.id), await read(other.id)];
    expect([one.isActive, two.isActive].sort()).toEqual([false, true]);
    const [active, gone] = one.isActive ? [one, two] : [two, one];
    expect(await petsOf(active.id)).toHaveLength(3);
    expect(await petsOf(gone.id)).toEqual([]);
    expect(await appointmentsOf(gone.id)).toEqual([]);
    const refused = answers.find(({ status }) => status === 409);
    if (refused === undefined) throw new Error('one of the desks is refused');
    expectMeanwhile(refused);
    expect(refused?.body).toHaveProperty('data.current.from.updatedAt');
  });

  test('change nothing if a pet, an appointment or a client is not as it was read', async () => {
    const { client, database, practice } = suite();
    const { keep, other, request } = await twice();
    const unchanged = async () => {
      expect((await read(other.id)).isActive).toBe(true);
      expect((await petsOf(keep.id)).map(({ id }) => id)).toEqual(keep.pets);
    };
    // A pet or an appointment that was not listed would be left with a client who is inactive.
    expectMeanwhile(await transfer({ ...request, petIds: other.pets.slice(1) }));
    expectMeanwhile(await transfer({ ...request, appointmentIds: [] }));
    expectMeanwhile(await transfer({ ...request, petIds: [...other.pets, randomUUID()] }));
    await unchanged();
    const late = appointmentIn(practice, { petId: other.pets[0] ?? null, clientId: other.id });
    await addAppointments(database, practice, [late]);
    expectMeanwhile(await transfer(request));
    await unchanged();
    const { expectedUpdatedAt } = request.to;
    await client.patch(`/v1/clients/${keep.id}`, { companyId: companyId(), expectedUpdatedAt, phone: '0171 7654321' });
    expectMeanwhile(await transfer({ ...request, appointmentIds: [...other.appointments, late.id] }));
    await unchanged();
    expectError(await transfer({ ...request, to: { ...request.from, isActive: true } }), 'invalid_input', 'to.id');
    expectError(await transfer({ ...request, to: { ...request.to, id: randomUUID() } }), 'invalid_input', 'to.id');
  });

  test('need every permission that a merge uses, and access to all the appointments', async () => {
    const { database, practice, service } = suite();
    const { stores } = practice;
    const { request, other } = await twice();
    const as = async (permissions: string[], storeIds: readonly string[] = stores) => {
      const employee = await addEmployee(database, { companyId: companyId(), storeIds, permissions });
      return service.client(await keyOf(database, employee));
    };
    const needed = ['clients.write', 'pets.write', 'appointments.write', 'clients.read'];
    const body = { companyId: companyId(), ...request };
    for (const missing of needed.slice(0, 3)) {
      const person = await as(needed.filter((permission) => permission !== missing));
      expectError(await person.post('/v1/client-transfers', body), 'insufficient_access');
    }
    const reader = await as(['clients.read']);
    expectError(await reader.get('/v1/client-duplicates', { companyId: companyId() }), 'insufficient_access');
    const elsewhere = await as(needed, stores.slice(1));
    expectError(await elsewhere.post('/v1/client-transfers', body), 'insufficient_access');
    expect(await petsOf(other.id)).toHaveLength(2);
    expect((await (await as(needed)).post('/v1/client-transfers', body)).status).toBe(200);
  });

  test('are found among thousands of clients by one pass over the company', async () => {
    const { database } = suite();
    const rows = sql`select ${companyId()}::uuid, gen_random_uuid(), 'Many', 'Client ' || n, '0151 ' || (1000000 + n * 7919 % 9000000),
      now(), now(), 'many client ' || n, array_to_tsvector(array['many', n::text]) from generate_series(1, 5000) as n`;
    await runQuery(
      database.sql,
      sql`insert into clients (company_id, id, first_name, last_name, phone, created_at, updated_at, sort_name, words) ${rows}`,
    );
    const [one, two] = [await register({ phone: '0160 2222222' }), await register({ phone: '+49 160 2222222' })];
    const [pair] = await pairsOf(one.id);
    expect(pair?.clients.map(({ id }) => id)).toContain(two.id);
  });
});
