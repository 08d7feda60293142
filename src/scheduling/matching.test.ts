import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { receivedAppointmentTypeSchema } from '#contract/received.ts';
import {
  assignedTo,
  at,
  visit as bookedVisit,
  employees,
  everyDay,
  MINUTE,
  store as openStore,
  QUARTER,
  textOf,
} from '#testing/bookable-store.ts';
import { entry as planEntry } from '#testing/plan-entry.ts';
import { rounds } from '#testing/rounds.ts';
import { createBookable, determineNeeds } from './bookable.ts';
import { addDays, dayInterval } from './calendar-day.ts';
import { createMatching, type Gap, type Match, type WaitingEntry } from './matching.ts';

/** A store with a theatre and one other room. */
const north = { ...openStore, rooms: openStore.rooms.slice(0, 2) };
const types = ['consult', 'surgery'].map((category) =>
  receivedAppointmentTypeSchema.parse({ id: category, name: category, category, durationMinutes: 30 }),
);

const visit = (start: string, end: string, staffId: string | null, roomId: string | null, petId = 'other') =>
  bookedVisit(start, end, { ...assignedTo(staffId, roomId), petId, visitTypeCategory: 'consult' });

const waiting = (more: Partial<WaitingEntry> = {}): WaitingEntry => ({
  ...{ id: 'w1', storeId: 'north', petId: 'bella', visitTypeId: 'consult', employeeId: null, durationMinutes: 30 },
  ...{ from: null, until: null, weekdays: [], earliest: null, latest: null, createdAt: '2026-06-01T08:00:00.000Z' },
  ...more,
});

/** Two weeks from Friday 5 June 2026 in New York. */
const span = { start: at('2026-06-05T04:00Z'), end: at('2026-06-19T04:00Z') };
const fridayNoon = at('2026-06-05T16:00Z');

function matchingOf(
  more: Partial<Pick<Parameters<typeof createBookable>[0], 'appointments' | 'plan'>> & { now?: number } = {},
) {
  const { now = fridayNoon, appointments = [], plan = [] } = more;
  const stores = [north];
  const bookable = createBookable({ span, appointments, heldRequests: [], plan, stores, employees, now });
  return createMatching({ bookable, span, stores, types, employees, now });
}
const firsts = (matches: readonly Match[]) => matches.map(({ entry, start }) => `${entry.id} ${textOf(start)}`);
const firstOf = (entry: WaitingEntry, more: Parameters<typeof matchingOf>[0] = {}) =>
  firsts(matchingOf(more).findFirstTimes([entry]))[0] ?? 'nowhere';

test('an entry fits the first future free time on suitable dates, weekdays and hours', () => {
  expect(firstOf(waiting())).toBe('w1 2026-06-05T16:00');
  expect(firstOf(waiting(), { now: at('2026-06-05T16:01Z') })).toBe('w1 2026-06-05T16:15');
  expect(firstOf(waiting({ from: '2026-06-06' }))).toBe('w1 2026-06-08T12:00');
  expect(firstOf(waiting({ weekdays: [2, 4] }))).toBe('w1 2026-06-09T12:00');
  expect(firstOf(waiting({ weekdays: [6, 7] }))).toBe('nowhere');
  expect(firstOf(waiting({ from: '2026-06-06', until: '2026-06-07' }))).toBe('nowhere');
  expect(firstOf(waiting({ earliest: '14:00' }))).toBe('w1 2026-06-05T18:00');
  expect(firstOf(waiting({ latest: '12:15' }))).toBe('w1 2026-06-08T12:00');
  expect(firstOf(waiting({ earliest: '17:30', latest: '18:00' }))).toBe('w1 2026-06-05T21:30');
  expect(firstOf(waiting({ earliest: '17:45', latest: '18:15' }))).toBe('nowhere');
});

test.each([
  ['25 hours', '2026-11-01', '2026-11-01T04:00Z', '2026-11-02T05:00Z', '2026-11-01T19:00'],
  ['23 hours', '2026-03-08', '2026-03-08T05:00Z', '2026-03-09T04:00Z', '2026-03-08T18:00'],
])('on a day of %s, the hours of an entry are those of the clock', (_hours, date, start, end, at2pm) => {
  const day = { start: at(start), end: at(end) };
  const stores = [{ ...north, openingHours: everyDay('08:00', '18:00') }];
  const rest = { span: day, stores, employees, now: day.start };
  const bookable = createBookable({ ...rest, appointments: [], heldRequests: [], plan: [] });
  const entry = waiting({ from: date, until: date, earliest: '14:00' });
  expect(firsts(createMatching({ ...rest, bookable, types }).findFirstTimes([entry]))).toEqual([`w1 ${at2pm}`]);
});

test('an entry fits only if its vet, a suitable room, its pet and its store are available', () => {
  const day = ['2026-06-08T12:00:00Z', '2026-06-08T22:00:00Z'] as const;
  const monday = { from: '2026-06-08' };
  expect(firstOf(waiting(monday), { appointments: [visit(...day, 'ada', null)] })).toBe('w1 2026-06-08T12:00');
  const ofAda = waiting({ ...monday, employeeId: 'ada' });
  expect(firstOf(ofAda, { appointments: [visit(...day, 'ada', null)] })).toBe('w1 2026-06-09T12:00');
  expect(firstOf(waiting(monday), { appointments: [visit(...day, null, 'r1')] })).toBe('w1 2026-06-09T12:00');
  const surgery = waiting({ ...monday, visitTypeId: 'surgery' });
  expect(firstOf(surgery, { appointments: [visit(...day, null, 'r1')] })).toBe('w1 2026-06-08T12:00');
  const own = visit('2026-06-08T12:15:00Z', '2026-06-08T12:45:00Z', null, null, 'bella');
  expect(firstOf(waiting(monday), { appointments: [own] })).toBe('w1 2026-06-08T12:45');
  const closed = planEntry('2026-06-08T00:00:00-04:00', '2026-06-09T10:00:00-04:00', { storeId: 'north' });
  expect(firstOf(waiting(monday), { plan: [closed] })).toBe('w1 2026-06-09T14:00');
});

test('an entry fits nowhere if its store, type or vet is unknown or no longer works there', () => {
  for (const more of [{ storeId: 'south' }, { visitTypeId: 'gone' }, { employeeId: 'gone' }])
    expect(firstOf(waiting(more))).toBe('nowhere');
  const bookable = createBookable({ span, appointments: [], heldRequests: [], plan: [], stores: [north], employees });
  const elsewhere = employees.map((employee) => ({ ...employee, storeIds: ['south'] }));
  const rest = { bookable, span, stores: [north], now: fridayNoon };
  const inactive = types.map((type) => ({ ...type, isActive: false }));
  const entry = waiting({ employeeId: 'ada' });
  expect(createMatching({ ...rest, types, employees: elsewhere }).findFirstTimes([entry])).toEqual([]);
  expect(createMatching({ ...rest, types: inactive, employees }).findFirstTimes([entry])).toEqual([]);
});

test('the longest wait comes first', () => {
  const entries = [
    waiting({ id: 'later', createdAt: '2026-06-02T08:00:00.000Z' }),
    waiting({ id: 'same', createdAt: '2026-06-01T08:00:00.000Z' }),
    waiting({ id: 'first', createdAt: '2026-06-01T08:00:00.000Z' }),
  ];
  const ids = matchingOf()
    .findFirstTimes(entries)
    .map(({ entry }) => entry.id);
  expect(ids).toEqual(['first', 'same', 'later']);
});

test('an entry fits a gap that its appointment overlaps, at the closest start, with the gap’s vet if they are free', () => {
  const full = (from: string, to: string) =>
    employees.map(({ id }, nth) =>
      visit(`2026-06-08T${from}:00Z`, `2026-06-08T${to}:00Z`, id, nth === 0 ? 'r1' : null),
    );
  const taken = { appointments: [...full('12:00', '14:15'), ...full('15:00', '22:00')] };
  const gap: Gap = { start: at('2026-06-08T14:30Z'), end: at('2026-06-08T15:00Z'), storeId: 'north', employeeId: 'bo' };
  const startsWith = (entry: WaitingEntry) =>
    matchingOf(taken)
      .findFittingEntries([entry], gap)
      .map(({ start, employeeId }) => `${textOf(start)} ${employeeId}`);
  expect(startsWith(waiting())).toEqual(['2026-06-08T14:30 bo']);
  expect(startsWith(waiting({ employeeId: 'ada' }))).toEqual(['2026-06-08T14:30 ada']);
  // Together with the free time before it.
  expect(startsWith(waiting({ durationMinutes: 45 }))).toEqual(['2026-06-08T14:15 bo']);
  expect(startsWith(waiting({ durationMinutes: 60 }))).toEqual([]);
  expect(startsWith(waiting({ durationMinutes: 15, latest: '10:30' }))).toEqual([]);
  expect(startsWith(waiting({ storeId: 'south' }))).toEqual([]);
  const past = { ...taken, now: at('2026-06-08T14:46Z') };
  expect(matchingOf(past).findFittingEntries([waiting({ durationMinutes: 15 })], gap)).toEqual([]);
});

const scene = fc.record({
  zone: fc.constantFrom('America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu'),
  // With and without a clock change in the three days from then on.
  day: fc.constantFrom('2026-03-07', '2026-03-28', '2026-04-04', '2026-06-03', '2026-10-24', '2026-10-31'),
  opening: fc.constantFrom(north.openingHours, everyDay('00:00', '24:00')),
  now: fc.integer({ min: -10, max: 150 }),
  taken: fc.array(
    fc.record({
      quarter: fc.integer({ min: 0, max: 280 }),
      quarters: fc.integer({ min: 1, max: 40 }),
      staffId: fc.constantFrom('ada', 'bo', null),
      roomId: fc.constantFrom('theatre', 'r1', null),
      petId: fc.constantFrom('bella', 'rex'),
    }),
    { maxLength: 8 },
  ),
  entries: fc.array(
    fc.record({
      petId: fc.constantFrom('bella', 'rex'),
      visitTypeId: fc.constantFrom('consult', 'surgery'),
      employeeId: fc.constantFrom('ada', null),
      durationMinutes: fc.constantFrom(10, 30, 75),
      fromDay: fc.option(fc.integer({ min: -1, max: 3 })),
      untilDay: fc.option(fc.integer({ min: 0, max: 3 })),
      weekdays: fc.constantFrom<number[]>([], [1, 6, 7], [7], [3, 4]),
      earliest: fc.constantFrom(null, '00:00', '01:30', '09:00', '14:20'),
      latest: fc.constantFrom(null, '02:30', '12:00', '24:00'),
    }),
    { maxLength: 4 },
  ),
  gap: fc.record({ quarter: fc.integer({ min: 0, max: 280 }), quarters: fc.integer({ min: 1, max: 8 }) }),
});

test('matching times agree with a simple search in quarters of an hour', () => {
  fc.assert(
    fc.property(scene, ({ zone, day, opening, now: nowQuarter, taken, entries, gap: freed }) => {
      const dayStart = dayInterval(zone, day).start;
      const whole = { start: dayStart, end: dayInterval(zone, addDays(day, 2)).end };
      const quarterAt = (count: number) => dayStart + count * QUARTER;
      const text = (count: number) => new Date(quarterAt(count)).toISOString();
      const store = { ...north, timeZone: zone, openingHours: opening };
      const appointments = taken.map(({ quarter, quarters, staffId, roomId, petId }) =>
        visit(text(quarter), text(quarter + quarters), staffId, roomId, petId),
      );
      const now = quarterAt(nowQuarter) + 1;
      const bookable = createBookable({
        span: whole,
        appointments,
        heldRequests: [],
        plan: [],
        stores: [store],
        employees,
      });
      const list = entries.map(({ fromDay, untilDay, ...more }, nth) =>
        waiting({
          ...{ id: `w${nth}`, createdAt: new Date(nth).toISOString(), ...more },
          from: fromDay === null ? null : addDays(day, fromDay),
          until: untilDay === null ? null : addDays(day, untilDay),
        }),
      );

      const clockOf = ({ hour, minute }: Temporal.ZonedDateTime) => hour * 60 + minute;
      const minuteOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
      function suits({ from, until, weekdays, earliest, latest }: WaitingEntry, start: number, end: number): boolean {
        const [first, last] = [start, end].map((one) =>
          Temporal.Instant.fromEpochMilliseconds(one).toZonedDateTimeISO(zone),
        ) as [Temporal.ZonedDateTime, Temporal.ZonedDateTime];
        const date = first.toPlainDate();
        const isMidnight = last.equals(date.add({ days: 1 }).toZonedDateTime(zone));
        return (
          (from === null || date.toString() >= from) &&
          (until === null || date.toString() <= until) &&
          (weekdays.length === 0 || weekdays.includes(date.dayOfWeek)) &&
          (earliest === null || clockOf(first) >= minuteOf(earliest)) &&
          (latest === null ||
            (isMidnight
              ? minuteOf(latest) === 1440
              : last.toPlainDate().equals(date) && clockOf(last) <= minuteOf(latest)))
        );
      }
      function startsOf(entry: WaitingEntry): number[] {
        const vet = employees.find(({ id }) => id === entry.employeeId) ?? null;
        const type = types.find(({ id }) => id === entry.visitTypeId) ?? null;
        const needs = determineNeeds({ store, vet, type, petId: entry.petId, employees });
        const length = entry.durationMinutes * MINUTE;
        const found: number[] = [];
        for (let start = whole.start; start < whole.end; start += QUARTER) {
          if (start < now || !suits(entry, start, start + length)) continue;
          found.push(
            ...bookable
              .findFreeStarts(needs, { length, from: start, until: start + 1, count: 1 })
              .map((start) => start.start),
          );
        }
        return found;
      }

      const matching = createMatching({ bookable, span: whole, stores: [store], types, employees, now });
      const plain = list.map((entry) => ({ entry, starts: startsOf(entry) }));
      expect(firsts(matching.findFirstTimes(list))).toEqual(
        plain.flatMap(({ entry, starts }) => (starts[0] === undefined ? [] : [`${entry.id} ${textOf(starts[0])}`])),
      );

      const gap = { start: quarterAt(freed.quarter), end: quarterAt(freed.quarter + freed.quarters) };
      const nearest = ({ entry, starts }: (typeof plain)[number]) => {
        const length = entry.durationMinutes * MINUTE;
        const inGap = starts.filter((start) => start < gap.end && gap.start < start + length);
        const distance = Math.min(...inGap.map((start) => Math.abs(start - gap.start)));
        return inGap.find((start) => Math.abs(start - gap.start) === distance);
      };
      expect(firsts(matching.findFittingEntries(list, { ...gap, storeId: 'north', employeeId: 'bo' }))).toEqual(
        plain.flatMap((one) => {
          const start = nearest(one);
          return start === undefined ? [] : [`${one.entry.id} ${textOf(start)}`];
        }),
      );
    }),
    { numRuns: rounds({ few: 25, many: 3000 }) },
  );
});
