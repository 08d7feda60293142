import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import { type ApiClient, useApi } from '#app/api/api-client.ts';
import { listKeys } from '#app/api/appointment-store.ts';
import { cacheReturnedAppointment, dropOutdatedLists, searchAppointments } from '#app/api/appointments.ts';
import { type AppointmentChanges, useChanges } from '#app/changes/appointment-changes.ts';
import { showNotice } from '#app/components/show-notice.ts';
import { LiveContext, type LiveState } from '#app/days/live-state.ts';
import { readSeries } from '#app/days/series.ts';
import { type Desk, useDesk } from '#app/session/use-desk.ts';
import { calls } from '#contract/calls.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { dateIn } from '#scheduling/calendar-day.ts';
import { findAppointmentClashes } from '#scheduling/clashes.ts';
import { compareByStart } from '#scheduling/visit.ts';
import { bookedNotice } from './booked-notice.ts';
import { canAssignRoom } from './booking-values.ts';
import type { PanelLists } from './panel-props.ts';
import { seriesBookedText, seriesNotice } from './series-notice.ts';
import type { BookedAppointment } from './submit-booking.ts';
import type { BookedOutcome } from './use-submit-booking.ts';

/** What {@link createBookedHandler} needs from the desk and its providers. */
export interface BookedHandlerContext extends Pick<Desk, 'company' | 'session'> {
  api: ApiClient;
  queryClient: QueryClient;
  changes: Pick<AppointmentChanges, 'can' | 'addBooked' | 'undo'>;
  /** Null for a booking from the waiting list, which is made outside `LiveProvider`. */
  live: Pick<LiveState, 'markAsLocal'> | null;
}

interface BookedHandlerInput {
  lists: Pick<PanelLists, 'stores' | 'employees' | 'pets'>;
  /** The loaded appointments of the day, which the notice checks for clashes. */
  loaded: readonly ReceivedAppointment[];
  /**
   * The day that the calendar shows after the booking, `YYYY-MM-DD`; null for a booking from a page without a calendar.
   */
  returnsTo: string | null;
  /** Shows an appointment that was booked on another day. */
  onShow: (booked: BookedAppointment) => void;
}

/**
 * Returns a function to call after a booking: it reads the appointments back, adds them to the calendar and to the undo
 * history, and shows a notice. Passing `number` to `AppointmentChanges.undo` undoes the booking; `number` is null if it
 * cannot be undone. Once the booking has been added, `isOnCalendar` resolves to whether the calendar shows its day.
 */
export function useBookedHandler(input: BookedHandlerInput) {
  const { company, session } = useDesk();
  const api = useApi();
  const queryClient = useQueryClient();
  return createBookedHandler(
    { company, session, api, queryClient, changes: useChanges(), live: use(LiveContext) },
    input,
  );
}

/** Like {@link useBookedHandler}, for use outside components. */
export function createBookedHandler(
  { company, session, api, queryClient, changes, live }: BookedHandlerContext,
  { lists, loaded, returnsTo, onShow }: BookedHandlerInput,
) {
  const { stores, employees, pets } = lists;
  const mayAssignRooms = canAssignRoom(session.capabilities);
  return (booked: BookedOutcome, onUndone?: () => void): { number: number | null; isOnCalendar: Promise<boolean> } => {
    const store = stores.find(({ id }) => id === booked.storeId);
    const zone = store?.timeZone ?? 'UTC';
    const isPlaced = mayAssignRooms && store?.rooms.some(({ id }) => id === booked.roomId) === true;
    const unmarks = (booked.series ?? [booked]).flatMap(({ id }) => live?.markAsLocal(id) ?? []);
    const reading = readBackBooking(
      { api, queryClient, companyId: company.id },
      { ...booked, roomId: isPlaced ? booked.roomId : null },
    ).finally(() => {
      for (const unmark of unmarks) unmark();
    });
    const { series, how } = booked;
    const undoable = reading.then((records) => (records.some(({ updatedAt }) => updatedAt === null) ? [] : records));
    const text = series ? seriesBookedText(series.length) : null;
    const number = changes.can.has('status') ? changes.addBooked(undoable, text, onUndone) : null;
    const isElsewhere = dateIn(zone, Date.parse(booked.start)) !== returnsTo;
    function showBookedNotice(records: readonly ReceivedAppointment[]) {
      const [record = null] = records;
      const canUndo = number !== null && record !== null && records.every(({ updatedAt }) => updatedAt !== null);
      const actions = {
        onUndo: canUndo ? () => changes.undo(number) : null,
        onShow: isElsewhere ? () => onShow(booked) : null,
      };
      const hasRooms = store !== undefined && store.rooms.length > 0;
      showNotice(
        series
          ? seriesNotice({ booked, series, how, records, zone, hasRooms, ...actions })
          : bookedNotice({
              ...{ booked, how, record, stores, employees, pets },
              clashes: record === null ? [] : findAppointmentClashes(record, loaded).map(({ other }) => other),
              canAssignRooms: mayAssignRooms,
              ...actions,
            }),
      );
    }
    showBookedNotice([]);
    const isOnCalendar = reading.then((records) => {
      if (records.length > 0) showBookedNotice(records);
      return !isElsewhere;
    });
    return { number, isOnCalendar };
  };
}

interface ReadBackContext {
  api: ApiClient;
  queryClient: QueryClient;
  companyId: string;
}

/** `roomId` is the chosen room, or null if Frontdesk cannot move the booking there. */
type BookingToReadBack = Pick<BookedAppointment, 'id' | 'start' | 'storeId' | 'roomId' | 'series'>;

/**
 * Reads new bookings back and adds them to the loaded days immediately; returns none if they cannot be read yet. Each
 * `updatedAt` is that of the booking itself, or of the move to the chosen room, because Undo must notice changes that
 * someone else made before the booking was read back.
 */
export async function readBackBooking(
  { api, queryClient, companyId }: ReadBackContext,
  { id, start, storeId, roomId, series }: BookingToReadBack,
): Promise<readonly ReceivedAppointment[]> {
  const ids = (series ?? [{ id }]).map((one) => one.id);
  // Runs before the booking is read back, so that a list of appointments that is opened meanwhile already includes it.
  dropOutdatedLists(queryClient);
  try {
    const found =
      ids.length > 1
        ? await readSeries(api, companyId, id)
        : await searchAppointments(
            api,
            { companyId, storeIds: [storeId], filter: { start: { between: [start, start] } } },
            { purpose: 'recheck' },
          );
    const created = found.records.filter((candidate) => ids.includes(candidate.id)).sort(compareByStart);
    if (created.length < ids.length) throw new Error('The booking was not found yet.');
    const records: ReceivedAppointment[] = [];
    for (const one of created) {
      const record = roomId === null ? one : await moveToRoom(api, companyId, one, roomId);
      cacheReturnedAppointment(queryClient, companyId, record);
      records.push(isUnchanged(one) ? record : { ...record, updatedAt: one.createdAt });
    }
    return records;
  } catch {
    // Reloads the days, which include the booking either now or after the next poll.
    await queryClient.invalidateQueries({ queryKey: listKeys.days() });
    return [];
  }
}

/** Whether an appointment has not been changed since it was booked, as far as the practice system reports changes. */
const isUnchanged = ({ createdAt, updatedAt }: ReceivedAppointment) =>
  createdAt === null || updatedAt === null || instantOf(createdAt) === instantOf(updatedAt);

/** How long moving a booking into the chosen room may take, in milliseconds. */
const ROOM_CHANGE_TIMEOUT_MS = 8000;

/**
 * Moves the booking into the chosen room, or returns it unchanged if that fails. The notice of the booking then says
 * so.
 */
async function moveToRoom(
  api: ApiClient,
  companyId: string,
  created: ReceivedAppointment,
  roomId: string,
): Promise<ReceivedAppointment> {
  const { id, updatedAt } = created;
  if (created.roomId === roomId || updatedAt === null) return created;
  try {
    const change = { companyId, id, expectedUpdatedAt: updatedAt, roomId };
    return await api.call(calls.changeAppointment, change, { signal: AbortSignal.timeout(ROOM_CHANGE_TIMEOUT_MS) });
  } catch {
    return created;
  }
}
