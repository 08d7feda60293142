import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { withSignIn } from '#testing/gateway-harness.ts';
import { createVendorGateway, type VendorGatewayOptions } from '#testing/gateways.ts';
import { type HttpRequest, UpstreamError } from './connection.ts';

const KEY = 'fd_the-shared-key-of-the-desks';
const page = { data: [], nextCursor: null, hasMore: false, totalCount: 0 };
type Answer = { status: number; body: unknown } | null;

/** A gateway for a practice API that gives its check this response; null: it is unavailable. */
async function startedOn(answer: Answer, { url = 'https://vendor.example', keyring = shared() } = {}) {
  const practice = { answer };
  const checks: HttpRequest[] = [];
  const lines: string[] = [];
  let now = 0;
  const gateway = createVendorGateway({
    upstream: {
      async send(request) {
        const isCheck = request.target.startsWith('/v1/companies');
        if (isCheck) checks.push(request);
        if (isCheck && practice.answer === null) throw new UpstreamError('not_sent', 'away');
        const { status, body } = isCheck && practice.answer !== null ? practice.answer : { status: 401, body: {} };
        const text = typeof body === 'string' ? body : JSON.stringify(body);
        return { status, header: () => null, body: new TextEncoder().encode(text) };
      },
      open: () => Promise.reject(new UpstreamError('not_sent', 'away')),
    },
    address: { url, key: keyring.access === 'shared' ? keyring.key() : null },
    keyring,
    clock: () => now,
    logger: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
  });
  await gateway.start();
  return {
    practice,
    checks,
    logged: () => lines.join(''),
    pass(ms: number) {
      now += ms;
    },
    async ready() {
      const response = await gateway.request('http://127.0.0.1/readyz');
      return { status: response.status, body: await response.json() };
    },
  };
}

const shared = (): VendorGatewayOptions['keyring'] => ({ access: 'shared', key: () => KEY });
const READY = { status: 200, body: { status: 'ready' } };

describe('the check of a configured practice API', () => {
  it('sends one harmless read with the shared key, and logs nothing if it succeeds', async () => {
    const started = await startedOn({ status: 200, body: page });
    expect(await started.ready()).toEqual(READY);
    started.pass(60_000);
    expect(await started.ready()).toEqual(READY);
    expect(started.checks).toMatchObject([
      { method: 'GET', target: '/v1/companies?limit=1', headers: { authorization: `Bearer ${KEY}` }, body: null },
    ]);
    expect(started.logged()).toBe('');
  });

  it.each([
    ['a key that is not accepted', { status: 401, body: {} }, '', 'does not accept the key in PRACTICE_API_KEY'],
    ['a /v1 too many', { status: 404, body: {} }, '/v1', 'PRACTICE_API_URL .* its /v1 is one too many'],
    ['a /v1 too many and a slash', { status: 404, body: {} }, '/api/v1/', 'its /v1 is one too many'],
    ['an address of something else', { status: 404, body: {} }, '', 'that /v1/companies is appended to'],
    ['a page for people', { status: 200, body: '<!doctype html>' }, '', 'does not lead to a practice API \\(200'],
    ['a redirect', { status: 302, body: '' }, '', 'does not lead to a practice API \\(302'],
  ])('reports %s, in the log and in /readyz, until it is corrected', async (_what, answer, path, words) => {
    const started = await startedOn(answer, { url: `https://vendor.example${path}` });
    expect(await started.ready()).toEqual({ status: 503, body: { status: expect.stringMatching(words) } });
    expect(started.logged()).toMatch(new RegExp(words));
    expect(started.logged()).not.toContain(KEY);
    started.practice.answer = { status: 200, body: page };
    started.pass(60_000);
    await started.ready();
    started.pass(5_000);
    await expect.poll(() => started.ready()).toEqual(READY);
  });

  it.each([null, { status: 500, body: {} }, { status: 429, body: {} }, { status: 503, body: '' }])(
    'treats %o as inconclusive, and checks again',
    async (answer) => {
      const started = await startedOn(answer);
      expect(await started.ready()).toEqual(READY);
      started.practice.answer = { status: 401, body: {} };
      started.pass(60_000);
      await started.ready();
      started.pass(5_000);
      await expect.poll(async () => (await started.ready()).status).toBe(503);
      expect(started.checks).toHaveLength(2);
    },
  );

  it('is sent without a key if each person has their own, and must be refused for that reason', () =>
    withSignIn(async (keyring) => {
      const right = await startedOn({ status: 401, body: {} }, { keyring });
      expect(await right.ready()).toEqual(READY);
      expect(right.checks[0]!.headers).not.toHaveProperty('authorization');
      const wrong = await startedOn({ status: 404, body: {} }, { keyring });
      expect((await wrong.ready()).status).toBe(503);
    }));
});
