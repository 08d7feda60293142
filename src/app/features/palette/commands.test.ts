import { expect, test, vi } from 'vitest';
import { words } from '#app/text/words.ts';
import { commandsFor } from './commands.ts';

const employees = [
  { id: 'v1', name: 'Élodie Fournier', storeIds: null, role: 'vet', isActive: true },
  { id: 'v2', name: 'Elmar Gone', storeIds: null, role: 'vet', isActive: false },
];
const pets = [{ id: 'p1', name: 'Ella', clientName: 'Ann Lee' }];
const views = [
  { view: 'week', label: 'Week' },
  { view: 'flow', label: 'Flow' },
];
const stores = [{ id: 's1', name: 'Northside' }];
const input = { today: '2026-11-21', employees, stores, pets, canBook: true, views, canPrint: true, locale: 'en-GB' };
const idsFor = (typed: string, canBook = true) => commandsFor({ ...input, typed, canBook }).map(({ id }) => id);

test('nothing typed offers what is always there', () => {
  expect(idsFor('')).toEqual(['book', 'today', 'appointments']);
  expect(idsFor('', false)).toEqual(['today', 'appointments']);
});

test('a date leads to its day', () => {
  expect(idsFor('mon')).toEqual(['day 2026-11-23']);
  const tom = { id: 'v3', name: 'Tom Dunn', storeIds: null, role: 'vet', isActive: true };
  expect(commandsFor({ ...input, typed: 'tom', employees: [tom] }).map(({ id }) => id)).toEqual([
    'day 2026-11-22',
    'vet v3',
  ]);
});

test('a date that can be read in two ways leads to either day', () => {
  expect(commandsFor({ ...input, typed: 'mar 24', locale: 'fr' }).map(({ id }) => id)).toEqual([
    'day 2026-11-24',
    'day 2027-03-24',
  ]);
});

test('a name leads to the vet and to the pets of that name', () => {
  expect(idsFor('el')).toEqual(['vet v1', 'pet p1']);
  expect(idsFor('new')).toEqual(['book']);
});

test('a view of the board and its print are found by their names', () => {
  expect(idsFor('flow')).toEqual(['view flow']);
  expect(idsFor('pri')).toEqual(['print']);
  expect(commandsFor({ ...input, typed: 'pri', canPrint: false })).toEqual([]);
  expect(idsFor('sett')).toEqual(['settings']);
});

test('a store is found by its name', () => {
  expect(idsFor('north')).toEqual(['store s1']);
});

test('in another language a command answers to its own name and to the English one', () => {
  vi.spyOn(words, 'settings', 'get').mockReturnValue('Einstellungen');
  vi.spyOn(words, 'newAppointment', 'get').mockReturnValue('Neuer Termin');
  const german = (typed: string) => commandsFor({ ...input, views: [{ view: 'week', label: 'Woche' }], typed });
  expect(german('einst').map(({ label }) => label)).toEqual(['Einstellungen']);
  expect(german('sett').map(({ label }) => label)).toEqual(['Einstellungen']);
  expect(german('neu').map(({ id }) => id)).toEqual(['book']);
  expect(german('new').map(({ id }) => id)).toEqual(['book']);
  expect(german('woch').map(({ id }) => id)).toEqual(['view week']);
  expect(german('week').map(({ id }) => id)).toEqual(['view week']);
});
