import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { holdTyping } from '#app/browser/hold-typing.ts';
import { localStore, sessionStore } from '#app/browser/storage.ts';
import type { BoardChanges } from '#app/features/board/board-changes.ts';
import type { BoardChange, BookingPlace } from '#app/features/board/board-screen.tsx';
import type { BoardDensity } from '#app/features/board/board-views.ts';
import { useChangeDispatcher } from '#app/features/change/change-dispatcher.ts';
import { boardApi } from '#app/routes/board-api.ts';
import { type BoardSearch, bookingParams } from '#app/routes/board-search.ts';
import { keepInTab, savePreferences } from '#app/routes/preferences.ts';
import { useDesk } from '#app/routes/use-desk.ts';

/** The actions of the board. Each changes the address; choices such as view and density are saved as preferences, too. */
export function useBoardActions(onDensity: (density: BoardDensity) => void) {
  const companyId = useDesk().company.id;
  const navigate = useNavigate({ from: '/' });
  const detailsAreOpen = boardApi.useSearch({ select: ({ appointment }) => appointment !== undefined });
  const detailsOpen = useRef(false);
  useEffect(() => {
    detailsOpen.current = detailsAreOpen;
  });
  return useMemo(
    () => ({
      change({ date, view, stores, filters, hide, density }: BoardChange) {
        if (density !== undefined) {
          savePreferences(localStore, { density });
          onDensity(density);
          return;
        }
        // Only choices of the user are preferences, not values from a link or a command.
        if (view !== undefined) savePreferences(localStore, { view });
        if (stores !== undefined) {
          savePreferences(localStore, { companyId, storeIds: stores });
          keepInTab(sessionStore, { companyId, storeIds: stores });
        }
        const next: Partial<BoardSearch> = {
          ...(date === undefined ? {} : { date }),
          ...(view === undefined ? {} : { view }),
          ...(stores === undefined ? {} : { store: stores }),
          ...(filters?.statuses === undefined ? {} : { status: [...filters.statuses] }),
          ...(filters?.vets === undefined ? {} : { vet: [...filters.vets] }),
          ...(filters?.types === undefined ? {} : { type: [...filters.types] }),
          ...(filters?.text === undefined ? {} : { q: filters.text || undefined }),
          ...(hide === undefined ? {} : { hide: hide || undefined }),
          // Open details belong to the days on the screen.
          ...(date === undefined && stores === undefined ? {} : { appointment: undefined }),
        };
        // Replaces the history entry for filters, so that each letter does not add one.
        void navigate({ search: (before) => ({ ...before, ...next }), replace: filters !== undefined });
      },
      open(id: string | undefined) {
        void navigate({
          search: (before) => ({ ...before, appointment: id }),
          // Replaces the history entry where details are open already.
          replace: id !== undefined && detailsOpen.current,
        });
      },
      book(place: BookingPlace) {
        holdTyping();
        void navigate({
          search: (before) => ({
            ...before,
            ...bookingParams,
            new: true,
            bookStore: place.storeId,
            bookRoom: place.roomId,
            bookVet: place.employeeId,
            start: place.start,
            end: place.end,
          }),
        });
      },
      closeBooking() {
        void navigate({ search: (before) => ({ ...before, ...bookingParams }) });
      },
      /** Puts what is shown into the address, in place of what it lacks and of what does not exist. */
      settle(shown: Partial<BoardSearch>) {
        void navigate({ search: (before) => ({ ...before, company: companyId, ...shown }), replace: true });
      },
    }),
    [navigate, companyId, onDensity],
  );
}

/** The changes of appointments that the board offers; each is dispatched to the change engine. */
export function useBoardChanges(onFocus: (appointmentId: string) => void): BoardChanges {
  const { changeable } = useDesk();
  const dispatcher = useChangeDispatcher();
  return useMemo(
    () => ({
      can: changeable,
      onPrepare: () => {
        if (changeable.size > 0) dispatcher.prepare();
      },
      onChange: (appointment, changes) => dispatcher.dispatch({ kind: 'change', appointment, changes }),
      onNextStatus: (appointment) => dispatcher.dispatch({ kind: 'next-status', appointment }),
      onStatusMenu: (appointment, at) => dispatcher.dispatch({ kind: 'status-menu', appointment, at }),
      onMove: (appointment, columns) =>
        dispatcher.dispatch({ kind: 'move', appointment, columns, onEnd: () => onFocus(appointment.id) }),
      onUndo: () => {
        if (dispatcher.isWanted()) dispatcher.dispatch({ kind: 'undo' });
      },
      warningsOf: dispatcher.warningsOf,
    }),
    [changeable, dispatcher, onFocus],
  );
}
