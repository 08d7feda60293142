import { t } from '@lingui/core/macro';
import { factsText } from '#app/text/list-text.ts';
import { timeText, weekdayName } from '#app/text/time-text.ts';
import type { OpeningHours } from '#contract/clients-pets-staff.ts';
import { minuteOf } from '#contract/date-time.ts';

const DAYS = [1, 2, 3, 4, 5, 6, 7];

function dayText(hours: readonly OpeningHours[], day: number): string {
  return factsText(
    hours
      .filter((one) => one.weekday === day)
      .map((one) => [timeText(minuteOf(one.opens)), timeText(minuteOf(one.closes))])
      .map(([start, end]) => t({ message: `${start} – ${end}`, comment: 'from when until when' })),
  );
}

/** The hours of a week, with days of the same hours grouped: `Mon – Fri 8:00 – 18:00`, `Sat 9:00 – 12:00`. */
export function hoursTexts(hours: readonly OpeningHours[]): string[] {
  const runs: { from: number; to: number; open: string }[] = [];
  for (const day of DAYS) {
    const open = dayText(hours, day);
    const last = runs.at(-1);
    if (last?.open === open && last.to === day - 1) last.to = day;
    else runs.push({ from: day, to: day, open });
  }
  const opened = runs.filter(({ open }) => open !== '');
  if (opened.length === 0) return [t`Always closed`];
  return opened.map(({ from, to, open }) => {
    const [first, last] = [weekdayName(from, 'short'), weekdayName(to, 'short')];
    const days = from === to ? first : t({ message: `${first} – ${last}`, comment: 'from which weekday to which' });
    return t({ message: `${days} ${open}`, comment: 'weekdays, and when the practice is open then' });
  });
}
