import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { messagePageSchema } from '#contract/messages.ts';
import { bookedRequestSchema } from '#contract/online-booking.ts';
import { claimDueMessage } from '#service/db/messages/claim-message.ts';
import { switchMessagesOff } from '#service/db/messages/message-settings.ts';
import { openSharedMemoryDatabase } from '#testing/databases.ts';
import { addEmployee, addOnlineRequests, bookable, keyOf, onlineRequestIn } from '#testing/practice-rows.ts';
import { practiceThatSends, putMessageSettings } from '#testing/sending.ts';
import { createSender } from './sender.ts';
import type { EmailMessage, SendOutcome } from './transport.ts';

const MINUTE = 60_000;

/** A practice at 9:00 on its stores' clocks, an hour later than UTC, with messages off. */
async function deskWithRequests() {
  const desk = await practiceThatSends(await openSharedMemoryDatabase());
  const { client, companyId, practice, recorded, clock, newSender, database } = desk;
  await putMessageSettings(client, companyId, { isOn: false });
  const sender = newSender();
  /** A request for the 5th that is answered now. */
  async function ask(given: Parameters<typeof onlineRequestIn>[1] = {}) {
    const times = { start: '2026-03-05T09:00:00.000Z', end: '2026-03-05T09:20:00.000Z' };
    const request = onlineRequestIn(practice, { ...times, language: 'en', ...given });
    await addOnlineRequests(database, [request]);
    const answer = { companyId, expectedUpdatedAt: request.updatedAt };
    return { path: `/v1/online-requests/${request.id}`, answer };
  }
  async function decline({ reason, ...given }: Parameters<typeof ask>[0] & { reason?: string } = {}) {
    const { path, answer } = await ask(given);
    expect((await client.post(`${path}/decline`, { ...answer, reason })).status).toBe(200);
  }
  /** Books a request for the client and the pet on file. */
  async function book(given: Parameters<typeof ask>[0] = {}) {
    const { path, answer } = await ask(given);
    const onFile = { client: { id: practice.client }, pet: { id: practice.pet } };
    const { body } = await client.post(`${path}/book`, { ...answer, ...onFile });
    return bookedRequestSchema.parse(body).appointmentId;
  }
  async function change(id: string, fields: object) {
    const { body } = await client.get(`/v1/appointments/${id}`, { companyId });
    const { updatedAt } = body as { updatedAt: string };
    const answer = await client.patch(`/v1/appointments/${id}`, { companyId, expectedUpdatedAt: updatedAt, ...fields });
    expect(answer.status).toBe(200);
  }
  const list = async (query: Record<string, string> = {}) =>
    messagePageSchema.parse((await client.get('/v1/messages', { companyId, ...query })).body).data;
  /** The kinds of the messages with how they ended, oldest first. */
  const ended = async () => (await list()).map(({ kind, status }) => `${kind} ${status}`).reverse();
  /** Lets minutes pass, and then the sender run. */
  async function pass(minutes: number) {
    clock.pass(Math.round(minutes * MINUTE));
    await sender.run();
  }
  const passUntil = (instant: string) => pass((Date.parse(instant) - clock.now()) / MINUTE);
  function outcome(next: SendOutcome) {
    recorded.outcome = async () => next;
  }
  const set = (table: string, id: string, assignment: string) =>
    database.sql.unsafe(`update ${table} set ${assignment} where company_id = '${companyId}' and id = '${id}'`);
  const emails = () => recorded.sent.map(({ message }) => message as EmailMessage);
  return {
    ...desk,
    decline,
    book,
    change,
    list,
    ended,
    pass,
    passUntil,
    outcome,
    set,
    emails,
    sent: recorded.sent,
  };
}
type Desk = Awaited<ReturnType<typeof deskWithRequests>>;
const moved = { start: '2026-03-05T14:00Z', end: '2026-03-05T14:20Z' };

test('a refusal leaves at once by e-mail, once, to the address and in the language of the request, though messages are off', async () => {
  const { decline, pass, list, sent, emails, clock, practice, set } = await deskWithRequests();
  await set('stores', practice.stores[0], "phone = '+31 20 555 0199', email = 'north@vets.example'");
  await decline({ language: 'nl', reason: 'Wij zijn dan gesloten.' });
  await pass(0);
  expect(sent).toMatchObject([{ channel: 'email', at: clock.now(), message: { to: 'anna@example.com' } }]);
  const [email] = emails();
  const { text, calendar, replyTo } = email!;
  expect(text).toMatch(/^Beste Anna Berg,/);
  for (const part of ['Bella', 'Check-up', '5 maart', '10:00', 'Wij zijn dan gesloten.', '+31 20 555 0199'])
    expect(text).toContain(part);
  expect({ calendar, replyTo }).toEqual({ calendar: null, replyTo: 'north@vets.example' });
  expect(await list()).toMatchObject([
    {
      ...{ id: sent[0]?.message.id, kind: 'request_declined', channel: 'email', clientId: null, appointmentIds: [] },
      ...{ to: 'anna@example.com', language: 'nl', status: 'sent', forStart: '2026-03-05T09:00:00.000Z' },
    },
  ]);
  await pass(1);
  await pass(60);
  expect(sent).toHaveLength(1);
});

test('a booking leaves at once with the appointment and a link, under the name that the client wrote', async () => {
  const { book, pass, list, emails, practice } = await deskWithRequests();
  const id = await book();
  await pass(0);
  const [email] = emails();
  expect(email).toMatchObject({ to: 'anna@example.com', subject: 'Booked: Rex, Thursday 5 March, 10:00' });
  expect(email?.text).toMatch(/^Hello Anna Berg,/);
  expect(email?.text).toMatch(/https:\/\/vets\.example\/a\/\S+$/);
  expect(email?.calendar).toContain(`UID:${id}`);
  const [message] = await list({ appointmentId: id });
  expect(message).toMatchObject({ kind: 'request_booked', clientId: practice.client, appointmentIds: [id] });
  expect(await list({ clientId: practice.client })).toEqual([message]);
});

test('its type has the name that the client read', async () => {
  const { book, decline, pass, emails, database, companyId, practice } = await deskWithRequests();
  const types = JSON.stringify([{ visitTypeId: practice.visitType, isOn: true, publicName: 'A look at your pet' }]);
  await database.sql`insert into online_booking (company_id, types, notice_hours, days_ahead, daily_limit, origins, updated_at)
    values (${companyId}::uuid, ${types}::text::jsonb, 4, 60, 20, '[]'::jsonb, now())`;
  await decline();
  await pass(0);
  await book();
  await pass(0);
  expect(emails().map(({ text }) => text.includes('A look at your pet'))).toEqual([true, true]);
});

test('a booking is not confirmed besides, but reminded', async () => {
  const { book, pass, passUntil, ended, client, companyId } = await deskWithRequests();
  await putMessageSettings(client, companyId, { isOn: true });
  await book();
  await pass(0);
  await pass(5);
  await pass(60);
  expect(await ended()).toEqual(['request_booked sent']);
  await passUntil('2026-03-04T09:00Z');
  expect(await ended()).toEqual(['request_booked sent', 'reminder sent']);
});

test('a real move after the answer is confirmed, a smaller one is not', async () => {
  const { book, change, pass, ended, emails, client, companyId } = await deskWithRequests();
  await putMessageSettings(client, companyId, { isOn: true });
  const id = await book();
  await pass(0);
  await change(id, { start: '2026-03-05T09:05Z', end: '2026-03-05T09:25Z' });
  await pass(6);
  expect(await ended()).toEqual(['request_booked sent']);
  await change(id, moved);
  await pass(5);
  expect(await ended()).toEqual(['request_booked sent', 'confirmation sent']);
  expect(emails()[1]).toMatchObject({ to: 'ann@example.com', subject: 'New time: Rex, Thursday 5 March, 15:00' });
});

test('a move before the answer has left is in it, and not confirmed besides', async () => {
  const { book, change, pass, passUntil, ended, emails, client, companyId } = await deskWithRequests();
  await putMessageSettings(client, companyId, { isOn: true });
  await pass(12 * 60);
  const id = await book();
  await change(id, moved);
  await pass(6);
  expect(await ended()).toEqual([]);
  await passUntil('2026-03-03T06:59:59Z');
  expect(await ended()).toEqual([]);
  await passUntil('2026-03-03T07:00Z');
  await pass(10);
  await pass(7 * 60);
  expect(await ended()).toEqual(['request_booked sent']);
  expect(emails()[0]?.subject).toBe('Booked: Rex, Thursday 5 March, 15:00');
});

test('a booking whose answer has not left is not confirmed along with another appointment of that day', async () => {
  const { book, change, pass, ended, client, companyId, practice, database, clock } = await deskWithRequests();
  await putMessageSettings(client, companyId, { isOn: true });
  const times = { start: '2026-03-05T11:00Z', end: '2026-03-05T11:20Z', status: 'confirmed' };
  const { body: other } = await client.post('/v1/appointments', { ...bookable(practice), ...times });
  const requested = await book();
  await change(requested, moved);
  clock.pass(5 * MINUTE);
  // One of several senders comes to the confirmation before another comes to the answer.
  const sending = { channels: ['email'], publicUrl: null, now: clock.now() } as const;
  const confirmation = await claimDueMessage(database.sql, { companyId, clientId: practice.client }, sending);
  expect(confirmation?.content).toMatchObject({ kind: 'confirmation', appointments: [{ id: other }] });
  await pass(0);
  expect((await ended()).sort()).toEqual(['confirmation sending', 'request_booked sent']);
});

test('a move is confirmed where the answer could not leave in its time', async () => {
  const { book, change, pass, ended, client, companyId, recorded, database, clock } = await deskWithRequests();
  await putMessageSettings(client, companyId, { isOn: true });
  const id = await book();
  await pass(0.1);
  const other = await book({ start: '2026-03-06T09:00:00.000Z', end: '2026-03-06T09:20:00.000Z' });
  // The service is down.
  clock.pass(5.9 * 60 * MINUTE);
  await change(other, { start: '2026-03-06T14:00Z', end: '2026-03-06T14:20Z' });
  clock.pass(10 * MINUTE);
  await createSender({
    ...{ database, channels: recorded.channels, publicUrl: null, logger: pino({ enabled: false }), clock: clock.now },
  }).run();
  expect(await ended()).toEqual(['request_booked sent', 'confirmation sent']);
  expect(id).not.toBe(other);
});

test('a cancellation of what the client was told of is told, however soon', async () => {
  const { book, change, pass, ended, client, companyId } = await deskWithRequests();
  await putMessageSettings(client, companyId, { isOn: true });
  const id = await book();
  await pass(0);
  await change(id, { status: 'cancelled', reason: 'Practice' });
  await pass(5.1);
  expect(await ended()).toEqual(['request_booked sent', 'cancellation sent']);
});

test('what comes too late, after a downtime, is not sent', async () => {
  const { decline, book, pass, sent } = await deskWithRequests();
  await decline();
  await book();
  await pass(6 * 60 + 0.1);
  await pass(24 * 60);
  expect(sent).toEqual([]);
});

test.each([
  ['of an appointment that was cancelled', ({ change, id }) => change(id, { status: 'cancelled' })],
  ['of an appointment that is over', ({ change, id }) => change(id, { status: 'completed' })],
  ['of an appointment that has begun', ({ set, id }) => set('appointments', id, "start_at = '2026-03-02T08:00:00Z'")],
  ['for the dead', ({ set, practice }) => set('pets', practice.pet, "deceased_on = '2026-03-01'")],
  [
    'in another database',
    ({ database, companyId }) =>
      database.sql`update online_requests set answered_in = '7/5' where company_id = ${companyId}::uuid`,
  ],
  ['in a restored backup', ({ database }) => switchMessagesOff(database.sql, Date.now())],
  [
    'in a demo practice',
    async ({ database, companyId }) => {
      const demoId = `01694901-0f00-7${companyId.slice(15)}`;
      for (const table of ['companies', 'stores', 'message_settings', 'appointments', 'pets', 'online_requests'])
        await database.sql.unsafe(`update ${table} set company_id = '${demoId}' where company_id = '${companyId}'`);
    },
  ],
] satisfies [string, (desk: Desk & { id: string }) => PromiseLike<unknown>][])(
  'no booking is told %s',
  async (_, make) => {
    const desk = await deskWithRequests();
    const id = await desk.book();
    await make({ ...desk, id });
    await desk.pass(0);
    expect(desk.sent).toEqual([]);
  },
);

test('the answer to a client who wants no messages leaves, because they asked', async () => {
  const { book, pass, sent, practice, set } = await deskWithRequests();
  await set('clients', practice.client, "contact_by = 'none'");
  await book();
  await pass(0);
  expect(sent).toHaveLength(1);
});

test('nothing is claimed while e-mail is not set up', async () => {
  const { decline, pass, ended, database, recorded, clock } = await deskWithRequests();
  await decline();
  const channels = { ...recorded.channels, email: null };
  const logger = pino({ enabled: false });
  await createSender({ database, channels, publicUrl: null, logger, clock: clock.now }).run();
  expect(await ended()).toEqual([]);
  await pass(1);
  expect(await ended()).toEqual(['request_declined sent']);
});

test('an attempt that was not handed over is made again, five times in all, with what is true then', async () => {
  const { book, decline, change, pass, ended, emails, outcome, sent, client, companyId } = await deskWithRequests();
  await putMessageSettings(client, companyId, { isOn: true });
  outcome({ status: 'not_handed_over' });
  const id = await book();
  await pass(0);
  await change(id, moved);
  outcome({ status: 'sent' });
  await pass(1);
  expect(emails().map(({ subject }) => subject)).toEqual([
    'Booked: Rex, Thursday 5 March, 10:00',
    'Booked: Rex, Thursday 5 March, 15:00',
  ]);
  expect(new Set(sent.map(({ message }) => message.id)).size).toBe(1);
  await pass(10);
  expect(await ended()).toEqual(['request_booked sent']);
  outcome({ status: 'not_handed_over' });
  await decline();
  for (let nth = 0; nth < 8; nth += 1) await pass(1);
  expect(sent).toHaveLength(2 + 5);
  expect(await ended()).toEqual(['request_booked sent', 'request_declined failed']);
});

test('a message that waits for its next attempt is not sent once its appointment is cancelled', async () => {
  const { book, change, pass, ended, outcome, sent } = await deskWithRequests();
  outcome({ status: 'not_handed_over' });
  const id = await book();
  await pass(0);
  await change(id, { status: 'cancelled' });
  outcome({ status: 'sent' });
  await pass(1);
  await pass(1);
  expect(sent).toHaveLength(1);
  expect(await ended()).toEqual(['request_booked failed']);
});

test('a claim without an outcome is unknown after two minutes, and never sent again', async () => {
  const { book, decline, pass, ended, recorded, sent, newSender } = await deskWithRequests();
  await book();
  await decline();
  recorded.outcome = () => new Promise(() => {});
  void newSender().run();
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  await pass(1.9);
  expect(new Set(await ended())).toEqual(new Set(['request_booked sending', 'request_declined sending']));
  await pass(0.1);
  await pass(1);
  expect(new Set(await ended())).toEqual(new Set(['request_booked unknown', 'request_declined unknown']));
  expect(sent).toHaveLength(2);
});

test('several senders send each answer once', async () => {
  const { decline, newSender, sent, ended } = await deskWithRequests();
  for (let nth = 0; nth < 10; nth += 1) await decline();
  await Promise.all([newSender(), newSender(), newSender()].map((sender) => sender.run()));
  await newSender().run();
  expect(sent).toHaveLength(10);
  expect(await ended()).toEqual(Array.from({ length: 10 }, () => 'request_declined sent'));
});

test('a refusal is in the list of who can see the store', async () => {
  const { decline, pass, database, companyId, practice, service, list } = await deskWithRequests();
  await decline();
  await pass(0);
  expect(await list()).toHaveLength(1);
  const elsewhere = await addEmployee(database, { companyId, storeIds: [practice.stores[1]] });
  const other = service.client(await keyOf(database, elsewhere));
  expect((await other.get('/v1/messages', { companyId })).body).toMatchObject({ data: [] });
});

test('the log has ids, and nothing about people', async () => {
  const { decline, database, recorded, clock } = await deskWithRequests();
  const lines: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line) => void lines.push(line) });
  await decline({ reason: 'Because.' });
  await createSender({ database, channels: recorded.channels, publicUrl: null, logger, clock: clock.now }).run();
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ kind: 'request_declined', status: 'sent' }]);
  expect(lines.join()).not.toMatch(/Anna|Berg|Bella|Because|example\.com/);
});
