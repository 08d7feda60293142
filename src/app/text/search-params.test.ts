import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boardSearchSchema } from '#app/addresses/board-search.ts';
import { parseSearchParams, stringifySearchParams } from '#app/text/search-params.ts';

test('a URL keeps the whole view', () => {
  const view = {
    date: '2026-03-29',
    view: 'vets',
    store: ['s1', 's2'],
    q: 'Tom & Jerry, 50 %',
    new: true,
    start: '2026-03-29T09:30',
  } as const;
  const address = stringifySearchParams(view);
  expect(address).toBe('?date=2026-03-29&view=vets&store=s1,s2&q=Tom+%26+Jerry,+50+%25&new=1&start=2026-03-29T09:30');
  expect(boardSearchSchema.parse(parseSearchParams(address))).toEqual(view);
});

test('no URL is ever refused', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.string()), (params) => {
      boardSearchSchema.parse({ ...params, date: '2026-02-30', view: 'month', new: 'yes', store: ',,' });
    }),
  );
});

test('any text and any list of texts survive the URL', () => {
  const texts = fc.uniqueArray(fc.oneof(fc.string({ minLength: 1 }), fc.stringMatching(/^[,%2C5\\]{1,6}$/)), {
    minLength: 1,
  });
  fc.assert(
    fc.property(texts, fc.string({ unit: 'grapheme', minLength: 1 }), (status, q) => {
      const search = { status, q };
      expect(boardSearchSchema.parse(parseSearchParams(stringifySearchParams(search)))).toEqual(search);
    }),
  );
});
