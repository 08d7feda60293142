import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupLines, shortenRanges, toLineRanges } from './line-groups.ts';

const at = (row: number, file = 'pets.csv') => ({ file, row });

test('lines with one reason are one group, with every value once', () => {
  const groups = groupLines([
    { origin: at(3), about: { code: 'no_client', text: '77' } },
    { origin: at(4), about: { code: 'no_client', text: '78' } },
    { origin: at(5), about: { code: 'no_client', text: '77' } },
    { origin: at(6), about: { code: 'no_client' } },
    { origin: at(7), about: { code: 'not_kept', field: 'name', text: 'x' } },
    { origin: at(7), about: { code: 'not_kept', field: 'notes', text: 'x' } },
    { origin: at(3, 'visits.csv'), about: { code: 'no_client', text: '77' } },
  ]);
  expect(
    groups.map(({ file, abouts, rows }) => [file, abouts.map((one) => ('text' in one ? one.text : '')), rows]),
  ).toEqual([
    ['pets.csv', ['77', '78'], [3, 4, 5]],
    ['pets.csv', [''], [6]],
    ['pets.csv', ['x'], [7]],
    ['pets.csv', ['x'], [7]],
    ['visits.csv', ['77'], [3]],
  ]);
});

test('ranges have every line once, and more counts those that are not shown', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(60), { maxLength: 40 }), (all) => {
      const lines = all.sort((one, other) => one - other);
      const ranges = toLineRanges(lines);
      const inRanges = (some: typeof ranges) =>
        some.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, nth) => from + nth));
      expect(inRanges(ranges)).toEqual(lines);
      const { shown, more } = shortenRanges(ranges);
      expect(shown.length).toBeLessThanOrEqual(4);
      expect(inRanges([...shown]).length + more).toBe(lines.length);
    }),
  );
});
