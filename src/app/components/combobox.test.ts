import { expect, test } from 'vitest';
import { settleTyped } from './combobox.tsx';

const settle = (over: Partial<Parameters<typeof settleTyped<string>>[0]>) =>
  settleTyped<string>({
    typed: 'an',
    candidates: ['ann', 'anders'],
    highlighted: undefined,
    idOf: (item) => item,
    looking: false,
    ...over,
  });

test('what is highlighted is taken, and without a highlight the first that answers', () => {
  expect(settle({ highlighted: 'anders' })).toEqual({ kind: 'taken', item: 'anders' });
  expect(settle({})).toEqual({ kind: 'taken', item: 'ann' });
});

test('a highlight that the text has left behind is not taken', () => {
  expect(settle({ highlighted: 'bob' })).toEqual({ kind: 'taken', item: 'ann' });
  expect(settle({ candidates: [], highlighted: 'bob' })).toEqual({ kind: 'unmatched' });
});

test('nothing typed changes nothing, and an emptied field means none', () => {
  expect(settle({ typed: null, highlighted: 'ann' })).toEqual({ kind: 'untouched' });
  expect(settle({ typed: '  ', highlighted: 'ann' })).toEqual({ kind: 'emptied' });
});

test('an answer that is on its way is awaited only while there is none', () => {
  expect(settle({ candidates: [], looking: true })).toEqual({ kind: 'awaited' });
  expect(settle({ looking: true })).toEqual({ kind: 'taken', item: 'ann' });
});
