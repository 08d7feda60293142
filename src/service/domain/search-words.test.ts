import { expect, test } from 'vitest';
import { sortNameOf, wordsOf } from './search-words.ts';

test('words are runs without white space, in NFC and lower case, each once', () => {
  expect(wordsOf('ΟΔΟΣΟΣ ΟΔΟΣ')).toEqual(['οδοσοσ', 'οδοσ']);
  expect([wordsOf('J\u030cane'), wordsOf('\u01f0ane')]).toEqual([['\u01f0ane'], ['\u01f0ane']]);
  expect(wordsOf('Rex – X-ray (urgent)', 'REX')).toEqual(['rex', '–', 'x-ray', '(urgent)']);
  expect(wordsOf('E\u0301lodie\u00a0\u2003狗\n\ufeffİ')).toEqual(['élodie', '狗', 'i\u0307']);
  expect(wordsOf(' \t\u3000 ')).toEqual([]);
});

test('a word too long for the index is cut between characters', () => {
  const [word = ''] = wordsOf('👩'.repeat(2_000));
  expect(Buffer.byteLength(word)).toBe(2_000);
  expect([...word].every((character) => character === '👩')).toBe(true);
});

test('names sort without regard to case and marks', () => {
  const names = ['Zoë', 'élodie', 'Emil', 'Änne', 'anna', 'Ærø'];
  expect(names.sort((a, b) => (sortNameOf(a) < sortNameOf(b) ? -1 : 1))).toEqual([
    'anna',
    'Änne',
    'élodie',
    'Emil',
    'Zoë',
    'Ærø',
  ]);
});
