import { t } from '@lingui/core/macro';
import { shownLocale } from '#app/language/shown-language.ts';
import { dateText, weekdayName } from '#app/text/time-text.ts';
import { weekdayOf } from '#scheduling/calendar-day.ts';

interface DayStripProps {
  dates: readonly string[];
  today: string;
  day: number;
  onDay: (day: number) => void;
}

const dayNumberFormat = new Intl.DateTimeFormat(shownLocale, { day: 'numeric', timeZone: 'UTC' });

/** The days of the week as a row of buttons, for phones, which show one day at a time. */
export function DayStrip({ dates, today, day, onDay }: DayStripProps) {
  return (
    <fieldset className="flex shrink-0 gap-0.5 px-2 pb-2">
      <legend className="sr-only">{t`Day`}</legend>
      {dates.map((date, index) => (
        <button
          key={date}
          type="button"
          aria-pressed={index === day}
          aria-label={dateText(date)}
          aria-current={date === today ? 'date' : undefined}
          className={`min-h-11 min-w-0 grow basis-0 rounded-md text-xs leading-tight font-medium ${index === day ? 'bg-accent text-on-accent' : date === today ? 'text-accent' : ''}`}
          onClick={() => onDay(index)}
        >
          <span aria-hidden="true" className="block">
            {weekdayName(weekdayOf(date), 'short')}
          </span>
          <span aria-hidden="true" className="block text-sm tabular-nums">
            {dayNumberFormat.format(Date.parse(date))}
          </span>
        </button>
      ))}
    </fieldset>
  );
}

/** Stands in for the table of the week while it loads. */
export function WeekSkeleton() {
  return (
    <div aria-hidden="true" className="bg-surface">
      <div className="h-9 border-b border-line-strong" />
      {Array.from({ length: 7 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same row seven times.
        <div key={row} className="flex h-9 items-center gap-2 border-b border-line px-3">
          <div className="h-4 w-32 rounded bg-sunken" />
          <div className="h-5 grow rounded bg-sunken" />
        </div>
      ))}
    </div>
  );
}
