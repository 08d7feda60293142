import { randomUUID } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import {
  initialOnlineBooking,
  type OnlineBooking,
  onlineBookingChangedMeanwhileSchema,
  onlineBookingSchema,
  turnedAwayVisitorsSchema,
} from '#contract/online-booking.ts';
import { permissions } from '#contract/permissions.ts';
import { writePractice } from '#service/db/write-practice.ts';
import { createDemoPractice } from '#service/demo/demo-practice.ts';
import type { Channels } from '#service/sending/transport.ts';
import { createOpenApiValidator } from '#testing/openapi-validator.ts';
import { addEmployee, addPractice, keyOf, type TestPractice } from '#testing/practice-rows.ts';
import { createTestService, type ServiceClient } from '#testing/service.ts';
import { expectError } from '#testing/service-errors.ts';
import { describeService } from '#testing/suite.ts';

const path = '/v1/online-booking';
const email = { send: async () => ({ status: 'sent' }) as const };

/** An address that no other test takes. */
const freshSlug = () => `elm-${randomUUID()}`;

describeService('the booking pages of a company', (suite) => {
  async function ownDesk(channels: Channels = { email, sms: null }) {
    const { database } = suite();
    const practice = await addPractice(database);
    const service = createTestService(database, undefined, { messages: { channels, publicUrl: null } });
    return deskOf(practice, service);
  }

  async function deskOf(practice: TestPractice, service: ReturnType<typeof createTestService>) {
    const { database } = suite();
    const { companyId } = practice;
    const client = service.client(await keyOf(database, practice.vet));
    const near = service.client(await keyOf(database, practice.near));
    const settings = async (by: ServiceClient = client) =>
      onlineBookingSchema.parse((await by.get(path, { companyId })).body);
    const put = async (changes: Partial<OnlineBooking> | Record<string, unknown>, by: ServiceClient = client) => {
      const { updatedAt: expectedUpdatedAt, ...current } = await settings();
      return by.put(path, { companyId, expectedUpdatedAt, ...current, ...changes });
    };
    return { database, practice, companyId, service, client, near, settings, put };
  }

  test('are off at first, and their settings are taken as a whole', async () => {
    const { settings, put, practice, client, companyId } = await ownDesk();
    expect(await settings()).toEqual(initialOnlineBooking);
    const changes = {
      stores: [
        { storeId: practice.stores[1], isOn: true, slug: freshSlug() },
        { storeId: practice.stores[0], isOn: false, slug: null },
      ],
      types: [
        { visitTypeId: practice.visitType, isOn: true, publicName: 'A look at your pet' },
        { visitTypeId: practice.retiredType, isOn: false, publicName: null },
      ],
      noticeHours: 336,
      daysAhead: 1,
      dailyLimit: 200,
      origins: ['https://elm.example', 'https://www.elm.example:8443'],
    };
    const { status, body } = await put(changes);
    expect([status, body]).toEqual([200, { ...changes, updatedAt: expect.any(String) }]);
    expect(await settings()).toEqual(body);
    const again = { companyId, expectedUpdatedAt: null, ...changes };
    expect(await client.put(path, again)).toMatchObject({ status: 200, body });
  });

  test('take an absent name and address for none', async () => {
    const { put, practice, settings } = await ownDesk();
    const stores = [{ storeId: practice.stores[0], isOn: false }];
    const types = [{ visitTypeId: practice.visitType, isOn: true }];
    expect((await put({ stores, types })).status).toBe(200);
    expect(await settings()).toMatchObject({ stores: [{ slug: null }], types: [{ publicName: null }] });
  });

  test('are not written if they are as before, even before the first change', async () => {
    const { put, settings } = await ownDesk();
    expect(await put({})).toMatchObject({ status: 200, body: { updatedAt: null } });
    expect(await settings()).toEqual(initialOnlineBooking);
  });

  test('are not overwritten by two people', async () => {
    const { put, settings, client, companyId } = await ownDesk();
    const { updatedAt: _, ...first } = await settings();
    await put({ daysAhead: 30 });
    const current = await settings();
    for (const expectedUpdatedAt of [null, '2026-01-01T00:00:00.000Z']) {
      const late = await client.put(path, { companyId, expectedUpdatedAt, ...first, daysAhead: 31 });
      expect(late.status).toBe(409);
      const conflict = onlineBookingChangedMeanwhileSchema.parse(late.body);
      expect([conflict.message, conflict.data.current]).toEqual(['changed_meanwhile', current]);
    }
    const sent = [32, 33].map((daysAhead) =>
      client.put(path, { companyId, expectedUpdatedAt: current.updatedAt, ...first, daysAhead }),
    );
    expect((await Promise.all(sent)).map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  const otherThan = (practice: TestPractice) => ({
    store: (fields: object) => ({
      stores: [{ storeId: practice.stores[0], isOn: true, slug: freshSlug(), ...fields }],
    }),
    type: (fields: object) => ({
      types: [{ visitTypeId: practice.visitType, isOn: true, publicName: null, ...fields }],
    }),
  });
  const refused: [what: string, changes: (of: TestPractice) => Record<string, unknown>, field: RegExp][] = [
    ['a store that is on without an address', (of) => otherThan(of).store({ slug: null }), /^stores\[0\]\.slug: /],
    ['an address of two letters', (of) => otherThan(of).store({ slug: 'ab' }), /^stores\[0\]\.slug: /],
    ['an address of 41 letters', (of) => otherThan(of).store({ slug: 'a'.repeat(41) }), /^stores\[0\]\.slug: /],
    ['an address with a capital', (of) => otherThan(of).store({ slug: 'Elm' }), /^stores\[0\]\.slug: /],
    [
      'a store twice',
      ({ stores: [storeId] }) => ({
        stores: [
          { storeId, isOn: false, slug: null },
          { storeId: storeId.toUpperCase(), isOn: false, slug: null },
        ],
      }),
      /^stores\[1\]\.storeId: /,
    ],
    [
      'an address twice',
      ({ stores }) => ({ stores: stores.map((storeId) => ({ storeId, isOn: false, slug: 'elm-twice' })) }),
      /^stores\[1\]\.slug: /,
    ],
    [
      'a visit type twice',
      ({ visitType: visitTypeId }) => ({ types: [1, 2].map(() => ({ visitTypeId, isOn: true, publicName: null })) }),
      /^types\[1\]\.visitTypeId: /,
    ],
    ['an unknown visit type', (of) => otherThan(of).type({ visitTypeId: randomUUID() }), /^types\[0\]\.visitTypeId: /],
    ['an empty public name', (of) => otherThan(of).type({ publicName: ' ' }), /^types\[0\]\.publicName: /],
    ['a public name of 201 letters', (of) => otherThan(of).type({ publicName: 'n'.repeat(201) }), /publicName: /],
    ['no notice', () => ({ noticeHours: 0 }), /^noticeHours: /],
    ['a notice of 337 hours', () => ({ noticeHours: 337 }), /^noticeHours: /],
    ['half an hour of notice', () => ({ noticeHours: 1.5 }), /^noticeHours: /],
    ['no days', () => ({ daysAhead: 0 }), /^daysAhead: /],
    ['181 days', () => ({ daysAhead: 181 }), /^daysAhead: /],
    ['no requests a day', () => ({ dailyLimit: 0 }), /^dailyLimit: /],
    ['201 requests a day', () => ({ dailyLimit: 201 }), /^dailyLimit: /],
    ['a site without https', () => ({ origins: ['http://elm.example'] }), /^origins\[0\]: /],
    ['a site with a path', () => ({ origins: ['https://elm.example/'] }), /^origins\[0\]: /],
    ['a port that does not exist', () => ({ origins: ['https://elm.example:99999'] }), /^origins\[0\]: /],
    ['more than a site in one', () => ({ origins: ["https://elm.example; script-src 'none'"] }), /^origins\[0\]: /],
    ['a site twice', () => ({ origins: ['https://elm.example', 'https://elm.example'] }), /^origins\[1\]: /],
    ['null for the notice', () => ({ noticeHours: null }), /^noticeHours: /],
    ['a property that does not exist', () => ({ colour: 'red' }), /colour/],
  ];
  test.each(refused)('refuse %s', async (_, changes, field) => {
    const { put, practice, settings } = await ownDesk();
    expectError(await put(changes(practice)), 'invalid_input', field);
    expect(await settings()).toEqual(initialOnlineBooking);
  });

  test('are described as they are taken and answered', async () => {
    const { put, client, companyId, practice, service } = await ownDesk();
    const validator = createOpenApiValidator(Object(await (await service.app.request('/openapi.json')).json()));
    const { updatedAt: expectedUpdatedAt, ...settings } = initialOnlineBooking;
    const store = (fields: object) => ({ stores: [{ storeId: practice.stores[0], isOn: true, ...fields }] });
    const inputs = [
      { noticeHours: 1 },
      { noticeHours: 0 },
      { daysAhead: 180, dailyLimit: 200 },
      { dailyLimit: 201 },
      store({ slug: freshSlug() }),
      store({ slug: 'elm park' }),
      store({ slug: freshSlug(), isOn: null }),
      { stores: null },
      { origins: ['https://elm.example:8443'] },
      { origins: ['elm.example'] },
      { types: [{ visitTypeId: practice.visitType, isOn: true, publicName: null }] },
      { types: [{ visitTypeId: 'check-up', isOn: true }] },
      { expectedUpdatedAt: 'now' },
      { colour: 'red' },
    ];
    for (const input of inputs) {
      const answer = await put(input);
      const isValid = validator.body(path, 'put')({ companyId, expectedUpdatedAt, ...settings, ...input });
      expect([input, answer.status]).toEqual([input, isValid ? 200 : 400]);
      const validate = validator.response('put', path, answer.status);
      expect([validate(answer.body), validate.errors]).toEqual([true, null]);
    }
    const stale = await client.put(path, { companyId, expectedUpdatedAt, ...settings });
    expect([stale.status, validator.response('put', path, 409)(stale.body)]).toEqual([409, true]);
    for (const read of [path, `${path}/server`, `${path}/turned-away`]) {
      const { body } = await client.get(read, { companyId });
      expect([read, validator.response('get', read, 200)(body)]).toEqual([read, true]);
    }
  });

  test.each(['stores', 'types', 'noticeHours', 'daysAhead', 'dailyLimit', 'origins'])('need %s', async (field) => {
    const { put } = await ownDesk();
    expectError(await put({ [field]: undefined }), 'invalid_input', new RegExp(`^${field}: `));
  });

  test('refuse a store that does not exist in the company with 404', async () => {
    const { put } = await ownDesk();
    const other = await addPractice(suite().database);
    for (const storeId of [randomUUID(), other.stores[0]])
      expectError(
        await put({ stores: [{ storeId, isOn: false, slug: null }] }),
        'not_found',
        /^stores\[0\]\.storeId: /,
      );
  });

  test('need an address that no other company has, on or off, while their own stores may swap theirs', async () => {
    const [one, other] = [await ownDesk(), await ownDesk()];
    const [first, second] = [freshSlug(), freshSlug()];
    const stores = (desk: typeof one, slugs: readonly string[], isOn: boolean) =>
      slugs.map((slug, nth) => ({ storeId: desk.practice.stores[nth] ?? '', isOn, slug }));
    expect((await one.put({ stores: stores(one, [first, second], false) })).status).toBe(200);
    for (const isOn of [true, false]) {
      const taken = await other.put({ stores: stores(other, [freshSlug(), second], isOn) });
      expectError(taken, 'invalid_input', /^stores\[1\]\.slug: is taken/);
    }
    expect((await one.put({ stores: stores(one, [second, first], true) })).status).toBe(200);
    expect((await one.settings()).stores.map(({ slug }) => slug)).toEqual([second, first]);
    expect((await one.put({ stores: stores(one, [second], true) })).status).toBe(200);
    expect((await other.put({ stores: stores(other, [first], true) })).status).toBe(200);
  });

  test('get an address once, if two companies ask for it at the same time', async () => {
    const desks = [await ownDesk(), await ownDesk(), await ownDesk()];
    const slug = freshSlug();
    const answers = await Promise.all(
      desks.map(({ put, practice }) => put({ stores: [{ storeId: practice.stores[0], isOn: true, slug }] })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  test('cannot be switched on while no e-mail is set up, but stay on', async () => {
    const desk = await ownDesk();
    const [near, far] = desk.practice.stores;
    const isOn = { storeId: near, isOn: true, slug: freshSlug() };
    expect((await desk.put({ stores: [isOn] })).status).toBe(200);
    const before = await desk.settings();
    const { put, settings } = await deskOf(
      desk.practice,
      createTestService(desk.database, undefined, {
        messages: { channels: { email: null, sms: email }, publicUrl: 'https://vets.example' },
      }),
    );
    expectError(await put({ stores: [isOn, { storeId: far, isOn: true, slug: freshSlug() }] }), 'no_channel');
    expect(await settings()).toEqual(before);
    expect((await put({ stores: [isOn], daysAhead: 30 })).status).toBe(200);
    expect((await put({ stores: [{ ...isOn, isOn: false }] })).status).toBe(200);
    expectError(await put({ stores: [isOn] }), 'no_channel');
  });

  test('can be switched on in a demo practice, which never sends e-mail', async () => {
    const { database } = suite();
    const demo = createDemoPractice(1, Temporal.PlainDate.from('2026-03-02'));
    const { id: companyId, stores } = demo.company;
    await writePractice(database.db, { ...demo, clients: [], pets: [] });
    const all = stores.map(({ id }) => id);
    const employee = await addEmployee(database, { companyId, storeIds: all });
    const client = createTestService(database).client(await keyOf(database, employee));
    const on = { storeId: all[0], isOn: true, slug: freshSlug() };
    const { updatedAt: expectedUpdatedAt, ...settings } = initialOnlineBooking;
    const answer = await client.put(path, { companyId, expectedUpdatedAt, ...settings, stores: [on] });
    expect(answer).toMatchObject({ status: 200, body: { stores: [on] } });
  });

  test('are read by whoever manages a store, and set only with access to all', async () => {
    const { near, put, settings, companyId, practice, database, service } = await ownDesk();
    expect((await put({ daysAhead: 30 })).status).toBe(200);
    expect(await settings(near)).toMatchObject({ daysAhead: 30 });
    expectError(await put({ daysAhead: 31 }, near), 'insufficient_access', /all its stores/);
    // Access to the whole comes before the stores that are named.
    const stores = [{ storeId: randomUUID(), isOn: false, slug: null }];
    expectError(await put({ stores }, near), 'insufficient_access', /all its stores/);
    const lesser = permissions.filter((permission) => permission !== 'practice.write');
    const vet = await addEmployee(database, { companyId, storeIds: practice.stores, permissions: lesser });
    const without = service.client(await keyOf(database, vet));
    const key = service.client(await keyOf(database, practice.vet, true));
    for (const read of [path, `${path}/server`, `${path}/turned-away`]) {
      expectError(await without.get(read, { companyId }), 'insufficient_access', /practice\.write/);
      expect((await key.get(read, { companyId })).status).toBe(200);
    }
    expectError(await put({ daysAhead: 31 }, without), 'insufficient_access', /practice\.write/);
    expectError(await put({ daysAhead: 31 }, key), 'read_only_key');
    expect(await settings()).toMatchObject({ daysAhead: 30 });
  });

  test('are told where they are, and whether the codes can be sent', async () => {
    const { practice, companyId, client } = await ownDesk();
    const server = { publicUrl: null, hasEmail: true };
    expect((await client.get(`${path}/server`, { companyId })).body).toEqual(server);
    const { client: other } = await deskOf(
      practice,
      createTestService(suite().database, undefined, {
        messages: { channels: { email: null, sms: null }, publicUrl: 'https://vets.example' },
      }),
    );
    const body = { publicUrl: 'https://vets.example', hasEmail: false };
    expect((await other.get(`${path}/server`, { companyId })).body).toEqual(body);
  });

  test('count what they turned away in 30 days of their calendars, in the stores that are in reach', async () => {
    const { client, near, companyId, practice, database } = await ownDesk();
    const count = async (by: ServiceClient) =>
      turnedAwayVisitorsSchema.parse((await by.get(`${path}/turned-away`, { companyId })).body);
    const nothing = { robot: 0, address: 0, email: 0, code: 0, day: 0 };
    expect(await count(client)).toEqual({ from: '2026-02-01', byReason: nothing });
    const [here, there] = practice.stores;
    const rows: [store: string, date: string, reason: string, count: number][] = [
      [here, '2026-01-31', 'robot', 100],
      [here, '2026-02-01', 'robot', 3],
      [here, '2026-03-02', 'robot', 4],
      [there, '2026-03-02', 'robot', 5],
      [here, '2026-03-02', 'day', 6],
      [there, '2026-02-10', 'email', 7],
    ];
    for (const [storeId, date, reason, times] of rows)
      await database.sql`
        insert into booking_refusals (company_id, store_id, date, reason, count)
        values (${companyId}::uuid, ${storeId}::uuid, ${date}::date, ${reason}, ${times})`;
    expect((await count(client)).byReason).toEqual({ ...nothing, robot: 12, day: 6, email: 7 });
    expect((await count(near)).byReason).toEqual({ ...nothing, robot: 7, day: 6 });
  });
});
