import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeImportedFields } from './imported-fields.ts';

const value = fc.constantFrom<unknown>(null, '', 'a', 'b', 3, ['x'], ['x', 'y']);
const fields = ['one', 'two', 'three'] as const;
const version = fc.record({ one: value, two: value, three: value });
const some = fc.record({ one: value, two: value, three: value }, { requiredKeys: [] });

test('each field gets the imported value, unless it was changed here since its last import', () => {
  const merge = fc.property(version, some, version, (here, base, given) => {
    const { updated, base: next, kept } = mergeImportedFields(here, base, given);
    for (const field of fields) {
      const same = (one: unknown, two: unknown) => JSON.stringify(one) === JSON.stringify(two);
      const isUntouched = field in base && same(base[field], here[field]);
      const isKept = !same(here[field], given[field]) && !isUntouched;
      expect(kept.includes(field)).toBe(isKept);
      expect(field in updated).toBe(!same(here[field], given[field]) && isUntouched);
      expect({ ...here, ...updated }[field]).toEqual(isKept ? here[field] : given[field]);
      expect(field in next).toBe(!isKept || field in base);
    }
    // Importing the same version again changes nothing and keeps the same fields.
    expect(mergeImportedFields({ ...here, ...updated }, next, given)).toEqual({ updated: {}, base: next, kept });
  });
  fc.assert(merge);
});

test('a field that was changed here is imported again once it has its previous value', () => {
  const base = { phone: '1' };
  const conflict = mergeImportedFields({ phone: '2' }, base, { phone: '3' });
  expect(conflict).toEqual({ updated: {}, base, kept: ['phone'] });
  expect(mergeImportedFields({ phone: '1' }, conflict.base, { phone: '3' }).updated).toEqual({ phone: '3' });
});
