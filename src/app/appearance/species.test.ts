import { expect, test } from 'vitest';
import { speciesClass } from './species.ts';

test('a species has its sign in any language and spelling, another one a paw, and none without a species', () => {
  expect(['Dog', 'KATZE', 'lapin', 'Guinea pig', 'كلب'].map(speciesClass)).toEqual([
    'species species-dog',
    'species species-cat',
    'species species-rabbit',
    'species species-rat',
    'species species-dog',
  ]);
  expect(speciesClass('Alpaca')).toBe('species');
  expect(speciesClass(' ')).toBe('');
});
