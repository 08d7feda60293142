import { t } from '@lingui/core/macro';
import { shownLocale } from '#app/language/shown-language.ts';
import { formatAge } from '#reading/past-dates.ts';

const dayAndMonth = new Intl.DateTimeFormat(shownLocale, { day: 'numeric', month: 'numeric', timeZone: 'UTC' });
const weekdayFormat = new Intl.DateTimeFormat(shownLocale, { weekday: 'short', timeZone: 'UTC' });

/** Examples of input that can be typed, in words that the parser understands in the page's language. */
export function dateInputExamples() {
  // 2 January 2026 is a Friday.
  const weekday = weekdayFormat.format(Date.UTC(2026, 0, 2)).toLocaleLowerCase(shownLocale);
  const nextWeek = new Intl.RelativeTimeFormat(shownLocale, { numeric: 'auto' }).format(1, 'week');
  return { weekday, nextWeek, date: dayAndMonth.format(Date.UTC(2026, 11, 24)) };
}

/** Examples of dates that can be typed. */
export function dateExamplesText(): string {
  const { weekday, nextWeek, date } = dateInputExamples();
  return t({
    message: `${weekday}, ${date}, +3, ${nextWeek}`,
    comment: 'Examples of what can be typed: a weekday, a day and a month in numbers, days from today.',
  });
}

/** The error for text that is not a date. */
export function notADateText(): string {
  const { weekday, nextWeek, date } = dateInputExamples();
  return t({
    message: `That’s not a date. Try ${date}, ${weekday}, +3 or ${nextWeek}`,
    comment: 'Examples of what can be typed: a weekday, a day and a month in numbers, days from today.',
  });
}

const day = new Intl.DateTimeFormat(shownLocale, { dateStyle: 'short', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat(shownLocale, { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The error for text that is not a date in the past, such as a date of birth. */
export function notAPastDateText(): string {
  const [date, monthAndYear] = [day, month].map((format) => format.format(Date.UTC(2024, 2, 25)));
  const age = formatAge(3, 'month', shownLocale);
  return t({
    message: `That’s not a date. Try ${date}, ${monthAndYear}, 2024 or ${age}`,
    comment: 'when a pet was born; examples of what can be typed: a date, a month, a year, an age such as “3 months”',
  });
}

/** Asks which of several days a text means. */
export function whichDayText(): string {
  return t({ message: 'Which day do you mean?', comment: 'What was typed could be any of the days below.' });
}
