import { t } from '@lingui/core/macro';
import { humanName } from '#app/appearance/enum-labels.ts';
import { dateIn } from '#app/scheduling/calendar-day.ts';
import { dateText, dayText, durationText, intervalText } from '#app/scheduling/time-text.ts';
import { clockAt, isoClockTime } from '#app/scheduling/wall-clock.ts';
import { type BoardScreenView, boardScreenViews, viewLabels } from '#app/session/board-search.ts';
import { lookingForTimes, timesInDoubt, timesNotLoaded } from '#app/text/free-times-text.ts';
import { isolated } from '#app/text/isolated.ts';
import { factsText } from '#app/text/list-text.ts';
import { words } from '#app/text/shared-texts.ts';
import { readDates } from '#app/typed/dates.ts';
import { matchesWords } from '#app/typed/names.ts';
import type { SlotQuery } from '#app/typed/slot-query.ts';
import type { ReceivedClient, ReceivedEmployee, ReceivedPet } from '#contract/received.ts';

/** What a result leads to. */
export type Target =
  | { kind: 'book'; petId?: string; phone?: string; time?: BookedTime; walkIn?: true }
  | { kind: 'appointment'; id: string }
  /** Shows only the appointments that contain a text. */
  | { kind: 'filter'; text: string }
  | { kind: 'day'; date: string }
  | { kind: 'view'; view: BoardScreenView }
  | { kind: 'block' }
  | { kind: 'print' }
  | { kind: 'store'; storeId: string }
  | { kind: 'vet'; employeeId: string }
  | { kind: 'pet'; petId: string }
  | { kind: 'client'; clientId: string }
  | { kind: 'appointments' }
  | { kind: 'duty' }
  | { kind: 'shortcuts' }
  | { kind: 'settings' };

/** A time to book, in the store's wall clock, `2026-03-29T09:30`. */
interface BookedTime {
  storeId: string;
  employeeId: string | undefined;
  visitTypeId: string | undefined;
  start: string;
  end: string;
}

export interface SearchResult {
  id: string;
  label: string;
  /** What kind of thing it is, in a word. */
  detail: string;
  /** `day`: it stands among the appointments of the shown day. */
  group?: 'day';
  /** What tells it from others of that name. */
  facts?: string;
  target: Target;
  /** What Ctrl or ⌘ and Enter do instead. */
  booking?: Target;
}

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

/** A result that does not depend on the text; it also matches its English name in every language. */
interface Fixed extends SearchResult {
  english: string;
}

/** What the search finds its results among. */
export interface SearchInput {
  typed: string;
  /** `YYYY-MM-DD` */
  today: string;
  employees: readonly ReceivedEmployee[];
  stores: readonly { id: string; name: string }[];
  types: readonly { id: string; name: string }[];
  /** Who is meant by the text, the likeliest first. */
  pets: readonly Pick<ReceivedPet, 'id' | 'name' | 'clientName' | 'species' | 'breed'>[];
  clients: readonly Pick<ReceivedClient, 'id' | 'name' | 'phone' | 'email'>[];
  /** The number of a caller who is not on file. */
  newPhone: string | null;
  /** What is asked for in words, and the free times that answer it. */
  query: SlotQuery | null;
  free: FreeByWords | null;
  /** Whether bookings are possible. */
  canBook: boolean;
  /** Whether there is a plan of who is on duty. */
  hasDuty: boolean;
  /** Whether time can be blocked: the practice system has a plan, and the person may change it. */
  canBlock: boolean;
  /** Whether there is a day on the screen to print. */
  canPrint: boolean;
  locale?: string | undefined;
}

const MAX_VETS = 6;

/** The results for a text, the most likely first. */
export function searchResults(input: SearchInput): SearchResult[] {
  const { typed, today, query, locale } = input;
  const text = typed.trim();
  const answers = ({ label, english }: Fixed) => matchesWords([label, english], text);
  const dates = readDates(text, { today, locale });
  return [
    ...freeTimesOf(input),
    ...(dates.length === 0 && query?.date && isAnswered(input) ? [query.date] : dates).map(
      (date): SearchResult => ({
        id: `day ${date}`,
        label: dateText(date),
        detail: t`Day`,
        target: { kind: 'day', date },
      }),
    ),
    ...alwaysThere(input).filter(answers),
    ...(text === '' ? [] : ofScreen(input).filter(answers)),
    ...vetsOf(input),
    ...peopleOf(input),
    ...newClientOf(input),
  ];
}

function newClientOf({ newPhone }: SearchInput): SearchResult[] {
  if (newPhone === null) return [];
  return [
    {
      id: 'new client',
      label: t`New client`,
      detail: t({ message: 'Book', context: 'verb: makes an appointment' }),
      facts: isolated(newPhone),
      target: { kind: 'book', phone: newPhone },
    },
  ];
}

/** Nothing is shown above free times that are still to come, where Enter would take it instead of them. */
function isAnswered({ free }: SearchInput): boolean {
  return free === null || free.state !== 'loading';
}

function alwaysThere({ today, canBook }: SearchInput): Fixed[] {
  const book = t({ message: 'Book', context: 'verb: makes an appointment' });
  return present([
    canBook && {
      id: 'book',
      english: 'new appointment',
      label: words.newAppointment,
      detail: book,
      target: { kind: 'book' },
    },
    canBook && {
      id: 'walk-in',
      english: 'walk-in',
      label: words.walkIn,
      detail: book,
      target: { kind: 'book', walkIn: true },
    },
    { id: 'today', english: 'today', label: words.today, detail: t`Day`, target: { kind: 'day', date: today } },
    {
      id: 'appointments',
      english: 'all appointments',
      label: words.allAppointments,
      detail: t`Search and export`,
      target: { kind: 'appointments' },
    },
  ]);
}

function ofScreen({ hasDuty, canBlock, canPrint, stores }: SearchInput): Fixed[] {
  return present([
    ...boardScreenViews.map(
      (view): Fixed => ({
        id: `view ${view}`,
        // The names of the views in the address are English.
        english: view,
        label: viewLabels[view],
        detail: t({ message: 'View', context: 'noun: one of the views of the board, such as Week' }),
        target: { kind: 'view', view },
      }),
    ),
    hasDuty && {
      id: 'duty',
      english: 'duty rota',
      label: words.duty,
      detail: t({ message: 'Who works when', comment: 'Beside “Duty”, the plan of the staff' }),
      target: { kind: 'duty' },
    },
    canBlock && {
      id: 'block',
      english: 'block time',
      label: t`Block time`,
      detail: t({ message: 'So that it cannot be booked', comment: 'Beside “Block time”' }),
      target: { kind: 'block' },
    },
    canPrint && {
      id: 'print',
      english: 'print',
      label: words.print,
      detail: t`This day`,
      target: { kind: 'print' },
    },
    {
      id: 'keys',
      english: 'keys shortcuts',
      label: words.keys,
      detail: t({ message: 'All of them', comment: 'Beside “Keys”: opens the list of all shortcuts of the keyboard' }),
      target: { kind: 'shortcuts' },
    },
    {
      id: 'settings',
      english: 'settings',
      label: words.settings,
      detail: t({ message: 'Of this browser', comment: 'Beside “Settings”: whose settings they are' }),
      target: { kind: 'settings' },
    },
    ...stores.map(
      ({ id, name }): Fixed => ({
        id: `store ${id}`,
        english: '',
        label: name,
        detail: t({ message: 'Store', comment: 'A location of the practice, with rooms and opening hours' }),
        target: { kind: 'store', storeId: id },
      }),
    ),
  ]);
}

/** The results that there are. */
function present(results: readonly (Fixed | false)[]): Fixed[] {
  return results.filter((result) => result !== false);
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
    const wall = (instant: number) => `${dateIn(zone, instant)}T${isoClockTime(clockAt(zone, instant))}`;
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
          start: wall(start),
          end: wall(end),
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
