import { t } from '@lingui/core/macro';
import { CalendarCheck, ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react';
import { use } from 'react';
import { useMedia } from '#app/browser/use-media.ts';
import { arrowBack, arrowForward } from '#app/language/line-direction.ts';
import { texts } from '#app/text/shared-texts.ts';
import { addDays, getWeekStart } from '#scheduling/calendar-day.ts';
import { dayHeading, weekHeading } from './date-heading.ts';
import { FirstWeekdayContext } from './first-weekday.ts';
import { lazy } from './lazy.tsx';
import { Popover } from './popover.tsx';

const DateChoice = lazy({
  load: () => import('./date-choice.tsx').then((module) => module.DateChoice),
  Fallback: ({ children }) => <div className="min-h-80 w-64">{children}</div>,
});

/** The minimum width of a day; it fits most days of this year, so that the neighbouring controls do not move. */
const DAY_WIDTH = 'min-[832px]:min-w-[14ch] min-[1024px]:min-w-[17ch] min-[1440px]:min-w-[31ch]';
/** The minimum width of a week, for the same reason. */
const WEEK_WIDTH = 'min-[832px]:min-w-[14ch] min-[1024px]:min-w-[20ch] min-[1440px]:min-w-[33ch]';

interface DateNavigationProps {
  /** `YYYY-MM-DD`: the day, or any day of the week. */
  date: string;
  today: string;
  /** Whether a whole week is shown. */
  week: boolean;
  onDate: (date: string) => void;
}

const iconButton = 'grid size-8 shrink-0 place-items-center rounded-md text-ink hover:bg-sunken';

/** Buttons to go back, to today or forward by a day or a week, followed by the shown date, which opens a date picker. */
export function DateNavigation({ date, today, week, onDate }: DateNavigationProps) {
  const firstWeekday = use(FirstWeekdayContext);
  const length = useMedia('(min-width: 1440px)') ? 'long' : 'short';
  const step = week ? 7 : 1;
  const previous = week ? t`Previous week` : t`Previous day`;
  const next = week ? t`Next week` : t`Next day`;
  const chooseText = t`Choose a date`;
  const heading = week ? weekHeading(date, firstWeekday(), { length, today }) : dayHeading(date, { length, today });
  const firstDay = (day: string) => (week ? getWeekStart(day, firstWeekday()) : day);
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
        aria-label={texts.today}
        aria-current={firstDay(date) === firstDay(today) ? 'date' : undefined}
        title={`${texts.today} (t)`}
        className="flex h-8 shrink-0 items-center rounded-md border border-line-strong bg-surface px-2.5 text-sm font-medium hover:bg-sunken aria-[current]:border-accent aria-[current]:text-accent max-sm:px-1.5"
        onClick={() => onDate(today)}
      >
        <CalendarCheck aria-hidden="true" size={18} className="sm:hidden" />
        <span className="max-sm:hidden">{texts.today}</span>
      </button>
      <button
        type="button"
        aria-label={next}
        title={`${next} (Alt ${arrowForward})`}
        className={iconButton}
        onClick={() => onDate(addDays(date, step))}
      >
        <ChevronRight aria-hidden="true" size={18} className="rtl:-scale-x-100" />
      </button>
      <h1 aria-live="polite" className="min-w-0 max-sm:grow">
        <Popover
          label={heading}
          panelLabel={chooseText}
          title={chooseText}
          buttonClass={`flex h-8 max-w-full items-center max-sm:w-full gap-1 rounded-md px-1 text-sm font-semibold sm:px-2 whitespace-nowrap tabular-nums hover:bg-sunken ${week ? WEEK_WIDTH : DAY_WIDTH}`}
          button={
            <>
              <span className="truncate">{heading}</span>
              <ChevronDown aria-hidden="true" size={14} className="shrink-0 text-muted max-lg:hidden" />
            </>
          }
        >
          {(close) => (
            <DateChoice
              {...{ date, today, week }}
              firstWeekday={firstWeekday()}
              onDate={(chosen) => {
                close();
                onDate(chosen);
              }}
            />
          )}
        </Popover>
      </h1>
    </div>
  );
}
