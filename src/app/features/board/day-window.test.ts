import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BoardColumn } from './board-columns.ts';
import type { BoardItem } from './board-items.ts';
import { dayWindow, hourPixels, WHOLE_DAY } from './day-window.ts';

const range = fc
  .tuple(fc.integer({ min: 0, max: 1440 }), fc.integer({ min: 0, max: 1440 }))
  .filter(([one, other]) => one !== other)
  .map(([one, other]) => ({ fromMinute: Math.min(one, other), toMinute: Math.max(one, other) }));

// Only what the window is made of.
const columnWith = (openings: BoardColumn['openings']) => ({ openings }) as BoardColumn;
const itemWith = (given: { fromMinute: number; toMinute: number }, stay: string | null = null) =>
  ({ ...given, stay }) as BoardItem;

test('the hours reach from the first opening or visit to the last, in whole hours, and no further', () => {
  fc.assert(
    fc.property(fc.array(fc.array(range, { minLength: 1 }), { minLength: 1 }), fc.array(range), (openings, visits) => {
      const items = visits.map((visit) => itemWith(visit));
      const shown = dayWindow(openings.map(columnWith), items);
      const all = [...openings.flat(), ...visits];
      expect([shown.fromMinute % 60, shown.toMinute % 60]).toEqual([0, 0]);
      expect(all.every((each) => each.fromMinute >= shown.fromMinute && each.toMinute <= shown.toMinute)).toBe(true);
      expect(all.some((each) => each.fromMinute < shown.fromMinute + 60)).toBe(true);
      expect(all.some((each) => each.toMinute > shown.toMinute - 60)).toBe(true);
    }),
  );
});

test('stays widen nothing, and where nobody says anything a usual day is shown', () => {
  const stay = itemWith({ fromMinute: 0, toMinute: 1440 }, 'Thu 17:00 → Sun 11:00');
  expect(dayWindow([columnWith(null), columnWith([])], [stay])).toEqual({ fromMinute: 480, toMinute: 1080 });
});

test('hours that are drawn stay when a visit comes or goes', () => {
  const open = [columnWith([{ fromMinute: 480, toMinute: 1080 }])];
  const early = itemWith({ fromMinute: 390, toMinute: 420 });
  const widened = dayWindow(open, [early], dayWindow(open, []));
  expect(widened).toEqual({ fromMinute: 360, toMinute: 1080 });
  expect(dayWindow(open, [], widened)).toEqual(widened);
});

test('a whole day fills the height, but a quarter of an hour stays legible', () => {
  const tenHours = { fromMinute: 480, toMinute: 1080 };
  expect(hourPixels('fit', tenHours, 560)).toBe(56);
  expect(hourPixels('fit', tenHours, 1000)).toBe(100);
  expect(hourPixels('fit', WHOLE_DAY, 560)).toBe(48);
  expect(hourPixels('fit', tenHours, 0)).toBe(48);
  expect(hourPixels('comfortable', tenHours, 560)).toBe(76);
  fc.assert(
    fc.property(range, fc.integer({ min: 300, max: 3000 }), (given, height) => {
      const hours = dayWindow([columnWith([given])], []);
      const drawn = (hourPixels('fit', hours, height) * (hours.toMinute - hours.fromMinute)) / 60;
      const least = (48 * (hours.toMinute - hours.fromMinute)) / 60;
      expect(drawn).toBeLessThanOrEqual(Math.max(height, least));
    }),
  );
});
