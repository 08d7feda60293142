import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { holdTyping } from '#app/browser/hold-typing.ts';
import { localStore } from '#app/browser/storage.ts';
import type { BoardChange, BookingPlace } from '#app/features/board/board-screen.tsx';
import type { BoardDensity } from '#app/features/board/board-views.ts';
import { boardApi } from '#app/routes/board-api.ts';
import { type BoardSearch, bookingParams } from '#app/routes/board-search.ts';
import { savePreferences } from '#app/routes/preferences.ts';
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
      change({ date, view, storeIds, filters, hide, density }: BoardChange) {
        if (density !== undefined) {
          savePreferences(localStore, { density });
          onDensity(density);
          return;
        }
        // What a link or a command brought is not a choice.
        if (view !== undefined) savePreferences(localStore, { view });
        if (storeIds !== undefined) savePreferences(localStore, { companyId, storeIds });
        const next: Partial<BoardSearch> = {
          ...(date === undefined ? {} : { date }),
          ...(view === undefined ? {} : { view }),
          ...(storeIds === undefined ? {} : { store: storeIds }),
          ...(filters?.statuses === undefined ? {} : { status: [...filters.statuses] }),
          ...(filters?.vets === undefined ? {} : { vet: [...filters.vets] }),
          ...(filters?.types === undefined ? {} : { type: [...filters.types] }),
          ...(filters?.text === undefined ? {} : { q: filters.text || undefined }),
          ...(hide === undefined ? {} : { hide: hide || undefined }),
          // The details that are open belong to the days on the screen.
          ...(date === undefined && storeIds === undefined ? {} : { appointment: undefined }),
        };
        // Typing in the search must not fill the way back.
        void navigate({ search: (before) => ({ ...before, ...next }), replace: filters !== undefined });
      },
      open(id: string | undefined) {
        void navigate({
          search: (before) => ({ ...before, appointment: id }),
          // Going from one to the next with the details open must not fill the way back.
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
      /** Leaves out of the address what it names and nobody knows. */
      mendLink(shownStoreIds: readonly string[]) {
        void navigate({
          search: (before) => ({ ...before, company: companyId, store: [...shownStoreIds] }),
          replace: true,
        });
      },
    }),
    [navigate, companyId, onDensity],
  );
}
