import { dateIn } from '#app/components/day-clock.ts';
import { zoneOfStore } from '#app/features/board/board-columns.ts';
import type { BoardFilters } from '#app/features/board/board-filters.ts';
import type { BoardScreenView } from '#app/features/board/board-header.tsx';
import type { BoardSearch } from '#app/routes/board-search.ts';
import type { Remembered } from '#app/routes/remembered.ts';
import type { ReceivedStore } from '#contract/received.ts';

/** What the board shows, every gap of the address filled in. */
export interface BoardChoice {
  date: string;
  today: string;
  view: BoardScreenView;
  stores: readonly ReceivedStore[];
  filters: BoardFilters;
  hide: boolean;
}

interface ChoiceInput {
  search: BoardSearch;
  remembered: Remembered;
  stores: readonly ReceivedStore[];
  fallbackZone: string;
  /** Milliseconds since 1970. */
  now: number;
}

function chosen(stores: readonly ReceivedStore[], ids: readonly string[] | undefined): ReceivedStore[] {
  return ids ? stores.filter((store) => ids.includes(store.id)) : [];
}

/** The stores of the address, else the last chosen ones, else the first; a store that is not there is passed over. */
export function chooseBoard({ search, remembered, stores, fallbackZone, now }: ChoiceInput): BoardChoice {
  const candidates = [chosen(stores, search.store), chosen(stores, remembered.storeIds), stores.slice(0, 1)];
  const shown = candidates.find((list) => list.length > 0) ?? [];
  const first = shown[0];
  const today = dateIn(first ? zoneOfStore(first, fallbackZone) : fallbackZone, now);
  return {
    date: search.date ?? today,
    today,
    view: search.view ?? remembered.view,
    stores: shown,
    filters: {
      statuses: search.status ?? [],
      vets: search.vet ?? [],
      types: search.type ?? [],
      text: search.q ?? '',
    },
    hide: search.hide ?? false,
  };
}
