import { expect, test } from 'vitest';
import { resolveTypedText } from './combobox.tsx';

const resolve = (overrides: Partial<Parameters<typeof resolveTypedText<string>>[0]>) =>
  resolveTypedText<string>({
    typed: 'an',
    candidates: ['ann', 'anders'],
    highlighted: undefined,
    idOf: (item) => item,
    isLooking: false,
    ...overrides,
  });

test('chooses the highlighted item, or the first match if nothing is highlighted', () => {
  expect(resolve({ highlighted: 'anders' })).toEqual({ kind: 'taken', item: 'anders' });
  expect(resolve({})).toEqual({ kind: 'taken', item: 'ann' });
});

test('ignores a highlight that no longer matches the text', () => {
  expect(resolve({ highlighted: 'bob' })).toEqual({ kind: 'taken', item: 'ann' });
  expect(resolve({ candidates: [], highlighted: 'bob' })).toEqual({ kind: 'unmatched' });
});

test('keeps the choice if nothing was typed, and clears it if the field is emptied', () => {
  expect(resolve({ typed: null, highlighted: 'ann' })).toEqual({ kind: 'untouched' });
  expect(resolve({ typed: '  ', highlighted: 'ann' })).toEqual({ kind: 'emptied' });
});

test('waits for pending results only while nothing matches yet', () => {
  expect(resolve({ candidates: [], isLooking: true })).toEqual({ kind: 'awaited' });
  expect(resolve({ isLooking: true })).toEqual({ kind: 'taken', item: 'ann' });
});
