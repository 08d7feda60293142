import { beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from '#app/api/api-error.ts';
import { createFakePractice, lost, request, values } from '#testing/fake-practice.ts';
import type { BookingPorts } from './submit-booking.ts';

let practice: ReturnType<typeof createFakePractice>;

beforeEach(() => {
  practice = createFakePractice();
});

test.each([
  ['the connection broke', lost],
  ['the gateway does not know', () => new ApiError({ kind: 'http', status: 504, messageKey: 'outcome_unknown' })],
  ['the body was cut', () => new ApiError({ kind: 'invalid', status: 200 })],
  ['a page of a proxy', () => new ApiError({ kind: 'http', status: 502 })],
  ['no answer in time', () => new DOMException('too long', 'TimeoutError')],
])('%s: booked is found out', async (_name, error) => {
  practice.answer = (store) => {
    store();
    throw error();
  };
  expect(await practice.book()).toMatchObject({ kind: 'booked', how: 'found' });
  expect(practice.phases.at(-1)).toBe('looking');
  expect(practice.creates).toBe(1);
  expect(practice.stored).toHaveLength(1);
});

test('a slow practice system is waited for', async () => {
  practice.answer = (store) => {
    store();
    practice.visibleFrom = practice.now + 30_000;
    throw lost();
  };
  expect(await practice.book()).toMatchObject({ kind: 'booked' });
  expect(practice.creates).toBe(1);
});

test('not there is said after 30 seconds at the earliest; trying again looks first, then sends', async () => {
  practice.answer = () => {
    throw lost();
  };
  const outcome = await practice.book();
  expect(outcome.kind).toBe('absent');
  if (outcome.kind === 'absent') expect(outcome.seconds).toBeGreaterThanOrEqual(30);
  expect(practice.creates).toBe(1);

  practice.answer = (store) => store();
  expect(await practice.book()).toMatchObject({ kind: 'booked', how: 'answered' });
  expect(practice.creates).toBe(2);
  expect(practice.stored).toHaveLength(1);
});

test('an answer that was asked for before a long sleep does not say that it is not there', async () => {
  practice.answer = (store) => {
    store();
    practice.visibleFrom = practice.now + 5000;
    throw lost();
  };
  let sleeps = 1;
  const outcome = await practice.book(
    {},
    {
      ...practice.ports,
      async search(...asked) {
        const page = await practice.ports.search(...asked);
        if (practice.creates > 0 && sleeps-- > 0) practice.now += 120_000;
        return page;
      },
    },
  );
  expect(outcome).toMatchObject({ kind: 'booked', how: 'found' });
});

test('what appeared after all is found before anything is sent again', async () => {
  practice.answer = (store) => {
    store();
    practice.visibleFrom = practice.now + 600_000;
    throw lost();
  };
  expect((await practice.book()).kind).toBe('absent');
  practice.now += 600_000;
  expect(await practice.book()).toMatchObject({ kind: 'booked', how: 'found' });
  expect(practice.creates).toBe(1);
});

test('look-ups that fail, too, leave it unknown, and nothing is sent until one answers', async () => {
  practice.answer = (store) => {
    store();
    throw lost();
  };
  practice.searchFails = () => practice.creates > 0;
  expect((await practice.book()).kind).toBe('unknown');
  expect((await practice.book()).kind).toBe('unknown');
  practice.searchFails = () => false;
  expect(await practice.book()).toMatchObject({ kind: 'booked', how: 'found' });
  expect(practice.creates).toBe(1);
});

test('while the connection is gone that is said, and looked for as soon as it is back', async () => {
  practice.answer = (store) => {
    store();
    throw lost();
  };
  const began = practice.now;
  practice.searchFails = (now) => now > began - 1 && practice.creates === 1 && now < began + 5000;
  expect(await practice.book()).toMatchObject({ kind: 'booked', how: 'found' });
  expect(practice.phases).toContain('cut-off');
  expect(practice.creates).toBe(1);

  practice.searchFails = () => practice.creates === 2;
  expect(await practice.book({ draftId: 'draft-2' })).toMatchObject({ kind: 'unknown', offline: true });
});

test('a computer that slept looks on when it wakes, though nothing answers at first', async () => {
  practice.answer = (store) => {
    store();
    throw lost();
  };
  const began = practice.now;
  const woken = began + 8 * 3_600_000;
  practice.searchFails = (now) => now > began && now < woken + 20_000;
  const { sleep } = practice.ports;
  let slept = false;
  const ports = {
    ...practice.ports,
    sleep: (milliseconds: number) => {
      const asleep = slept ? 0 : woken - practice.now;
      slept = true;
      return sleep(milliseconds + asleep);
    },
  };
  practice.visibleFrom = began + 1;
  expect(await practice.book({}, ports)).toMatchObject({ kind: 'booked', how: 'found' });
  expect(practice.creates).toBe(1);
});

test('an equal appointment from before is not taken for ours', async () => {
  practice.stored.push(practice.record(request, '00000000-0000-4000-8000-200000000000'));
  practice.answer = () => {
    throw lost();
  };
  expect((await practice.book()).kind).toBe('absent');
});

test('where nobody knows what stood there before, the creation time tells', async () => {
  practice.stored.push(practice.record(request, '00000000-0000-4000-8000-200000000000'));
  practice.now += 3_600_000;
  practice.answer = () => {
    throw lost();
  };
  let searches = 0;
  const search: BookingPorts['search'] = (asked, timeoutMs) => {
    searches += 1;
    return searches === 1
      ? Promise.reject(new DOMException('too long', 'TimeoutError'))
      : practice.ports.search(asked, timeoutMs);
  };
  expect((await practice.book({}, { ...practice.ports, search })).kind).toBe('absent');
});

describe('a fault that the service reports of itself', () => {
  const fault = () => new ApiError({ kind: 'http', status: 500, messageKey: 'internal_error', errorInstanceId: 'e-1' });

  test('is told at once, and the appointment that it made all the same is found', async () => {
    practice.answer = (store) => {
      store();
      throw fault();
    };
    expect(await practice.book()).toMatchObject({ kind: 'booked', how: 'found' });
    expect(practice.faults).toMatchObject([{ errorInstanceId: 'e-1' }]);
    expect(practice.creates).toBe(1);
  });

  test('counts as not booked only after the whole search, and is shown with it', async () => {
    practice.answer = () => {
      throw fault();
    };
    const outcome = await practice.book();
    expect(outcome).toMatchObject({ kind: 'absent', fault: { errorInstanceId: 'e-1' } });
    if (outcome.kind === 'absent') expect(outcome.seconds).toBeGreaterThanOrEqual(30);
  });
});

describe('with an idempotency key', () => {
  beforeEach(() => {
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

  test.each([401, 403, 429, 503])('a %i while asking again says nothing of the first request', async (status) => {
    let answers = 0;
    practice.answer = (store) => {
      answers += 1;
      if (answers === 1) store();
      throw answers === 1 ? lost() : new ApiError({ kind: 'http', status });
    };
    expect(await practice.book()).toMatchObject({ kind: 'unknown' });
  });

  test('a refusal of the request itself is one', async () => {
    let answers = 0;
    practice.answer = () => {
      answers += 1;
      throw answers === 1 ? lost() : new ApiError({ kind: 'http', status: 400, messageKey: 'invalid_input' });
    };
    expect(await practice.book()).toMatchObject({ kind: 'refused' });
    expect(practice.drafts.find('draft-1')).toMatchObject({ attempt: null });
  });

  describe('after a reload', () => {
    const leave = async () => {
      practice.answer = () => {
        throw new Error('unloaded');
      };
      await practice
        .book({}, { ...practice.ports, sleep: () => Promise.reject(new Error('unloaded')) })
        .catch(() => {});
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

    test('what is older than the key is looked for before anything is sent', async () => {
      await leave();
      practice.now += 24 * 3_600_000;
      expect(await practice.book()).toMatchObject({ kind: 'absent' });
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
});
