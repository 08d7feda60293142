import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import type { BookingStore } from '#app/features/booking/booking-schema.ts';
import { receivedAppointmentSchema } from '#contract/received.ts';
import { firstFree, laterDays } from './free-times.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
const opening = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '08:00', closes: '18:00' }));
const store: BookingStore = {
  id: 'north',
  name: 'North',
  timeZone: 'America/New_York',
  openingHours: opening,
  rooms: [{ id: 'r1', name: 'Room 1' }],
};
const people = { petId: null, vetId: 'vet', count: 5 };

/** Tuesday 2 June 2026, 8:00 in New York. */
const now = at('2026-06-02T12:00Z');
const daysFor = (start: string, hours: number, over: { now?: number; store?: BookingStore } = {}) =>
  laterDays({ time: { start: at(start), end: at(start) + hours * HOUR }, store, now, ...people, ...over });
const windows = (...args: Parameters<typeof daysFor>) =>
  daysFor(...args).map(({ window }) => [window.start, window.end].map((end) => new Date(end).toISOString()));

test('the days to look at are read by the week, from today on, with the day after it', () => {
  expect(windows('2026-06-03T14:00Z', 2)).toEqual([
    ['2026-06-02T04:00:00.000Z', '2026-06-09T04:00:00.000Z'],
    ['2026-06-08T04:00:00.000Z', '2026-06-16T04:00:00.000Z'],
  ]);
});

test('another date of the week, another length and another time ask for nothing new', () => {
  const known = windows('2026-06-03T14:00Z', 2).map(String);
  for (const [start, hours] of [
    ['2026-06-04T14:00Z', 2],
    ['2026-06-03T14:00Z', 5],
    ['2026-06-03T22:30Z', 15],
  ] as const) {
    for (const window of windows(start, hours)) expect(known).toContain(String(window));
  }
});

test('of a day that has passed the days begin with today', () => {
  const [week] = daysFor('2026-05-04T14:00Z', 1);
  expect(week?.times[0]).toEqual({ start: at('2026-06-02T14:00Z'), end: at('2026-06-02T15:00Z') });
  expect(week?.window.start).toBe(at('2026-06-02T04:00Z'));
});

test('nothing is read for what no day can take, nor for a stay of more than a day', () => {
  expect(daysFor('2026-06-03T14:00Z', 11)).toEqual([]);
  expect(daysFor('2026-06-03T14:00Z', 7 * 24)).toEqual([]);
  expect(daysFor('2026-06-03T22:30Z', 15)).not.toEqual([]);
});

test('never is more than two windows of eight days read, and never the past', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -40 * 96, max: 40 * 96 }),
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 0, max: 14 * 96 }),
      fc.constantFrom('America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Pacific/Kiritimati'),
      fc.constantFrom(opening, []),
      (quarter, hours, later, timeZone, openingHours) => {
        const moment = at('2026-10-20T12:00Z') + later * 900_000;
        const start = moment + quarter * 900_000;
        const found = laterDays({
          ...people,
          time: { start, end: start + hours * HOUR },
          store: { ...store, timeZone, openingHours },
          now: moment,
        });
        const midnight = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timeZone).startOfDay();
        expect(found.length).toBeLessThanOrEqual(2);
        for (const { window, times } of found) {
          expect(window.start).toBeGreaterThanOrEqual(midnight.epochMilliseconds);
          expect(window.end - window.start).toBeLessThanOrEqual(8 * DAY + HOUR);
          expect(times.length).toBeGreaterThan(0);
          for (const time of times) {
            expect(time.start).toBeGreaterThanOrEqual(window.start);
            expect(time.end).toBeLessThanOrEqual(window.end);
          }
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('the first day that has a free time is the one that is offered', () => {
  const [week] = daysFor('2026-06-02T14:00Z', 8);
  if (!week) throw new Error('there are days to look at');
  const appointments = ['2026-06-03', '2026-06-04'].map((date) =>
    receivedAppointmentSchema.parse({
      id: date,
      storeId: 'north',
      petId: 'p',
      title: '',
      status: 'confirmed',
      start: `${date}T16:00:00Z`,
      end: `${date}T17:00:00Z`,
      employees: [{ id: 'vet', isMainEmployee: true }],
    }),
  );
  const free = firstFree(week, { ...people, store, appointments, now });
  expect(free?.map((start) => new Date(start).toISOString().slice(0, 10))).toEqual(Array(5).fill('2026-06-05'));
  const [busy] = appointments;
  const always = { ...busy, start: '2026-06-01T00:00:00Z', end: '2026-06-30T00:00:00Z' };
  expect(
    firstFree(week, { ...people, store, appointments: [receivedAppointmentSchema.parse(always)], now }),
  ).toBeNull();
});
