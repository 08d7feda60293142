import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import type { BookingStore } from '#app/features/booking/booking-model.ts';
import { clockText, dayText } from '#app/scheduling/time-text.ts';
import { receivedEmployeeSchema } from '#contract/received.ts';
import { bookingWarnings } from './booking-warnings.ts';
import { nothingFreeText, warningText } from './warning-text.ts';

const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
const store: BookingStore = {
  id: 'north',
  name: 'North',
  timeZone: 'America/New_York',
  openingHours: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '08:00', closes: '18:00' })),
  rooms: [{ id: 'r1', name: 'Room 1' }],
};
const vet = receivedEmployeeSchema.parse({ id: 'vet', name: "Tom D'Angelo", storeIds: ['north'], role: 'vet' });

test('a stay of a month names the opening hours of its first and its last day', () => {
  const span = { start: at('2026-06-02T22:30Z'), end: at('2026-07-02T22:30Z') };
  const input = { span, store, petId: null, vet: null, type: null, appointments: [], now: 0 };
  const [warning] = bookingWarnings(input);
  const eight = clockText(store.timeZone, at('2026-06-02T12:00Z'));
  const six = clockText(store.timeZone, at('2026-06-02T22:00Z'));
  const last = dayText(store.timeZone, span.end);
  expect(warning && warningText(warning, { store, stores: [store], span, petName: '' }).title).toBe(
    `North is closed then (open ${eight} – ${six}, ${last}, ${eight} – ${six})`,
  );
});

test('that nothing is free names whom it is about', () => {
  const span = { start: 0, end: 2 * 3_600_000 };
  const text = (over: { vet?: typeof vet; store?: BookingStore }) =>
    nothingFreeText({ vet: null, store, span, ...over }, 'within 7 days');
  expect(text({ vet })).toBe("Tom D'Angelo has no 2 h free within 7 days.");
  expect(text({})).toBe('No room is free for 2 h within 7 days.');
  expect(text({ store: { ...store, rooms: [] } })).toBe('North has no 2 h free within 7 days.');
});
