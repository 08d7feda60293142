import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPersonQuery } from './person-query.ts';
import { wordsOf } from './search-words.ts';

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
