import { beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from '#app/api/api-error.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { createBookingWorld, request, values } from '#testing/booking-world.ts';
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
  expect(outcome).toMatchObject({ kind: 'refused', settled: true });
  expect(world.drafts.find('draft-1')).toEqual({ id: 'draft-1', values, attempt: null });
});

test('a request that never reached the practice system is a refusal', async () => {
  world.answer = () => {
    throw new ApiError({ kind: 'http', status: 503, messageKey: 'upstream_unavailable' });
  };
  expect(await submitBooking(world.ports, world.submission())).toMatchObject({ kind: 'refused', settled: true });
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
    expect(await resumeBooking(reopened.ports, 'draft-1', () => {})).toMatchObject({ kind: 'booked', how: 'found' });
    expect(reopened.creates).toBe(0);
  });

  test('nothing to resume sends and looks for nothing', async () => {
    world.drafts.write({ id: 'draft-1', values, attempt: null });
    expect(await resumeBooking(world.ports, 'draft-1', () => {})).toBeNull();
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

  test('does not hold up a form that could not tell yet, nor a booking that it cannot read for', async () => {
    expect((await submitBooking(world.ports, world.submission({ conflicts, shownIds: null }))).kind).toBe('booked');
    world.searchFails = () => true;
    expect((await submitBooking(world.ports, world.submission({ draftId: 'draft-2', conflicts }))).kind).toBe('booked');
  });
});
