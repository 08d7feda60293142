import type { PracticePart } from '#app/session/practice-parts.ts';
import { addDays } from '#scheduling/calendar-day.ts';
import { type BoardSearch, bookingParams, searchParams } from './board-search.ts';

/** The parts of the settings; each is the fragment of its URL. */
export const settingsParts = [
  'language',
  'theme',
  'density',
  'first-day',
  'new-bookings',
  'single-keys',
  'company',
  'my-calendar',
  'my-pin',
  'lock',
  'session',
  'licence',
] as const;
export type SettingsPart = (typeof settingsParts)[number];

/** The destination of an entry in the search, a menu or the help. */
export type Target =
  /**
   * The calendar with these params changed, `inDays` days from today or, without `inDays`, on the day that it shows.
   */
  | { kind: 'calendar'; search: BoardSearch; inDays?: number }
  /** The booking form with these params. */
  | { kind: 'book'; search: BoardSearch }
  /** A vet's columns on the calendar, in the stores where they work, if these are known. */
  | { kind: 'vet'; employeeId: string; storeIds: readonly string[] }
  | { kind: 'pet'; petId: string }
  | { kind: 'client'; clientId: string }
  | { kind: 'page'; to: '/requests'; search?: { tab: 'calls' } }
  | { kind: 'page'; to: '/waiting'; search?: { tab: 'due' } }
  | { kind: 'page'; to: '/practice'; search?: { part: PracticePart } }
  | { kind: 'page'; to: '/clients'; search?: { edit: 'new client' } | { view: 'duplicates' } }
  /** The panel for a vet who is away, starting from a date. */
  | { kind: 'away'; employeeId: string; from: string }
  | { kind: 'page'; to: '/settings'; hash?: SettingsPart; search?: undefined }
  | { kind: 'page'; to: '/appointments' | '/shifts' | '/reports' | '/setup'; search?: undefined };

interface TargetContext {
  companyId: string;
  /** The search params of the board; null while another screen is shown. */
  board: BoardSearch | null;
  /** `YYYY-MM-DD`. */
  today: string;
}

/** The search params for the place and the time of a booking, all unset. */
const placeParams = {
  bookStore: undefined,
  bookRoom: undefined,
  bookVet: undefined,
  start: undefined,
  end: undefined,
} as const satisfies Partial<BoardSearch>;

/**
 * The URL of a target. For the calendar and a booking, it keeps what the board shows; for a vet, it keeps the day, but
 * not the stores and filters, because the vet may not work in those stores.
 */
export function createTargetLocation(target: Target, { companyId: company, board, today }: TargetContext) {
  const keptSearch: BoardSearch = { ...board, ...bookingParams, ...searchParams, company };
  switch (target.kind) {
    case 'calendar': {
      // Opening details keeps the booking form open; everything else closes it.
      const before = target.search.appointment === undefined ? keptSearch : { ...board, ...searchParams, company };
      const date = target.inDays === undefined ? {} : { date: addDays(today, target.inDays) };
      return { to: '/', search: { ...before, ...target.search, ...date } } as const;
    }
    case 'book': {
      const isOpen = board?.new === true;
      // A form that opens covers the details, which stay open; a form that is already open replaces them.
      const opened = { new: true as const, ...(isOpen ? { appointment: undefined } : {}) };
      // A plain new booking keeps what was typed in an open form; a walk-in opens an empty one.
      if (isOpen && Object.keys(target.search).length === 0)
        return { to: '/', search: { ...board, ...searchParams, ...placeParams, company, ...opened } } as const;
      return {
        to: '/',
        search: { ...keptSearch, ...opened, ...createBookingSearch(target.search, board, today) },
      } as const;
    }
    case 'vet': {
      const { employeeId, storeIds } = target;
      const store = storeIds.length > 0 ? [...storeIds] : keptSearch.store;
      return { to: '/', search: { company, date: keptSearch.date, view: 'vets', store, vet: [employeeId] } } as const;
    }
    case 'away': {
      const { employeeId: away, from: awayFrom } = target;
      return { to: '/', search: { company, date: awayFrom, view: 'vets', away, awayFrom } } as const;
    }
    case 'pet':
      return { to: '/pets/$petId', params: { petId: target.petId }, search: { company } } as const;
    case 'client':
      return { to: '/clients/$clientId', params: { clientId: target.clientId }, search: { company } } as const;
    case 'page':
      return {
        to: target.to,
        search: { company, ...target.search },
        ...(target.to === '/settings' && target.hash ? { hash: target.hash } : {}),
      } as const;
  }
}

/**
 * The search params that open the booking form. If they have a time but no pet, the pet in the open form is kept. The
 * board shows the day of that time, and returns to its previous day when the form closes. Without a time and a store, the
 * params are returned unchanged.
 */
function createBookingSearch(search: BoardSearch, board: BoardSearch | null, today: string): BoardSearch {
  const { pet, bookStore, start } = search;
  if (start === undefined || bookStore === undefined) return search;
  const shown = board?.store;
  return {
    ...search,
    pet: pet ?? (board?.new ? board.pet : undefined),
    date: start.slice(0, 10),
    back: board ? (board.back ?? board.date ?? today) : undefined,
    appointment: undefined,
    ...(Array.isArray(shown) && !shown.includes(bookStore) ? { store: [...shown, bookStore] } : {}),
  };
}
