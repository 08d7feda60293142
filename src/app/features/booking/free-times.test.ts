import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { dateIn, dayInterval } from '#app/scheduling/calendar-day.ts';
import { receivedAppointmentSchema, receivedEmployeeSchema } from '#contract/received.ts';
import { rounds } from '#testing/rounds.ts';
import type { BookingStore } from './booking-schema.ts';
import { type FreeTimesInput, freeTimes, nextDays } from './free-times.ts';
import { bookingWarnings, daysToKnow } from './warnings/booking-warnings.ts';

const HOUR = 3_600_000;
const QUARTER = HOUR / 4;
const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
const texts = (starts: readonly number[]) => starts.map((start) => new Date(start).toISOString().slice(0, 16));
const everyDay = (opens: string, closes: string) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens, closes }));
const store: BookingStore = {
  id: 'north',
  name: 'North',
  timeZone: 'America/New_York',
  openingHours: everyDay('08:00', '18:00').slice(0, 5),
  rooms: [
    { id: 'r1', name: 'Room 1', categories: [] },
    { id: 'r2', name: 'Room 2', categories: [] },
  ],
};
const vet = receivedEmployeeSchema.parse({ id: 'vet', name: 'Ada Bell', storeIds: ['north'], role: 'vet' });
const type = { id: 't', name: 'Check', category: 'consult', durationMinutes: null, isActive: true };
const bo = { ...vet, id: 'bo', name: 'Bo Chen' };

let next = 0;
function appointment(changes: Record<string, unknown>) {
  next += 1;
  return receivedAppointmentSchema.parse({ id: `a${next}`, storeId: 'north', status: 'confirmed', ...changes });
}

/** From Friday 5 June 2026 in New York for a week. */
const week: FreeTimesInput = {
  length: HOUR,
  store,
  petId: 'pet',
  category: 'consult',
  staffIds: ['vet'],
  appointments: [],
  known: { start: at('2026-06-05T04:00Z'), end: at('2026-06-12T04:00Z') },
  from: at('2026-06-05T20:40Z'),
  count: 3,
};

test('the next times go on from day to day within opening hours', () => {
  expect(texts(freeTimes(week))).toEqual(['2026-06-05T20:45', '2026-06-05T21:00', '2026-06-08T12:00']);
});

test('a day on which the pet is expected anyway is left out, unless that was called off', () => {
  const visit = { petId: 'pet', start: '2026-06-08T20:00:00Z', end: '2026-06-08T20:30:00Z' };
  const [, , third] = freeTimes({ ...week, appointments: [appointment(visit)] });
  expect(third).toBe(at('2026-06-09T12:00Z'));
  for (const status of ['cancelled', 'no_show'])
    expect(freeTimes({ ...week, appointments: [appointment({ ...visit, status })] })).toEqual(freeTimes(week));
});

test('nothing that lasts into what is not known is offered', () => {
  const known = { ...week.known, end: at('2026-06-06T04:00Z') };
  expect(texts(freeTimes({ ...week, known }))).toEqual(['2026-06-05T20:45', '2026-06-05T21:00']);
  const night = {
    ...week,
    store: { ...store, openingHours: everyDay('00:00', '24:00') },
    from: at('2026-06-06T03:20Z'),
  };
  expect(freeTimes({ ...night, known })).toEqual([]);
});

test('of a night those are offered that begin and end while the store is open', () => {
  const night = { ...week, length: 15 * HOUR, from: at('2026-06-02T12:00Z'), count: 9 };
  const known = { start: at('2026-06-02T04:00Z'), end: at('2026-06-04T04:00Z') };
  expect(texts(freeTimes({ ...night, known }))).toEqual(
    ['21:15', '21:30', '21:45'].map((time) => `2026-06-02T${time}`),
  );
});

test('where nobody knows the hours, a time of a usual day is offered', () => {
  const unknown = { ...store, openingHours: [] };
  const [first] = freeTimes({ ...week, store: unknown, from: at('2026-06-06T05:00Z') });
  expect(first).toBe(at('2026-06-06T12:00Z'));
});

const zones = ['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu'];
const scene = fc.record({
  zone: fc.constantFrom(...zones),
  // Days with and without a change of clocks, and a Sunday.
  day: fc.constantFrom('2026-03-08', '2026-03-29', '2026-04-05', '2026-06-02', '2026-10-25', '2026-11-01'),
  // Visits, and stays of a night and of days: longer than any store is open.
  minutes: fc.constantFrom(10, 15, 30, 60, 145, 13 * 60, 15 * 60, 24 * 60, 50 * 60),
  from: fc.integer({ min: 0, max: 120 }),
  chosen: fc.boolean(),
  rooms: fc.tuple(...store.rooms.map(() => fc.subarray(['consult', 'dental']))),
  taken: fc.array(
    fc.record({
      quarter: fc.integer({ min: 0, max: 200 }),
      quarters: fc.integer({ min: 0, max: 60 }),
      roomId: fc.constantFrom('r1', 'r2', null),
      staffId: fc.constantFrom('vet', 'bo', null),
      pet: fc.boolean(),
      status: fc.constantFrom('confirmed', 'cancelled', 'no_show'),
    }),
    { maxLength: 20 },
  ),
  hours: fc.constantFrom(everyDay('08:00', '18:00'), everyDay('00:00', '24:00'), everyDay('20:00', '02:00')),
});

test('what is offered are the first quarters of an hour of which the form would warn of nothing, and all of them', () => {
  fc.assert(
    fc.property(scene, ({ zone, day, minutes, from, chosen, rooms, taken, hours }) => {
      const known = { start: dayInterval(zone, day).start, end: 0 };
      known.end = dayInterval(zone, Temporal.PlainDate.from(day).add({ days: 2 }).toString()).end;
      const instant = (quarters: number) => new Date(known.start + quarters * QUARTER).toISOString();
      const there: BookingStore = {
        ...store,
        timeZone: zone,
        openingHours: hours,
        rooms: store.rooms.map((room, index) => ({ ...room, categories: rooms[index] ?? [] })),
      };
      const appointments = taken.map(({ quarter, quarters, roomId, staffId, pet, status }) =>
        appointment({
          start: instant(quarter),
          end: instant(quarter + quarters),
          roomId,
          status,
          petId: pet ? 'pet' : 'other-pet',
          employees: staffId ? [{ id: staffId, isMainEmployee: true }] : [],
        }),
      );
      const now = known.start + from * QUARTER;
      const length = minutes * 60_000;
      const asked = { store: there, petId: 'pet', vet: chosen ? vet : null, type, employees: [vet, bo], now };
      const expected: number[] = [];
      for (let start = known.start; start + length <= known.end && expected.length < 4; start += QUARTER) {
        const time = { start, end: start + length };
        if (bookingWarnings({ ...asked, time, appointments }).length === 0) expected.push(start);
      }
      const staffIds = chosen ? ['vet'] : ['vet', 'bo'];
      expect(freeTimes({ ...week, length, store: there, staffIds, appointments, known, from: now, count: 4 })).toEqual(
        expected,
      );
    }),
    { numRuns: rounds({ few: 30, many: 1000 }) },
  );
});

test('the days of a visit are those that it touches', () => {
  const days = (start: string, end: string) =>
    Object.values(daysToKnow({ start: at(start), end: at(end) }, 'America/New_York')).map((text) =>
      dateIn('America/New_York', text),
    );
  expect(days('2026-06-02T14:00Z', '2026-06-02T15:00Z')).toEqual(['2026-06-02', '2026-06-03']);
  expect(days('2026-06-02T14:00Z', '2026-06-03T04:00Z')).toEqual(['2026-06-02', '2026-06-03']);
  expect(days('2026-06-02T14:00Z', '2026-06-05T14:00Z')).toEqual(['2026-06-02', '2026-06-06']);
});

test('the next days are whole, follow at once, and are as many as should be worth reading', () => {
  const zoneOf = fc.constantFrom(...zones, 'Pacific/Kiritimati', 'America/St_Johns');
  fc.assert(
    fc.property(
      zoneOf,
      fc.integer({ min: 0, max: 400 }),
      fc.integer({ min: 1, max: 9 }),
      fc.nat(5000),
      fc.constantFrom(5, 14),
      (zone, later, knownDays, records, days) => {
        const first = Temporal.PlainDate.from('2026-01-01').add({ days: later });
        const startOf = (date: Temporal.PlainDate) => date.toZonedDateTime(zone).epochMilliseconds;
        const known = { start: startOf(first), end: startOf(first.add({ days: knownDays })) };
        const found = nextDays({ known, records, zone, most: 500, days });
        expect(found.start).toBe(known.end);
        const count = first.add({ days: knownDays }).until(Temporal.PlainDate.from(dateIn(zone, found.end))).days;
        expect(found.end).toBe(startOf(first.add({ days: knownDays + count })));
        expect(count).toBeGreaterThanOrEqual(1);
        expect(count).toBeLessThanOrEqual(days);
        if (count > 1) expect((records / knownDays) * count).toBeLessThanOrEqual(500);
        else if (days > 1) expect((records / knownDays) * 2).toBeGreaterThan(500);
      },
    ),
    { numRuns: rounds({ few: 100, many: 2000 }) },
  );
});
