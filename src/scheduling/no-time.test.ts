import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Interval } from '#contract/interval.ts';
import { ada, assignedTo, at, employees, HOUR, store, type, visit } from '#testing/bookable-store.ts';
import { entry } from '#testing/plan-entry.ts';
import { createBookable, determineNeeds } from './bookable.ts';
import { dayInterval } from './calendar-day.ts';
import { explainNoTime } from './no-time.ts';

const DAY = dayInterval(store.timeZone, '2026-06-08');
const noon = at('2026-06-08T16:00Z');
const morning = { start: DAY.start, end: noon };
const sunday = dayInterval(store.timeZone, '2026-06-07');
const anyVet = determineNeeds({ store, vet: null, type, petId: null, employees });
const onlyAda = determineNeeds({ store, vet: ada, type, petId: null, employees });

/** Why nothing is free on Monday or in a part of it, or on another day. */
function why(
  more: Partial<Parameters<typeof createBookable>[0]> = {},
  asked: { needs?: typeof anyVet; day?: Interval; time?: Interval; from?: number } = {},
) {
  const { needs = anyVet, day = DAY } = asked;
  const { time = day, from = day.start } = asked;
  const bookable = createBookable({
    span: day,
    appointments: [],
    heldRequests: [],
    plan: [],
    stores: [store],
    employees,
    ...more,
  });
  return explainNoTime(bookable, needs, { length: HOUR / 2, time, day, from });
}
const taken = (vet: string, from: string, to: string) =>
  visit(`2026-06-08T${from}:00Z`, `2026-06-08T${to}:00Z`, assignedTo(vet));

test('a day without opening hours is closed, and so is one that the plan closes', () => {
  expect(why({}, { day: sunday })).toEqual({ kind: 'closed' });
  const plan = [entry('2026-06-08T00:00:00-04:00', '2026-06-09T00:00:00-04:00', { storeId: 'north' })];
  expect(why({ plan })).toMatchObject({ kind: 'store-blocked' });
});

test('the rest of a day can be too short', () => {
  expect(why({}, { from: at('2026-06-08T21:45Z') })).toEqual({ kind: 'passed' });
  expect(why({}, { time: morning, from: noon })).toEqual({ kind: 'passed' });
});

test('a requested vet is away, off, or taken', () => {
  const holiday = entry('2026-06-05T00:00:00-04:00', '2026-06-10T00:00:00-04:00', { employeeId: 'ada' });
  const away = why({ plan: [holiday] }, { needs: onlyAda });
  expect(away).toMatchObject({ kind: 'vet-away', vetId: 'ada', absence: { kind: 'away', entry: { id: holiday.id } } });
  const shift = entry('2026-06-08T08:00:00-04:00', '2026-06-08T18:00:00-04:00', {
    ...{ kind: 'on_duty', storeId: 'north', employeeId: 'bo' },
  });
  expect(why({ plan: [shift] }, { needs: onlyAda })).toMatchObject({ kind: 'vet-away', absence: { kind: 'off' } });
  const appointments = [taken('ada', '12:00', '22:00')];
  expect(why({ appointments }, { needs: onlyAda })).toEqual({ kind: 'vets-taken', count: 1, vetId: 'ada' });
});

test('the reason counts the vets who are on duty and taken, also for a part of the day', () => {
  const appointments = [taken('ada', '12:00', '16:30'), taken('bo', '11:00', '16:20')];
  expect(why({ appointments }, { time: morning })).toEqual({ kind: 'vets-taken', count: 2, vetId: null });
  const away = (id: string) => entry('2026-06-08T00:00:00-04:00', '2026-06-09T00:00:00-04:00', { employeeId: id });
  expect(why({ appointments, plan: [away('bo')] }, { time: morning })).toMatchObject({ count: 1 });
  expect(why({ plan: [away('ada'), away('bo')] })).toEqual({ kind: 'no-vet-there' });
});

test('all rooms are taken', () => {
  const appointments = ['r1', 'r2'].map((room) =>
    visit('2026-06-08T12:00:00Z', '2026-06-08T22:00:00Z', assignedTo(null, room)),
  );
  const grooming = appointments.map((one) => ({ ...one, visitTypeCategory: 'grooming' }));
  expect(why({ appointments: grooming })).toEqual({ kind: 'rooms-taken' });
});

const toUtc = (text: string) => new Date(text).toISOString();

test('with the obstacle that is named no start is free, and without it one may be', () => {
  /** Why a vet has no time in each hour of the day, so that no start is free. */
  const day = fc.array(fc.constantFrom('away', 'taken'), { minLength: 10, maxLength: 10 });
  const iso = (clock: number) => `2026-06-08T${String(clock).padStart(2, '0')}:00:00-04:00`;
  fc.assert(
    fc.property(fc.record({ ada: day, bo: day }), (days) => {
      const hours = Object.entries(days).flatMap(([id, kinds]) =>
        kinds.map((kind, nth) => ({ id, kind, from: 8 + nth })),
      );
      const plan = hours.flatMap(({ id, kind, from }) =>
        kind === 'away' ? [entry(iso(from), iso(from + 1), { employeeId: id })] : [],
      );
      const appointments = hours.flatMap(({ id, kind, from }) =>
        kind === 'taken' ? [visit(toUtc(iso(from)), toUtc(iso(from + 1)), assignedTo(id))] : [],
      );
      const bookable = createBookable({ span: DAY, appointments, heldRequests: [], plan, stores: [store], employees });
      expect(bookable.findFreeStarts(anyVet, { length: HOUR / 2, from: DAY.start, count: 1 })).toEqual([]);
      const reason = explainNoTime(bookable, anyVet, { length: HOUR / 2, time: DAY, day: DAY, from: DAY.start });
      const withoutVisits = createBookable({
        span: DAY,
        appointments: [],
        heldRequests: [],
        plan,
        stores: [store],
        employees,
      });
      const isFree = (on: typeof bookable, needs: typeof anyVet) =>
        on.findFreeStarts(needs, { length: HOUR / 2, from: DAY.start, count: 1 }).length > 0;
      const expected = () => {
        if (!isFree(withoutVisits, anyVet)) return 'no-vet-there';
        if (!isFree(bookable, { ...anyVet, rooms: null })) return 'vets-taken';
        return isFree(bookable, { ...anyVet, staff: [] }) ? 'nothing' : 'rooms-taken';
      };
      expect(reason.kind).toBe(expected());
    }),
  );
});
