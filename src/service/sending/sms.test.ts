import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { afterEach, expect, it } from 'vitest';
import { selfSignedCertificate } from '#testing/certificate.ts';
import { createSmsTransport, normalizePhoneNumber, parseWebhookKey } from './sms.ts';
import type { SmsMessage } from './transport.ts';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const id = '018f0000-0000-7000-8000-000000000001';
const message: SmsMessage = { id, to: '+49 171 234-5678', text: 'Erinnerung: “Bella” <1>, 10:00 Uhr' };

const servers: Server[] = [];
const sockets = new Set<Socket>();
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

async function listening(server: Server): Promise<string> {
  servers.push(server);
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface ReceivedRequest {
  request: IncomingMessage;
  body: string;
}

/** A webhook that responds as it is told, and what it was sent. */
async function webhook(respond: (...parameters: Parameters<RequestListener>) => void) {
  const received: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    void textOf(request).then((body) => {
      received.push({ request, body });
      respond(request, response);
    });
  });
  return { url: `http://${await listening(server)}/sms?from=practice`, received };
}

function transportTo(url: string, attemptMs = 5_000) {
  const lines: string[] = [];
  const logger = pino({ base: null, timestamp: false }, { write: (line) => void lines.push(line) });
  return { transport: createSmsTransport({ url, key: parseWebhookKey(secret)!, logger, attemptMs }), lines };
}

it('posts id, number and text, signed as Standard Webhooks has it', async () => {
  const { url, received } = await webhook((_, response) => response.writeHead(202).end());
  expect(await transportTo(url).transport.send(message)).toEqual({ status: 'sent' });
  const [{ request, body }] = received as [ReceivedRequest];
  expect([request.method, request.url]).toEqual(['POST', '/sms?from=practice']);
  const { headers } = request;
  expect(headers['content-type']).toBe('application/json');
  const verified = new Webhook(secret).verify(body, {
    'webhook-id': String(headers['webhook-id']),
    'webhook-timestamp': String(headers['webhook-timestamp']),
    'webhook-signature': String(headers['webhook-signature']),
  });
  expect(verified).toEqual({ id, to: '+491712345678', text: message.text });
});

it('has the same webhook-id at a further attempt', async () => {
  const statuses = [503, 200];
  const { url, received } = await webhook((_, response) => response.writeHead(statuses.shift() ?? 500).end('Not now'));
  const { transport } = transportTo(url);
  expect([await transport.send(message), await transport.send(message)]).toEqual([
    { status: 'not_handed_over' },
    { status: 'sent' },
  ]);
  expect(received.map(({ request }) => request.headers['webhook-id'])).toEqual([id, id]);
});

it.each([
  [200, { status: 'sent' }],
  [204, { status: 'sent' }],
  [302, { status: 'not_handed_over' }],
  [400, { status: 'refused', reason: 'refused' }],
  [404, { status: 'refused', reason: 'refused' }],
  [429, { status: 'refused', reason: 'refused' }],
  [500, { status: 'not_handed_over' }],
  [503, { status: 'not_handed_over' }],
])('ends by the status %i, without following redirects', async (status, outcome) => {
  const { url, received } = await webhook((_, response) =>
    response.writeHead(status, { location: '/elsewhere' }).end(),
  );
  const { transport, lines } = transportTo(url);
  expect(await transport.send(message)).toEqual(outcome);
  expect(received).toHaveLength(1);
  expect(lines).toHaveLength(status < 300 ? 0 : 1);
  expect(lines.join('')).not.toMatch(/171|Bella/);
});

it.each<[string, Parameters<typeof webhook>[0]]>([
  ['ends the connection', (request) => request.socket.destroy()],
  ['never responds', () => undefined],
  ['is no HTTP', (request) => request.socket.end('SMTP ready\r\n')],
  ['breaks off', (request) => request.socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfive.')],
])('is unknown where the answer %s', async (_, respond) => {
  const { url, received } = await webhook(respond);
  expect(await transportTo(url, 300).transport.send(message)).toEqual({ status: 'unknown' });
  expect(received).toHaveLength(1);
});

it('is not handed over where there is no connection', async () => {
  const closed = createTcpServer();
  const url = `http://${await listening(closed)}`;
  await new Promise((resolve) => servers.pop()?.close(resolve));
  expect(await transportTo(url).transport.send(message)).toEqual({ status: 'not_handed_over' });
  expect(await transportTo('http://nowhere.invalid').transport.send(message)).toEqual({ status: 'not_handed_over' });
});

it('is not handed over to a server whose certificate nobody vouches for, or that never speaks TLS', async () => {
  const { key, certificate } = selfSignedCertificate();
  let requests = 0;
  const unknown = await listening(
    createTlsServer({ key, cert: certificate }, (_, response) => {
      requests += 1;
      response.end();
    }),
  );
  const silent = await listening(createTcpServer());
  for (const host of [unknown, silent]) {
    const { transport } = transportTo(`https://${host}`, 500);
    expect(await transport.send(message)).toEqual({ status: 'not_handed_over' });
  }
  expect(requests).toBe(0);
});

it.each([
  ['+49 (0)171 234-5678', '+491712345678'],
  ['0049 171/2345678', '+491712345678'],
  ['0171 2345678', '01712345678'],
  ['(555) 010-1234', '5550101234'],
  ['06.12.34.56.78', '0612345678'],
  ['+1 555 010 1234', '+15550101234'],
  ['030 1234567 / 0171 2345678', null],
  ['+0 123', null],
  ['12', null],
  ['no phone', null],
  ['', null],
])('dials %j as %j', (text, expected) => {
  expect(normalizePhoneNumber(text)).toBe(expected);
});

it('connects to nothing for what is no number', async () => {
  const { url, received } = await webhook((_, response) => response.end());
  const outcome = await transportTo(url).transport.send({ ...message, to: 'her mother' });
  expect(outcome).toEqual({ status: 'refused', reason: 'no_such_address' });
  expect(received).toEqual([]);
});

it('reads secrets with and without their prefix, and no short or other ones', () => {
  const key = randomBytes(24);
  const base64 = key.toString('base64');
  expect([parseWebhookKey(`whsec_${base64}`), parseWebhookKey(base64)]).toEqual([key, key]);
  expect(['', 'whsec_', 'whsec_c2hvcnQ=', 'not base64, but long enough for one'].map(parseWebhookKey)).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
