import { pino } from 'pino';
import { expect, it } from 'vitest';
import { clientLanguages } from '#contract/enums.ts';
import { startMailServer } from '#testing/mail-server.ts';
import { recordedChannels } from '#testing/sending.ts';
import { createEmailTransport } from './email.ts';
import { sendCode } from './send-code.ts';

const details = {
  id: '018f0000-0000-7000-8000-000000000001',
  to: 'anna@example.org',
  code: '042917',
  practiceName: 'Berg Vets',
  storeName: 'Berg Vets North',
  replyTo: 'north@vets.example',
  language: 'en',
} as const;

async function sentWith(changes: object = {}) {
  const { channels, sent } = recordedChannels(() => 0);
  if (channels.email === null) throw new Error('no e-mail');
  const outcome = await sendCode(channels.email, { ...details, ...changes });
  expect(outcome).toEqual({ status: 'sent' });
  const [{ message } = { message: undefined }] = sent;
  if (message === undefined || !('subject' in message)) throw new Error('no e-mail was sent');
  return message;
}

it('says the code, for what it is and how long it is valid', async () => {
  const { text, ...rest } = await sentWith();
  expect(rest).toMatchObject({
    id: details.id,
    to: details.to,
    subject: 'Your code: 042917',
    replyTo: details.replyTo,
    calendar: null,
  });
  expect(text).toBe(`Hello,

Your code for the appointment request at Berg Vets, Berg Vets North:

042917

It is valid for 15 minutes. If you didn’t request an appointment, you can ignore this e-mail: nothing is booked without the code.`);
});

it.each(clientLanguages)('is whole in %s', async (language) => {
  const { subject, text, html } = await sentWith({ language });
  for (const part of [subject, text, html]) {
    expect(part).toContain(details.code);
    expect(part).not.toMatch(/[{}]|undefined/);
  }
  expect(text).toMatch(/\b15\b/);
  expect(text).toContain('Berg Vets North');
  expect(html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
});

it('says a name once if practice and store have the same, on one line, and as text', async () => {
  const name = '<b>Berg &\r\nVets</b> {code}';
  const { text, html } = await sentWith({ practiceName: name, storeName: name });
  expect(text).toContain('at <b>Berg & Vets</b> {code}:\n');
  expect(html).toContain('at &lt;b&gt;Berg &amp; Vets&lt;/b&gt; {code}:');
});

it('ends as the mail server says', async () => {
  const server = await startMailServer();
  try {
    const transport = createEmailTransport({
      url: server.url,
      from: { name: 'Vets', address: 'desk@vets.example' },
      logger: pino({ enabled: false }),
    });
    expect(await sendCode(transport, details)).toEqual({ status: 'sent' });
    expect(server.received[0]).toMatchObject({ to: [details.to], mail: { subject: 'Your code: 042917' } });
    server.respond = (step) => (step === 'to' ? 550 : 'accept');
    expect(await sendCode(transport, details)).toEqual({ status: 'refused', reason: 'no_such_address' });
    server.respond = (step) => (step === 'connect' ? 421 : 'accept');
    expect(await sendCode(transport, details)).toEqual({ status: 'not_handed_over' });
  } finally {
    await server.stop();
  }
});
