import { expect, test } from 'vitest';
import { createdSchema } from '#contract/appointment.ts';
import { createConflictSchema } from '#contract/change-schema.ts';
import {
  type MessageSettings,
  messageNotSendableSchema,
  messagePageSchema,
  messagePreviewSchema,
  messageSettingsSchema,
  messagesDueSchema,
} from '#contract/messages.ts';
import type { Channels } from '#service/sending/transport.ts';
import {
  addAppointments,
  addPractice,
  appointmentIn,
  keyOf,
  type TestAppointment,
  type TestPractice,
} from '#testing/practice-rows.ts';
import { createTestService, pagesOf } from '#testing/service.ts';
import { expectError } from '#testing/service-errors.ts';
import { describeService } from '#testing/suite.ts';

const settingsPath = '/v1/message-settings';
const email = { send: async () => ({ status: 'sent' }) as const };
const channels: Channels = { email, sms: null };

describeService('messages', (suite) => {
  async function practiceWith(...given: Partial<TestAppointment>[]) {
    const { database } = suite();
    const practice = await addPractice(database);
    const sent: { companyId: string; id: string }[] = [];
    const sendNow = (message: { companyId: string; id: string }) => void sent.push(message);
    const service = createTestService(database, undefined, {
      messages: { channels, publicUrl: 'https://vets.example', sendNow },
    });
    service.clock.free = false;
    const client = service.client(await keyOf(database, practice.vet));
    const near = service.client(await keyOf(database, practice.near));
    const { companyId } = practice;
    const about = given.map((fields) => appointmentIn(practice, fields));
    await addAppointments(database, practice, about);
    const settings = async () => messageSettingsSchema.parse((await client.get(settingsPath, { companyId })).body);
    const put = async (changes: Partial<MessageSettings>) => {
      const { channels: _, updatedAt, ...current } = await settings();
      return client.put(settingsPath, { companyId, expectedUpdatedAt: updatedAt, ...current, ...changes });
    };
    const ids = about.map(({ id }) => id);
    return { database, practice, companyId, service, client, near, settings, put, ids, sent };
  }

  test('are off at first, with the default settings', async () => {
    const { settings } = await practiceWith();
    expect(await settings()).toEqual({
      isOn: false,
      channels: ['email'],
      language: 'en',
      earliest: '08:00',
      latest: '20:00',
      confirmation: { isOn: true },
      reminder: { isOn: true, hoursBefore: 24 },
      cancellation: { isOn: true },
      due: { isOn: true, daysBefore: 14 },
      cancelUntilHours: 24,
      texts: [],
      updatedAt: expect.any(String),
    });
  });

  test('have settings that are taken as a whole, and the same again changes nothing', async () => {
    const { client, companyId, settings, put } = await practiceWith();
    const { updatedAt: before } = await settings();
    const text = (kind: 'reminder' | 'confirmation') =>
      ({ kind, channel: 'email', language: 'de', subject: 'Hallo', body: 'Bis {date}.' }) as const;
    const changes = {
      isOn: true,
      language: 'de',
      earliest: '00:00',
      latest: '24:00',
      confirmation: { isOn: false },
      reminder: { isOn: true, hoursBefore: 168 },
      cancellation: { isOn: false },
      due: { isOn: false, daysBefore: 30 },
      cancelUntilHours: null,
      texts: [text('reminder'), text('confirmation')],
    } as const;
    const { status, body } = await put({ ...changes, texts: [...changes.texts] });
    expect(status).toBe(200);
    const after = messageSettingsSchema.parse(body);
    expect(after).toEqual({
      ...changes,
      channels: ['email'],
      texts: [text('confirmation'), text('reminder')],
      updatedAt: expect.any(String),
    });
    expect(after.updatedAt > before).toBe(true);
    expect(await settings()).toEqual(after);
    const again = { companyId, expectedUpdatedAt: before, ...changes };
    expect(await client.put(settingsPath, again)).toMatchObject({ status: 200, body: after });
  });

  test('have settings that two people do not overwrite', async () => {
    const { client, companyId, settings, put } = await practiceWith();
    const { channels: _, updatedAt, ...first } = await settings();
    await put({ language: 'fr' });
    const late = await client.put(settingsPath, { companyId, expectedUpdatedAt: updatedAt, ...first, language: 'nl' });
    expect(late.status).toBe(409);
    const conflict = createConflictSchema('Test', messageSettingsSchema).parse(late.body);
    expect(conflict.data.current).toEqual(await settings());
  });

  test.each([
    ['hours that end before they begin', { earliest: '20:00', latest: '08:00' }, 'latest'],
    [
      'a text twice',
      {
        texts: [1, 2].map((nth) => ({
          kind: 'reminder',
          channel: 'sms',
          language: 'en',
          subject: null,
          body: `${nth}`,
        })),
      },
      'texts',
    ],
    [
      'a placeholder that does not exist',
      { texts: [{ kind: 'reminder', channel: 'sms', language: 'en', subject: null, body: '{dog}' }] },
      'body',
    ],
    [
      'an e-mail without a subject',
      { texts: [{ kind: 'reminder', channel: 'email', language: 'en', subject: null, body: 'Hi' }] },
      'subject',
    ],
  ])('refuse %s', async (_, changes, field) => {
    const { put } = await practiceWith();
    const answer = await put(changes as Partial<MessageSettings>);
    expectError(answer, 'invalid_input');
    expect(JSON.stringify(answer.body)).toContain(field);
  });

  test('have settings only for keys that may access all stores', async () => {
    const { near, companyId, settings } = await practiceWith();
    expectError(await near.get(settingsPath, { companyId }), 'insufficient_access');
    const { channels: _, updatedAt, ...current } = await settings();
    const body = { companyId, expectedUpdatedAt: updatedAt, ...current, isOn: true };
    expectError(await near.put(settingsPath, body), 'insufficient_access');
    expect(await settings()).toMatchObject({ isOn: false, updatedAt });
  });

  test('are off in a database other than the one in which they were switched on', async () => {
    const { database, companyId, settings, put } = await practiceWith();
    await put({ isOn: true });
    expect((await settings()).isOn).toBe(true);
    await database.sql`update message_settings set switched_on_in = '1/5' where company_id = ${companyId}::uuid`;
    const { updatedAt } = await settings();
    expect((await settings()).isOn).toBe(false);
    // Off here already, and that does not take it from where it is on.
    expect((await put({ isOn: false })).body).toMatchObject({ isOn: false, updatedAt });
    expect((await put({ isOn: true })).body).toMatchObject({ isOn: true });
    expect((await settings()).updatedAt > updatedAt).toBe(true);
  });

  const tomorrow = { start: '2026-03-03T09:00:00.000Z', end: '2026-03-03T09:20:00.000Z' };
  const send = (
    { client, companyId }: Pick<Awaited<ReturnType<typeof practiceWith>>, 'client' | 'companyId'>,
    appointmentId: string,
    kind = 'reminder',
    headers = { 'Content-Type': 'application/json' },
  ) => client.post('/v1/messages', { companyId, appointmentId, kind }, headers);

  test('sent by hand wait for an attempt that is made at once, and happen once for an Idempotency-Key', async () => {
    const desk = await practiceWith(tomorrow);
    const { companyId, client, put, ids, sent } = desk;
    const [id = ''] = ids;
    await put({ isOn: true });
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': '5a7a3fd4-6c3f-4d8e-9d8e-3f0f6a1d2c3b' };
    const created = createdSchema.parse((await send(desk, id, 'reminder', headers)).body);
    expect((await send(desk, id, 'reminder', headers)).body).toBe(created);
    expect(sent[0]).toEqual({ companyId, id: created });
    const other = createdSchema.parse((await send(desk, id)).body);
    const { data } = messagePageSchema.parse((await client.get('/v1/messages', { companyId })).body);
    expect(data.map((message) => message.id).sort()).toEqual([created, other].sort());
    expect(data[0]).toMatchObject({
      kind: 'reminder',
      channel: 'email',
      clientId: desk.practice.client,
      appointmentIds: [id],
      to: 'ann@example.com',
      language: 'en',
      status: 'sending',
      reason: null,
      forStart: tomorrow.start,
    });
  });

  const because: [
    reason: string,
    kind: string,
    appointment: Partial<TestAppointment>,
    change: (of: TestPractice) => [table: string, id: string, set: string] | null,
  ][] = [
    ['off', 'reminder', tomorrow, ({ visitType }) => ['appointment_types', visitType, 'is_messaged = false']],
    ['no_channel', 'reminder', tomorrow, ({ client }) => ['clients', client, 'email = null']],
    ['no_channel', 'reminder', tomorrow, ({ client }) => ['clients', client, "contact_by = 'sms', phone = '1234567'"]],
    ['opted_out', 'reminder', tomorrow, ({ client }) => ['clients', client, "contact_by = 'none', email = null"]],
    ['pet_is_dead', 'reminder', tomorrow, ({ pet }) => ['pets', pet, "deceased_on = '2026-03-01'"]],
    ['inactive', 'reminder', tomorrow, ({ pet }) => ['pets', pet, 'is_active = false']],
    ['inactive', 'reminder', tomorrow, ({ client }) => ['clients', client, 'is_active = false']],
    ['begun', 'reminder', { start: '2026-03-02T07:00:00.000Z' }, () => null],
    ['begun', 'cancellation', { ...tomorrow, status: 'no_show' }, () => null],
    ['cancelled', 'reminder', { ...tomorrow, status: 'cancelled' }, () => null],
    ['cancelled', 'cancellation', tomorrow, () => null],
  ];
  test.each(because)('are not sent by hand: %s (%s)', async (reason, kind, appointment, change) => {
    const desk = await practiceWith(appointment);
    const { put, ids, database, practice } = desk;
    await put({ isOn: true });
    const [table, id, set] = change(practice) ?? [];
    if (table !== undefined) await database.sql.unsafe(`update ${table} set ${set} where id = '${id}'`);
    const answer = await send(desk, ids[0] ?? '', kind);
    expect(answer.status).toBe(409);
    expect(messageNotSendableSchema.parse(answer.body)).toMatchObject({ message: 'not_sendable', data: { reason } });
    expect(desk.sent).toEqual([]);
  });

  test('are not sent by hand while messages are off, or about appointments elsewhere', async () => {
    const desk = await practiceWith(tomorrow);
    const [id = ''] = desk.ids;
    expect((await send(desk, id)).body).toMatchObject({ data: { reason: 'off' } });
    const { companyId, practice, put, database, near } = desk;
    await put({ isOn: true });
    const away = appointmentIn(practice, { ...tomorrow, storeId: practice.stores[1] });
    await addAppointments(database, practice, [away]);
    expectError(await send({ client: near, companyId }, away.id), 'invalid_input');
  });

  test('are shown as the client would get them, with the reason why they cannot be sent', async () => {
    const { client, companyId, practice, put, ids, database, near } = await practiceWith(tomorrow);
    const [appointmentId = ''] = ids;
    const preview = async (more: object = {}) =>
      messagePreviewSchema.parse(
        (await client.post('/v1/messages/preview', { companyId, appointmentId, kind: 'reminder', ...more })).body,
      );
    const ofEmail = await preview();
    expect(ofEmail).toMatchObject({
      channel: 'email',
      to: 'ann@example.com',
      language: 'en',
      parts: null,
      reason: 'off',
    });
    expect(ofEmail.body).toContain('Rex');
    expect(ofEmail.body).toMatch(/https:\/\/vets\.example\/a\/[\w-]{43}/);
    expect(ofEmail.subject).not.toBeNull();
    const text = {
      kind: 'reminder',
      channel: 'sms',
      language: 'nl',
      subject: null,
      body: 'Tot {date}, {pet}',
    } as const;
    await put({ isOn: true, texts: [text] });
    expect(await preview({ channel: 'sms', language: 'nl' })).toMatchObject({
      ...{ channel: 'sms', to: null, language: 'nl', subject: null, parts: 1, reason: null },
      body: expect.stringMatching(/^Tot .*3 mrt.*Rex$/),
    });
    await database.sql`update clients set email = null where company_id = ${companyId}::uuid and id = ${practice.client}::uuid`;
    const nothing = { channel: null, to: null, language: null, subject: null, body: null, parts: null };
    expect(await preview()).toEqual({ ...nothing, reason: 'no_channel' });
    const rows = await database.sql`select from message_links where company_id = ${companyId}::uuid`;
    expect(rows).toHaveLength(0);
    const readOnly = await near.post('/v1/messages/preview', {
      companyId,
      appointmentId: practice.pet,
      kind: 'reminder',
    });
    expectError(readOnly, 'invalid_input');
  });

  test('are listed newest first, by appointment, client, status and time, of stores in reach', async () => {
    const desk = await practiceWith(tomorrow, tomorrow, tomorrow);
    const { client, near, companyId, practice, put, ids, service, database } = desk;
    await put({ isOn: true });
    const created: string[] = [];
    for (const id of ids) {
      service.clock.pass(60_000);
      created.unshift(createdSchema.parse((await send(desk, id)).body));
    }
    service.clock.free = true;
    const list = async (query: Record<string, string>, by = client) =>
      messagePageSchema.parse((await by.get('/v1/messages', { companyId, ...query })).body);
    const found: string[] = [];
    for await (const { data } of pagesOf((cursor) => list({ limit: '2', ...(cursor !== '' && { cursor }) })))
      found.push(...data.map(({ id }) => id));
    expect(found).toEqual(created);
    const all = await list({});
    expect((await list({ appointmentId: ids[0] ?? '' })).data.map(({ id }) => id)).toEqual([created[2]]);
    expect((await list({ clientId: practice.client })).totalCount).toBe(3);
    expect((await list({ clientId: practice.pet })).totalCount).toBe(0);
    expect((await list({ status: 'sent' })).totalCount).toBe(0);
    const [newest, middle] = all.data.map(({ createdAt }) => createdAt);
    expect((await list({ from: middle ?? '', until: newest ?? '' })).data.map(({ id }) => id)).toEqual([created[1]]);
    await database.sql`update messages set store_id = ${practice.stores[1]}::uuid
      where company_id = ${companyId}::uuid and id = ${created[0] ?? ''}::uuid`;
    expect((await list({}, near)).data.map(({ id }) => id)).toEqual(created.slice(1));
  });

  test('are counted as if they were on, several appointments in one', async () => {
    const early = { start: '2026-03-03T10:00:00.000Z', end: '2026-03-03T10:20:00.000Z' };
    const { client, companyId, practice, near, database } = await practiceWith(tomorrow, early, {
      ...{ start: '2026-03-05T10:00:00.000Z', end: '2026-03-05T10:20:00.000Z' },
      createdAt: '2026-03-02T07:57:00.000Z',
      updatedAt: '2026-03-02T07:57:00.000Z',
    });
    const away = appointmentIn(practice, { ...early, storeId: practice.stores[1] });
    await addAppointments(database, practice, [away]);
    const due = async (until: string, by = client) =>
      messagesDueSchema.parse((await by.get('/v1/messages/due', { companyId, until })).body);
    const counts = (confirmation: number, reminder: number) => ({
      count: confirmation + reminder,
      byKind: { confirmation, reminder, cancellation: 0, due: 0 },
    });
    expect(await due('2026-03-02T08:01:00Z')).toEqual(counts(0, 0));
    expect(await due('2026-03-02T08:02:00Z')).toEqual(counts(1, 0));
    expect(await due('2026-03-02T09:00:00Z')).toEqual(counts(1, 1));
    expect(await due('2026-03-03T00:00:00Z')).toEqual(counts(1, 2));
    expect(await due('2026-03-03T00:00:00Z', near)).toEqual(counts(1, 1));
    expect(await due('9999-12-31T00:00:00Z')).toEqual(counts(1, 3));
  });
});
