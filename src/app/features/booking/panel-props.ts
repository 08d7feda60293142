import type { Directory } from '#app/api/directory.ts';
import type { EnumDisplays } from '#app/appearance/enum-display.ts';
import type { DayFreshness } from '#app/days/use-days.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { ReceivedOnlineRequest } from '#contract/received-online-booking.ts';
import type { CalendarColumn, DraftBooking } from '#scheduling/booking-place.ts';
import type { BookingLists, BookingPrefill } from './booking-values.ts';
import type { BookedAppointment } from './submit-booking.ts';

/**
 * What a booking panel is for: a new appointment, a walk-in, or another time for an existing appointment. With
 * `request`, the appointment has only been requested on the web site, and is not booked yet.
 */
export type PanelPurpose =
  | { kind: 'new' }
  | { kind: 'walk-in' }
  | { kind: 'move'; appointment: ReceivedAppointment; request?: ReceivedOnlineRequest };

/** The initial values of a waiting-list entry, taken from the booking panel. */
export interface WaitingListPrefill {
  pet: { id: string; name: string };
  storeId: string;
  visitTypeId: string;
  /** Null for any vet. */
  employeeId: string | null;
  durationMinutes: number;
  /** Called once the pet is on the list, when the booking is no longer needed. */
  onDone: () => void;
}

/** The props of an open booking panel. Most connect it to the calendar beside it. */
export interface PanelProps {
  purpose: PanelPurpose;
  prefill: BookingPrefill;
  /** The day of the appointment that the new one follows up on, `YYYY-MM-DD`; null if there is none. */
  after: string | null;
  /** The day that both the calendar and the panel show, `YYYY-MM-DD`. */
  day: string;
  onDay: (day: string) => void;
  /** `YYYY-MM-DD` */
  today: string;
  /** The day that the calendar shows again once the panel closes, `YYYY-MM-DD`. */
  returnsTo: string;
  /**
   * Identifies the last place on the calendar that was selected while the panel was open (`prefill` contains it);
   * undefined before the first selection.
   */
  selectedPlaceId: string | undefined;
  /** The columns of the calendar, in which free starts are highlighted. */
  columns: readonly CalendarColumn[];
  freshness: DayFreshness;
  /** Whether the panel is a full page that covers the calendar. */
  isPage: boolean;
  /** Turns a walk-in into an appointment at a later time. */
  onLater: () => void;
  /** Puts a pet on the waiting list; null if the practice system has none. */
  onWait: ((waiting: WaitingListPrefill) => void) | null;
  /** The id of the vet who is away, if the panel was opened from the list of their appointments; otherwise null. */
  awayId: string | null;
  /** Whether the panel was opened for the waiting list. */
  isForWaitingList: boolean;
  /** Closes the panel; its content stays as a draft. */
  onClose: () => void;
  /** Shows the booking in the panel on the calendar; null when the panel closes. */
  onDraft: (draft: DraftBooking | null) => void;
  /** Called after a booking. Closes the panel. */
  onBooked: (booked: BookedAppointment) => void;
  /** Called when a booking has been undone, usually after the panel was closed. */
  onUndone: (booked: BookedAppointment) => void;
  /** Moves the focus to a new appointment on the calendar, unless the person has moved the focus in the meantime. */
  onFocus: (booked: BookedAppointment) => void;
  /** Closes the panel after rescheduling or booking a request. `start` is in milliseconds since 1970-01-01T00:00Z. */
  onMoved: (start: number) => void;
  /** Shows an appointment that was booked on another day. */
  onShow: (booked: BookedAppointment) => void;
}

export interface PanelLists extends BookingLists {
  categories: EnumDisplays;
  statuses: EnumDisplays;
  /** The pets whose names are loaded. */
  pets: Directory['pets'];
  /** The status of new bookings at this desk. */
  bookingStatus: string;
}
