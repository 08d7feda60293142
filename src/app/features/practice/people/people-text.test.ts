import '#testing/in-english.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { permissionSets, permissions } from '#contract/permissions.ts';
import { findPermissionSet, permissionsText } from './people-text.ts';

test('permissions in any order are named by their set, and other combinations are listed', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([...permissions]), (held) => {
      const named = Object.entries(permissionSets).find(
        ([, set]) => JSON.stringify([...set].sort()) === JSON.stringify([...held].sort()),
      );
      expect(findPermissionSet(held)).toBe(named?.[0] ?? null);
    }),
  );
  expect(permissionsText([...permissionSets.book].reverse())).toBe('Book appointments');
  expect(permissionsText(['pets.read', 'stock.write'])).toBe('Custom: view pets, stock.write');
});
