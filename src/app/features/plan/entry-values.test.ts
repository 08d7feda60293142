import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Directory, indexById } from '#app/api/directory.ts';
import { instantOf } from '#contract/date-time.ts';
import { createUnnamedStore, receivedAppointmentSchema } from '#contract/received.ts';
import { appointmentsInBlockedTime } from '#scheduling/clashes.ts';
import { createWallClock } from '#scheduling/wall-clock.ts';
import { createEntries, initialValues, moveEnd, readAllEntries, readEntry } from './entry-values.ts';
import type { EntryValues } from './open-form.ts';

const [BERLIN, NEW_YORK] = ['berlin', 'new york'];
const openingHours = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '08:00', closes: '18:00' }));
const store = (id: string, timeZone: string) => ({ ...createUnnamedStore(id), name: id, timeZone, openingHours });
const directory: Directory = {
  company: {
    id: 'c',
    name: 'C',
    storesListed: true,
    stores: [store(BERLIN, 'Europe/Berlin'), store(NEW_YORK, 'America/New_York')],
  },
  fallbackZone: 'UTC',
  employees: indexById([]),
  types: indexById([]),
  pets: indexById([]),
};
const zoneOf = (storeId: string | null) => (storeId === NEW_YORK ? 'America/New_York' : 'Europe/Berlin');
const clockOf = (storeId: string | null) => createWallClock(zoneOf(storeId));

const duty: EntryValues = {
  ...{ what: 'shift', employeeId: 'ada', storeId: BERLIN, allStores: false, roomId: null, title: '' },
  ...{ date: '2026-03-27', lastDate: '2026-03-27', from: '9', to: '5', allDay: false },
  ...{ repeats: false, weekdays: [5], everyWeeks: 1, until: '2026-04-03' },
};

function read(changed: Partial<EntryValues>) {
  const result = readEntry({ ...duty, ...changed }, directory, null);
  return 'errors' in result ? result.errors : [result.entry.start, result.entry.end];
}

describe('readEntry', () => {
  test.each<[string, Partial<EntryValues>, unknown]>([
    ['within the hours of the store', {}, ['2026-03-27T08:00:00.000Z', '2026-03-27T16:00:00.000Z']],
    ['before the store opens', { from: '7:30', to: '4' }, ['2026-03-27T06:30:00.000Z', '2026-03-27T15:00:00.000Z']],
    ['over midnight', { from: '22:00', to: '6:00' }, ['2026-03-27T21:00:00.000Z', '2026-03-28T05:00:00.000Z']],
    [
      'over the night when the clocks go forward',
      { date: '2026-03-28', from: '22:00', to: '6:00' },
      ['2026-03-28T21:00:00.000Z', '2026-03-29T04:00:00.000Z'],
    ],
    [
      'whole days, one of them of 23 hours',
      { what: 'away', storeId: null, allDay: true, lastDate: '2026-03-29' },
      ['2026-03-26T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ],
    ['in another zone', { storeId: NEW_YORK }, ['2026-03-27T13:00:00.000Z', '2026-03-27T21:00:00.000Z']],
    [
      'a time that does not exist',
      { date: '2026-03-29', from: '02:30', to: '9' },
      { from: expect.stringContaining('doesn’t exist') },
    ],
    [
      'nobody, nowhere',
      { employeeId: null, storeId: null },
      { employeeId: 'Choose a person.', storeId: 'Choose a store.' },
    ],
    [
      'days the wrong way round',
      { what: 'away', lastDate: '2026-03-26' },
      { lastDate: 'This is before the first day.' },
    ],
    [
      'a repetition without its own day',
      { repeats: true, weekdays: [1] },
      { weekdays: expect.stringContaining('weekday') },
    ],
    [
      'a repetition that ends before',
      { repeats: true, until: '2026-03-26' },
      { until: 'This is before the first date.' },
    ],
    [
      'too many',
      { repeats: true, weekdays: [1, 2, 3, 4, 5, 6, 7], until: '2029-01-01' },
      { until: 'This repeats more than 366 times. Choose an earlier date.' },
    ],
  ])('%s', (_, changed, expected) => expect(read(changed)).toEqual(expected));

  test('converting any entry to fields and back gives the same instants', () => {
    const instants = fc.integer({ min: Date.parse('2026-03-27') / 900_000, max: Date.parse('2026-11-03') / 900_000 });
    const kinds = fc.constantFrom('on_duty' as const, 'unavailable' as const);
    fc.assert(
      fc.property(
        instants,
        fc.integer({ min: 1, max: 4 * 72 }),
        kinds,
        fc.constantFrom(BERLIN, NEW_YORK),
        (start, length, kind, storeId) => {
          const quarters = kind === 'on_duty' ? ((length - 1) % 88) + 1 : length;
          const [from, to] = [start, start + quarters].map((quarter) => new Date(quarter * 900_000).toISOString());
          if (from === undefined || to === undefined) return;
          const entry = { kind, start: from, end: to, storeId, employeeId: 'ada', roomId: null, title: null };
          // Shorter times run backwards on the wall clock: two wall-clock times cannot describe them.
          const { toWall } = clockOf(storeId);
          fc.pre(toWall(instantOf(to)) > toWall(instantOf(from)));
          const reread = readEntry(initialValues(entry, directory), directory, entry);
          expect(reread).toMatchObject({ entry: { start: from, end: to } });
        },
      ),
      {
        numRuns: 300,
        // From an evening until the midnight after the next day.
        examples: [[1971748, 108, 'unavailable', NEW_YORK]],
      },
    );
  });
});

test('all stores are closed on a day, each by its own clock', () => {
  const closed: EntryValues = {
    ...duty,
    what: 'blocked',
    employeeId: null,
    storeId: null,
    allStores: true,
    allDay: true,
  };
  expect(readAllEntries(closed, directory, null)).toMatchObject([
    { entry: { storeId: BERLIN, roomId: null, start: '2026-03-26T23:00:00.000Z', end: '2026-03-27T23:00:00.000Z' } },
    { entry: { storeId: NEW_YORK, roomId: null, start: '2026-03-27T04:00:00.000Z', end: '2026-03-28T04:00:00.000Z' } },
  ]);
  expect(readAllEntries({ ...closed, date: '' }, directory, null)).toEqual({ errors: { date: 'Enter a day.' } });
});

test('what is blocked has to be chosen, unless the form opens at a place', () => {
  const room = { id: 'r', name: 'Surgery', categories: [] };
  const [berlin, ...others] = directory.company.stores;
  const withRoom = {
    ...directory,
    company: { ...directory.company, stores: [{ ...berlin, rooms: [room] }, ...others] },
  };
  const start = { kind: 'unavailable' as const, start: '2026-03-27T09:00:00Z', end: '2026-03-27T10:00:00Z' };
  const readFrom = (place: object) =>
    readAllEntries(initialValues({ ...start, ...place }, directory), withRoom as never, null);
  expect(readFrom({ storeId: BERLIN })).toEqual({ errors: { roomId: 'Choose a room or the whole store.' } });
  expect(readFrom({})).toEqual({ errors: { storeId: 'Choose a store.' } });
  expect(readFrom({ storeId: BERLIN, employeeId: null, roomId: null })).toMatchObject([{ entry: { roomId: null } }]);
  expect(readFrom({ storeId: BERLIN, roomId: 'r' })).toMatchObject([{ entry: { roomId: 'r' } }]);
});

test('the end moves with the start until closing, but not while the start cannot be read', () => {
  const blocked: EntryValues = { ...duty, what: 'blocked', from: '10:30', to: '11:30' };
  for (const [from, to] of [
    ['1', '2:00 PM'],
    ['13:45', '2:45 PM'],
    ['23:30', '12:30 AM'],
    ['x', null],
  ] as const)
    expect(moveEnd(from, blocked, directory)).toBe(to);
  expect(moveEnd('13:00', { ...blocked, lastDate: '2026-03-28' }, directory)).toBeNull();
  const wholeDay = { ...blocked, date: '2026-03-30', lastDate: '2026-03-30', from: '9:00', to: '18:00' };
  expect(moveEnd('13:00', wholeDay, directory)).toBeNull();
  expect(moveEnd('19:00', wholeDay, directory)).toBe('4:00 AM');
});

test('entries of a repetition form a series, a single entry does not', () => {
  const createdEntries = (changed: Partial<EntryValues>) => {
    const result = readEntry({ ...duty, ...changed }, directory, null);
    if ('errors' in result) throw new Error(JSON.stringify(result.errors));
    return createEntries(result);
  };
  expect(createdEntries({})).toEqual([expect.objectContaining({ employeeId: 'ada', seriesId: null })]);
  const several = createdEntries({ repeats: true });
  expect(several.length).toBeGreaterThan(1);
  expect(several.map(({ seriesId }) => seriesId)).toEqual(several.map(() => several[0]?.seriesId));
  expect(several[0]?.seriesId).toEqual(expect.any(String));
});

test('conflicts are appointments in the room, with the absent vet, and in the whole store', () => {
  const visit = (id: string, more: object) =>
    receivedAppointmentSchema.parse({
      ...{ id, status: 'confirmed', start: '2026-03-27T09:00:00Z', end: '2026-03-27T10:00:00Z', storeId: BERLIN },
      ...more,
    });
  const ada = { employees: [{ id: 'ada', isMainEmployee: true }] };
  const visits = [
    visit('room', { roomId: 'r' }),
    visit('ada', ada),
    visit('ada elsewhere', { ...ada, storeId: NEW_YORK }),
    visit('cancelled', { roomId: 'r', status: 'cancelled' }),
    visit('completed', { roomId: 'r', ...ada, status: 'completed' }),
    visit('later', { roomId: 'r', start: '2026-03-27T10:00:00Z', end: '2026-03-27T11:00:00Z' }),
  ];
  const times = [{ start: Date.parse('2026-03-27T08:00:00Z'), end: Date.parse('2026-03-27T10:00:00Z') }];
  const found = (blocked: { storeId?: string; roomId?: string; employeeId?: string }) =>
    appointmentsInBlockedTime({ storeId: null, roomId: null, employeeId: null, ...blocked }, times, visits).map(
      ({ id }) => id,
    );
  expect(found({ storeId: BERLIN, roomId: 'r' })).toEqual(['room']);
  expect(found({ storeId: BERLIN, roomId: 'r', employeeId: 'ada' })).toEqual(['room', 'ada']);
  expect(found({ storeId: BERLIN, employeeId: 'ada' })).toEqual(['ada']);
  expect(found({ employeeId: 'ada' })).toEqual(['ada', 'ada elsewhere']);
  expect(found({ storeId: BERLIN })).toEqual(['room', 'ada']);
});
