import { expect, test } from 'vitest';
import { createBufferedText, lastSentValue, receiveValue } from './use-buffered-text.ts';

const typing = { ...createBufferedText(''), text: 'bella', sent: ['be', 'bel'] };

test('a value that the field itself sent leaves the text unchanged', () => {
  const first = receiveValue(typing, 'be');
  expect(first).toEqual({ text: 'bella', value: 'be', sent: ['bel'] });
  expect(receiveValue(first, 'bel')).toEqual({ text: 'bella', value: 'bel', sent: [] });
});

test('a superseded value is not awaited', () => {
  expect(receiveValue(typing, 'bel')).toEqual({ text: 'bella', value: 'bel', sent: [] });
});

test('a value set elsewhere replaces the text', () => {
  expect(receiveValue(typing, 'rex')).toEqual(createBufferedText('rex'));
  expect(receiveValue({ ...typing, value: 'be', sent: [] }, '')).toEqual(createBufferedText(''));
});

test('nothing is sent twice', () => {
  expect(lastSentValue(typing)).toBe('bel');
  expect(lastSentValue(createBufferedText('rex'))).toBe('rex');
});
