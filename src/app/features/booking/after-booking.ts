import { useChanges } from '#app/changes/appointment-changes.ts';
import { showNotice } from '#app/components/show-notice.ts';
import { useDesk } from '#app/session/use-desk.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { dateIn } from '#scheduling/calendar-day.ts';
import { clashesOf } from '#scheduling/clashes.ts';
import { bookedNotice } from './booked-notice.ts';
import { canPlace } from './booking-values.ts';
import { courseBookedText, courseNotice } from './course-notice.ts';
import type { PanelLists, PanelProps } from './panel.ts';
import type { Booked } from './use-submit-booking.ts';

interface AfterBookingInput {
  panel: Pick<PanelProps, 'returnsTo' | 'onBooked' | 'onShow'>;
  lists: Pick<PanelLists, 'stores' | 'employees' | 'pets'>;
  /** The loaded appointments of the day. */
  loaded: readonly ReceivedAppointment[];
}

/**
 * Returns a function for what follows a booking: it shows it on the calendar, with a notice that offers Undo. Its
 * result is the number by which the booking can be undone, or null if it cannot be.
 */
export function useAfterBooking({ panel, lists, loaded }: AfterBookingInput) {
  const { stores, employees, pets } = lists;
  const { session } = useDesk();
  const changes = useChanges();
  return (booked: Booked, isClosed: boolean, onUndone?: () => void): number | null => {
    const zone = stores.find(({ id }) => id === booked.storeId)?.timeZone ?? 'UTC';
    const isElsewhere = dateIn(zone, Date.parse(booked.start)) !== panel.returnsTo;
    const reading = panel.onBooked(booked, isClosed);
    const { course, how } = booked;
    const undoable = reading.then((records) => (records.some(({ updatedAt }) => updatedAt === null) ? [] : records));
    const text = course ? courseBookedText(course.length) : null;
    const number = changes.can.has('status') ? changes.addBooked(undoable, text, onUndone) : null;
    const hasRooms = stores.some(({ id, rooms }) => id === booked.storeId && rooms.length > 0);
    function show(records: readonly ReceivedAppointment[]) {
      const [record = null] = records;
      const canUndo = number !== null && record !== null && records.every(({ updatedAt }) => updatedAt !== null);
      const actions = {
        onUndo: canUndo ? () => changes.undo(number) : null,
        onShow: isElsewhere ? () => panel.onShow(booked) : null,
      };
      showNotice(
        course
          ? courseNotice({ booked, course, how, records, zone, hasRooms, ...actions })
          : bookedNotice({
              ...{ booked, how, record, stores, employees, pets },
              clashes: record === null ? [] : clashesOf(record, loaded).map(({ other }) => other),
              isPlaced: canPlace(session.capabilities),
              ...actions,
            }),
      );
    }
    show([]);
    void reading.then((records) => (records.length > 0 ? show(records) : undefined));
    return number;
  };
}
