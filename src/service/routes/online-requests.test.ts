import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { appointmentPageSchema } from '#contract/appointment.ts';
import { appointmentHistoryPageSchema } from '#contract/appointment-change.ts';
import { clientSchema, petSchema } from '#contract/clients-pets-staff.ts';
import {
  bookedRequestSchema,
  onlineRequestChangedMeanwhileSchema,
  onlineRequestPageSchema,
  onlineRequestSchema,
} from '#contract/online-booking.ts';
import { permissions } from '#contract/permissions.ts';
import {
  addAppointments,
  addClient,
  addEmployee,
  addOnlineRequests,
  addPet,
  addPractice,
  addVisitType,
  appointmentIn,
  keyOf,
  onlineRequestIn,
} from '#testing/practice-rows.ts';
import { type Answer, createTestService, pagesOf } from '#testing/service.ts';
import { expectError } from '#testing/service-errors.ts';
import { describeService } from '#testing/suite.ts';
import { whileLocked } from '#testing/while-locked.ts';

const path = '/v1/online-requests';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-03-02T08:00:00.000Z');
const at = (fromNow: number) => new Date(NOW + fromNow).toISOString();

const newClient = { firstName: 'Anna', lastName: 'Berg', email: 'anna@example.com', phone: '+31 20 555 0100' };
const newPet = { name: 'Bella', species: 'cat' };

type Given = Parameters<typeof onlineRequestIn>[1];

describeService('requests from the web site', (suite) => {
  /** A practice with requests, by default one for 14:00 of today; its clock stands still. */
  async function desk(...given: Given[]) {
    const { database } = suite();
    const practice = await addPractice(database);
    const { companyId } = practice;
    const service = createTestService(database, NOW);
    service.clock.free = false;
    const as = async (employeeId: string, readOnly = false) =>
      service.client(await keyOf(database, employeeId, readOnly));
    const client = await as(practice.vet);
    const requests = (given.length === 0 ? [{}] : given).map((fields) => onlineRequestIn(practice, fields));
    await addOnlineRequests(database, requests);
    const [request = onlineRequestIn(practice)] = requests;
    const list = async (query: Record<string, string> = {}, by = client) =>
      onlineRequestPageSchema.parse((await by.get(path, { companyId, ...query })).body);
    const version = { companyId, expectedUpdatedAt: request.updatedAt };
    const book = (body: object = {}, { by = client, id = request.id, headers = {} } = {}) =>
      by.post(
        `${path}/${id}/book`,
        { ...version, client: newClient, pet: newPet, ...body },
        { 'Content-Type': 'application/json', ...headers },
      );
    const decline = (body: object = {}, { by = client, id = request.id } = {}) =>
      by.post(`${path}/${id}/decline`, { ...version, ...body });
    const appointments = async () =>
      appointmentPageSchema.parse((await client.get('/v1/appointments', { companyId, limit: '100' })).body).data;
    const count = async () => {
      const [counted] = await database.sql<{ clients: number; pets: number; appointments: number; open: number }[]>`
        select (select count(*)::int from clients where company_id = ${companyId}::uuid) as clients,
          (select count(*)::int from pets where company_id = ${companyId}::uuid) as pets,
          (select count(*)::int from appointments where company_id = ${companyId}::uuid) as appointments,
          (select count(*)::int from online_requests where company_id = ${companyId}::uuid and status = 'open') as open`;
      return counted;
    };
    /** Someone who has all permissions but these. */
    const without = async (...lacking: string[]) => {
      const granted = permissions.filter((permission) => !lacking.includes(permission));
      return as(await addEmployee(database, { companyId, storeIds: practice.stores, permissions: granted }));
    };
    const onFile = { client: { id: practice.client }, pet: { id: practice.pet } };
    return {
      ...{ database, practice, companyId, service, as, client, requests, request, version, onFile },
      ...{ list, book, decline, appointments, count, without },
    };
  }

  /** Expects a 409 for this reason, and returns the request in it. */
  function conflictOf({ status, body }: Answer, key: 'not_open' | 'changed_meanwhile') {
    const { message, data } = onlineRequestChangedMeanwhileSchema.parse(body);
    expect([status, message]).toEqual([409, key]);
    return data.current;
  }
  const untouched = { clients: 1, pets: 1, appointments: 0, open: 1 };

  test('are listed by start with what the client typed', async () => {
    const { list, requests } = await desk({ start: at(DAY), end: at(DAY + HOUR), note: null }, {});
    const { data, totalCount, hasMore } = await list();
    expect(data).toEqual(requests.map((request) => ({ ...request, appointmentId: null })).reverse());
    expect([totalCount, hasMore]).toEqual([2, false]);
  });

  test('expire an hour before their start, or seven days after they came, and keep their version', async () => {
    const { service, list } = await desk(
      { start: at(HOUR + 1_000) },
      { start: at(30 * DAY), createdAt: at(1_000 - 7 * DAY) },
    );
    const before = (await list()).data;
    const statuses = async () => (await list()).data.map(({ status }) => status);
    service.clock.pass(999);
    expect(await statuses()).toEqual(['open', 'open']);
    service.clock.pass(1);
    expect(await statuses()).toEqual(['expired', 'expired']);
    expect((await list()).data).toEqual(before.map((request) => ({ ...request, status: 'expired' })));
  });

  test('are filtered by status and store', async () => {
    const [expired, declined, far] = [randomUUID(), randomUUID(), randomUUID()];
    const { list, book, request, practice } = await desk(
      {},
      { id: expired, start: at(HOUR) },
      { id: declined, status: 'declined', start: at(HOUR) },
    );
    const [, storeId] = practice.stores;
    await addOnlineRequests(suite().database, [
      onlineRequestIn(practice, { id: far, storeId, createdAt: at(-7 * DAY) }),
    ]);
    const ids = async (query: Record<string, string>) => (await list(query)).data.map(({ id }) => id);
    expect(await ids({ status: 'open' })).toEqual([request.id]);
    expect((await ids({ status: 'expired' })).sort()).toEqual([expired, far].sort());
    expect(await ids({ status: 'declined' })).toEqual([declined]);
    expect(await ids({ status: 'booked' })).toEqual([]);
    expect(await ids({ storeIds: storeId })).toEqual([far]);
    expect((await list({ status: 'expired', limit: '1' })).totalCount).toBe(2);
    expect((await book()).status).toBe(200);
    expect(await ids({ status: 'booked' })).toEqual([request.id]);
    expect(await ids({ status: 'open' })).toEqual([]);
  });

  test('are paged, also where several have the same start, with a cursor of the same list', async () => {
    const { client, companyId, practice, requests, without } = await desk(
      ...Array.from({ length: 7 }, (_, nth) => ({ start: at((2 + (nth % 2)) * HOUR), end: at(5 * HOUR) })),
    );
    const found: string[] = [];
    const pages = pagesOf(async (cursor) =>
      onlineRequestPageSchema.parse((await client.get(path, { companyId, limit: '2', cursor })).body),
    );
    for await (const page of pages) {
      expect(page.totalCount).toBe(7);
      found.push(...page.data.map(({ id }) => id));
    }
    const ordered = requests
      .map(({ start, id }) => ({ start, id }))
      .sort((a, b) => (`${a.start}${a.id}` < `${b.start}${b.id}` ? -1 : 1));
    expect(found).toEqual(ordered.map(({ id }) => id));
    const { nextCursor } = onlineRequestPageSchema.parse((await client.get(path, { companyId, limit: '2' })).body);
    const cursor = nextCursor ?? '';
    const other = await without('employees.read');
    expect((await other.get(path, { companyId, limit: '3', cursor })).status).toBe(200);
    const [storeIds] = practice.stores;
    for (const query of [{ status: 'open' }, { storeIds }])
      expectError(await client.get(path, { companyId, cursor, ...query }), 'invalid_input', /^cursor: /);
    expectError(await client.get(path, { companyId, status: 'maybe' }), 'invalid_input', /^status: /);
  });

  test('are shown to those who may read clients and appointments, of the stores in reach', async () => {
    const { companyId, practice, as, without, list, request } = await desk();
    for (const permission of ['clients.read', 'appointments.read']) {
      const other = await without(permission);
      expectError(await other.get(path, { companyId }), 'insufficient_access', new RegExp(permission));
    }
    const [near, far] = practice.stores;
    await addOnlineRequests(suite().database, [onlineRequestIn(practice, { storeId: far })]);
    const local = await as(practice.near);
    expect((await list({}, local)).data.map(({ storeId }) => storeId)).toEqual([near]);
    expectError(await local.get(path, { companyId, storeIds: far }), 'insufficient_access');
    expect((await list({}, await as(practice.vet, true))).data.map(({ id }) => id)).toContain(request.id);
  });

  test('are booked with their client and pet, registered in the same moment', async () => {
    const { book, appointments, list, request, client, companyId, practice, count } = await desk();
    const answer = await book();
    expect(answer.status).toBe(200);
    const { appointmentId, clientId, petId } = bookedRequestSchema.parse(answer.body);
    expect(clientSchema.parse((await client.get(`/v1/clients/${clientId}`, { companyId })).body)).toMatchObject({
      ...newClient,
      isActive: true,
      createdAt: at(0),
    });
    expect(petSchema.parse((await client.get(`/v1/pets/${petId}`, { companyId })).body)).toMatchObject({
      ...newPet,
      clientId,
      clientName: 'Anna Berg',
    });
    expect(await appointments()).toEqual([
      expect.objectContaining({
        id: appointmentId,
        storeId: request.storeId,
        ...{ clientId, petId, title: 'Bella – Check-up' },
        ...{ start: request.start, end: request.end, status: 'confirmed', createdFrom: 'plugin' },
        ...{ clientNotes: 'She limps.', notes: null, bookingNotes: null },
        ...{ roomId: practice.rooms[0][0], employees: [], visitTypeId: practice.visitType },
        ...{ createdAt: at(0), updatedAt: at(0) },
      }),
    ]);
    const [booked] = (await list()).data;
    expect(booked).toEqual({ ...request, status: 'booked', appointmentId, updatedAt: at(0) });
    expect(await count()).toEqual({ clients: 2, pets: 2, appointments: 1, open: 0 });
    const history = await client.get(`/v1/appointments/${appointmentId}/history`, { companyId });
    expect(appointmentHistoryPageSchema.parse(history.body).data).toMatchObject([
      { employeeId: practice.vet, changes: expect.arrayContaining([expect.objectContaining({ field: 'roomId' })]) },
    ]);
  });

  test('are booked for a client and a pet on file, or for a new pet of theirs', async () => {
    const first = await desk();
    const { practice, onFile } = first;
    expect((await first.book(onFile)).body).toMatchObject({ clientId: practice.client, petId: practice.pet });
    expect(await first.count()).toEqual({ clients: 1, pets: 1, appointments: 1, open: 0 });
    const second = await desk();
    const answer = await second.book({ client: second.onFile.client });
    const { clientId, petId } = bookedRequestSchema.parse(answer.body);
    expect([clientId, petId === second.practice.pet]).toEqual([second.practice.client, false]);
    expect(await second.count()).toEqual({ clients: 1, pets: 2, appointments: 1, open: 0 });
  });

  const times: [what: string, given: object, time: [start: string, end: string]][] = [
    ['another start, for as long', { start: '2026-03-03T10:00+01:00' }, [at(25 * HOUR), at(25 * HOUR + 1_200_000)]],
    ['another end', { end: at(8 * HOUR) }, ['2026-03-02T13:00:00.000Z', at(8 * HOUR)]],
    ['another time', { start: at(DAY), end: at(DAY + 60_000) }, [at(DAY), at(DAY + 60_000)]],
    [
      'null, which is the same as absent',
      { start: null, end: null, employeeId: null, roomId: null, visitTypeId: null },
      ['2026-03-02T13:00:00.000Z', '2026-03-02T13:20:00.000Z'],
    ],
  ];
  test.each(times)('are booked with %s', async (_, given, [start, end]) => {
    const { book, appointments } = await desk();
    expect((await book(given)).status).toBe(200);
    expect(await appointments()).toMatchObject([{ start, end }]);
  });

  test('are booked with another vet, room and visit type', async () => {
    const { book, appointments, practice, database, companyId } = await desk();
    const visitTypeId = randomUUID();
    await addVisitType(database, { companyId, id: visitTypeId, name: 'Vaccination' });
    const [[, roomId]] = practice.rooms;
    expect((await book({ employeeId: practice.near, roomId, visitTypeId })).status).toBe(200);
    expect(await appointments()).toMatchObject([
      {
        ...{ roomId, visitTypeId, title: 'Bella – Vaccination', visitTypeName: 'Vaccination' },
        employees: [{ id: practice.near, isMainEmployee: true }],
      },
    ]);
  });

  test('get the first room that is free, as a create does', async () => {
    const { book, appointments, practice, database, request } = await desk();
    const [[first, second]] = practice.rooms;
    const taken = appointmentIn(practice, { roomId: first, start: request.start, end: request.end });
    await addAppointments(database, practice, [taken]);
    const { appointmentId } = bookedRequestSchema.parse((await book()).body);
    expect((await appointments()).find(({ id }) => id === appointmentId)).toMatchObject({ roomId: second });
  });

  type Desk = Awaited<ReturnType<typeof desk>>;
  const refused: [what: string, body: (of: Desk) => object | Promise<object>, field: RegExp][] = [
    ['an unknown client', ({ onFile }) => ({ ...onFile, client: { id: randomUUID() } }), /^client\.id: /],
    [
      'an inactive client',
      async ({ onFile, database, practice }) => {
        await database.sql`update clients set is_active = false where company_id = ${practice.companyId}::uuid`;
        return onFile;
      },
      /^client\.id: .* inactive/,
    ],
    ['an unknown pet', ({ onFile }) => ({ ...onFile, pet: { id: randomUUID() } }), /^pet\.id: /],
    [
      'a pet of another client',
      async ({ onFile, database, companyId }) => {
        const clientId = randomUUID();
        await addClient(database, { companyId, id: clientId, firstName: 'Ben', lastName: 'Ode' });
        const pet = { companyId, id: randomUUID(), clientId, name: 'Max', owner: 'Ben Ode' };
        await addPet(database, pet);
        return { ...onFile, pet: { id: pet.id } };
      },
      /^pet\.id: .* another client/,
    ],
    [
      'a dead pet',
      async ({ onFile, database, practice }) => {
        await database.sql`update pets set deceased_on = '2026-03-01' where company_id = ${practice.companyId}::uuid`;
        return onFile;
      },
      /^pet\.id: .* died/,
    ],
    [
      'an inactive pet',
      async ({ onFile, database, practice }) => {
        await database.sql`update pets set is_active = false where company_id = ${practice.companyId}::uuid`;
        return onFile;
      },
      /^pet\.id: .* inactive/,
    ],
    ['a pet on file of a new client', ({ onFile }) => ({ pet: onFile.pet }), /^pet: /],
    ['no client', () => ({ client: undefined }), /^client: /],
    ['no pet', () => ({ pet: null }), /^pet: /],
    ['a client without a name', () => ({ client: { ...newClient, lastName: ' ' } }), /^client/],
    ['a name of 10,000 letters', () => ({ client: { ...newClient, lastName: 'n'.repeat(10_000) } }), /^client/],
    ['an e-mail address without @', () => ({ client: { ...newClient, email: 'anna' } }), /^client/],
    ['a client with an id and a name', ({ onFile }) => ({ client: { ...newClient, ...onFile.client } }), /^client/],
    ['a pet that will be born', () => ({ pet: { ...newPet, dateOfBirth: '2026-03-04' } }), /^dateOfBirth: /],
    ['an end before its start', () => ({ start: at(HOUR), end: at(HOUR) }), /^end: /],
    ['an end before the start of the request', () => ({ end: at(HOUR) }), /^end: /],
    ['an end after the last year', () => ({ start: '9999-12-31T23:59Z' }), /^end: /],
    ['a start without an offset', () => ({ start: '2026-03-03T10:00' }), /^start: /],
    ['an unknown visit type', () => ({ visitTypeId: randomUUID() }), /^visitTypeId: /],
    ['an inactive visit type', ({ practice }) => ({ visitTypeId: practice.retiredType }), /^visitTypeId: .* inactive/],
    ['an unknown employee', () => ({ employeeId: randomUUID() }), /^employeeId: /],
    ['an inactive employee', ({ practice }) => ({ employeeId: practice.retiredVet }), /^employeeId: .* inactive/],
    ['a room of another store', ({ practice }) => ({ roomId: practice.rooms[1][0] }), /^roomId: /],
    ['no version', () => ({ expectedUpdatedAt: undefined }), /^expectedUpdatedAt: /],
    ['a property that does not exist', () => ({ status: 'requested' }), /status/],
  ];
  test.each(refused)('are not booked with %s, and nothing is registered', async (_, body, field) => {
    const own = await desk();
    expectError(await own.book(await body(own)), 'invalid_input', field);
    expect(await own.count()).toMatchObject({ appointments: 0, open: 1 });
    const registered = await own.database.sql`
      select 1 from clients where company_id = ${own.companyId}::uuid and last_name = 'Berg'`;
    expect(registered).toHaveLength(0);
  });

  test('are not booked for a type that became inactive, unless another one is chosen', async () => {
    const { book, database, companyId, practice, count } = await desk();
    await database.sql`update appointment_types set is_active = not is_active where company_id = ${companyId}::uuid`;
    expectError(await book(), 'invalid_input', /^visitTypeId: .* inactive/);
    expect(await count()).toEqual(untouched);
    expect((await book({ visitTypeId: practice.retiredType })).status).toBe(200);
  });

  test('booked again with the same Idempotency-Key give the same ids, whatever happened to them', async () => {
    const { book, count, client, companyId, onFile } = await desk();
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await book({}, { headers });
    const { clientId, petId } = bookedRequestSchema.parse(first.body);
    await client.patch(`/v1/pets/${petId}`, {
      companyId,
      expectedUpdatedAt: at(0),
      clientId: onFile.client.id,
      isActive: false,
    });
    await client.patch(`/v1/clients/${clientId}`, { companyId, expectedUpdatedAt: at(0), lastName: 'Bergman' });
    const again = await book({}, { headers });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await count()).toEqual({ clients: 2, pets: 2, appointments: 1, open: 0 });
    expectError(await book(onFile, { headers }), 'idempotency_key_reused');
  });

  test('are booked once by two desks at the same time, and the other one gets the request as it is', async () => {
    const { book, client, as, practice, count } = await desk();
    const desks = [client, await as(practice.near), await as(practice.vet)];
    const answers = await Promise.all(desks.map((by) => book({}, { by })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const [won] = answers.filter(({ status }) => status === 200);
    const { appointmentId } = bookedRequestSchema.parse(won?.body);
    for (const lost of answers.filter(({ status }) => status === 409)) {
      expect(conflictOf(lost, 'not_open')).toMatchObject({ status: 'booked', appointmentId });
    }
    expect(await count()).toEqual({ clients: 2, pets: 2, appointments: 1, open: 0 });
  });

  test('for the same time, booked at once beside creates, never share a room', async () => {
    const { requests, book, client, practice, companyId, request, appointments } = await desk(
      ...Array.from({ length: 5 }, () => ({})),
    );
    const create = { companyId, storeIds: [request.storeId], petId: practice.pet, visitTypeId: practice.visitType };
    const { start, end } = request;
    const answers = await Promise.all([
      ...requests.map(({ id }) => book({}, { id })),
      ...requests.map(() => client.post('/v1/appointments', { ...create, start, end })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    const rooms = (await appointments()).flatMap((one) => ('roomId' in one ? (one.roomId ?? []) : []));
    expect(rooms.sort()).toEqual([...practice.rooms[0]].sort());
  });

  test('are either booked or declined by two desks at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { book, decline, count, list } = await desk();
      const [booked, declined] = await Promise.all([book(), decline()]);
      expect([booked.status, declined.status].sort()).toEqual([200, 409]);
      const isBooked = booked.status === 200;
      const status = isBooked ? 'booked' : 'declined';
      expect(conflictOf(isBooked ? declined : booked, 'not_open')).toMatchObject({ status });
      expect(await count()).toMatchObject({ clients: isBooked ? 2 : 1, appointments: isBooked ? 1 : 0, open: 0 });
      expect((await list()).data).toMatchObject([{ status }]);
    }
  });

  test('that a colleague is about to decline wait for it', async () => {
    const { book, database, service, request, count } = await desk();
    const answer = await whileLocked(
      { database, service },
      ({ transaction }) => transaction`
        update online_requests set status = 'declined', updated_at = ${at(0)}::timestamptz
        where company_id = ${request.companyId}::uuid and id = ${request.id}::uuid`,
      () => book(),
    );
    expect(conflictOf(answer, 'not_open')).toMatchObject({ status: 'declined' });
    expect(await count()).toEqual({ ...untouched, open: 0 });
  });

  test('are not booked for a client who a colleague is about to make inactive', async () => {
    const { book, database, service, onFile, companyId, count } = await desk();
    const answer = await whileLocked(
      { database, service },
      ({ transaction }) => transaction`update clients set is_active = false where company_id = ${companyId}::uuid`,
      () => book(onFile),
    );
    expectError(answer, 'invalid_input', /^client\.id: .* inactive/);
    expect(await count()).toEqual(untouched);
  });

  test('are answered in the version that the desk has seen', async () => {
    const { book, decline, request, count, without } = await desk();
    const expectedUpdatedAt = '2026-03-02T07:00:00.001Z';
    for (const answer of [await book({ expectedUpdatedAt }), await decline({ expectedUpdatedAt })]) {
      expect(conflictOf(answer, 'changed_meanwhile')).toEqual({ ...request, appointmentId: null });
    }
    const blind = await without('clients.read');
    for (const answer of [
      await book({ expectedUpdatedAt }, { by: blind }),
      await decline({ expectedUpdatedAt }, { by: blind }),
    ]) {
      expect(conflictOf(answer, 'changed_meanwhile')).toBeUndefined();
    }
    expect(await count()).toEqual(untouched);
  });

  test('are not answered once they have expired or are answered, in whatever version', async () => {
    const expired = await desk({ start: at(HOUR) });
    for (const answer of [await expired.book(), await expired.decline()]) {
      const { updatedAt } = expired.request;
      expect(conflictOf(answer, 'not_open')).toMatchObject({ status: 'expired', updatedAt });
    }
    expect(await expired.count()).toEqual(untouched);
    const { book, decline, list } = await desk();
    const { updatedAt } = onlineRequestSchema.parse((await decline()).body);
    for (const expectedUpdatedAt of [updatedAt, '2026-03-02T07:00:00.000Z']) {
      for (const answer of [await decline({ expectedUpdatedAt }), await book({ expectedUpdatedAt })])
        expect(conflictOf(answer, 'not_open')).toMatchObject({ status: 'declined', updatedAt });
    }
    expect((await list()).data).toMatchObject([{ status: 'declined', updatedAt }]);
  });

  test('are declined with a reason, which is due to be told', async () => {
    const { decline, request, database, count, list } = await desk();
    const answer = await decline({ reason: '  We are closed that day.\nPlease call.  ' });
    const declined = { ...request, status: 'declined', appointmentId: null, updatedAt: at(0) };
    expect([answer.status, answer.body]).toEqual([200, declined]);
    expect((await list()).data).toEqual([declined]);
    const [stored] = await database.sql`
      select reason, message_id, answered_at = ${at(0)}::timestamptz and answered_in is not null as is_due from online_requests
      where company_id = ${request.companyId}::uuid and id = ${request.id}::uuid`;
    expect(stored).toEqual({ reason: 'We are closed that day.\nPlease call.', message_id: null, is_due: true });
    expect(await count()).toEqual({ ...untouched, open: 0 });
  });

  test.each([
    ['an empty reason', ' '],
    ['a reason of 501 letters', 'r'.repeat(501)],
    ['a reason with a control character', 'r\u0007'],
  ])('are not declined with %s', async (_, reason) => {
    const { decline, count } = await desk();
    expectError(await decline({ reason }), 'invalid_input', /^reason: /);
    expect(await count()).toEqual(untouched);
  });

  test.each([null, undefined, 'r'.repeat(500)])('are declined with the reason %s', async (reason) => {
    const { decline } = await desk();
    expect((await decline({ reason })).body).toMatchObject({ status: 'declined' });
  });

  test('need the permissions of what is written', async () => {
    const { book, decline, without, onFile, as, practice, count } = await desk();
    const [noClients, noPets] = [await without('clients.write'), await without('pets.write')];
    expectError(await book({}, { by: noClients }), 'insufficient_access', /clients\.write/);
    expectError(await book({}, { by: noPets }), 'insufficient_access', /pets\.write/);
    expectError(await book({ client: onFile.client }, { by: noPets }), 'insufficient_access', /pets\.write/);
    // Permission comes before the request that does not exist.
    expectError(await book({}, { by: noPets, id: randomUUID() }), 'insufficient_access', /pets\.write/);
    const noAppointments = await without('appointments.write');
    const readOnly = await as(practice.vet, true);
    for (const answer of [book, decline]) {
      expectError(await answer({}, { by: noAppointments }), 'insufficient_access', /appointments\.write/);
      expectError(await answer({}, { by: readOnly }), 'read_only_key');
    }
    expect(await count()).toEqual(untouched);
    expect((await book({ client: onFile.client }, { by: noClients })).status).toBe(200);
    const other = await desk();
    const by = await other.without('clients.write', 'pets.write', 'clients.read');
    expect((await other.book(other.onFile, { by })).status).toBe(200);
  });

  test('are found by their id in the stores in reach, else 404', async () => {
    const { book, decline, as, practice, count } = await desk();
    const [, storeId] = practice.stores;
    const far = onlineRequestIn(practice, { storeId });
    const foreign = (await desk()).request;
    await addOnlineRequests(suite().database, [far]);
    const by = await as(practice.near);
    for (const id of [far.id, foreign.id, randomUUID(), 'x'])
      for (const answer of [book, decline]) expectError(await answer({}, { by, id }), 'not_found', /^id: /);
    expect(await count()).toEqual({ ...untouched, open: 2 });
    expect((await decline({}, { id: far.id })).status).toBe(200);
  });
});
