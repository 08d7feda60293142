import { expect, test } from 'vitest';
import { isolated } from './isolated.ts';

test('a text from outside is closed off on both sides, and nothing is made of nothing', () => {
  expect(isolated('\u202eRex')).toBe('\u2068\u202eRex\u2069');
  expect(isolated('')).toBe('');
});
