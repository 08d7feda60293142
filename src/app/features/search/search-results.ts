import { t } from '@lingui/core/macro';
import { humanName } from '#app/appearance/enum-labels.ts';
import { wallText } from '#app/scheduling/booking-place.ts';
import { dateText, dayText, durationText, intervalText } from '#app/scheduling/time-text.ts';
import { lookingForTimes, timesInDoubt, timesNotLoaded } from '#app/text/free-times-text.ts';
import { isolated } from '#app/text/isolated.ts';
import { factsText } from '#app/text/list-text.ts';
import { words } from '#app/text/shared-texts.ts';
import { readDates } from '#app/typed/dates.ts';
import { matchesWords } from '#app/typed/names.ts';
import type { SlotQuery } from '#app/typed/slot-query.ts';
import type { ReceivedClient, ReceivedEmployee, ReceivedPet } from '#contract/received.ts';
import type { SearchResult } from './search-address.ts';
import {
  alwaysThere,
  bookText,
  type CommandsInput,
  calendarOn,
  type FixedResult,
  ofScreen,
} from './search-commands.ts';

/** Free times that were asked for in words. Instants are in milliseconds since 1970-01-01T00:00Z. */
export interface FreeByWords {
  state: 'enough' | 'loading' | 'failed' | 'unplanned' | 'ended';
  offers: readonly { storeId: string; zone: string; start: number; end: number }[];
  /** How long they are, in minutes. */
  minutes: number;
  /** With whom and for what; null for anybody and anything. */
  employeeId: string | null;
  visitTypeId: string | null;
  /** How far was searched. */
  until: { zone: string; instant: number };
  /** Records on these days that could not be read: any time may be taken by them. */
  unreadable: number;
  /** Loads what could not be loaded again. */
  retry: () => void;
}

/** What the search finds its results among. */
export interface SearchInput extends CommandsInput {
  typed: string;
  employees: readonly ReceivedEmployee[];
  types: readonly { id: string; name: string }[];
  /** Who is meant by the text, the likeliest first. */
  pets: readonly Pick<ReceivedPet, 'id' | 'name' | 'clientName' | 'species' | 'breed'>[];
  clients: readonly Pick<ReceivedClient, 'id' | 'name' | 'phone' | 'email'>[];
  /** The number of a caller who is not on file. */
  newPhone: string | null;
  /** What is asked for in words, and the free times that answer it. */
  query: SlotQuery | null;
  free: FreeByWords | null;
  locale?: string | undefined;
}

const MAX_VETS = 6;

/** The results for a text, the most likely first. */
export function searchResults(input: SearchInput): SearchResult[] {
  const { typed, today, query, newPhone, locale } = input;
  const text = typed.trim();
  const answers = ({ label, english }: FixedResult) => matchesWords([label, english], text);
  const dates = readDates(text, { today, locale });
  return [
    ...freeTimesOf(input),
    ...(dates.length === 0 && query?.date && isAnswered(input) ? [query.date] : dates).map(
      (date): SearchResult => ({
        id: `day ${date}`,
        label: dateText(date),
        detail: t`Day`,
        target: calendarOn(date),
      }),
    ),
    ...alwaysThere(input).filter(answers),
    ...(text === '' ? [] : ofScreen(input).filter(answers)),
    ...vetsOf(input),
    ...peopleOf(input),
    ...(newPhone === null ? [] : [newClientWith(newPhone)]),
  ];
}

function newClientWith(phone: string): SearchResult {
  return {
    id: 'new client',
    label: t`New client`,
    detail: bookText(),
    facts: isolated(phone),
    target: { kind: 'book', phone },
  };
}

/** Nothing is shown above free times that are still to come, where Enter would take it instead of them. */
function isAnswered({ free }: SearchInput): boolean {
  return free === null || free.state !== 'loading';
}

function vetsOf(input: SearchInput): SearchResult[] {
  const { typed, employees, query } = input;
  const text = typed.trim();
  const isMeant = ({ id, name }: ReceivedEmployee) =>
    matchesWords([name], text) || (query?.vetId === id && isAnswered(input));
  return employees
    .filter((vet) => text !== '' && vet.isActive && isMeant(vet))
    .slice(0, MAX_VETS)
    .map(
      ({ id, name }): SearchResult => ({
        id: `vet ${id}`,
        label: name,
        detail: t`On the calendar`,
        target: { kind: 'vet', employeeId: id },
      }),
    );
}

function peopleOf({ typed, pets, clients, canBook }: SearchInput): SearchResult[] {
  if (typed.trim() === '') return [];
  const own = (clientId: string) => pets.filter((pet) => 'clientId' in pet && pet.clientId === clientId);
  const owners = clients.map(
    ({ id, name, phone, email }): SearchResult => ({
      id: `client ${id}`,
      label: name,
      detail: t`Client`,
      facts: factsText([
        phone === null ? null : isolated(phone),
        email,
        own(id)
          .map((pet) => pet.name)
          .join(', '),
      ]),
      target: { kind: 'client', clientId: id },
    }),
  );
  const found = pets.map(
    ({ id, name, clientName, species, breed }): SearchResult => ({
      id: `pet ${id}`,
      label: [name, clientName].filter(Boolean).join(' · '),
      detail: t`Pet`,
      facts: factsText([species === '' ? '' : humanName(species), breed]),
      target: { kind: 'pet', petId: id },
      ...(canBook ? { booking: { kind: 'book', petId: id } as const } : {}),
    }),
  );
  // Who calls stands above their pets; of a name that is typed the pet is meant.
  const isContact = clients.some(({ phone, email }) => phone !== null || email !== null);
  return isContact ? [...owners, ...found] : [...found, ...owners];
}

function freeTimesOf({ free, canBook, stores, employees, types }: SearchInput): SearchResult[] {
  if (free === null || !canBook) return [];
  const vet = employees.find(({ id }) => id === free.employeeId);
  const type = types.find(({ id }) => id === free.visitTypeId);
  return free.offers.map(({ storeId, zone, start, end }): SearchResult => {
    const store = stores.find(({ id }) => id === storeId);
    return {
      id: `free ${storeId} ${start}`,
      label: intervalText(zone, { start, end }, 0),
      detail: t({ message: 'Free', comment: 'Beside a time that can be booked' }),
      facts: factsText([vet?.name, type?.name, stores.length > 1 ? store?.name : null, durationText(free.minutes)]),
      target: {
        kind: 'book',
        time: {
          storeId,
          employeeId: vet?.id,
          visitTypeId: type?.id,
          start: wallText(zone, start),
          end: wallText(zone, end),
        },
      },
    };
  });
}

/** What is said beside free times: that they are looked for, that there are none, or that one may be taken. */
export function freeTimesNote(free: FreeByWords, canBook: boolean): string {
  if (!canBook) return words.viewOnly;
  const { state, offers, unreadable, until } = free;
  if (state === 'loading') return lookingForTimes();
  if (state === 'failed' || state === 'unplanned') return timesNotLoaded(state, offers.length > 0);
  const day = dayText(until.zone, until.instant);
  if (offers.length === 0) return t({ message: `Nothing is free until ${day}.`, comment: 'until a day' });
  return timesInDoubt(unreadable);
}

/** The order in which results were shown for a text. */
export interface Shown {
  text: string;
  ids: readonly string[];
}

const MAX_RESULTS = 14;

/**
 * Results that came later for the same text stand below those that were shown already, so that the one that is about to be
 * taken stays where it is.
 */
export function keepPlaces(before: Shown, text: string, results: readonly SearchResult[]): SearchResult[] {
  const places = new Map(before.text === text ? before.ids.map((id, place) => [id, place]) : []);
  const placeOf = ({ id }: SearchResult) => places.get(id) ?? places.size;
  return [...results].sort((one, other) => placeOf(one) - placeOf(other)).slice(0, MAX_RESULTS);
}
