import { boardScreenViews } from '#app/features/board/board-views.ts';
import type { Target } from '#app/features/palette/commands.ts';
import { type BoardSearch, bookingParams } from '#app/routes/board-search.ts';

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
 * The address of a palette command. A day and a booking keep what the board shows; a vet keeps the day but not the
 * stores and filters, where they may not be working.
 */
export function addressOf(
  target: Exclude<Target, { kind: 'print' }>,
  { companyId: company, board, stores, employees }: From,
) {
  const kept: BoardSearch = { ...board, ...bookingParams, company };
  switch (target.kind) {
    case 'book':
      return { to: '/', search: { ...kept, new: true } } as const;
    case 'day':
      return { to: '/', search: { ...kept, date: target.date, appointment: undefined } } as const;
    case 'view':
      return { to: '/', search: { ...kept, view: boardScreenViews.find((view) => view === target.view) } } as const;
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
    case 'appointments':
      return { to: '/appointments', search: { company } } as const;
    case 'settings':
      return { to: '/settings', search: { company } } as const;
  }
}
