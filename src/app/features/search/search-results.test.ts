import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { viewLabels } from '#app/session/board-search.ts';
import { words } from '#app/text/shared-texts.ts';
import type { SearchResult } from './search-address.ts';
import { type FreeByWords, freeTimesNote, keepPlaces, searchResults } from './search-results.ts';

const employees = [
  { id: 'v1', name: 'Élodie Fournier', storeIds: null, role: 'vet', isActive: true },
  { id: 'v2', name: 'Elmar Gone', storeIds: null, role: 'vet', isActive: false },
];
const pets = [{ id: 'p1', clientId: 'c1', name: 'Ella', clientName: 'Ann Lee', species: 'dog', breed: 'Beagle' }];
const stores = [{ id: 's1', name: 'Northside' }];
const nobody = { clients: [], newPhone: null, query: null, free: null, types: [] };
const rest = {
  employees,
  stores,
  pets: [],
  canBook: true,
  hasDuty: true,
  canPrint: true,
  canBlock: true,
  locale: 'en-GB',
};
const input = { ...nobody, ...rest, today: '2026-11-21' };
const idsFor = (typed: string, canBook = true) => searchResults({ ...input, typed, canBook }).map(({ id }) => id);

test('nothing typed offers what is always there', () => {
  expect(idsFor('')).toEqual(['book', 'walk-in', 'today', 'appointments']);
  expect(idsFor('', false)).toEqual(['today', 'appointments']);
});

test('a date leads to its day', () => {
  expect(idsFor('mon')).toEqual(['day 2026-11-23']);
  const tom = { id: 'v3', name: 'Tom Dunn', storeIds: null, role: 'vet', isActive: true };
  expect(searchResults({ ...input, typed: 'tom', employees: [tom] }).map(({ id }) => id)).toEqual([
    'day 2026-11-22',
    'vet v3',
  ]);
});

test('a date that can be read in two ways leads to either day', () => {
  expect(searchResults({ ...input, typed: 'mar 24', locale: 'fr' }).map(({ id }) => id)).toEqual([
    'day 2026-11-24',
    'day 2027-03-24',
  ]);
});

test('a name leads to the vet and to the pets of that name', () => {
  expect(searchResults({ ...input, pets, typed: 'el' }).map(({ id }) => id)).toEqual(['vet v1', 'pet p1']);
  expect(idsFor('new')).toEqual(['book']);
  expect(idsFor('walk')).toEqual(['walk-in']);
});

test('a view of the board and its print are found by their names', () => {
  expect(idsFor('flow')).toEqual(['view flow']);
  expect(idsFor('pri')).toEqual(['print']);
  expect(idsFor('block')).toEqual(['block']);
  expect(searchResults({ ...input, typed: 'pri', canPrint: false })).toEqual([]);
  expect(searchResults({ ...input, typed: 'duty' }).map(({ target }) => target)).toEqual([
    { kind: 'page', to: '/duty' },
  ]);
  expect(searchResults({ ...input, typed: 'duty', hasDuty: false })).toEqual([]);
  expect(idsFor('sett')).toEqual(['settings']);
});

test('a store is found by its name', () => {
  expect(idsFor('north')).toEqual(['store s1']);
});

test('in another language a command answers to its own name and to the English one', () => {
  vi.spyOn(words, 'settings', 'get').mockReturnValue('Einstellungen');
  vi.spyOn(words, 'newAppointment', 'get').mockReturnValue('Neuer Termin');
  vi.spyOn(viewLabels, 'week', 'get').mockReturnValue('Woche');
  const german = (typed: string) => searchResults({ ...input, typed });
  expect(german('einst').map(({ label }) => label)).toEqual(['Einstellungen']);
  expect(german('sett').map(({ label }) => label)).toEqual(['Einstellungen']);
  expect(german('neu').map(({ id }) => id)).toEqual(['book']);
  expect(german('new').map(({ id }) => id)).toEqual(['book']);
  expect(german('woch').map(({ id }) => id)).toEqual(['view week']);
  expect(german('week').map(({ id }) => id)).toEqual(['view week']);
});

const shownAs = (id: string): SearchResult => ({
  id,
  label: id,
  detail: '',
  target: { kind: 'command', command: 'shortcuts' },
});
const idOf = ({ id }: SearchResult) => id;

test('what comes later for the same text stands below what is shown, and another letter ranks anew', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(40).map(String), { maxLength: 12 }),
      fc.uniqueArray(fc.nat(40).map(String), { maxLength: 12 }),
      (before, ranked) => {
        const shown = keepPlaces({ text: 'be', ids: before }, 'be', ranked.map(shownAs)).map(idOf);
        const stayed = before.filter((id) => ranked.includes(id));
        expect(shown).toEqual([...stayed, ...ranked.filter((id) => !before.includes(id))]);
        expect(keepPlaces({ text: 'b', ids: before }, 'be', ranked.map(shownAs)).map(idOf)).toEqual(ranked);
      },
    ),
  );
});

const noon = Date.parse('2026-11-24T12:00:00Z');
const free: FreeByWords = {
  state: 'enough',
  offers: [{ storeId: 's1', zone: 'America/New_York', start: noon, end: noon + 1_800_000 }],
  minutes: 30,
  employeeId: 'v1',
  visitTypeId: null,
  until: { zone: 'America/New_York', instant: noon },
  unreadable: 0,
  retry: () => undefined,
};

test('a free time is booked in the wall clock of its store, with whom was asked for', () => {
  const [first] = searchResults({ ...input, typed: 'fournier 30 min', free });
  expect(first?.target).toEqual({
    kind: 'book',
    time: {
      ...{ storeId: 's1', employeeId: 'v1', visitTypeId: undefined },
      ...{ start: '2026-11-24T07:00', end: '2026-11-24T07:30' },
    },
  });
  expect(searchResults({ ...input, typed: 'fournier 30 min', free, canBook: false })).toEqual([]);
});

test('while free times are still to come nothing else takes their place', () => {
  const query = { date: '2026-11-24', time: null, minutes: 30, vetId: 'v1', storeId: null, typeId: null, unread: [] };
  const found = (state: FreeByWords['state']) =>
    searchResults({ ...input, typed: 'tomorrow fournier 30 min', query, free: { ...free, state, offers: [] } }).map(
      idOf,
    );
  expect(found('loading')).toEqual([]);
  expect(found('ended')).toEqual(['day 2026-11-24', 'vet v1']);
  expect(freeTimesNote({ ...free, state: 'ended', offers: [] }, true)).toMatch(/^Nothing is free until /);
  expect(freeTimesNote({ ...free, unreadable: 2 }, true)).toMatch(/^2 records/);
  expect(freeTimesNote(free, false)).toMatch(/^You can view but not book/);
});
