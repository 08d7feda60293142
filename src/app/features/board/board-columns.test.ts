import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupsOf } from './board-columns.ts';
import { blockMinutes } from './time-axis.ts';

const minute = fc.integer({ min: 0, max: 1440 });
const opening = fc
  .tuple(minute, minute)
  .filter(([one, other]) => one !== other)
  .map(([one, other]) => ({ fromMinute: Math.min(one, other), toMinute: Math.max(one, other) }));
test('a block covers its own minutes, or a legible quarter of an hour that ends with the day at the latest', () => {
  fc.assert(
    fc.property(opening, ({ fromMinute, toMinute }) => {
      const covered = blockMinutes({ fromMinute, toMinute });
      if (toMinute - fromMinute >= 15) expect(covered).toEqual({ fromMinute, toMinute });
      else {
        expect(covered.toMinute - covered.fromMinute).toBe(15);
        expect(covered.fromMinute).toBe(Math.min(fromMinute, 1425));
      }
    }),
  );
});

test('groups are as wide as the columns that stand together under one name', () => {
  const column = {
    title: '',
    storeId: null,
    roomId: null,
    employeeId: null,
    zone: 'UTC',
    date: '2026-06-10',
    openings: null,
  };
  const columns = ['North', 'North', 'South', 'North'].map((group, index) => ({ ...column, id: String(index), group }));
  expect(groupsOf(columns)).toEqual([
    { id: '0', name: 'North', span: 2 },
    { id: '2', name: 'South', span: 1 },
    { id: '3', name: 'North', span: 1 },
  ]);
});
