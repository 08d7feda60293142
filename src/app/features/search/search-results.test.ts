import fc from 'fast-check';
import { expect, test } from 'vitest';
import { possibleTasks } from '#app/commands/tasks.ts';
import { freeTimesNote, type MatchingFreeTimes } from './matching-free-times.ts';
import { findSearchResults, keepShownOrder, type SearchInput, type SearchResult } from './search-results.ts';
import { createWordReader } from './search-words.ts';
import type { FoundClient, FoundPet } from './use-pets-and-clients.ts';

const employees = [
  { id: 'v1', name: 'Élodie Fournier', storeIds: null, role: 'vet', isActive: true },
  { id: 'v2', name: 'Elmar Gone', storeIds: null, role: 'vet', isActive: false },
];
const former = { deceasedOn: null, alert: null, isActive: true };
const ella: FoundPet = {
  ...{ id: 'p1', clientId: 'c1', name: 'Ella', clientName: 'Ann Lee', species: 'dog', breed: 'Beagle', phone: null },
  ...former,
};
const ann: FoundClient = { id: 'c1', name: 'Ann Lee', phone: null, email: null, alert: null, isActive: true };
const stores = [
  { id: 's1', name: 'Northside', openingHours: [], rooms: [{ id: 'r1', name: 'Consult 1' }] },
  { id: 's2', name: 'Lakeside', openingHours: [], rooms: [] },
];
const today = '2026-11-21';
const allTasks = possibleTasks({ isOffered: () => true, canChange: true, capabilities: {} });
const rooms = [{ id: 'r1', name: 'Consult 1', storeId: 's1' }];
const read = createWordReader({ today, locale: 'en-GB', vets: employees.slice(0, 1), stores, rooms, types: [] });
const input = {
  ...{ isByRest: false, free: null, employees, stores, types: [], today, locale: 'en-GB' },
  ...{ pets: [], clients: [], isContact: false, isLooking: false, newPhone: null },
  ...{ canBook: true, isOffered: () => true, canReassign: true, tasks: allTasks },
};
const find = (typed: string, more: Partial<SearchInput> = {}) =>
  findSearchResults({ ...input, words: read(typed), typed, ...more });
const idsFor = (typed: string, more: Partial<SearchInput> = {}) => find(typed, more).map(({ id }) => id);

test('an empty text offers the default commands', () => {
  expect(idsFor('')).toEqual(['new appointment', 'walk-in', 'today', 'appointments']);
  expect(idsFor('', { isOffered: (id) => id === 'today' })).toEqual(['today']);
});

test('a date leads to its day', () => {
  expect(idsFor('mon')).toEqual(['day 2026-11-23']);
  const tom = { id: 'v3', name: 'Tom Dunn', storeIds: null, role: 'vet', isActive: true };
  expect(idsFor('tom', { employees: [tom] })).toEqual(['day 2026-11-22', 'vet v3']);
});

test('a date that can be read in two ways offers both days', () => {
  expect(idsFor('mar 24', { locale: 'fr' })).toEqual(['day 2026-11-24', 'day 2027-03-24']);
});

test('a name finds the vet and the pets of that name', () => {
  expect(idsFor('el', { pets: [ella] })).toEqual(['vet v1', 'pet p1']);
  expect(idsFor('new')).toEqual(['new appointment', 'new client', 'status of new bookings', 'people']);
  expect(idsFor('walk')).toEqual(['walk-in']);
});

test('a command is found below everything of that name when the text only describes it', () => {
  expect(idsFor('flow')).toEqual(['flow view']);
  expect(find('import')[0]).toMatchObject({
    label: 'Import',
    detail: 'Practice',
    target: { kind: 'command', id: 'import' },
  });
  expect(idsFor('import', { isOffered: (id) => id !== 'import', tasks: [] })).toEqual([]);
  const exporter = { ...ann, id: 'c2', name: 'Export Ltd' };
  expect(idsFor('export', { clients: [exporter], tasks: [], isOffered: (id) => id !== 'export' })).toEqual([
    'client c2',
    'appointments',
  ]);
});

test('a vet who is away comes first, with the panel for that day', () => {
  for (const typed of ['fournier away', 'Fournier is sick', 'away Élodie'])
    expect(find(typed)[0], typed).toMatchObject({ target: { kind: 'away', employeeId: 'v1', from: today } });
  expect(find('fournier away tomorrow')[0]?.target).toEqual({ kind: 'away', employeeId: 'v1', from: '2026-11-22' });
  expect(idsFor('fournier away', { canReassign: false })).not.toContain('away v1');
  expect(idsFor('sick')[0]).toBe('time off');
});

test('a question finds the answer of the help first, a word below all else', () => {
  expect(find('how do I cancel')[0]).toMatchObject({
    id: 'help cancel',
    target: { kind: 'command', id: 'help', subject: 'Cancel an appointment' },
  });
  const cancelled = { ...ann, id: 'c2', name: 'Cancel Ltd' };
  expect(idsFor('cancel', { clients: [cancelled] })[0]).toBe('client c2');
  expect(idsFor('cancel', { clients: [cancelled] })).toContain('help cancel');
  expect(idsFor('cancel', { tasks: [] })).not.toContain('help cancel');
});

test('a store and a room are found by name', () => {
  expect(idsFor('north')).toEqual(['store s1']);
  expect(find('consult 1')).toMatchObject([
    { label: 'Consult 1', facts: 'Northside', target: { search: { view: 'week', store: ['s1'], room: ['r1'] } } },
  ]);
});

test('if nothing matches the whole text, results for some of its words are shown once no one else can be found', () => {
  expect(idsFor('zork fournier')).toEqual(['vet v1']);
  expect(idsFor('zork fournier', { isLooking: true })).toEqual([]);
  expect(idsFor('lee fournier', { clients: [ann] })).toEqual(['client c1']);
  expect(idsFor('ella fournier', { pets: [ella], isByRest: true })).toEqual(['pet p1', 'vet v1']);
  expect(idsFor('with dr fournier')).toEqual(['vet v1']);
  expect(idsFor('zork')).toEqual([]);
});

test('pets are distinguished by client, species, breed and phone; one that died or is inactive is marked', () => {
  const pet = (more: Partial<FoundPet>) => find('ella', { pets: [{ ...ella, ...more }] })[0];
  expect(pet({ phone: '0171 2345678', alert: 'Bites' })).toMatchObject({
    ...{ label: 'Ella · Ann Lee', facts: 'Dog, Beagle, \u20680171 2345678\u2069', alert: 'Bites' },
  });
  for (const [more, mark] of [
    [{ deceasedOn: '2025-01-01' }, 'died Jan 1, 2025'],
    [{ isActive: false }, 'inactive'],
  ] as const) {
    expect(pet(more)?.facts).toBe(`${mark}, Dog, Beagle`);
  }
});

const shownAs = (id: string): SearchResult => ({
  id,
  label: id,
  detail: '',
  target: { kind: 'command', id: 'help' },
});
const idOf = ({ id }: SearchResult) => id;

test('late results for a text are added below, and another letter ranks anew', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(40).map(String), { maxLength: 12 }),
      fc.uniqueArray(fc.nat(40).map(String), { maxLength: 12 }),
      (before, ranked) => {
        const shown = keepShownOrder({ text: 'be', ids: before }, 'be', ranked.map(shownAs)).map(idOf);
        const stayed = before.filter((id) => ranked.includes(id));
        expect(shown).toEqual([...stayed, ...ranked.filter((id) => !before.includes(id))]);
        expect(keepShownOrder({ text: 'b', ids: before }, 'be', ranked.map(shownAs)).map(idOf)).toEqual(ranked);
      },
    ),
  );
});

const noon = Date.parse('2026-11-24T12:00:00Z');
const free: MatchingFreeTimes = {
  state: 'enough',
  offers: [{ storeId: 's1', zone: 'America/New_York', start: noon, end: noon + 1_800_000 }],
  isLater: false,
  minutes: 30,
  until: { zone: 'America/New_York', instant: noon },
  unreadable: 0,
  retry: () => undefined,
};

test('a free time is booked in the wall-clock time of its store, with the named vet and room', () => {
  const [first] = find('fournier consult 1 30 min', { free });
  expect(first?.facts).toBe('Élodie Fournier, Consult 1, Northside, 30 min');
  expect(first?.target).toEqual({
    kind: 'book',
    search: {
      ...{ pet: undefined, bookStore: 's1', bookVet: 'v1', bookRoom: 'r1', bookType: undefined },
      ...{ start: '2026-11-24T07:00', end: '2026-11-24T07:30' },
    },
  });
  expect(idsFor('fournier 30 min', { free, canBook: false })).toEqual(['vet v1']);
});

test('a free time is for the named pet, if there is only one', () => {
  const found = (pets: FoundPet[], isLooking = false) => find('ella fournier 30 min', { free, pets, isLooking })[0];
  const formerPet = { ...ella, id: 'p3', isActive: false };
  expect(found([ella, formerPet])).toMatchObject({
    facts: 'Ella, Élodie Fournier, Northside, 30 min',
    target: { search: { pet: 'p1' } },
  });
  expect(found([ella, { ...ella, id: 'p2' }])).toMatchObject({ target: { search: { pet: undefined } } });
  expect(found([ella], true)).toMatchObject({ target: { search: { pet: undefined } } });
});

test('while free times are loading, nothing takes their place', () => {
  const found = (state: MatchingFreeTimes['state']) =>
    idsFor('24.11. fournier 30 min ella', { free: { ...free, state, offers: [] }, pets: [ella] });
  expect(found('loading')).toEqual([]);
  expect(found('ended')).toEqual(['day 2026-11-24', 'vet v1', 'pet p1']);
});

test('the note says that nothing is free, and that records could not be read', () => {
  expect(freeTimesNote({ ...free, state: 'ended', offers: [] }, true)).toMatch(/^Nothing is free until /);
  expect(freeTimesNote({ ...free, isLater: true }, true)).toMatch(/^Nothing is free at that time\. .*next free times/);
  expect(freeTimesNote({ ...free, unreadable: 2 }, true)).toMatch(/^2 records/);
  expect(freeTimesNote(free, true)).toBe('');
  expect(freeTimesNote(free, false)).toMatch(/^You can view appointments but not book/);
});
