import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PlanEntries } from '#app/scheduling/duty.ts';
import type { Interval } from '#app/scheduling/interval.ts';
import { at, boardOf, directory, visit } from '#testing/board-fixture.ts';
import { entry } from '#testing/plan-entry.ts';
import { freeRoomsNow, freeTime } from './free-time.ts';

/** Entries of the plan on the day of the board, by the wall clock of New York. */
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
  ) => {
    const board = boardOf(records, { storeIds });
    return freeTime({ ...board, plan, directory, from });
  };
  const clock = ({ start, end }: Interval) =>
    [start, end].map((instant) => new Date(instant - 4 * 3_600_000).toISOString().slice(11, 16)).join('–');

  test('is what no visit takes of the opening hours, for each room and each vet', () => {
    const [uptown] = freeOf([
      visit('a', '9:00', '9:30', { employees: [{ id: 'ada', isMainEmployee: true }] }),
      visit('b', '9:30', '10:00', { roomId: 'r2', employees: [{ id: 'bo' }, { id: 'ada' }] }),
      visit('before opening', '7:00', '8:15', { roomId: 'r2' }),
      visit('called off', '12:00', '13:00', { status: 'no_show' }),
    ]);
    expect(uptown?.rooms.map(({ name, free }) => [name, ...free.map(clock)])).toEqual([
      ['Consult 1', '08:00–09:00', '09:30–18:00'],
      ['Consult 2', '08:15–09:30', '10:00–18:00'],
    ]);
    expect(uptown?.vets.map(({ name, free }) => [name, ...free.map(clock)])).toEqual([
      ['Ada Vet', '08:00–09:00', '10:00–18:00'],
      ['Bo Both', '08:00–09:30', '10:00–18:00'],
    ]);
  });

  test('has nothing in the past, and none on a day that is over', () => {
    const rooms = (from: number) => freeOf([], from)[0]?.rooms.map(({ free }) => free.map(clock));
    expect(rooms(at('10:45'))).toEqual([['10:45–18:00'], ['10:45–18:00']]);
    expect(rooms(at('18:00'))).toEqual([[], []]);
  });

  test('is never within a record whose end is not after its start', () => {
    const [uptown] = freeOf([visit('a', '9:00', '9:00'), visit('b', '11:00', '10:00')]);
    expect(uptown?.rooms[0]?.free.map(clock)).toEqual(['08:00–09:00', '09:15–11:00', '11:15–18:00']);
  });

  test('counts the whole day where nobody knows the opening hours', () => {
    const [lakeside] = freeOf([visit('a', '10:00', '11:00', { storeId: 'lakeside', roomId: 'r3' })], at('9:00'), [
      'lakeside',
    ]);
    expect(lakeside?.open).toBeNull();
    expect(lakeside?.rooms.map(({ name, free }) => [name, ...free.map(clock)])).toEqual([
      ['Blue', '09:00–10:00', '11:00–01:00'],
    ]);
  });

  test('of a vet at two stores is what neither takes, and is not all known while one is not shown', () => {
    const elsewhere = visit('a', '9:00', '9:30', { storeId: 'lakeside', roomId: 'r3', employees: [{ id: 'bo' }] });
    const both = freeOf([elsewhere], at('0:00'), ['uptown', 'lakeside']);
    expect(both[0]?.vets.find(({ name }) => name === 'Bo Both')?.free.map(clock)).toEqual([
      '08:00–09:00',
      '09:30–18:00',
    ]);
    expect(both.map(({ vetsElsewhere }) => vetsElsewhere)).toEqual([false, false]);
    expect(freeOf([]).map(({ vetsElsewhere }) => vetsElsewhere)).toEqual([true]);
  });

  test('is that of the vets on duty, of rooms that are not blocked while one is there, and while the store is not closed', () => {
    const plan = [
      duty('ada', '9:00', '17:00'),
      planned('12:00', '12:30', { employeeId: 'ada', title: 'Lunch' }),
      planned('9:00', '10:00', { storeId: 'uptown', roomId: 'r1' }),
      planned('15:00', '18:00', { storeId: 'uptown', title: 'Team day' }),
    ];
    const [uptown] = freeOf([], at('0:00'), ['uptown'], plan);
    expect(uptown?.vets.map(({ name, planned: why, free }) => [name, why?.kind, ...free.map(clock)])).toEqual([
      ['Ada Vet', undefined, '09:00–12:00', '12:30–15:00'],
      ['Bo Both', 'off'],
    ]);
    expect(uptown?.rooms.map(({ name, free }) => [name, ...free.map(clock)])).toEqual([
      ['Consult 1', '10:00–12:00', '12:30–15:00'],
      ['Consult 2', '09:00–12:00', '12:30–15:00'],
    ]);
    expect(uptown).toMatchObject({ isDutyPlanned: true, isAnybodyThere: true, closure: { kind: 'closed' } });
    expect(freeOf([], at('16:00'), ['uptown'], [duty('ada', '9:00', '15:00')])[0]).toMatchObject({
      isAnybodyThere: false,
    });
    expect(freeOf([])[0]?.isDutyPlanned).toBe(false);
    // A lunch that is over is no reason for the rest of the day.
    const late = freeOf([], at('17:15'), ['uptown'], plan.slice(0, 2))[0]?.vets[0];
    expect(late).toMatchObject({ name: 'Ada Vet', free: [], planned: { kind: 'off' } });
  });

  test('never overlaps a visit that takes the room', () => {
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
      fc.property(records, fc.integer({ min: 0, max: 96 }), (made, quarter) => {
        const visits = made.map(({ start, length, ...more }, index) => {
          const from = at('0:00') + start * 900_000;
          const end = new Date(from + length * 900_000).toISOString();
          return visit(`v${index}`, '0:00', '0:00', { ...more, start: new Date(from).toISOString(), end });
        });
        const from = at('0:00') + quarter * 900_000;
        const open = { start: at('8:00'), end: at('18:00') };
        for (const { roomId, free } of freeOf(visits, from)[0]?.rooms ?? []) {
          const own = visits.filter((one) => one.roomId === roomId && one.status !== 'cancelled');
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

  test('are free until their next visit, or until the store closes', () => {
    const next = visit('next', '11:15', '11:45');
    expect(freeAt('10:00', [next])).toEqual(['Consult 1 until 11:15', 'Consult 2 until 18:00']);
    expect(freeAt('11:20', [next])).toEqual(['Consult 2 until 18:00']);
    expect(freeAt('11:45', [next])).toEqual(['Consult 1 until 18:00', 'Consult 2 until 18:00']);
    expect(freeAt('10:00', [visit('off', '9:00', '12:00', { status: 'no_show' }), next])).toHaveLength(2);
  });

  test('are none while the store is closed, nor on another day', () => {
    expect(freeAt('7:59', [])).toEqual([]);
    expect(freeAt('18:00', [])).toEqual([]);
    const { days, appointments } = boardOf([]);
    expect(freeRoomsNow({ days, appointments, plan: [], directory }, at('10:00', '2026-06-11'))).toEqual([]);
  });

  test('are not those in which a patient is still being seen, or already, or with hardly any time left', () => {
    expect(freeAt('10:00', [visit('over', '9:00', '9:30', { status: 'in_progress' })])).toEqual([
      'Consult 2 until 18:00',
    ]);
    expect(freeAt('10:00', [visit('early', '11:00', '11:30', { status: 'in_progress' })])).toEqual([
      'Consult 2 until 18:00',
    ]);
    expect(freeAt('10:00', [visit('soon', '10:04', '10:30')])).toEqual(['Consult 2 until 18:00']);
  });

  test('are free while a vet is there, until the last one leaves or the room is blocked', () => {
    const plan = [duty('ada', '9:00', '17:00'), planned('14:00', '15:00', { storeId: 'uptown', roomId: 'r2' })];
    expect(freeAt('8:30', [], ['uptown'], plan)).toEqual([]);
    expect(freeAt('9:00', [], ['uptown'], plan)).toEqual(['Consult 1 until 17:00', 'Consult 2 until 14:00']);
    expect(freeAt('14:30', [], ['uptown'], plan)).toEqual(['Consult 1 until 17:00']);
  });

  test('are those of each store by its own clock, with usual hours where its own are not known', () => {
    // Lakeside is an hour behind, and names no hours: there it is 8:00.
    expect(freeAt('9:00', [], ['uptown', 'lakeside'])).toEqual([
      'Consult 1 until 18:00',
      'Consult 2 until 18:00',
      'Blue until 19:00',
    ]);
    expect(freeAt('8:30', [], ['uptown', 'lakeside'])).toHaveLength(2);
    expect(freeAt('18:30', [], ['uptown', 'lakeside'])).toEqual(['Blue until 19:00']);
  });
});
