import type { TurnedAwayReason } from '#contract/online-booking.ts';
import type { LinkedStore } from '#service/db/client-links.ts';
import type { Database } from '#service/db/database.ts';

/** A visit type that clients can request. */
export interface BookingType {
  readonly id: string;
  /** The name that the public reads. */
  readonly name: string;
  readonly durationMinutes: number;
  /** What the client has to do before; null for nothing. */
  readonly preparation: string | null;
}

/** The booking page of a store that is on. */
export interface BookingPage {
  readonly companyId: string;
  readonly storeId: string;
  readonly slug: string;
  readonly practiceName: string;
  readonly store: LinkedStore;
  /** Those that are on, active and short enough to be booked, in the order of the settings. */
  readonly types: readonly BookingType[];
  readonly noticeHours: number;
  /** The days of the store's calendar on which times are offered; today is 0. */
  readonly daysAhead: number;
  /** The sites that may embed the page. */
  readonly origins: readonly string[];
  /** A demo practice sends no e-mail, so its page shows the code. */
  readonly isDemo: boolean;
  /** Whether today's requests have reached the limit of the day. */
  readonly isFull: boolean;
}

/** The booking page with a slug at `now` (epoch milliseconds); null if there is none, or if it is off. */
export function readBookingPage(_database: Database, _slug: string, _now: number): Promise<BookingPage | null> {
  throw new Error('readBookingPage');
}

/** Counts a visitor whom a limit of a page turned away, on the date of the store's calendar. */
export function countRefusal(
  _database: Database,
  _page: Pick<BookingPage, 'companyId' | 'storeId' | 'store'>,
  _reason: TurnedAwayReason,
  _now: number,
): Promise<void> {
  throw new Error('countRefusal');
}
