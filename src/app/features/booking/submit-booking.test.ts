import { beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from '#app/api/api-error.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { createBookingWorld, lost, request, values } from '#testing/booking-world.ts';
import { type BookingPorts, resumeBooking, submitBooking } from './submit-booking.ts';

let world: ReturnType<typeof createBookingWorld>;

beforeEach(() => {
  world = createBookingWorld();
});

test('an answer with an id is a booking, and the draft is gone', async () => {
  world.drafts.write({ id: 'draft-1', values, attempt: null });
  const outcome = await submitBooking(world.ports, world.submission());
  expect(outcome).toMatchObject({ kind: 'booked', how: 'answered', booked: { petName: 'Rex', start: request.start } });
  expect(world.phases).toEqual(['reading', 'sending']);
  expect(world.drafts.find('draft-1')).toBeNull();
});

test('a refusal leaves the draft and nothing to look for', async () => {
  world.answer = () => {
    throw new ApiError({ kind: 'http', status: 400, messageKey: 'invalid_input', suggestion: 'petId is unknown' });
  };
  const outcome = await submitBooking(world.ports, world.submission());
  expect(outcome).toMatchObject({ kind: 'refused' });
  expect(world.drafts.find('draft-1')).toEqual({ id: 'draft-1', values, attempt: null });
});

test('a request that never reached the practice system is a refusal', async () => {
  world.answer = () => {
    throw new ApiError({ kind: 'http', status: 503, messageKey: 'upstream_unavailable' });
  };
  expect(await submitBooking(world.ports, world.submission())).toMatchObject({ kind: 'refused' });
  expect(world.phases).not.toContain('looking');
});

describe('one appointment', () => {
  test('from two tabs on one draft', async () => {
    const outcomes = await Promise.all([
      submitBooking(world.ports, world.submission()),
      submitBooking(world.ports, world.submission()),
    ]);
    expect(outcomes).toMatchObject([
      { kind: 'booked', how: 'answered' },
      { kind: 'booked', how: 'elsewhere' },
    ]);
    expect(world.creates).toBe(1);
  });

  test('after a reload in the middle of sending', async () => {
    world.answer = (store) => {
      store();
      // The page is gone: what it wrote down before is all that is left.
      throw new Error('unloaded');
    };
    let draft = world.drafts.find('draft-1');
    const ports: BookingPorts = {
      ...world.ports,
      create: async (sent) => {
        draft = world.drafts.find('draft-1');
        return world.ports.create(sent);
      },
    };
    await submitBooking(ports, world.submission());
    expect(draft?.attempt?.request).toEqual(request);

    const reopened = createBookingWorld();
    reopened.stored.push(...world.stored);
    if (draft) reopened.drafts.write(draft);
    expect(await resumeBooking(reopened.ports, 'draft-1', reopened.submission())).toMatchObject({
      kind: 'booked',
      how: 'found',
    });
    expect(reopened.creates).toBe(0);
  });

  test('while another tab is looking, a form that opens says so, too', async () => {
    let go: () => void = () => undefined;
    const released = new Promise<void>((end) => (go = end));
    const busy = world.ports.exclusively('frontdesk.booking.draft-1', () => released);
    const resumed = resumeBooking(world.ports, 'draft-1', world.submission());
    expect(world.phases).toEqual(['looking']);
    go();
    await busy;
    expect(await resumed).toBeNull();
  });

  test('nothing to resume sends and looks for nothing', async () => {
    world.drafts.write({ id: 'draft-1', values, attempt: null });
    expect(await resumeBooking(world.ports, 'draft-1', world.submission())).toBeNull();
    expect(world.searches).toBe(0);
  });
});

describe('the glance before sending', () => {
  const conflicts = (appointment: ReceivedAppointment) => appointment.id === 'other';

  beforeEach(() => {
    world.stored.push(world.record({ ...request, petId: '00000000-0000-4000-8000-000000000009' }, 'other'));
  });

  test('tells of what has come since, and sends nothing', async () => {
    const outcome = await submitBooking(world.ports, world.submission({ conflicts }));
    expect(outcome).toMatchObject({ kind: 'changed', others: [{ id: 'other' }] });
    expect(world.creates).toBe(0);
  });

  test('does not ask twice about what was told', async () => {
    const outcome = await submitBooking(world.ports, world.submission({ conflicts, shownIds: new Set(['other']) }));
    expect(outcome.kind).toBe('booked');
  });

  test('tells of what stands there also where the form could not tell yet', async () => {
    const outcome = await submitBooking(world.ports, world.submission({ conflicts, shownIds: null }));
    expect(outcome).toMatchObject({ kind: 'changed', others: [{ id: 'other' }], told: false });
    expect(world.creates).toBe(0);
  });

  test('does not hold up a booking that it cannot read for', async () => {
    world.searchFails = () => true;
    expect((await submitBooking(world.ports, world.submission({ conflicts }))).kind).toBe('booked');
  });
});

describe('a form that says something else by now', () => {
  const other = { ...request, petId: '00000000-0000-4000-8000-000000000009' };
  const otherValues = { ...values, notes: 'for Bella' };
  const formNow = () => ({ values: otherValues, request: other });

  /** What is left over is a draft of its own, and is booked as one. */
  async function expectLeft(outcome: Awaited<ReturnType<typeof submitBooking>>) {
    if (outcome.kind !== 'booked' || outcome.leftId === null) throw new Error('nothing was left over');
    expect(outcome.booked.start).toBe(request.start);
    expect(world.drafts.find('draft-1')).toBeNull();
    expect(world.drafts.find(outcome.leftId)).toEqual({ id: outcome.leftId, values: otherValues, attempt: null });
    const made = world.creates;
    const order = { draftId: outcome.leftId, values: otherValues, request: other, formNow };
    expect(await submitBooking(world.ports, world.submission(order))).toMatchObject({ how: 'answered', leftId: null });
    expect(world.creates).toBe(made + 1);
    expect(world.stored.map(({ petId }) => petId)).toEqual([request.petId, other.petId]);
  }

  test('is not taken for what another tab booked from the same draft', async () => {
    await submitBooking(world.ports, world.submission());
    await expectLeft(
      await submitBooking(world.ports, world.submission({ values: otherValues, request: other, formNow })),
    );
  });

  test('is not taken for what an earlier try is found to have booked', async () => {
    world.answer = (store) => {
      store();
      world.visibleFrom = world.now + 600_000;
      throw lost();
    };
    expect((await submitBooking(world.ports, world.submission())).kind).toBe('absent');
    world.visibleFrom = 0;
    world.answer = (store) => store();
    await expectLeft(
      await submitBooking(world.ports, world.submission({ values: otherValues, request: other, formNow })),
    );
  });

  test('keeps what was typed while the answer was on its way', async () => {
    await expectLeft(await submitBooking(world.ports, world.submission({ formNow })));
  });

  test('keeps it also where it is not complete', async () => {
    const half = { values: { ...values, pet: null }, request: null };
    const outcome = await submitBooking(world.ports, world.submission({ formNow: () => half }));
    expect(outcome).toMatchObject({ kind: 'booked', leftId: expect.any(String) });
  });

  test('is the same to a booking of before requests were written down', async () => {
    const booked = { id: 'a', start: request.start, end: request.end, storeId: 's', petName: 'Rex' };
    world.drafts.settle('draft-1', { booked, request: null });
    const outcome = await submitBooking(world.ports, world.submission({ formNow }));
    expect(outcome).toEqual({ kind: 'booked', booked, how: 'elsewhere', leftId: null });
  });
});
