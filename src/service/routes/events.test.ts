import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { appointmentSchema } from '#contract/appointment.ts';
import { createdSeriesSchema } from '#contract/appointment-series.ts';
import { changedAvailabilitySchema } from '#contract/availability.ts';
import { eventLimits } from '#contract/events.ts';
import { waitingListPageSchema } from '#contract/waiting-list.ts';
import { type EventReader, idsOf, openEvents, type ReadEvent } from '#testing/event-reader.ts';
import { clientLine, petLine, sendLines, visitLine } from '#testing/import-lines.ts';
import { type OwnPractice, ownPractice } from '#testing/managed-practice.ts';
import { changesPath } from '#testing/own-plan.ts';
import {
  addAppointments,
  addEmployee,
  addOnlineRequests,
  addPractice,
  appointmentIn,
  bookable,
  keyOf,
  onlineRequestIn,
} from '#testing/practice-rows.ts';
import { expectError } from '#testing/service-errors.ts';
import { describeService } from '#testing/suite.ts';

const hour = { start: '2026-03-02T09:00Z', end: '2026-03-02T10:00Z' };
const parts = (events: readonly ReadEvent[]) => new Set(events.flatMap(({ data }) => Object.keys(data)));
const idSchema = z.string();

describeService('event streams', (suite) => {
  async function open(
    own: OwnPractice,
    { employee = own.practice.vet, lastEventId, ...query }: Record<string, string | null | undefined> = {},
  ): Promise<EventReader> {
    const key = await keyOf(own.database, employee ?? '');
    const parameters = { companyId: own.companyId, ...(query as Record<string, string>) };
    return openEvents(own.service.app, { key, query: parameters, lastEventId });
  }
  /** The events that streams report until they report a marker change, without the marker. */
  async function untilNow(own: OwnPractice, ...streams: EventReader[]): Promise<ReadEvent[][]> {
    const marks = own.practice.stores.map((storeId) => appointmentIn(own.practice, { storeId }));
    const isMark = (id: string) => marks.some((mark) => mark.id === id);
    await addAppointments(own.database, own.practice, marks);
    const all = await Promise.all(streams.map((stream) => stream.until((events) => [...idsOf(events)].some(isMark))));
    return all.map((events) =>
      events.map(({ data: { appointments = [], ...others }, ...event }) => {
        const ids = appointments.filter((id) => !isMark(id));
        return { ...event, data: { ...others, ...(ids.length > 0 && { appointments: ids }) } };
      }),
    );
  }
  const book = async ({ client, practice }: OwnPractice) =>
    idSchema.parse((await client.post('/v1/appointments', bookable(practice))).body);

  test('the response is an unbuffered stream that begins with a reset', async () => {
    const own = await ownPractice(suite());
    const stream = await open(own);
    expect(stream.status).toBe(200);
    expect(Object.fromEntries(stream.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      ratelimit: '"default";r=99;t=60',
    });
    expect(await stream.next()).toEqual({ id: expect.stringMatching(/^\S+$/), name: 'reset', data: {} });
    await stream.close();
  });

  test('its checks are the same as for every endpoint', async () => {
    const own = await ownPractice(suite());
    const { client, near, service, practice, companyId } = own;
    expectError(await service.client(null).get('/v1/events', { companyId }), 'authorization_required');
    expectError(await client.get('/v1/events'), 'invalid_input', /companyId/);
    expectError(await client.get('/v1/events', { companyId: randomUUID() }), 'insufficient_access', /companyId/);
    expectError(await near.get('/v1/events', { companyId, storeIds: practice.stores[1] }), 'insufficient_access');
    expectError(await client.get('/v1/events', { companyId, storeIds: randomUUID() }), 'not_found');
    await own.database
      .sql`update employees set permissions = '{}' where company_id = ${companyId}::uuid and id = ${practice.near}::uuid`;
    expectError(await near.get('/v1/events', { companyId }), 'insufficient_access', /appointments\.read/);
  });

  test('messages are reported to those who may read them, answers to everyone, of stores in reach', async () => {
    const own = await ownPractice(suite());
    const { practice, companyId, database, client } = own;
    const [storeId, otherStoreId] = practice.stores;
    const desk = await addEmployee(database, { companyId, storeIds: [storeId], permissions: ['appointments.read'] });
    const streams = [
      await open(own),
      await open(own, { employee: desk }),
      await open(own, { employee: practice.near }),
    ];
    await untilNow(own, ...streams);
    const reported = async () => (await untilNow(own, ...streams)).map((events) => [...parts(events)].join());
    const add = (store: string, status = 'sending') => database.sql`
      insert into messages (company_id, id, kind, channel, client_id, store_id, appointment_ids, recipient, language,
        status, for_start, created_at, updated_at)
      values (${companyId}::uuid, ${randomUUID()}::uuid, 'reminder', 'email', ${practice.client}::uuid, ${store}::uuid,
        '{}', 'ann@example.com', 'en', ${status}, now(), now(), now())`;
    await add(storeId);
    expect(await reported()).toEqual(['messages', '', 'messages']);
    await database.sql`update messages set status = 'sent' where company_id = ${companyId}::uuid`;
    expect(await reported()).toEqual(['messages', '', 'messages']);
    await add(otherStoreId);
    expect(await reported()).toEqual(['messages', '', '']);
    const id = await book(own);
    await untilNow(own, ...streams);
    await client.post(`/v1/client-answers/${id}`, { companyId, answer: 'confirmed' });
    expect(await reported()).toEqual(['messages', 'messages', 'messages']);
    await database.sql`update message_settings set language = 'de' where company_id = ${companyId}::uuid`;
    expect(await reported()).toEqual(['', '', '']);
    for (const stream of streams) await stream.close();
  });

  test('recalls are reported to everyone when one is written, made by an appointment, or told to its client', async () => {
    const own = await ownPractice(suite());
    const { practice, companyId, database, client, near } = own;
    const { pet: petId, visitType: visitTypeId } = practice;
    await database.sql`update appointment_types set recall_months = 12 where company_id = ${companyId}::uuid`;
    const streams = [await open(own), await open(own, { employee: practice.near, storeIds: practice.stores[0] })];
    await untilNow(own, ...streams);
    const reported = async () => (await untilNow(own, ...streams)).map((events) => [...parts(events)].sort().join());
    const recall = { companyId, petId, visitTypeId, dueOn: '2026-05-01' };
    const id = idSchema.parse((await near.post('/v1/recalls', recall)).body);
    expect(await reported()).toEqual(['recalls', 'recalls']);
    await client.post(`/v1/recalls/${id}/attempts`, { companyId, how: 'call' });
    expect(await reported()).toEqual(['recalls', 'recalls']);
    await addAppointments(database, practice, [
      appointmentIn(practice, { status: 'completed', storeId: practice.stores[1] }),
    ]);
    expect(await reported()).toEqual(['appointments,recalls', 'recalls']);
    for (const kind of ['due', 'reminder'])
      await database.sql`
        insert into messages (company_id, id, kind, channel, client_id, store_id, appointment_ids, recipient, language,
          status, for_start, created_at, updated_at)
        values (${companyId}::uuid, ${randomUUID()}::uuid, ${kind}, 'email', ${practice.client}::uuid,
          ${practice.stores[0]}::uuid, '{}', 'ann@example.com', 'en', 'sending', now(), now(), now())`;
    await untilNow(own, ...streams);
    const isSent = (kind: string) =>
      database.sql`update messages set status = 'sent' where company_id = ${companyId}::uuid and kind = ${kind}`;
    await isSent('due');
    expect(await reported()).toEqual(['messages,recalls', 'messages,recalls']);
    await isSent('reminder');
    expect(await reported()).toEqual(['messages', 'messages']);
    for (const stream of streams) await stream.close();
  });

  test('requests from the web site are reported to those who may read clients, of stores in reach', async () => {
    const own = await ownPractice(suite());
    const { practice, companyId, database, client } = own;
    const [storeId, otherStoreId] = practice.stores;
    const desk = await addEmployee(database, { companyId, storeIds: [storeId], permissions: ['appointments.read'] });
    const streams = [
      await open(own),
      await open(own, { employee: desk }),
      await open(own, { employee: practice.near }),
    ];
    await untilNow(own, ...streams);
    const reported = async () => (await untilNow(own, ...streams)).map((events) => [...parts(events)].sort().join(' '));
    const at = (days: number) => new Date(own.service.clock.now() + days * 86_400_000).toISOString();
    const add = async (store: string) => {
      const request = onlineRequestIn(practice, { storeId: store, start: at(1), end: at(1.1), createdAt: at(0) });
      await addOnlineRequests(database, [request]);
      return { companyId, id: request.id, expectedUpdatedAt: request.updatedAt };
    };
    const { id, ...version } = await add(storeId);
    expect(await reported()).toEqual(['onlineRequests', '', 'onlineRequests']);
    await add(otherStoreId);
    expect(await reported()).toEqual(['onlineRequests', '', '']);
    expect((await client.post(`/v1/online-requests/${id}/decline`, version)).status).toBe(200);
    expect(await reported()).toEqual(['onlineRequests', '', 'onlineRequests']);
    const { id: second } = await add(storeId);
    await untilNow(own, ...streams);
    const registered = { client: { firstName: 'Bo', lastName: 'Li' }, pet: { name: 'Mia', species: 'cat' } };
    const booked = await client.post(`/v1/online-requests/${second}/book`, { ...version, ...registered });
    expect(booked.status).toBe(200);
    const everything = 'appointments clients onlineRequests pets';
    expect(await reported()).toEqual([everything, 'appointments', everything]);
    // Neither codes, nor what was turned away, nor the settings are reported.
    await database.sql`
      insert into booking_refusals (company_id, store_id, date, reason, count)
      values (${companyId}::uuid, ${storeId}::uuid, '2026-03-02', 'robot', 1)`;
    await database.sql`
      insert into booking_pages (company_id, store_id, is_on, position) values (${companyId}::uuid, ${storeId}::uuid, false, 0)`;
    expect(await reported()).toEqual(['', '', '']);
    for (const stream of streams) await stream.close();
  });

  test('every kind of write is reported', async () => {
    const own = await ownPractice(suite());
    const { client, practice, companyId, database } = own;
    const [storeId] = practice.stores;
    const stream = await open(own);
    await untilNow(own, stream);
    async function reports<Result>(what: string, work: () => Promise<Result>) {
      const result = await work();
      const [events = []] = await untilNow(own, stream);
      expect([...parts(events)].sort().join(' ')).toBe(what);
      return { result, events };
    }

    const booked = await reports('appointments', () => book(own));
    expect(idsOf(booked.events)).toEqual(new Set([booked.result]));
    const path = `/v1/appointments/${booked.result}`;
    const record = appointmentSchema.parse((await client.get(path, { companyId })).body);
    const { updatedAt: expectedUpdatedAt } = record;
    const change = { companyId, expectedUpdatedAt, status: 'checked_in' };
    const changed = await reports('appointments', () => client.patch(`/v1/appointments/${booked.result}`, change));
    expect(idsOf(changed.events)).toEqual(new Set([booked.result]));

    const duty = { id: randomUUID(), kind: 'on_duty', storeId, employeeId: practice.vet, ...hour };
    const changePlan = async (body: object) => {
      const { result } = await reports('availability', () => client.post(changesPath, { companyId, ...body }));
      return changedAvailabilitySchema.parse(result.body).put[0]?.updatedAt;
    };
    const seen = await changePlan({ put: [duty] });
    const now = await changePlan({ put: [{ ...duty, expectedUpdatedAt: seen, title: 'Late' }] });
    await changePlan({ remove: [{ id: duty.id, expectedUpdatedAt: now }] });

    const { start: _, end: __, ...booking } = bookable(practice);
    const times = ['09', '16'].map((day) => ({ start: `2026-03-${day}T09:00Z`, end: `2026-03-${day}T10:00Z` }));
    const series = await reports('appointments', () => client.post('/v1/appointments/series', { ...booking, times }));
    expect(idsOf(series.events)).toEqual(new Set(createdSeriesSchema.parse(series.result.body).appointmentIds));

    const waits = { companyId, storeId, petId: practice.pet, visitTypeId: practice.visitType, from: '2026-03-02' };
    await reports('waitingList', () => client.post('/v1/waiting-list', waits));
    await reports(
      'waitingList',
      () => database.sql`update waiting_list set notes = 'x' where company_id = ${companyId}::uuid`,
    );
    await reports('waitingList', () => database.sql`delete from waiting_list where company_id = ${companyId}::uuid`);

    const reported = await reports('appointments clients pets practice', () =>
      sendLines(client, companyId, [
        clientLine('1'),
        petLine('1'),
        { kind: 'appointment_type', key: 'check', name: 'Vaccination', category: 'vaccination', durationMinutes: 15 },
        visitLine('1', storeId),
      ]),
    );
    expect(idsOf(reported.events).size).toBe(1);
    const id = randomUUID();
    const odd = appointmentIn(practice, { id, status: 'odd' });
    const added = await reports('appointments', () => addAppointments(database, practice, [odd]));
    expect(idsOf(added.events)).toEqual(new Set([id]));
    // A removed room takes its blocks with it.
    const [[, roomId]] = practice.rooms;
    await reports('availability', () =>
      client.post(changesPath, {
        companyId,
        put: [{ id: randomUUID(), kind: 'unavailable', storeId, roomId, ...hour }],
      }),
    );
    await reports('availability practice', () => client.delete(`/v1/rooms/${roomId}`, { companyId }));
    // A deactivated employee has no more shifts.
    const later = { start: '2026-04-01T09:00Z', end: '2026-04-01T10:00Z' };
    await changePlan({ put: [{ ...duty, ...later, id: randomUUID(), employeeId: practice.near }] });
    await reports('availability practice', () =>
      client.patch(`/v1/employees/${practice.near}`, { companyId, isActive: false }),
    );
    await reports(
      'appointments',
      () => database.sql`delete from appointments where company_id = ${companyId}::uuid and id = ${id}::uuid`,
    );
    await stream.close();
  });

  test('practice changes are reported for stores, rooms, types and employees, and for nothing else', async () => {
    const own = await ownPractice(suite());
    const { client, practice, companyId } = own;
    const stream = await open(own, { storeIds: practice.stores[0] });
    await stream.until((events) => events.length === 1);
    const reports = async (work: Promise<{ status: number }>) => {
      expect((await work).status).toBe(200);
      await stream.until((events) => events.at(-1)?.data.practice === true);
    };
    await reports(client.patch(`/v1/stores/${practice.stores[1]}`, { companyId, name: 'West' }));
    await reports(client.post('/v1/rooms', { companyId, storeId: practice.stores[0], name: 'R' }));
    await reports(client.patch(`/v1/appointment-types/${practice.visitType}`, { companyId, name: 'T' }));
    await reports(client.patch(`/v1/employees/${practice.vet}`, { companyId, firstName: 'Jo' }));

    await client.post(`/v1/employees/${practice.near}/keys`, { companyId, access: 'read_only' });
    await own.database
      .sql`update companies set appointments_epoch = appointments_epoch + 1 where company_id = ${companyId}::uuid`;
    const id = await book(own);
    const events = await stream.until((events) => idsOf(events).has(id));
    expect([...parts(events)]).toEqual(['appointments']);
    await stream.close();
  });

  test('new and changed clients and pets are reported by id to keys that may read them, and to no others', async () => {
    const own = await ownPractice(suite());
    const { client, practice, companyId, database } = own;
    const all = await open(own);
    const withPermissions = async (...permissions: string[]) =>
      open(own, { employee: await addEmployee(database, { companyId, storeIds: practice.stores, permissions }) });
    const ofPets = await withPermissions('appointments.read', 'pets.read');
    const ofNone = await withPermissions('appointments.read', 'clients.write');
    const streams = [all, ofPets, ofNone];
    await untilNow(own, ...streams);
    const reports = async () =>
      (await untilNow(own, ...streams)).map((events) => Object.assign({}, ...events.map(({ data }) => data)));

    const { body: clientId } = await client.post('/v1/clients', { companyId, firstName: 'Bo', lastName: 'Li' });
    expect(await reports()).toEqual([{ clients: [clientId] }, {}, {}]);
    const { body: petId } = await client.post('/v1/pets', { companyId, clientId, name: 'Mia', species: 'cat' });
    expect(await reports()).toEqual([{ pets: [petId] }, { pets: [petId] }, {}]);
    await database.sql`update clients set phone = '123' where company_id = ${companyId}::uuid and id = ${String(clientId)}::uuid`;
    expect(await reports()).toEqual([{ clients: [clientId] }, {}, {}]);
    await database.sql`update pets set breed = 'Manx' where company_id = ${companyId}::uuid and id = ${String(petId)}::uuid`;
    expect(await reports()).toEqual([{ pets: [petId] }, { pets: [petId] }, {}]);
    // Changes to the internal search words of a pet, and updates without a difference, are not reported.
    await database.sql`update pets set words = array_to_tsvector('{mia,lee}') where company_id = ${companyId}::uuid and id = ${String(petId)}::uuid`;
    await database.sql`update clients set phone = '123' where company_id = ${companyId}::uuid and id = ${String(clientId)}::uuid`;
    expect(await reports()).toEqual([{}, {}, {}]);
    for (const stream of streams) await stream.close();
  });

  test('an event for more than 500 clients has no ids, and the next one has ids again', async () => {
    const own = await ownPractice(suite());
    const { companyId, database } = own;
    const stream = await open(own);
    await stream.next();
    const add = (count: number) => database.sql`
      insert into clients (company_id, id, first_name, last_name, created_at, updated_at, sort_name, words)
      select ${companyId}::uuid, gen_random_uuid(), 'A', 'B', now(), now(), 'a b', '' from generate_series(1, ${count}::int)`;
    /** The number of clients named in events, which may be several events; true if there are too many. */
    const reported = async () => {
      const [events = []] = await untilNow(own, stream);
      const parts = events.map(({ data: { clients = [] } }) => clients);
      return parts.includes(true) || parts.flat().length;
    };
    await add(501);
    expect(await reported()).toBe(true);
    await add(500);
    expect(await reported()).toBe(500);
    await add(1);
    expect(await reported()).toBe(1);
    await stream.close();
  });

  test('a stream reports only its own stores, including an appointment or an entry that leaves or enters them', async () => {
    const own = await ownPractice(suite());
    const { client, practice, companyId, database } = own;
    const [here, there] = practice.stores;
    const streams = [
      await open(own),
      await open(own, { employee: practice.near }),
      await open(own, { storeIds: there }),
    ] as const;
    await Promise.all(streams.map((stream) => stream.next()));
    const [first, second] = [appointmentIn(practice), appointmentIn(practice, { storeId: there })];
    await addAppointments(database, practice, [first, second]);
    const reportedIds = async () => (await untilNow(own, ...streams)).map(idsOf);
    expect(await reportedIds()).toEqual([new Set([first.id, second.id]), new Set([first.id]), new Set([second.id])]);
    await database.sql`update appointments set store_id = ${there}::uuid where company_id = ${companyId}::uuid and id = ${first.id}::uuid`;
    const [, near = [], far = []] = await untilNow(own, ...streams);
    expect([idsOf(near), idsOf(far)]).toEqual([new Set([first.id]), new Set([first.id])]);

    const block = (storeId?: string) =>
      client.post(changesPath, {
        companyId,
        put: [{ id: randomUUID(), kind: 'unavailable', employeeId: practice.vet, storeId, ...hour }],
      });
    await block(here);
    const reportsAvailability = async () =>
      (await untilNow(own, ...streams)).map((events) => parts(events).has('availability'));
    expect(await reportsAvailability()).toEqual([true, true, false]);
    await block();
    expect(await reportsAvailability()).toEqual([true, true, true]);
    const wait = (storeId: string) =>
      client.post('/v1/waiting-list', {
        ...{ companyId, storeId, petId: practice.pet, visitTypeId: practice.visitType, from: '2026-03-02' },
      });
    const reportsWaitingList = async () =>
      (await untilNow(own, ...streams)).map((events) => parts(events).has('waitingList'));
    const { body: entry } = await wait(here);
    expect(await reportsWaitingList()).toEqual([true, true, false]);
    await wait(there);
    expect(await reportsWaitingList()).toEqual([true, false, true]);
    const seen = waitingListPageSchema.parse((await client.get('/v1/waiting-list', { companyId })).body).data[0];
    const change = { companyId, expectedUpdatedAt: seen?.updatedAt, storeId: there };
    expect((await client.patch(`/v1/waiting-list/${String(entry)}`, change)).status).toBe(200);
    expect(await reportsWaitingList()).toEqual([true, true, true]);
    await Promise.all(streams.map((stream) => stream.close()));
  });

  test('a reconnected client receives the missed changes, or a reset if they are unknown', async () => {
    const own = await ownPractice(suite());
    const { practice } = own;
    const first = await open(own);
    const lastEventId = (await first.next())?.id;
    await first.close();
    const ids = [await book(own), await book(own)];
    const back = await open(own, { lastEventId });
    const events = await back.until((events) => idsOf(events).size === 2);
    expect([idsOf(events), events.map(({ name }) => name)]).toEqual([new Set(ids), ['', 'changed']]);
    await back.close();
    const idle = await open(own, { lastEventId: events.at(-1)?.id });
    expect(await idle.next()).toEqual({ id: events.at(-1)?.id, name: 'changed', data: {} });
    await idle.close();
    for (const [unknown, query] of [
      ['nonsense', {}],
      [events.at(-1)?.id?.replace(/\d+$/, '99'), {}],
      [events.at(-1)?.id?.replace(/^./, 'g'), {}],
      // An event id for one store is not valid for two.
      [events.at(-1)?.id, { storeIds: practice.stores[0] }],
    ] as const) {
      const anew = await open(own, { lastEventId: unknown, ...query });
      expect(await anew.next()).toMatchObject({ name: 'reset' });
      await anew.close();
    }
  });

  test('many ids are reported in parts, and a bulk as an unspecific change', async () => {
    const own = await ownPractice(suite());
    const { practice, database } = own;
    const stream = await open(own);
    const lastEventId = (await stream.next())?.id;
    const rows = Array.from({ length: 700 }, () => appointmentIn(practice));
    const few = async (from: number, to: number) => addAppointments(database, practice, rows.slice(from, to));
    await few(0, 400);
    await few(400, 700);
    const events = await stream.until((events) => idsOf(events).size === 700);
    expect(Math.max(...events.map(({ data }) => data.appointments?.length ?? 0))).toBeLessThanOrEqual(eventLimits.ids);
    const back = await open(own, { lastEventId });
    const again = await back.until((events) => idsOf(events).size === 700);
    const changed = again.filter(({ name }) => name === 'changed');
    // A client that loses the second part receives it again.
    expect(changed.map(({ id }) => id)).toEqual([lastEventId, events.at(-1)?.id]);
    await addAppointments(
      database,
      practice,
      Array.from({ length: eventLimits.ids + 1 }, () => appointmentIn(practice)),
    );
    for (const reader of [stream, back]) {
      const bulk = await reader.until((events) => events.at(-1)?.name === 'reset');
      expect(bulk).toHaveLength(1);
      await reader.close();
    }
  });

  test('whatever the order of begins and commits, committed changes are reported and readable', async () => {
    const own = await ownPractice(suite());
    const { practice, database } = own;
    const { sql } = database;
    const stream = await open(own);
    await stream.next();
    const add = (executor: Pick<typeof sql, 'unsafe'>, id: string) =>
      executor.unsafe(
        `insert into appointments (company_id, id, store_id, created_at, updated_at, title_words)
         values ($1::uuid, $2::uuid, $3::uuid, now(), now(), '')`,
        [practice.companyId, id, practice.stores[0]],
      );
    // The embedded database has a single connection, so changes run one after another.
    const atOnce = database.kind === 'postgres' ? 3 : 1;
    const scripts = fc.array(fc.record({ writes: fc.integer({ min: 1, max: 3 }), commits: fc.boolean() }), {
      minLength: atOnce,
      maxLength: atOnce,
    });
    await fc.assert(
      fc.asyncProperty(scripts, fc.scheduler(), async (script, scheduler) => {
        const received: string[] = [];
        const writers = script.map(async ({ writes, commits }) => {
          const ids = Array.from({ length: writes }, () => randomUUID());
          const outcome = await sql
            .begin(async (transaction) => {
              for (const id of ids) {
                await scheduler.schedule(Promise.resolve());
                await add(transaction, id);
              }
              await scheduler.schedule(Promise.resolve());
              if (!commits) throw new Error('rolled back');
            })
            .then(
              () => true,
              () => false,
            );
          if (outcome) received.push(...ids);
        });
        await scheduler.waitFor(Promise.all(writers));
        const [events = []] = await untilNow(own, stream);
        expect(idsOf(events)).toEqual(new Set(received));
        const stored = await sql<{ id: string }[]>`
          select id from appointments where company_id = ${practice.companyId}::uuid and id = any(${`{${[...idsOf(events)].join()}}`}::uuid[])`;
        expect(new Set(stored.map(({ id }) => id))).toEqual(new Set(received));
      }),
      { numRuns: 8 },
    );
    await stream.close();
  });

  test('another company receives nothing', async () => {
    const own = await ownPractice(suite());
    const other = await addPractice(own.database);
    const stream = await open(own);
    await stream.next();
    await addAppointments(own.database, other, [appointmentIn(other)]);
    const [events] = await untilNow(own, stream);
    expect(events?.map(({ data }) => data)).toEqual([{}]);
    await stream.close();
  });
});
