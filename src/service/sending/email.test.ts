import ICAL from 'ical.js';
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { writeCalendar } from '#service/domain/icalendar.ts';
import { selfSignedCertificate } from '#testing/certificate.ts';
import { type MailResponse, type MailServer, type MailStep, startMailServer } from '#testing/mail-server.ts';
import { createEmailTransport, type EmailLimits } from './email.ts';
import type { EmailMessage } from './transport.ts';

const id = '018f0000-0000-7000-8000-000000000001';
const calendar = writeCalendar(
  [
    {
      id,
      start: Date.parse('2026-12-01T09:00:00Z'),
      end: Date.parse('2026-12-01T09:30:00Z'),
      timeZone: 'Europe/Berlin',
      createdAt: Date.parse('2026-11-20T09:00:00Z'),
      updatedAt: Date.parse('2026-11-20T09:00:00Z'),
      status: 'confirmed',
      title: 'Bella: Vaccination',
      location: 'Main Street 1',
      description: [],
    },
  ],
  null,
);
const message: EmailMessage = {
  id,
  to: 'anna@example.org',
  subject: 'Reminder: Zoë & “Bella”',
  text: 'Hello Anna,\n\n.\nWe look forward to seeing you.',
  html: '<p>Hello Anna</p>',
  replyTo: 'desk@practice.example',
  calendar,
};

const servers: MailServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

async function mailServer(options?: Parameters<typeof startMailServer>[0]) {
  const server = await startMailServer(options);
  servers.push(server);
  return server;
}

function transportTo(url: string, limits?: EmailLimits) {
  const lines: string[] = [];
  const logger = pino({ base: null, timestamp: false }, { write: (line) => void lines.push(line) });
  const transport = createEmailTransport({
    url,
    from: { name: 'Berg, Practice', address: 'practice@practice.example' },
    logger,
    ...(limits === undefined ? {} : { limits }),
  });
  return { transport, lines };
}

it('delivers text, HTML and the appointments as a file, with headers that say what it is', async () => {
  const server = await mailServer({ signIn: 'practice:p@ss:wörd' });
  const url = `smtp://practice:${encodeURIComponent('p@ss:wörd')}@127.0.0.1:${server.port}`;
  expect(await transportTo(url).transport.send(message)).toEqual({ status: 'sent' });
  const [received] = server.received;
  expect(received).toMatchObject({ from: 'practice@practice.example', to: ['anna@example.org'] });
  const { mail } = received!;
  expect(mail).toMatchObject({
    subject: message.subject,
    messageId: `<${id}@practice.example>`,
    from: { text: '"Berg, Practice" <practice@practice.example>' },
    replyTo: { text: 'desk@practice.example' },
    html: message.html,
  });
  expect(mail.text?.trim()).toBe(message.text);
  expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
  const [file] = mail.attachments;
  expect(file).toMatchObject({ contentType: 'text/calendar', filename: 'appointment.ics' });
  const event = new ICAL.Component(ICAL.parse(file!.content.toString())).getFirstSubcomponent('vevent');
  expect(event?.getFirstPropertyValue('summary')).toBe('Bella: Vaccination');
  expect(event?.getFirstPropertyValue('uid')).toBe(`${id}@frontdesk`);
});

it('has neither an answer address nor a file where there is none', async () => {
  const server = await mailServer();
  const { transport } = transportTo(server.url);
  await transport.send({ ...message, replyTo: null, calendar: null });
  await transport.send({ ...message, replyTo: 'no address', calendar: null });
  expect(server.received.map(({ mail }) => [mail.replyTo, mail.attachments])).toEqual([
    [undefined, []],
    [undefined, []],
  ]);
});

it.each([
  ['the sign-in', 'sign_in', 535, { status: 'refused', reason: 'refused' }],
  ['the sender', 'from', 550, { status: 'refused', reason: 'refused' }],
  ['the sender for now', 'from', 451, { status: 'not_handed_over' }],
  ['the recipient', 'to', 550, { status: 'refused', reason: 'no_such_address' }],
  ['the recipient for now', 'to', 450, { status: 'not_handed_over' }],
  ['the message', 'message', 554, { status: 'refused', reason: 'refused' }],
  ['the message for now', 'message', 451, { status: 'not_handed_over' }],
  ['the connection', 'connect', 554, { status: 'refused', reason: 'refused' }],
  ['the connection for now', 'connect', 421, { status: 'not_handed_over' }],
  ['nothing, but ends the connection at once', 'connect', 'cut', { status: 'not_handed_over' }],
  ['nothing, but ends the connection at the recipient', 'to', 'cut', { status: 'not_handed_over' }],
  ['nothing, but ends the connection in the content', 'content', 'cut', { status: 'unknown' }],
  ['nothing, but ends the connection after the content', 'message', 'cut', { status: 'unknown' }],
  ['nothing, and never greets', 'connect', 'hang', { status: 'not_handed_over' }],
  ['nothing, and never responds to the recipient', 'to', 'hang', { status: 'not_handed_over' }],
  ['nothing, and never responds to the content', 'message', 'hang', { status: 'unknown' }],
] as const satisfies readonly (readonly [string, MailStep, MailResponse, object])[])(
  'ends as what is certain when the server refuses %s',
  async (_, step, response, outcome) => {
    const server = await mailServer({ signIn: 'a:b' });
    server.respond = (at) => (at === step ? response : 'accept');
    const limits = { connectionMs: 500, silenceMs: 500, totalMs: 5_000 };
    const { transport, lines } = transportTo(server.url, limits);
    expect(await transport.send(message)).toEqual(outcome);
    expect(server.received).toHaveLength(step === 'message' && typeof response === 'string' ? 1 : 0);
    expect(lines.join('')).not.toMatch(/anna|example|Not here/);
  },
);

it('ends as a whole in time with a server that always responds just in time', async () => {
  const server = await mailServer();
  server.respond = (step) => (step === 'message' ? 'hang' : 'accept');
  const { transport } = transportTo(server.url, { connectionMs: 10_000, silenceMs: 60_000, totalMs: 300 });
  expect(await transport.send(message)).toEqual({ status: 'unknown' });
});

it('is not handed over to a server that is not there', async () => {
  const server = await mailServer();
  await server.stop();
  expect(await transportTo(server.url).transport.send(message)).toEqual({ status: 'not_handed_over' });
});

it('is not handed over to a server whose certificate nobody vouches for', async () => {
  const { key, certificate } = selfSignedCertificate();
  const server = await mailServer({ tls: { key, cert: certificate } });
  expect(await transportTo(server.url).transport.send(message)).toEqual({ status: 'not_handed_over' });
});

it('tells a refused address from others in the same minute', async () => {
  const server = await mailServer();
  server.respond = (step, address) => (step === 'to' && address === 'nobody@example.org' ? 550 : 'accept');
  const { transport } = transportTo(server.url);
  const outcomes = ['anna@example.org', 'nobody@example.org'].map((to) => transport.send({ ...message, to }));
  expect(await Promise.all(outcomes)).toEqual([{ status: 'sent' }, { status: 'refused', reason: 'no_such_address' }]);
  expect(server.received.map(({ to }) => to)).toEqual([['anna@example.org']]);
});

it.each([
  'anna example@example.org',
  'Anna <anna@example.org>',
  'anna@example.org, berg@example.org',
  'anna@example.org;berg@example.org',
  'anna>@example.org',
  'anna@exam ple.org',
  'anna@example.org>\r\nRCPT TO:<spam@example.org',
  '"anna>"@example.org',
  '@example.org',
  'anna@',
  'anna',
  '',
])('never connects for the address %j', async (to) => {
  const server = await mailServer();
  const { transport } = transportTo(server.url);
  expect(await transport.send({ ...message, to })).toEqual({ status: 'refused', reason: 'no_such_address' });
  expect(server.connections).toBe(0);
});

it.each(['"anna.berg"@example.org', "o'brien+vet=x@example.org", 'anna@münchen.example', 'älice@example.org'])(
  'delivers to the address %j',
  async (to) => {
    const server = await mailServer();
    expect(await transportTo(server.url).transport.send({ ...message, to })).toEqual({ status: 'sent' });
    const [received] = server.received;
    expect(received?.to).toEqual([to]);
  },
);

it('cannot be made to write other headers', async () => {
  const server = await mailServer();
  const { transport } = transportTo(server.url);
  await transport.send({
    ...message,
    subject: 'Bella\r\nBcc: spam@example.org\u2028X: y',
    replyTo: 'a@b.c\r\nBcc: d@e.f',
  });
  const [received] = server.received;
  expect(received?.to).toEqual(['anna@example.org']);
  expect(received?.mail.subject).toBe('Bella Bcc: spam@example.org X: y');
  expect(received?.mail.bcc).toBeUndefined();
  expect(received?.mail.headers.has('x')).toBe(false);
});

it('is not handed over without TLS where it is required, whether by us or in the URL', async () => {
  const server = await mailServer();
  const from = { name: '', address: 'practice@practice.example' };
  const logger = pino({ enabled: false });
  const attempts = [
    { url: server.url, requiresTls: true },
    { url: `${server.url}?requireTLS=true` },
    { url: `${server.url}?requireTLS=false`, requiresTls: true },
  ].map((options) => createEmailTransport({ ...options, from, logger }).send(message));
  expect(await Promise.all(attempts)).toEqual([
    { status: 'not_handed_over' },
    { status: 'not_handed_over' },
    { status: 'sent' },
  ]);
});
