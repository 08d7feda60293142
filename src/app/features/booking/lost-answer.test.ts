import { beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from '#app/api/api-error.ts';
import { createBookingWorld, lost, request } from '#testing/booking-world.ts';
import { submitBooking } from './submit-booking.ts';

let world: ReturnType<typeof createBookingWorld>;

beforeEach(() => {
  world = createBookingWorld();
});

test.each([
  ['the connection broke', lost],
  ['the gateway does not know', () => new ApiError({ kind: 'http', status: 504, messageKey: 'outcome_unknown' })],
  ['the body was cut', () => new ApiError({ kind: 'invalid', status: 200 })],
  ['a page of a proxy', () => new ApiError({ kind: 'http', status: 502 })],
  ['no answer in time', () => new DOMException('too long', 'TimeoutError')],
])('%s: booked is found out', async (_name, error) => {
  world.answer = (store) => {
    store();
    throw error();
  };
  expect(await submitBooking(world.ports, world.submission())).toMatchObject({ kind: 'booked', how: 'found' });
  expect(world.phases.at(-1)).toBe('looking');
  expect(world.creates).toBe(1);
  expect(world.stored).toHaveLength(1);
});

test('a slow practice system is waited for', async () => {
  world.answer = (store) => {
    store();
    world.visibleFrom = world.now + 30_000;
    throw lost();
  };
  expect(await submitBooking(world.ports, world.submission())).toMatchObject({ kind: 'booked' });
  expect(world.creates).toBe(1);
});

test('not there is said after 30 seconds at the earliest; trying again looks first, then sends', async () => {
  world.answer = () => {
    throw lost();
  };
  const outcome = await submitBooking(world.ports, world.submission());
  expect(outcome.kind).toBe('absent');
  if (outcome.kind === 'absent') expect(outcome.seconds).toBeGreaterThanOrEqual(30);
  expect(world.creates).toBe(1);

  world.answer = (store) => store();
  expect(await submitBooking(world.ports, world.submission())).toMatchObject({ kind: 'booked', how: 'answered' });
  expect(world.creates).toBe(2);
  expect(world.stored).toHaveLength(1);
});

test('what appeared after all is found before anything is sent again', async () => {
  world.answer = (store) => {
    store();
    world.visibleFrom = world.now + 600_000;
    throw lost();
  };
  expect((await submitBooking(world.ports, world.submission())).kind).toBe('absent');
  world.now += 600_000;
  expect(await submitBooking(world.ports, world.submission())).toMatchObject({ kind: 'booked', how: 'found' });
  expect(world.creates).toBe(1);
});

test('look-ups that fail, too, leave it unknown, and nothing is sent until one answers', async () => {
  world.answer = (store) => {
    store();
    throw lost();
  };
  world.searchFails = () => true;
  expect((await submitBooking(world.ports, world.submission())).kind).toBe('unknown');
  expect((await submitBooking(world.ports, world.submission())).kind).toBe('unknown');
  world.searchFails = () => false;
  expect(await submitBooking(world.ports, world.submission())).toMatchObject({ kind: 'booked', how: 'found' });
  expect(world.creates).toBe(1);
});

test('a computer that slept looks on when it wakes, though nothing answers at first', async () => {
  world.answer = (store) => {
    store();
    throw lost();
  };
  const began = world.now;
  const woken = began + 8 * 3_600_000;
  world.searchFails = (now) => now > began && now < woken + 20_000;
  const { sleep } = world.ports;
  let slept = false;
  const ports = {
    ...world.ports,
    sleep: (milliseconds: number) => {
      const asleep = slept ? 0 : woken - world.now;
      slept = true;
      return sleep(milliseconds + asleep);
    },
  };
  world.visibleFrom = began + 1;
  expect(await submitBooking(ports, world.submission())).toMatchObject({ kind: 'booked', how: 'found' });
  expect(world.creates).toBe(1);
});

test('an equal appointment from before is not taken for ours', async () => {
  world.stored.push(world.record(request, '00000000-0000-4000-8000-200000000000'));
  world.answer = () => {
    throw lost();
  };
  expect((await submitBooking(world.ports, world.submission())).kind).toBe('absent');
});

test('where nobody knows what stood there before, the creation time tells', async () => {
  world.stored.push(world.record(request, '00000000-0000-4000-8000-200000000000'));
  world.now += 3_600_000;
  world.answer = () => {
    throw lost();
  };
  const began = world.now;
  world.searchFails = (now) => now === began;
  expect((await submitBooking(world.ports, world.submission())).kind).toBe('absent');
});

describe('a fault that the service reports of itself', () => {
  const fault = () => new ApiError({ kind: 'http', status: 500, messageKey: 'internal_error', errorInstanceId: 'e-1' });

  test('is told at once, and the appointment that it made all the same is found', async () => {
    world.answer = (store) => {
      store();
      throw fault();
    };
    expect(await submitBooking(world.ports, world.submission())).toMatchObject({ kind: 'booked', how: 'found' });
    expect(world.faults).toMatchObject([{ errorInstanceId: 'e-1' }]);
    expect(world.creates).toBe(1);
  });

  test('is not booked only after looking with patience, and is told with it', async () => {
    world.answer = () => {
      throw fault();
    };
    const outcome = await submitBooking(world.ports, world.submission());
    expect(outcome).toMatchObject({ kind: 'absent', fault: { errorInstanceId: 'e-1' } });
    if (outcome.kind === 'absent') expect(outcome.seconds).toBeGreaterThanOrEqual(30);
  });
});
