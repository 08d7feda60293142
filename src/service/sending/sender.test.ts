import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { createdSchema } from '#contract/appointment.ts';
import { messagePageSchema } from '#contract/messages.ts';
import { openSharedMemoryDatabase } from '#testing/databases.ts';
import { clientLine, petLine, sendLines, visitLine } from '#testing/import-lines.ts';
import { addPet, bookable } from '#testing/practice-rows.ts';
import { practiceThatSends, putMessageSettings } from '#testing/sending.ts';
import { createSender } from './sender.ts';
import type { SendOutcome } from './transport.ts';

const MINUTE = 60_000;

/** A practice at 9:00 on its stores' clocks, an hour later than UTC. */
async function deskThatSends() {
  const desk = await practiceThatSends(await openSharedMemoryDatabase());
  const { client, companyId, practice, recorded, clock, newSender, database } = desk;
  const sender = newSender();
  const book = async (fields: object = {}) => {
    const body = { ...bookable(practice), start: '2026-03-05T09:00Z', end: '2026-03-05T09:20Z', status: 'confirmed' };
    return createdSchema.parse((await client.post('/v1/appointments', { ...body, ...fields })).body);
  };
  const change = async (id: string, fields: object) => {
    const { body } = await client.get(`/v1/appointments/${id}`, { companyId });
    const { updatedAt } = body as { updatedAt: string };
    const answer = await client.patch(`/v1/appointments/${id}`, { companyId, expectedUpdatedAt: updatedAt, ...fields });
    expect(answer.status).toBe(200);
  };
  const list = async (query: Record<string, string> = {}) =>
    messagePageSchema.parse((await client.get('/v1/messages', { companyId, ...query })).body).data;
  /** Lets minutes pass, and then the sender run. */
  const pass = async (minutes: number) => {
    clock.pass(Math.round(minutes * MINUTE));
    await sender.run();
  };
  /** The kinds of the messages with how they ended, oldest first. */
  const ended = async () =>
    (await list()).map(({ kind, status, reason }) => [kind, status, reason ?? ''].join(' ').trim()).reverse();
  const byHand = async (appointmentId: string, kind: string) =>
    createdSchema.parse((await client.post('/v1/messages', { companyId, appointmentId, kind })).body);
  const outcome = (next: SendOutcome) => {
    recorded.outcome = async () => next;
  };
  const texts = () => recorded.sent.map(({ message }) => message.text);
  const set = (table: string, id: string, assignment: string) =>
    database.sql.unsafe(`update ${table} set ${assignment} where company_id = '${companyId}' and id = '${id}'`);
  return { ...desk, sender, book, change, list, pass, ended, byHand, outcome, texts, set, sent: recorded.sent };
}

test('a booking is confirmed five minutes later, once', async () => {
  const { book, pass, list, sent, clock } = await deskThatSends();
  const id = await book();
  await pass(4.9);
  expect(sent).toEqual([]);
  await pass(0.1);
  expect(sent).toMatchObject([{ channel: 'email', at: clock.now(), message: { to: 'ann@example.com' } }]);
  const [message] = await list();
  expect(message).toMatchObject({
    id: sent[0]?.message.id,
    kind: 'confirmation',
    status: 'sent',
    appointmentIds: [id],
  });
  await pass(1);
  await pass(60);
  expect(sent).toHaveLength(1);
});

test('a move is confirmed anew, for the new start; a smaller one is not', async () => {
  const { book, change, pass, ended, list } = await deskThatSends();
  const id = await book();
  await pass(5);
  await change(id, { start: '2026-03-05T09:05Z' });
  await pass(6);
  expect(await ended()).toEqual(['confirmation sent']);
  await change(id, { start: '2026-03-05T11:00Z', end: '2026-03-05T11:20Z' });
  await pass(4.9);
  expect(await ended()).toHaveLength(1);
  await pass(0.1);
  expect(await ended()).toEqual(['confirmation sent', 'confirmation sent']);
  expect((await list())[0]?.forStart).toBe('2026-03-05T11:00:00.000Z');
});

test('a confirmation says that the time is new once the client was written to about another one', async () => {
  const { book, change, pass, client, companyId, byHand, ended, texts } = await deskThatSends();
  const id = await book();
  const preview = async () =>
    (await client.post('/v1/messages/preview', { companyId, appointmentId: id, kind: 'confirmation' })).body;
  await pass(5);
  expect(await preview()).toMatchObject({ subject: expect.stringMatching(/^Booked: Rex/) });
  await change(id, { start: '2026-03-05T11:00Z', end: '2026-03-05T11:20Z' });
  expect(await preview()).toMatchObject({ subject: expect.stringMatching(/^New time: Rex/) });
  await pass(5);
  await byHand(id, 'confirmation');
  await vi.waitFor(async () => expect(await ended()).toHaveLength(3));
  const openings = texts().map((text) => /We have booked for you|Your appointment has a new time/.exec(text)?.[0]);
  const moved = 'Your appointment has a new time';
  expect(openings).toEqual(['We have booked for you', moved, moved]);
});

test('a move back is confirmed anew if the client was written to about the time between, and not otherwise', async () => {
  const { book, change, pass, ended, texts, outcome, list } = await deskThatSends();
  const [ten, one] = [
    { start: '2026-03-05T09:00Z', end: '2026-03-05T09:20Z' },
    { start: '2026-03-05T12:00Z', end: '2026-03-05T12:20Z' },
  ];
  const id = await book(ten);
  await pass(5);
  await change(id, one);
  await pass(3);
  await change(id, ten);
  await pass(10);
  expect(await ended()).toEqual(['confirmation sent']);
  await change(id, one);
  await pass(5);
  await change(id, ten);
  await pass(4.9);
  expect(await ended()).toHaveLength(2);
  await pass(0.1);
  await pass(60);
  expect((await list()).map(({ forStart }) => forStart.slice(11, 16))).toEqual(['09:00', '12:00', '09:00']);
  expect(texts()[2]).toMatch(/new time:[\s\S]*at 10:00/);
  // A message that failed named nothing.
  outcome({ status: 'refused', reason: 'refused' });
  await change(id, one);
  await pass(5);
  await change(id, ten);
  await pass(10);
  expect((await ended()).slice(3)).toEqual(['confirmation failed refused']);
});

test('what waits for its next attempt is given up once a later message named another time', async () => {
  const { book, change, pass, ended, byHand, outcome, sent } = await deskThatSends();
  outcome({ status: 'not_handed_over' });
  const id = await book();
  await pass(5);
  outcome({ status: 'sent' });
  await change(id, { start: '2026-03-05T12:00Z', end: '2026-03-05T12:20Z' });
  await byHand(id, 'confirmation');
  await vi.waitFor(async () => expect(await ended()).toContain('confirmation sent'));
  await change(id, { start: '2026-03-05T09:00Z', end: '2026-03-05T09:20Z' });
  await pass(1);
  expect(sent).toHaveLength(2);
  await pass(4);
  await pass(1);
  expect(sent).toHaveLength(3);
  expect((await ended()).sort()).toEqual([
    'confirmation failed no_connection',
    'confirmation sent',
    'confirmation sent',
  ]);
});

test('a message by hand that names the new time when it is tried again is not followed by another', async () => {
  const { book, change, pass, ended, byHand, outcome, sent } = await deskThatSends();
  const id = await book();
  outcome({ status: 'not_handed_over' });
  await byHand(id, 'confirmation');
  await vi.waitFor(async () => expect(await ended()).toEqual(['confirmation failed no_connection']));
  outcome({ status: 'sent' });
  await change(id, { start: '2026-03-05T12:00Z', end: '2026-03-05T12:20Z' });
  await pass(1);
  await pass(10);
  expect(await ended()).toEqual(['confirmation sent']);
  expect(sent.at(-1)?.message.text).toMatch(/booked for you:[\s\S]*at 13:00/);
});

test('a reminder leaves a day before, and none if that is before the booking', async () => {
  const { book, pass, clock, ended } = await deskThatSends();
  await book();
  await book({ start: '2026-03-03T07:00Z', end: '2026-03-03T07:20Z' });
  await pass(5);
  expect(await ended()).toEqual(['confirmation sent', 'confirmation sent']);
  await pass((Date.parse('2026-03-04T09:00Z') - clock.now()) / MINUTE - 0.1);
  expect(await ended()).toHaveLength(2);
  await pass(0.1);
  expect((await ended()).slice(2)).toEqual(['reminder sent']);
});

test('a cancellation is told five minutes later, but not a slip, nor one by the client, nor one that was taken back', async () => {
  const { book, change, pass, ended, texts } = await deskThatSends();
  const slip = await book({ start: '2026-03-10T09:00Z', end: '2026-03-10T09:20Z' });
  await pass(4);
  await change(slip, { status: 'cancelled' });
  const [told, byClient, back] = [
    await book({ start: '2026-03-11T09:00Z', end: '2026-03-11T09:20Z' }),
    await book({ start: '2026-03-12T09:00Z', end: '2026-03-12T09:20Z' }),
    await book({ start: '2026-03-13T09:00Z', end: '2026-03-13T09:20Z' }),
  ];
  await pass(6);
  expect(await ended()).toEqual(['confirmation sent', 'confirmation sent', 'confirmation sent']);
  await change(told, { status: 'cancelled', reason: 'Practice' });
  await change(byClient, { status: 'cancelled', reason: 'Client: is on holiday' });
  await change(back, { status: 'cancelled' });
  await pass(4.9);
  await change(back, { status: 'confirmed' });
  await pass(0.1);
  await pass(60);
  expect((await ended()).slice(3)).toEqual(['cancellation sent']);
  expect(texts().at(-1)).toContain('11 March');
});

test('pets of one client on one day share a message, which the first that is due takes along', async () => {
  const { book, pass, list, practice, database, companyId, texts } = await deskThatSends();
  const mia = { companyId, id: practice.vet, clientId: practice.client, name: 'Mia', owner: 'Ann Smith' };
  await addPet(database, mia);
  const rex = await book();
  await pass(3);
  const other = await book({ petId: mia.id, start: '2026-03-05T15:00Z', end: '2026-03-05T15:20Z' });
  await pass(2);
  expect((await list()).map(({ appointmentIds }) => appointmentIds)).toEqual([[rex, other]]);
  expect(texts()[0]).toMatch(/Rex and Mia/);
  await pass(10);
  expect(await list()).toHaveLength(1);
});

test('a moved appointment does not share the confirmation of a new one', async () => {
  const { book, change, pass, texts, practice, database, companyId } = await deskThatSends();
  const mia = { companyId, id: practice.vet, clientId: practice.client, name: 'Mia', owner: 'Ann Smith' };
  await addPet(database, mia);
  const moved = await book();
  await pass(5);
  await change(moved, { start: '2026-03-05T15:00Z', end: '2026-03-05T15:20Z' });
  await book({ petId: mia.id, start: '2026-03-05T11:00Z', end: '2026-03-05T11:20Z' });
  await pass(5);
  const openings = texts().map((text) => /We have booked for you|Your appointment has a new time/.exec(text)?.[0]);
  expect(openings.toSorted()).toEqual([
    'We have booked for you',
    'We have booked for you',
    'Your appointment has a new time',
  ]);
});

test('what is due in the night leaves in the morning', async () => {
  const { book, pass, clock, sent } = await deskThatSends();
  clock.pass(11 * 60 * MINUTE);
  await book();
  await pass(6);
  expect(sent).toEqual([]);
  await pass((Date.parse('2026-03-03T07:00Z') - clock.now()) / MINUTE - 0.1);
  expect(sent).toEqual([]);
  await pass(0.1);
  expect(sent).toHaveLength(1);
});

test('what comes too late, after a downtime, is not sent', async () => {
  const { book, pass, sent } = await deskThatSends();
  await book();
  await pass(5 + 6 * 60 + 1);
  expect(sent).toEqual([]);
});

test.each([
  [
    'after messages are switched off',
    ({ client, companyId }) => putMessageSettings(client, companyId, { isOn: false }),
  ],
  [
    'of a kind that is off',
    ({ client, companyId }) => putMessageSettings(client, companyId, { confirmation: { isOn: false } }),
  ],
  ['for the dead', ({ set, practice }) => set('pets', practice.pet, "deceased_on = '2026-03-01'")],
  ['for a pet that left', ({ set, practice }) => set('pets', practice.pet, 'is_active = false')],
  ['to a client who left', ({ set, practice }) => set('clients', practice.client, 'is_active = false')],
  ['to a client who does not want any', ({ set, practice }) => set('clients', practice.client, "contact_by = 'none'")],
  [
    'of a type without messages',
    ({ set, practice }) => set('appointment_types', practice.visitType, 'is_messaged = false'),
  ],
  ['about imported appointments', ({ set, id }) => set('appointments', id, "created_from = 'migration'")],
  [
    'about restored appointments',
    ({ database, companyId, id }) =>
      database.sql`insert into imported_records (company_id, id, source, kind, key, record_id, imported)
      values (${companyId}::uuid, ${id}::uuid, 'an export', 'appointment', '1', ${id}::uuid, '{}'::jsonb)`,
  ],
  ['about appointments that are over', ({ set, id }) => set('appointments', id, "status = 'completed'")],
  [
    'in a restored copy',
    ({ database, companyId }) =>
      database.sql`update message_settings set switched_on_in = '7/5' where company_id = ${companyId}::uuid`,
  ],
] satisfies [string, (desk: Awaited<ReturnType<typeof deskThatSends>> & { id: string }) => PromiseLike<unknown>][])(
  'nothing leaves %s',
  async (_, change) => {
    const desk = await deskThatSends();
    const id = await desk.book();
    await change({ ...desk, id });
    await desk.pass(5);
    expect(desk.sent).toEqual([]);
  },
);

test('an import sends nothing, whatever the file says of where its appointments were booked', async () => {
  const { client, companyId, practice, pass, sent, book } = await deskThatSends();
  const [storeId] = practice.stores;
  const times = { start: '2026-03-05T09:00Z', end: '2026-03-05T09:30Z', status: 'confirmed' } as const;
  await sendLines(client, companyId, [
    { kind: 'appointment_type', key: 'check', name: 'Vaccination', category: 'vaccination', durationMinutes: 15 },
    clientLine('7', { email: 'anna@example.com' }),
    petLine('7'),
    visitLine('7', storeId, times),
    visitLine('8', storeId, { ...times, pet: { key: '7' }, createdFrom: 'app' }),
  ]);
  await pass(5);
  await pass(2 * 24 * 60 - 5);
  expect(sent).toEqual([]);
  // One that is booked here for such a client leaves.
  await book();
  await pass(5);
  expect(sent).toHaveLength(1);
});

test('an attempt that was not handed over is made again within a minute, five times in all', async () => {
  const { book, pass, ended, outcome, sent } = await deskThatSends();
  outcome({ status: 'not_handed_over' });
  await book();
  await pass(5);
  expect(await ended()).toEqual(['confirmation failed no_connection']);
  for (let attempt = 2; attempt <= 5; attempt += 1) {
    await pass(0.5);
    expect(sent).toHaveLength(attempt - 1);
    await pass(0.1);
    expect(sent).toHaveLength(attempt);
  }
  await pass(1);
  await pass(1);
  expect(sent).toHaveLength(5);
  expect(new Set(sent.map(({ message }) => message.id)).size).toBe(1);
  expect(await ended()).toEqual(['confirmation failed no_connection']);
});

test('before each attempt it is read again what is due', async () => {
  const { book, pass, change, ended, outcome, sent, texts, practice, database, companyId } = await deskThatSends();
  const mia = { companyId, id: practice.vet, clientId: practice.client, name: 'Mia', owner: 'Ann Smith' };
  await addPet(database, mia);
  outcome({ status: 'not_handed_over' });
  const rex = await book();
  const other = await book({ petId: mia.id, start: '2026-03-05T15:00Z', end: '2026-03-05T15:20Z' });
  await pass(5.1);
  await change(rex, { status: 'cancelled' });
  await pass(1);
  expect(texts()[1]).toMatch(/Mia/);
  expect(texts()[1]).not.toMatch(/Rex/);
  await change(other, { start: '2026-03-06T15:00Z', end: '2026-03-06T15:20Z' });
  outcome({ status: 'sent' });
  await pass(1);
  expect(sent).toHaveLength(2);
  await pass(5);
  const [first, ...rest] = await ended();
  expect([first, ...rest.sort()]).toEqual([
    'confirmation failed no_connection',
    'cancellation sent',
    'confirmation sent',
  ]);
});

test.each([
  [{ status: 'refused', reason: 'no_such_address' }, 'confirmation failed no_such_address'],
  [{ status: 'refused', reason: 'refused' }, 'confirmation failed refused'],
  [{ status: 'unknown' }, 'confirmation unknown'],
] satisfies [SendOutcome, string][])('an attempt that ended with %o is the last', async (result, text) => {
  const { book, pass, ended, outcome, sent } = await deskThatSends();
  outcome(result);
  await book();
  await pass(5);
  await pass(1);
  await pass(60);
  expect(await ended()).toEqual([text]);
  expect(sent).toHaveLength(1);
});

test('a claim without an outcome is unknown after two minutes, and never sent again', async () => {
  const { book, pass, clock, ended, recorded, sent, newSender } = await deskThatSends();
  await book();
  recorded.outcome = () => new Promise(() => {});
  clock.pass(5 * MINUTE);
  void newSender().run();
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  await pass(1.9);
  expect(await ended()).toEqual(['confirmation sending']);
  await pass(0.1);
  expect(await ended()).toEqual(['confirmation unknown']);
  await pass(1);
  expect(sent).toHaveLength(1);
});

test('a message by hand leaves at once, at night, too, and is then not due', async () => {
  const { book, pass, clock, sent, byHand, ended } = await deskThatSends();
  clock.pass(14 * 60 * MINUTE);
  const id = await byHand(await book(), 'confirmation');
  await vi.waitFor(async () => expect(await ended()).toEqual(['confirmation sent']));
  expect(sent).toMatchObject([{ at: clock.now(), message: { id } }]);
  await pass(9 * 60);
  expect(sent).toHaveLength(1);
});

test('a message by hand leaves soon if the service that took it has died, or not at all', async () => {
  const { book, pass, clock, sent, byHand, ended, state } = await deskThatSends();
  state.sendsNow = false;
  clock.pass(14 * 60 * MINUTE);
  const appointmentId = await book();
  await byHand(appointmentId, 'confirmation');
  await pass(1);
  expect(await ended()).toEqual(['confirmation sent']);
  await byHand(appointmentId, 'reminder');
  await pass(16);
  expect(await ended()).toEqual(['confirmation sent', 'reminder failed']);
  expect(sent).toHaveLength(1);
});

test('a message by hand takes the place of one that waits for its next attempt, by hand or not', async () => {
  const { book, pass, byHand, ended, outcome, sent } = await deskThatSends();
  outcome({ status: 'not_handed_over' });
  const id = await book();
  await pass(5);
  const failed = 'confirmation failed no_connection';
  await byHand(id, 'confirmation');
  await vi.waitFor(async () => expect(await ended()).toEqual([failed, failed]));
  outcome({ status: 'sent' });
  await byHand(id, 'confirmation');
  await vi.waitFor(async () => expect(await ended()).toContain('confirmation sent'));
  await pass(1);
  expect((await ended()).sort()).toEqual([failed, failed, 'confirmation sent']);
  expect(sent).toHaveLength(3);
});

test('two senders send each message once', async () => {
  const { book, clock, newSender, sent, ended } = await deskThatSends();
  for (let day = 10; day < 20; day += 1) await book({ start: `2026-03-${day}T09:00Z`, end: `2026-03-${day}T09:20Z` });
  clock.pass(5 * MINUTE);
  await Promise.all([newSender(), newSender(), newSender()].map((sender) => sender.run()));
  expect(sent).toHaveLength(10);
  expect(new Set(await ended())).toEqual(new Set(['confirmation sent']));
});

test('a sender that stops waits for what it is sending, and begins nothing more', async () => {
  const { book, pass, clock, newSender, recorded, sent, ended } = await deskThatSends();
  await book();
  let answer = (_: SendOutcome) => {};
  recorded.outcome = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  clock.pass(5 * MINUTE);
  const sender = newSender();
  sender.start();
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  let isStopped = false;
  const stopped = sender.stop().then(() => {
    isStopped = true;
  });
  await book({ start: '2026-03-06T09:00Z', end: '2026-03-06T09:20Z' });
  expect(isStopped).toBe(false);
  answer({ status: 'sent' });
  await stopped;
  expect(await ended()).toEqual(['confirmation sent']);
  recorded.outcome = async () => ({ status: 'sent' });
  await pass(5);
  expect(sent).toHaveLength(2);
});

test('the log has ids, and nothing about people', async () => {
  const { database, recorded, clock, book } = await deskThatSends();
  const lines: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line) => void lines.push(line) });
  await book();
  clock.pass(5 * MINUTE);
  recorded.outcome = async () => {
    throw new Error('a channel that does not keep its promise');
  };
  await createSender({ database, channels: recorded.channels, publicUrl: null, logger, clock: clock.now }).run();
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['a message could not be sent', 'a message to a client']);
  expect(lines.join()).not.toMatch(/Ann|Smith|Rex|example\.com|Check-up/);
});
