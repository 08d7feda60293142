import { expect, test } from 'vitest';
import { groupBySection } from './board-columns.ts';

test('the columns of a section are adjacent, in the order of their first ones', () => {
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
  expect(groupBySection(columns).map(({ id, name, columns: own }) => [id, name, own.map((each) => each.id)])).toEqual([
    ['a', 'North', ['0', '1']],
    ['b', 'North', ['2']],
  ]);
});
