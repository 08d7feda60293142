import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openingHoursSchema } from '#contract/clients-pets-staff.ts';
import { setupOpeningHoursSchema } from '#contract/practice-setup.ts';
import { addBreak, copyDay, hoursOfDay, openDay, readHours, removeBreak, toTypedHours } from './hours.ts';

const weekday = fc.integer({ min: 1, max: 7 });
const clock = fc.oneof(
  fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((time) => time.map((part) => String(part).padStart(2, '0')).join(':')),
  fc.constantFrom('24:00', '0', '6', '6 pm', 'noon', '', 'late', '8'),
);
const typed = fc.record({ weekday, opens: clock, closes: clock });
const hours = fc.array(typed, { maxLength: 6 });

describe('opening hours as typed', () => {
  test('any result follows the rules of a practice, or has a problem', () => {
    fc.assert(
      fc.property(hours, (typed) => {
        const { hours: read, problems } = readHours(typed);
        if (problems.every((problem) => problem === null)) {
          expect(setupOpeningHoursSchema.parse(read)).toEqual(read);
          expect(read).toHaveLength(typed.length);
        } else {
          expect(read).toBeNull();
        }
      }),
    );
  });

  test('hours that follow the rules have no problem', () => {
    fc.assert(
      fc.property(hours, (typed) => {
        const closing = (text: string) => (text === '00:00' ? '24:00' : text);
        const written = typed.map((one) => ({ ...one, closes: closing(one.closes) }));
        if (!written.every((one) => openingHoursSchema.safeParse(one).success)) return;
        const { problems } = readHours(written);
        expect(problems.every((problem) => problem === null)).toBe(setupOpeningHoursSchema.safeParse(written).success);
      }),
    );
  });

  test('formatted hours are read back unchanged, whatever was done with a day in between', () => {
    fc.assert(
      fc.property(hours, weekday, weekday, (typed, day, other) => {
        const { hours: read } = readHours(typed);
        if (read === null) return;
        const shown = toTypedHours(read);
        expect(readHours(shown).hours).toEqual(read);
        // Adding a break and removing it again leaves the day unchanged.
        const before = hoursOfDay(shown, day);
        const roundTrip = removeBreak(addBreak(shown, day), day, before.length);
        if (before.length === 1) expect(hoursOfDay(roundTrip, day)).toEqual(before);
        const copied = hoursOfDay(copyDay(shown, day, [other]), other);
        expect(copied).toEqual(before.map((one) => ({ ...one, weekday: other })));
        expect(hoursOfDay(openDay([], day), day)).toHaveLength(1);
      }),
    );
  });

  test.each([
    [
      { opens: '8', closes: '6' },
      { opens: '08:00', closes: '18:00' },
    ],
    [
      { opens: '9:30', closes: '12am' },
      { opens: '09:30', closes: '24:00' },
    ],
    [
      { opens: '0:00', closes: '24:00' },
      { opens: '00:00', closes: '24:00' },
    ],
    [
      { opens: '20', closes: '24 Uhr' },
      { opens: '20:00', closes: '24:00' },
    ],
    [
      { opens: '8:00', closes: '6:30' },
      { opens: '08:00', closes: '18:30' },
    ],
    [
      { opens: '2 pm', closes: '7' },
      { opens: '14:00', closes: '19:00' },
    ],
  ])('%j is read as %j', (typed, read) => {
    expect(readHours([{ weekday: 1, ...typed }]).hours).toEqual([{ weekday: 1, ...read }]);
  });

  test('each problem is shown at its time; of two that overlap, at the later one', () => {
    const day = (opens: string, closes: string) => ({ weekday: 2, opens, closes });
    expect(
      readHours([day('x', '18'), day('8', ''), day('18:00', '08:00'), { ...day('8', '12'), weekday: 3 }]).problems,
    ).toEqual(['opens', 'closes', 'order', null]);
    expect(readHours([day('13:00', '18:00'), day('8:00', '14:00')]).problems).toEqual(['overlap', null]);
    expect(readHours([day('8:00', '12:00'), day('12:00', '18:00')]).problems).toEqual([null, null]);
  });
});
