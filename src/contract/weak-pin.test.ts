import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPinWeakness } from './weak-pin.ts';

const digit = fc.integer({ min: 0, max: 9 });
const two = (number: number) => String(number).padStart(2, '0');
const isEasy = (pin: string) => findPinWeakness(pin) !== null;

describe('a PIN', () => {
  it.each([
    ['repeated', ['111111', '111112', '121212', '112233', '123123', '12341234']],
    ['sequence', ['234567', '765432', '901234', '123654', '147258', '102030', '135790', '123457', '010203', '125478']],
    ['sequence', ['159357', '963852', '12343210', '147896325', '123789456', '121314']],
    ['date', ['280671', '062871', '710628', '28061971', '19710628', '06281971', '061971', '197106']],
  ])('is easy to guess because it is %s', (why, pins) => {
    expect(pins.map((pin) => [pin, findPinWeakness(pin)])).toEqual(pins.map((pin) => [pin, why]));
  });

  it.each(['284617', '594013', '958372', '407286', '12341235', '28061899'])('is not easy to guess as %s', (pin) =>
    expect(findPinWeakness(pin)).toBeNull(),
  );

  it('is easy to guess as any date, however people write it', () => {
    const noInvalidDate = {
      min: new Date('1900-01-01T00:00Z'),
      max: new Date('2099-12-31T00:00Z'),
      noInvalidDate: true,
    };
    fc.assert(
      fc.property(fc.date(noInvalidDate), (date) => {
        const [day, month] = [two(date.getUTCDate()), two(date.getUTCMonth() + 1)];
        const long = String(date.getUTCFullYear());
        for (const year of [long, long.slice(2)]) {
          for (const pin of [day + month + year, month + day + year, year + month + day])
            expect([pin, isEasy(pin)]).toEqual([pin, true]);
        }
      }),
    );
  });

  it('is easy to guess if its digits have the same distance, in one or several runs, even if one digit is off', () => {
    const run = fc
      .tuple(digit, digit, fc.integer({ min: 3, max: 6 }))
      .map(([first, step, length]) => Array.from({ length }, (_, nth) => (first + nth * step) % 10).join(''));
    fc.assert(
      fc.property(run, run, (one, other) => {
        expect([one + other, isEasy(one + other)]).toEqual([one + other, true]);
      }),
    );
    fc.assert(
      fc.property(digit, digit, digit, fc.integer({ min: 6, max: 12 }), (first, step, last, length) => {
        const even = Array.from({ length: length - 1 }, (_, nth) => (first + nth * step) % 10).join('');
        expect(isEasy(`${even}${last}`)).toBe(true);
      }),
    );
  });

  it('that was chosen at random is seldom refused', () => {
    // Every 37th PIN of six digits.
    const pins = Array.from({ length: Math.ceil(1_000_000 / 37) }, (_, nth) => String(nth * 37).padStart(6, '0'));
    const easy = pins.filter((pin) => isEasy(pin)).length / pins.length;
    expect(easy).toBeLessThan(0.2);
  });
});
