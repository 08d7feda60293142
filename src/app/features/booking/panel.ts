import type { Directory } from '#app/api/directory.ts';
import type { EnumDisplays } from '#app/appearance/enum-display.ts';
import type { BookingPlace, DraftBooking, PlaceColumn } from '#app/scheduling/booking-place.ts';
import type { DayFreshness } from '#app/session/current-day.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { BookingLists, BookingPrefill } from './booking-values.ts';
import type { BookedAppointment } from './submit-booking.ts';

/** What a panel around free times is for: a booking, a patient who is here now, or another time for an appointment. */
export type Purpose = { kind: 'new' } | { kind: 'walk-in' } | { kind: 'move'; appointment: ReceivedAppointment };

/** What a pet is to wait for, as far as the panel says it. */
export interface WaitingWish {
  pet: { id: string; name: string };
  storeId: string;
  visitTypeId: string;
  /** Null for any vet. */
  employeeId: string | null;
  durationMinutes: number;
  /** Called once it is on the list: the booking is not wanted any more. */
  onDone: () => void;
}

/** An open panel around free times, and the calendar beside it. */
export interface PanelProps {
  purpose: Purpose;
  prefill: BookingPrefill;
  /** The day of the appointment that this one follows, `YYYY-MM-DD`; null where it follows none. */
  after: string | null;
  /** The calendar's day, `YYYY-MM-DD`: that of the panel, too. */
  day: string;
  onDay: (day: string) => void;
  /** The day that the calendar returns to, `YYYY-MM-DD`. */
  returnsTo: string;
  /** The place that was chosen on the calendar last; each object counts once. */
  place: BookingPlace | null;
  /** The columns of the calendar, in which free starts are lit. */
  columns: readonly PlaceColumn[];
  freshness: DayFreshness;
  /** Whether the panel is a page of its own, over the calendar. */
  isPage: boolean;
  /** Goes on with a walk-in as an appointment at a later time. */
  onLater: () => void;
  /** Puts a pet on the waiting list; null where the practice system has none. */
  onWait: ((waiting: WaitingWish) => void) | null;
  /** Whether it was opened for that. */
  isForWaitingList: boolean;
  /** Closes the panel; what was typed stays as a draft. */
  onClose: () => void;
  /** Shows on the calendar what the panel has; null when it is gone. */
  onDraft: (draft: DraftBooking | null) => void;
  /**
   * Shows new appointments on the calendar, and closes the panel unless it is closed already. Resolves with them as read back, by
   * start, or with none where they could not be read.
   */
  onBooked: (booked: BookedAppointment, isClosed: boolean) => Promise<readonly ReceivedAppointment[]>;
  /** Closes the panel of an appointment that was moved to an instant. */
  onMoved: (start: number) => void;
  /** Shows an appointment that was booked on another day. */
  onShow: (booked: BookedAppointment) => void;
}

export interface PanelLists extends BookingLists {
  categories: EnumDisplays;
  statuses: EnumDisplays;
  /** The pets whose names are known. */
  pets: Directory['pets'];
  /** The status of new bookings at this desk. */
  bookingStatus: string;
}
