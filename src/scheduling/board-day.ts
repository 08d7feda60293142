import type { ReceivedStore } from '#contract/received.ts';
import { dateIn, isUsableDate, zoneOfStore } from './calendar-day.ts';

// Determines what the calendar shows at a URL. The app and the gateway share these rules, because the gateway requests the
// first day before the app has loaded.

/** The views of the board as spelled in the URL, in the order in which they are offered. */
export const boardViews = ['rooms', 'vets', 'week', 'list', 'flow'] as const;
export type BoardView = (typeof boardViews)[number];

/** The columns of a board: rooms, vets, or the days of a week. */
export type ColumnsView = 'rooms' | 'vets' | 'week';

/** The kind of columns that a view is based on: list and flow use rooms. */
export function toColumnsView(view: BoardView): ColumnsView {
  return view === 'vets' || view === 'week' ? view : 'rooms';
}

/** The choice of all stores, which includes stores that are added later. */
export const ALL_STORES = 'all';
/** The chosen stores: their ids, or all. */
export type StoreChoice = string[] | typeof ALL_STORES;

/** The view in the URL; undefined if it is not a view. */
export function readViewParam(search: { view?: string | undefined }): BoardView | undefined {
  return boardViews.find((candidate) => candidate === search.view);
}

/** The day in the URL; undefined if it is not a date that the app accepts. */
export function readDateParam({ date }: { date?: string | undefined }): string | undefined {
  return date !== undefined && isUsableDate(date) ? date : undefined;
}

/**
 * The company in the URL or, if it has none, of the preferences. If the person cannot access that company, their first
 * one; undefined if they have none.
 */
export function selectCompany<Company extends { id: string }>(
  companies: readonly Company[],
  search: { company?: string | undefined },
  preferences: { companyId: string | null },
): Company | undefined {
  const preferredId = search.company ?? preferences.companyId;
  return companies.find((candidate) => candidate.id === preferredId) ?? companies[0];
}

export interface BoardChoiceInput {
  /** The search params of the URL. */
  search: { store?: StoreChoice | undefined; date?: string | undefined; view?: string | undefined };
  /** The last choices in this browser; `storeIds` are stores of `companyId`, and empty if none were chosen. */
  preferences: { companyId: string | null; storeIds: StoreChoice; view: BoardView | null };
  company: { id: string; storesListed: boolean };
  /** All stores of the company that the person can access. */
  stores: readonly ReceivedStore[];
  fallbackZone: string;
  /** Milliseconds since 1970. */
  now: number;
}

function selectStores(stores: readonly ReceivedStore[], choice: StoreChoice): readonly ReceivedStore[] {
  return choice === ALL_STORES ? stores : stores.filter((store) => choice.includes(store.id));
}

/**
 * Completes the choice of stores, day and view in the URL. The stores are those of the URL, otherwise those of the preferences,
 * otherwise the first store, or all if the list of stores is not complete; unknown stores are ignored. `storeChoice` is the
 * choice in the form of the URL; `view` is null if neither the URL nor the preferences have one.
 */
export function completeBoardChoice({ search, preferences, company, stores, fallbackZone, now }: BoardChoiceInput) {
  const candidates: StoreChoice[] = [
    search.store ?? [],
    preferences.companyId === company.id ? preferences.storeIds : [],
    company.storesListed ? stores.slice(0, 1).map(({ id }) => id) : ALL_STORES,
  ];
  const choice = candidates.find((candidate) => selectStores(stores, candidate).length > 0) ?? ALL_STORES;
  const shown = selectStores(stores, choice);
  const today = dateIn(zoneOfStore(shown[0], fallbackZone), now);
  const storeChoice: StoreChoice = choice === ALL_STORES ? choice : shown.map(({ id }) => id);
  return {
    ...{ stores: shown, storeChoice, today },
    date: readDateParam(search) ?? today,
    view: readViewParam(search) ?? preferences.view,
  };
}
