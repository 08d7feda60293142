import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEmbeddedDatabase } from '#service/db/database.ts';
import { readMessageSettings, writeMessageSettings } from '#service/db/messages/message-settings.ts';
import { lockOpenRequest, writeAnswer } from '#service/db/online-booking/requests.ts';
import { recalls } from '#service/db/schema.ts';
import { makeEmptyDatabase } from '#testing/databases.ts';
import { type MailServer, type MailStep, startMailServer } from '#testing/mail-server.ts';
import {
  addAppointments,
  addOnlineRequests,
  addPractice,
  appointmentIn,
  onlineRequestIn,
} from '#testing/practice-rows.ts';
import { createEmailTransport } from './email.ts';
import { createSender } from './sender.ts';

const require = createRequire(import.meta.url);
const program = require.resolve('#testing/send-until-killed.js');
const MINUTE = 60_000;
/** 10:00 on the store's clock; the appointment was booked ten minutes ago. */
const now = Date.parse('2026-03-02T09:00:00Z');

/** What the message is about: an appointment, a pet that is due again, or how a request from the web site was answered. */
const abouts = ['a confirmation', 'a pet that is due', 'a booking', 'a refusal'] as const;
type About = (typeof abouts)[number];

let place: string;
let mail: MailServer;
beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'frontdesk-killed-sender-'));
  mail = await startMailServer();
  for (const about of abouts) await makePractice(about);
});
afterAll(async () => {
  await mail.stop();
  rmSync(place, { recursive: true, force: true });
});

/** Makes a data folder in which one message is due. */
async function makePractice(about: About): Promise<void> {
  const dataDir = join(place, about);
  await makeEmptyDatabase(dataDir);
  const database = await openEmbeddedDatabase({ dataDir });
  const practice = await addPractice(database);
  const booked = new Date(now - 10 * MINUTE).toISOString();
  const start = { start: '2026-03-05T09:00:00.000Z', end: '2026-03-05T09:20:00.000Z' };
  const appointment = appointmentIn(practice, { ...start, createdAt: booked, updatedAt: booked });
  const { companyId } = practice;
  if (about === 'a confirmation' || about === 'a booking') await addAppointments(database, practice, [appointment]);
  if (about === 'a pet that is due') {
    const times = { createdAt: booked, updatedAt: booked };
    await database.db.insert(recalls).values({
      ...{ companyId, id: randomUUID(), petId: practice.pet, visitTypeId: practice.visitType, dueOn: '2026-03-10' },
      ...{ status: 'due', ...times },
    });
  }
  if (about === 'a booking' || about === 'a refusal') {
    const { id, updatedAt } = onlineRequestIn(practice);
    await addOnlineRequests(database, [onlineRequestIn(practice, { ...start, id })]);
    const open = { expectedUpdatedAt: updatedAt, clock: () => now };
    const request = await lockOpenRequest(database.sql, { companyId, id, storeIds: practice.stores }, open);
    const booking = { status: 'booked', appointmentId: appointment.id } as const;
    await writeAnswer(
      database.sql,
      request,
      about === 'a booking' ? booking : { status: 'declined', reason: null },
      now,
    );
  }
  const { updatedAt: expectedUpdatedAt, ...settings } = await readMessageSettings(database.sql, companyId);
  const change = { ...settings, companyId, expectedUpdatedAt, isOn: true };
  await writeMessageSettings(database.sql, change, { channels: [], clock: Date.now });
  await database.close();
}

/** Sends what is due from another process, which is killed at a step of the mail server; null: it comes to its end. */
async function sendAndKill(dataDir: string, at: MailStep | null): Promise<void> {
  const victim = spawn(process.execPath, [program, dataDir, mail.url, String(now)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(victim, 'exit');
  mail.respond = (step) => {
    if (step === at) victim.kill('SIGKILL');
    return 'accept';
  };
  const [code, signal] = await exited;
  expect(at === null ? code : signal).toBe(at === null ? 0 : 'SIGKILL');
  mail.respond = () => 'accept';
}

/** Sends what is due after some minutes, and returns how the messages stand. */
async function sendLater(dataDir: string, minutes: number) {
  const database = await openEmbeddedDatabase({ dataDir });
  const logger = pino({ enabled: false });
  const from = { name: 'Vets', address: 'desk@vets.example' };
  const channels = { email: createEmailTransport({ url: mail.url, from, logger }), sms: null };
  const clock = () => now + minutes * MINUTE;
  await createSender({ database, channels, publicUrl: null, logger, clock }).run();
  const rows = await database.sql<{ status: string }[]>`select status from messages`;
  await database.close();
  return rows.map(({ status }) => status);
}

test.each([
  ['a confirmation', 'connect'],
  ['a confirmation', 'from'],
  ['a confirmation', 'to'],
  ['a confirmation', 'content'],
  ['a confirmation', 'message'],
  ['a pet that is due', 'connect'],
  ['a pet that is due', 'to'],
  ['a pet that is due', 'content'],
  ['a pet that is due', 'message'],
  ['a booking', 'connect'],
  ['a booking', 'content'],
  ['a booking', 'message'],
  ['a refusal', 'to'],
  ['a refusal', 'message'],
] satisfies [About, MailStep][])(
  'a sender of %s that is killed at the step "%s" leaves a message that is unknown, and nothing is sent twice',
  async (about, step) => {
    const dataDir = join(place, `${about} ${step}`);
    cpSync(join(place, about), dataDir, { recursive: true });
    const before = mail.received.length;
    await sendAndKill(dataDir, step);
    expect(await sendLater(dataDir, 1)).toEqual(['sending']);
    expect(await sendLater(dataDir, 3)).toEqual(['unknown']);
    expect(mail.received.length - before).toBe(step === 'message' ? 1 : 0);
  },
);

test.each(abouts)('a sender of %s that is not killed sends it once', async (about) => {
  const dataDir = join(place, `${about} whole`);
  cpSync(join(place, about), dataDir, { recursive: true });
  const before = mail.received.length;
  await sendAndKill(dataDir, null);
  expect(await sendLater(dataDir, 3)).toEqual(['sent']);
  expect(mail.received.length - before).toBe(1);
});
