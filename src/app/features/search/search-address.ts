import { type BoardSearch, bookingParams, searchParams } from '#app/addresses/board-search.ts';
import type { DeskCommand } from '#app/session/desk-commands.ts';
import type { PracticePart } from '#app/session/practice-parts.ts';

/** The destination of a result. */
export type Target =
  /** The calendar with these params changed. */
  | { kind: 'calendar'; search: BoardSearch }
  /** The booking form with these params. */
  | { kind: 'book'; search: BoardSearch }
  | { kind: 'block' }
  | { kind: 'vet'; employeeId: string }
  | { kind: 'pet'; petId: string }
  | { kind: 'client'; clientId: string }
  | { kind: 'page'; to: '/appointments'; search?: { when: 'call' } }
  | { kind: 'page'; to: '/practice'; search?: { part: PracticePart } }
  | { kind: 'page'; to: '/shifts' | '/requests' | '/waiting' | '/reports' | '/settings'; search?: undefined }
  | { kind: 'command'; command: DeskCommand };

export interface SearchResult {
  id: string;
  label: string;
  /** Its kind, in a word. */
  detail: string;
  /** `day`: it is listed among the appointments of the shown day. */
  group?: 'day';
  /** What distinguishes it from others of the same name. */
  facts?: string;
  /** The alerts of a pet or a client. */
  alert?: string | null;
  target: Target;
  /** The alternative action of Ctrl or ⌘ with Enter. */
  booking?: Target;
}

interface From {
  companyId: string;
  /** The board's URL; null on every other screen. */
  board: BoardSearch | null;
  /** `YYYY-MM-DD`. */
  today: string;
  /** All stores in reach. */
  stores: readonly { id: string }[];
  /** The stores of each employee; null if the practice system does not report them. */
  employees: ReadonlyMap<string, { storeIds: readonly string[] | null }>;
}

/**
 * The URL of a search result. The calendar and a booking keep what the board shows; a vet keeps the day, but not the
 * stores and filters, since they may not work there.
 */
export function addressOf(
  target: Exclude<Target, { kind: 'block' | 'command' }>,
  { companyId: company, board, today, stores, employees }: From,
) {
  const keptSearch: BoardSearch = { ...board, ...bookingParams, ...searchParams, company };
  switch (target.kind) {
    case 'calendar': {
      // Details open beside the booking form; everything else closes it.
      const before = target.search.appointment === undefined ? keptSearch : { ...board, ...searchParams, company };
      return { to: '/', search: { ...before, ...target.search } } as const;
    }
    case 'book':
      return { to: '/', search: { ...keptSearch, new: true, ...bookedIn(target.search, board, today) } } as const;
    case 'vet': {
      const own = employees.get(target.employeeId)?.storeIds ?? [];
      const inReach = stores.map(({ id }) => id).filter((id) => own.includes(id));
      const search: BoardSearch = {
        company,
        date: keptSearch.date,
        view: 'vets',
        store: inReach.length > 0 ? inReach : keptSearch.store,
        vet: [target.employeeId],
      };
      return { to: '/', search } as const;
    }
    case 'pet':
      return { to: '/pets/$petId', params: { petId: target.petId }, search: { company } } as const;
    case 'client':
      return { to: '/clients/$clientId', params: { clientId: target.clientId }, search: { company } } as const;
    case 'page':
      return { to: target.to, search: { company, ...target.search } } as const;
  }
}

/**
 * The initial values of the booking form. A time without a pet is for the pet in the open form, and the board shows its
 * day until it is booked.
 */
function bookedIn(search: BoardSearch, board: BoardSearch | null, today: string): BoardSearch {
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
