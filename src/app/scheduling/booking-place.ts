import { dateIn } from './calendar-day.ts';
import type { Interval } from './interval.ts';
import { clockAt, isoClockTime } from './wall-clock.ts';

/** Place and time of a new booking; wall-clock times of the store, `YYYY-MM-DDTHH:MM`. */
export interface BookingPlace {
  storeId?: string;
  roomId?: string;
  employeeId?: string;
  start?: string;
  end?: string;
  /** For a patient who is here without an appointment. */
  walkIn?: true;
}

/** An instant as a time of a {@link BookingPlace}. */
export function wallText(zone: string, instant: number): string {
  return `${dateIn(zone, instant)}T${isoClockTime(clockAt(zone, instant))}`;
}

/** A column of the board: a room, a vet, or a day. */
export interface PlaceColumn {
  id: string;
  /** The store to book in from here; null where the column has several. */
  storeId: string | null;
  roomId: string | null;
  employeeId: string | null;
  /** IANA zone in which its times are. */
  zone: string;
  /** `YYYY-MM-DD` */
  date: string;
}

/** The booking in the panel beside the board, as far as the board shows it. */
export interface DraftBooking {
  storeId: string;
  /** The room that was clicked, else the one that it will most likely get; null where that is not known. */
  roomId: string | null;
  employeeId: string | null;
  /** The store's zone, an IANA name. */
  zone: string;
  /** Null while the form has no time. */
  time: Interval | null;
  /** Empty until a pet is chosen. */
  petName: string;
  /** What is told of colleagues who are booking that very time; empty for nobody. */
  others: string;
  /** The starts that are free, by column, as instants in order on quarters of an hour; empty until they are known. */
  freeStarts: ReadonlyMap<string, readonly number[]>;
}
