import fc from 'fast-check';
import { expect, test } from 'vitest';
import { receivedEmployeeSchema } from '#contract/received.ts';
import { bookingActivity, mayCompete } from './booking-presence.ts';

const TEN = Date.parse('2026-03-29T10:00:00.000Z');

function booking(roomId: string | null, employeeId: string | null, minute = 0, storeId = 'north') {
  const start = TEN + minute * 60_000;
  const vet = employeeId === null ? null : receivedEmployeeSchema.parse({ id: employeeId, name: employeeId });
  const presence = bookingActivity(storeId, { roomId, vet }, { start, end: start + 30 * 60_000 });
  if (presence === null) throw new Error('half an hour is a time');
  return presence;
}

test('bookings match if they overlap in a room or with a vet, or if one takes any', () => {
  const own = booking('one', 'ada');
  expect(mayCompete(own, booking('one', 'ben'))).toBe(true);
  expect(mayCompete(own, booking('two', 'ada', 15))).toBe(true);
  expect(mayCompete(own, booking(null, null, -15))).toBe(true);
  expect(mayCompete(own, booking('two', 'ben'))).toBe(false);
  expect(mayCompete(own, booking('two', null))).toBe(false);
  expect(mayCompete(booking('one', null), booking('two', null))).toBe(false);
  // One starts when the other ends.
  expect(mayCompete(own, booking('one', 'ada', 30))).toBe(false);
  expect(mayCompete(own, booking('one', 'ada', 0, 'south'))).toBe(false);
});

test('both desks see each other, or neither does', () => {
  const any = fc
    .tuple(
      fc.constantFrom(null, 'one', 'two'),
      fc.constantFrom(null, 'ada', 'ben'),
      fc.integer({ min: -45, max: 45 }),
      fc.constantFrom('north', 'south'),
    )
    .map((of) => booking(...of));
  fc.assert(fc.property(any, any, (one, other) => mayCompete(one, other) === mayCompete(other, one)));
  fc.assert(fc.property(any, (one) => mayCompete(one, one)));
});

test('a booking has a store, a room, a vet and a time; without a time nothing is shown', () => {
  expect(booking('one', 'ada')).toEqual({
    ...{ kind: 'booking', storeId: 'north', roomId: 'one', employeeId: 'ada' },
    ...{ start: '2026-03-29T10:00:00.000Z', end: '2026-03-29T10:30:00.000Z' },
  });
  expect(bookingActivity('north', { roomId: null, vet: null }, null)).toBeNull();
});
