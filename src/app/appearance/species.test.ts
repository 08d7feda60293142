import { expect, test } from 'vitest';
import { speciesClass } from './species.ts';

test('a species has its sign in any language and spelling, another one a paw, and none without a species', () => {
  expect(['Dog', 'KATZE', 'lapin', 'Guinea pig', 'كلب'].map(speciesClass)).toEqual([
    'species [--species:1]',
    'species [--species:2]',
    'species [--species:3]',
    'species [--species:7]',
    'species [--species:1]',
  ]);
  expect(speciesClass('Alpaca')).toBe('species');
  expect(speciesClass(' ')).toBe('');
});
