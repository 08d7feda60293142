import { expect, test } from 'vitest';
import { settleTyped } from './combobox.tsx';

const settle = (overrides: Partial<Parameters<typeof settleTyped<string>>[0]>) =>
  settleTyped<string>({
    typed: 'an',
    candidates: ['ann', 'anders'],
    highlighted: undefined,
    idOf: (item) => item,
    looking: false,
    ...overrides,
  });

test('chooses the highlighted item, or the first match if nothing is highlighted', () => {
  expect(settle({ highlighted: 'anders' })).toEqual({ kind: 'taken', item: 'anders' });
  expect(settle({})).toEqual({ kind: 'taken', item: 'ann' });
});

test('ignores a highlight that no longer matches the text', () => {
  expect(settle({ highlighted: 'bob' })).toEqual({ kind: 'taken', item: 'ann' });
  expect(settle({ candidates: [], highlighted: 'bob' })).toEqual({ kind: 'unmatched' });
});

test('keeps the choice if nothing was typed, and clears it if the field is emptied', () => {
  expect(settle({ typed: null, highlighted: 'ann' })).toEqual({ kind: 'untouched' });
  expect(settle({ typed: '  ', highlighted: 'ann' })).toEqual({ kind: 'emptied' });
});

test('waits for pending results only while nothing matches yet', () => {
  expect(settle({ candidates: [], looking: true })).toEqual({ kind: 'awaited' });
  expect(settle({ looking: true })).toEqual({ kind: 'taken', item: 'ann' });
});
