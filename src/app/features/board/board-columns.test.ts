import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closedHours, sectionsOf } from './board-columns.ts';

const minute = fc.integer({ min: 0, max: 1440 });
const opening = fc
  .tuple(minute, minute)
  .filter(([one, other]) => one !== other)
  .map(([one, other]) => ({ fromMinute: Math.min(one, other), toMinute: Math.max(one, other) }));
const within = (at: number) => (stretch: { fromMinute: number; toMinute: number }) =>
  stretch.fromMinute <= at && at < stretch.toMinute;

test('every minute of a day is either open or shaded, and shaded once', () => {
  fc.assert(
    fc.property(fc.array(opening, { maxLength: 4 }), (some) => {
      const openings = some.sort((one, other) => one.fromMinute - other.fromMinute);
      const closed = closedHours(openings);
      for (let at = 0; at < 1440; at += 1) {
        expect(closed.filter(within(at)).length).toBe(openings.some(within(at)) ? 0 : 1);
      }
    }),
    { numRuns: 50 },
  );
});

test('a store that says nothing of its hours is shaded nowhere, one that never opens everywhere', () => {
  expect(closedHours(null)).toEqual([]);
  expect(closedHours([])).toEqual([{ fromMinute: 0, toMinute: 1440 }]);
});

test('the columns of a section stand together, in the order of their first ones', () => {
  const column = {
    title: '',
    storeId: null,
    roomId: null,
    employeeId: null,
    zone: 'UTC',
    date: '2026-06-10',
    openings: null,
  };
  // Two stores may have the same name.
  const columns = ['a', 'a', 'b'].map((sectionId, index) => ({
    ...column,
    id: String(index),
    sectionId,
    group: 'North',
  }));
  expect(sectionsOf(columns).map(({ id, name, columns: own }) => [id, name, own.map((each) => each.id)])).toEqual([
    ['a', 'North', ['0', '1']],
    ['b', 'North', ['2']],
  ]);
});
