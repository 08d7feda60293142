import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { createMetrics } from '#gateway/metrics.ts';
import { type Send, UpstreamError, type UpstreamRequest, type UpstreamResponse } from './connection.ts';
import { createKeyBudgets } from './request-budget.ts';
import { createPracticeClock, createUpstreamClient, shareReads } from './retries-and-sharing.ts';

const base = Date.UTC(2026, 2, 29, 7, 30);

function response(upstreamTime: number | null, sentAt: number, receivedAt: number): UpstreamResponse {
  const rateLimit = { remaining: null, resetMs: null, retryAfterMs: null };
  return {
    status: 200,
    body: new Uint8Array(),
    hasMessage: false,
    errorInstanceId: null,
    rateLimit,
    upstreamTime,
    sentAt,
    receivedAt,
  };
}

it('the practice API’s clock is adjusted only if the clocks differ', () => {
  const now = base;
  const practice = createPracticeClock({ clock: () => now });
  expect(practice.now()).toBe(base);
  practice.observe(response(base + 1_000, base, base + 100));
  expect(practice.now()).toBe(base);
  practice.observe(response(null, base, base));
  practice.observe(response(base + 3_600_000, base, base + 60_000));
  expect(practice.now()).toBe(base);
  practice.observe(response(base + 3_600_000, base, base + 1_000));
  expect(practice.now()).toBe(base + 3_600_000);
  practice.observe(response(base + 3_601_000, base, base + 1_000));
  expect(practice.now()).toBe(base + 3_600_000);
});

const rateLimit = { remaining: null, resetMs: null, retryAfterMs: null };
const body = new TextEncoder().encode('{}');

let now: number;
/** The requests sent upstream, each with functions to answer it. */
let sent: { respond: (status?: number) => void; fail: () => void }[];
let shared: string[];
let send: Send;

beforeEach(() => {
  now = 0;
  sent = [];
  shared = [];
  const sendUpstream = () =>
    new Promise<UpstreamResponse>((resolve, reject) => {
      const times = { upstreamTime: null, sentAt: now, receivedAt: now };
      sent.push({
        respond: (status = 200) =>
          resolve({ status, body, hasMessage: false, errorInstanceId: null, rateLimit, ...times }),
        fail: () => reject(new Error('failed')),
      });
    });
  ({ send } = shareReads({
    sendRead: sendUpstream,
    sendWrite: sendUpstream,
    clock: () => now,
    onShared: (how) => shared.push(how),
  }));
});

function request(change: Partial<UpstreamRequest> = {}): UpstreamRequest {
  return {
    method: 'GET',
    target: '/v1/appointments?companyId=c',
    contentType: null,
    body: null,
    idempotencyKey: null,
    repeatable: true,
    credential: { key: 'k', keyHash: 'h' },
    kind: 'appointments',
    priority: 'lookup',
    fresh: false,
    ...change,
  };
}
const create = () => request({ method: 'POST', kind: 'create', priority: 'write', body });
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('shareReads', () => {
  it('sends one request for equal reads', async () => {
    const responses = [send(request()), send(request()), send(request())];
    expect(sent).toHaveLength(1);
    sent[0]!.respond();
    const [first, ...others] = await Promise.all(responses);
    for (const other of others) expect(other).toBe(first);
    expect(shared).toEqual(['coalesced', 'coalesced']);
  });

  it('does not wait for a read of appointments that was sent long ago', async () => {
    void send(request());
    now += 2_000;
    void send(request());
    expect(sent).toHaveLength(2);
    void send(request());
    expect(sent).toHaveLength(2);
  });

  it.each([
    { target: '/v1/appointments?companyId=d' },
    { credential: { key: 'other', keyHash: 'other' } },
    { method: 'POST', body, target: '/v1/appointments/search' },
    { fresh: true },
  ] satisfies Partial<UpstreamRequest>[])('separates requests with a different %o', (difference) => {
    void send(request());
    void send(request(difference));
    expect(sent).toHaveLength(2);
  });

  it.each([
    ['appointments', 2_000],
    ['lookup', 10_000],
    ['reference', 30_000],
  ] as const)('shares a response about %s for %i ms after its request was sent', async (kind, ms) => {
    void send(request({ kind }));
    now += 500;
    sent[0]!.respond();
    await settled();
    now = ms - 1;
    await send(request({ kind }));
    expect(shared).toEqual(['stored']);
    now = ms;
    void send(request({ kind }));
    expect(sent).toHaveLength(2);
  });

  it.each(['started', 'ended'])('reads appointments again once a create is %s', async (when) => {
    void send(request());
    void send(request({ kind: 'reference', target: '/v1/companies' }));
    sent[0]!.respond();
    sent[1]!.respond();
    await settled();
    const created = send(create());
    if (when === 'ended') {
      void send(request());
      sent[2]!.respond();
      sent[3]!.respond();
      await created;
    }
    const before = sent.length;
    void send(request());
    expect(sent).toHaveLength(before + 1);
    void send(request({ kind: 'reference', target: '/v1/companies' }));
    expect(sent).toHaveLength(before + 1);
  });

  it.each(['started', 'ended'])(
    'reads everything again, for every key, once a change of the practice is %s',
    async (when) => {
      const all = () => [
        send(request({ kind: 'reference', target: '/v1/companies' })),
        send(request({ kind: 'reference', credential: { key: 'other', keyHash: 'other' } })),
        send(request({ kind: 'setup', target: '/v1/practice/history' })),
      ];
      const first = all();
      for (const { respond } of sent) respond();
      await Promise.all(first);
      const changing = send({ ...create(), kind: 'manage' });
      if (when === 'ended') {
        // A response to a pending request may have been read before the change.
        void all();
        sent[3]!.respond();
        await changing;
      }
      const before = sent.length;
      void all();
      expect(sent).toHaveLength(before + 3);
    },
  );

  it('shows no stored responses to a key that was refused', async () => {
    const reference = () => send(request({ kind: 'reference', target: '/v1/companies' }));
    const others = () => send(request({ kind: 'reference', credential: { key: 'other', keyHash: 'other' } }));
    void reference();
    void others();
    sent[0]!.respond();
    sent[1]!.respond();
    await settled();
    void send(request());
    sent[2]!.respond(401);
    await settled();
    void reference();
    void others();
    expect(sent).toHaveLength(4);
  });

  it('reads again after a create with an unknown outcome', async () => {
    const created = send(create());
    void send(request());
    sent[0]!.fail();
    await expect(created).rejects.toThrow('failed');
    void send(request());
    expect(sent).toHaveLength(3);
  });

  it('reports a failure to everybody who waits and stores none', async () => {
    const responses = [send(request()), send(request())];
    sent[0]!.fail();
    for (const response of responses) await expect(response).rejects.toThrow('failed');
    const refused = send(request());
    sent[1]!.respond(404);
    await refused;
    void send(request());
    expect(sent).toHaveLength(3);
  });

  it('shares the response to a fresh request with later reads', async () => {
    const [stale, fresh] = [send(request()), send(request({ fresh: true }))];
    const joined = send(request());
    expect(sent).toHaveLength(2);
    sent[1]!.respond();
    expect(await joined).toBe(await fresh);
    sent[0]!.respond();
    expect(await stale).not.toBe(await joined);
    expect(await send(request())).toBe(await fresh);
  });
});

describe('a repeatable write', () => {
  /**
   * Sends one request whose attempts all break after these milliseconds, in virtual time; returns the time limit of each
   * attempt.
   */
  async function attemptsOf(options: { writeMs: number; breakAfterMs: readonly number[]; random: number }) {
    const { writeMs, breakAfterMs, random } = options;
    let time = base;
    const limits: number[] = [];
    let breakOff = () => {};
    const clock = () => time;
    const budgets = createKeyBudgets({ clock, limit: undefined });
    const client = createUpstreamClient({
      upstream: {
        send: () =>
          new Promise((_resolve, reject) => {
            breakOff = () => reject(new UpstreamError('lost', 'broken'));
          }),
        open: () => Promise.reject(new Error('not used')),
      },
      budgets,
      metrics: createMetrics({ budgets }),
      environment: {
        clock,
        random: () => random,
        sleep: async (ms) => {
          time += ms;
        },
        schedule(ms, onTimeout) {
          const breaksAfter = breakAfterMs[limits.length] ?? 0;
          limits.push(ms);
          time += Math.min(ms, breaksAfter);
          (breaksAfter < ms ? breakOff : onTimeout)();
          return () => undefined;
        },
      },
      timeouts: { readMs: 10_000, writeMs },
    });
    const write = request({ method: 'PATCH', kind: 'change', priority: 'write', repeatable: true, body });
    await expect(client.send(write)).rejects.toMatchObject({ key: 'outcome_unknown' });
    return { limits, tookMs: time - base };
  }

  it('gives each attempt some time, and all of them together no more than the limit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          writeMs: fc.integer({ min: 1, max: 25 }).map((seconds) => seconds * 1_000),
          breakAfterMs: fc.array(fc.integer({ min: 0, max: 30_000 }), { minLength: 3, maxLength: 3 }),
          random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        }),
        async (options) => {
          const { limits, tookMs } = await attemptsOf(options);
          expect(Math.min(...limits)).toBeGreaterThanOrEqual(500);
          expect(tookMs).toBeLessThanOrEqual(options.writeMs);
        },
      ),
    );
  });

  it('is repeated twice if there is time', async () => {
    const { limits } = await attemptsOf({ writeMs: 2_000, breakAfterMs: [0, 0, 0], random: 0.5 });
    expect(limits).toEqual([2_000, 1_850, 1_250]);
  });
});
