import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLossySystem, createOutcomes, LEFT, lost } from '#testing/lossy-creates.ts';
import { rounds } from '#testing/rounds.ts';
import { ApiError } from './api-error.ts';
import { createOnce, type PendingCreate } from './create-once.ts';

type Lossy = NonNullable<Parameters<typeof createLossySystem>[0]>;

/** A page that creates one record, and stores what it has sent. */
function createPage(options: Lossy = {}, acceptsKeys = true) {
  const system = createLossySystem(options);
  const records = system.records<string>((number) => `record-${number}`);
  const page = { sent: null as PendingCreate | null, failures: [] as unknown[] };
  let keys = 0;
  const ports = {
    save: (sent: PendingCreate | null) => {
      page.sent = sent;
    },
    newKey() {
      keys += 1;
      return acceptsKeys ? `key-${keys}` : null;
    },
    lookUp: async () => (await records.find())[0]?.id ?? null,
    onFailure: (error: unknown) => void page.failures.push(error),
    signal: new AbortController().signal,
    clock: system.clock,
    sleep: system.sleep,
  };
  const send = (key: string | null) => records.create('body', key);
  /** Creates the record, or determines the result of an earlier attempt. */
  const create = (changes: Partial<Parameters<typeof createOnce<string>>[1]> = {}) =>
    createOnce(send, { ...ports, sent: page.sent, ...changes });
  return Object.assign(page, { system, records, create });
}

const http = (status: number, messageKey: string | null = null) => new ApiError({ kind: 'http', status, messageKey });

describe('with any losses, refusals and reloads', () => {
  const history = fc.record({
    outcomes: fc.array(fc.constantFrom(...createOutcomes), { maxLength: 25 }),
    acceptsKeys: fc.boolean(),
    delayMs: fc.nat({ max: 30_000 }),
  });

  test('at most one record is created, and the result is correct', async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ outcomes, acceptsKeys, delayMs }) => {
        const page = createPage({ outcomes, delayMs }, acceptsKeys);
        const { created } = page.records;
        for (let run = 0; run < 40; run += 1) {
          const result = await page.system.run(() => page.create());
          expect(created.length).toBeLessThanOrEqual(1);
          if (result === LEFT || result.kind === 'unknown') continue;
          if (result.kind === 'created') {
            expect(result.value).toBe(created[0]?.id);
            return;
          }
          expect(created).toEqual([]);
          // The person tries again.
          if (result.kind === 'absent') page.sent = null;
        }
        expect.unreachable('Once every request is answered, it is created.');
      }),
      { numRuns: rounds({ few: 300, many: 10_000 }) },
    );
  });
});

describe('with a key', () => {
  test('repeats the request with the same key when an answer is lost', async () => {
    const page = createPage({ outcomes: ['made-and-lost', 'lost'] });
    expect(await page.create()).toEqual({ kind: 'created', value: 'record-1', how: 'found' });
    expect(page.records.created).toEqual([expect.objectContaining({ key: 'key-1' })]);
    expect(page.system.requests).toBe(3);
  });

  test('waits for a first request that is still in progress', async () => {
    const page = createPage({ outcomes: ['made-and-lost'], delayMs: 10_000 });
    expect(await page.create()).toMatchObject({ kind: 'created', how: 'found' });
    expect(page.system.pauses).toEqual([1000, 2000, 3000, 5000]);
  });

  test.each([401, 403])('learns nothing about the first request from a %d on repeating it', async (status) => {
    const page = createPage({ outcomes: ['made-and-lost', 'refused'], refusal: () => http(status) });
    expect(await page.create()).toEqual({ kind: 'unknown', error: http(status) });
    expect(page.sent).toMatchObject({ key: 'key-1' });
    expect(await page.create()).toMatchObject({ kind: 'created', value: 'record-1' });
  });

  test('learns nothing about it from another person who has signed in', async () => {
    const page = createPage({ outcomes: ['lost', 'refused'], refusal: () => http(409, 'another_person') });
    expect((await page.create()).kind).toBe('unknown');
    expect(page.system.pauses).toEqual([]);
  });

  test.each([400, 404, 413, 422])(
    'treats a %d on repeating it as a refusal of the first request, too',
    async (status) => {
      const page = createPage({ outcomes: ['lost', 'refused'], refusal: () => http(status) });
      expect(await page.create()).toEqual({ kind: 'refused', error: http(status) });
      expect(page.sent).toBeNull();
    },
  );

  test('looks up, but does not repeat, a request that the person has changed', async () => {
    const page = createPage({ outcomes: ['left'] });
    await page.system.run(() => page.create());
    expect((await page.create({ mayRepeat: false })).kind).toBe('absent');
    expect(page.records.created).toEqual([]);
  });

  test('does not rely on the key after 23 hours', async () => {
    const page = createPage({ outcomes: ['left'] });
    await page.system.run(() => page.create());
    page.system.now += 23 * 3_600_000 - 1;
    const { sent } = page;
    page.system.now += 1;
    expect((await page.create()).kind).toBe('absent');
    page.system.now -= 50_000 + 23 * 3_600_000;
    expect(await page.create({ sent })).toMatchObject({ kind: 'created', how: 'found' });
  });

  test('then assumes that nothing was created if nothing can be looked up', async () => {
    const page = createPage();
    const sent = { key: 'key-1', at: page.system.now - 23 * 3_600_000, isSearched: false };
    expect(await page.create({ sent, lookUp: undefined })).toEqual({ kind: 'absent', error: null });
    expect([page.sent, page.system.requests]).toEqual([null, 0]);
  });
});

describe('without a key', () => {
  test.each(['made-and-lost', 'made-and-silent', 'made-and-unreadable'] as const)(
    'finds the record even though its answer is %s',
    async (outcome) => {
      const page = createPage({ outcomes: [outcome], delayMs: 30_000 }, false);
      expect(await page.create()).toEqual({ kind: 'created', value: 'record-1', how: 'found' });
      expect(page.failures).toHaveLength(1);
    },
  );

  test('looks it up with growing pauses for 36 s, and again when the person tries again', async () => {
    const page = createPage({ outcomes: ['lost'] }, false);
    expect(await page.create()).toEqual({ kind: 'absent', error: lost() });
    expect(page.system.pauses).toEqual([1000, 2000, 3000, 5000, 8000, 13_000, 20_000]);
    expect(page.sent).toMatchObject({ isSearched: true });
    page.system.pauses.splice(0);
    expect(await page.create()).toEqual({ kind: 'absent', error: null });
    expect(page.system.pauses).toEqual([]);
  });

  test('does not repeat a lookup before Retry-After allows it', async () => {
    const refusal = () => new ApiError({ kind: 'http', status: 429, retryAfterSeconds: 36 });
    const page = createPage({ outcomes: ['lost', 'refused'], refusal }, false);
    expect((await page.create()).kind).toBe('absent');
    expect(page.system.pauses).toEqual([36_000]);
  });

  test('remains unknown if no lookup is answered for 70 s', async () => {
    const page = createPage({ outcomes: Array.from({ length: 20 }, () => 'lost' as const) }, false);
    expect(await page.create()).toEqual({ kind: 'unknown', error: lost() });
    expect(page.system.pauses).toEqual([1000, 2000, 3000, 5000, 8000, 13_000, 20_000, 20_000]);
    expect(page.sent).toMatchObject({ isSearched: false });
  });

  test('does not accept an answer requested before the computer slept as proof of absence', async () => {
    const page = createPage({ outcomes: ['made-and-lost'], delayMs: 5000 }, false);
    const { find } = page.records;
    const lookUp = async () => {
      const found = await find();
      // The second request is the first look-up; its response arrives after hours of sleep.
      if (page.system.requests === 2) page.system.now += 8 * 3_600_000;
      return found[0]?.id ?? null;
    };
    expect(await page.create({ lookUp })).toMatchObject({ kind: 'created', how: 'found' });
  });

  test('gives a computer that slept time to find its network again', async () => {
    const page = createPage({ outcomes: ['made-and-lost', 'lost', 'lost', 'lost'] }, false);
    const sleep = (milliseconds: number) =>
      page.system.sleep(milliseconds + (page.system.pauses.length === 0 ? 8 * 3_600_000 : 0));
    expect(await page.create({ sleep })).toMatchObject({ kind: 'created' });
  });
});

test.each([
  [http(400), true],
  [http(401), true],
  [http(429), true],
  [http(503, 'upstream_unavailable'), true],
  [http(503, 'storage_full'), true],
  [http(408), false],
  [http(409, 'request_in_progress'), false],
  [http(500), false],
  [http(503), false],
  [http(504, 'outcome_unknown'), false],
])('takes %o as the first answer for a refusal: %s', async (error, isRefusal) => {
  const page = createPage({ outcomes: ['refused'], refusal: () => error });
  expect((await page.create()).kind).toBe(isRefusal ? 'refused' : 'created');
  expect(page.system.requests).toBe(isRefusal ? 1 : 2);
});

test('aborting leaves the result unknown', async () => {
  const until = new AbortController();
  const page = createPage({ outcomes: ['lost', 'lost'] });
  const sleep = async () => until.abort();
  expect(await page.create({ signal: until.signal, sleep })).toMatchObject({ kind: 'created' });
  const other = createPage({ outcomes: ['lost', 'lost', 'lost'] });
  expect(await other.create({ signal: until.signal })).toEqual({ kind: 'unknown', error: lost() });
  expect(other.sent).toMatchObject({ key: 'key-1' });
});
