import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UNASSIGNED } from '#app/addresses/board-search.ts';
import type { PlanEntries } from '#scheduling/duty.ts';
import type { Interval } from '#scheduling/interval.ts';
import { at, boardOf, directory, visit } from '#testing/board-fixture.ts';
import { entry } from '#testing/plan-entry.ts';
import { type FreeTimeInput, freeRoomsNow, freeTime } from './free-time.ts';

const MINUTE = 60_000;

/** Availability entries on the day of the board, by New York wall-clock time. */
const planned = (from: string, to: string, more: Parameters<typeof entry>[2]) =>
  entry(new Date(at(from)).toISOString(), new Date(at(to)).toISOString(), more);
const duty = (employeeId: string, from: string, to: string) =>
  planned(from, to, { kind: 'on_duty', storeId: 'uptown', employeeId });

describe('the free time of a store', () => {
  const freeOf = (
    records: Parameters<typeof boardOf>[0],
    from = at('0:00'),
    storeIds = ['uptown'],
    plan: PlanEntries = [],
    more: Partial<Pick<FreeTimeInput, 'length' | 'filters' | 'directory'>> = {},
  ) => {
    const board = boardOf(records, { storeIds });
    return freeTime({
      ...board,
      plan,
      directory,
      now: from,
      from,
      length: 15 * MINUTE,
      filters: { vets: [], types: [] },
      ...more,
    });
  };
  const clock = ({ start, end }: Interval) =>
    [start, end].map((instant) => new Date(instant - 4 * 3_600_000).toISOString().slice(11, 16)).join('–');

  test('is the part of opening hours without appointments, by room while a vet is free, and by vet', () => {
    const [uptown] = freeOf([
      visit('a', '9:00', '9:30', { employees: [{ id: 'ada', isMainEmployee: true }] }),
      visit('b', '9:30', '10:00', { roomId: 'r2', employees: [{ id: 'bo' }, { id: 'ada' }] }),
      visit('before opening', '7:00', '8:15', { roomId: 'r2' }),
      visit('called off', '12:00', '13:00', { status: 'no_show' }),
    ]);
    expect(uptown?.rooms.map(({ name, free }) => [name, ...free.map(clock)])).toEqual([
      ['Consult 1', '08:00–09:00', '10:00–18:00'],
      ['Consult 2', '08:15–09:30', '10:00–18:00'],
    ]);
    expect(uptown?.vets.map(({ name, free }) => [name, ...free.map(clock)])).toEqual([
      ['Ada Vet', '08:00–09:00', '10:00–18:00'],
      ['Bo Both', '08:00–09:30', '10:00–18:00'],
    ]);
  });

  test('excludes the past, and is empty on a day that is over', () => {
    const rooms = (from: number) => freeOf([], from)[0]?.rooms.map(({ free }) => free.map(clock));
    expect(rooms(at('10:45'))).toEqual([['10:45–18:00'], ['10:45–18:00']]);
    expect(rooms(at('18:00'))).toEqual([[], []]);
  });

  test('never overlaps a record whose end is not after its start', () => {
    const [uptown] = freeOf([visit('a', '9:00', '9:00'), visit('b', '11:00', '10:00')]);
    expect(uptown?.rooms[0]?.free.map(clock)).toEqual(['08:00–09:00', '09:15–11:00', '11:15–18:00']);
  });

  test('assumes usual hours if the opening hours are unknown', () => {
    const [lakeside] = freeOf([visit('a', '10:00', '11:00', { storeId: 'lakeside', roomId: 'r3' })], at('9:00'), [
      'lakeside',
    ]);
    expect(lakeside?.open).toBeNull();
    expect(lakeside?.rooms.map(({ name, free }) => [name, ...free.map(clock)])).toEqual([
      ['Blue', '09:00–10:00', '11:00–19:00'],
    ]);
  });

  test('excludes all appointments of a vet at two stores, and is incomplete if one is not shown', () => {
    const elsewhere = visit('a', '9:00', '9:30', { storeId: 'lakeside', roomId: 'r3', employees: [{ id: 'bo' }] });
    const both = freeOf([elsewhere], at('0:00'), ['uptown', 'lakeside']);
    expect(both[0]?.vets.find(({ name }) => name === 'Bo Both')?.free.map(clock)).toEqual([
      '08:00–09:00',
      '09:30–18:00',
    ]);
    expect(both.map(({ vetsElsewhere }) => vetsElsewhere)).toEqual([false, false]);
    expect(freeOf([]).map(({ vetsElsewhere }) => vetsElsewhere)).toEqual([true]);
  });

  test('requires a vet on duty, an unblocked room, and an open store', () => {
    const plan = [
      duty('ada', '9:00', '17:00'),
      planned('12:00', '12:30', { employeeId: 'ada', title: 'Lunch' }),
      planned('9:00', '10:00', { storeId: 'uptown', roomId: 'r1' }),
      planned('15:00', '18:00', { storeId: 'uptown', title: 'Team day' }),
    ];
    const [uptown] = freeOf([], at('0:00'), ['uptown'], plan);
    expect(uptown?.vets.map(({ name, why, free }) => [name, why?.kind, ...free.map(clock)])).toEqual([
      ['Ada Vet', undefined, '09:00–12:00', '12:30–15:00'],
      ['Bo Both', 'planned'],
    ]);
    expect(uptown?.rooms.map(({ name, free }) => [name, ...free.map(clock)])).toEqual([
      ['Consult 1', '10:00–12:00', '12:30–15:00'],
      ['Consult 2', '09:00–12:00', '12:30–15:00'],
    ]);
    expect(uptown).toMatchObject({ isAnybodyThere: true, closure: { kind: 'closed' } });
    expect(freeOf([], at('16:00'), ['uptown'], [duty('ada', '9:00', '15:00')])[0]).toMatchObject({
      isAnybodyThere: false,
    });
    // A lunch break that is over does not explain the rest of the day.
    const late = freeOf([], at('17:15'), ['uptown'], plan.slice(0, 2))[0]?.vets[0];
    expect(late).toMatchObject({ name: 'Ada Vet', free: [], why: { kind: 'planned', planned: { kind: 'off' } } });
  });

  test('says why nothing is free: the plan, appointments until a time, gaps that are too short, or no vet for a room', () => {
    const ofBoth = { employees: [{ id: 'ada' }, { id: 'bo' }] };
    const why = (records: Parameters<typeof boardOf>[0], length = 15) =>
      freeOf(records, at('16:00'), ['uptown'], [], { length: length * MINUTE })[0]?.rooms.map((room) => room.why);
    expect(why([])).toEqual([null, null]);
    const full = [visit('a', '15:00', '17:00'), visit('b', '17:00', '18:30')];
    expect(why(full)).toEqual([{ kind: 'booked', until: at('18:00') }, null]);
    const gaps = [visit('a', '16:00', '16:45'), visit('b', '17:15', '17:35')];
    expect(why(gaps, 45)).toEqual([{ kind: 'short' }, null]);
    expect(why([visit('a', '15:00', '18:00', { ...ofBoth, roomId: 'r2' })])).toEqual([
      { kind: 'other' },
      { kind: 'booked', until: at('18:00') },
    ]);
  });

  test('reserves a room and a vet for each appointment without one', () => {
    const unplaced = (from: string, to: string) =>
      visit(from, from, to, { roomId: null, visitTypeCategory: 'consult' });
    const [uptown] = freeOf([unplaced('9:00', '9:30'), unplaced('12:00', '12:30'), unplaced('12:15', '12:45')]);
    expect(uptown?.rooms.map(({ free }) => free.map(clock))).toEqual([
      ['08:00–12:15', '12:30–18:00'],
      ['08:00–12:15', '12:30–18:00'],
    ]);
    expect(uptown?.vets.map(({ free }) => free.map(clock))).toEqual([
      ['08:00–12:15', '12:30–18:00'],
      ['08:00–12:15', '12:30–18:00'],
    ]);
  });

  test('only includes gaps as long as the selected length', () => {
    const visits = [
      visit('a', '8:45', '12:00', { employees: [{ id: 'ada' }, { id: 'bo' }] }),
      visit('b', '12:30', '18:00', { employees: [{ id: 'ada' }, { id: 'bo' }] }),
    ];
    const free = (minutes: number) =>
      freeOf(visits, at('0:00'), ['uptown'], [], { length: minutes * MINUTE })[0]?.vets[0]?.free.map(clock);
    expect(free(30)).toEqual(['08:00–08:45', '12:00–12:30']);
    expect(free(45)).toEqual(['08:00–08:45']);
    expect(free(60)).toEqual([]);
  });

  test('is limited to the vets in the filter, and to rooms that suit its categories', () => {
    const { company } = directory;
    const stores = company.stores.map((store) => ({
      ...store,
      rooms: store.rooms.map((room) => (room.id === 'r2' ? { ...room, categories: ['dental'] } : room)),
    }));
    const suited = { ...directory, company: { ...company, stores } };
    const filtered = (vets: string[], types: string[]) => {
      const busy = visit('a', '8:00', '17:00', { employees: [{ id: 'bo' }] });
      const board = boardOf([busy]);
      const days = board.days.map((day) => ({ ...day, store: stores[0] ?? day.store }));
      const input = { ...board, days, plan: [], directory: suited, now: 0, from: at('0:00'), length: 15 * MINUTE };
      const [uptown] = freeTime({ ...input, filters: { vets, types } });
      return {
        rooms: uptown?.rooms.map(({ name, free }) => [name, ...free.map(clock)]),
        vets: uptown?.vets.map(({ name, free }) => [name, ...free.map(clock)]),
      };
    };
    expect(filtered(['bo'], [])).toEqual({
      rooms: [
        ['Consult 1', '17:00–18:00'],
        ['Consult 2', '17:00–18:00'],
      ],
      vets: [['Bo Both', '17:00–18:00']],
    });
    expect(filtered([], ['consult']).rooms).toEqual([['Consult 1', '17:00–18:00']]);
    expect(filtered([], ['dental']).rooms).toEqual([
      ['Consult 1', '17:00–18:00'],
      ['Consult 2', '08:00–18:00'],
    ]);
    // Grooming needs no vet unless one is requested.
    expect(filtered([], ['grooming']).rooms).toEqual([['Consult 1', '17:00–18:00']]);
    expect(filtered(['nobody here'], [])).toEqual({ rooms: [['Consult 1'], ['Consult 2']], vets: [] });
    expect(filtered([UNASSIGNED], []).vets).toHaveLength(2);
  });

  test('never overlaps an appointment in the room', () => {
    const records = fc.array(
      fc.record({
        start: fc.integer({ min: 0, max: 95 }),
        length: fc.integer({ min: -4, max: 40 }),
        roomId: fc.constantFrom('r1', 'r2', null),
        status: fc.constantFrom('confirmed', 'cancelled', 'on_the_scale'),
      }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(records, fc.integer({ min: 0, max: 96 }), (appointments, quarter) => {
        const visits = appointments.map(({ start, length, ...more }, index) => {
          const from = at('0:00') + start * 900_000;
          const end = new Date(from + length * 900_000).toISOString();
          return visit(`v${index}`, '0:00', '0:00', {
            ...more,
            employees: [{ id: 'nurse' }],
            start: new Date(from).toISOString(),
            end,
          });
        });
        const from = at('0:00') + quarter * 900_000;
        const open = { start: at('8:00'), end: at('18:00') };
        for (const { roomId, free } of freeOf(visits, from)[0]?.rooms ?? []) {
          const own = visits.filter((visit) => visit.roomId === roomId && visit.status !== 'cancelled');
          for (const stretch of free) {
            expect(stretch.start).toBeGreaterThanOrEqual(Math.max(from, open.start));
            expect(stretch.end).toBeLessThanOrEqual(open.end);
            for (const { start, end } of own) {
              expect(stretch.end <= Date.parse(start) || stretch.start >= Date.parse(end)).toBe(true);
            }
          }
        }
      }),
    );
  });
});

describe('the rooms that are free now', () => {
  const freeAt = (
    time: string,
    records: Parameters<typeof boardOf>[0],
    storeIds = ['uptown'],
    plan: PlanEntries = [],
  ) => {
    const { days, appointments } = boardOf(records, { storeIds });
    return freeRoomsNow({ days, appointments, plan, directory }, at(time)).map(
      ({ room, until }) => `${room.name} until ${new Date(until - 4 * 3_600_000).toISOString().slice(11, 16)}`,
    );
  };

  test('exclude all if no vet is left over', () => {
    const both = visit('both', '9:30', '10:30', { employees: [{ id: 'ada' }, { id: 'bo' }] });
    expect(freeAt('10:00', [both])).toEqual([]);
    expect(freeAt('10:30', [both])).toHaveLength(2);
  });

  test('are free until an appointment without a room needs them', () => {
    const unplaced = visit('unplaced', '11:00', '12:00', { roomId: null });
    expect(freeAt('10:00', [unplaced])).toEqual(['Consult 1 until 18:00', 'Consult 2 until 18:00']);
    const other = visit('other', '11:30', '12:00', { roomId: null });
    expect(freeAt('10:00', [unplaced, other])).toEqual(['Consult 1 until 11:30', 'Consult 2 until 11:30']);
    expect(freeAt('11:40', [unplaced, other])).toEqual([]);
  });

  test('are free until their next appointment, or until the store closes', () => {
    const next = visit('next', '11:15', '11:45');
    expect(freeAt('10:00', [next])).toEqual(['Consult 1 until 11:15', 'Consult 2 until 18:00']);
    expect(freeAt('11:20', [next])).toEqual(['Consult 2 until 18:00']);
    expect(freeAt('11:45', [next])).toEqual(['Consult 1 until 18:00', 'Consult 2 until 18:00']);
    expect(freeAt('10:00', [visit('off', '9:00', '12:00', { status: 'no_show' }), next])).toHaveLength(2);
  });

  test('exclude all while the store is closed, and on other days', () => {
    expect(freeAt('7:59', [])).toEqual([]);
    expect(freeAt('18:00', [])).toEqual([]);
    const { days, appointments } = boardOf([]);
    expect(freeRoomsNow({ days, appointments, plan: [], directory }, at('10:00', '2026-06-11'))).toEqual([]);
  });

  test('exclude rooms in which a patient is being seen, late or early, and those with little time left', () => {
    expect(freeAt('10:00', [visit('over', '9:00', '9:30', { status: 'in_progress' })])).toEqual([
      'Consult 2 until 18:00',
    ]);
    expect(freeAt('10:00', [visit('early', '11:00', '11:30', { status: 'in_progress' })])).toEqual([
      'Consult 2 until 18:00',
    ]);
    expect(freeAt('10:00', [visit('soon', '10:04', '10:30')])).toEqual(['Consult 2 until 18:00']);
  });

  test('are free while a vet is on duty, until the last one leaves or the room is blocked', () => {
    const plan = [duty('ada', '9:00', '17:00'), planned('14:00', '15:00', { storeId: 'uptown', roomId: 'r2' })];
    expect(freeAt('8:30', [], ['uptown'], plan)).toEqual([]);
    expect(freeAt('9:00', [], ['uptown'], plan)).toEqual(['Consult 1 until 17:00', 'Consult 2 until 14:00']);
    expect(freeAt('14:30', [], ['uptown'], plan)).toEqual(['Consult 1 until 17:00']);
  });

  test('follow the clock of each store, with usual hours if its own are unknown', () => {
    // Lakeside is an hour behind, and has no known hours: there it is 8:00.
    expect(freeAt('9:00', [], ['uptown', 'lakeside'])).toEqual([
      'Consult 1 until 18:00',
      'Consult 2 until 18:00',
      'Blue until 19:00',
    ]);
    expect(freeAt('8:30', [], ['uptown', 'lakeside'])).toHaveLength(2);
    expect(freeAt('18:30', [], ['uptown', 'lakeside'])).toEqual(['Blue until 19:00']);
  });
});
