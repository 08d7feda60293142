import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatTimeText, parseTimeText, stepTime } from './time-text.ts';

const anyTime = fc.record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.integer({ min: 0, max: 59 }) });

describe('a typed time', () => {
  test.each([
    ['930', 9, 30],
    ['0930', 9, 30],
    ['9:30', 9, 30],
    ['9.30am', 9, 30],
    ['9.30 a.m.', 9, 30],
    ['9,30', 9, 30],
    ['14h', 14, 0],
    ['14h30', 14, 30],
    ['14 Uhr', 14, 0],
    ['9', 9, 0],
    ['2p', 14, 0],
    ['2 PM', 14, 0],
    ['230pm', 14, 30],
    ['12am', 0, 0],
    ['12pm', 12, 0],
    ['0:00', 0, 0],
    [' 23:59 ', 23, 59],
    ['９：３０', 9, 30],
  ])('%s', (text, hour, minute) => {
    expect(parseTimeText(text)).toEqual({ hour, minute });
  });

  test.each(['', '24:00', '9:60', '975', '13pm', '0am', '9:3', 'noonish', '9:30:15', '99', '-9', '9 30 pm x'])(
    '%j is none',
    (text) => {
      expect(parseTimeText(text)).toBeNull();
    },
  );

  test('is read back from both displays', () => {
    fc.assert(
      fc.property(anyTime, fc.boolean(), (time, twelveHours) => {
        expect(parseTimeText(formatTimeText(time, twelveHours))).toEqual(time);
      }),
    );
  });

  test('is a time of day or nothing, whatever is typed', () => {
    const typed = fc.string({ unit: fc.constantFrom(...'0123456789:.,h apmAPM uhr') });
    fc.assert(
      fc.property(fc.oneof(typed, fc.string()), (text) => {
        const time = parseTimeText(text);
        if (time === null) return;
        expect(time.hour).toBeGreaterThanOrEqual(0);
        expect(time.hour).toBeLessThanOrEqual(23);
        expect(time.minute).toBeGreaterThanOrEqual(0);
        expect(time.minute).toBeLessThanOrEqual(59);
      }),
    );
  });
});

test('steps go to the grid and wrap at midnight', () => {
  expect(stepTime({ hour: 9, minute: 7 }, 15)).toEqual({ hour: 9, minute: 15 });
  expect(stepTime({ hour: 9, minute: 7 }, -15)).toEqual({ hour: 9, minute: 0 });
  expect(stepTime({ hour: 23, minute: 45 }, 15)).toEqual({ hour: 0, minute: 0 });
  expect(stepTime({ hour: 0, minute: 0 }, -15)).toEqual({ hour: 23, minute: 45 });
});
