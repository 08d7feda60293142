import '#testing/in-english.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { permissionSets, permissions } from '#contract/permissions.ts';
import { mayOf, mayText } from './people-text.ts';

test('what a person may do is told by its set in any order, and anything else by its list', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([...permissions]), (held) => {
      const named = Object.entries(permissionSets).find(
        ([, set]) => JSON.stringify([...set].sort()) === JSON.stringify([...held].sort()),
      );
      expect(mayOf(held)).toBe(named?.[0] ?? 'custom');
    }),
  );
  expect(mayText([...permissionSets.book].reverse())).toBe('Books appointments');
  expect(mayText(['pets.read', 'stock.write'])).toBe('Custom: see pets, stock.write');
});
