import { t } from '@lingui/core/macro';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { DayPicker, type DayPickerProps } from 'react-day-picker';
import { Button } from '#app/components/button.tsx';
import { shownLanguage, shownLocale } from '#app/language/shown-language.ts';
import { addDays, FIRST_DATE, LAST_DATE, weekStartOf } from '#app/scheduling/calendar-day.ts';
import { readDates } from '#app/text/typed-date.ts';
import { headings } from './date-heading.ts';

/** The picker works with dates in the browser's zone, of which only year, month and day are used. */
function toLocal(date: string): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day);
}

function fromLocal(local: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${String(local.getFullYear()).padStart(4, '0')}-${two(local.getMonth() + 1)}-${two(local.getDate())}`;
}

const format = (options: Intl.DateTimeFormatOptions) => {
  const made = new Intl.DateTimeFormat(shownLocale, { calendar: 'gregory', ...options });
  return (date: Date) => made.format(date);
};
const monthText = format({ month: 'long', year: 'numeric' });
const weekdayText = format({ weekday: 'short' });
const longWeekdayText = format({ weekday: 'long' });
const dayNumber = format({ day: 'numeric' });
const fullText = format({ dateStyle: 'full' });

/** Labels in the page's language from `Intl`, instead of a table for each language. */
const words = {
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

/** The weekdays of the picker, for which Sunday is 0. */
const PICKER_WEEKDAYS = [0, 1, 2, 3, 4, 5, 6] as const;

const arrow = 'grid size-8 place-items-center rounded-md hover:bg-sunken aria-disabled:opacity-40';

const classNames = {
  root: 'relative text-sm tabular-nums',
  nav: 'absolute inset-x-0 top-0 flex justify-between',
  button_previous: arrow,
  button_next: arrow,
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

interface DateChoiceProps {
  /** `YYYY-MM-DD` */
  date: string;
  today: string;
  /** Whether the whole week of the date is marked. */
  week: boolean;
  /** The ISO weekday that weeks begin with. */
  firstWeekday: number;
  onDate: (date: string) => void;
}

/** Examples of what can be typed, in words of the language that the parser understands. */
function typedNames() {
  // A Friday.
  const weekday = weekdayText(new Date(2026, 0, 2)).toLocaleLowerCase(shownLocale);
  const nextWeek = new Intl.RelativeTimeFormat(shownLocale, { numeric: 'auto' }).format(1, 'week');
  return { weekday, nextWeek };
}

function examples(): string {
  const { weekday, nextWeek } = typedNames();
  return t({
    message: `${weekday}, 24.12., +3, ${nextWeek}`,
    comment: 'Examples of what can be typed: a weekday, a day and a month in numbers, days from today.',
  });
}

function notADate(): string {
  const { weekday, nextWeek } = typedNames();
  return t({
    message: `This is not a date. Try 24.12., ${weekday}, +3 or ${nextWeek}`,
    comment: 'Examples of what can be typed: a weekday, a day and a month in numbers, days from today.',
  });
}

/** A text field for a date, and the month of the typed date, or of the one shown. */
export function DateChoice({ date, today, week, firstWeekday, onDate }: DateChoiceProps) {
  const hintId = useId();
  const grid = useRef<HTMLDivElement>(null);
  const choices = useRef<HTMLFieldSetElement>(null);
  const [typed, setTyped] = useState('');
  /** The submitted text that could not be read as a date. */
  const [refused, setRefused] = useState('');
  const text = typed.trim();
  const readings = text === '' ? [] : readDates(text, { today });
  const [meant] = readings;
  const inTwoWays = readings.length > 1;
  const wrong = text !== '' && refused === text;
  const meantDay = meant === undefined ? '' : headings.dayHeading(meant, 'long');

  return (
    <form
      noValidate
      className="flex w-64 flex-col gap-2 p-1"
      onSubmit={(event) => {
        event.preventDefault();
        // A text with two readings is asked about, not guessed.
        if (inTwoWays) choices.current?.querySelector('button')?.focus();
        else if (text !== '' && meant === undefined) setRefused(text);
        else onDate(meant ?? date);
      }}
    >
      <input
        ref={focusWhereKeysAre}
        aria-label={t`Date`}
        aria-describedby={hintId}
        aria-invalid={wrong}
        placeholder={examples()}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          grid.current?.querySelector<HTMLElement>('[role="gridcell"] [tabindex="0"]')?.focus();
        }}
        className="h-8 w-full rounded-md border border-line-strong bg-surface px-2 text-sm placeholder:text-muted pointer-coarse:text-base aria-invalid:border-danger"
      />
      <p id={hintId} role="status" className={`min-h-4 text-xs ${wrong ? 'text-danger' : 'text-muted'}`}>
        {text === ''
          ? t`Type a date, or choose a day below`
          : inTwoWays
            ? t({ message: 'Which day do you mean?', comment: 'What was typed could be any of the days below.' })
            : meant !== undefined
              ? t({ message: `Enter goes to ${meantDay}`, comment: 'Enter: the key. meantDay: a date in full' })
              : wrong
                ? notADate()
                : t`Not a date yet`}
      </p>
      {inTwoWays && (
        <fieldset ref={choices} aria-labelledby={hintId} className="flex flex-col gap-1">
          {readings.map((reading) => (
            <Button key={reading} compact onClick={() => onDate(reading)}>
              {headings.dayHeading(reading, 'long')}
            </Button>
          ))}
        </fieldset>
      )}
      <div ref={grid} className="min-h-63">
        <MonthGrid {...{ today, week, firstWeekday, onDate }} date={meant ?? date} />
      </div>
    </form>
  );
}

/** Focuses the field, but not on a touch screen, where the on-screen keyboard would cover the month. */
function focusWhereKeysAre(field: HTMLInputElement | null): void {
  if (!field || matchMedia('(pointer: coarse)').matches) return;
  // The popover focuses it when it opens; now, if it has been open since before this was loaded.
  field.autofocus = true;
  field.focus();
}

/** The month of a date, to choose a day of. */
function MonthGrid({ date, today, week, firstWeekday, onDate }: DateChoiceProps) {
  const weekStart = weekStartOf(date, firstWeekday);
  const [month, setMonth] = useState({ of: date, first: toLocal(date) });
  // Another date shows its own month, whichever was paged to before.
  if (month.of !== date) setMonth({ of: date, first: toLocal(date) });
  return (
    <DayPicker
      {...words}
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
