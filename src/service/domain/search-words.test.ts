import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createBucketQuery,
  createNameQuery,
  createPrefixQuery,
  createWordsQuery,
  listTitleBuckets,
  parseClientOrPetQuery,
  sortNameOf,
  wordsOf,
} from './search-words.ts';

test('words are runs without white space, in NFC and lower case, without duplicates', () => {
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

test('words of up to 2000 bytes stay whole, and all words are included up to 500,000 bytes', () => {
  expect(wordsOf('x'.repeat(2000), 'y'.repeat(2001))).toEqual(['x'.repeat(2000), 'y'.repeat(2000)]);
  const words = Array.from({ length: 251 }, (_, index) => String(index).padStart(2000, '0'));
  expect(wordsOf(words.slice(0, 250).join('  '))).toHaveLength(250);
  expect(wordsOf(words.join(' '), 'later')).toEqual(words.slice(0, 250));
});

test('names are ordered by 200 characters of all their parts', () => {
  expect(sortNameOf(' Ann', 'Lee ')).toBe('ann lee');
  expect(sortNameOf('狗'.repeat(300))).toBe('狗'.repeat(200));
});

test('terms are quoted, so that they contain no operators', () => {
  expect(createWordsQuery(["o'neil", 'a\\b', 'x & y'])).toBe("'o''neil' & 'a\\\\b' & 'x & y'");
  expect(createPrefixQuery(["o'neil", 'x'])).toBe("'o''neil':* & 'x':*");
  expect(createBucketQuery(['s/1/', 's/2/'], ['a', 'b'])).toBe(
    "'s/1/' | ('s/1/a':* & 's/1/b':*) | 's/2/' | ('s/2/a':* & 's/2/b':*)",
  );
});

test('names are searched with a straight, a curly and no apostrophe', () => {
  for (const term of ["o'br", 'o’br', 'obr'])
    expect(new Set(createNameQuery([term]).slice(1, -1).split(' | '))).toEqual(
      new Set(["'o''br':*", "'o’br':*", "'obr':*"]),
    );
  expect(createNameQuery(['jean-luc', 'do', "'"])).toBe("'jean-luc':* & 'do':* & ('''':* | '’':*)");
});

test('titles are looked up by store and thirty days, unless there are very many lookups', () => {
  const span = 30 * 86_400_000;
  const of = (from: number, to: number, stores = 1, terms = 1) =>
    listTitleBuckets(
      Array.from({ length: stores }, (_, index) => `store-${index}-and-more`),
      { from, to, terms },
    );
  expect(of(-1, span)).toEqual(['store-0-/-1/', 'store-0-/0/', 'store-0-/1/']);
  expect(of(0, span - 1, 2)).toEqual(['store-0-/0/', 'store-1-/0/']);
  expect(of(span, 0)).toEqual([]);
  expect(of(3 * span, span)).toEqual([]);
  expect(of(span, 5 * span - 1, 20, 5)).toHaveLength(80);
  expect(of(span, 5 * span, 20, 5)).toBeNull();
});

test('names are sorted ignoring case and marks', () => {
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
])('%j is read as the number %s', (query, phone) => {
  expect(parseClientOrPetQuery(query)).toEqual({ terms: [], emails: [], phone });
});

test.each([
  ['555', ['555'], []],
  ['rosa 5550123', ['rosa', '5550123'], []],
  ['٠١٧١', ['٠١٧١'], []],
  ['Kaufman rosa@EXAMPLE', ['kaufman'], ['rosa@example']],
  ['@', [], ['@']],
  ['0171@5', [], ['0171@5']],
  ['(-)', ['(-)'], []],
])('%j is read as the terms %j and the email addresses %j', (query, terms, emails) => {
  expect(parseClientOrPetQuery(query)).toEqual({ terms, emails, phone: null });
});

test('a query with neither an @ nor four digits searches names, as everywhere else', () => {
  const text = fc
    .string({ unit: 'grapheme' })
    .filter((query) => !query.includes('@') && !/\d.*\d.*\d.*\d/s.test(query));
  fc.assert(
    fc.property(text, (query) => {
      expect(parseClientOrPetQuery(query)).toEqual({ terms: wordsOf(query), emails: [], phone: null });
    }),
  );
});
