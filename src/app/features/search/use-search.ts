import { useMatch } from '@tanstack/react-router';
import { useLoadedAppointments } from '#app/api/appointment-store.ts';
import { byId } from '#app/api/directory.ts';
import { useLoadedNames } from '#app/api/long-list.ts';
import { petQueries } from '#app/api/pets.ts';
import { usePlanChanges } from '#app/api/plan-changes.ts';
import { useDebounced } from '#app/browser/use-debounced.ts';
import { useBoardChoice } from '#app/session/board-choice.ts';
import { columnsViewOf } from '#app/session/board-search.ts';
import { storeDays } from '#app/session/shown-days.ts';
import { useDesk, useReference, useZonedStores } from '#app/session/use-desk.ts';
import { asksForFreeTimes, createSlotQueryReader } from '#app/typed/slot-query.ts';
import { useFreeByWords } from './free-by-words.ts';
import { resultsOnThisDay } from './on-this-day.ts';
import { searchResults } from './search-results.ts';
import { usePeople } from './use-people.ts';

/** The pause after the last letter before the practice system is asked. */
const DEBOUNCE_MS = 150;
/** How many other results are shown beside appointments of the day that stand below them. */
const MOST_BESIDE_DAY = 8;
const NONE: readonly never[] = [];

/** What the typed text finds: at once among what is loaded, then as answers arrive. */
export function useSearch(typed: string) {
  const { company, fallbackZone, bookingRefusal, hasPlan } = useDesk();
  const { employees, types, directory, statuses } = useReference(useLoadedPets());
  const board = useMatch({ from: '/desk/', shouldThrow: false, select: ({ search }) => search }) ?? null;
  const choice = useBoardChoice(board ?? {});
  const { today, allStores, now } = choice;
  const stores = useZonedStores(allStores);
  const planChanges = usePlanChanges();
  const staff = employees.data?.records ?? NONE;
  const offered = types.data?.records ?? NONE;
  const readSlotQuery = createSlotQueryReader({
    today,
    vets: staff.filter(({ isActive }) => isActive).sort((one, other) => rank(one) - rank(other)),
    stores,
    types: offered.filter(({ isActive }) => isActive),
  });
  const query = readSlotQuery(typed);
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
  const asksTimes = query !== null && asksForFreeTimes(query);
  const people = usePeople({
    companyId: company.id,
    // Where free times are asked for, nobody of that name is.
    typed: asksTimes ? '' : typed,
    settled: useDebounced(typed, DEBOUNCE_MS),
  });
  const canBook = bookingRefusal === null;
  const ofDay = resultsOnThisDay({
    typed: board === null || asksTimes ? '' : typed,
    appointments: useLoadedAppointments(company.id),
    days: storeDays({ ...choice, view: columnsViewOf(choice.view), fallbackZone }),
    isWeek: choice.view === 'week',
    directory,
    statuses,
  });
  const found = searchResults({
    typed,
    today,
    employees: staff,
    stores,
    types: offered,
    pets: people.pets,
    clients: people.clients,
    newPhone: canBook && people.isUnknownCaller ? (people.phone?.written ?? null) : null,
    query: asksTimes || query?.unread.length === 0 ? query : null,
    free,
    canBook,
    hasDuty: hasPlan,
    canBlock: planChanges?.canChange === true,
    canPrint: board !== null,
  });
  const isNobody = !people.looking && people.pets.length + people.clients.length === 0;
  return {
    // Who types the name of a vet or a visit type means these.
    results: ofDay.isNamed ? [...ofDay.results, ...found] : [...found.slice(0, MOST_BESIDE_DAY), ...ofDay.results],
    isWeek: choice.view === 'week',
    people,
    free,
    /** Words that were left aside. */
    unread:
      query !== null && (asksTimes || (isNobody && found.length + ofDay.results.length === 0)) ? query.unread : NONE,
    staffFailed: typed.trim() !== '' && employees.isLoadingError,
    canBook,
    zoneOf: (storeId: string | null) => stores.find(({ id }) => id === storeId)?.timeZone ?? fallbackZone,
    /** What the address of a result is built from. */
    from: { companyId: company.id, board, stores, employees: directory.employees },
    firstStoreId: choice.stores[0]?.id ?? null,
    planChanges,
    now,
  };
}

/** Vets before others of that name. */
const rank = ({ role }: { role: string }) => (role === 'vet' ? 0 : 1);

/** The pets whose names are loaded, by id. */
function useLoadedPets() {
  const { company } = useDesk();
  const pages = useLoadedNames(petQueries, company.id);
  return byId(pages.flatMap(({ records }) => records));
}
