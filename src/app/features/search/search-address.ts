import { type BoardSearch, bookingParams, searchParams } from '#app/session/board-search.ts';
import type { Target } from './search-results.ts';

interface From {
  companyId: string;
  /** The board's address; null on every other screen. */
  board: BoardSearch | null;
  /** All stores in reach. */
  stores: readonly { id: string }[];
  /** The stores of each employee; null where the practice system does not say. */
  employees: ReadonlyMap<string, { storeIds: readonly string[] | null }>;
}

/**
 * The address of a search result. A day and a booking keep what the board shows; a vet keeps the day but not the
 * stores and filters, where they may not be working.
 */
export function addressOf(
  target: Exclude<Target, { kind: 'print' | 'block' | 'shortcuts' }>,
  { companyId: company, board, stores, employees }: From,
) {
  const kept: BoardSearch = { ...board, ...bookingParams, ...searchParams, company };
  switch (target.kind) {
    case 'book':
      return { to: '/', search: { ...kept, new: true, ...bookedIn(target, board) } } as const;
    case 'day':
      return { to: '/', search: { ...kept, date: target.date, appointment: undefined } } as const;
    case 'appointment':
      return { to: '/', search: { ...board, ...searchParams, company, appointment: target.id } } as const;
    case 'filter':
      return { to: '/', search: { ...kept, q: target.text, appointment: undefined } } as const;
    case 'view':
      return { to: '/', search: { ...kept, view: target.view } } as const;
    case 'store':
      return { to: '/', search: { ...kept, store: [target.storeId], appointment: undefined } } as const;
    case 'vet': {
      const own = employees.get(target.employeeId)?.storeIds ?? [];
      const inReach = stores.map(({ id }) => id).filter((id) => own.includes(id));
      const search: BoardSearch = {
        company,
        date: kept.date,
        view: 'vets',
        store: inReach.length > 0 ? inReach : kept.store,
        vet: [target.employeeId],
      };
      return { to: '/', search } as const;
    }
    case 'pet':
      return { to: '/pets/$petId', params: { petId: target.petId }, search: { company } } as const;
    case 'client':
      return { to: '/clients/$clientId', params: { clientId: target.clientId }, search: { company } } as const;
    case 'appointments':
      return { to: '/appointments', search: { company } } as const;
    case 'duty':
      return { to: '/duty', search: { company } } as const;
    case 'settings':
      return { to: '/settings', search: { company } } as const;
  }
}

/** What the booking form is opened with; a time is taken for the pet that it is open for, and the board shows its day. */
function bookedIn(target: Extract<Target, { kind: 'book' }>, board: BoardSearch | null): BoardSearch {
  const { petId, phone, time, walkIn } = target;
  if (time === undefined) return { pet: petId, bookPhone: phone, walkin: walkIn };
  const shown = board?.store;
  return {
    pet: board?.new ? board.pet : undefined,
    bookStore: time.storeId,
    bookVet: time.employeeId,
    bookType: time.visitTypeId,
    start: time.start,
    end: time.end,
    date: time.start.slice(0, 10),
    appointment: undefined,
    ...(Array.isArray(shown) && !shown.includes(time.storeId) ? { store: [...shown, time.storeId] } : {}),
  };
}
