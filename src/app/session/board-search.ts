import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import type { DeskCompany } from '#app/api/directory.ts';
import type { ScreenSpace } from '#app/browser/screen-space.ts';
import { regionWeekday } from '#app/language/shown-language.ts';
import { translated } from '#app/language/translated.ts';
import { dateIn, FIRST_DATE, isDate, LAST_DATE, zoneOfStore } from '#app/scheduling/calendar-day.ts';
import { optionalParam, splitListParam } from '#app/text/search-params.ts';
import { datePattern } from '#contract/date-time.ts';
import type { ReceivedStore } from '#contract/received.ts';

/** The views of the board, as the address names them, in the order in which they are offered. */
export const boardScreenViews = ['rooms', 'vets', 'week', 'list', 'overview', 'flow'] as const;
export type BoardScreenView = (typeof boardScreenViews)[number];

/** The labels of the views. */
export const viewLabels: Readonly<Record<BoardScreenView, string>> = translated({
  rooms: () => t({ message: 'Rooms', comment: 'a view of the board: a column for each room' }),
  vets: () => t({ message: 'Vets', comment: 'a view of the board: a column for each vet' }),
  week: () => t({ message: 'Week', comment: 'a view of the board: a column for each day of a week' }),
  list: () => t({ message: 'List', comment: 'a view of the board: the visits of the day by time' }),
  overview: () => t({ message: 'Overview', comment: 'a view of the board: free times by room and by vet' }),
  flow: () =>
    t({ message: 'Flow', comment: 'a view of the board: columns by status, who waits and who is being seen' }),
});

/** The choice of all stores, also of those that are opened later. */
export const ALL_STORES = 'all';
/** The chosen stores: their ids, or all. */
export type StoreChoice = string[] | typeof ALL_STORES;

/**
 * The height of an hour: `fit` fits all opening hours into the screen, `comfortable` has a fixed height and scrolls.
 */
export const boardDensities = ['fit', 'comfortable'] as const;
export type BoardDensity = (typeof boardDensities)[number];

/** The labels of the densities. */
export const densityLabels: Readonly<Record<BoardDensity, string>> = translated({
  fit: () => t({ message: 'Whole day', comment: 'how dense the board is: all opening hours fit on the screen' }),
  comfortable: () =>
    t({ message: 'Comfortable', comment: 'how dense the board is: hours are taller and the board scrolls' }),
});

/** How long an appointment may be for which Overview shows free time, in minutes; the first unless another is chosen. */
export const overviewLengths = [15, 30, 45, 60] as const;
export type OverviewLength = (typeof overviewLengths)[number];

/** The filters of the board; an empty list filters nothing. */
export interface BoardFilters {
  statuses: readonly string[];
  /** Ids of employees, {@link UNASSIGNED} for those with nobody. */
  vets: readonly string[];
  /** Visit categories. */
  types: readonly string[];
  /** Ids of rooms; of a week alone. */
  rooms: readonly string[];
  /** Words that must all occur in the text of a block. */
  text: string;
  /** Who needs somebody to look after them now; holds on the board of today alone. */
  now: NowFilter | null;
}

/** Who is late, who waits, and whose visit runs over. */
export const nowFilters = ['late', 'waiting', 'over'] as const;
export type NowFilter = (typeof nowFilters)[number];

/** The value for "nobody assigned" in the list of vets. */
export const UNASSIGNED = 'none';

/** What the columns of a board are: rooms, vets, or the days of a week. */
export type BoardView = 'rooms' | 'vets' | 'week';

/** A list in one search param: comma-separated text from the address, or an array where the app navigates. */
const list = optionalParam(
  z.pipe(
    z.union([z.array(z.string()), z.pipe(z.string(), z.transform(splitListParam))]),
    z.transform((items) => [...new Set(items.filter((item) => item !== ''))]),
  ),
);

/** Ids of stores, or all that there are. */
const stores = z.union([z.literal(ALL_STORES), list]);

const text = optionalParam(z.string().check(z.minLength(1)));
const date = optionalParam(z.string().check(z.regex(datePattern)));
/** A wall-clock time of the store to book in, `2026-03-29T09:30`. */
const wallTime = optionalParam(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/)));
const flag = optionalParam(
  z.union([
    z.pipe(
      z.literal('1'),
      z.transform((): true => true),
    ),
    z.literal(true),
  ]),
);

/**
 * The state of the board in the address, so that reload, back and a shared link give the same screen. An invalid param
 * is dropped, but what names another screen is kept, so that the board can say so.
 */
export const boardSearchSchema = z.object({
  company: text,
  /** The day in the stores' own calendars; today where it is missing. As the link has it, which may be no date. */
  date: text,
  /** As the link has it, which may be no view. */
  view: text,
  store: stores,
  vet: list,
  status: list,
  type: list,
  /** The room whose week is shown. */
  room: list,
  q: text,
  now: optionalParam(z.enum(nowFilters)),
  /** Hides appointments that do not match the filters, instead of fading them. */
  hide: flag,
  /** The length of an appointment in Overview, in minutes. */
  length: optionalParam(
    z.pipe(
      z.union([z.string(), z.number()]),
      z.transform((given) => overviewLengths.find((length) => length === Number(given))),
    ),
  ),
  /** The appointment whose details are open. */
  appointment: text,
  /** Whether the booking form is open; followed by its initial values. */
  new: flag,
  pet: text,
  bookStore: text,
  bookRoom: text,
  bookVet: text,
  bookType: text,
  bookFrom: date,
  /** The phone number of a client who is registered with the booking. */
  bookPhone: text,
  start: wallTime,
  end: wallTime,
  /** Whether the booking is for a patient who is here without an appointment. */
  walkin: flag,
  /** Opens the search, empty. */
  find: flag,
  /** Opens the search with the number of a caller, as a telephone program links to it; in any spelling. */
  phone: text,
});
export type BoardSearch = z.infer<typeof boardSearchSchema>;

/** The ids of the stores that the address names. */
export function storeIdsIn({ store = [] }: BoardSearch): readonly string[] {
  return store === ALL_STORES ? [] : store;
}

/** The params of the booking form, all unset; merged into the address when it closes. */
export const bookingParams = {
  new: undefined,
  pet: undefined,
  bookStore: undefined,
  bookRoom: undefined,
  bookVet: undefined,
  bookType: undefined,
  bookFrom: undefined,
  bookPhone: undefined,
  start: undefined,
  end: undefined,
  walkin: undefined,
} as const satisfies Partial<BoardSearch>;

/** The params of the search, all unset; merged into the address when it closes. */
export const searchParams = { find: undefined, phone: undefined } as const satisfies Partial<BoardSearch>;

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
  filters: BoardFilters;
  hide: boolean;
  /** The length of an appointment in Overview. */
  length: OverviewLength;
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

/** Whether a view has columns with hours. */
export function isCalendar(view: BoardScreenView): boolean {
  return view === 'rooms' || view === 'vets' || view === 'week';
}

/** The view that the address names; none where it names something else. */
function namedView(search: Pick<BoardSearch, 'view'>): BoardScreenView | undefined {
  return boardScreenViews.find((candidate) => candidate === search.view);
}

/** The day that the address names; none where it names no date, or one that no calendar here has. */
function namedDate({ date }: Pick<BoardSearch, 'date'>): string | undefined {
  return date !== undefined && isDate(date) && date >= FIRST_DATE && date <= LAST_DATE ? date : undefined;
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
  const { view, calendarUnavailable } = viewOf(search, preferences, space);
  const [vet, ...otherVets] = search.vet ?? [];
  return {
    date: namedDate(search) ?? today,
    today,
    view,
    calendarUnavailable,
    stores: shown,
    storeChoice: choice === ALL_STORES ? choice : shown.map(({ id }) => id),
    filters: {
      statuses: search.status ?? [],
      vets: search.vet ?? [],
      types: search.type ?? [],
      rooms: view === 'week' ? (search.room ?? []) : [],
      text: search.q ?? '',
      now: search.now ?? null,
    },
    hide: search.hide ?? false,
    length: search.length ?? overviewLengths[0],
    vetOfWeek: view === 'week' && otherVets.length === 0 && vet !== UNASSIGNED ? (vet ?? null) : null,
    firstWeekday: preferences.firstWeekday ?? regionWeekday(),
  };
}

/** What an address names that does not exist: how many stores, and whether its day and its view. */
export interface UnknownNames {
  stores: number;
  date: boolean;
  view: boolean;
}

/** What the address names that does not exist. Where the practice system lists no stores, any store may exist. */
export function unknownNames(
  search: BoardSearch,
  { storesListed, stores }: Pick<DeskCompany, 'storesListed' | 'stores'>,
): UnknownNames {
  return {
    stores: storesListed ? storeIdsIn(search).filter((id) => stores.every((store) => store.id !== id)).length : 0,
    date: search.date !== namedDate(search),
    view: search.view !== namedView(search),
  };
}

/**
 * The address of what is shown: with the stores, and with a view, so that a reload and a copied link give the same
 * screen, and without what does not exist. Null where the address is that already.
 *
 * @param view the view for an address that names none; null for the one that fits the screen
 */
export function canonicalSearch(
  search: BoardSearch,
  { storeChoice, view: otherView }: { storeChoice: StoreChoice; view: BoardScreenView | null },
): BoardSearch | null {
  const date = namedDate(search);
  const view = namedView(search) ?? otherView ?? undefined;
  const isCanonical = search.date === date && search.view === view && String(search.store) === String(storeChoice);
  return isCanonical ? null : { ...search, date, view, store: storeChoice };
}
