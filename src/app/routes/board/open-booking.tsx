import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { boardSearchSchema, bookingParams } from '#app/addresses/board-search.ts';
import { useApi } from '#app/api/api-client.ts';
import { findLoadedAppointment } from '#app/api/appointment-store.ts';
import { endpointQuery } from '#app/api/queries.ts';
import { isTyping } from '#app/browser/is-typing.ts';
import { lazy } from '#app/components/lazy.tsx';
import { createDialogFrame } from '#app/components/loading-frame.tsx';
import { toAppointment, useOnlineRequests } from '#app/days/online-requests.ts';
import { useBoard } from '#app/features/board/board-context.ts';
import { BookingPanel } from '#app/features/booking/booking-panel.tsx';
import type { PanelProps, WaitingListPrefill } from '#app/features/booking/panel-props.ts';
import type { BookedAppointment } from '#app/features/booking/submit-booking.ts';
import { useCachedReference } from '#app/session/cached-reference.tsx';
import { useDesk, type useReference } from '#app/session/use-desk.ts';
import { texts } from '#app/text/shared-texts.ts';
import { calls } from '#contract/calls.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { ReceivedOnlineRequest } from '#contract/received-online-booking.ts';
import { addDays, dateIn, zoneOfAppointment } from '#scheduling/calendar-day.ts';
import { useCurrentSearch } from './use-current-search.ts';

const PutOnList = lazy({
  load: () => import('#app/features/waiting/waiting-list-dialog.tsx').then((module) => module.WaitingListDialog),
  Fallback: createDialogFrame(() => texts.putOnWaitingList),
});

interface OpenBookingProps extends Pick<PanelProps, 'freshness' | 'isPage' | 'onDraft' | 'onClose'> {
  reference: ReturnType<typeof useReference>;
  /** Shows another day for as long as the panel is open. */
  onDay: (day: string) => void;
  onFocus: (id: string) => void;
}

/** The booking panel that the URL opens. It also decides which day the calendar shows after the panel is closed. */
export function OpenBooking({ onFocus, onDay, ...props }: OpenBookingProps) {
  const { board, choice } = useBoard();
  const { date, today, storeIds: shownStoreIds } = choice;
  const router = useRouter();
  const { session, company, fallbackZone } = useDesk();
  const search = useCurrentSearch();
  const { placed } = useLocation().state;
  const navigate = useNavigate({ from: '/' });
  const { bookPhone } = search;
  const [phone, setPhone] = useState(bookPhone);
  if (bookPhone !== undefined && bookPhone !== phone) setPhone(bookPhone);
  useEffect(() => {
    // A client's phone number is removed from the URL, since browsers store URLs.
    if (bookPhone !== undefined)
      void navigate({ search: (before) => ({ ...before, bookPhone: undefined }), replace: true });
  }, [bookPhone, navigate]);

  const [waiting, setWaiting] = useState<WaitingListPrefill | null>(null);
  const canWait = session.capabilities.createWaitingListEntry?.idempotent === true;
  const request = useRequestToBook(search.request);
  const rescheduledAppointment = useRescheduledAppointment(search.move);
  const movedAppointment = request?.appointment ?? rescheduledAppointment;
  const desk = { company, fallbackZone };
  const dayOf = (appointment: Pick<ReceivedAppointment, 'storeId' | 'start'>) =>
    dateIn(zoneOfAppointment(appointment, desk), Date.parse(appointment.start));
  const firstDay =
    search.start?.slice(0, 10) ??
    (movedAppointment ? dayOf(movedAppointment) : null) ??
    nextDay(search.bookAfter) ??
    date;
  const isTimed = search.start !== undefined || movedAppointment !== null;
  // The panel opens on a day in the past only if a time on it was clicked, or an appointment on it is moved.
  const initialDay = search.walkin || (firstDay < today && !isTimed) ? today : firstDay;
  const onOpened = useEffectEvent(() => {
    if (search.back === undefined && initialDay !== date) onDay(initialDay);
  });
  const openingKey = `${search.move} ${search.request} ${search.walkin} ${movedAppointment?.id}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each opening.
  useEffect(() => onOpened(), [openingKey]);

  function onBooked(booked: BookedAppointment) {
    if (search.from !== undefined) return router.history.replace(search.from);
    const returnsTo = search.back ?? date;
    void navigate({
      search: (before) => ({
        ...before,
        ...bookingParams,
        // The details of another appointment, which were open before, do not come back under the pointer.
        appointment: undefined,
        ...(returnsTo === date ? {} : { date: returnsTo }),
        ...(shownStoreIds.includes(booked.storeId) ? {} : { store: [...shownStoreIds, booked.storeId] }),
      }),
    });
  }

  function onUndone({ id, series }: BookedAppointment) {
    const { appointment: open } = boardSearchSchema.parse(router.latestLocation.search);
    if ((series ?? [{ id }]).some((one) => one.id === open))
      void navigate({ search: (before) => ({ ...before, appointment: undefined }), replace: true });
  }

  function onMoved(start: number) {
    if (search.from !== undefined) return router.history.replace(search.from);
    const returnsTo = search.back ?? date;
    const hasLeftDay =
      movedAppointment !== null && dateIn(zoneOfAppointment(movedAppointment, desk), start) !== returnsTo;
    void navigate({
      search: (before) => ({
        ...before,
        ...bookingParams,
        ...(returnsTo === date ? {} : { date: returnsTo }),
        // Open details belong to the day that the appointment has left, so they are closed.
        ...(hasLeftDay ? { appointment: undefined } : {}),
      }),
    });
  }

  function onShow(booked: BookedAppointment) {
    void navigate({ search: (before) => ({ ...before, ...bookingParams, date: dayOf(booked) }) });
    onFocus(booked.id);
  }

  if ((search.move ?? search.request) !== undefined && movedAppointment === null) return null;
  const goToWaitingList = () => void navigate({ to: '/waiting', search: { company: company.id } });
  return (
    <>
      <BookingPanel
        {...props}
        {...{ onDay, onBooked, onUndone, onMoved, onShow }}
        selectedPlaceId={placed}
        onFocus={({ id }) => {
          // The focus does not move if the person has moved on, for example to a panel for the next caller.
          if (!router.state.location.search.new && !isTyping()) onFocus(id);
        }}
        purpose={
          request ??
          (movedAppointment
            ? { kind: 'move', appointment: movedAppointment }
            : { kind: search.walkin ? 'walk-in' : 'new' })
        }
        columns={board.columns}
        // The panel shows this day even before the calendar does.
        day={search.back === undefined ? initialDay : date}
        today={today}
        returnsTo={search.back ?? date}
        after={search.bookAfter ?? null}
        onWait={canWait ? setWaiting : null}
        awayId={search.away ?? null}
        isForWaitingList={canWait && search.wait === true}
        // A waiting list entry has no time that the calendar could show.
        {...(canWait && search.wait ? { onDraft: ignoreDraft } : {})}
        onLater={() => void navigate({ search: (before) => ({ ...before, walkin: undefined }), replace: true })}
        prefill={{
          petId: search.pet,
          storeId: search.bookStore,
          shownStoreId: shownStoreIds[0],
          roomId: search.bookRoom,
          employeeId: search.bookVet,
          visitTypeId: search.bookType,
          start: search.start,
          end: search.end,
          phone,
        }}
      />
      {waiting ? (
        <PutOnList
          pet={waiting.pet}
          wish={waiting}
          onShow={goToWaitingList}
          onDone={() => {
            waiting.onDone();
            if (search.wait) goToWaitingList();
          }}
          onClose={() => setWaiting(null)}
        />
      ) : null}
    </>
  );
}

const ignoreDraft = () => undefined;

function nextDay(date: string | undefined): string | null {
  return date === undefined ? null : addDays(date, 1);
}

/**
 * Returns the online request with this id, to be booked with another time, vet or room; null until it is loaded. It stays as it
 * was when it was first loaded, because an answered request is no longer loaded.
 */
function useRequestToBook(id: string | undefined) {
  const { open } = useOnlineRequests({ enabled: id !== undefined });
  const { directory } = useCachedReference();
  const [first, setFirst] = useState<ReceivedOnlineRequest | null>(null);
  const found = open.find((one) => one.id === id);
  if (found && first?.id !== id) setFirst(found);
  const request = first?.id === id ? first : found;
  if (request === undefined || request === null || id === undefined) return null;
  return { kind: 'move', request, appointment: toAppointment(request, directory.types) } as const;
}

/**
 * Returns the appointment with this id; null until it is loaded. It stays as it was when it was first loaded, because the
 * calendar may show another day by now.
 */
function useRescheduledAppointment(id: string | undefined): ReceivedAppointment | null {
  const api = useApi();
  const queryClient = useQueryClient();
  const { company } = useDesk();
  const { board } = useBoard();
  const [first, setFirst] = useState<ReceivedAppointment | null>(null);
  const loaded =
    id === undefined
      ? null
      : (board.appointments.find((one) => one.id === id) ?? findLoadedAppointment(queryClient, company.id, id));
  const read = useQuery({
    ...endpointQuery(api, calls.getAppointment, { companyId: company.id, id: id ?? '' }),
    enabled: id !== undefined && loaded === null && first?.id !== id,
  });
  const found = loaded ?? (read.data?.id === id ? read.data : undefined) ?? null;
  if (found !== null && first?.id !== found.id) setFirst(found);
  return id === undefined ? null : first?.id === id ? first : found;
}
