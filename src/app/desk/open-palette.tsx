import { useMatch, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { byId, storesOf } from '#app/api/directory.ts';
import { holdTyping } from '#app/browser/hold-typing.ts';
import { useScreenSpace } from '#app/browser/screen-space.ts';
import { localStore, sessionStore } from '#app/browser/storage.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { readTabPreferences } from '#app/desk/preferences.ts';
import { useDesk, useReference } from '#app/desk/use-desk.ts';
import { type BoardSearch, bookingParams, chooseBoard, storeIdsIn } from '#app/features/board/board-choice.ts';
import { boardScreenViews, viewLabels } from '#app/features/board/board-views.ts';
import { printDay } from '#app/features/board/print/print-day.tsx';
import type { Target } from '#app/features/palette/commands.ts';
import { PaletteDialog } from '#app/features/palette/palette-dialog.tsx';

const viewsInWords = () => boardScreenViews.map((view) => ({ view, label: viewLabels[view] }));

/** The palette with what this desk knows, and where its commands lead. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { company, fallbackZone, bookingRefusal } = useDesk();
  const { employees } = useReference();
  const navigate = useNavigate();
  const [views] = useState(viewsInWords);
  const board = useMatch({ from: '/desk/', shouldThrow: false, select: ({ search }) => search }) ?? null;
  const stores = storesOf(company, storeIdsIn(board ?? {}));
  const { today } = chooseBoard({
    search: board ?? {},
    preferences: readTabPreferences(localStore, sessionStore),
    company,
    stores,
    fallbackZone,
    space: useScreenSpace(),
    now: useMinute(),
  });
  const staff = employees.data?.records ?? [];
  return (
    <PaletteDialog
      companyId={company.id}
      today={today}
      employees={staff}
      stores={stores}
      staffFailed={employees.isLoadingError}
      canBook={bookingRefusal === null}
      views={views}
      canPrint={board !== null}
      onClose={onClose}
      onGo={(target) => {
        onClose();
        if (target.kind === 'print') return printDay();
        if (target.kind === 'book') holdTyping();
        void navigate(addressOf(target, { companyId: company.id, board, stores, employees: byId(staff) }));
      }}
    />
  );
}

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
