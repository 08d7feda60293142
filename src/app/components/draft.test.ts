import { expect, test } from 'vitest';
import { draftOf, received, settledValue } from './draft.ts';

const typing = { ...draftOf(''), text: 'bella', sent: ['be', 'bel'] };

test('what comes back from its own typing leaves the text alone', () => {
  const first = received(typing, 'be');
  expect(first).toEqual({ text: 'bella', value: 'be', sent: ['bel'] });
  expect(received(first, 'bel')).toEqual({ text: 'bella', value: 'bel', sent: [] });
});

test('a value that is overtaken is not waited for', () => {
  expect(received(typing, 'bel')).toEqual({ text: 'bella', value: 'bel', sent: [] });
});

test('what anybody else sets replaces the text', () => {
  expect(received(typing, 'rex')).toEqual(draftOf('rex'));
  expect(received({ ...typing, value: 'be', sent: [] }, '')).toEqual(draftOf(''));
});

test('nothing is sent twice', () => {
  expect(settledValue(typing)).toBe('bel');
  expect(settledValue(draftOf('rex'))).toBe('rex');
});
