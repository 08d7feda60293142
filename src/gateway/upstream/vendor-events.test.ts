import fc from 'fast-check';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { SignInKeyring } from '#gateway/access/keyring.ts';
import { browserAt } from '#testing/browser-with-cookies.ts';
import { createEventsHarness, settled } from '#testing/events-harness.ts';
import { sharedKey, withSignIn } from '#testing/gateway-harness.ts';

const COMPANY = '0191d2f4-0000-7000-8000-00000000000a';
const reset = 'id: 7f.1\nevent: reset\ndata: {}\n\n';
const live = (states: unknown[]) => states.map((state) => (state as { live: boolean }).live);

describe('the events of the practice API', () => {
  it('can arrive in arbitrary pieces', async () => {
    const { listen, opened } = await createEventsHarness();
    const board = await listen(COMPANY);
    await opened[0]!.send(reset);
    const text =
      '\uFEFF: a comment\r\nevent:changed\rid: 7f.2\ndata: {"appointments":\r\ndata: ["Zoë 🐈","b"]}\r\n\r\nevent: other\ndata: {}\n\n' +
      ':\n\nretry: 100\nevent: changed\ndata: {"practice":true}\n\nevent: changed\n\n';
    const bytes = new TextEncoder().encode(text);
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(bytes.length), { maxLength: 12 }), async (borders) => {
        const [stream] = opened;
        board.events.length = 0;
        const ends = [...borders, bytes.length].sort((a, b) => a - b);
        let from = 0;
        // Without the byte order mark that a stream may begin with.
        for (const to of ends) {
          if (to > from) await stream!.send(bytes.subarray(from === 0 ? 3 : from, Math.max(to, 3)));
          from = to;
        }
        expect(board.events).toEqual([
          { name: 'changed', data: { appointments: ['Zoë 🐈', 'b'] } },
          { name: 'changed', data: { practice: true } },
        ]);
      }),
      { numRuns: 20 },
    );
  });

  it('resume after the last event', async () => {
    const { listen, opened, pass } = await createEventsHarness();
    const board = await listen(COMPANY);
    await opened[0]!.send(`\uFEFF${reset}id: 7f.2\nevent: unknown\ndata: what\n\n`);
    await opened[0]!.breakOff();
    expect(live(board.data('state'))).toEqual([false, true, false]);
    await pass(500);
    expect(opened[1]!.headers.get('last-event-id')).toBe('7f.2');
    await opened[1]!.send(':\n\n');
    await opened[1]!.send('id: 7f.3\nevent: changed\ndata: {"availability":true}\n\n');
    expect(live(board.data('state'))).toEqual([false, true, false, true]);
    expect(board.data('reset')).toHaveLength(1);
    expect(board.data('changed')).toEqual([{ availability: true }]);
    // A regular end of the stream counts as well.
    await opened[1]!.end();
    await pass(1_000);
    expect(opened[2]!.headers.get('last-event-id')).toBe('7f.3');
  });

  it('cause a reset if they cannot be resumed', async () => {
    const { listen, opened } = await createEventsHarness();
    const board = await listen(COMPANY);
    await opened[0]!.send('event: changed\ndata: {"appointments":["v"]}\n\n');
    expect(board.events.map(({ name }) => name)).toEqual(['state', 'reset', 'state', 'changed']);
  });

  it('count as lost when the stream is silent', async () => {
    const { listen, opened, pass } = await createEventsHarness();
    const board = await listen(COMPANY);
    await opened[0]!.send(reset);
    await pass(19_000);
    // Data that never ends is not a sign of life.
    await opened[0]!.send('data: and on and on');
    expect(new Set(live(board.data('state').slice(1)))).toEqual(new Set([true]));
    await pass(1_500);
    expect(live(board.data('state').slice(-1))).toEqual([false]);
    expect(opened[0]!.isCancelled).toBe(true);
    await pass(1_000);
    expect(opened).toHaveLength(2);
    // A stream that never sends anything is ended as well.
    for (let nth = 0; nth < 30; nth += 1) await pass(1_000);
    expect(opened[1]!.isCancelled).toBe(true);
  });

  it.each([
    ['no JSON', 'event: changed\ndata: {"appointments":\n\n', 'reset'],
    ['no object', 'event: changed\ndata: [1]\n\n', 'reset'],
    ['other types', 'event: changed\ndata: {"appointments":{"v":1}}\n\n', 'reset'],
    ['neither ids nor true', 'event: changed\ndata: {"clients":false}\n\n', 'reset'],
    [
      'nothing that boards know',
      'event: changed\ndata: {"hello":true,"clients":[],"availability":false,"waitingList":null}\n\n',
      null,
    ],
    ['another event', 'event: hello\ndata: {"appointments":["v"]}\n\n', null],
    ['an event without a name', 'data: {"appointments":["v"]}\n\n', null],
    ['no event', '<html>\n\nid\nevent\ndata\n\0\n\n', null],
  ])('may be invalid: %s', async (_what, text, expected) => {
    const { listen, opened } = await createEventsHarness();
    const board = await listen(COMPANY);
    await opened[0]!.send(reset);
    board.events.length = 0;
    await opened[0]!.send(text);
    expect(board.events).toEqual(expected === null ? [] : [{ name: expected, data: {} }]);
    await opened[0]!.send('event: changed\ndata: {"appointments":["w"]}\n\n');
    expect(board.data('changed')).toEqual([{ appointments: ['w'] }]);
  });

  it.each([
    ['line', () => 'x'.repeat(64 * 1024)],
    ['event', () => `data: ${'x'.repeat(64 * 1024)}\n`],
  ])('are given up for a %s that does not end', async (_what, part) => {
    const { listen, opened, pass } = await createEventsHarness();
    const board = await listen(COMPANY);
    await opened[0]!.send(`${reset}event: changed\n`);
    for (let nth = 0; nth < 17 && !opened[0]!.isCancelled; nth += 1) await opened[0]!.send(part());
    expect(opened[0]!.isCancelled).toBe(true);
    expect(live(board.data('state').slice(-1))).toEqual([false]);
    await pass(1_000);
    // With the id, the same event would be sent again.
    expect(opened[1]!.headers.has('last-event-id')).toBe(false);
  });

  it.each([
    ['whole', [`id: k\nevent: changed\ndata: {"appointments":["${sharedKey}"]}\n\n`]],
    [
      'in two pieces',
      [`event: changed\ndata: {"appointments":["${sharedKey.slice(0, 9)}`, `${sharedKey.slice(9)}"]}\n\n`],
    ],
    ['written otherwise', [`event: changed\ndata: {"appointments":["\\u0066${sharedKey.slice(1)}"]}\n\n`]],
    ['where nothing is handed on', [`event: hello\ndata: ${sharedKey}\n\n`]],
  ])('never pass the key on: %s', async (_how, parts) => {
    const lines: string[] = [];
    const logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
    const { listen, opened, pass, eventRequestCount } = await createEventsHarness({ logger });
    const board = await listen(COMPANY);
    await opened[0]!.send(reset);
    for (const part of parts) await opened[0]!.send(part);
    expect(opened[0]!.isCancelled).toBe(true);
    expect(live(board.data('state').slice(-1))).toEqual([false]);
    await pass(4 * 60_000);
    expect(eventRequestCount()).toBe(1);
    expect(lines.join('')).toContain('the API key');
    expect(JSON.stringify(board.events) + lines.join('')).not.toContain(sharedKey);
    await pass(60_500);
    expect(eventRequestCount()).toBe(2);
  });

  const eventStream = { 'content-type': 'text/event-stream' };
  it.each([
    ['403', new Response(null, { status: 403 }), 299_000, 301_000],
    ['404', Response.json({}, { status: 404 }), 299_000, 301_000],
    ['501', Response.json({}, { status: 501 }), 299_000, 301_000],
    ['a redirect', new Response(null, { status: 307, headers: { location: '/elsewhere' } }), 299_000, 301_000],
    ['a page', new Response('<html>'), 299_000, 301_000],
    [
      'what is compressed',
      new Response('', { headers: { ...eventStream, 'content-encoding': 'gzip' } }),
      299_000,
      301_000,
    ],
    ['429', new Response(null, { status: 429 }), 29_000, 31_000],
    ['429 and when', new Response(null, { status: 429, headers: { 'retry-after': '45' } }), 44_000, 46_000],
    ['503 and when', new Response(null, { status: 503, headers: { 'retry-after': '9' } }), 8_400, 9_500],
    ['500', new Response(null, { status: 500 }), 0, 500],
    ['an end at once', new Response('', { headers: eventStream }), 0, 500],
  ])('are requested again some time after %s', async (_what, response, notBefore, by) => {
    const { listen, eventRequestCount, opened, pass } = await createEventsHarness({
      refuse: (nth) => (nth === 1 ? response : null),
    });
    const board = await listen(COMPANY);
    await pass(notBefore);
    expect(eventRequestCount()).toBe(1);
    // A browser that comes back does not shorten the wait.
    if (notBefore > 0) {
      await board.leave();
      await pass(-0);
      await listen(COMPANY);
      expect(eventRequestCount()).toBe(1);
    }
    await pass(by - notBefore);
    expect(opened).toHaveLength(1);
  });

  it('are requested less and less often while the practice API is unavailable, and immediately after a long pause', async () => {
    let isAway = true;
    const { listen, opened, eventRequestCount, pass } = await createEventsHarness({
      refuse: () => (isAway ? new Response(null, { status: 502 }) : null),
    });
    await listen(COMPANY);
    await pass(60_000);
    expect(eventRequestCount()).toBeLessThan(14);
    isAway = false;
    await pass(8_000);
    await opened[0]!.send(reset);
    await pass(15_000);
    await opened[0]!.send(':\n\n');
    await pass(15_000);
    await opened[0]!.end();
    await pass(500);
    expect(opened).toHaveLength(2);
  });

  it('wait while the budget of the key is exhausted', async () => {
    const { listen, request, eventRequestCount, pass } = await createEventsHarness({
      limit: { requests: 4, windowMs: 60_000 },
    });
    for (let nth = 0; nth < 3; nth += 1) await request(`/api/ping?companyId=${nth}`);
    await listen(COMPANY);
    await pass(50_000);
    expect(eventRequestCount()).toBe(0);
    await pass(15_000);
    expect(eventRequestCount()).toBe(1);
  });

  it('are requested once the practice API describes them', async () => {
    const description: { paths?: unknown } = {};
    const { listen, eventRequestCount, pass, request } = await createEventsHarness({
      description,
      answer: () => Promise.reject(new Error('away')),
    });
    const board = await listen(COMPANY);
    Object.assign(description, {
      paths: { '/v1/events': { get: { parameters: [{ name: 'companyId', in: 'query' }] } } },
    });
    // The practice API may now be another release.
    await request('/api/ping?companyId=c');
    await pass(61_000);
    expect(eventRequestCount()).toBe(1);
    expect(board.isOver).toBe(false);
  });
});

describe('the streams of signed-in people', () => {
  const [ada, ben] = ['fd_ada-key-0123456789', 'fd_ben-key-0123456789'];

  const companies = { data: [{ id: COMPANY, name: 'A practice' }], nextCursor: null, hasMore: false };

  async function signedIn(keyring: SignInKeyring, sessionLifetimeMs = 3_600_000) {
    const revoked = new Set<string>();
    const refused = () => Response.json({ message: 'authorization_required' }, { status: 401 });
    const keyOf = (request: Request) => request.headers.get('authorization')?.slice('Bearer '.length) ?? '';
    const harness = await createEventsHarness({
      keyring,
      sessionLifetimeMs,
      refuse: () => (revoked.size > 0 ? refused() : null),
      answer: (request) => (revoked.has(keyOf(request)) ? refused() : Response.json(companies)),
    });
    const enter = async (apiKey: string) => {
      const browser = browserAt(harness.gateway);
      expect((await browser.request('POST', '/desk/session', { apiKey })).status).toBe(200);
      const listen = (companyId = COMPANY) => harness.listen(companyId, { cookie: browser.cookie() });
      return { ...browser, listen };
    };
    return { ...harness, revoked, enter };
  }

  it('are at most a hundred with a key, and of companies that it can access', () =>
    withSignIn(async (keyring) => {
      const { enter, opened } = await signedIn(keyring);
      const [one, other] = [await enter(ada), await enter(ben)];
      expect((await one.listen('0191d2f4-0000-7000-8000-0000000000ff')).status).toBe(403);
      expect(opened).toHaveLength(0);
      const pages = [];
      for (let nth = 0; nth < 100; nth += 1) pages.push(await one.listen());
      expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]));
      expect((await one.listen()).status).toBe(503);
      expect((await other.listen()).status).toBe(200);
      await pages[0]?.leave();
      expect((await one.listen()).status).toBe(200);
    }));

  it('each use one key, and end when the person signs out', () =>
    withSignIn(async (keyring) => {
      const { enter, opened, listen, pass, timers } = await signedIn(keyring);
      expect((await listen(COMPANY)).status).toBe(401);
      const [desk, other, bens] = [await enter(ada), await enter(ada), await enter(ben)];
      const streams = [await desk.listen(), await other.listen(), await bens.listen()];
      expect(opened.map(({ headers }) => headers.get('authorization'))).toEqual([`Bearer ${ada}`, `Bearer ${ben}`]);
      await desk.request('DELETE', '/desk/session');
      await pass(4_000);
      expect(streams.map(({ isOver }) => isOver)).toEqual([true, false, false]);
      await bens.request('DELETE', '/desk/sessions');
      await pass(4_000);
      expect(streams.map(({ isOver }) => isOver)).toEqual([true, false, true]);
      await streams[1]!.leave();
      await pass(20_000);
      expect(opened.every(({ isCancelled }) => isCancelled)).toBe(true);
      expect(timers()).toBe(0);
    }));

  it('end when the session ends', () =>
    withSignIn(async (keyring) => {
      const { enter, pass, opened } = await signedIn(keyring, 60_000);
      const stream = await (await enter(ada)).listen();
      await pass(2_000);
      expect(stream.isOver).toBe(false);
      await opened[0]!.send(reset);
      await pass(62_000);
      expect(stream.isOver).toBe(true);
    }));

  it('end when the key is revoked, together with all sessions of that key', () =>
    withSignIn(async (keyring) => {
      const { enter, opened, revoked, pass, listen } = await signedIn(keyring);
      const [desk, bens] = [await enter(ada), await enter(ben)];
      const [adas, others] = [await desk.listen(), await bens.listen()];
      revoked.add(ada);
      await opened[0]!.end();
      await pass(1_000);
      expect([adas.isOver, others.isOver]).toEqual([true, false]);
      expect((await listen(COMPANY, { cookie: desk.cookie() })).status).toBe(401);
      expect((await bens.request('GET', '/api/v1/companies')).status).toBe(200);
    }));

  it('survive a moment in which sessions cannot be checked', () =>
    withSignIn(async (keyring) => {
      let isAway = false;
      const sessions = {
        ...keyring.sessions,
        findOpen: (...args: Parameters<typeof keyring.sessions.findOpen>) =>
          isAway ? Promise.reject(new Error('away')) : keyring.sessions.findOpen(...args),
      };
      const { enter, pass } = await signedIn({ ...keyring, sessions });
      const stream = await (await enter(ada)).listen();
      await pass(5_000);
      isAway = true;
      await pass(25_000);
      expect(stream.isOver).toBe(false);
      await pass(15_000);
      expect(stream.isOver).toBe(true);
    }));

  it('end when the shared key changes', async () => {
    let key = 'fd_shared-key-of-before';
    const { listen, opened, pass } = await createEventsHarness({ keyring: { access: 'shared', key: () => key } });
    const board = await listen(COMPANY);
    key = 'fd_shared-key-of-now';
    await pass(4_000);
    expect(board.isOver).toBe(true);
    await listen(COMPANY);
    await settled();
    expect(opened[1]!.headers.get('authorization')).toBe(`Bearer ${key}`);
  });
});
