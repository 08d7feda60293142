import { useChanges } from '#app/api/appointment-changes.ts';
import { showNotice } from '#app/components/show-notice.ts';
import { dateIn } from '#app/scheduling/calendar-day.ts';
import { clashesOf } from '#app/scheduling/clashes.ts';
import { useDesk } from '#app/session/use-desk.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { bookedNotice } from './booked-notice.ts';
import { canPlace } from './booking-values.ts';
import type { PanelLists, PanelProps } from './panel.ts';
import type { Booked } from './use-submit-booking.ts';

interface AfterBookingInput {
  panel: Pick<PanelProps, 'returnsTo' | 'onBooked' | 'onShow'>;
  lists: Pick<PanelLists, 'stores' | 'employees' | 'pets'>;
  /** The appointments of the day, as far as they are loaded. */
  loaded: readonly ReceivedAppointment[];
}

/**
 * What follows a booking: it is shown on the calendar, and a notice names it and offers to take it back, which is what the returned
 * number does, too; null where it cannot be taken back.
 */
export function useAfterBooking({ panel, lists, loaded }: AfterBookingInput) {
  const { stores, employees, pets } = lists;
  const { session } = useDesk();
  const changes = useChanges();
  return (booked: Booked, isClosed: boolean, onUndone?: () => void): number | null => {
    const zone = stores.find(({ id }) => id === booked.storeId)?.timeZone ?? 'UTC';
    const isElsewhere = dateIn(zone, Date.parse(booked.start)) !== panel.returnsTo;
    const reading = panel.onBooked(booked, isClosed);
    const undoable = reading.then((record) => (record?.updatedAt == null ? null : record));
    const number = changes.can.has('status') ? changes.addBooking(booked.id, undoable, onUndone) : null;
    const show = (record: ReceivedAppointment | null) =>
      showNotice(
        bookedNotice({
          ...{ booked, how: booked.how, record, stores, employees, pets },
          clashes: record === null ? [] : clashesOf(record, loaded).map(({ other }) => other),
          isPlaced: canPlace(session.capabilities),
          onUndo: number !== null && record?.updatedAt != null ? () => changes.undo(number) : null,
          onShow: isElsewhere ? () => panel.onShow(booked) : null,
        }),
      );
    show(null);
    void reading.then((record) => (record === null ? undefined : show(record)));
    return number;
  };
}
