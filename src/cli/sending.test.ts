import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { messagePageSchema } from '#contract/messages.ts';
import { openSharedMemoryDatabase } from '#testing/databases.ts';
import { startMailServer } from '#testing/mail-server.ts';
import { addAppointments, addPractice, appointmentIn, keyOf } from '#testing/practice-rows.ts';
import { putMessageSettings } from '#testing/sending.ts';
import { createTestService } from '#testing/service.ts';
import { readConfig } from './config.ts';
import { openMessageSending } from './sending.ts';
import { listen } from './serve.ts';

const DAY = 86_400_000;
const secret = `whsec_${randomBytes(24).toString('base64')}`;

/** A practice whose messages leave by a real mail server and a real webhook, as the environment says. */
async function practiceThatSends() {
  const database = await openSharedMemoryDatabase();
  const practice = await addPractice(database);
  const { companyId } = practice;
  const mail = await startMailServer({ signIn: 'practice:secret' });
  const received: unknown[] = [];
  const webhook = await listen({
    host: '127.0.0.1',
    port: 0,
    async fetch(request, { incoming: { headers } }) {
      received.push(new Webhook(secret).verify(await request.text(), headers as Record<string, string>));
      return new Response(null, { status: 202 });
    },
  });
  const lines: string[] = [];
  const sending = openMessageSending({
    config: readConfig({
      SMTP_URL: mail.url,
      MAIL_FROM: 'Berg Vets <desk@practice.example>',
      SMS_WEBHOOK_URL: `${webhook.url}/sms`,
      SMS_WEBHOOK_SECRET: secret,
      PUBLIC_URL: 'https://vets.example/',
    }),
    database,
    logger: pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(line) }),
  });
  onTestFinished(async () => {
    mail.respond = () => 'cut';
    await sending.stop();
    await Promise.all([mail.stop(), webhook.close()]);
    await database.close();
  });
  const service = createTestService(database, Date.now(), { messages: sending.messages });
  service.clock.free = false;
  const client = service.client(await keyOf(database, practice.vet));
  await putMessageSettings(client, companyId, { isOn: true });
  const setContact = (email: string | null, phone: string | null) =>
    database.sql`update clients set email = ${email}, phone = ${phone} where id = ${practice.client}`;
  const start = new Date(Math.ceil(Date.now() / DAY) * DAY + 2 * DAY + 10 * 3_600_000);
  const appointment = appointmentIn(practice, {
    start: start.toISOString(),
    end: new Date(start.getTime() + 1_800_000).toISOString(),
  });
  await addAppointments(database, practice, [appointment]);
  const { id: appointmentId } = appointment;
  const send = () => client.post('/v1/messages', { companyId, appointmentId, kind: 'reminder' });
  const statuses = async () => {
    const { body } = await client.get('/v1/messages', { companyId });
    return messagePageSchema.parse(body).data.map(({ status }) => status);
  };
  return { sending, mail, received, lines, setContact, send, statuses };
}

test('a message by hand leaves by the configured mail server and webhook, with a link', async () => {
  const { sending, mail, received, lines, setContact, send, statuses } = await practiceThatSends();
  sending.start();
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    email: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
    sms: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
    publicUrl: 'https://vets.example',
  });
  await setContact('anna@example.org', null);
  expect((await send()).status).toBe(200);
  await expect.poll(() => mail.received.map(({ to }) => to)).toEqual([['anna@example.org']]);
  expect(mail.received[0]?.mail.text).toMatch(/https:\/\/vets\.example\/a\/[\w-]{43}/);
  expect(mail.received[0]?.mail.attachments).toHaveLength(1);

  await setContact(null, '+49 171 2345678');
  await send();
  await expect.poll(() => received).toMatchObject([{ to: '+491712345678', text: expect.stringContaining('/a/') }]);
  await expect.poll(statuses).toEqual(['sent', 'sent']);
  expect(lines.join('')).not.toMatch(/anna|171|secret|\/a\//);
});

test('a stop waits for the attempt that runs', async () => {
  const { sending, mail, setContact, send, statuses } = await practiceThatSends();
  await setContact('anna@example.org', null);
  let isReached = false;
  mail.respond = (step) => {
    isReached ||= step === 'message';
    return 'accept';
  };
  await send();
  await expect.poll(() => mail.connections).toBe(1);
  await sending.stop();
  expect(isReached).toBe(true);
  expect(await statuses()).toEqual(['sent']);
});
