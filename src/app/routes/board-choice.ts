import type { DeskCompany } from '#app/api/directory.ts';
import { type BoardFilters, UNASSIGNED } from '#app/features/board/board-filters.ts';
import type { BoardView } from '#app/features/board/board-items.ts';
import {
  ALL_STORES,
  type BoardScreenView,
  boardScreenViews,
  type StoreChoice,
} from '#app/features/board/board-views.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import type { BoardSearch } from '#app/routes/board-search.ts';
import type { Preferences } from '#app/routes/preferences.ts';
import type { ScreenSpace } from '#app/routes/screen-space.ts';
import { dateIn, FIRST_DATE, isDate, LAST_DATE, zoneOfStore } from '#app/scheduling/calendar-day.ts';
import { browserZone } from '#app/scheduling/time-text.ts';
import { words } from '#app/text/words.ts';
import type { Capabilities, DeskSession } from '#contract/desk.ts';
import type { ReceivedStore } from '#contract/received.ts';

/** What the board shows: the address, completed by preferences and defaults. */
export interface BoardChoice {
  date: string;
  today: string;
  view: BoardScreenView;
  /** Whether the list is shown because the screen has no room for the chosen calendar. */
  calendarLeftOut: boolean;
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
  preferences: Preferences;
  company: Pick<DeskCompany, 'id' | 'storesListed'>;
  /** All stores that are known of it. */
  stores: readonly ReceivedStore[];
  fallbackZone: string;
  space: ScreenSpace;
  /** Milliseconds since 1970. */
  now: number;
}

/** The zone of stores that name none: the configured one, else the browser's. */
export function fallbackZoneOf(session: DeskSession): string {
  return zoneOfStore(session, browserZone);
}

/** Why the user may not book; null where they may, or where it is not known. */
export function bookingRefusalOf(session: DeskSession): string | null {
  return session.canWrite === false ? words.viewOnly : null;
}

export type ChangeableField = NonNullable<Capabilities['changeAppointment']>[number];

const NOTHING: ReadonlySet<ChangeableField> = new Set();
const changeable = new WeakMap<readonly ChangeableField[], ReadonlySet<ChangeableField>>();

/** The fields of an appointment that the user can change; the same set for the same session. */
export function changeableOf({ canWrite, capabilities }: DeskSession): ReadonlySet<ChangeableField> {
  const fields = capabilities.changeAppointment;
  if (canWrite === false || fields === null) return NOTHING;
  const known = changeable.get(fields) ?? new Set(fields);
  changeable.set(fields, known);
  return known;
}

/** The company of the address, else of the preferences, else the first in reach. */
export function companyOf(
  companies: readonly DeskCompany[],
  search: Pick<BoardSearch, 'company'>,
  preferences: Preferences,
): DeskCompany | undefined {
  const wanted = search.company ?? preferences.companyId;
  return companies.find((candidate) => candidate.id === wanted) ?? companies[0];
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
  preferences: Preferences,
  space: ScreenSpace,
): Pick<BoardChoice, 'view' | 'calendarLeftOut'> {
  const asked = namedView(search) ?? preferences.view ?? (space === 'roomy' ? 'rooms' : 'list');
  const calendarLeftOut = space === 'cramped' && isCalendar(asked);
  return { view: calendarLeftOut ? 'list' : asked, calendarLeftOut };
}

function chosen(stores: readonly ReceivedStore[], choice: StoreChoice): readonly ReceivedStore[] {
  return choice === ALL_STORES ? stores : stores.filter((store) => choice.includes(store.id));
}

const MONDAY = 1;

/**
 * The ISO weekday that weeks begin with in the region of the shown language; Monday where the browser does not know
 * it.
 */
export function regionWeekday(): number {
  const locale: Intl.Locale & { getWeekInfo?: () => { firstDay: number } } = new Intl.Locale(shownLocale);
  return locale.getWeekInfo?.().firstDay ?? MONDAY;
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
  const { view, calendarLeftOut } = viewOf(search, preferences, space);
  const [vet, ...otherVets] = search.vet ?? [];
  return {
    date: isKnownDate ? date : today,
    today,
    view,
    calendarLeftOut,
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
