import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { bookedRequestSchema } from '#contract/online-booking.ts';
import { connectPostgres } from '#service/db/database.ts';
import { createPostgresDatabase } from '#testing/databases.ts';
import {
  addAppointments,
  addClient,
  addOnlineRequests,
  addPet,
  appointmentIn,
  onlineRequestIn,
} from '#testing/practice-rows.ts';
import { practiceThatSends, putMessageSettings } from '#testing/sending.ts';
import { createSender } from './sender.ts';

const MINUTE = 60_000;
const CLIENTS = 60;

/** A practice in which each of many clients has an appointment that was booked six minutes ago. */
async function practiceWithManyDue() {
  const url = await createPostgresDatabase();
  const [one, other] = [await connectPostgres({ url, max: 4 }), await connectPostgres({ url, max: 4 })];
  const desk = await practiceThatSends(one);
  const { practice, companyId, clock } = desk;
  const booked = new Date(clock.now() - 6 * MINUTE).toISOString();
  const times = { start: '2026-03-05T09:00:00.000Z', end: '2026-03-05T09:20:00.000Z' };
  const rows = [];
  for (let nth = 0; nth < CLIENTS; nth += 1) {
    const [clientId, petId] = [randomUUID(), randomUUID()];
    await addClient(one, { companyId, id: clientId, firstName: 'Ann', lastName: `${nth}` });
    await addPet(one, { companyId, id: petId, clientId, name: 'Rex', owner: '' });
    rows.push(appointmentIn(practice, { ...times, clientId, petId, createdAt: booked, updatedAt: booked }));
  }
  await addAppointments(one, practice, rows);
  const close = () => Promise.all([one.close(), other.close()]);
  return { ...desk, one, other, rows, close };
}

test('several services share the work, and each message leaves once', async () => {
  const { one, other, recorded, clock, close, companyId } = await practiceWithManyDue();
  const { channels, sent } = recorded;
  // Slow enough for the others to meet what is being sent.
  recorded.outcome = async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return { status: 'sent' };
  };
  const senderOf = (database: typeof one) =>
    createSender({ database, channels, publicUrl: null, logger: pino({ enabled: false }), clock: clock.now });
  const senders = [one, one, other, other].map(senderOf);
  await Promise.all(senders.map((sender) => sender.run()));
  await Promise.all(senders.map((sender) => sender.run()));
  expect(sent).toHaveLength(CLIENTS);
  expect(new Set(sent.map(({ message }) => message.id)).size).toBe(CLIENTS);
  const rows = await one.sql`select count(*)::int, count(distinct appointment_ids[1])::int as appointments, status
    from messages where company_id = ${companyId}::uuid group by status`;
  expect(rows).toEqual([{ count: CLIENTS, appointments: CLIENTS, status: 'sent' }]);
  await close();
});

test('what a desk is changing waits for the next time, and a cancellation that is under way wins', async () => {
  const { one, other, rows, recorded, newSender, clock, close, companyId } = await practiceWithManyDue();
  const { sent } = recorded;
  const [first] = rows;
  const change = await other.sql.reserve();
  await change`begin`;
  await change`update appointments set status = 'cancelled', updated_at = ${new Date(clock.now()).toISOString()}
    where company_id = ${companyId}::uuid and id = ${first?.id ?? ''}::uuid`;
  await newSender().run();
  expect(sent).toHaveLength(CLIENTS - 1);
  await change`commit`;
  change.release();
  await newSender().run();
  expect(sent).toHaveLength(CLIENTS - 1);
  expect(await one.sql`select from messages where ${first?.id ?? ''}::uuid = any(appointment_ids)`).toHaveLength(0);
  await close();
});

test('50,000 appointments that came with an import send nothing', async () => {
  const { one, recorded, newSender, companyId, practice, clock, rows, close } = await practiceWithManyDue();
  await one.sql`delete from appointments where company_id = ${companyId}::uuid`;
  const start = new Date(clock.now() + 24 * 60 * MINUTE).toISOString();
  const booked = new Date(clock.now() - 6 * MINUTE).toISOString();
  await one.sql`
    insert into appointments (company_id, id, store_id, pet_id, client_id, title, start_at, end_at, status, created_from,
      visit_type_id, created_at, updated_at, title_words)
    select ${companyId}::uuid, gen_random_uuid(), ${practice.stores[0]}::uuid, ${practice.pet}::uuid, ${practice.client}::uuid,
      'Rex', ${start}::timestamptz, ${start}::timestamptz + interval '20 minutes', 'confirmed', 'migration',
      ${practice.visitType}::uuid, ${booked}::timestamptz, ${booked}::timestamptz, ''
    from generate_series(1, 50000)`;
  await newSender().run();
  expect(recorded.sent).toEqual([]);
  // But an appointment that was booked beside them does.
  await addAppointments(one, practice, rows.slice(0, 1));
  await newSender().run();
  expect(recorded.sent).toHaveLength(1);
  await close();
});

test('several services answer each request once, and one whose appointment is being cancelled not at all', async () => {
  const { one, other, practice, recorded, clock, close, client, companyId } = await practiceWithManyDue();
  await putMessageSettings(client, companyId, { isOn: false });
  const { channels, sent } = recorded;
  const times = { start: '2026-03-06T09:00:00.000Z', end: '2026-03-06T09:20:00.000Z' };
  const requests = Array.from({ length: 20 }, () => onlineRequestIn(practice, times));
  await addOnlineRequests(one, requests);
  const onFile = { client: { id: practice.client }, pet: { id: practice.pet } };
  const ids: string[] = [];
  for (const [nth, { id, updatedAt }] of requests.entries()) {
    const answer = { companyId, expectedUpdatedAt: updatedAt };
    const path = `/v1/online-requests/${id}`;
    if (nth % 2 === 0) expect((await client.post(`${path}/decline`, answer)).status).toBe(200);
    else
      ids.push(
        bookedRequestSchema.parse((await client.post(`${path}/book`, { ...answer, ...onFile })).body).appointmentId,
      );
  }
  const change = await other.sql.reserve();
  await change`begin`;
  await change`update appointments set status = 'cancelled', updated_at = ${new Date(clock.now()).toISOString()}
    where company_id = ${companyId}::uuid and id = ${ids[0] ?? ''}::uuid`;
  const senderOf = (database: typeof one) =>
    createSender({ database, channels, publicUrl: null, logger: pino({ enabled: false }), clock: clock.now });
  await Promise.all([one, one, other, other].map((database) => senderOf(database).run()));
  await change`commit`;
  change.release();
  await senderOf(one).run();
  expect(sent).toHaveLength(19);
  const rows = await one.sql`select kind, count(*)::int from messages where company_id = ${companyId}::uuid
    and status = 'sent' group by kind order by kind`;
  expect(rows).toEqual([
    { kind: 'request_booked', count: 9 },
    { kind: 'request_declined', count: 10 },
  ]);
  await close();
});
