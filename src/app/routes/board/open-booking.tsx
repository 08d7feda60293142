import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { useBoard } from '#app/features/board/board-context.ts';
import { BookingPanel } from '#app/features/booking/booking-panel.tsx';
import { canPlace } from '#app/features/booking/booking-schema.ts';
import type { BookedInRoom } from '#app/features/booking/create/use-create-booking.ts';
import type { BookingPlace, DraftBooking } from '#app/scheduling/booking-place.ts';
import { dateIn, zoneOf } from '#app/scheduling/calendar-day.ts';
import { bookingParams } from '#app/session/board-search.ts';
import type { DayFreshness } from '#app/session/current-day.ts';
import { useLive } from '#app/session/live-state.ts';
import { useDesk, type useReference } from '#app/session/use-desk.ts';
import { showBooked } from './show-booked.ts';

const boardApi = getRouteApi('/desk/');

interface OpenBookingProps {
  reference: ReturnType<typeof useReference>;
  freshness: DayFreshness;
  /** Whether the form is a page of its own instead of a panel. */
  isPage: boolean;
  /** The place that was chosen on the board last. */
  place: BookingPlace | null;
  /** Passes what the form has to the board. */
  onDraft: (draft: DraftBooking | null) => void;
  onFocus: (id: string) => void;
  onClose: () => void;
}

/** The booking form that the address opens, and the board after a booking. */
export function OpenBooking({ onFocus, ...props }: OpenBookingProps) {
  const { markAsLocal } = useLive();
  const { board, choice } = useBoard();
  const { date, storeIds: shownStoreIds } = choice;
  const api = useApi();
  const queryClient = useQueryClient();
  const router = useRouter();
  const { session, company, fallbackZone } = useDesk();
  const search = boardApi.useSearch();
  const navigate = useNavigate({ from: '/' });
  const { bookPhone } = search;
  const [phone, setPhone] = useState(bookPhone);
  if (bookPhone !== undefined && bookPhone !== phone) setPhone(bookPhone);
  useEffect(() => {
    // A number of a client is not to stay in the address, which browsers store.
    if (bookPhone !== undefined)
      void navigate({ search: (before) => ({ ...before, bookPhone: undefined }), replace: true });
  }, [bookPhone, navigate]);

  /** Reads a booking back and shows it; the form is closed with it unless the user is doing something else by now. */
  function onBooked(booking: BookedInRoom, isClosed: boolean) {
    const rooms = company.stores.find(({ id }) => id === booking.storeId)?.rooms ?? [];
    const isPlaced = canPlace(session.capabilities) && rooms.some(({ id }) => id === booking.roomId);
    const unmark = markAsLocal(booking.id);
    const shown = showBooked(
      { api, queryClient, companyId: company.id },
      { ...booking, roomId: isPlaced ? booking.roomId : null },
    ).finally(unmark);
    if (isClosed) return shown;
    const bookedDate = dateIn(zoneOf(booking, { company, fallbackZone }), Date.parse(booking.start));
    void shown.then(() => {
      // Who has opened the form for the next caller is typing there.
      if (!router.state.location.search.new) onFocus(booking.id);
    });
    void navigate({
      search: (before) => ({
        ...before,
        ...bookingParams,
        ...(bookedDate === date ? {} : { date: bookedDate, appointment: undefined }),
        ...(shownStoreIds.includes(booking.storeId) ? {} : { store: [...shownStoreIds, booking.storeId] }),
      }),
    });
    return shown;
  }

  return (
    <BookingPanel
      {...props}
      columns={board.columns}
      prefill={{
        petId: search.pet,
        storeId: search.bookStore ?? shownStoreIds[0],
        roomId: search.bookRoom,
        employeeId: search.bookVet,
        visitTypeId: search.bookType,
        date,
        from: search.bookFrom,
        start: search.start,
        end: search.end,
        walkIn: search.walkin,
        phone,
      }}
      onBooked={onBooked}
    />
  );
}
