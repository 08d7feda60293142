import { t } from '@lingui/core/macro';
import { CalendarCheck, ChevronLeft, ChevronRight } from 'lucide-react';
import { useMedia } from '#app/browser/use-media.ts';
import { arrowBack, arrowOn } from '#app/language/line-direction.ts';
import { words } from '#app/text/shared-texts.ts';
import { addDays, weekStartOf } from '#scheduling/calendar-day.ts';
import { dayHeading, weekHeading } from './date-heading.ts';
import { DatePicker } from './date-picker.tsx';

interface DateNavigationProps {
  /** `YYYY-MM-DD`: the day, or any day of the week. */
  date: string;
  today: string;
  /** Whether a whole week is shown. */
  week: boolean;
  /** The ISO weekday on which weeks begin. */
  firstWeekday: number;
  onDate: (date: string) => void;
}

const iconButton = 'grid size-8 shrink-0 place-items-center rounded-md text-ink hover:bg-sunken';

/** Buttons for the previous and next day or week and for today, around the shown date, which is also a date picker. */
export function DateNavigation({ date, today, week, firstWeekday, onDate }: DateNavigationProps) {
  const length = useMedia('(min-width: 1440px)') ? 'long' : 'short';
  const step = week ? 7 : 1;
  const previous = week ? t`Previous week` : t`Previous day`;
  const next = week ? t`Next week` : t`Next day`;
  const firstDay = (day: string) => (week ? weekStartOf(day, firstWeekday) : day);
  return (
    <div className="flex min-w-0 items-center max-sm:grow lg:shrink-0">
      <button
        type="button"
        aria-label={previous}
        title={`${previous} (Alt ${arrowBack})`}
        className={iconButton}
        onClick={() => onDate(addDays(date, -step))}
      >
        <ChevronLeft aria-hidden="true" size={18} className="rtl:-scale-x-100" />
      </button>
      <button
        type="button"
        aria-label={words.today}
        aria-current={firstDay(date) === firstDay(today) ? 'date' : undefined}
        title={`${words.today} (t)`}
        className="flex h-8 shrink-0 items-center rounded-md border border-line-strong bg-surface px-2.5 text-sm font-medium hover:bg-sunken aria-[current]:border-accent aria-[current]:text-accent max-sm:px-1.5"
        onClick={() => onDate(today)}
      >
        <CalendarCheck aria-hidden="true" size={18} className="sm:hidden" />
        <span className="max-sm:hidden">{words.today}</span>
      </button>
      <button
        type="button"
        aria-label={next}
        title={`${next} (Alt ${arrowOn})`}
        className={iconButton}
        onClick={() => onDate(addDays(date, step))}
      >
        <ChevronRight aria-hidden="true" size={18} className="rtl:-scale-x-100" />
      </button>
      <DatePicker
        date={date}
        today={today}
        heading={week ? weekHeading(date, firstWeekday, { length, today }) : dayHeading(date, { length, today })}
        week={week}
        firstWeekday={firstWeekday}
        onDate={onDate}
      />
    </div>
  );
}
