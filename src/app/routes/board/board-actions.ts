import { useNavigate, useRouter } from '@tanstack/react-router';
import {
  awayParams,
  type BoardDensity,
  type BoardSearch,
  boardSearchSchema,
  bookingParams,
} from '#app/addresses/board-search.ts';
import { newId } from '#app/browser/new-id.ts';
import { localStore, sessionStore } from '#app/browser/storage.ts';
import type { BoardChange } from '#app/features/board/board-context.ts';
import { savePreferences, saveStores } from '#app/session/preferences.ts';
import { useDesk } from '#app/session/use-desk.ts';
import type { BookingPlace } from '#scheduling/booking-place.ts';

/** The actions of the board. Each changes the URL; choices such as view and density are also saved as preferences. */
export function useBoardActions(onDensity: (density: BoardDensity) => void, today: string) {
  const companyId = useDesk().company.id;
  const navigate = useNavigate({ from: '/' });
  const router = useRouter();
  // Read from the router, since rendering may lag behind the URL: a key pressed right after Escape must find the form
  // closed.
  const latestSearch = () => boardSearchSchema.parse(router.latestLocation.search);
  /** The day to return to: the day that was shown when the open panel was opened; undefined if no panel is open. */
  const dayToReturnTo = () => {
    const { new: isOpen, back, date = today } = latestSearch();
    return isOpen ? (back ?? date) : undefined;
  };
  return {
    change({ date, view, stores, filters, density }: BoardChange) {
      if (density !== undefined) {
        savePreferences(localStore, { density });
        onDensity(density);
        return;
      }
      // Only choices of the user are preferences, not values from a link or a command.
      if (view !== undefined) savePreferences(localStore, { view });
      if (stores !== undefined) saveStores(localStore, sessionStore, { companyId, storeIds: stores });
      const next: Partial<BoardSearch> = {
        ...(date === undefined ? {} : { date }),
        ...(view === undefined ? {} : { view }),
        ...(stores === undefined ? {} : { store: stores }),
        ...(filters?.statuses === undefined ? {} : { status: [...filters.statuses] }),
        ...(filters?.vets === undefined ? {} : { vet: [...filters.vets] }),
        ...(filters?.types === undefined ? {} : { type: [...filters.types] }),
        ...(filters?.rooms === undefined ? {} : { room: [...filters.rooms] }),
        ...(filters?.text === undefined ? {} : { q: filters.text || undefined }),
        ...(filters?.now === undefined ? {} : { now: filters.now ?? undefined }),
        // Open details belong to the days on the screen, so another day or store closes them.
        ...(date === undefined && stores === undefined ? {} : { appointment: undefined }),
      };
      // A change of filters alone replaces the history entry, so that typing does not add an entry for each letter.
      void navigate({
        search: (before) => ({ ...before, ...next, ...(date === undefined ? {} : { back: dayToReturnTo() }) }),
        replace: filters !== undefined && view === undefined,
      });
    },
    /** Shows another day for as long as the panel is open. */
    showDay(date: string) {
      void navigate({ search: (before) => ({ ...before, date, back: dayToReturnTo() }), replace: true });
    },
    open(id: string | undefined) {
      void navigate({
        search: (before) => ({ ...before, appointment: id }),
        // If details are already open, the history entry is replaced.
        replace: id !== undefined && latestSearch().appointment !== undefined,
      });
    },
    /**
     * Opens the booking form at a place. If the form is already open, its input stays, and its place and time change;
     * without a time, only the focus moves to its first field.
     */
    book({ storeId, roomId, employeeId, start, end, walkIn }: BookingPlace) {
      const isBooking = latestSearch().new === true;
      const isNew = !isBooking || walkIn === true;
      void navigate({
        search: (before) => ({
          ...before,
          ...(isNew ? { ...bookingParams, new: true } : {}),
          ...(isBooking ? { appointment: undefined } : {}),
          ...(isNew || start !== undefined ? { walkin: walkIn } : {}),
          ...{ bookStore: storeId, bookRoom: roomId, bookVet: employeeId, start, end },
          ...(start === undefined
            ? {}
            : { date: start.slice(0, 10), back: dayToReturnTo() ?? latestSearch().date ?? today }),
        }),
        replace: isBooking,
        state: { placed: newId() },
      });
    },
    /** Opens the panel for a vet who is away from a date on. */
    openAway(vetId: string, from: string) {
      const opened = { away: vetId, awayFrom: from, appointment: undefined };
      void navigate({ search: (before) => ({ ...before, ...bookingParams, ...awayParams, ...opened }) });
    },
    /** Shows the appointments in the time that a vet is away; if `until` is null, the panel asks for the time. */
    showAway({ from, until }: { from: string; until: string | null }) {
      const shown = { awayFrom: from, awayUntil: until ?? undefined };
      void navigate({ search: (before) => ({ ...before, ...shown }), replace: true });
    },
    /** Closes the panel for a vet who is away, or the list of a blocked room or store. */
    closeAway() {
      void navigate({ search: (before) => ({ ...before, ...bookingParams, ...awayParams, appointment: undefined }) });
    },
    closeBooking() {
      const { back, date, from } = latestSearch();
      if (from !== undefined) return router.history.replace(from);
      void navigate({ search: (before) => ({ ...before, ...bookingParams, date: back ?? date }) });
    },
  };
}
