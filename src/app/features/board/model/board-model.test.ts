import { describe, expect, test } from 'vitest';

import type { Directory } from '#app/api/directory.ts';

import { type ReceivedAppointment, receivedAppointmentSchema, receivedCompanySchema } from '#contract/received.ts';
import type { ColumnsView } from '#scheduling/board-day.ts';
import { createSearchForDays, listStoreDays } from '#scheduling/shown-days.ts';
import { boardDate, directory as fixture, statuses } from '#testing/board-fixture.ts';
import { buildBoard } from './board-model.ts';

const NEW_YORK = 'America/New_York';
const DATE = boardDate;
const nowhere = receivedCompanySchema.parse({
  ...{ id: 'c', name: 'Practice' },
  stores: [{ id: 'odd', name: 'Nowhere', timeZone: 'Mars/Olympus' }],
});
const company = { ...fixture.company, stores: [...fixture.company.stores, ...nowhere.stores] };
const directory: Directory = { ...fixture, company };

function appointment(id: string, more: Record<string, unknown> = {}): ReceivedAppointment {
  return receivedAppointmentSchema.parse({
    id,
    storeId: 'uptown',
    roomId: 'r1',
    start: `${DATE}T14:00:00Z`,
    end: `${DATE}T14:30:00Z`,
    status: 'confirmed',
    ...more,
  });
}

function board(
  view: ColumnsView,
  records: ReceivedAppointment[],
  unresolvedIds: string[] = [],
  stores = company.stores,
  ownZone = NEW_YORK,
  vetOfWeek: string | null = null,
  names = directory,
) {
  const days = listStoreDays({
    view,
    date: DATE,
    stores,
    fallbackZone: directory.fallbackZone,
    firstWeekday: () => 1,
  });
  const content = { appointments: records, unresolvedIds, isComplete: true, missing: 0 };
  return buildBoard({ view, vetOfWeek, days, content, directory: names, awaitsPets: false, statuses, ownZone });
}

describe('buildBoard', () => {
  test('columns are the rooms by store, then rooms that only appear in appointments, then "No room"', () => {
    const built = board('rooms', [
      appointment('a'),
      appointment('b', { roomId: 'r9', location: 'The shed' }),
      appointment('c', { roomId: null }),
      appointment('d', { storeId: 'lakeside', roomId: '0123456789' }),
    ]);
    expect(built.columns.map(({ group, title }) => `${group}: ${title}`)).toEqual([
      'Uptown · New York: Consult 1',
      'Uptown · New York: Consult 2',
      'Uptown · New York: The shed',
      'Uptown · New York: No room',
      'Lakeside · Chicago: Blue',
      'Lakeside · Chicago: Room 01234567',
      'Nowhere · UTC: No room',
    ]);
    expect(built.columns[0]?.openings).toEqual([{ fromMinute: 480, toMinute: 1080 }]);
    expect(built.columns.find(({ storeId }) => storeId === 'lakeside')?.openings).toBeNull();
  });

  test.each<[ColumnsView, string, string]>([
    ['rooms', '', 'New York'],
    ['vets', '', 'New York'],
    ['week', 'Uptown', 'Uptown · New York'],
  ])('%s of one store name its zone if it differs from the browser’s', (view, here, elsewhere) => {
    const uptown = company.stores.slice(0, 1);
    const groups = (ownZone: string) => board(view, [], [], uptown, ownZone).columns.map(({ group }) => group);
    expect(new Set(groups(NEW_YORK))).toEqual(new Set([here]));
    expect(new Set(groups('Asia/Tokyo'))).toEqual(new Set([elsewhere]));
  });

  test('each block is at the wall-clock time of its own store', () => {
    const built = board('rooms', [
      appointment('a'),
      appointment('b', { storeId: 'lakeside' }),
      appointment('c', { storeId: 'odd' }),
    ]);
    expect(built.items.map((item) => item.fromMinute)).toEqual([10 * 60, 9 * 60, 14 * 60]);
  });

  test('every vet has a column, other employees have one if they have appointments, and "Unassigned" has the rest', () => {
    const built = board(
      'vets',
      [appointment('a', { employees: [{ id: 'x2345678901', isMainEmployee: true }] }), appointment('b')],
      [],
      company.stores.slice(0, 1),
    );
    expect(built.columns.map(({ title }) => title)).toEqual(['Ada Vet', 'Bo Both', 'Employee x2345678', 'Unassigned']);
  });

  test('a stay is on each day of the week that it overlaps, and counts once', () => {
    const built = board(
      'week',
      [appointment('a', { end: '2026-06-12T14:00:00Z' })],
      ['broken'],
      company.stores.slice(0, 1),
    );
    expect(built.columns).toHaveLength(7);
    expect(built.items.map(({ columnId }) => columnId)).toEqual(['2026-06-10', '2026-06-11', '2026-06-12']);
    expect(built.appointments).toHaveLength(1);
  });

  test('bookings in the week of a vet are with that vet, in all stores of the zone', () => {
    const [uptown, ...others] = company.stores;
    if (!uptown) throw new Error('there is no store');
    const stores = [uptown, { ...uptown, id: 'downtown', name: 'Downtown' }, ...others];
    const assigned = { employees: [{ id: 'ada', isMainEmployee: false }] };
    const records = [
      appointment('mine', assigned),
      appointment('elsewhere', { ...assigned, storeId: 'downtown' }),
      appointment('another zone', { ...assigned, storeId: 'lakeside' }),
      appointment('of a colleague'),
    ];
    const built = board('week', records, [], stores, NEW_YORK, 'ada');
    expect(built.columns).toHaveLength(7);
    expect(built.columns[0]).toMatchObject({
      group: 'Uptown, Downtown',
      employeeId: 'ada',
      storeId: null,
    });
    // All of them are included here: excluding the others is up to a filter.
    expect(built.appointments.map(({ id }) => id)).toEqual(['mine', 'elsewhere', 'of a colleague']);
  });

  test('an item waits for its pet if that has not been found yet, while the pets are loading', () => {
    const records = [
      appointment('found', { petId: 'rex' }),
      appointment('absent', { petId: 'p9' }),
      appointment('none'),
    ];
    const content = { appointments: records, unresolvedIds: [], isComplete: true, missing: 0 };
    const days = listStoreDays({
      view: 'rooms',
      date: DATE,
      stores: company.stores,
      fallbackZone: 'UTC',
      firstWeekday: () => 1,
    });
    const of = { view: 'rooms', vetOfWeek: null, days, content, directory, statuses, ownZone: NEW_YORK } as const;
    const waiting = (awaitsPets: boolean) =>
      buildBoard({ ...of, awaitsPets }).items.flatMap(({ awaitsPet, appointment: { id } }) => (awaitsPet ? id : []));
    expect(waiting(true)).toEqual(['absent']);
    expect(waiting(false)).toEqual([]);
  });

  test('names of pet and client replace the title if they are known', () => {
    const built = board('rooms', [
      appointment('a', { petId: 'rex', title: 'Whatever' }),
      appointment('b', { title: ' <b>Bo</b> ' }),
    ]);
    expect(built.items.map(({ heading, client }) => [heading, client])).toEqual([
      ['Rex', 'Jo Null'],
      ['<b>Bo</b>', ''],
    ]);
    expect(built.items[0]?.label).toContain('Rex, Jo Null');
  });
});

test('the requested day lasts from the first store’s midnight to the last one’s', () => {
  const days = listStoreDays({
    view: 'rooms',
    date: DATE,
    stores: company.stores,
    fallbackZone: 'UTC',
    firstWeekday: () => 1,
  });
  expect(createSearchForDays({ id: 'c', storesListed: true }, days)).toMatchObject({
    from: '2026-06-10T00:00:00.000Z',
    to: '2026-06-11T05:00:00.000Z',
  });
});

describe('the number of missing appointments', () => {
  const [uptown, lakeside] = company.stores;
  const content = { appointments: [appointment('a')], unresolvedIds: ['b'], isComplete: false, missing: 7 };
  function missingOf(view: ColumnsView, stores: typeof company.stores, storesListed = true) {
    const days = listStoreDays({ view, date: DATE, stores, fallbackZone: 'UTC', firstWeekday: () => 1 });
    const names = { ...directory, company: { ...company, storesListed } };
    const of = { view, vetOfWeek: null, days, content, directory: names, awaitsPets: false };
    return buildBoard({ ...of, statuses, ownZone: NEW_YORK }).missing;
  }
  const one = uptown ? [uptown] : [];
  const neighbour = uptown ? { ...uptown, id: 'near' } : undefined;

  test('is known for a day or a week that was requested separately', () => {
    expect(missingOf('rooms', one)).toBe(7);
    expect(missingOf('vets', neighbour ? [...one, neighbour] : [])).toBe(7);
    expect(missingOf('week', one)).toBe(7);
  });

  test('is unknown if the total includes other days or stores', () => {
    expect(missingOf('rooms', lakeside ? [...one, lakeside] : [])).toBeNull();
    expect(missingOf('rooms', one, false)).toBeNull();
  });
});

describe('an item', () => {
  const one = appointment('a', { petId: 'rex' });

  test('follows the title of its column, and names that load later', () => {
    const [uptown] = company.stores;
    if (!uptown) throw new Error('the company has a store');
    const repainted = [{ ...uptown, rooms: [{ id: 'r1', name: 'The blue one', categories: [] }] }];
    expect(board('rooms', [one], [], repainted).items[0]?.label).toContain('The blue one');
    const unnamed = { ...directory, pets: new Map() };
    const later = [unnamed, directory].map(
      (names) => board('rooms', [one], [], company.stores, NEW_YORK, null, names).items[0]?.heading,
    );
    expect(later).toEqual(['Appointment a', 'Rex']);
  });
});

test('appointments clash if they need the same room or vet; assistants and stays do not count', () => {
  const both = (id: string, more: Record<string, unknown>) => appointment(id, { roomId: null, ...more });
  const clashing = (...records: ReceivedAppointment[]) =>
    [...board('rooms', records).clashes].map(([id, clashes]) => [id, clashes.map(({ other }) => other.id)]);
  const staff = (id: string) => ({ employees: [{ id, isMainEmployee: true }] });
  expect(clashing(appointment('a'), appointment('b'))).toEqual([
    ['b', ['a']],
    ['a', ['b']],
  ]);
  expect(clashing(both('a', staff('ada')), both('b', staff('ada')))).toHaveLength(2);
  expect(clashing(both('a', staff('nurse')), both('b', staff('nurse')))).toEqual([]);
  expect(clashing(appointment('a'), appointment('b', { status: 'cancelled' }))).toEqual([]);
  const stay = { start: `${DATE}T13:00:00Z`, end: `${DATE}T20:00:00Z` };
  expect(clashing(appointment('a'), appointment('day care', stay), appointment('guest', stay))).toEqual([]);
});
