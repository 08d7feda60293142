import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DeskActivity, DeskPresence } from '#contract/desk-events.ts';
import { ServiceError } from '#contract/error.ts';
import { browserAt } from '#testing/browser-with-cookies.ts';
import { readDeskEvents } from '#testing/events-harness.ts';
import { createGatewayHarness, withSignIn } from '#testing/gateway-harness.ts';
import { createPresence, type Participant } from './presence.ts';
import { createStoreAccess, type ReadAccess } from './store-access.ts';

const [company, bare, north, south] = [randomUUID(), randomUUID(), 'north', 'south'];
const booking = (storeId = north, start = '2026-03-29T10:00:00.000Z'): DeskActivity => ({
  kind: 'booking',
  storeId,
  roomId: null,
  employeeId: null,
  start,
  end: '2026-03-29T10:30:00.000Z',
});
const participant = (name: string, session = name): Participant => ({
  credential: { key: `key ${name}`, keyHash: `hash ${name}` },
  sessionId: session,
  name,
});
const { credential: tom } = participant('Tom');

/** A clock whose timers run when it is advanced. */
function testTime() {
  let now = 0;
  const timers = new Map<() => void, number>();
  return {
    clock: () => now,
    schedule(ms: number, callback: () => void) {
      const timer = () => callback();
      timers.set(timer, now + ms);
      return () => timers.delete(timer);
    },
    timers,
    async advance(ms: number) {
      const end = now + ms;
      for (;;) {
        const [next] = [...timers].filter(([, at]) => at <= end).sort(([, one], [, other]) => one - other);
        if (next === undefined) break;
        timers.delete(next[0]);
        now = next[1];
        next[0]();
        await settled();
      }
      now = end;
      await settled();
    },
  };
}
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

const accessToAll: ReadAccess = async (_, companyId) => (companyId === company ? () => true : null);

function scene({ readAccess = accessToAll }: { readAccess?: ReadAccess } = {}) {
  const time = testTime();
  const presence = createPresence({ readAccess, clock: time.clock, schedule: time.schedule });
  const received: DeskPresence['desks'][] = [];
  const stop = presence.listen(company, tom, ({ desks }) => received.push(desks));
  const reportActivity = (who: Participant, activity: DeskActivity | null, desk: string) =>
    presence.update({ companyId: company, desk, activity }, who);
  return {
    presence,
    received,
    stop,
    say: reportActivity,
    ...time,
    names: () => received.at(-1)?.map(({ name }) => name) ?? [],
  };
}

const [annas, bens] = [randomUUID(), randomUUID()];

describe('presence', () => {
  it('is sent while it is repeated, and expires twelve seconds after the tab has died', async () => {
    const { say, received, names, advance, timers } = scene();
    await say(participant('Anna'), booking(), annas);
    await settled();
    expect(received).toEqual([[{ desk: annas, name: 'Anna', activity: booking() }]]);
    for (let repeats = 0; repeats < 4; repeats += 1) {
      await advance(5_000);
      await say(participant('Anna'), booking(), annas);
    }
    await advance(11_900);
    // A repeated activity sends nothing.
    expect(received).toHaveLength(1);
    await advance(100);
    expect(names()).toEqual([]);
    expect(received).toHaveLength(2);
    expect(timers.size).toBe(0);
  });

  it('ends immediately when the tab reports it, at sign-out, and at a sign-out everywhere', async () => {
    const { presence, say, names, advance } = scene();
    const [here, there] = [participant('Anna', 'here'), participant('Anna', 'there')];
    await say(here, booking(), annas);
    await say(here, null, annas);
    await advance(250);
    expect(names()).toEqual([]);
    await say(here, booking(), annas);
    await say(there, booking(), bens);
    await say(participant('Ben'), booking(), annas);
    await advance(250);
    presence.leave(here, false);
    await advance(250);
    expect(names()).toEqual(['Anna', 'Ben']);
    presence.leave(here, true);
    await advance(250);
    expect(names()).toEqual(['Ben']);
  });

  it('is sent at most a few times per second, however often it changes', async () => {
    const { say, received, advance } = scene();
    for (let minute = 10; minute < 40; minute += 1) {
      await say(participant('Anna'), booking(north, `2026-03-29T10:${minute}:00.000Z`), annas);
      await advance(20);
    }
    await advance(250);
    expect(received.length).toBeLessThanOrEqual(4);
    expect(received.at(-1)?.[0]?.activity).toMatchObject({ start: '2026-03-29T10:39:00.000Z' });
  });

  it('is neither sent to nor accepted from desks without access to the store', async () => {
    const access: ReadAccess = async ({ key }, id) =>
      id !== company ? null : key === tom.key ? (store) => store === south : () => true;
    const { presence, say, received, advance, stop } = scene({ readAccess: access });
    await say(participant('Anna'), booking(north), annas);
    await advance(250);
    expect(received).toEqual([]);
    await say(participant('Ben'), booking(south), bens);
    await advance(250);
    expect(received.at(-1)).toEqual([{ desk: bens, name: 'Ben', activity: booking(south) }]);
    await expect(say(participant('Tom'), booking(north), annas)).rejects.toThrow(ServiceError);
    const other = { companyId: randomUUID(), desk: annas, activity: booking() };
    await expect(presence.update(other, participant('Anna'))).rejects.toMatchObject({ key: 'not_found' });
    stop();
    await say(participant('Ben'), null, bens);
    await advance(250);
    expect(received).toHaveLength(1);
  });

  it('reads the stores of a key again only after five seconds if that failed, however many changes arrive', async () => {
    let isAway = true;
    const { say, stop, names, advance, timers } = scene({
      readAccess: async (credential) => {
        if (isAway && credential === tom) throw new ServiceError('upstream_unavailable', 'away');
        return () => true;
      },
    });
    for (let minute = 10; minute < 20; minute += 1) {
      await say(participant('Anna'), booking(north, `2026-03-29T10:${minute}:00.000Z`), annas);
      await advance(300);
    }
    expect(names()).toEqual([]);
    // The timers for expiry and for reading the stores again.
    expect(timers.size).toBe(2);
    isAway = false;
    await advance(5_000);
    expect(names()).toEqual(['Anna']);
    isAway = true;
    await say(participant('Anna'), booking(south), annas);
    await advance(250);
    stop();
    expect(timers.size).toBe(1);
  });

  it('holds a limited number of tabs, which can still change', async () => {
    const { say, received, advance } = scene();
    for (let nth = 0; nth < 1_999; nth += 1) await say(participant(`P ${nth}`), booking(), randomUUID());
    for (const desk of [annas, bens]) await say(participant('Anna'), booking(), desk);
    await advance(250);
    expect(received.at(-1)).toHaveLength(2_000);
    expect(received.at(-1)?.at(-1)?.desk).toBe(annas);
    await say(participant('Anna'), booking(south), annas);
    await advance(250);
    expect(received.at(-1)?.filter(({ activity }) => activity.storeId === south)).toHaveLength(1);
    await say(participant('Anna'), null, annas);
    await say(participant('Anna'), booking(), bens);
    await advance(250);
    expect(received.at(-1)?.at(-1)?.desk).toBe(bens);
  });

  it('holds the last activity of each tab from the last twelve seconds, after any sequence of changes', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ who: fc.nat(2), tab: fc.nat(1), ends: fc.boolean(), ms: fc.nat(7_000) }), {
          maxLength: 14,
        }),
        async (steps) => {
          const { say, received, clock, advance } = scene();
          const tabs: string[] = [annas, bens];
          const last = new Map<string, number>();
          for (const { who, tab, ends, ms } of steps) {
            await say(participant(`${who}`), ends ? null : booking(), tabs[tab] ?? '');
            if (ends) last.delete(`${who} ${tab}`);
            else last.set(`${who} ${tab}`, clock());
            await advance(250 + ms);
          }
          const now = (received.at(-1) ?? []).map(({ name, desk }) => `${name} ${tabs.indexOf(desk)}`);
          // The end of an activity is sent within a quarter of a second.
          const possible = [...last].filter(([, at]) => clock() - at < 12_000 + 250).map(([key]) => key);
          const certain = [...last].filter(([, at]) => clock() - at < 12_000).map(([key]) => key);
          expect(now).toEqual(expect.arrayContaining(certain));
          expect(possible).toEqual(expect.arrayContaining(now));
        },
      ),
      { numRuns: 60 },
    ));

  it('leaves no timer behind', async () => {
    const { presence, say, timers } = scene();
    await say(participant('Anna'), booking(), annas);
    await say(participant('Anna'), booking(south), annas);
    expect(timers.size).toBe(2);
    presence.close();
    expect(timers.size).toBe(0);
  });
});

const companies = {
  data: [
    { id: company, name: 'One', stores: [{ id: north, name: 'North', rooms: [] }] },
    { id: bare, name: 'Lists no stores', stores: [] },
  ],
  nextCursor: null,
  hasMore: false,
};

describe('POST /desk/presence', () => {
  const key = 'fd_anna-key-0123456789';
  const body = { companyId: company, desk: annas, activity: booking() };

  it('reports the activity under the session’s name until sign-out, to everyone who listens', () =>
    withSignIn(async (keyring) => {
      const requests: string[] = [];
      const service = ({ url }: Request) => {
        requests.push(url);
        return Response.json(companies);
      };
      const harness = await createGatewayHarness({ keyring, service });
      try {
        const { request } = browserAt(harness.gateway);
        expect((await request('POST', '/desk/presence', body)).status).toBe(401);
        const session = await (await request('POST', '/desk/session', { apiKey: key, name: 'Anna' })).json();
        expect(session).toMatchObject({ presence: true });
        const { request: askAsBen } = browserAt(harness.gateway);
        await askAsBen('POST', '/desk/session', { apiKey: 'fd_bens-key-0123456789' });
        const events = readDeskEvents(await askAsBen('GET', `/desk/events?companyId=${company}`));
        const answer = await request('POST', '/desk/presence', body);
        await events.until(`event: presence\ndata: {"desks":[{"desk":"${annas}","name":"Anna",`);
        expect([answer.status, await answer.json()]).toEqual([200, {}]);
        expect(answer.headers.get('cache-control')).toBe('no-store');
        for (const activity of [booking(south), { kind: 'changing', storeId: south, appointmentId: 'one' }])
          expect((await request('POST', '/desk/presence', { ...body, activity })).status).toBe(404);
        expect((await request('POST', '/desk/presence', { ...body, companyId: randomUUID() })).status).toBe(404);
        expect((await request('POST', '/desk/presence', { ...body, companyId: bare })).status).toBe(200);
        for (const wrong of [
          ...[null, [], 'hello', {}, { ...body, name: 'Ben' }, { ...body, desk: 'mine' }, { ...body, companyId: '' }],
          ...[
            { kind: 'asleep' },
            { ...booking(), by: 'Ben' },
            { ...booking(), start: 'at ten' },
            { ...booking(), storeId: 'x'.repeat(101) },
            { kind: 'changing', storeId: north, appointmentId: ['one'] },
          ].map((activity) => ({ ...body, activity })),
        ])
          expect((await request('POST', '/desk/presence', wrong)).status).toBe(400);
        const spelled = await request('POST', '/desk/presence', { ...body, companyId: company.toUpperCase() });
        expect(spelled.status).toBe(200);
        const foreign = { origin: 'https://elsewhere.example' };
        expect((await harness.post('/desk/presence', body, foreign)).status).toBe(403);
        // The stores of a key are requested only once.
        expect(requests.filter((url) => url.includes('limit=500'))).toHaveLength(2);
        harness.advance(250);
        await request('DELETE', '/desk/session');
        await events.until('event: presence\ndata: {"desks":[]}');
        const { request: elsewhere } = browserAt(harness.gateway);
        for (const ask of [request, elsewhere]) await ask('POST', '/desk/session', { apiKey: key, name: 'Anna' });
        harness.advance(250);
        await request('POST', '/desk/presence', body);
        await events.until('"name":"Anna"');
        harness.advance(250);
        await elsewhere('DELETE', '/desk/sessions');
        await events.until('event: presence\ndata: {"desks":[]}');
        await events.leave();
        expect((await request('POST', '/desk/presence', body)).status).toBe(401);
      } finally {
        await harness.close();
      }
    }));

  it('does not exist if presence is off', async () => {
    const harness = await createGatewayHarness({ presence: false, service: () => Response.json(companies) });
    expect((await harness.post('/desk/presence', body)).status).toBe(404);
    expect(await (await harness.get('/desk/session')).json()).toMatchObject({ presence: false });
    await harness.close();
  });
});

describe('the stores that a key can access', () => {
  const credential = { key: 'key', keyHash: 'hash' };
  const answer = (body: unknown, status = 200) => ({ status, body: Buffer.from(JSON.stringify(body)) }) as never;

  it('are read from all pages, cached for a minute, and read again after a failure, or ten seconds after a refusal', async () => {
    let now = 1_000_000;
    const requests: string[] = [];
    let failure: 'none' | 'throws' | 'refuses' = 'throws';
    const readAccess = createStoreAccess({
      clock: () => now,
      async send({ target }) {
        requests.push(target);
        if (failure === 'throws') throw new ServiceError('upstream_unavailable', 'away');
        if (failure === 'refuses') return answer({ message: 'no' }, 403);
        return target.includes('cursor=') ? answer(companies) : answer({ data: [{ id: 'first' }], nextCursor: 'c' });
      },
    });
    await expect(readAccess(credential, company)).rejects.toThrow(ServiceError);
    failure = 'refuses';
    expect(await readAccess(credential, company)).toBeNull();
    failure = 'none';
    expect(await readAccess(credential, company)).toBeNull();
    now += 10_001;
    const isAccessible = await readAccess(credential, company);
    expect([isAccessible?.(north), isAccessible?.(south)]).toEqual([true, false]);
    expect(requests).toHaveLength(4);
    now += 60_000;
    await readAccess(credential, 'first');
    expect(requests).toHaveLength(4);
    now += 1;
    await readAccess(credential, 'first');
    expect(requests).toHaveLength(6);
  });
});
