import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createdSchema } from '#contract/appointment.ts';
import { messagePageSchema, messagesDueSchema } from '#contract/messages.ts';
import { type Recall, recallPageSchema } from '#contract/recalls.ts';
import { openSharedMemoryDatabase } from '#testing/databases.ts';
import { addClient, addPet, addVisitType, bookable, keyOf } from '#testing/practice-rows.ts';
import { practiceThatSends, putMessageSettings } from '#testing/sending.ts';
import type { EmailMessage, SendOutcome } from './transport.ts';

const MINUTE = 60_000;

/** A practice on a Monday at 9:00 on its stores' clocks, with two pets of one client and two visit types. */
async function deskThatReminds() {
  const desk = await practiceThatSends(await openSharedMemoryDatabase());
  const { client, companyId, practice, recorded, clock, newSender, database } = desk;
  const sender = newSender();
  const [mia, dental] = [randomUUID(), randomUUID()];
  await addPet(database, { companyId, id: mia, clientId: practice.client, name: 'Mia', owner: 'Ann Smith' });
  await addVisitType(database, { companyId, id: dental, name: 'Dental check' });
  /** Makes a pet due again, on 10 March unless given otherwise. */
  const make = async (fields: Partial<Pick<Recall, 'petId' | 'visitTypeId' | 'dueOn'>> = {}) => {
    const body = { companyId, petId: practice.pet, visitTypeId: practice.visitType, dueOn: '2026-03-10', ...fields };
    return createdSchema.parse((await client.post('/v1/recalls', body)).body);
  };
  const recall = async (id: string) =>
    recallPageSchema.parse((await client.get('/v1/recalls', { companyId })).body).data.find((one) => one.id === id);
  const change = async (id: string, fields: object) => {
    const body = { companyId, expectedUpdatedAt: (await recall(id))?.updatedAt, ...fields };
    expect((await client.patch(`/v1/recalls/${id}`, body)).status).toBe(200);
  };
  const book = async (fields: object = {}) => {
    const body = { ...bookable(practice), start: '2026-03-12T09:00Z', end: '2026-03-12T09:20Z', status: 'confirmed' };
    return createdSchema.parse((await client.post('/v1/appointments', { ...body, ...fields })).body);
  };
  const list = async (by = client) =>
    messagePageSchema
      .parse((await by.get('/v1/messages', { companyId })).body)
      .data.filter(({ kind }) => kind === 'due');
  const pass = async (minutes: number) => {
    clock.pass(Math.round(minutes * MINUTE));
    await sender.run();
  };
  /** Lets the time pass until an instant, and then the sender run. */
  const passUntil = (instant: string) => pass((Date.parse(instant) - clock.now()) / MINUTE);
  const outcome = (next: SendOutcome) => {
    recorded.outcome = async () => next;
  };
  /** The messages that pets are due again, as they left. */
  const sent = () => recorded.sent.map(({ message }) => message).filter(({ text }) => /due|again/i.test(text));
  const set = (table: string, id: string, assignment: string) =>
    database.sql.unsafe(`update ${table} set ${assignment} where company_id = '${companyId}' and id = '${id}'`);
  const due = async (until: string) =>
    messagesDueSchema.parse((await client.get('/v1/messages/due', { companyId, until })).body).byKind.due;
  return {
    ...desk,
    ...{ sender, mia, dental, make, recall, change, book, list, pass, passUntil, outcome, sent, set, due },
  };
}

test('a client is told once, from 14 days before the due date on, in the hours of the day', async () => {
  const { make, passUntil, list, sent, practice, recall } = await deskThatReminds();
  const id = await make({ dueOn: '2026-03-20' });
  await passUntil('2026-03-06T06:59:59Z');
  expect(sent()).toEqual([]);
  await passUntil('2026-03-06T07:00:00Z');
  expect(await list()).toMatchObject([
    {
      ...{ kind: 'due', channel: 'email', clientId: practice.client, appointmentIds: [], to: 'ann@example.com' },
      ...{ status: 'sent', forStart: '2026-03-19T23:00:00.000Z' },
    },
  ]);
  expect(sent()[0]).toMatchObject({ subject: 'Rex is due again', calendar: null });
  expect(sent()[0]?.text).toMatch(/Rex\nCheck-up\nDue on Friday 20 March\n/);
  expect((await recall(id))?.attempts).toMatchObject([{ employeeId: null, how: 'email' }]);
  for (const day of ['07', '08', '20', '21', '30']) await passUntil(`2026-03-${day}T12:00:00Z`);
  expect(sent()).toHaveLength(1);
});

test('the pets of one client share a message, which says what each is due for and when', async () => {
  const { make, pass, list, sent, mia, dental, practice, set } = await deskThatReminds();
  await set('stores', practice.stores[1], "name = 'South', phone = '+31 20 7654321'");
  await make({ petId: mia, visitTypeId: dental, dueOn: '2026-03-05' });
  await make();
  await pass(1);
  expect(sent()).toHaveLength(1);
  expect(await list()).toMatchObject([{ forStart: '2026-03-04T23:00:00.000Z' }]);
  expect(sent()[0]?.text).toContain(
    'Mia and Rex\nDental check (Mia) and Check-up (Rex)\nDue on Thursday 5 March (Mia) and Tuesday 10 March (Rex)\n',
  );
});

test('the store of the pet’s latest appointment speaks, else the company’s first', async () => {
  const { make, pass, list, sent, practice, book, set, mia, dental } = await deskThatReminds();
  await set(
    'stores',
    practice.stores[1],
    "name = 'South', time_zone = 'America/New_York', email = 'south@vets.example'",
  );
  await book({
    storeIds: [practice.stores[1]],
    start: '2026-02-26T19:00Z',
    end: '2026-02-26T19:20Z',
    status: 'completed',
  });
  await make({ visitTypeId: dental });
  await pass(1);
  // It is night there.
  expect(await list()).toEqual([]);
  await pass(5 * 60);
  expect(await list()).toMatchObject([{ forStart: '2026-03-10T04:00:00.000Z' }]);
  await make({ petId: mia });
  await pass(1);
  expect(await list()).toMatchObject([{ forStart: '2026-03-09T23:00:00.000Z' }, {}]);
  expect(sent().map((message) => (message as EmailMessage).replyTo)).toEqual(['south@vets.example', null]);
});

test('no one is told of what is booked, asleep, declined or done, or of a pet that died or is not looked after any more', async () => {
  const { make, change, pass, sent, book, set, practice, clock, passUntil, companyId, client } =
    await deskThatReminds();
  const id = await make();
  await change(id, { snoozedUntil: '2026-03-04' });
  await pass(60);
  await change(id, { snoozedUntil: null, status: 'declined' });
  await pass(60);
  await change(id, { status: 'due' });
  const appointmentId = await book();
  await pass(60);
  await set('appointments', appointmentId, "status = 'cancelled'");
  await set('pets', practice.pet, "deceased_on = '2026-03-01'");
  await pass(60);
  await set('pets', practice.pet, 'deceased_on = null, is_active = false');
  await pass(60);
  await set('pets', practice.pet, 'is_active = true');
  await set('clients', practice.client, 'is_active = false');
  await pass(60);
  await set('clients', practice.client, 'is_active = true');
  await set('appointment_types', practice.visitType, 'is_messaged = false');
  await pass(60);
  await set('appointment_types', practice.visitType, 'is_messaged = true');
  await putMessageSettings(client, companyId, { due: { isOn: false, daysBefore: 14 } });
  await pass(60);
  await putMessageSettings(client, companyId, { due: { isOn: true, daysBefore: 2 } });
  await pass(60);
  await putMessageSettings(client, companyId, { due: { isOn: true, daysBefore: 14 }, isOn: false });
  await pass(60);
  expect(sent()).toEqual([]);
  expect(clock.now()).toBeLessThan(Date.parse('2026-03-02T19:00Z'));
  await putMessageSettings(client, companyId, { isOn: true });
  await change(id, { snoozedUntil: '2026-03-04' });
  await passUntil('2026-03-03T18:00Z');
  expect(sent()).toEqual([]);
  await passUntil('2026-03-04T07:00Z');
  expect(sent()).toHaveLength(1);
});

test('the last day is 60 days after the due date, and a new due date is told anew', async () => {
  const { make, change, pass, passUntil, sent, dental, list } = await deskThatReminds();
  await make({ dueOn: '2025-12-31', visitTypeId: dental });
  const id = await make({ dueOn: '2026-01-01' });
  await pass(1);
  expect(sent()[0]?.text).toContain('Check-up\nDue on Thursday 1 January\n');
  await change(id, { dueOn: '2026-04-01' });
  await passUntil('2026-03-18T07:00Z');
  expect(sent()[1]?.text).toContain('Due on Wednesday 1 April');
  // Back again, as it was told already.
  await change(id, { dueOn: '2026-03-31' });
  await change(id, { dueOn: '2026-04-01' });
  await pass(60);
  expect(await list()).toHaveLength(2);
});

test('a client who wants no recalls gets none, and one who wants them by SMS gets them so', async () => {
  const { make, pass, sent, set, practice, list } = await deskThatReminds();
  await make();
  await set('clients', practice.client, "recalls_by = 'none'");
  await pass(1);
  await set('clients', practice.client, "recalls_by = null, contact_by = 'none'");
  await pass(1);
  await set('clients', practice.client, "recalls_by = 'sms'");
  await pass(1);
  expect(await list()).toEqual([]);
  await set('clients', practice.client, "phone = '+31 6 12345678'");
  await pass(1);
  expect(await list()).toMatchObject([{ channel: 'sms', to: '+31 6 12345678', status: 'sent' }]);
  expect(sent()[0]?.text).toMatch(
    /^Due again: Rex, Tue 10 Mar, Store 1\nCheck-up\nBook or opt out: https:\/\/vets.example\/a\//,
  );
});

test('what was not handed over is tried again for those that are still due, with how it stands by then', async () => {
  const { make, pass, change, outcome, list, sent, mia, recall, practice, set } = await deskThatReminds();
  const [rex, other] = [await make(), await make({ petId: mia, dueOn: '2026-03-11' })];
  outcome({ status: 'not_handed_over' });
  await pass(1);
  expect(await list()).toMatchObject([{ status: 'failed', reason: 'no_connection' }]);
  // Nothing has left.
  expect((await recall(rex))?.attempts).toEqual([]);
  await change(rex, { status: 'declined' });
  await set('clients', practice.client, "recalls_by = 'email', email = 'new@example.com'");
  outcome({ status: 'sent' });
  await pass(1);
  expect(sent()[1]?.text).not.toContain('Rex');
  expect(await list()).toMatchObject([{ status: 'sent', to: 'new@example.com', forStart: '2026-03-10T23:00:00.000Z' }]);
  expect((await recall(other))?.attempts).toHaveLength(1);
  expect((await recall(rex))?.attempts).toEqual([]);
  await pass(60);
  expect(sent()).toHaveLength(2);
  await change(rex, { status: 'due' });
  await pass(1);
  expect((await recall(rex))?.attempts).toHaveLength(1);
});

test('what is booked before the next attempt is not tried again, and told once it is no longer booked', async () => {
  const { make, pass, book, outcome, list, sent, set } = await deskThatReminds();
  await make();
  outcome({ status: 'not_handed_over' });
  await pass(1);
  const appointmentId = await book();
  outcome({ status: 'sent' });
  await pass(1);
  expect(sent()).toHaveLength(1);
  expect(await list()).toMatchObject([{ status: 'failed' }]);
  await set('appointments', appointmentId, "status = 'no_show'");
  await pass(1);
  expect(await list()).toMatchObject([{ status: 'sent' }, { status: 'failed' }]);
});

test('a message that is unknown is an attempt, and is never tried again', async () => {
  const { make, pass, outcome, list, sent, recall } = await deskThatReminds();
  const id = await make();
  outcome({ status: 'unknown' });
  await pass(1);
  outcome({ status: 'sent' });
  await pass(60);
  expect([sent().length, await list()]).toMatchObject([1, [{ status: 'unknown' }]]);
  expect((await recall(id))?.attempts).toHaveLength(1);
});

test('an e-mail can be ended with one press in the mail program, at the address of its own link', async () => {
  const { make, pass, sent, recorded, book } = await deskThatReminds();
  await make();
  await pass(1);
  const [message] = sent() as EmailMessage[];
  expect(message?.unsubscribeUrl).toMatch(/^https:\/\/vets\.example\/a\/[\w-]{20,}$/);
  expect(message?.text).toContain(message?.unsubscribeUrl ?? '-');
  await book({ start: '2026-03-20T09:00Z', end: '2026-03-20T09:20Z' });
  await pass(6);
  expect(recorded.sent).toHaveLength(2);
  expect(recorded.sent[1]?.message).toMatchObject({ unsubscribeUrl: null });
});

test('messages without appointments are listed in every reach, and counted as if they were on', async () => {
  const { make, pass, list, due, client, companyId, practice, service, database, mia, set, dental } =
    await deskThatReminds();
  const near = service.client(await keyOf(database, practice.near));
  await set('stores', practice.stores[0], 'position = 9');
  await putMessageSettings(client, companyId, { isOn: false });
  await make();
  await make({ petId: mia });
  await make({ petId: mia, visitTypeId: dental, dueOn: '2026-03-18' });
  expect(await due('2026-03-02T08:00Z')).toBe(1);
  expect(await due('2026-03-04T07:00Z')).toBe(2);
  expect(await due('9999-12-31T00:00Z')).toBe(2);
  await putMessageSettings(client, companyId, { isOn: true });
  await pass(1);
  expect(await due('2026-03-02T20:00Z')).toBe(0);
  expect(await list(near)).toHaveLength(1);
  expect(await list(near)).toEqual(await list());
});

test('many who are due hold up no confirmation: a run tells 40 clients', async () => {
  const { pass, list, database, companyId, book, practice, recorded } = await deskThatReminds();
  for (let nth = 0; nth < 45; nth += 1) {
    const [clientId, petId] = [randomUUID(), randomUUID()];
    await addClient(database, { companyId, id: clientId, firstName: 'Bob', lastName: `Stone ${nth}` });
    await addPet(database, { companyId, id: petId, clientId, name: 'Ziggy', owner: 'Bob Stone' });
    await database.sql`insert into recalls
      (company_id, id, pet_id, visit_type_id, due_on, status, created_at, updated_at)
      values (${companyId}::uuid, gen_random_uuid(), ${petId}::uuid, ${practice.visitType}::uuid, '2026-03-10', 'due',
        '2026-03-02T08:00Z', '2026-03-02T08:00Z')`;
  }
  await book({ start: '2026-03-20T09:00Z', end: '2026-03-20T09:20Z' });
  await pass(5);
  expect(recorded.sent[0]?.message.text).toContain('We have booked');
  expect(recorded.sent).toHaveLength(41);
  await pass(1);
  expect(new Set((await list()).map(({ clientId }) => clientId)).size).toBe(45);
  expect(recorded.sent).toHaveLength(46);
});

test('an import is written to no one, for a due date whose time had come', async () => {
  const { make, set, pass, passUntil, sent, change, clock } = await deskThatReminds();
  const id = await make();
  await set('recalls', id, 'is_imported = true');
  await pass(60);
  expect(sent()).toEqual([]);
  await change(id, { dueOn: '2026-03-20' });
  await passUntil('2026-03-06T07:00Z');
  expect(sent()).toHaveLength(1);
  expect(clock.now()).toBe(Date.parse('2026-03-06T07:00Z'));
});
