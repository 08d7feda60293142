import { expect, test } from 'vitest';
import { endTextOf } from './booking-values.ts';

const length = '30 min';

test('what is being typed stands as it is typed, also nothing', () => {
  expect(endTextOf({ text: '10:0 ', length }, { length, end: '10:0' })).toBe('10:0 ');
  expect(endTextOf({ text: '', length }, { length, end: '' })).toBe('');
});

test('what a draft brings back stands until something is typed', () => {
  expect(endTextOf(null, { length, end: 'abc' })).toBe('abc');
  expect(endTextOf(null, { length, end: '' })).toBeNull();
});

test('a wrong end is gone from the screen once the form has dropped it', () => {
  expect(endTextOf({ text: 'abc', length }, { length, end: '' })).toBeNull();
});

test('an emptied end shows the end again once another length is chosen', () => {
  expect(endTextOf({ text: '', length }, { length: '1 h', end: '' })).toBeNull();
});
