import type { DeskCompany } from '#app/api/directory.ts';
import type { ScreenSpace } from '#app/browser/screen-space.ts';
import {
  ALL_STORES,
  type BoardScreenView,
  boardScreenViews,
  type StoreChoice,
} from '#app/features/board/board-views.ts';
import type { BoardView } from '#app/features/board/model/board-columns.ts';
import { type BoardFilters, UNASSIGNED } from '#app/features/board/model/board-filters.ts';
import { regionWeekday } from '#app/language/shown-language.ts';
import { dateIn, FIRST_DATE, isDate, LAST_DATE, zoneOfStore } from '#app/scheduling/calendar-day.ts';
import type { ReceivedStore } from '#contract/received.ts';
import type { BoardSearch } from './board-search.ts';

/** What was last chosen in this browser. */
interface BoardPreferences {
  companyId: string | null;
  /** The stores of that company; none where none were chosen. */
  storeIds: StoreChoice;
  view: BoardScreenView | null;
  /** The ISO weekday that weeks begin with; null for that of the browser's region. */
  firstWeekday: number | null;
}

/** The view that begins where nothing was chosen yet. */
const DEFAULT_VIEW: Readonly<Record<ScreenSpace, BoardScreenView>> = {
  roomy: 'rooms',
  narrow: 'list',
  cramped: 'list',
};

/** What the board shows: the address, completed by preferences and defaults. */
export interface BoardChoice {
  date: string;
  today: string;
  view: BoardScreenView;
  /** Whether the list is shown because the screen has no room for the chosen calendar. */
  calendarUnavailable: boolean;
  stores: readonly ReceivedStore[];
  /** The same as the address says it. */
  storeChoice: StoreChoice;
  /** Whether the address names a day or a view that does not exist. */
  unknown: { date: boolean; view: boolean };
  filters: BoardFilters;
  hide: boolean;
  /** The vet whose week is shown; null for the week of a store. */
  vetOfWeek: string | null;
  /** The ISO weekday that weeks begin with. */
  firstWeekday: number;
}

interface ChoiceInput {
  search: BoardSearch;
  preferences: BoardPreferences;
  company: Pick<DeskCompany, 'id' | 'storesListed'>;
  /** All stores that are known of it. */
  stores: readonly ReceivedStore[];
  fallbackZone: string;
  space: ScreenSpace;
  /** Milliseconds since 1970. */
  now: number;
}

/** The columns behind a view: list, overview and flow use the rooms. */
export function columnsViewOf(view: BoardScreenView): BoardView {
  return view === 'vets' || view === 'week' ? view : 'rooms';
}

function isCalendar(view: BoardScreenView): boolean {
  return view === 'rooms' || view === 'vets' || view === 'week';
}

/** The view that the address names; none where it names something else. */
function namedView(search: Pick<BoardSearch, 'view'>): BoardScreenView | undefined {
  return boardScreenViews.find((candidate) => candidate === search.view);
}

/** The view of the address, else of the preferences, else the one that fits the screen; a calendar may not fit at all. */
export function viewOf(
  search: Pick<BoardSearch, 'view'>,
  preferences: BoardPreferences,
  space: ScreenSpace,
): Pick<BoardChoice, 'view' | 'calendarUnavailable'> {
  const asked = namedView(search) ?? preferences.view ?? DEFAULT_VIEW[space];
  const calendarUnavailable = space === 'cramped' && isCalendar(asked);
  return { view: calendarUnavailable ? 'list' : asked, calendarUnavailable };
}

function chosen(stores: readonly ReceivedStore[], choice: StoreChoice): readonly ReceivedStore[] {
  return choice === ALL_STORES ? stores : stores.filter((store) => choice.includes(store.id));
}

/**
 * Completes the address. Stores: those of the address, else of the preferences, else the first, or all where the list
 * of stores is not complete; unknown stores are ignored.
 */
export function chooseBoard(input: ChoiceInput): BoardChoice {
  const { search, preferences, company, stores, fallbackZone, space, now } = input;
  const candidates: StoreChoice[] = [
    search.store ?? [],
    preferences.companyId === company.id ? preferences.storeIds : [],
    company.storesListed ? stores.slice(0, 1).map(({ id }) => id) : ALL_STORES,
  ];
  const choice = candidates.find((candidate) => chosen(stores, candidate).length > 0) ?? ALL_STORES;
  const shown = chosen(stores, choice);
  const first = shown[0];
  const today = dateIn(zoneOfStore(first, fallbackZone), now);
  const { date } = search;
  const isKnownDate = date !== undefined && isDate(date) && date >= FIRST_DATE && date <= LAST_DATE;
  const { view, calendarUnavailable } = viewOf(search, preferences, space);
  const [vet, ...otherVets] = search.vet ?? [];
  return {
    date: isKnownDate ? date : today,
    today,
    view,
    calendarUnavailable,
    stores: shown,
    storeChoice: choice === ALL_STORES ? choice : shown.map(({ id }) => id),
    unknown: {
      date: date !== undefined && !isKnownDate,
      view: search.view !== undefined && namedView(search) === undefined,
    },
    filters: {
      statuses: search.status ?? [],
      vets: search.vet ?? [],
      types: search.type ?? [],
      text: search.q ?? '',
    },
    hide: search.hide ?? false,
    vetOfWeek: view === 'week' && otherVets.length === 0 && vet !== UNASSIGNED ? (vet ?? null) : null,
    firstWeekday: preferences.firstWeekday ?? regionWeekday(),
  };
}
