import { t } from '@lingui/core/macro';
import { dateIn, dayInterval } from '#scheduling/calendar-day.ts';
import type { Interval } from '#scheduling/interval.ts';
import { intervalText, shortDateText } from './time-text.ts';

/** Why an employee may be away. Each is the title of an entry, in the language in which it was chosen. */
export function reasonsForTimeOff(): string[] {
  return [
    t({ message: 'Sick', comment: 'why someone is away' }),
    t({ message: 'Holiday', comment: 'why someone is away' }),
    t({ message: 'Training', comment: 'why someone is away' }),
  ];
}

/** The command for a vet who is away from today on, or from another day. */
export function awayText(isToday: boolean): string {
  return isToday
    ? t({ message: 'Away today…', comment: 'command: a vet is away, for example sick' })
    : t({ message: 'Away…', comment: 'command: a vet is away on a day, for example on holiday' });
}

/** A time of the plan with its day: `Fri 10 Apr, 9:00 – 17:00`, or for whole days `Fri 10 Apr, all day`. */
export function planTimeText(zone: string, time: Interval): string {
  const [first, last] = [dateIn(zone, time.start), dateIn(zone, time.end - 1)];
  const isAllDay = dayInterval(zone, first).start === time.start && dayInterval(zone, last).end === time.end;
  if (!isAllDay) return intervalText(zone, time, 0);
  const [start, end] = [shortDateText(first), shortDateText(last)];
  const days = first === last ? start : t({ message: `${start} – ${end}`, comment: 'from when until when' });
  return t({ message: `${days}, all day`, comment: 'days: a date, or from when until when' });
}
