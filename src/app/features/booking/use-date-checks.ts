import { useMinute } from '#app/browser/use-now.ts';
import { type DayFreshness, useDays } from '#app/days/use-days.ts';
import { type Interval, overlaps } from '#contract/interval.ts';
import type { ReceivedAppointment, ReceivedEmployee } from '#contract/received.ts';
import { createBookable, type FreeStart } from '#scheduling/bookable.ts';
import { dayOfInstant } from '#scheduling/calendar-day.ts';
import { isStay } from '#scheduling/visit.ts';
import {
  appointmentsInWarnings,
  findWarnings,
  needsOfRequest,
  type RequestedAppointment,
  type Warning,
} from '#scheduling/warnings.ts';
import type { BookingStore } from './booking-values.ts';
import type { SeriesDate } from './repeat.ts';

/** The availability of a date of a series. */
export type DateCheck =
  /** The date is left out or, when rescheduling, left unchanged. */
  | { kind: 'left' }
  | { kind: 'checking' }
  /** The day could not be loaded, or some of its records could not be read. */
  | { kind: 'unknown' }
  | { kind: 'free' }
  /** The appointment overlaps another one of the same series. */
  | { kind: 'together' }
  /**
   * `next`: the first free start on that day after the appointment's own; if there is none, the first one of the day;
   * null if the day has none.
   */
  | { kind: 'taken'; warnings: Warning[]; next: FreeStart | null };

interface DateChecksInput {
  requested: RequestedAppointment;
  dates: readonly SeriesDate[];
  stores: readonly BookingStore[];
  employees: readonly ReceivedEmployee[];
  /** Whether to load the appointments and the plan of the days on which the dates fall. */
  enabled: boolean;
  /** Ids of the appointments that are being moved, or of the request that is being booked: their own times count as free. */
  movedIds: ReadonlySet<string>;
  freshness: DayFreshness;
}

/** Checks each date of a series against the appointments and the plan of its day. */
export function useDateChecks({
  requested,
  dates,
  stores,
  employees,
  enabled,
  movedIds: moved,
  freshness,
}: DateChecksInput) {
  const now = useMinute();
  const zone = requested.store.timeZone;
  const daysOf = (time: Interval) => ({
    start: dayOfInstant(zone, time.start).start,
    end: dayOfInstant(zone, time.end - 1).end,
  });
  const remaining = dates.filter(({ isLeft }) => !isLeft);
  const times = remaining.map(({ time }) => time);
  const requestable = enabled ? times.length : 0;
  const days = useDays(times.map(daysOf), { zones: [zone], freshness, requestable });
  const isIncluded = ({ id }: { id: string }) => !moved.has(id);
  const loaded = { heldRequests: days.held.filter(isIncluded), plan: days.plan, stores, employees, now };
  const edges = times.flatMap((time) => Object.values(daysOf(time)));
  // The interval includes the days between the dates, which are not loaded. That does no harm, since only the dates are
  // checked.
  const span = edges.length === 0 ? { start: 0, end: 0 } : { start: Math.min(...edges), end: Math.max(...edges) };
  const appointments = days.appointments.filter(isIncluded);
  const bookable = createBookable({ ...loaded, span, appointments });
  const needsOf = (date: SeriesDate) => needsOfRequest(date.requested ?? requested, employees);

  function checkDate(date: SeriesDate): DateCheck {
    const { time, isLeft } = date;
    if (isLeft) return { kind: 'left' };
    if (times.filter((other) => overlaps(other, time)).length > 1) return { kind: 'together' };
    const day = daysOf(time);
    const { state, unreadable } = days.statusOf(day);
    if (state !== 'complete') return { kind: state === 'loading' ? 'checking' : 'unknown' };
    const warnings = findWarnings(date.requested ?? requested, time, { bookable, employees, now });
    if (warnings.length === 0) return { kind: unreadable > 0 ? 'unknown' : 'free' };
    const search = { length: time.end - time.start, count: 1, until: dayOfInstant(zone, time.start).end };
    const needs = needsOf(date);
    const later = bookable.findFreeStarts(needs, { ...search, from: Math.max(now, time.start) });
    const all =
      later.length > 0 ? later : bookable.findFreeStarts(needs, { ...search, from: Math.max(now, day.start) });
    return { kind: 'taken', warnings, next: all[0] ?? null };
  }

  return {
    checks: enabled ? dates.map(checkDate) : [],
    retry: days.retry,
    /**
     * The room for a date: `own`, the appointment's current room, if it is free then; otherwise another that is free,
     * or `own` if no room is certain to be free.
     */
    chooseRoom(date: SeriesDate, own: string | null): string | null {
      if (own === null || days.statusOf(daysOf(date.time)).state !== 'complete') return own;
      const stay = isStay(date.time, dayOfInstant(zone, date.time.start));
      return bookable.roomTimeline(own).isFree(date.time, stay)
        ? own
        : (bookable.findFreePlace(needsOf(date), date.time).roomId ?? own);
    },
    /** Returns those of the appointments read just before booking that clash with the dates. */
    findConflicts: (others: readonly ReceivedAppointment[]) => {
      const fresh = createBookable({ ...loaded, span, appointments: others.filter(isIncluded) });
      const warnings = remaining.flatMap((date) =>
        findWarnings(date.requested ?? requested, date.time, { bookable: fresh, employees, now }),
      );
      return appointmentsInWarnings(warnings);
    },
  };
}

/** The appointments that clash with the dates, according to the checks. */
export function conflictsInChecks(checks: readonly DateCheck[]): ReceivedAppointment[] {
  return appointmentsInWarnings(checks.flatMap((check) => (check.kind === 'taken' ? check.warnings : [])));
}
