import { beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from '#app/api/api-error.ts';
import { createFakePractice, lost, noting, request, values } from '#testing/fake-practice.ts';

/** Over a practice system that takes idempotency keys. */
let practice: ReturnType<typeof createFakePractice>;

beforeEach(() => {
  practice = createFakePractice();
  practice.takesKey = true;
});

test('a lost answer is asked for again instead of looking around', async () => {
  let answers = 0;
  practice.answer = (store) => {
    answers += 1;
    const id = store();
    if (answers < 3) throw lost();
    return id;
  };
  expect(await practice.book()).toMatchObject({ kind: 'booked', how: 'found' });
  expect(practice.stored).toHaveLength(1);
  expect(practice.creates).toBe(3);
  expect(new Set(practice.keys).size).toBe(1);
  // The glance before sending is the only search.
  expect(practice.searches).toBe(1);
});

test('a request that never arrived is done by asking again', async () => {
  let answers = 0;
  practice.answer = (store) => {
    answers += 1;
    if (answers === 1) throw lost();
    if (answers === 2) throw new ApiError({ kind: 'http', status: 409, messageKey: 'request_in_progress' });
    return store();
  };
  expect(await practice.book()).toMatchObject({ kind: 'booked' });
  expect(practice.stored).toHaveLength(1);
});

test('that the first request is under way is no refusal', async () => {
  let answers = 0;
  practice.answer = (store) => {
    answers += 1;
    if (answers === 1) throw new ApiError({ kind: 'http', status: 409, messageKey: 'request_in_progress' });
    return store();
  };
  expect(await practice.book()).toMatchObject({ kind: 'booked' });
});

test('no answer at all leaves it unknown; trying again has the same key, though it is booked', async () => {
  practice.answer = (store) => {
    store();
    throw lost();
  };
  expect(await practice.book()).toMatchObject({ kind: 'unknown' });
  practice.answer = (store) => store();
  expect(await practice.book()).toMatchObject({ kind: 'booked', how: 'found' });
  expect(practice.stored).toHaveLength(1);
  expect(new Set(practice.keys).size).toBe(1);
});

test.each([
  { status: 401, lookUps: 1, seconds: 0 },
  { status: 403, lookUps: 1, seconds: 0 },
  { status: 409, messageKey: 'another_person', lookUps: 1, seconds: 0 },
  { status: 429, lookUps: 2, seconds: 36 },
  { status: 503, lookUps: 2, seconds: 36 },
])(
  'a $status while asking again says nothing of the first request',
  async ({ status, messageKey = null, ...after }) => {
    let answers = 0;
    practice.answer = (store) => {
      answers += 1;
      if (answers === 1) store();
      throw answers === 1 ? lost() : new ApiError({ kind: 'http', status, messageKey, retryAfterSeconds: 36 });
    };
    expect(await practice.book()).toEqual({ kind: 'unknown', ...after, fault: null, offline: false });
  },
);

test('is asked again, with growing pauses, where no answer comes in time', async () => {
  practice.answer = () => {
    throw new DOMException('too long', 'TimeoutError');
  };
  const { pauses, ports } = noting(practice);
  expect(await practice.book({}, ports)).toMatchObject({ kind: 'unknown', lookUps: 8, seconds: 52 });
  expect(pauses).toEqual([1000, 2000, 3000, 5000, 8000, 13_000, 20_000]);
});

test('a refusal of the request itself is one', async () => {
  let answers = 0;
  practice.answer = () => {
    answers += 1;
    throw answers === 1 ? lost() : new ApiError({ kind: 'http', status: 400, messageKey: 'invalid_input' });
  };
  expect(await practice.book()).toEqual({ kind: 'refused', error: expect.objectContaining({ status: 400 }) });
  expect(practice.drafts.find('draft-1')).toMatchObject({ attempt: null });
});

describe('after a reload', () => {
  const leave = async () => {
    practice.answer = () => {
      throw new Error('unloaded');
    };
    await practice.book({}, { ...practice.ports, sleep: () => Promise.reject(new Error('unloaded')) }).catch(() => {});
    expect(practice.stored).toEqual([]);
    practice.creates = 0;
    practice.answer = (store) => store();
  };

  test('what was under way a moment ago is asked for again', async () => {
    await leave();
    expect(await practice.resume()).toMatchObject({ kind: 'booked', how: 'found' });
    expect(practice.stored).toHaveLength(1);
    expect(new Set(practice.keys).size).toBe(1);
  });

  test('what was under way an hour ago is looked for, and sent when it is asked for, with its key', async () => {
    await leave();
    practice.now += 3_600_000;
    expect(await practice.resume()).toMatchObject({ kind: 'absent' });
    expect(practice.creates).toBe(0);
    expect(await practice.book()).toMatchObject({ kind: 'booked' });
    expect(new Set(practice.keys).size).toBe(1);
  });

  test.each([
    ['asked for', 'book', 23 * 3_600_000],
    ['found under way', 'resume', 10 * 60_000],
  ] as const)('what is %s is sent until it is too old for it', async (_how, go, age) => {
    for (const [left, creates] of [
      [1, 1],
      [0, 0],
    ] as const) {
      practice = createFakePractice();
      practice.takesKey = true;
      await leave();
      const sent = practice.drafts.find('draft-1')?.attempt?.sentAt ?? 0;
      practice.now = sent + age - left;
      expect(await practice[go]()).toMatchObject({ kind: creates ? 'booked' : 'absent' });
      expect(practice.creates).toBe(creates);
    }
  });

  test('what was sent with a key is looked for where the practice system takes none any more', async () => {
    await leave();
    practice.takesKey = false;
    expect(await practice.book()).toMatchObject({ kind: 'absent' });
    expect(practice.creates).toBe(0);
  });

  test('what was sent without a key is looked for where the practice system takes one now', async () => {
    practice.takesKey = false;
    await leave();
    practice.takesKey = true;
    expect(await practice.resume()).toMatchObject({ kind: 'absent' });
    expect(practice.phases.slice(-1)).toEqual(['looking']);
    expect(practice.creates).toBe(0);
  });

  test('what the form no longer says is not sent', async () => {
    await leave();
    const other = { ...request, notes: 'another day' };
    expect(await practice.book({ request: other, snapshot: () => ({ values, request: other }) })).toMatchObject({
      kind: 'absent',
    });
    expect(practice.stored).toEqual([]);
  });
});
