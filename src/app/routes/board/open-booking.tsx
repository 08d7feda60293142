import { t } from '@lingui/core/macro';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useApi } from '#app/api/api-client.ts';
import type { DayFreshness } from '#app/api/appointments.ts';
import { sessionQueries } from '#app/api/session.ts';
import { discardKeystrokes } from '#app/browser/keystroke-buffer.ts';
import { localStore } from '#app/browser/storage.ts';
import { Button } from '#app/components/button.tsx';
import { type Booked, showBooked } from '#app/desk/show-booked.ts';
import type { DrawnDraft } from '#app/features/board/board-views.ts';
import { eventsOfDraft } from '#app/features/board/calendar/draft-events.ts';
import { BookingDialog } from '#app/features/booking/booking-dialog.tsx';
import { BookingFrame } from '#app/features/booking/booking-frame.tsx';
import { canPlace, canRegisterClients } from '#app/features/booking/booking-schema.ts';
import type { BookingPlace, DraftBooking, PlaceColumn } from '#app/scheduling/booking-place.ts';
import { dateIn, zoneOfStore } from '#app/scheduling/calendar-day.ts';
import { useAddresses } from '#app/session/addresses.ts';
import { bookingParams } from '#app/session/board-search.ts';
import { readPreferences } from '#app/session/preferences.ts';
import { useDesk, type useReference } from '#app/session/use-desk.ts';
import { words } from '#app/text/shared-texts.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

const boardApi = getRouteApi('/desk/');

interface OpenBookingProps {
  reference: ReturnType<typeof useReference>;
  date: string;
  shownStoreIds: readonly string[];
  /** The columns of the board, in which free starts are shown. */
  columns: readonly PlaceColumn[];
  freshness: DayFreshness;
  /** Whether the form is a page of its own instead of a panel. */
  isPage: boolean;
  /** The place that was chosen on the board last. */
  place: BookingPlace | null;
  /** Tells the board what the form has. */
  onDraft: (draft: DrawnDraft | null) => void;
  markAsLocal: (id: string) => () => void;
  onFocus: (id: string) => void;
  onClose: () => void;
}

function failedOf(queries: readonly UseQueryResult[]): UseQueryResult | undefined {
  return queries.find((query) => query.isError && query.data === undefined);
}

/** The booking form that the address opens, or why it cannot be shown. */
export function OpenBooking(props: OpenBookingProps) {
  const { reference, date, shownStoreIds, columns, freshness, markAsLocal, onFocus, onClose } = props;
  const frame = { isPage: props.isPage, onClose };
  const { onDraft: tell } = props;
  const onDraft = useCallback(
    (draft: DraftBooking | null) => tell(draft && { ...draft, eventsOf: eventsOfDraft }),
    [tell],
  );
  const { company, bookingRefusal } = useDesk();
  const { enums, employees, types, directory } = reference;
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
  const router = useRouter();
  const session = useQuery(sessionQueries.current(useApi()));
  const booked = useBooked(company.id, markAsLocal);
  const addresses = useAddresses();

  const [{ bookingStatus }] = useState(() => readPreferences(localStore));
  const stores = useMemo(
    () => company.stores.map((store) => ({ ...store, timeZone: zoneOfStore(store, directory.fallbackZone) })),
    [company, directory.fallbackZone],
  );

  const failed = failedOf([enums, employees, types]);
  // A form that is open stays: what was typed into it can be read, and its refusal is told in it.
  const [wasOpen, setWasOpen] = useState(false);
  const explanation =
    (wasOpen ? null : bookingRefusal) ??
    (stores.length === 0 ? t`The practice system lists no store to book in.` : null);
  const noField = explanation !== null || failed !== undefined;
  useEffect(() => {
    if (noField) discardKeystrokes();
  }, [noField]);
  if (noField) {
    return (
      <BookingFrame {...frame}>
        <div className="flex flex-wrap items-center gap-2 p-4 text-sm">
          <p>{explanation ?? t`The visit types or the staff could not be loaded.`}</p>
          {explanation === null ? (
            <Button compact onClick={() => void failed?.refetch()}>
              {words.tryAgain}
            </Button>
          ) : null}
        </div>
      </BookingFrame>
    );
  }
  // Drafts belong to a person: a restored session is reloaded first, unless it cannot be just now.
  const isTried = session.failureCount > 0 || session.errorUpdateCount > 0;
  const unsure = session.isFetching && session.dataUpdatedAt === 0 && !isTried;
  if (unsure || !session.data || !enums.data || !employees.data || !types.data) {
    return (
      <BookingFrame {...frame}>
        <p role="status" className="p-4 text-sm text-muted">
          {t`Loading the form…`}
        </p>
      </BookingFrame>
    );
  }

  if (!wasOpen) setWasOpen(true);
  const { capabilities } = session.data;
  return (
    <BookingDialog
      key={`${session.data.person} ${search.pet} ${search.walkin} ${phone}`}
      companyId={company.id}
      person={session.data.person}
      capabilities={capabilities}
      stores={stores}
      enums={enums.data}
      employees={employees.data.records}
      appointmentTypes={types.data.records}
      pets={directory.pets}
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
        status: bookingStatus,
        phone,
        registers: canRegisterClients(capabilities),
      }}
      columns={columns}
      freshness={freshness}
      {...frame}
      place={props.place}
      petPage={addresses.pet}
      onDraft={onDraft}
      onBooked={(appointment, closed) => {
        const inStore = company.stores.find(({ id }) => id === appointment.storeId)?.rooms ?? [];
        const isPlaced = canPlace(capabilities) && inStore.some(({ id }) => id === appointment.roomId);
        const placed = booked({ ...appointment, roomId: isPlaced ? appointment.roomId : null });
        // Where the form was closed meanwhile, the user is doing something else by now.
        if (closed) return placed;
        const store = stores.find(({ id }) => id === appointment.storeId);
        const zone = store?.timeZone ?? directory.fallbackZone;
        const bookedDate = dateIn(zone, Date.parse(appointment.start));
        const shown = shownStoreIds.includes(appointment.storeId);
        void placed.then(() => {
          // Who has opened the form for the next caller is typing there.
          if (!router.state.location.search.new) onFocus(appointment.id);
        });
        void navigate({
          search: (before) => ({
            ...before,
            ...bookingParams,
            ...(bookedDate === date ? {} : { date: bookedDate, appointment: undefined }),
            ...(shown ? {} : { store: [...shownStoreIds, appointment.storeId] }),
          }),
        });
        return placed;
      }}
    />
  );
}

/** Reads back a new booking and puts it on the board at once; null where it cannot be read yet. */
function useBooked(companyId: string, markAsLocal: (id: string) => () => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useCallback(
    async (booked: Booked): Promise<ReceivedAppointment | null> => {
      const isBooked = markAsLocal(booked.id);
      return showBooked({ api, queryClient, companyId }, booked).finally(isBooked);
    },
    [api, queryClient, companyId, markAsLocal],
  );
}
