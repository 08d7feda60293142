import { beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '#gateway/upstream/answer.ts';
import type { UpstreamRequest } from '#gateway/upstream/send.ts';
import { sharing } from './sharing.ts';

const limits = { retryAfter: null, rateLimit: null, rateLimitRemaining: null, rateLimitReset: null, date: null };
const body = new TextEncoder().encode('{}');

let now: number;
let asked: { request: UpstreamRequest; answer: (status?: number) => void; fail: () => void }[];
let shared: string[];
let send: ReturnType<typeof sharing>;

beforeEach(() => {
  now = 0;
  asked = [];
  shared = [];
  send = sharing(
    (request) =>
      new Promise<Answer>((resolve, reject) => {
        asked.push({
          request,
          answer: (status = 200) => resolve({ status, body, explains: false, limits, sentAt: now, receivedAt: now }),
          fail: () => reject(new Error('failed')),
        });
      }),
    { clock: () => now, onShared: (how) => shared.push(how) },
  );
});

function request(change: Partial<UpstreamRequest> = {}): UpstreamRequest {
  return {
    method: 'GET',
    target: '/v1/appointments?companyId=c',
    contentType: null,
    body: null,
    credential: { key: 'k', holder: 'h' },
    kind: 'appointments',
    priority: 'lookup',
    recheck: false,
    ...change,
  };
}
const create = () => request({ method: 'POST', kind: 'create', priority: 'create', body });
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('sharing', () => {
  it('makes one request of those for the same thing', async () => {
    const answers = [send(request()), send(request()), send(request())];
    expect(asked).toHaveLength(1);
    asked[0]!.answer();
    const [first, ...others] = await Promise.all(answers);
    for (const other of others) expect(other).toBe(first);
    expect(shared).toEqual(['coalesced', 'coalesced']);
  });

  it.each([
    { target: '/v1/appointments?companyId=d' },
    { credential: { key: 'other', holder: 'other' } },
    { method: 'POST', body, target: '/v1/appointments/search' },
    { recheck: true },
  ] satisfies Partial<UpstreamRequest>[])('keeps apart what differs in %o', (difference) => {
    void send(request());
    void send(request(difference));
    expect(asked).toHaveLength(2);
  });

  it.each([
    ['appointments', 2_000],
    ['lookup', 10_000],
    ['reference', 30_000],
  ] as const)('shares an answer about %s for %i ms from when it was asked for', async (kind, ms) => {
    void send(request({ kind }));
    now += 500;
    asked[0]!.answer();
    await settled();
    now = ms - 1;
    await send(request({ kind }));
    expect(shared).toEqual(['stored']);
    now = ms;
    void send(request({ kind }));
    expect(asked).toHaveLength(2);
  });

  it.each(['sent', 'over'])('asks about appointments anew once a create is %s', async (when) => {
    void send(request());
    void send(request({ kind: 'reference', target: '/v1/companies' }));
    asked[0]!.answer();
    asked[1]!.answer();
    await settled();
    const created = send(create());
    if (when === 'over') {
      void send(request());
      asked[2]!.answer();
      asked[3]!.answer();
      await created;
    }
    const before = asked.length;
    void send(request());
    expect(asked).toHaveLength(before + 1);
    void send(request({ kind: 'reference', target: '/v1/companies' }));
    expect(asked).toHaveLength(before + 1);
  });

  it('asks anew after a create whose outcome is unknown', async () => {
    const created = send(create());
    void send(request());
    asked[0]!.fail();
    await expect(created).rejects.toThrow('failed');
    void send(request());
    expect(asked).toHaveLength(3);
  });

  it('tells a failure to all who wait for it and keeps none', async () => {
    const answers = [send(request()), send(request())];
    asked[0]!.fail();
    for (const answer of answers) await expect(answer).rejects.toThrow('failed');
    const refused = send(request());
    asked[1]!.answer(404);
    await refused;
    void send(request());
    expect(asked).toHaveLength(3);
  });

  it('gives what was asked anew to those who come after', async () => {
    const [stale, fresh] = [send(request()), send(request({ recheck: true }))];
    const joined = send(request());
    expect(asked).toHaveLength(2);
    asked[1]!.answer();
    expect(await joined).toBe(await fresh);
    asked[0]!.answer();
    expect(await stale).not.toBe(await joined);
    expect(await send(request())).toBe(await fresh);
  });
});
