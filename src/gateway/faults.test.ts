import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serviceErrorSchema } from '#contract/error.ts';
import { createGatewayHarness, type GatewayHarness, sharedKey } from '#testing/gateway-harness.ts';
import type { Fault } from '#testing/hostile-upstream.ts';

const PETS = 'GET /v1/pets';
const CREATE = 'POST /v1/appointments';
const page = { data: [], nextCursor: null, hasMore: false, totalCount: 0 };
let harness: GatewayHarness;

beforeEach(async () => {
  harness = await createGatewayHarness();
});
afterEach(() => harness.close());

const readPets = () => harness.get('/api/v1/pets?companyId=c');
const book = () => harness.post('/api/v1/appointments', { companyId: 'c' });

async function errorOf(response: Response) {
  const error = serviceErrorSchema.parse(await response.json());
  expect(error.data.httpStatus).toBe(response.status);
  return error;
}

describe('a read', () => {
  it.each<Fault>([
    'reset-before',
    'reset-after',
    'stall-before',
    'html-error',
    'html-page',
    'truncated',
    'broken-json',
    'empty',
    'broken-gzip',
  ])('is repeated after %s', async (fault) => {
    harness.hostile.next(PETS, fault, fault);
    const response = await readPets();
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(page);
    expect(harness.hostile.seen).toHaveLength(3);
    expect(harness.sleeps).toEqual([150, 600]);
  });

  it.each<[Fault, number, string]>([
    ['reset-before', 503, 'upstream_unavailable'],
    ['stall-before', 504, 'upstream_timeout'],
    ['html-error', 502, 'upstream_invalid'],
    ['html-page', 502, 'upstream_invalid'],
    ['truncated', 503, 'upstream_unavailable'],
    ['broken-json', 502, 'upstream_invalid'],
    ['empty', 502, 'upstream_invalid'],
    ['redirect', 502, 'upstream_invalid'],
    ['broken-gzip', 502, 'upstream_invalid'],
  ])('fails with one clear error after three times %s', async (fault, status, key) => {
    harness.hostile.next(PETS, fault, fault, fault);
    const response = await readPets();
    expect(response.status).toBe(status);
    const error = await errorOf(response);
    expect(error.message).toBe(key);
    expect(harness.logged()).toContain(error.data.errorInstanceId);
    expect(harness.logged()).not.toContain(sharedKey);
  });

  it('does not wait for an unreachable practice API', async () => {
    await harness.hostile.refuse();
    const response = await readPets();
    expect(response.status).toBe(503);
    expect((await errorOf(response)).message).toBe('upstream_unavailable');
    await harness.hostile.accept();
    expect((await readPets()).status).toBe(200);
  });

  it.each<[Fault, string]>([
    ['rate-limit', '7'],
    ['rate-limit-bare', '5'],
  ])('is not repeated after %s, and asks the browser to wait %s s', async (fault, seconds) => {
    harness.hostile.next(PETS, fault);
    const response = await readPets();
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe(seconds);
    expect(await response.json()).toMatchObject({ message: 'rate_limit_exceeded' });
    expect(harness.hostile.seen).toHaveLength(1);
  });
});

describe('a 429 of the practice API', () => {
  it.each<[Fault, number]>([
    ['rate-limit', 7_000],
    ['rate-limit-bare', 5_000],
  ])('(%s) pauses every request of the key', async (fault, pause) => {
    harness.hostile.next(PETS, fault);
    expect((await readPets()).headers.get('retry-after')).toBe(String(pause / 1_000));
    harness.advance(pause - 1);
    const waiting = await harness.get('/api/v1/clients?companyId=c');
    expect(waiting.status).toBe(429);
    expect(waiting.headers.get('retry-after')).toBe('1');
    expect((await errorOf(waiting)).message).toBe('rate_limit_exceeded');
    expect(harness.hostile.seen).toHaveLength(1);
    harness.advance(1);
    expect((await readPets()).status).toBe(200);
  });

  it('delays an unsent create while the pause is short', async () => {
    harness.hostile.next(PETS, 'rate-limit');
    await readPets();
    expect((await book()).status).toBe(200);
    expect(harness.sleeps).toEqual([7_000]);
  });
});

describe('a create', () => {
  it.each<Fault>([
    'reset-before',
    'reset-after',
    'stall-before',
    'stall-after',
    'html-error',
    'html-page',
    'truncated',
    'broken-json',
    'empty',
    'redirect',
  ])('is sent once and reported as unknown after %s', async (fault) => {
    harness.hostile.next(CREATE, fault);
    const response = await book();
    expect(response.status).toBe(504);
    expect((await errorOf(response)).message).toBe('outcome_unknown');
    expect(harness.hostile.seen).toHaveLength(1);
    expect(harness.sleeps).toEqual([]);
  });

  it('is reported as not done if it could not be sent', async () => {
    await harness.hostile.refuse();
    const response = await book();
    expect(response.status).toBe(503);
    const { message, data } = await errorOf(response);
    expect([message, data.suggestion]).toEqual(['upstream_unavailable', expect.stringContaining('Nothing was saved')]);
  });

  it('is reported as not done after a 429', async () => {
    harness.hostile.next(CREATE, 'rate-limit');
    const response = await book();
    expect(response.status).toBe(429);
    expect(harness.hostile.carriedOut(CREATE)).toBe(0);
  });

  it('is completed when the browser disconnects', async () => {
    const leaving = new AbortController();
    const request = harness.gateway.request('http://127.0.0.1:4100/api/v1/appointments', {
      method: 'POST',
      body: '{}',
      signal: leaving.signal,
    });
    leaving.abort();
    await Promise.allSettled([request]);
    await harness.gateway.stopWrites();
    expect(harness.hostile.carriedOut(CREATE)).toBe(1);
  });
});

describe('before the process ends', () => {
  it('finishes the current creates and refuses others', async () => {
    let arrived = () => {};
    const arrival = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await harness.close();
    harness = await createGatewayHarness({
      service: async () => {
        arrived();
        await released;
        return Response.json('6f9619ff-8b86-4d01-b42d-00cf4fc964ff');
      },
    });
    const underWay = book();
    await arrival;
    const drained = harness.gateway.stopWrites();
    const refused = await book();
    expect(refused.status).toBe(503);
    expect((await errorOf(refused)).message).toBe('upstream_unavailable');
    release();
    await drained;
    expect(harness.hostile.carriedOut(CREATE)).toBe(1);
    expect((await underWay).status).toBe(200);
    const ready = await harness.get('/readyz');
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'stopping' }]);
  });
});
