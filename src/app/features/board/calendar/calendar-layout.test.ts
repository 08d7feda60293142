import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BoardColumn } from '#app/features/board/model/board-columns.ts';
import type { BoardItem } from '#app/features/board/model/board-items.ts';
import type { MinuteRange } from '#contract/interval.ts';
import { chooseDayWindow, hourPixels, isOutsideWindow, takesTimeIn, WHOLE_DAY } from './calendar-layout.ts';

const range = fc
  .tuple(fc.integer({ min: 0, max: 1440 }), fc.integer({ min: 0, max: 1440 }))
  .filter(([one, other]) => one !== other)
  .map(([one, other]) => ({ fromMinute: Math.min(one, other), toMinute: Math.max(one, other) }));

// A column with only the field that the window depends on.
const columnWith = (openings: BoardColumn['openings']) => ({ openings }) as BoardColumn;
const itemWith = (range: { fromMinute: number; toMinute: number }, stay: BoardItem['stay'] = null) =>
  ({ ...range, stay }) as BoardItem;

/** A height into which any day fits, in pixels. */
const ENDLESS = 24 * 48;
const shownOf = (
  columns: readonly BoardColumn[],
  items: readonly BoardItem[],
  height = ENDLESS,
  drawn: MinuteRange | null = null,
) => chooseDayWindow(columns, items, { height, drawn });
const open8to18 = [columnWith([{ fromMinute: 480, toMinute: 1080 }])];

test('with enough height the hours extend from the first opening or appointment to the last, except across long gaps', () => {
  fc.assert(
    fc.property(fc.array(fc.array(range, { minLength: 1 }), { minLength: 1 }), fc.array(range), (openings, visits) => {
      const items = visits.map((visit) => itemWith(visit));
      const shown = shownOf(openings.map(columnWith), items);
      const all = [...openings.flat(), ...visits];
      expect([shown.fromMinute % 60, shown.toMinute % 60]).toEqual([0, 0]);
      const isIn = (each: MinuteRange) => each.fromMinute >= shown.fromMinute && each.toMinute <= shown.toMinute;
      const isFar = (each: MinuteRange) =>
        each.toMinute < shown.fromMinute - 120 || each.fromMinute > shown.toMinute + 120;
      expect(openings.flat().every(isIn)).toBe(true);
      expect(visits.every((visit) => isIn(visit) || isFar(visit))).toBe(true);
      expect(all.some((each) => each.fromMinute < shown.fromMinute + 60)).toBe(true);
      expect(all.some((each) => each.toMinute > shown.toMinute - 60)).toBe(true);
    }),
  );
});

test('an appointment far from opening hours is drawn, unless a long one extends beyond them on both sides', () => {
  const late = itemWith({ fromMinute: 1320, toMinute: 1440 });
  const long = itemWith({ fromMinute: 100, toMinute: 1200 });
  expect(shownOf(open8to18, [late, long])).toEqual({ fromMinute: 60, toMinute: 1440 });
});

test('an appointment at midnight does not lengthen the day: it is collapsed, while nearby ones are drawn', () => {
  const midnight = itemWith({ fromMinute: 1410, toMinute: 1440 });
  const evening = itemWith({ fromMinute: 1085, toMinute: 1100 });
  const early = itemWith({ fromMinute: 420, toMinute: 450 });
  const window = shownOf(open8to18, [midnight, early, evening], 12 * 48);
  expect(window).toEqual({ fromMinute: 420, toMinute: 1140 });
  expect([midnight, evening, early].map((item) => isOutsideWindow(item, window))).toEqual([true, false, false]);
  // If there is one hour less to show, the nearer appointment wins.
  expect(shownOf(open8to18, [midnight, early, evening], 11.9 * 48)).toEqual({ fromMinute: 480, toMinute: 1140 });
});

test('however high the screen is, an appointment at midnight stays collapsed unless others bridge the gap', () => {
  const night = itemWith({ fromMinute: 0, toMinute: 30 });
  const early = itemWith({ fromMinute: 390, toMinute: 420 });
  expect(shownOf(open8to18, [night])).toEqual({ fromMinute: 480, toMinute: 1080 });
  expect(shownOf(open8to18, [night, early])).toEqual({ fromMinute: 360, toMinute: 1080 });
  const between = [180, 300].map((fromMinute) => itemWith({ fromMinute, toMinute: fromMinute + 30 }));
  expect(shownOf(open8to18, [night, early, ...between])).toEqual({ fromMinute: 180, toMinute: 1080 });
  expect(shownOf(open8to18, [night, early, ...between, itemWith({ fromMinute: 30, toMinute: 60 })])).toEqual({
    fromMinute: 0,
    toMinute: 1080,
  });
});

test('opening hours and hours that were drawn before are always shown, others only if they fit', () => {
  fc.assert(
    fc.property(range, fc.array(range), fc.integer({ min: 0, max: 2000 }), (opening, visits, height) => {
      const columns = [columnWith([opening])];
      const items = visits.map((visit) => itemWith(visit));
      const least = shownOf(columns, [], height);
      const shown = shownOf(columns, items, height);
      const hours = ({ fromMinute, toMinute }: MinuteRange) => (toMinute - fromMinute) / 60;
      expect(shown.fromMinute).toBeLessThanOrEqual(least.fromMinute);
      expect(shown.toMinute).toBeGreaterThanOrEqual(least.toMinute);
      if (hours(shown) > hours(least)) expect(hours(shown) * 48).toBeLessThanOrEqual(height);
      // Calculating again with more appointments never removes hours.
      const later = shownOf(columns, [...items, itemWith({ fromMinute: 0, toMinute: 30 })], height, shown);
      expect(later.fromMinute).toBeLessThanOrEqual(shown.fromMinute);
      expect(later.toMinute).toBeGreaterThanOrEqual(shown.toMinute);
    }),
  );
});

test('stays widen nothing and are never collapsed, and usual hours are shown if no hours are known', () => {
  const stay = itemWith({ fromMinute: 0, toMinute: 1440 }, ['Thu 17:00', '→ Sun 11:00']);
  const window = shownOf([columnWith(null), columnWith([])], [stay]);
  expect(window).toEqual({ fromMinute: 480, toMinute: 1080 });
  expect(isOutsideWindow(stay, { fromMinute: 480, toMinute: 1080 })).toBe(false);
});

test('an appointment without a duration is drawn or collapsed, too', () => {
  const atClosing = itemWith({ fromMinute: 1080, toMinute: 1080 });
  expect(shownOf(open8to18, [atClosing])).toEqual({ fromMinute: 480, toMinute: 1140 });
  const window = shownOf(open8to18, [atClosing], 0);
  expect(isOutsideWindow(atClosing, window)).toBe(true);
  expect(takesTimeIn(atClosing, { fromMinute: 1080, toMinute: 1440 })).toBe(true);
});

test('drawn hours stay when an appointment is added or removed', () => {
  const early = itemWith({ fromMinute: 390, toMinute: 420 });
  const widened = shownOf(open8to18, [early], ENDLESS, shownOf(open8to18, []));
  expect(widened).toEqual({ fromMinute: 360, toMinute: 1080 });
  expect(shownOf(open8to18, [], 0, widened)).toEqual(widened);
});

test('a whole day fills the height, but 15 minutes stay legible', () => {
  const tenHours = { fromMinute: 480, toMinute: 1080 };
  expect(hourPixels('fit', tenHours, 560)).toBe(56);
  expect(hourPixels('fit', tenHours, 1000)).toBe(100);
  expect(hourPixels('fit', WHOLE_DAY, 560)).toBe(48);
  expect(hourPixels('fit', tenHours, 0)).toBe(48);
  expect(hourPixels('comfortable', tenHours, 560)).toBe(76);
  fc.assert(
    fc.property(range, fc.integer({ min: 300, max: 3000 }), (given, height) => {
      const hours = shownOf([columnWith([given])], []);
      const drawn = (hourPixels('fit', hours, height) * (hours.toMinute - hours.fromMinute)) / 60;
      const least = (48 * (hours.toMinute - hours.fromMinute)) / 60;
      expect(drawn).toBeLessThanOrEqual(Math.max(height, least));
    }),
  );
});
