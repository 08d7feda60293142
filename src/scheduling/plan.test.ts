import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import type { Interval } from '#contract/interval.ts';
import { entry as planEntry } from '#testing/plan-entry.ts';
import { rounds } from '#testing/rounds.ts';
import { findAbsences, findClosures, findRoomBlocks, hasShifts, type PlanEntries } from './plan.ts';

const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
const north = { id: 'north', timeZone: 'America/New_York' };
const south = { id: 'south', timeZone: 'Europe/Berlin' };
const ada = { id: 'ada', role: 'vet' };
const kim = { id: 'kim', role: 'technician' };

/** A day in June in New York. */
const day = (date: string): Interval => ({ start: at(`${date}T04:00Z`), end: at(`${date}T04:00Z`) + 24 * 3_600_000 });
const MONDAY = day('2026-06-01');
const TUESDAY = day('2026-06-02');
/** An entry of store north, by its wall clock. */
const entry = (start: string, end: string, more: Parameters<typeof planEntry>[2] = {}) =>
  planEntry(`${start}:00-04:00`, `${end}:00-04:00`, { storeId: 'north', ...more });
const duty = (employeeId: string, start: string, end: string, storeId = 'north') =>
  entry(start, end, { kind: 'on_duty', employeeId, storeId });
const summary = (absences: ReturnType<typeof findAbsences>) =>
  absences.map(({ kind, start, end }) => {
    const clock = (instant: number) => new Date(instant - 4 * 3_600_000).toISOString().slice(11, 16);
    return `${kind} ${clock(start)}–${clock(end)}`;
  });

describe('a vet', () => {
  const shift = duty('ada', '2026-06-02T08:00', '2026-06-02T16:00');

  test('is available only while on duty, in a week in which anyone has a shift', () => {
    expect(summary(findAbsences([shift], ada, [north], TUESDAY))).toEqual(['off 00:00–08:00', 'off 16:00–00:00']);
    expect(summary(findAbsences([shift], { id: 'bo', role: 'vet' }, [north], TUESDAY))).toEqual(['off 00:00–00:00']);
  });

  test('counts as on duty in a week without shifts at the store, unless on duty at another one', () => {
    const other = duty('ada', '2026-06-02T08:00', '2026-06-02T16:00', 'south');
    expect(hasShifts([other], north, TUESDAY)).toBe(false);
    expect(summary(findAbsences([other], ada, [north], TUESDAY))).toEqual(['elsewhere 08:00–16:00']);
    expect(findAbsences([other], ada, [north, south], MONDAY)).toEqual([]);
    expect(findAbsences([shift], ada, [north], day('2026-06-08'))).toEqual([]);
  });

  test('is away during their own time off, at one store or anywhere', () => {
    const lunch = entry('2026-06-02T12:00', '2026-06-02T12:30', { employeeId: 'ada', title: 'Lunch' });
    const holiday = entry('2026-06-01T00:00', '2026-06-03T00:00', { employeeId: 'ada', storeId: null });
    expect(summary(findAbsences([lunch], ada, [north], TUESDAY))).toEqual(['away 12:00–12:30']);
    expect(findAbsences([lunch], ada, [south], TUESDAY)).toEqual([]);
    expect(summary(findAbsences([holiday], ada, [south], TUESDAY))).toEqual(['away 00:00–00:00']);
  });
});

test('a night that ends on Monday belongs to the week before, unless it continues', () => {
  const night = duty('ada', '2026-05-31T22:00', '2026-06-01T06:00');
  expect(hasShifts([night], north, MONDAY)).toBe(false);
  expect(findAbsences([night], ada, [north], MONDAY)).toEqual([]);
  expect(hasShifts([night], north, day('2026-05-31'))).toBe(true);
  expect(hasShifts([duty('ada', '2026-05-31T22:00', '2026-06-02T06:00')], north, MONDAY)).toBe(true);
});

test('stores and rooms are blocked by their own entries, and a room with a person blocks both', () => {
  const closed = entry('2026-06-02T10:00', '2026-06-02T12:00', { title: 'Team day' });
  const room = entry('2026-06-01T23:00', '2026-06-02T01:00', { roomId: 'r1' });
  const both = entry('2026-06-02T13:00', '2026-06-02T14:00', { roomId: 'r1', employeeId: 'ada' });
  const person = entry('2026-06-02T15:00', '2026-06-02T16:00', { employeeId: 'ada' });
  const empty = entry('2026-06-02T17:00', '2026-06-02T17:00');
  const plan = [person, both, room, closed, empty];
  expect(findClosures(plan, 'north', TUESDAY).map((blocked) => blocked.entry)).toEqual([closed]);
  expect(findRoomBlocks(plan, 'r1', TUESDAY)).toEqual([
    { start: TUESDAY.start, end: TUESDAY.start + 3_600_000, entry: room },
    { start: at('2026-06-02T17:00Z'), end: at('2026-06-02T18:00Z'), entry: both },
  ]);
  expect(summary(findAbsences(plan, ada, [north], TUESDAY))).toEqual(['away 13:00–14:00', 'away 15:00–16:00']);
});

/** The definition of the rule, for a single moment. */
function isThere(plan: PlanEntries, person: typeof ada, store: typeof north, instant: number): boolean {
  const weekOf = (moment: number) => {
    const date = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(store.timeZone).toPlainDate();
    return date.subtract({ days: date.dayOfWeek - 1 }).toString();
  };
  const duties = plan.filter(({ kind, start, end }) => kind === 'on_duty' && start < end);
  const isNow = ({ start, end }: PlanEntries[number]) => at(start) <= instant && instant < at(end);
  const own = duties.filter(({ employeeId }) => employeeId === person.id);
  const relevant = person.role === 'vet' ? duties.filter(({ storeId }) => storeId === store.id) : own;
  // No shift here is longer than a day, so each belongs to the week in which it begins.
  const isPlanned = relevant.some(({ start }) => weekOf(at(start)) === weekOf(instant));
  const isHere = own.some((one) => one.storeId === store.id && isNow(one));
  const isElsewhere = own.some((one) => one.storeId !== store.id && isNow(one));
  const isAway = plan.some(
    (entry) =>
      entry.kind === 'unavailable' &&
      entry.employeeId === person.id &&
      (entry.storeId === null || entry.storeId === store.id) &&
      isNow(entry),
  );
  return (!isPlanned || isHere) && !isElsewhere && !isAway;
}

const HOUR = 3_600_000;
const anyEntry = fc.record({
  kind: fc.constantFrom('on_duty' as const, 'unavailable' as const),
  employeeId: fc.constantFrom('ada', 'bo', 'kim', null),
  storeId: fc.constantFrom('north', 'south', null),
  hour: fc.integer({ min: -40, max: 14 * 24 }),
  hours: fc.integer({ min: -2, max: 24 }),
});

test('agrees with the definition at every moment in any zone, across clock changes', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu'),
      fc.constantFrom('2026-03-05', '2026-03-26', '2026-04-02', '2026-10-22', '2026-06-02'),
      fc.array(anyEntry, { maxLength: 12 }),
      fc.constantFrom(ada, kim),
      (timeZone, date, entries, person) => {
        const start = Temporal.PlainDate.from(date).toZonedDateTime(timeZone).epochMilliseconds;
        const plan = entries
          .filter(({ kind, employeeId, storeId }) => kind !== 'on_duty' || (employeeId !== null && storeId !== null))
          .map(({ hour, hours, ...rest }) => {
            const from = start + hour * HOUR;
            return planEntry(new Date(from).toISOString(), new Date(from + hours * HOUR).toISOString(), rest);
          });
        const store = { ...north, timeZone };
        const span = { start, end: start + 10 * 24 * HOUR };
        const absences = findAbsences(plan, person, [store], span);
        for (let instant = span.start; instant < span.end; instant += HOUR) {
          const found = absences.some((absence) => absence.start <= instant && instant < absence.end);
          expect(!found, new Date(instant).toISOString()).toBe(isThere(plan, person, store, instant));
        }
      },
    ),
    { numRuns: rounds({ few: 40, many: 2000 }) },
  );
});
