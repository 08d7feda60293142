import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bookingOf, isSameBooking } from './booking-presence.ts';

const TEN = Date.parse('2026-03-29T10:00:00.000Z');

function booking(roomId: string | null, employeeId: string | null, minute = 0, storeId = 'north') {
  const start = TEN + minute * 60_000;
  const made = bookingOf({ storeId, roomId, employeeId }, { start, end: start + 30 * 60_000 });
  if (made === null) throw new Error('half an hour is a time');
  return made;
}

test('bookings are the same where they overlap in a room or with a vet, or one of them takes whatever is free', () => {
  const own = booking('one', 'ada');
  expect(isSameBooking(own, booking('one', 'ben'))).toBe(true);
  expect(isSameBooking(own, booking('two', 'ada', 15))).toBe(true);
  expect(isSameBooking(own, booking(null, null, -15))).toBe(true);
  expect(isSameBooking(own, booking('two', 'ben'))).toBe(false);
  expect(isSameBooking(own, booking('two', null))).toBe(false);
  expect(isSameBooking(booking('one', null), booking('two', null))).toBe(false);
  // One begins as the other ends.
  expect(isSameBooking(own, booking('one', 'ada', 30))).toBe(false);
  expect(isSameBooking(own, booking('one', 'ada', 0, 'south'))).toBe(false);
});

test('both desks are told, or neither', () => {
  const any = fc
    .tuple(
      fc.constantFrom(null, 'one', 'two'),
      fc.constantFrom(null, 'ada', 'ben'),
      fc.integer({ min: -45, max: 45 }),
      fc.constantFrom('north', 'south'),
    )
    .map((of) => booking(...of));
  fc.assert(fc.property(any, any, (one, other) => isSameBooking(one, other) === isSameBooking(other, one)));
  fc.assert(fc.property(any, (one) => isSameBooking(one, one)));
});

test('without a time there is nothing to tell', () => {
  const place = { storeId: 'north', roomId: null, employeeId: null };
  expect(bookingOf(place, null)).toBeNull();
  expect(bookingOf(place, { start: TEN, end: TEN })).toBeNull();
});
