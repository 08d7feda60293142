import { t } from '@lingui/core/macro';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { DayPicker, type DayPickerProps } from 'react-day-picker';
import { shownLanguage, shownLocale } from '#app/language/shown-language.ts';
import { addDays, FIRST_DATE, getWeekStart, LAST_DATE } from '#scheduling/calendar-day.ts';

/** Converts a date to midnight in the browser's zone, because the picker works with such dates. */
function toLocal(date: string): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day);
}

function fromLocal(local: Date): string {
  const twoDigits = (part: number) => String(part).padStart(2, '0');
  return `${String(local.getFullYear()).padStart(4, '0')}-${twoDigits(local.getMonth() + 1)}-${twoDigits(local.getDate())}`;
}

const createDateFormatter = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat(shownLocale, { calendar: 'gregory', ...options });
  return (date: Date) => formatter.format(date);
};
const monthText = createDateFormatter({ month: 'long', year: 'numeric' });
const weekdayText = createDateFormatter({ weekday: 'short' });
const longWeekdayText = createDateFormatter({ weekday: 'long' });
const dayNumber = createDateFormatter({ day: 'numeric' });
const fullText = createDateFormatter({ dateStyle: 'full' });

/** Labels in the page's language from `Intl`, instead of a table for each language. */
const pickerTexts = {
  formatters: { formatCaption: monthText, formatWeekdayName: weekdayText, formatDay: dayNumber },
  labels: {
    labelGrid: monthText,
    labelWeekday: longWeekdayText,
    labelDayButton: (day, { today }) => {
      const date = fullText(day);
      return today ? t`Today, ${date}` : date;
    },
    labelNext: () => t`Next month`,
    labelPrevious: () => t`Previous month`,
    labelNav: () => t({ message: 'Other months', comment: 'the buttons for the previous and the next month' }),
  },
} satisfies Pick<DayPickerProps, 'formatters' | 'labels'>;

const MONDAY = 1;

/** The weekdays of the picker, in which Sunday is 0. */
const PICKER_WEEKDAYS = [0, 1, 2, 3, 4, 5, 6] as const;

const arrowClass = 'grid size-8 place-items-center rounded-md hover:bg-sunken aria-disabled:opacity-40';

const classNames = {
  root: 'relative text-sm tabular-nums',
  nav: 'absolute inset-x-0 top-0 flex justify-between',
  button_previous: arrowClass,
  button_next: arrowClass,
  month_caption: 'grid h-8 place-items-center font-semibold',
  month_grid: 'w-full table-fixed border-collapse',
  weekday: 'h-7 text-center text-xs font-normal text-muted',
  day: 'p-0 text-center data-outside:text-muted data-today:font-bold data-today:text-accent',
  day_button:
    'grid size-8 w-full place-items-center rounded-md hover:bg-sunken [[data-selected]>&]:bg-accent [[data-selected]>&]:text-on-accent',
} satisfies DayPickerProps['classNames'];

const components = {
  Chevron: ({ orientation }) =>
    orientation === 'left' ? (
      <ChevronLeft aria-hidden="true" size={16} className="rtl:-scale-x-100" />
    ) : (
      <ChevronRight aria-hidden="true" size={16} className="rtl:-scale-x-100" />
    ),
} satisfies DayPickerProps['components'];

export interface MonthGridProps {
  /** `YYYY-MM-DD` */
  date: string;
  today: string;
  /** Whether the whole week of the date is marked. */
  week: boolean;
  /** The ISO weekday on which weeks begin. */
  firstWeekday: number;
  onDate: (date: string) => void;
}

/** The month of a date, in which a day can be chosen. */
export function MonthGrid({ date, today, week, firstWeekday, onDate }: MonthGridProps) {
  const weekStart = getWeekStart(date, firstWeekday);
  const [month, setMonth] = useState({ of: date, first: toLocal(date) });
  // When the date changes, its own month is shown, even if the person has paged to another.
  if (month.of !== date) setMonth({ of: date, first: toLocal(date) });
  return (
    <DayPicker
      {...pickerTexts}
      lang={shownLanguage.tag}
      dir={shownLanguage.direction}
      mode="single"
      required
      selected={toLocal(date)}
      onSelect={(chosen) => onDate(fromLocal(chosen))}
      month={month.first}
      onMonthChange={(first) => setMonth({ of: date, first })}
      today={toLocal(today)}
      startMonth={toLocal(FIRST_DATE)}
      endMonth={toLocal(LAST_DATE)}
      hidden={{ before: toLocal(FIRST_DATE), after: toLocal(LAST_DATE) }}
      weekStartsOn={PICKER_WEEKDAYS[firstWeekday % 7] ?? MONDAY}
      showOutsideDays
      fixedWeeks
      {...(week ? { modifiers: { shown: { from: toLocal(weekStart), to: toLocal(addDays(weekStart, 6)) } } } : {})}
      modifiersClassNames={{ shown: 'bg-accent-soft' }}
      classNames={classNames}
      components={components}
    />
  );
}
