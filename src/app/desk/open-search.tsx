import { useMatch, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { byId, storesOf } from '#app/api/directory.ts';
import { usePlanChanges } from '#app/api/plan-changes.ts';
import { bufferKeystrokes } from '#app/browser/keystroke-buffer.ts';
import { useScreenSpace } from '#app/browser/screen-space.ts';
import { localStore, sessionStore } from '#app/browser/storage.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { useFreeByWords } from '#app/desk/free-by-words.ts';
import { KeysHelp } from '#app/features/board/controls/keys-help.tsx';
import { printDay } from '#app/features/board/print/print-day.tsx';
import { SearchDialog } from '#app/features/search/search-dialog.tsx';
import type { Target } from '#app/features/search/search-results.ts';
import { zoneOfStore } from '#app/scheduling/calendar-day.ts';
import { QUARTER } from '#app/scheduling/opening-hours.ts';
import {
  type BoardSearch,
  boardScreenViews,
  bookingParams,
  chooseBoard,
  searchParams,
  storeIdsIn,
  viewLabels,
} from '#app/session/board-search.ts';
import { readTabPreferences } from '#app/session/preferences.ts';
import { useDesk, useReference } from '#app/session/use-desk.ts';
import { phoneInAddress } from '#app/typed/phone.ts';
import { createSlotQueryReader } from '#app/typed/slot-query.ts';

const viewsInWords = () => boardScreenViews.map((view) => ({ view, label: viewLabels[view] }));

/** What the address opens the search with. */
interface SearchProps {
  /** What is looked for at first, such as the number of a caller. */
  begunWith: string;
  /** Called before a result is opened: from there, Back leads to the search again where the address opened it. */
  onLeave: () => void;
  onClose: () => void;
}

/** The search with what this desk knows, and where its results lead. */
export function Search({ begunWith, onLeave, onClose }: SearchProps) {
  const { company, fallbackZone, bookingRefusal, hasPlan } = useDesk();
  const { employees, types } = useReference();
  const navigate = useNavigate();
  const [views] = useState(viewsInWords);
  const [typed, setTyped] = useState(() => phoneInAddress(begunWith));
  const [showsKeys, setShowsKeys] = useState(false);
  const board = useMatch({ from: '/desk/', shouldThrow: false, select: ({ search }) => search }) ?? null;
  const stores = useMemo(
    () =>
      storesOf(company, storeIdsIn(board ?? {})).map((store) => ({
        ...store,
        timeZone: zoneOfStore(store, fallbackZone),
      })),
    [company, board, fallbackZone],
  );
  const now = useMinute();
  const choice = chooseBoard({
    search: board ?? {},
    preferences: readTabPreferences(localStore, sessionStore),
    company,
    stores,
    fallbackZone,
    space: useScreenSpace(),
    now,
  });
  const planChanges = usePlanChanges();
  const { today } = choice;
  const staff = employees.data?.records ?? NONE;
  const offered = types.data?.records ?? NONE;
  const readSlotQuery = useMemo(
    () =>
      createSlotQueryReader({
        today,
        vets: staff.filter(({ isActive }) => isActive).sort((one, other) => rank(one) - rank(other)),
        stores,
        types: offered.filter(({ isActive }) => isActive),
      }),
    [today, staff, stores, offered],
  );
  const query = useMemo(() => readSlotQuery(typed), [readSlotQuery, typed]);
  const free = useFreeByWords({
    query,
    companyId: company.id,
    // Only listed stores can be booked in.
    stores: company.stores.length > 0 ? stores : NONE,
    shownStoreIds: choice.stores.map(({ id }) => id),
    employees: staff,
    types: offered,
    hasPlan,
    now,
  });
  if (showsKeys) return <KeysHelp onClose={onClose} />;
  return (
    <SearchDialog
      typed={typed}
      onType={setTyped}
      query={query}
      free={free}
      companyId={company.id}
      today={today}
      employees={staff}
      types={offered}
      stores={stores}
      zoneOf={(storeId) => stores.find(({ id }) => id === storeId)?.timeZone ?? fallbackZone}
      staffFailed={employees.isLoadingError}
      canBook={bookingRefusal === null}
      views={views}
      hasDuty={hasPlan}
      canBlock={planChanges?.canChange === true}
      canPrint={board !== null}
      onClose={onClose}
      onGo={(target) => {
        if (target.kind === 'keys') return setShowsKeys(true);
        if (target.kind === 'print') {
          onClose();
          return printDay();
        }
        if (target.kind === 'block') {
          onClose();
          const start = Math.ceil(now / QUARTER) * QUARTER;
          return planChanges?.openNew({
            kind: 'unavailable',
            storeId: choice.stores[0]?.id ?? null,
            start: new Date(start).toISOString(),
            end: new Date(start + 4 * QUARTER).toISOString(),
          });
        }
        onLeave();
        if (target.kind === 'book') bufferKeystrokes();
        const address = addressOf(target, { companyId: company.id, board, stores, employees: byId(staff) });
        // A form that is open begins anew with its draft, into which goes what was chosen here.
        if (target.kind === 'book' && board?.new)
          void navigate({ to: '/', search: { ...board, ...bookingParams }, replace: true }).then(() =>
            navigate(address),
          );
        else void navigate(address);
      }}
    />
  );
}

const NONE: readonly never[] = [];

/** Vets before others of that name. */
const rank = ({ role }: { role: string }) => (role === 'vet' ? 0 : 1);

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
  target: Exclude<Target, { kind: 'print' | 'block' | 'keys' }>,
  { companyId: company, board, stores, employees }: From,
) {
  const kept: BoardSearch = { ...board, ...bookingParams, ...searchParams, company };
  switch (target.kind) {
    case 'book':
      return { to: '/', search: { ...kept, new: true, ...bookedIn(target, board) } } as const;
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
