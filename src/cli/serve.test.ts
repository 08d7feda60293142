import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import type { NetworkInterfaceInfo } from 'node:os';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { serviceErrorSchema } from '#contract/error.ts';
import { type AddressSettings, describeAddresses, type HttpListener, listen, listNetworkOrigins } from './serve.ts';

let server: HttpListener;
beforeEach(async () => {
  server = await listen({ fetch: () => Response.json('pong'), host: '127.0.0.1', port: 0 });
});
afterEach(() => server.close());

/** Sends raw bytes and returns the complete response. */
async function raw(bytes: string): Promise<{ status: number; head: string; body: string }> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(bytes);
  const answer = await text(socket);
  const end = answer.indexOf('\r\n\r\n');
  return { status: Number(answer.slice(9, 12)), head: answer.slice(0, end), body: answer.slice(end + 4) };
}

test('headers that are too long are refused, and the connection is closed', async () => {
  expect((await raw(`GET / HTTP/1.1\r\nHost: desk\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`)).status).toBe(431);
});

test.each([
  ['text that is not HTTP', 'this is not HTTP\r\n\r\n'],
  ['a malformed path', 'GET x HTTP/1.1\r\nHost: desk\r\n\r\n'],
  ['HTTP/1.1 without a Host header', 'GET / HTTP/1.1\r\n\r\n'],
  ['a header with a control character', 'GET / HTTP/1.1\r\nHost: desk\r\nX-Key: \x11\r\n\r\n'],
  ['two different lengths', 'POST / HTTP/1.1\r\nHost: desk\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
  ['a malformed host', 'GET / HTTP/1.1\r\nHost: a b/?\r\n\r\n'],
  ['two hosts', 'GET / HTTP/1.1\r\nHost: desk\r\nHost: other\r\n\r\n'],
  ['an address with a backslash', 'GET /a\\b HTTP/1.1\r\nHost: desk\r\n\r\n'],
])('%s is refused with the error body, and the connection is closed', async (_what, bytes) => {
  const answer = await raw(bytes);
  expect(answer.status).toBe(400);
  expect(answer.head).toMatch(/^content-type: application\/json\r?$/im);
  expect(answer.head).toMatch(/^x-content-type-options: nosniff\r?$/im);
  expect(answer.head).toMatch(/^cache-control: no-store\r?$/im);
  expect(serviceErrorSchema.parse(JSON.parse(answer.body)).data.httpStatus).toBe(400);
});

test('a request with Expect: 100-continue gets the interim response', async () => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write(
    'POST / HTTP/1.1\r\nHost: desk\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}',
  );
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
});

test('an app that throws is answered with 500, without its error', async () => {
  const broken = await listen({ fetch: () => Promise.reject(new Error('secret')), host: '127.0.0.1', port: 0 });
  const answer = await fetch(broken.url);
  expect([answer.status, await answer.text()]).toEqual([500, '']);
  await broken.close();
});

test('HTTP/1.0 without a host is answered', async () => {
  expect(await raw('GET / HTTP/1.0\r\n\r\n')).toMatchObject({ status: 200, body: '"pong"' });
});

test('the error for a port in use names the port', async () => {
  const { port } = new URL(server.url);
  await expect(listen({ fetch: () => new Response(), host: '127.0.0.1', port: Number(port) })).rejects.toThrow(
    `port ${port} on 127.0.0.1 is in use`,
  );
});

test('a connection beyond the limit is closed, and a new one is accepted once another has ended', async () => {
  const narrow = await listen({ fetch: () => Response.json('pong'), host: '127.0.0.1', port: 0, maxConnections: 1 });
  const open = () => connect(Number(new URL(narrow.url).port), '127.0.0.1');
  const first = open();
  first.write('GET / HTTP/1.1\r\nHost: desk\r\n\r\n');
  await once(first, 'data');
  const second = open();
  await Promise.all([once(second, 'close'), second.resume()]);
  expect(second.bytesRead).toBe(0);
  first.destroy();
  await expect.poll(async () => (await fetch(narrow.url).catch(() => null))?.status).toBe(200);
  await narrow.close();
});

test('two hundred connections of one address are open at once, and more only behind a proxy, from which all come', async () => {
  const served = async (isDirect: boolean) => {
    const wide = await listen({ fetch: () => Response.json('pong'), host: '127.0.0.1', port: 0, isDirect });
    const sockets = Array.from({ length: 210 }, () => connect(Number(new URL(wide.url).port), '127.0.0.1'));
    const answers = sockets.map(
      (socket) =>
        new Promise<boolean>((resolve) => {
          socket.once('data', () => resolve(true));
          socket.once('close', () => resolve(false));
          // A closed connection may also be reset.
          socket.on('error', () => undefined);
          socket.write('GET / HTTP/1.1\r\nHost: desk\r\n\r\n');
        }),
    );
    const answered = (await Promise.all(answers)).filter(Boolean).length;
    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => (await fetch(wide.url).catch(() => null))?.status).toBe(200);
    await wide.close();
    return answered;
  };
  expect([await served(true), await served(false)]).toEqual([200, 210]);
});

test('closing lets a request in progress finish, then ends its keep-alive connection', async () => {
  const events = new EventEmitter();
  const slow = await listen({
    async fetch() {
      const answer = once(events, 'answer');
      events.emit('requested');
      await answer;
      return Response.json('done');
    },
    host: '127.0.0.1',
    port: 0,
  });
  const requested = once(events, 'requested');
  const answering = fetch(slow.url);
  await requested;
  const closing = slow.close();
  events.emit('answer');
  expect(await (await answering).json()).toBe('done');
  await closing;
});

const address = (family: 'IPv4' | 'IPv6', text: string, internal = false) =>
  ({ family, address: text, internal }) as NetworkInterfaceInfo;
const interfaces = {
  lo: [address('IPv4', '127.0.0.1', true), address('IPv6', '::1', true)],
  eth0: [address('IPv4', '192.168.1.20'), address('IPv6', '2001:db8::20'), address('IPv6', 'fe80::1')],
  wifi: [address('IPv4', '10.0.0.7')],
};
const addressesOf = (host: string, publicOrigin: string | null = null) => {
  const { here, elsewhere, warning } = describeAddresses({ host, port: 4100, publicOrigin }, interfaces);
  return { here, elsewhere, warns: warning !== null };
};

test('closing does not wait for a connection without a request', { timeout: 20_000 }, async () => {
  const unused = connect(Number(new URL(server.url).port), '127.0.0.1');
  unused.on('error', () => undefined);
  const closed = once(unused, 'close');
  // When the server has answered the second connection, it has accepted both.
  await once(unused, 'connect');
  await (await fetch(server.url)).text();
  await server.close();
  await closed;
});

test.each([
  ['127.0.0.1', 'http://127.0.0.1:4100'],
  ['::1', 'http://[::1]:4100'],
  ['localhost', 'http://localhost:4100'],
])('on %s only this machine can open it, and there is no warning', (host, here) => {
  expect(addressesOf(host)).toEqual({ here, elsewhere: null, warns: false });
});

test('on all interfaces the terminal names the addresses for other machines', () => {
  expect(addressesOf('0.0.0.0')).toEqual({
    here: 'http://localhost:4100',
    elsewhere: 'Other machines open http://192.168.1.20:4100 or http://10.0.0.7:4100',
    warns: true,
  });
  expect(addressesOf('::').elsewhere).toBe(
    'Other machines open http://192.168.1.20:4100 or http://10.0.0.7:4100 or http://[2001:db8::20]:4100',
  );
});

test('on one address the terminal names that one', () => {
  expect(addressesOf('192.168.1.20')).toEqual({ here: 'http://192.168.1.20:4100', elsewhere: null, warns: true });
  expect(addressesOf('2001:db8::20').here).toBe('http://[2001:db8::20]:4100');
});

test('with a public origin the terminal names it, with a warning unless it is encrypted', () => {
  const proxied = { here: 'http://localhost:4100', elsewhere: 'Desks open https://desk.example', warns: false };
  expect(addressesOf('0.0.0.0', 'https://desk.example')).toEqual(proxied);
  expect(addressesOf('0.0.0.0', 'http://desk.example').warns).toBe(true);
});

describe('addressesElsewhere', () => {
  const elsewhere = (at: Partial<AddressSettings>, of: Parameters<typeof listNetworkOrigins>[1] = interfaces) =>
    listNetworkOrigins({ host: '0.0.0.0', port: 4100, publicOrigin: null, ...at }, of);

  test.each(['127.0.0.1', '::1', 'localhost'])('is empty on %s, even if this machine has further names', (host) => {
    expect(elsewhere({ host, hosts: ['desk.local'] })).toEqual([]);
    expect(elsewhere({ host, publicOrigin: 'http://localhost:8443' })).toEqual([]);
  });

  test('is only the public origin, if there is one', () => {
    for (const host of ['127.0.0.1', '0.0.0.0', '192.168.1.20'])
      expect(elsewhere({ host, publicOrigin: 'https://desk.example/', hosts: ['desk.local'] })).toEqual([
        'https://desk.example',
      ]);
  });

  test('has host names before IPv4 addresses, and those before IPv6', () => {
    expect(elsewhere({ host: '::', hosts: ['desk.local', 'localhost'] })).toEqual([
      'http://desk.local:4100',
      'http://192.168.1.20:4100',
      'http://10.0.0.7:4100',
      'http://[2001:db8::20]:4100',
    ]);
  });

  test('is the address to listen on, after the names of this machine', () => {
    expect(elsewhere({ host: '192.168.1.20' })).toEqual(['http://192.168.1.20:4100']);
    expect(elsewhere({ host: '192.168.1.20', hosts: ['desk.local'] })).toEqual([
      'http://desk.local:4100',
      'http://192.168.1.20:4100',
    ]);
  });

  test('has addresses of container networks and self-assigned ones at the end', () => {
    const crowded = {
      docker0: [address('IPv4', '172.17.0.1')],
      'Ethernet 2': [address('IPv4', '169.254.10.2')],
      ...interfaces,
    };
    expect(elsewhere({}, crowded)).toEqual([
      'http://192.168.1.20:4100',
      'http://10.0.0.7:4100',
      'http://172.17.0.1:4100',
      'http://169.254.10.2:4100',
    ]);
  });

  test('is null if the system hides its interfaces', () => {
    expect(elsewhere({}, {})).toBeNull();
  });
});
