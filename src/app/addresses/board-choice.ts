import { type DeskCompany, storesOf } from '#app/api/directory.ts';
import { type ScreenSpace, useScreenSpace } from '#app/browser/screen-space.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { useStableReference } from '#app/browser/use-stable-reference.ts';
import { useTabPreferences } from '#app/session/preferences.ts';
import { useDesk } from '#app/session/use-desk.ts';
import type { ReceivedStore } from '#contract/received.ts';
import {
  type BoardChoiceInput,
  type BoardView,
  completeBoardChoice,
  readDateParam,
  readViewParam,
  type StoreChoice,
} from '#scheduling/board-day.ts';
import { type BoardFilters, type BoardSearch, isCalendar, storeIdsIn, UNASSIGNED } from './board-search.ts';

/** The last choices in this browser. */
type BoardPreferences = BoardChoiceInput['preferences'];

/** The initial view if nothing was chosen yet. */
const DEFAULT_VIEW: Readonly<Record<ScreenSpace, BoardView>> = {
  roomy: 'rooms',
  narrow: 'list',
  cramped: 'list',
};

/** What the board shows: as the URL says or, where it says nothing, according to the preferences and defaults. */
export interface BoardChoice {
  date: string;
  today: string;
  view: BoardView;
  /** Whether the list is shown because the screen has no room for the chosen calendar. */
  calendarUnavailable: boolean;
  stores: readonly ReceivedStore[];
  /** The stores as the URL names them. */
  storeChoice: StoreChoice;
  filters: BoardFilters;
  /** The vet whose week is shown; null for the week of a store. */
  vetOfWeek: string | null;
}

interface ChoiceInput extends BoardChoiceInput {
  search: BoardSearch;
  preferences: BoardPreferences;
  space: ScreenSpace;
}

/**
 * The chosen view, or the default view for the size of the screen. On a screen without room for a calendar, the list
 * replaces a view with columns of hours.
 */
function chooseView(space: ScreenSpace, choice: BoardView | null): Pick<BoardChoice, 'view' | 'calendarUnavailable'> {
  const view = choice ?? DEFAULT_VIEW[space];
  const calendarUnavailable = space === 'cramped' && isCalendar(view);
  return { view: calendarUnavailable ? 'list' : view, calendarUnavailable };
}

/** Completes the URL as {@link completeBoardChoice} does, and chooses a view that fits the screen. */
export function chooseBoard(input: ChoiceInput): BoardChoice {
  const { search, space } = input;
  const day = completeBoardChoice(input);
  const { view, calendarUnavailable } = chooseView(space, day.view);
  const [vet, ...otherVets] = search.vet ?? [];
  return {
    ...day,
    view,
    calendarUnavailable,
    filters: {
      statuses: search.status ?? [],
      vets: search.vet ?? [],
      types: search.type ?? [],
      rooms: view === 'week' ? (search.room ?? []) : [],
      text: search.q ?? '',
      now: search.now ?? null,
    },
    vetOfWeek: view === 'week' && otherVets.length === 0 && vet !== UNASSIGNED ? (vet ?? null) : null,
  };
}

/**
 * The number of stores in the URL that do not exist, and whether its date and its view are invalid. If the practice
 * system lists no stores, any store may exist, so none is counted.
 */
export function findMissingParts(
  search: BoardSearch,
  { storesListed, stores }: Pick<DeskCompany, 'storesListed' | 'stores'>,
): { stores: number; date: boolean; view: boolean } {
  return {
    stores: storesListed ? storeIdsIn(search).filter((id) => stores.every((store) => store.id !== id)).length : 0,
    date: search.date !== readDateParam(search),
    view: search.view !== readViewParam(search),
  };
}

/**
 * The URL of what is shown. It includes the stores and a view, so that a reload and a copied link give the same screen,
 * and omits whatever does not exist. Null if the URL already has this form.
 *
 * @param view The view for a URL without one; null to omit the view, so that it is chosen to fit the screen
 */
export function canonicalizeSearch(
  search: BoardSearch,
  { storeChoice, view: otherView }: { storeChoice: StoreChoice; view: BoardView | null },
): BoardSearch | null {
  const date = readDateParam(search);
  const view = readViewParam(search) ?? otherView ?? undefined;
  const isCanonical = search.date === date && search.view === view && String(search.store) === String(storeChoice);
  return isCanonical ? null : { ...search, date, view, store: storeChoice };
}

interface BoardChoiceContext {
  /** Stores that the company does not list, but that appear in appointments. */
  seenStoreIds?: readonly string[];
  preferences?: BoardPreferences;
}

const NO_IDS: readonly string[] = [];

/**
 * What the board shows at a URL, all stores that it could show, whether the screen is cramped, and the current minute.
 */
export function useBoardChoice(search: BoardSearch, { seenStoreIds = NO_IDS, preferences }: BoardChoiceContext = {}) {
  const { company, fallbackZone } = useDesk();
  const space = useScreenSpace();
  const now = useMinute();
  const allStores = storesOf(company, [...storeIdsIn(search), ...seenStoreIds]);
  const tabPreferences = useTabPreferences();
  const choice = chooseBoard({
    preferences: preferences ?? tabPreferences,
    ...{ search, company, stores: allStores, fallbackZone, space, now },
  });
  // If only the time has changed, the object stays the same, so that nothing that depends on it is rendered again.
  return { ...useStableReference({ ...choice, allStores, isCramped: space === 'cramped' }), now };
}
