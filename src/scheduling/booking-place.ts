import type { Interval } from '#contract/interval.ts';
import { dateIn } from './calendar-day.ts';
import { clockAt, formatIsoClockTime } from './wall-clock.ts';

/** The place and time of a new booking, with wall-clock times of the store, `YYYY-MM-DDTHH:MM`. */
export interface BookingPlace {
  storeId?: string;
  roomId?: string;
  employeeId?: string;
  start?: string;
  end?: string;
  /** Set for a patient who has come without an appointment. */
  walkIn?: true;
}

/** An instant as a time of a {@link BookingPlace}. */
export function formatWallTime(zone: string, instant: number): string {
  return `${dateIn(zone, instant)}T${formatIsoClockTime(clockAt(zone, instant))}`;
}

/** A column of the calendar: a room, a vet, or a day. */
export interface CalendarColumn {
  id: string;
  /** The store for bookings in this column; null if the column has several. */
  storeId: string | null;
  roomId: string | null;
  employeeId: string | null;
  /** The IANA zone of the times in the column. */
  zone: string;
  /** `YYYY-MM-DD` */
  date: string;
}

/** The booking in the panel beside the calendar, as shown on the calendar. */
export interface DraftBooking {
  storeId: string;
  /** The room that was clicked, otherwise the room that the appointment will most likely get; null if neither is known. */
  roomId: string | null;
  employeeId: string | null;
  /** The store's zone, an IANA name. */
  zone: string;
  /** Null while the form has no time. */
  time: Interval | null;
  /** Empty until a pet is selected. */
  petName: string;
  /** A text about the colleagues who are booking the same time; empty if there are none. */
  colleaguesText: string;
  /** The free starts of each column, as sorted instants on quarters of an hour; empty until they are known. */
  freeStarts: ReadonlyMap<string, readonly number[]>;
}
