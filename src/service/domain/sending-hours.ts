import { addDays, dateIn, dayInterval } from '#scheduling/calendar-day.ts';
import { resolveWallTime } from '#scheduling/wall-clock.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** The hours in which messages are sent: from `earliest` to `latest`, which is later, both `HH:MM` on the store's clock. */
interface StoreHours {
  /** The IANA time zone. */
  readonly timeZone: string;
  readonly earliest: string;
  readonly latest: string;
}

/** A day of a store, in epoch milliseconds. Messages are sent in [`open`, `close`), which may be empty. */
interface SendingDay {
  readonly date: string;
  readonly start: number;
  readonly end: number;
  readonly open: number;
  readonly close: number;
}

/** The days on a store's clock, and the hours in which messages are sent to the store's clients. */
export interface SendingHours {
  /** The date (`YYYY-MM-DD`) of an instant on the store's clock. */
  dateOf(instant: number): string;
  /** The first instant of a date (`YYYY-MM-DD`) on the store's clock. */
  startOf(date: string): number;
  /** Whether messages may be sent at an instant. */
  isOpen(instant: number): boolean;
  /**
   * Returns an instant itself if it is within the hours, otherwise the next instant at which the hours begin. The last minute
   * counts as outside, because a message that becomes due in it might be sent too late.
   */
  within(moment: number): number;
  /** The earliest instant that {@link within} maps to the given instant or to a later one. */
  earliestFor(instant: number): number;
}

/**
 * Creates a store's sending hours. While messages may be sent, the store's clock is always between `earliest` and `latest`.
 * If `earliest` occurs twice, the hours begin at its second occurrence; if `latest` does, they end at its first. If one of
 * them is skipped, `earliest` moves past the gap, and `latest` moves to before the gap.
 *
 * @throws RangeError for a zone that does not exist
 */
export function createSendingHours({ timeZone, earliest, latest }: StoreHours): SendingHours {
  const days = new Map<string, SendingDay>();
  const daysByUtcDay = new Map<number, readonly SendingDay[]>();

  function instantsOf(date: string, time: string): { first: number; last: number } {
    if (time === '24:00') return instantsOf(addDays(date, 1), '00:00');
    const clockTime = { hour: Number(time.slice(0, 2)), minute: Number(time.slice(3)) };
    const wall = resolveWallTime(timeZone, date, clockTime);
    if (wall.kind === 'once') return { first: wall.instant, last: wall.instant };
    return wall.kind === 'twice' ? { first: wall.first, last: wall.second } : { first: wall.before, last: wall.after };
  }

  function dayOf(date: string): SendingDay {
    let day = days.get(date);
    if (day === undefined) {
      const { start, end } = dayInterval(timeZone, date);
      const open = Math.max(start, instantsOf(date, earliest).last);
      const close = Math.min(end, instantsOf(date, latest).first);
      day = { date, start, end, open, close };
      days.set(date, day);
    }
    return day;
  }

  /**
   * The day that contains an instant. Most instants are on a few days, so the days are cached: reading the time zone is slow.
   */
  function dayAt(instant: number): SendingDay {
    const utcDay = Math.floor(instant / DAY_MS);
    let overlapping = daysByUtcDay.get(utcDay);
    if (overlapping === undefined) {
      const dates = [utcDay * DAY_MS, (utcDay + 1) * DAY_MS - 1].map((one) => dateIn(timeZone, one));
      overlapping = [...new Set(dates)].map(dayOf);
      daysByUtcDay.set(utcDay, overlapping);
    }
    return overlapping.find(({ start, end }) => start <= instant && instant < end) ?? dayOf(dateIn(timeZone, instant));
  }

  /**
   * The end (exclusive) of the instants that {@link SendingHours.within} does not move to a later day: a minute before the
   * hours end, or less if they are very short.
   */
  const computeEffectiveClose = ({ open, close }: SendingDay) => close - Math.min(MINUTE_MS, (close - open) / 2);

  return {
    dateOf: (instant) => dayAt(instant).date,
    startOf: (date) => dayOf(date).start,
    isOpen(instant) {
      const { open, close } = dayAt(instant);
      return open <= instant && instant < close;
    },
    within(moment) {
      for (let day = dayAt(moment); ; day = dayOf(addDays(day.date, 1))) {
        const { open, close } = day;
        if (open < close && moment < computeEffectiveClose(day)) return Math.max(moment, open);
      }
    },
    earliestFor(instant) {
      for (let day = dayAt(instant); ; day = dayOf(addDays(day.date, -1))) {
        const { open, close } = day;
        if (open >= close) continue;
        // From this end on, `within` returns an instant on a later day. So this is the earliest instant that it maps to
        // `instant` or to a later one.
        if (computeEffectiveClose(day) <= instant) return computeEffectiveClose(day);
        if (open < instant) return instant;
      }
    },
  };
}
