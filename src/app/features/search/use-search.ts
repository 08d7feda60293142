import { useMatch } from '@tanstack/react-router';
import { use } from 'react';
import { useBoardChoice } from '#app/addresses/board-choice.ts';

import { useLoadedAppointments } from '#app/api/appointment-store.ts';
import { indexById } from '#app/api/directory.ts';
import { useLoadedPages } from '#app/api/long-list.ts';
import { petQueries } from '#app/api/pets.ts';
import { possibleTasks } from '#app/commands/tasks.ts';
import { useCommands } from '#app/commands/use-commands.ts';

import { FirstWeekdayContext } from '#app/components/first-weekday.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { useDesk, useReference, useZonedStores } from '#app/session/use-desk.ts';
import { overlaps } from '#contract/interval.ts';
import type { ReceivedStore } from '#contract/received.ts';
import { readPhone } from '#reading/phone.ts';
import { toColumnsView } from '#scheduling/board-day.ts';
import { dayInterval, zoneOfStore } from '#scheduling/calendar-day.ts';
import { appointmentsTakingPlace } from '#scheduling/pet-appointments.ts';
import { listStoreDays } from '#scheduling/shown-days.ts';
import { recordedTime } from '#scheduling/visit.ts';
import { useMatchingFreeTimes } from './matching-free-times.ts';
import { findResultsOnThisDay } from './results-on-this-day.ts';
import { findNamedResults, findSearchResults } from './search-results.ts';
import { asksForFreeTimes, createWordReader } from './search-words.ts';
import { usePetsAndClients } from './use-pets-and-clients.ts';

/** The maximum number of other results above the appointments of the shown day. */
const MAX_OTHER_RESULTS = 8;
const EMPTY_LIST: readonly never[] = [];

/** The results for the typed text: immediately from loaded data, then as responses arrive. */
export function useSearch(typed: string) {
  const { session, company, fallbackZone, bookingRefusal, changeable } = useDesk();
  const { employees, types, directory, statuses } = useReference(useLoadedPets());
  const board = useMatch({ from: '/desk/', shouldThrow: false, select: ({ search }) => search }) ?? null;
  const choice = useBoardChoice(board ?? {});
  const { today, allStores, now } = choice;
  const stores = useZonedStores(allStores);
  const commands = useCommands();
  const petsToday = usePetsOnDay(zoneOfStore(choice.stores[0], fallbackZone), today);
  const readWords = useWordReader(today, allStores);
  const staff = employees.data?.records ?? EMPTY_LIST;
  const visitTypes = types.data?.records ?? EMPTY_LIST;
  // A phone number is not read as words, since its digits could mean times.
  const words = readWords(readPhone(typed) ? '' : typed);
  const asksForTimes = asksForFreeTimes(words);
  const free = useMatchingFreeTimes({
    words: asksForTimes ? words : null,
    // Without a list of stores, `stores` has only those that the URL names, which cannot be booked.
    stores: company.stores.length > 0 ? stores : EMPTY_LIST,
    shownStoreIds: choice.stores.map(({ id }) => id),
    employees: staff,
    types: visitTypes,
    now,
  });
  const firstWeekday = use(FirstWeekdayContext);
  const rest = words.rest.join(' ');
  const textMatches = usePetsAndClients({ companyId: company.id, typed: asksForTimes ? '' : typed, petsToday });
  const dayResults = findResultsOnThisDay({
    typed: board === null || asksForTimes ? '' : typed,
    appointments: useLoadedAppointments(company.id),
    days: listStoreDays({ ...choice, view: toColumnsView(choice.view), fallbackZone, firstWeekday }),
    isWeek: choice.view === 'week',
    directory,
    statuses,
  });
  const canBook = bookingRefusal === null;
  const named = {
    ...{ typed, today, stores, employees: staff, canBook, isOffered: commands.isOffered },
    canReassign: changeable.has('employeeId'),
    tasks: possibleTasks({
      ...{ isOffered: commands.isOffered, canChange: changeable.has('status') },
      capabilities: session.capabilities,
    }),
  };
  const isNamed = dayResults.results.length > 0 || findNamedResults(named, null).length > 0;
  // If nothing matches the whole text, the words that were not understood may be a name.
  const isPartRead = rest !== typed.trim() && textMatches.phone === null;
  const isByRest = asksForTimes || (isPartRead && !isNamed && hasNoMatches(textMatches));
  const restMatches = usePetsAndClients({ companyId: company.id, typed: isByRest ? rest : '', petsToday });
  const people = isByRest ? restMatches : textMatches;
  const results = findSearchResults({
    ...named,
    ...{ words, free, isByRest, types: visitTypes },
    ...{ pets: people.pets, clients: people.clients, isContact: people.isContact, isLooking: people.isLooking },
    newPhone: canBook && people.isUnknownCaller ? (people.phone?.written ?? null) : null,
  });
  return {
    // The appointments of the shown day come first if the text names a pet or a client, and last if it names a vet or a visit
    // type.
    results: dayResults.namesPetOrClient
      ? [...dayResults.results, ...results]
      : [...results.slice(0, MAX_OTHER_RESULTS), ...dayResults.results],
    isWeek: choice.view === 'week',
    people,
    free,
    /** Words that were not understood, and match no name on file. */
    notUnderstood: isByRest && hasNoMatches(people) ? words.rest : EMPTY_LIST,
    staffFailed: typed.trim() !== '' && employees.isLoadingError,
    canBook,
    zoneOf: (storeId: string | null) => stores.find(({ id }) => id === storeId)?.timeZone ?? fallbackZone,
    run: commands.run,
    now,
  };
}

const hasNoMatches = ({ isLooking, hasFailed, pets, clients }: ReturnType<typeof usePetsAndClients>) =>
  !isLooking && !hasFailed && pets.length + clients.length === 0;

/** The parser of words for the existing vets, stores, rooms and visit types. */
function useWordReader(today: string, allStores: readonly ReceivedStore[]) {
  const { employees, types } = useReference();
  const stores = useZonedStores(allStores);
  const staff = employees.data?.records ?? EMPTY_LIST;
  return createWordReader({
    today,
    locale: shownLocale,
    vets: staff.filter(({ isActive }) => isActive).sort((one, other) => roleRank(one) - roleRank(other)),
    stores,
    rooms: stores.flatMap(({ id, rooms }) => rooms.map((room) => ({ ...room, storeId: id }))),
    types: (types.data?.records ?? EMPTY_LIST).filter(({ isActive }) => isActive),
  });
}

/** Returns the rank of a role. Vets come before other people with the same name. */
const roleRank = ({ role }: { role: string }) => (role === 'vet' ? 0 : 1);

/** The pets with an appointment on a day, as far as it is loaded. */
function usePetsOnDay(zone: string, date: string): ReadonlySet<string> {
  const { company } = useDesk();
  const appointments = useLoadedAppointments(company.id);
  const day = dayInterval(zone, date);
  const onDay = appointments.filter((appointment) => overlaps(day, recordedTime(appointment)));
  return new Set(appointmentsTakingPlace(onDay).flatMap(({ petId }) => petId ?? []));
}

/** The pets whose names are loaded, keyed by id. */
function useLoadedPets() {
  const { company } = useDesk();
  const pages = useLoadedPages(petQueries, company.id);
  return indexById(pages.flatMap(({ records }) => records));
}
