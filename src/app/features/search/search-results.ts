import { t } from '@lingui/core/macro';
import type { Target } from '#app/addresses/targets.ts';
import { indexById } from '#app/api/directory.ts';
import { humanizeValue } from '#app/appearance/enum-labels.ts';
import { type CommandId, commands } from '#app/commands/commands.ts';
import { findCommandsByDescription, findCommandsByName } from '#app/commands/find-commands.ts';
import { findTasks, type TaskId, tasks } from '#app/commands/tasks.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { factsText } from '#app/text/list-text.ts';
import { deadOrInactiveText, isDeadOrInactive } from '#app/text/pet-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { dateText, durationText, intervalText } from '#app/text/time-text.ts';
import type { ReceivedEmployee } from '#contract/received.ts';
import { readDates } from '#reading/dates.ts';
import { matchesWords } from '#reading/text.ts';
import { formatWallTime } from '#scheduling/booking-place.ts';
import type { MatchingFreeTimes } from './matching-free-times.ts';
import type { SearchWords } from './search-words.ts';
import type { FoundClient, FoundPet } from './use-pets-and-clients.ts';

/** What opening a result does: it goes to a page, or runs a command. */
export type ResultTarget = Target | { kind: 'command'; id: CommandId; subject?: string };

export interface SearchResult {
  id: string;
  label: string;
  /** The kind of result, in a word. */
  detail: string;
  /** `day` for an appointment on the calendar, which is listed in a group of its own. */
  group?: 'day';
  /** What distinguishes the result from others of the same name. */
  facts?: string;
  /** The alerts of a pet or a client. */
  alert?: string | null;
  target: ResultTarget;
}

/** The text, and the days, records and commands with which it is compared. */
export interface NamedResultsInput {
  typed: string;
  /** `YYYY-MM-DD` */
  today: string;
  canBook: boolean;
  /** Whether the person may reassign the appointments of a vet who is away. */
  canReassign: boolean;
  /** The tasks that the help explains to this person. */
  tasks: readonly TaskId[];
  /** Whether the person may use a command on this page. */
  isOffered: (id: CommandId) => boolean;
  employees: readonly ReceivedEmployee[];
  stores: readonly { id: string; name: string; rooms: readonly { id: string; name: string }[] }[];
  locale?: string | undefined;
}

/** The text, and everything needed to find results of every kind for it. */
export interface SearchInput extends NamedResultsInput {
  words: SearchWords;
  /** Free times that match the words, as far as they are loaded; null if the words ask for none. */
  free: MatchingFreeTimes | null;
  types: readonly { id: string; name: string }[];
  /**
   * The pets that match the whole text, or if `isByRest` only the words that were not understood. The most likely come first.
   */
  pets: readonly FoundPet[];
  clients: readonly FoundClient[];
  isByRest: boolean;
  /** Whether more results may still be found. */
  isLooking: boolean;
  /** Whether the pets and clients were found by phone or e-mail. */
  isContact: boolean;
  /** The number of a caller who is not on file; null if there is none. */
  newPhone: string | null;
}

/** The help is searched from this many letters on; fewer may be the beginning of a name. */
const MIN_LETTERS_OF_HELP = 4;
/** The maximum number of results from the help. */
const MAX_HELP_RESULTS = 3;
/** The maximum number of vets among the results, and also the maximum number of rooms. */
const MAX_RESULTS_OF_KIND = 6;

/**
 * The results for a text, the most likely first. If nothing matches the whole text, results for some of its words are
 * included.
 */
export function findSearchResults(input: SearchInput): SearchResult[] {
  const { words, free, canBook, isByRest, isLooking } = input;
  const petsAndClients = petAndClientResults(input);
  // While free times are loading, no other results are shown, since Enter would open one of those instead of a free time.
  if (free) {
    const isLoading = canBook && free.state === 'loading';
    return [...freeTimeResults(input), ...(isLoading ? [] : [...findNamedResults(input, words), ...petsAndClients])];
  }
  const away = awayResults(input);
  const { found, isQuestion } = findHelp(input);
  const described = [...findCommandsByDescription(input.typed.trim(), input.isOffered).map(commandResult), ...found];
  const named = [...away, ...(isQuestion ? found : []), ...findNamedResults(input, null)];
  const byText = isByRest
    ? [...away, ...petsAndClients, ...found]
    : [...named, ...petsAndClients, ...(isQuestion ? [] : described)];
  const isAnswered = isLooking || (byText.length > 0 && !isByRest);
  return isAnswered ? byText : [...byText, ...findNamedResults(input, words)];
}

/** For a text such as `Mensah sick`: a result that opens the panel for reassigning the vet's appointments. */
function awayResults({ words, employees, canReassign, today }: SearchInput): SearchResult[] {
  const vet = words.isAway && canReassign ? indexById(employees).get(words.vetId ?? '') : undefined;
  if (!vet) return [];
  const from = words.days?.first ?? today;
  const name = isolateText(vet.name);
  return [
    {
      id: `away ${vet.id}`,
      label: t({ message: `${name} is away…`, comment: 'name: a vet; opens the panel that asks from when until when' }),
      detail: from === today ? texts.today : dateText(from),
      facts: t`Enter the time off and reassign the appointments during it`,
      target: { kind: 'away', employeeId: vet.id, from },
    },
  ];
}

/** The tasks of the help that the text asks for. */
function findHelp({ typed, tasks: possible }: SearchInput): { found: SearchResult[]; isQuestion: boolean } {
  const text = typed.trim();
  const { found, named, isQuestion } = findTasks(text, possible);
  if ([...text].length < MIN_LETTERS_OF_HELP || found.length === possible.length)
    return { found: [], isQuestion: false };
  const results = (isQuestion ? found : named).slice(0, MAX_HELP_RESULTS).map((id): SearchResult => {
    const title = tasks[id].title();
    return {
      id: `help ${id}`,
      label: title,
      detail: commands.help.label(),
      facts: tasks[id].text(),
      target: { kind: 'command', id: 'help', subject: title },
    };
  });
  return { found: results, isQuestion };
}

function commandResult(id: CommandId): SearchResult {
  const { label, detail } = commands[id];
  return { id, label: label(), detail: detail?.() ?? '', target: { kind: 'command', id } };
}

/**
 * The days, pages, commands, stores, rooms and vets that match the whole text, or (unless `words` is null) some of its words.
 */
export function findNamedResults(input: NamedResultsInput, words: SearchWords | null): SearchResult[] {
  const { typed, today, employees, stores, locale = shownLocale } = input;
  const text = typed.trim();
  const matchesName = (name: string) => text !== '' && matchesWords([name], text);
  const dates = readDates(text, { today, locale });
  const days = dates.length === 0 && words?.days ? [words.days.first] : dates;
  const rooms = stores.flatMap((store) => store.rooms.map((room) => ({ ...room, store })));
  return [
    ...days.map(
      (date): SearchResult => ({
        id: `day ${date}`,
        label: dateText(date),
        detail: t`Day`,
        target: { kind: 'calendar', search: { date, appointment: undefined } },
      }),
    ),
    ...findCommandsByName(text, input.isOffered).map(commandResult),
    ...stores
      .filter(({ id, name }) => matchesName(name) || (words?.storeId === id && words.roomId === null))
      .map(
        ({ id, name }): SearchResult => ({
          id: `store ${id}`,
          label: name,
          detail: t({ message: 'Store', comment: 'A location of the practice, with rooms and opening hours' }),
          target: { kind: 'calendar', search: { store: [id], appointment: undefined } },
        }),
      ),
    ...rooms
      .filter(({ id, name }) => matchesName(name) || words?.roomId === id)
      .slice(0, MAX_RESULTS_OF_KIND)
      .map(
        ({ id, name, store }): SearchResult => ({
          id: `room ${id}`,
          label: name,
          detail: t`Room`,
          facts: stores.length > 1 ? store.name : '',
          target: {
            kind: 'calendar',
            search: { view: 'week', store: [store.id], room: [id], vet: undefined, appointment: undefined },
          },
        }),
      ),
    ...employees
      .filter(({ id, name, isActive }) => isActive && (matchesName(name) || words?.vetId === id))
      .slice(0, MAX_RESULTS_OF_KIND)
      .map(
        ({ id, name, storeIds }): SearchResult => ({
          id: `vet ${id}`,
          label: name,
          detail: t`On the calendar`,
          target: {
            kind: 'vet',
            employeeId: id,
            storeIds: stores.map((store) => store.id).filter((storeId) => storeIds?.includes(storeId)),
          },
        }),
      ),
  ];
}

/** The results for pets and clients. If the caller is not on file, they include one that books for a new client. */
function petAndClientResults({ pets, clients, isContact, newPhone, today }: SearchInput): SearchResult[] {
  const owners = clients.map(({ id, name, phone, email, alert, isActive }): SearchResult => {
    const own = pets.filter(({ clientId }) => clientId === id).map((pet) => pet.name);
    return {
      id: `client ${id}`,
      label: name,
      detail: t`Client`,
      facts: factsText([deadOrInactiveText({ isActive }, today), phone && isolateText(phone), email, own.join(', ')]),
      alert,
      target: { kind: 'client', clientId: id },
    };
  });
  const found = pets.map((pet): SearchResult => {
    const { id, name, clientName, species, breed, phone, alert } = pet;
    return {
      id: `pet ${id}`,
      label: [name, clientName].filter(Boolean).join(' · '),
      detail: t`Pet`,
      facts: factsText([
        deadOrInactiveText(pet, today),
        species === '' ? '' : humanizeValue(species),
        breed,
        phone && isolateText(phone),
      ]),
      alert,
      target: { kind: 'pet', petId: id },
    };
  });
  const newClient: SearchResult[] =
    newPhone === null
      ? []
      : [
          {
            ...{ id: 'new caller', label: t`New client`, facts: isolateText(newPhone) },
            detail: t({ message: 'Book', context: 'verb: makes an appointment' }),
            target: { kind: 'book', search: { bookPhone: newPhone } },
          },
        ];
  // For a phone number, the caller is listed above their pets; for a name, the pet comes first.
  return [...(isContact ? [...owners, ...found] : [...found, ...owners]), ...newClient];
}

function freeTimeResults(input: SearchInput): SearchResult[] {
  const { free, words, pets, isLooking, canBook, stores, employees, types } = input;
  if (free === null || !canBook) return [];
  const { vetId, roomId, typeId } = words;
  const vet = indexById(employees).get(vetId ?? '');
  const type = indexById(types).get(typeId ?? '');
  const [pet, otherPet] = pets.filter((one) => !isDeadOrInactive(one));
  const petIfOnly = otherPet === undefined && !isLooking ? pet : undefined;
  return free.offers.map(({ storeId, zone, start, end }): SearchResult => {
    const store = indexById(stores).get(storeId);
    const room = store?.rooms.find(({ id }) => id === roomId);
    return {
      id: `free ${storeId} ${start}`,
      label: intervalText(zone, { start, end }, 0),
      detail: t({ message: 'Free', comment: 'Beside a time that can be booked' }),
      facts: factsText([
        ...[petIfOnly?.name, vet?.name, type?.name, room?.name],
        stores.length > 1 ? store?.name : null,
        durationText(free.minutes),
      ]),
      target: {
        kind: 'book',
        search: {
          ...{ pet: petIfOnly?.id, bookStore: storeId, bookVet: vet?.id, bookRoom: room?.id, bookType: type?.id },
          ...{ start: formatWallTime(zone, start), end: formatWallTime(zone, end) },
        },
      },
    };
  });
}

/** The results that were shown for a text, in their order. */
export interface ResultOrder {
  text: string;
  ids: readonly string[];
}

const MAX_RESULTS = 14;

/**
 * Adds late results for the same text below those already shown, so that the result about to be chosen stays in place.
 */
export function keepShownOrder(before: ResultOrder, text: string, results: readonly SearchResult[]): SearchResult[] {
  const places = new Map(before.text === text ? before.ids.map((id, place) => [id, place]) : []);
  const shownPosition = ({ id }: SearchResult) => places.get(id) ?? places.size;
  return [...results].sort((one, other) => shownPosition(one) - shownPosition(other)).slice(0, MAX_RESULTS);
}
