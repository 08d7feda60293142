import { plural, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useBoard } from '#app/features/board/board-context.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { factsText } from '#app/text/list-text.ts';
import { blockedTimeText, planHoursText } from '#app/text/plan-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { shortDateText, timeText } from '#app/text/time-text.ts';
import { parseInterval } from '#contract/availability-rules.ts';
import { overlaps } from '#contract/interval.ts';
import type { DraftBooking } from '#scheduling/booking-place.ts';
import { createDayClock, dateIn, dayInterval, minuteOfDay } from '#scheduling/calendar-day.ts';
import { type WeekDay, weekSubject } from './week-days.ts';
import { WEEK_ROW_CLASS, WEEK_TIME_CLASS } from './week-row.tsx';

const percentFormat = new Intl.NumberFormat(shownLocale, { style: 'percent' });
const countFormat = new Intl.NumberFormat(shownLocale);

/** Whether the week is loaded, is still loading, or could not be loaded. */
type WeekLoadState = 'all' | 'not yet' | 'failed';

interface WeekDayListProps {
  day: WeekDay;
  loaded: WeekLoadState;
  /** The rendered row of each item in `day.items`, in the same order. */
  rows: readonly ReactNode[];
}

/** A day of the week: a heading, then the appointments by time, with the booking in the panel among them. */
export function WeekDayList({ day, loaded, rows }: WeekDayListProps) {
  const { choice, booking } = useBoard();
  const { column, items, isClosed } = day;
  const blocked = useBlockedTime(day);
  const draftMinute = booking.draft && draftStartMinute(day, booking.draft);
  const before = draftMinute === null ? items.length : items.filter((item) => item.fromMinute <= draftMinute).length;
  return (
    <section
      aria-label={shortDateText(column.date)}
      data-today={column.date === choice.today || undefined}
      // On a narrow screen, where the days are stacked, all but the first are hidden until the week is loaded, since
      // each day that fills pushes down the next.
      className={`week-day group min-w-0 border-line max-lg:border-b lg:not-first:border-s ${loaded === 'not yet' ? 'max-lg:not-first:invisible' : ''} lg:data-today:bg-[color-mix(in_srgb,var(--accent-soft)_45%,var(--surface))]`}
    >
      <WeekDayHeading day={day} loaded={loaded} />
      <div className="p-1">
        {blocked.map(({ id, title, hours }) => (
          <p key={id} className="mb-1 truncate rounded bg-sunken px-2 py-1 text-xs text-muted">
            <bdi className="font-semibold text-ink">{title}</bdi> {hours}
          </p>
        ))}
        {rows.slice(0, before)}
        {booking.draft && draftMinute !== null ? (
          <p className={`${WEEK_ROW_CLASS} border-2 border-dashed border-accent text-accent`}>
            <bdi className={WEEK_TIME_CLASS}>{timeText(draftMinute)}</bdi>
            <bdi className="min-w-0 truncate font-semibold">{booking.draft.petName || texts.newAppointment}</bdi>
          </p>
        ) : null}
        {rows.slice(before)}
        {rows.length + blocked.length > 0 || loaded !== 'all' || isClosed ? null : (
          <p className="px-2 py-1 text-xs text-muted">{texts.nothingBooked}</p>
        )}
      </div>
    </section>
  );
}

/** In the week of a single vet or room, returns the vet's time off or the room's blocked time on a day; otherwise nothing. */
function useBlockedTime({ column: { zone, date } }: WeekDay) {
  const { choice, plan } = useBoard();
  const of = weekSubject(choice.filters);
  if (of === 'all' || plan.state !== 'known') return [];
  const day = dayInterval(zone, date);
  return plan.entries
    .filter(({ kind, employeeId, roomId }) => {
      const isOwn = 'vet' in of ? employeeId === of.vet : roomId === of.room;
      return kind === 'unavailable' && isOwn;
    })
    .filter((entry) => overlaps(parseInterval(entry), day))
    .map((entry) => ({
      id: entry.id,
      title: blockedTimeText('vet' in of ? 'away' : 'blocked', entry.title),
      hours: planHoursText(zone, parseInterval(entry), day.start),
    }));
}

/** When the booking in the panel starts, in minutes after midnight; null if it has no time or is on another day. */
function draftStartMinute({ column }: WeekDay, { time, zone }: DraftBooking): number | null {
  if (time == null || dateIn(zone, time.start) !== column.date) return null;
  return minuteOfDay(createDayClock(zone, column.date), time.start);
}

/** The heading of a day, which opens its calendar: the date, the number of appointments, and how full the day is. */
function WeekDayHeading({ day, loaded }: { day: WeekDay; loaded: WeekLoadState }) {
  const { onChange } = useBoard();
  const { count, isClosed, column } = day;
  const { date } = column;
  const title = shortDateText(date);
  // While the week is incomplete, its days show no share, since they would look emptier than they are.
  const share = loaded === 'all' && !isClosed ? day.share : null;
  const full = share === null ? '' : percentFormat.format(share);
  const fullText = t({ message: `${full} full`, comment: 'how much of a day is booked; a percentage' });
  const state =
    loaded === 'failed'
      ? t({ message: 'Incomplete', comment: 'a day that could not be loaded as a whole' })
      : loaded === 'not yet'
        ? texts.loading
        : isClosed
          ? t({ message: 'Closed', comment: 'a store' })
          : share === null
            ? ''
            : fullText;
  const countText = t`${plural(count, { one: '# appointment', other: '# appointments' })}`;
  return (
    <h2 className="sticky top-0 z-5 border-b border-line bg-surface lg:border-line-strong">
      <button
        type="button"
        aria-label={factsText([title, loaded === 'all' ? countText : '', state])}
        title={t({ message: `Show ${title}`, comment: 'leads to the calendar of that day' })}
        onClick={() => onChange({ date, view: 'rooms' })}
        className="flex w-full flex-col gap-0.5 px-2 pt-1 pb-1.5 text-start hover:bg-accent-soft focus-visible:-outline-offset-2"
      >
        <span className="flex w-full items-baseline gap-2">
          <span className="min-w-0 grow truncate text-[0.8125rem] leading-4 font-semibold group-data-today:text-accent">
            {title}
          </span>
          {loaded === 'all' ? (
            <span className="text-xs font-semibold tabular-nums">{countFormat.format(count)}</span>
          ) : null}
        </span>
        <span className="flex h-3.5 w-full items-center gap-2 text-[0.6875rem] leading-3.5 text-muted">
          {share === null ? (
            <span className="truncate">{state}</span>
          ) : (
            <>
              <span className="h-1 grow overflow-hidden rounded-xs bg-line">
                <span className="block h-full bg-accent" style={{ width: `${Math.round(share * 100)}%` }} />
              </span>
              <span className="truncate tabular-nums">{state}</span>
            </>
          )}
        </span>
      </button>
    </h2>
  );
}
