import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPersonQuery, sortNameOf, wordsOf } from './search-words.ts';

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

test.each([
  ['0171 555', '171555'],
  ['+49 (0)171/555-01.23', '4901715550123'],
  [' 5550 ', '5550'],
  ['0000', '000'],
])('%j is the number %s', (query, phone) => {
  expect(readPersonQuery(query)).toEqual({ terms: [], emails: [], phone });
});

test.each([
  ['555', ['555'], []],
  ['rosa 5550123', ['rosa', '5550123'], []],
  ['٠١٧١', ['٠١٧١'], []],
  ['Kaufman rosa@EXAMPLE', ['kaufman'], ['rosa@example']],
  ['@', [], ['@']],
  ['0171@5', [], ['0171@5']],
  ['(-)', ['(-)'], []],
])('%j is the terms %j and the e-mail addresses %j', (query, terms, emails) => {
  expect(readPersonQuery(query)).toEqual({ terms, emails, phone: null });
});

test('a query that holds neither an @ nor four digits is one of names, as everywhere else', () => {
  const text = fc
    .string({ unit: 'grapheme' })
    .filter((query) => !query.includes('@') && !/\d.*\d.*\d.*\d/s.test(query));
  fc.assert(
    fc.property(text, (query) => {
      expect(readPersonQuery(query)).toEqual({ terms: wordsOf(query), emails: [], phone: null });
    }),
  );
});
