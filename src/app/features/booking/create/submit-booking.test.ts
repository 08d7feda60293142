import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CREATE_TIMEOUT_MS } from '#app/api/api-client.ts';
import { ApiError } from '#app/api/api-error.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { createFakePractice, lost, request, values } from '#testing/fake-practice.ts';
import { type BookingOutcome, type BookingPorts, createBookingPorts, isRefusal } from './submit-booking.ts';

let practice: ReturnType<typeof createFakePractice>;

beforeEach(() => {
  practice = createFakePractice();
});

test('an answer with an id is a booking, and the draft is gone', async () => {
  practice.drafts.write({ id: 'draft-1', values, attempt: null });
  const outcome = await practice.book();
  expect(outcome).toMatchObject({ kind: 'booked', how: 'answered', booked: { petName: 'Rex', start: request.start } });
  expect(practice.phases).toEqual(['reading', 'sending']);
  expect(practice.drafts.find('draft-1')).toBeNull();
});

test('a refusal leaves the draft and nothing to look for', async () => {
  practice.answer = () => {
    throw new ApiError({ kind: 'http', status: 400, messageKey: 'invalid_input', suggestion: 'petId is unknown' });
  };
  const outcome = await practice.book();
  expect(outcome).toMatchObject({ kind: 'refused' });
  expect(practice.drafts.find('draft-1')).toEqual({ id: 'draft-1', values, attempt: null });
});

test.each([
  ['a request that never reached the practice system', 'upstream_unavailable'],
  ['what the practice system has no room to save', 'storage_full'],
])('%s is a refusal', async (_what, messageKey) => {
  practice.answer = () => {
    throw new ApiError({ kind: 'http', status: 503, messageKey });
  };
  expect(await practice.book()).toMatchObject({ kind: 'refused' });
  expect(practice.phases).not.toContain('looking');
});

test.each([
  [true, { status: 400 }],
  [true, { status: 409 }],
  [true, { status: 499 }],
  [false, { status: 408 }],
  [false, { status: 500 }],
  [false, { status: null }],
  [false, { status: 400, messageKey: 'outcome_unknown' }],
  [false, { status: 409, messageKey: 'request_in_progress' }],
])('that nothing was created is %s for %o', (expected, details) => {
  expect(isRefusal(new ApiError({ kind: 'http', ...details }))).toBe(expected);
  expect(isRefusal(new ApiError({ kind: 'invalid', ...details }))).toBe(false);
});

test('a pet and a store that the form does not have are told as none', async () => {
  const none = { values: { ...values, pet: null }, request: { ...request, storeIds: [] } };
  expect(await practice.book(none)).toMatchObject({ kind: 'booked', booked: { petName: '', storeId: '' } });
  expect(await createFakePractice().book()).toMatchObject({ booked: { storeId: request.storeIds[0] } });
});

describe('in the browser', () => {
  const answer = { ...request, id: request.petId, title: '', status: 'requested', createdFrom: 'external_api' };
  afterEach(() => vi.unstubAllGlobals());

  function browser(navigator: object, takesKey: boolean) {
    vi.stubGlobal('navigator', navigator);
    const call = vi.fn().mockResolvedValue(answer);
    const api = { call };
    return { call, ports: createBookingPorts(api, practice.drafts, takesKey) };
  }

  test('requests are given their time, and a create its key where it has one', async () => {
    const { call, ports } = browser({ onLine: true }, true);
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    await ports.search({ companyId: request.companyId, limit: 1, filter: {} }, 1234);
    expect(timeout).toHaveBeenLastCalledWith(1234);
    await ports.create(request, 'key-1');
    await ports.create(request, null);
    expect(timeout).toHaveBeenLastCalledWith(CREATE_TIMEOUT_MS);
    const signal = expect.any(AbortSignal);
    const [search, keyed, plain] = call.mock.calls.map((sent) => sent.at(-1));
    expect(search).toEqual({ signal, purpose: 'recheck' });
    expect([keyed, plain].map((options) => options.idempotencyKey)).toEqual(['key-1', undefined]);
    expect(plain).toMatchObject({ signal });
  });

  test.each([true, false])('keys are made where they are taken: %s', (takes) => {
    const { ports } = browser({ onLine: takes }, takes);
    expect(typeof ports.newKey()).toBe(takes ? 'string' : 'object');
    expect(ports.hasNoNetwork()).toBe(!takes);
  });
});

describe('one appointment', () => {
  test('from a form that is submitted once more before it closes', async () => {
    await practice.book();
    await expect(practice.book()).rejects.toThrow('It was booked already.');
    expect([practice.creates, practice.searches]).toEqual([1, 1]);
  });

  test('after a reload in the middle of sending', async () => {
    practice.answer = (store) => {
      store();
      // The page is gone: what it wrote down before is all that is left.
      throw new Error('unloaded');
    };
    let draft = practice.drafts.find('draft-1');
    const ports: BookingPorts = {
      ...practice.ports,
      create: async (sent, key) => {
        draft = practice.drafts.find('draft-1');
        return practice.ports.create(sent, key);
      },
    };
    await practice.book({}, ports);
    expect(draft?.attempt?.request).toEqual(request);

    const reopened = createFakePractice();
    reopened.stored.push(...practice.stored);
    if (draft) reopened.drafts.write(draft);
    expect(await reopened.resume()).toMatchObject({
      kind: 'booked',
      how: 'found',
    });
    expect(reopened.creates).toBe(0);
  });

  test('nothing to resume sends and looks for nothing', async () => {
    practice.drafts.write({ id: 'draft-1', values, attempt: null });
    expect(await practice.resume()).toBeNull();
    expect(practice.searches).toBe(0);
  });
});

describe('the glance before sending', () => {
  const conflicts = (all: readonly ReceivedAppointment[]) => all.filter(({ id }) => id === 'other');

  beforeEach(() => {
    practice.stored.push(practice.record({ ...request, petId: '00000000-0000-4000-8000-000000000009' }, 'other'));
  });

  test('tells of what has come since, and sends nothing', async () => {
    const outcome = await practice.book({ conflicts });
    expect(outcome).toMatchObject({ kind: 'conflict', others: [{ id: 'other' }], wasLoaded: true });
    expect(practice.creates).toBe(0);
  });

  test('does not ask twice about what was told', async () => {
    const outcome = await practice.book({ conflicts, shownIds: new Set(['other']) });
    expect(outcome.kind).toBe('booked');
  });

  test('tells of what stands there also where the form could not tell yet', async () => {
    const outcome = await practice.book({ conflicts, shownIds: null });
    expect(outcome).toMatchObject({ kind: 'conflict', others: [{ id: 'other' }], wasLoaded: false });
    expect(practice.creates).toBe(0);
  });

  test('sends nothing where there is no connection', async () => {
    practice.searchFails = () => true;
    expect(await practice.book({ conflicts })).toEqual({ kind: 'offline', noNetwork: false });
    const search = () => Promise.reject(new DOMException('too long', 'TimeoutError'));
    practice.offline = true;
    expect(await practice.book({}, { ...practice.ports, search })).toEqual({ kind: 'offline', noNetwork: true });
    expect(practice.creates).toBe(0);
    expect(practice.drafts.find('draft-1')?.attempt ?? null).toBeNull();
    practice.searchFails = () => false;
    practice.offline = false;
    expect(await practice.book()).toMatchObject({ kind: 'booked', how: 'answered' });
  });

  test('does not hold up a booking that it cannot read for', async () => {
    const search = () => Promise.reject(new ApiError({ kind: 'http', status: 504 }));
    const asked: (readonly ReceivedAppointment[])[] = [];
    const seeing = (all: readonly ReceivedAppointment[]) => {
      asked.push(all);
      return conflicts(all);
    };
    // An answer came, whatever the browser says of its network.
    practice.offline = true;
    expect((await practice.book({ conflicts: seeing }, { ...practice.ports, search })).kind).toBe('booked');
    expect(asked).toEqual([[]]);
  });

  test('is at every store in reach, for four seconds', async () => {
    const search = vi.fn(practice.ports.search);
    await practice.book({}, { ...practice.ports, search });
    const { companyId, start: from, end: to } = request;
    const filter = { or: [{ start: { gte: from, lt: to } }, { start: { lt: from }, end: { gt: from } }] };
    expect(search.mock.calls).toEqual([[{ companyId, limit: 500, filter }, 4000]]);
  });
});

describe('a form that says something else by now', () => {
  const other = { ...request, petId: '00000000-0000-4000-8000-000000000009' };
  const otherValues = { ...values, notes: 'for Bella' };
  const snapshot = () => ({ values: otherValues, request: other });

  /** What is left over is a draft of its own, and is booked as one. */
  async function expectLeft(outcome: BookingOutcome) {
    if (outcome.kind !== 'booked' || outcome.remainderId === null) throw new Error('nothing was left over');
    expect(outcome.booked.start).toBe(request.start);
    expect(practice.drafts.find('draft-1')).toBeNull();
    expect(practice.drafts.find(outcome.remainderId)).toEqual({
      id: outcome.remainderId,
      values: otherValues,
      attempt: null,
    });
    const made = practice.creates;
    const order = { draftId: outcome.remainderId, values: otherValues, request: other, snapshot };
    expect(await practice.book(order)).toMatchObject({ how: 'answered', remainderId: null });
    expect(practice.creates).toBe(made + 1);
    expect(practice.stored.map(({ petId }) => petId)).toEqual([request.petId, other.petId]);
  }

  test('is not taken for what an earlier try is found to have booked', async () => {
    practice.answer = (store) => {
      store();
      practice.visibleFrom = practice.now + 600_000;
      throw lost();
    };
    expect((await practice.book()).kind).toBe('absent');
    practice.visibleFrom = 0;
    practice.answer = (store) => store();
    await expectLeft(await practice.book({ values: otherValues, request: other, snapshot }));
  });

  test('keeps what was typed while the answer was on its way', async () => {
    await expectLeft(await practice.book({ snapshot }));
  });

  test('keeps it also where it is not complete', async () => {
    const half = { values: { ...values, pet: null }, request: null };
    const outcome = await practice.book({ snapshot: () => half });
    expect(outcome).toMatchObject({ kind: 'booked', remainderId: expect.any(String) });
  });
});
