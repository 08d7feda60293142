import { useNavigate, useRouter } from '@tanstack/react-router';
import type { Address } from '#app/components/app-link.tsx';
import type { PracticePart } from '#app/session/practice-parts.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { stringifySearchParams } from '#app/text/search-params.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { ALL_STORES } from '#scheduling/board-day.ts';
import { dateIn, zoneOfAppointment } from '#scheduling/calendar-day.ts';
import {
  findPlanOwner,
  formatTimeOwner,
  type PlanConflict,
  type TimeOwner,
} from '#scheduling/conflicting-appointments.ts';
import { type BoardSearch, boardSearchSchema, bookingParams } from './board-search.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * A new id for each place that is selected for the booking panel, so that selecting the same place again is noticed,
     * too.
     */
    placed?: string;
  }
}

interface RecallBooking {
  petId: string;
  visitTypeId: string;
  /** `YYYY-MM-DD` */
  date: string;
  /** Null if the store does not matter. */
  storeId: string | null;
}

type DatedAppointment = Pick<ReceivedAppointment, 'id' | 'start' | 'storeId'>;

/**
 * Returns functions that build the addresses of pages. The router's `buildLocation` is not used, because it takes
 * longer than rendering the link.
 */
export function useAddresses() {
  const navigate = useNavigate();
  const router = useRouter();
  const { company, fallbackZone } = useDesk();
  const boardAddress = (search: BoardSearch): Address => ({
    href: `/${stringifySearchParams(search)}`,
    go: () => void navigate({ to: '/', search }),
  });
  const search = { company: company.id };
  const dayOf = (record: DatedAppointment) =>
    dateIn(zoneOfAppointment(record, { company, fallbackZone }), Date.parse(record.start));
  const dateAndStoreOf = (record: DatedAppointment) => ({ date: dayOf(record), storeId: record.storeId });
  const vetAwayAddress = (
    vetId: string,
    from: string,
    { until, storeId }: { until?: string; storeId?: string | null } = {},
  ) =>
    boardAddress({
      ...{ company: company.id, date: from.slice(0, 10), view: 'vets', away: vetId, awayFrom: from },
      ...(until === undefined ? {} : { awayUntil: until }),
      ...(storeId ? { store: [storeId] } : {}),
    });
  const blockedTimeAddress = (owner: TimeOwner, { date, storeId }: { date: string; storeId: string | null }) =>
    boardAddress({
      ...{ company: company.id, date, view: 'rooms', blocked: formatTimeOwner(owner) },
      ...(storeId === null ? {} : { store: [storeId] }),
    });
  /**
   * The URL that opens the booking panel beside the calendar. The calendar stays as it is, apart from a store that is
   * added if it is not shown. From another page, it opens on `date`, and closing the panel returns to that page.
   */
  function panelAddress({ date, storeId }: { date: string; storeId: string | null }, purpose: BoardSearch): Address {
    const { pathname, href, search: shown } = router.latestLocation;
    const isOnBoard = pathname === '/';
    const boardState = isOnBoard ? boardSearchSchema.parse(shown) : { company: company.id, date };
    const { store = [] } = boardState;
    const isStoreShown = storeId === null || store === ALL_STORES || store.includes(storeId);
    return boardAddress({
      ...boardState,
      ...bookingParams,
      ...{ ...purpose, new: true, from: isOnBoard ? undefined : href },
      ...(isStoreShown ? {} : { store: [...store, storeId] }),
    });
  }
  return {
    board: boardAddress,
    /** The calendar on the appointment's day, with its store shown and its details open. */
    appointment: (record: DatedAppointment) =>
      boardAddress({
        company: company.id,
        date: dayOf(record),
        ...(record.storeId === null ? {} : { store: [record.storeId] }),
        appointment: record.id,
      }),
    /**
     * The panel for a vet who is away. It asks for how long, with `from` filled in, and then lists the vet's
     * appointments in that period; with `until`, it lists them directly. `from` and `until` are dates, or wall-clock
     * times in the plan's zone.
     */
    vetAway: vetAwayAddress,
    /** The calendar of a day with the list of appointments in a blocked room or store. */
    blocked: blockedTimeAddress,
    /**
     * The list of the appointments on the same day that conflict with the same part of the plan as this appointment;
     * null if the appointment has no such vet, room or store.
     */
    planConflict(conflict: PlanConflict, record: ReceivedAppointment): Address | null {
      const owner = findPlanOwner(conflict, record);
      const [date, { storeId }] = [dayOf(record), record];
      if (owner?.kind === 'person') return vetAwayAddress(owner.id, date, { until: date, storeId });
      return owner && blockedTimeAddress(owner, { date, storeId });
    },
    /**
     * The reschedule panel beside the calendar, which stays as it is. From another page, the calendar opens on the
     * appointment's day, with its store shown, and closing the panel returns to that page.
     */
    reschedule: (record: DatedAppointment) => panelAddress(dateAndStoreOf(record), { move: record.id }),
    /**
     * The panel that books a request from the web site at another time, with another vet or in another room; it opens
     * where `reschedule` does.
     */
    bookRequest: (request: DatedAppointment) => panelAddress(dateAndStoreOf(request), { request: request.id }),
    /**
     * The panel that books an appointment for a pet that is due again, on or after a date; it opens where `reschedule`
     * does.
     */
    bookRecall({ petId, visitTypeId, date, storeId }: RecallBooking): Address {
      const { pathname, search: shown } = router.latestLocation;
      const today = dateIn(zoneOfAppointment({ storeId }, { company, fallbackZone }), Date.now());
      const back = pathname === '/' ? (boardSearchSchema.parse(shown).date ?? today) : undefined;
      return panelAddress(
        { date, storeId },
        { date, back, pet: petId, bookType: visitTypeId, bookStore: storeId ?? undefined },
      );
    },
    /** The list of appointments with these filters. */
    appointments: (of: { from?: string; to?: string; status?: string[]; room?: string[] }): Address => ({
      href: `/appointments${stringifySearchParams({ ...search, ...of })}`,
      go: () => void navigate({ to: '/appointments', search: { ...search, ...of } }),
    }),
    /** The page of requests, or its list of the calls for the next open day. */
    requests: (of: { tab?: 'calls' } = {}): Address => ({
      href: `/requests${stringifySearchParams({ ...search, ...of })}`,
      go: () => void navigate({ to: '/requests', search: { ...search, ...of } }),
    }),
    /** The waiting list, or the pets that are due again. */
    waiting: (of: { tab?: 'due' } = {}): Address => ({
      href: `/waiting${stringifySearchParams({ ...search, ...of })}`,
      go: () => void navigate({ to: '/waiting', search: { ...search, ...of } }),
    }),
    clients: (): Address => ({
      href: `/clients${stringifySearchParams(search)}`,
      go: () => void navigate({ to: '/clients', search }),
    }),
    practice: (part: PracticePart): Address => ({
      href: `/practice${stringifySearchParams({ ...search, part })}`,
      go: () => void navigate({ to: '/practice', search: { ...search, part } }),
    }),
    pet: (petId: string): Address => ({
      href: `/pets/${encodeURIComponent(petId)}${stringifySearchParams(search)}`,
      go: () => void navigate({ to: '/pets/$petId', params: { petId }, search }),
    }),
    /** The page of a client; `edit` is the form that is open on it. */
    client: (clientId: string, edit?: string): Address => ({
      href: `/clients/${encodeURIComponent(clientId)}${stringifySearchParams({ ...search, edit })}`,
      go: () => void navigate({ to: '/clients/$clientId', params: { clientId }, search: { ...search, edit } }),
    }),
  };
}
