import { t } from '@lingui/core/macro';
import { factsText } from '#app/text/list-text.ts';
import { timeText, weekdayName } from '#app/text/time-text.ts';
import type { OpeningHours } from '#contract/clients-pets-staff.ts';
import { minuteOf } from '#contract/date-time.ts';
import { groupOpeningHours, type HoursRun } from '#contract/practice-setup.ts';

function hoursRunText({ from, to, times }: HoursRun): string {
  const [first, last] = [weekdayName(from, 'short'), weekdayName(to, 'short')];
  const days = from === to ? first : t({ message: `${first} – ${last}`, comment: 'from which weekday to which' });
  const open = factsText(
    times
      .map(({ opens, closes }) => [timeText(minuteOf(opens)), timeText(minuteOf(closes))])
      .map(([start, end]) => t({ message: `${start} – ${end}`, comment: 'from when until when' })),
  );
  return t({ message: `${days} ${open}`, comment: 'weekdays, and when the practice is open then' });
}

/** The opening hours of a week, with equal days combined: `Mon – Fri 8:00 – 18:00 · Sat 9:00 – 12:00`. */
export function openingHoursText(hours: readonly OpeningHours[]): string {
  return groupOpeningHours(hours).map(hoursRunText).join(' · ') || t`No opening hours`;
}
