import { beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from '#app/api/api-error.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { createFakePractice, lost, noting, request } from '#testing/fake-practice.ts';
import type { BookingPorts } from './submit-booking.ts';

type Search = Parameters<BookingPorts['search']>[0];

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

const neverSent = () => {
  throw lost();
};

test('it is looked for with growing pauses, and said how often and how long', async () => {
  practice.answer = neverSent;
  const { pauses, ports } = noting(practice);
  expect(await practice.book({}, ports)).toEqual({ kind: 'absent', lookUps: 8, seconds: 52, fault: null });
  expect(pauses).toEqual([1000, 2000, 3000, 5000, 8000, 13_000, 20_000]);
  expect(practice.phases).toEqual(['reading', 'sending', 'looking']);
  expect(practice.faults).toEqual([]);
});

test('a look-up that is asked to wait waits as long, and as soon as it is over that counts', async () => {
  practice.answer = neverSent;
  const { looks, pauses, ports } = noting(practice);
  const search: BookingPorts['search'] = async (asked, timeoutMs) => {
    const page = await ports.search(asked, timeoutMs);
    if (looks.length === 1) throw new ApiError({ kind: 'http', status: 429, retryAfterSeconds: 36 });
    return page;
  };
  expect(await practice.book({}, { ...ports, search })).toMatchObject({ kind: 'absent', lookUps: 2, seconds: 36 });
  expect(pauses).toEqual([36_000]);
});

test('look-ups that all fail are given up after a minute more, and one alone once it was looked for in full', async () => {
  practice.answer = neverSent;
  const { ports } = noting(practice);
  const search = (asked: Search, timeoutMs: number) =>
    practice.creates > 0
      ? Promise.reject(new ApiError({ kind: 'http', status: 503, retryAfterSeconds: 48 }))
      : ports.search(asked, timeoutMs);
  expect(await practice.book({}, { ...ports, search })).toEqual({
    kind: 'unknown',
    lookUps: 3,
    seconds: 96,
    fault: null,
    offline: false,
  });
  expect(practice.drafts.find('draft-1')?.attempt?.fullySearched).toBe(false);
  expect((await practice.book({}, ports)).kind).toBe('absent');
  expect(practice.drafts.find('draft-1')?.attempt?.fullySearched).toBe(true);
  expect(await practice.book({}, { ...ports, search })).toMatchObject({ kind: 'unknown', lookUps: 1, seconds: 0 });
});

test('what is found missing once more is sent again at once', async () => {
  practice.answer = neverSent;
  await practice.book();
  practice.answer = (store) => store();
  practice.phases.splice(0);
  const { looks, pauses, ports } = noting(practice);
  expect(await practice.book({}, ports)).toMatchObject({ kind: 'booked', how: 'answered' });
  expect([looks.length, pauses.length]).toEqual([2, 0]);
  expect(practice.phases).toEqual(['looking', 'reading', 'sending']);
});

test('a draft that is thrown away while its booking is looked for stays away', async () => {
  practice.answer = neverSent;
  const { ports } = noting(practice);
  const sleep = (milliseconds: number) => {
    practice.drafts.end('draft-1');
    return ports.sleep(milliseconds);
  };
  expect((await practice.book({}, { ...ports, sleep })).kind).toBe('absent');
  expect(practice.drafts.find('draft-1')).toBeNull();
});

test.each([
  ['answers', {}],
  ['fails', { createdAt: { gte: '2026-05-30T09:50:00.000Z' } }],
  ['has more', { createdAt: { gte: '2026-05-30T09:50:00.000Z' } }],
] as const)('where the glance %s, the booking is looked for by all that was sent', async (glance, createdAt) => {
  practice.answer = neverSent;
  const { looks, ports } = noting(practice, glance);
  await practice.book({}, ports);
  expect(looks[0]).toEqual({
    companyId: request.companyId,
    storeIds: request.storeIds,
    limit: 100,
    filter: {
      petId: { eq: request.petId },
      visitTypeId: { eq: request.visitTypeId },
      start: { between: [request.start, request.start] },
      end: { between: [request.end, request.end] },
      createdFrom: { eq: 'external_api' },
      ...createdAt,
    },
  });
});

const elsewhere = '00000000-0000-4000-8000-000000000099';
test.each([
  ['booked', 'all is the same', {}],
  ['booked', 'the same instant is spelt in another way', { start: '2026-06-01T09:30:00+02:00' }],
  ['booked', 'it is in no store', { storeId: null }],
  ['booked', 'nobody knows when it was made', { createdAt: null }],
  ['booked', 'it was made by a clock ten minutes behind', { createdAt: '2026-05-30T09:50:00.000Z' }],
  ['absent', 'it was made before', { createdAt: '2026-05-30T09:49:59.999Z' }],
  ['absent', 'the pet is another', { petId: elsewhere }],
  ['absent', 'the type is another', { visitTypeId: elsewhere }],
  ['absent', 'it starts at another time', { start: '2026-06-01T07:31:00.000Z' }],
  ['absent', 'it ends at another time', { end: '2026-06-01T08:01:00.000Z' }],
  ['absent', 'it was made in the practice system', { createdFrom: 'web' }],
  ['absent', 'it is in another store', { storeId: elsewhere }],
])('what a practice system returns counts as %s where %s', async (kind, _where, changes) => {
  practice.answer = () => {
    practice.stored.push({ ...practice.record(request, elsewhere), ...changes } as ReceivedAppointment);
    throw lost();
  };
  expect((await practice.book({}, noting(practice, 'fails').ports)).kind).toBe(kind);
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

test.each([
  { kind: 'http', status: 502, errorInstanceId: 'e-1' },
  { kind: 'http', status: 500 },
] as const)('%o is none that the service reports of itself', async (details) => {
  practice.answer = () => {
    throw new ApiError(details);
  };
  expect(await practice.book()).toMatchObject({ kind: 'absent', fault: null });
  expect(practice.faults).toEqual([]);
});
