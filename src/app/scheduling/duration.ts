import { plural, t } from '@lingui/core/macro';
import { shownLocale } from '#app/language/shown-language.ts';

/** How many minutes a visit takes of which nothing says how long. */
export const USUAL_MINUTES = 30;

const MINUTES_AN_HOUR = 60;
const MINUTES_A_DAY = 1440;

const inDigits = new Intl.NumberFormat(shownLocale, { useGrouping: false });

/**
 * Writes a duration in minutes, on the screen and in text fields: `45 min`, `1 h 30 min`, `2 d 4 h`. It is rounded to
 * whole minutes, and `parseDuration` reads it; a negative one is `0 min`.
 */
export function durationText(length: number): string {
  const total = Math.max(0, Math.round(length));
  const dayCount = Math.floor(total / MINUTES_A_DAY);
  const hourCount = Math.floor((total % MINUTES_A_DAY) / MINUTES_AN_HOUR);
  const minuteCount = total % MINUTES_AN_HOUR;
  const hours = inDigits.format(hourCount);
  const minutes = inDigits.format(minuteCount);
  const parts = [
    dayCount > 0 &&
      t({
        message: plural(dayCount, { one: '# d', other: '# d' }),
        comment: 'a duration in a text field: as short as people type it',
      }),
    hourCount > 0 && t({ message: `${hours} h`, comment: 'a duration in a text field: as short as people type it' }),
    (minuteCount > 0 || total === 0) &&
      t({ message: `${minutes} min`, comment: 'a duration in a text field: as short as people type it' }),
  ];
  return parts.filter(Boolean).join(' ');
}

/** Writes the duration between two instants in milliseconds, as {@link durationText}. */
export function durationBetween(start: number, end: number): string {
  return durationText((end - start) / 60_000);
}
