import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import '#scheduling/temporal.ts';
import { createSendingHours } from './sending-hours.ts';

const MINUTE = 60_000;
const at = (text: string) => Temporal.ZonedDateTime.from(text).epochMilliseconds;
const amsterdam = createSendingHours({ timeZone: 'Europe/Amsterdam', earliest: '08:00', latest: '20:00' });

describe('the hours of sending', () => {
  test.each([
    ['within them', '2026-03-02T08:00[Europe/Amsterdam]', '2026-03-02T08:00[Europe/Amsterdam]'],
    ['before them', '2026-03-02T03:00[Europe/Amsterdam]', '2026-03-02T08:00[Europe/Amsterdam]'],
    ['after them', '2026-03-02T20:00[Europe/Amsterdam]', '2026-03-03T08:00[Europe/Amsterdam]'],
    ['in their last minute', '2026-03-02T19:59:30[Europe/Amsterdam]', '2026-03-03T08:00[Europe/Amsterdam]'],
    ['just before their last minute', '2026-03-02T19:58:59[Europe/Amsterdam]', '2026-03-02T19:58:59[Europe/Amsterdam]'],
    [
      'in the night in which the clocks go forward',
      '2026-03-28T21:00[Europe/Amsterdam]',
      '2026-03-29T08:00[Europe/Amsterdam]',
    ],
    ['in the night in which they go back', '2026-10-24T21:00[Europe/Amsterdam]', '2026-10-25T08:00[Europe/Amsterdam]'],
  ])('move a moment %s', (_, moment, moved) => {
    expect(amsterdam.within(at(moment))).toBe(at(moved));
  });

  test('end at midnight as 24:00', () => {
    const all = createSendingHours({ timeZone: 'Europe/Amsterdam', earliest: '00:00', latest: '24:00' });
    const moment = at('2026-03-02T23:58[Europe/Amsterdam]');
    expect([all.within(moment), all.isOpen(moment)]).toEqual([moment, true]);
  });

  const zones = [
    'Europe/Amsterdam',
    'America/St_Johns',
    'Australia/Lord_Howe',
    'America/Asuncion',
    'Africa/Cairo',
    'UTC',
  ];
  // Around the changes of 2026, to the minute.
  const moments = fc
    .tuple(
      fc.constantFrom('2026-03-08', '2026-03-29', '2026-04-05', '2026-04-24', '2026-10-04', '2026-10-25', '2026-11-01'),
      fc.integer({ min: -2880, max: 2880 }),
    )
    .map(([date, minutes]) => Date.parse(date) + minutes * MINUTE);
  const clockTimes = fc
    .uniqueArray(fc.integer({ min: 0, max: 1440 }), { minLength: 2, maxLength: 2 })
    .map((minutes) =>
      minutes
        .sort((a, b) => a - b)
        .map((minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`),
    );

  test('never let the clock of the store show another time, also when it is changed', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), clockTimes, moments, (timeZone, [earliest = '', latest = ''], moment) => {
        const hours = createSendingHours({ timeZone, earliest, latest });
        const clockOf = (instant: number) =>
          Temporal.Instant.fromEpochMilliseconds(instant)
            .toZonedDateTimeISO(timeZone)
            .toPlainTime()
            .toString()
            .slice(0, 5);
        const moved = hours.within(moment);
        expect(moved).toBeGreaterThanOrEqual(moment);
        expect(hours.isOpen(moved)).toBe(true);
        for (const instant of [moment, moved]) {
          if (!hours.isOpen(instant)) continue;
          expect(clockOf(instant) >= earliest && clockOf(instant) < latest).toBe(true);
        }
        // Where the clock shows a time within them for hours before and after, they are open.
        const around = [-120, -60, 0, 60, 120].map((minutes) => clockOf(moment + minutes * MINUTE));
        if (around.every((clock) => clock >= earliest && clock < latest)) expect(hours.isOpen(moment)).toBe(true);
        // The earliest moment that is not moved to before an instant, to the millisecond.
        const earliestMoment = hours.earliestFor(moment);
        expect(hours.within(earliestMoment)).toBeGreaterThanOrEqual(moment);
        expect(hours.within(earliestMoment - 1)).toBeLessThan(moment);
        expect(hours.dateOf(moment)).toBe(
          Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timeZone).toPlainDate().toString(),
        );
      }),
      { numRuns: 2_000 },
    );
  });
});
