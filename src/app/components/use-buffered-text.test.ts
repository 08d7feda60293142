import { expect, test } from 'vitest';
import { bufferOf, lastValue, withValue } from './use-buffered-text.ts';

const typing = { ...bufferOf(''), text: 'bella', sent: ['be', 'bel'] };

test('a value that the field itself sent leaves the text unchanged', () => {
  const first = withValue(typing, 'be');
  expect(first).toEqual({ text: 'bella', value: 'be', sent: ['bel'] });
  expect(withValue(first, 'bel')).toEqual({ text: 'bella', value: 'bel', sent: [] });
});

test('a superseded value is not awaited', () => {
  expect(withValue(typing, 'bel')).toEqual({ text: 'bella', value: 'bel', sent: [] });
});

test('a value set elsewhere replaces the text', () => {
  expect(withValue(typing, 'rex')).toEqual(bufferOf('rex'));
  expect(withValue({ ...typing, value: 'be', sent: [] }, '')).toEqual(bufferOf(''));
});

test('nothing is sent twice', () => {
  expect(lastValue(typing)).toBe('bel');
  expect(lastValue(bufferOf('rex'))).toBe('rex');
});
