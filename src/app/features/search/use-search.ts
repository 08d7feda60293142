import { useMatch } from '@tanstack/react-router';
import { use } from 'react';
import { useBoardChoice } from '#app/addresses/board-choice.ts';

import { useLoadedAppointments } from '#app/api/appointment-store.ts';
import { byId } from '#app/api/directory.ts';
import { useLoadedNames } from '#app/api/long-list.ts';
import { petQueries } from '#app/api/pets.ts';
import { possibleTasks } from '#app/commands/tasks.ts';
import { useCommands } from '#app/commands/use-commands.ts';

import { FirstWeekday } from '#app/components/first-weekday.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { useDesk, useReference, useZonedStores } from '#app/session/use-desk.ts';
import { overlaps } from '#contract/interval.ts';
import type { ReceivedStore } from '#contract/received.ts';
import { readPhone } from '#reading/phone.ts';
import { columnsViewOf } from '#scheduling/board-day.ts';
import { dayInterval, zoneOfStore } from '#scheduling/calendar-day.ts';
import { appointmentsTakingPlace } from '#scheduling/pet-appointments.ts';
import { listStoreDays } from '#scheduling/shown-days.ts';
import { recordedTime } from '#scheduling/visit.ts';
import { useMatchingFreeTimes } from './matching-free-times.ts';
import { resultsOnThisDay } from './on-this-day.ts';
import { namedResults, searchResults } from './search-results.ts';
import { asksForFreeTimes, createWordReader } from './search-words.ts';
import { usePeople } from './use-people.ts';

/** The maximum number of other results above the appointments of the shown day. */
const MAX_BESIDE_DAY = 8;
const NONE: readonly never[] = [];

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
  const staff = employees.data?.records ?? NONE;
  const offered = types.data?.records ?? NONE;
  // A phone number is not read as words, since its digits could mean times.
  const words = readWords(readPhone(typed) ? '' : typed);
  const asksForTimes = asksForFreeTimes(words);
  const free = useMatchingFreeTimes({
    words: asksForTimes ? words : null,
    // Without a list of stores, `stores` has only those that the URL names, which cannot be booked.
    stores: company.stores.length > 0 ? stores : NONE,
    shownStoreIds: choice.stores.map(({ id }) => id),
    employees: staff,
    types: offered,
    now,
  });
  const firstWeekday = use(FirstWeekday);
  const rest = words.rest.join(' ');
  const ofText = usePeople({ companyId: company.id, typed: asksForTimes ? '' : typed, petsToday });
  const ofDay = resultsOnThisDay({
    typed: board === null || asksForTimes ? '' : typed,
    appointments: useLoadedAppointments(company.id),
    days: listStoreDays({ ...choice, view: columnsViewOf(choice.view), fallbackZone, firstWeekday }),
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
  const isNamed = ofDay.results.length > 0 || namedResults(named, null).length > 0;
  // If nothing matches the whole text, the words that were not understood may be a name.
  const isPartRead = rest !== typed.trim() && ofText.phone === null;
  const isByRest = asksForTimes || (isPartRead && !isNamed && hasNoMatches(ofText));
  const ofRest = usePeople({ companyId: company.id, typed: isByRest ? rest : '', petsToday });
  const people = isByRest ? ofRest : ofText;
  const results = searchResults({
    ...named,
    ...{ words, free, isByRest, types: offered },
    ...{ pets: people.pets, clients: people.clients, isContact: people.isContact, isLooking: people.looking },
    newPhone: canBook && people.isUnknownCaller ? (people.phone?.written ?? null) : null,
  });
  return {
    // The appointments of the shown day come first if the text names a pet or a client, and last if it names a vet or a visit
    // type.
    results: ofDay.namesPetOrClient
      ? [...ofDay.results, ...results]
      : [...results.slice(0, MAX_BESIDE_DAY), ...ofDay.results],
    isWeek: choice.view === 'week',
    people,
    free,
    /** Words that were not understood, and match no name on file. */
    notUnderstood: isByRest && hasNoMatches(people) ? words.rest : NONE,
    staffFailed: typed.trim() !== '' && employees.isLoadingError,
    canBook,
    zoneOf: (storeId: string | null) => stores.find(({ id }) => id === storeId)?.timeZone ?? fallbackZone,
    run: commands.run,
    now,
  };
}

const hasNoMatches = ({ looking, failed, pets, clients }: ReturnType<typeof usePeople>) =>
  !looking && !failed && pets.length + clients.length === 0;

/** The parser of words for the existing vets, stores, rooms and visit types. */
function useWordReader(today: string, allStores: readonly ReceivedStore[]) {
  const { employees, types } = useReference();
  const stores = useZonedStores(allStores);
  const staff = employees.data?.records ?? NONE;
  return createWordReader({
    today,
    locale: shownLocale,
    vets: staff.filter(({ isActive }) => isActive).sort((one, other) => roleRank(one) - roleRank(other)),
    stores,
    rooms: stores.flatMap(({ id, rooms }) => rooms.map((room) => ({ ...room, storeId: id }))),
    types: (types.data?.records ?? NONE).filter(({ isActive }) => isActive),
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
  const pages = useLoadedNames(petQueries, company.id);
  return byId(pages.flatMap(({ records }) => records));
}
