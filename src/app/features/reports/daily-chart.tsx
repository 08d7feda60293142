import { plural, t } from '@lingui/core/macro';
import { useId } from 'react';
import { shownLocale } from '#app/language/shown-language.ts';
import { factsText } from '#app/text/list-text.ts';
import { addDays, countDaysBetween } from '#scheduling/calendar-day.ts';
import type { ReportDay } from './reports.ts';
import type { ReportPeriod } from './search-params.ts';

/** The maximum number of day labels. If there are more days, one label stands for several of them. */
const MAX_LABELS = 16;

const weekdayFormat = new Intl.DateTimeFormat(shownLocale, { weekday: 'short', timeZone: 'UTC' });
const dayOfMonthFormat = new Intl.DateTimeFormat(shownLocale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const wholeDateFormat = new Intl.DateTimeFormat(shownLocale, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});
const noonInstant = (date: string) => Date.parse(`${date}T12:00Z`);

const outcomeLooks = {
  kept: {
    look: 'bg-accent',
    text: () => t({ message: 'Kept', comment: 'appointments that took place' }),
  },
  upcoming: {
    look: 'bg-accent/35',
    text: () => t({ message: 'Still to come', comment: 'appointments that may still take place' }),
  },
  noShows: {
    look: 'bg-warn',
    text: () => t({ message: 'No-shows', comment: 'appointments to which nobody came' }),
  },
  cancelled: {
    look: 'bg-line-strong',
    text: () => t({ message: 'Cancelled', comment: 'heading of a column with numbers of appointments' }),
  },
} as const;
/** The parts of a bar, from bottom to top. */
const outcomeOrder = ['kept', 'upcoming', 'noShows', 'cancelled'] as const;

interface DailyChartProps {
  span: ReportPeriod;
  days: readonly ReportDay[];
}

/** The appointments of each day as a bar, which screen readers get as a list with the numbers. */
export function DailyChart({ span, days }: DailyChartProps) {
  const heading = useId();
  const byDate = new Map(days.map((day) => [day.date, day]));
  const dates = Array.from({ length: countDaysBetween(span.from, span.to) + 1 }, (_, index) =>
    addDays(span.from, index),
  );
  const most = Math.max(1, ...days.map(countAppointments));
  const step = Math.ceil(dates.length / MAX_LABELS);
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-2 px-3 pb-4">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 id={heading} className="text-sm font-semibold">
          {t({ message: 'Day by day', comment: 'heading of a chart: the appointments of each day' })}
        </h2>
        <p className="flex gap-x-4 text-xs text-muted">
          {outcomeOrder.map((kind) => (
            <span key={kind} className="flex items-center gap-1.5">
              <span
                aria-hidden="true"
                className={`size-2.5 rounded-sm forced-color-adjust-none ${outcomeLooks[kind].look}`}
              />
              {outcomeLooks[kind].text()}
            </span>
          ))}
        </p>
      </div>
      <ol className="flex h-56 items-stretch gap-px rounded-md border border-line bg-surface px-2 pt-3 pb-1 sm:gap-1">
        {dates.map((date, index) => {
          const day = byDate.get(date) ?? { date, kept: 0, upcoming: 0, noShows: 0, cancelled: 0 };
          const count = countAppointments(day);
          return (
            <li key={date} title={dayText(day)} className="flex min-w-0 grow basis-0 flex-col items-center gap-1">
              <span className="sr-only">{dayText(day)}</span>
              <span aria-hidden="true" className="flex w-full min-h-0 grow flex-col justify-end">
                {dates.length > 2 * MAX_LABELS || count === 0 ? null : (
                  <span className="text-center text-xs text-muted tabular-nums">
                    {count.toLocaleString(shownLocale)}
                  </span>
                )}
                <span
                  className="mx-auto flex w-full max-w-14 flex-col-reverse gap-px overflow-hidden rounded-t-sm forced-color-adjust-none [print-color-adjust:exact]"
                  style={{ height: `${(count / most) * 85}%` }}
                >
                  {outcomeOrder.map((kind) =>
                    day[kind] === 0 ? null : (
                      <span
                        key={kind}
                        className={outcomeLooks[kind].look}
                        style={{ flexGrow: day[kind], flexBasis: 0 }}
                      />
                    ),
                  )}
                </span>
              </span>
              <span
                aria-hidden="true"
                className="flex h-8 w-full flex-col items-center overflow-visible border-t border-line pt-0.5 text-[0.6875rem] leading-3.5 whitespace-nowrap text-muted"
              >
                {index % step === 0 ? (
                  <>
                    <span className="max-sm:hidden">{weekdayFormat.format(noonInstant(date))}</span>
                    <span>{dayOfMonthFormat.format(noonInstant(date))}</span>
                  </>
                ) : null}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

const countAppointments = ({ kept, upcoming, noShows, cancelled }: ReportDay) => kept + upcoming + noShows + cancelled;

/** The numbers of a day in words: `Tuesday, June 4: 3 appointments · 1 no-show · 1 cancelled`. */
function dayText(day: ReportDay): string {
  const date = wholeDateFormat.format(noonInstant(day.date));
  const all = plural(countAppointments(day), { one: '# appointment', other: '# appointments' });
  const { upcoming, noShows, cancelled } = day;
  return factsText([
    t({ message: `${date}: ${all}`, comment: 'a day, and how many appointments it has' }),
    upcoming === 0 ? null : plural(upcoming, { one: '# still to come', other: '# still to come' }),
    noShows === 0 ? null : plural(noShows, { one: '# no-show', other: '# no-shows' }),
    cancelled === 0
      ? null
      : t({ message: plural(cancelled, { one: '# cancelled', other: '# cancelled' }), comment: 'appointments' }),
  ]);
}
