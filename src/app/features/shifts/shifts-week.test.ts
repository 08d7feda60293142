import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createUnnamedStore, type ReceivedAppointment, type ReceivedEmployee } from '#contract/received.ts';
import type { ReceivedAvailability } from '#contract/received-availability.ts';
import { addDays, createDayClock } from '#scheduling/calendar-day.ts';
import {
  createEntriesFromPatterns,
  type EntryPattern,
  findDayPatterns,
  findExistingShifts,
  findSimilarDays,
  findUsualDay,
  missingEntriesOfLastWeek,
  planReplacement,
  toInstants,
  toWallTime,
} from './new-entries.ts';
import { createShiftsWeek, type ZonedStore } from './shifts-week.ts';

const zone = 'America/New_York';
const openingHours = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '08:00', closes: '18:00' }));
const store: ZonedStore = {
  ...{ ...createUnnamedStore('north'), name: 'North', timeZone: zone, openingHours },
  rooms: [{ id: 'r1', name: 'Surgery', categories: [] }],
};
const ada: ReceivedEmployee = { id: 'ada', name: 'Ada', storeIds: ['north', 'south'], role: 'vet', isActive: true };
const bram: ReceivedEmployee = { id: 'bram', name: 'Bram', storeIds: ['north'], role: 'nurse', isActive: true };
const dov: ReceivedEmployee = { ...ada, id: 'dov', name: 'Dov', isActive: false };
/** A Monday. The clocks go back on the Sunday of its week. */
const WEEK = '2026-10-26';
const dates = Array.from({ length: 7 }, (_, day) => addDays(WEEK, day));

let ids = 0;
/** An entry between two hours on the store's wall clock, on the given day of the week. */
function entry(day: number, from: number, to: number, more: Partial<ReceivedAvailability> = {}): ReceivedAvailability {
  ids += 1;
  const times = toInstants(more.storeId === 'tokyo' ? 'Asia/Tokyo' : zone, addDays(WEEK, day), {
    fromMinute: from * 60,
    toMinute: to * 60,
  });
  const rest = {
    kind: 'on_duty' as const,
    storeId: 'north',
    employeeId: 'ada',
    roomId: null,
    title: null,
    seriesId: null,
  };
  return { id: String(ids).padStart(4, '0'), updatedAt: WEEK, ...rest, ...times, ...more };
}
const away = (day: number, from: number, to: number, more: Partial<ReceivedAvailability> = {}) =>
  entry(day, from, to, { kind: 'unavailable', storeId: null, ...more });
const visit = (of: ReceivedAvailability, employeeId = 'ada') =>
  ({
    id: `v${of.id}`,
    start: of.start,
    end: of.end,
    storeId: 'north',
    status: 'confirmed',
    roomId: null,
    petId: null,
    employees: [{ id: employeeId, isMainEmployee: true }],
  }) as unknown as ReceivedAppointment;

function northOf(
  entries: readonly ReceivedAvailability[],
  appointments: readonly ReceivedAppointment[] = [],
  now = Date.parse(WEEK),
) {
  const [group] = createShiftsWeek({
    stores: [store],
    dates,
    entries,
    employees: [bram, ada, dov],
    appointments,
    now,
  });
  if (!group) throw new Error('The week has no store.');
  const rowOf = (id: string | null) => {
    const row = group.rows.find(({ owner }) => owner.id === id);
    if (!row) throw new Error(`The week has no row for ${id}.`);
    return row;
  };
  return { ...group, rowOf };
}

test('vets come before the others, and people who have left come last while they have shifts', () => {
  const names = (entries: readonly ReceivedAvailability[]) => northOf(entries).rows.map(({ owner }) => owner.name);
  expect(names([])).toEqual(['North', 'Ada', 'Bram', 'Surgery']);
  expect(names([entry(0, 8, 12, { employeeId: 'dov' })])).toEqual(['North', 'Ada', 'Bram', 'Dov', 'Surgery']);
});

test('a shift that ends soon after midnight shows on both days, wide enough for its times, and counts on the first', () => {
  const { rowOf, staffing } = northOf([entry(1, 20, 24.5)]);
  const spans = rowOf('ada').cells.map(({ bars }) =>
    bars.map(({ span }) => [span.from, span.to].map((share) => Math.round(share * 100))),
  );
  expect(spans.slice(0, 4)).toEqual([[], [[66, 100]], [[0, 34]], []]);
  expect(staffing.map(({ vets }) => vets)).toEqual([0, 1, 0, 0, 0, 0, 0]);
});

/** Weeks in which the clocks go back on their Sunday, go forward on it, and neither. */
const weeks = ['2026-10-26', '2026-03-02', '2026-06-01'];

test('nights keep their clock times wherever clocks change, and their parts on both days make up the whole', () => {
  const nights = fc.record({
    week: fc.constantFrom(...weeks),
    day: fc.integer({ min: 0, max: 6 }),
    // No clock is moved between 4:00 and midnight: the times are those that were chosen.
    from: fc.integer({ min: 16, max: 95 }),
    to: fc.integer({ min: 112, max: 112 + 15 }),
  });
  fc.assert(
    fc.property(nights, ({ week, day, from, to }) => {
      const weekDays = Array.from({ length: 9 }, (_, index) => addDays(week, index));
      const minutes = { fromMinute: from * 15, toMinute: to * 15 };
      const pattern = {
        kind: 'on_duty',
        storeId: 'north',
        employeeId: 'ada',
        roomId: null,
        title: null,
        day,
        ...minutes,
      };
      const [night] = createEntriesFromPatterns([pattern as EntryPattern], zone, week);
      if (!night) throw new Error('There is no night.');
      expect(toWallTime(night, zone)).toEqual({ date: addDays(week, day), ...minutes });
      const saved = { ...entry(0, 8, 9), ...night };
      const [group] = createShiftsWeek({
        ...{ stores: [store], dates: weekDays, entries: [saved], employees: [ada], appointments: [] },
        now: Date.parse(week),
      });
      const row = group?.rows.find(({ owner }) => owner.id === 'ada');
      const parts = row?.cells.flatMap(({ clock, bars }) => bars.map((bar) => ({ date: clock.date, ...bar }))) ?? [];
      expect(parts.map(({ date, fromMinute, toMinute }) => [date, fromMinute, toMinute])).toEqual([
        [addDays(week, day), minutes.fromMinute, 1440],
        [addDays(week, day + 1), 0, minutes.toMinute - 1440],
      ]);
      expect(row?.minutes).toBe((Date.parse(night.end) - Date.parse(night.start)) / 60_000);
    }),
  );
});

test('nights are copied to the following nights and weeks with their breaks after midnight', () => {
  const nights = [entry(0, 20, 32), away(1, 2, 3)];
  const days = dates.map((date) => createDayClock(zone, date));
  expect(findSimilarDays(WEEK, days, store, nights)).toEqual(dates.slice(1, 5));
  expect(findDayPatterns(nights, { store, date: WEEK }).map(({ day, fromMinute }) => [day, fromMinute / 60])).toEqual([
    [0, 20],
    [1, 2],
  ]);
  expect(findDayPatterns(nights, { store, date: addDays(WEEK, 1) })).toEqual([]);
  // The night of a Sunday has its break in the week after.
  const sunday = [entry(-1, 20, 32), away(0, 2, 3)];
  const copied = missingEntriesOfLastWeek(weekWith(sunday));
  expect(copied.map(({ start }) => toWallTime({ start, end: start }, zone))).toMatchObject([
    { date: addDays(WEEK, 6), fromMinute: 20 * 60 },
    { date: addDays(WEEK, 7), fromMinute: 2 * 60 },
  ]);
});

test('the axis covers the hours of the store, extended to shifts that reach into them', () => {
  const hours = (...entries: readonly ReceivedAvailability[]) => {
    const { fromMinute, toMinute } = northOf(entries).axis;
    return [fromMinute / 60, toMinute / 60];
  };
  expect(hours()).toEqual([8, 18]);
  expect(hours(entry(0, 7.75, 12), entry(3, 12, 20))).toEqual([7.5, 20]);
  expect(hours(entry(0, 19, 22), away(1, 0, 24), away(2, 14, 24), away(3, 20, 40))).toEqual([8, 18]);
  expect(hours(away(0, 7, 9, { employeeId: null, roomId: 'r1', storeId: 'north' }))).toEqual([7, 18]);
  // Night hours lie at the edges and take no space from the store's hours.
  const { axis } = northOf([entry(1, 20, 30)]);
  expect(axis).toMatchObject({ fromMinute: 8 * 60, toMinute: 18 * 60, before: 0.1, after: 0.1 });
});

test('a week with only the end of a shift from the previous week counts as not planned', () => {
  const night = entry(-1, 20, 30);
  expect(northOf([night]).isPlanned).toBe(false);
  expect(northOf([night, entry(2, 8, 12)]).isPlanned).toBe(true);
});

test('a stay is marked if no one is on duty when it begins or ends, but not for the night between', () => {
  const marked = (...entries: readonly ReceivedAvailability[]) =>
    northOf(entries, [visit(entry(0, 12, 34))])
      .rowOf('ada')
      .cells.some(({ visits }) => visits.length > 0);
  expect(marked(entry(0, 8, 17), entry(1, 8, 17))).toBe(false);
  expect(marked(entry(0, 8, 17), entry(2, 8, 17))).toBe(true);
});

test('hours are those of the shifts without breaks; hours at other stores are shown, too', () => {
  const { rowOf } = northOf([
    entry(0, 8, 17),
    away(0, 12, 13, { storeId: 'north', title: 'Lunch' }),
    away(1, 12, 13),
    entry(2, 8, 16, { storeId: 'south' }),
  ]);
  expect([rowOf('ada').minutes, rowOf('ada').minutesInAll].map((minutes) => minutes / 60)).toEqual([8, 16]);
  expect(rowOf('ada').cells[2]?.bars.map(({ kind }) => kind)).toEqual(['elsewhere']);
});

test('appointments while the person is away or off duty, the store closed or the room blocked are marked', () => {
  const [nine, ten] = [entry(0, 9, 10), entry(1, 10, 11)];
  const visits = [visit(nine), visit(ten)];
  const marked = (entries: readonly ReceivedAvailability[], id: string | null) =>
    northOf(entries, visits)
      .rowOf(id)
      .cells.map((cell) => cell.visits.length);
  const presence = [entry(0, 8, 18), entry(1, 8, 18)];
  expect(marked([], 'ada')).toEqual([0, 0, 0, 0, 0, 0, 0]);
  expect(marked(presence, 'ada')).toEqual([0, 0, 0, 0, 0, 0, 0]);
  expect(marked(presence.slice(0, 1), 'ada')).toEqual([0, 1, 0, 0, 0, 0, 0]);
  expect(marked([...presence, away(0, 0, 24)], 'ada')).toEqual([1, 0, 0, 0, 0, 0, 0]);
  expect(marked([...presence, away(1, 0, 24, { storeId: 'north', employeeId: null })], null)).toEqual([
    0, 1, 0, 0, 0, 0, 0,
  ]);
});

test('an appointment of today whose time has passed is marked like the others, as in the list of a vet who is away', () => {
  const nine = entry(0, 9, 10);
  const marked = (now: string) =>
    northOf([away(0, 0, 24)], [visit(nine)], Date.parse(now))
      .rowOf('ada')
      .cells.map((cell) => cell.visits.length);
  expect(marked(entry(0, 17, 18).start)).toEqual([1, 0, 0, 0, 0, 0, 0]);
  expect(marked(entry(1, 9, 10).start)).toEqual([0, 0, 0, 0, 0, 0, 0]);
});

test('no bar is a sliver, and bars in one lane do not overlap, except for a break within its shift', () => {
  const parts = fc.record({ from: fc.integer({ min: 0, max: 47 }), length: fc.integer({ min: 1, max: 12 }) });
  const all = fc.array(fc.record({ time: parts, isAway: fc.boolean() }), { maxLength: 7 });
  fc.assert(
    fc.property(all, (planned) => {
      const entries = planned.map(({ time: { from, length }, isAway }) =>
        (isAway ? away : entry)(2, from / 2, (from + length) / 2),
      );
      for (const { bars, lanes } of northOf(entries).rowOf('ada').cells)
        for (const bar of bars) {
          const { from, to } = bar.span;
          const overlapping = bars.filter(
            (other) => other !== bar && other.lane === bar.lane && other.span.from < to && from < other.span.to,
          );
          expect(bar.lane).toBeLessThan(lanes);
          expect(from >= 0 && to <= 1 && to - from >= (bar.kind === 'break' ? 0.04 : 0.33)).toBe(true);
          if (bar.kind === 'break') expect(overlapping.some(({ entry: { kind } }) => kind === 'on_duty')).toBe(true);
          else expect(overlapping.filter(({ kind }) => kind !== 'break')).toEqual([]);
        }
    }),
  );
});

test('a day shows how many vets are present, and who is away', () => {
  const { staffing } = northOf([
    ...[entry(0, 8, 17), away(0, 12, 13), entry(0, 8, 17, { employeeId: 'bram' })],
    ...[entry(1, 8, 17), away(1, 0, 24)],
    ...[entry(2, 8, 17), away(2, 14, 24)],
    entry(3, 8, 17, { storeId: 'south' }),
  ]);
  expect(staffing.map(({ vets, away: names }) => [vets, ...names])).toEqual([
    ...[[1], [0, 'Ada'], [1, 'Ada']],
    ...[[0], [0], [0], [0]],
  ]);
});

const weekWith = (entries: readonly ReceivedAvailability[]) => ({
  ...{ stores: [store], homeZone: zone, date: WEEK, employees: [ada, bram, dov] },
  entries,
});

test('copying last week adds shifts with breaks, and skips existing entries', () => {
  const before = [0, 1, 2, 3, 4].flatMap((day) => [entry(day - 7, 8, 17), away(day - 7, 12, 13, { title: 'Lunch' })]);
  const all = [
    ...before,
    entry(-1, 22, 30),
    away(-7, 0, 24, { title: 'Sick', employeeId: 'bram' }),
    away(-6, 0, 72, { title: 'Holiday' }),
    entry(-7, 8, 12, { employeeId: 'dov' }),
    away(-3, 0, 24, { storeId: 'north', employeeId: null, title: 'Closed for stocktaking' }),
    away(-3, 7, 8, { storeId: 'north', employeeId: null, roomId: 'r1', title: 'Cleaning' }),
    away(-3, 8, 9, { storeId: 'north', employeeId: null, roomId: 'gone', title: 'Of a room that is gone' }),
    entry(1, 8, 17),
  ];
  const copied = missingEntriesOfLastWeek(weekWith(all));
  const days = new Map<string, string[]>();
  for (const { title, start } of copied) {
    const key = title ?? 'Shift';
    days.set(key, [...(days.get(key) ?? []), start.slice(8, 13)]);
  }
  expect(Object.fromEntries(days)).toEqual({
    Shift: ['26T12', '28T12', '29T12', '30T12', '02T03'],
    Lunch: ['26T16', '27T16', '28T16', '29T16', '30T16'],
    Cleaning: ['30T11'],
  });
});

test('replacing a week removes its shifts and breaks, and keeps time off, blocks and other stores', () => {
  const lastWeek = [entry(-7, 8, 17), away(-7, 12, 13, { title: 'Lunch' }), entry(-6, 8, 17)];
  const shifts = [entry(0, 9, 18), away(0, 13, 14, { title: 'Lunch' }), entry(4, 8, 12, { employeeId: 'dov' })];
  const same = entry(1, 8, 17);
  const stays = [
    away(1, 9, 11, { title: 'Training' }),
    away(2, 0, 24, { title: 'Holiday' }),
    away(3, 0, 24, { title: 'Sick', employeeId: 'bram' }),
    away(0, 7, 8, { storeId: 'north', employeeId: null, roomId: 'r1', title: 'Cleaning' }),
    away(3, 0, 24, { storeId: 'north', employeeId: null, title: 'Closed for stocktaking' }),
    entry(2, 8, 17, { storeId: 'south' }),
    entry(-1, 22, 30),
    entry(7, 8, 17),
  ];
  const week = weekWith([...lastWeek, ...shifts, same, ...stays]);
  expect(findExistingShifts(week)).toEqual(expect.arrayContaining([...shifts, same]));
  const { removed, added } = planReplacement(week);
  expect(removed.map(({ id }) => id).sort()).toEqual(shifts.map(({ id }) => id).sort());
  expect(added.map(({ start, title }) => [start, title])).toEqual([
    ['2026-10-26T12:00:00.000Z', null],
    ['2026-10-26T16:00:00.000Z', 'Lunch'],
    // The night shift from Sunday, at the end of last week.
    ['2026-11-02T03:00:00.000Z', null],
  ]);
});

test('replacing a week again changes nothing', () => {
  const hour = fc.integer({ min: 0, max: 23 });
  const shift = fc.record({
    ...{ day: fc.integer({ min: -7, max: 6 }), from: hour, hours: fc.integer({ min: 1, max: 9 }) },
    ...{ employeeId: fc.constantFrom('ada', 'bram'), isBreak: fc.boolean() },
    title: fc.constantFrom(null, 'Lunch', 'Training'),
  });
  fc.assert(
    fc.property(fc.array(shift, { maxLength: 12 }), (shifts) => {
      const entries = shifts.map(({ day, from, hours, employeeId, isBreak, title }) =>
        isBreak
          ? away(day, from, from + Math.min(hours, 3), { employeeId, title })
          : entry(day, from, from + hours, { employeeId, title }),
      );
      const { removed, added } = planReplacement(weekWith(entries));
      const created = added.map((one) => ({ ...entry(0, 0, 1), ...one, seriesId: null }));
      const after = weekWith([...entries.filter((one) => !removed.includes(one)), ...created]);
      expect(planReplacement(after).added).toEqual([]);
      expect(removed.every(({ start }) => start >= '2026-10-26T04:00:00.000Z')).toBe(true);
      const shiftsAfter = findExistingShifts(after).filter(({ kind }) => kind === 'on_duty');
      expect(planReplacement(after).removed.filter((one) => shiftsAfter.includes(one))).toEqual([]);
    }),
  );
});

test('the usual day is the person’s last one, preferably on that weekday, otherwise the opening hours', () => {
  const owner = { kind: 'person', id: 'ada', name: 'Ada', role: 'vet', worksHere: true } as const;
  const hours = (entries: readonly ReceivedAvailability[], date: string) =>
    findUsualDay(
      entries,
      { store, owner, date },
      dates.map((day) => ({ date: day })),
    ).map(({ fromMinute, toMinute }) => [fromMinute / 60, toMinute / 60]);
  expect(hours([], WEEK)).toEqual([[8, 18]]);
  // A day on which the store is closed can be planned like any other.
  expect(hours([], addDays(WEEK, 6))).toEqual([[8, 18]]);
  const last = [entry(-7, 9, 13), entry(-6, 10, 19), away(-6, 14, 15)];
  expect(hours(last, WEEK)).toEqual([[9, 13]]);
  expect(hours(last, addDays(WEEK, 2))).toEqual([
    [10, 19],
    [14, 15],
  ]);
  // On Saturday the store closes earlier.
  const saturday = { weekday: 6, opens: '09:00', closes: '13:00' };
  const shorter = { ...store, openingHours: [...store.openingHours.filter(({ weekday }) => weekday !== 6), saturday] };
  const proposed = findUsualDay(last, { store: shorter, owner, date: addDays(WEEK, 5) }, []);
  expect(proposed.map(({ fromMinute, toMinute }) => [fromMinute / 60, toMinute / 60])).toEqual([[9, 13]]);
});

test('a stay over a day on which the store is closed is marked on that day alone', () => {
  const closed = entry(2, 0, 24, { kind: 'unavailable', employeeId: null });
  const stay = visit(entry(1, 17, 17 + 48));
  const { rowOf } = northOf([closed], [stay]);
  expect(rowOf(null).cells.map(({ visits }) => visits.length)).toEqual([0, 0, 1, 0, 0, 0, 0]);
});
