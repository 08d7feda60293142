import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Interval, overlaps } from '#contract/interval.ts';
import { createUnnamedStore, receivedAppointmentSchema, receivedEmployeeSchema } from '#contract/received.ts';
import { createBookable } from '#scheduling/bookable.ts';
import { dayInterval } from '#scheduling/calendar-day.ts';
import { rounds } from '#testing/rounds.ts';
import type { BookingStore } from './booking-values.ts';
import { freeStartsByColumn } from './draft-on-calendar.ts';

const QUARTER = 900_000;
const DATE = '2031-06-04';
const zone = 'America/New_York';
const day = dayInterval(zone, DATE);
const openingHours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: '08:00', closes: '18:00' }));
const store: BookingStore = {
  ...{ ...createUnnamedStore('north'), name: 'North', timeZone: zone, openingHours },
  rooms: [
    { id: 'r1', name: 'Room 1', categories: [] },
    { id: 'r2', name: 'Theatre', categories: ['surgery'] },
  ],
};
const vets = ['ada', 'bo'].map((id) =>
  receivedEmployeeSchema.parse({ id, name: id, storeIds: ['north'], role: 'vet' }),
);
const types = ['consult', 'surgery'].map((category) => ({
  ...{ id: category, name: category, category, durationMinutes: 30, isActive: true },
}));
const column = { storeId: 'north', roomId: null, employeeId: null, zone, date: DATE };
const columns = [
  { ...column, id: 'r1', roomId: 'r1' },
  { ...column, id: 'r2', roomId: 'r2' },
  { ...column, id: 'none' },
  { ...column, id: 'ada', employeeId: 'ada' },
  { ...column, id: 'bo', employeeId: 'bo' },
];

const visit = fc.record({
  quarter: fc.integer({ min: 28, max: 76 }),
  quarters: fc.integer({ min: 1, max: 12 }),
  // Each has a room and a vet. The cases without are covered by the tests of the rule.
  roomId: fc.constantFrom('r1', 'r2', 'another room'),
  staffId: fc.constantFrom('ada', 'bo', 'another vet'),
  petId: fc.constantFrom('pet', 'other'),
  status: fc.constantFrom('confirmed', 'cancelled'),
});
const scene = fc.record({
  visits: fc.array(visit, { maxLength: 14 }),
  length: fc.constantFrom(1, 2, 4, 9),
  petId: fc.constantFrom('pet', null),
  visitTypeId: fc.constantFrom('consult', 'surgery', null),
  employeeId: fc.constantFrom('ada', null),
  roomId: fc.constantFrom('r1', null),
  from: fc.integer({ min: 0, max: 60 }),
});

test('a start is free in a column if its room or vet, the other resource and the pet are free, and the store is open', () => {
  fc.assert(
    fc.property(scene, ({ visits, length, petId, visitTypeId, employeeId, roomId: chosen, from }) => {
      const timeOf = (quarter: number, quarters: number): Interval => ({
        start: day.start + quarter * QUARTER,
        end: day.start + (quarter + quarters) * QUARTER,
      });
      const appointments = visits.map(({ quarter, quarters, roomId, staffId, petId: of, status }, index) => {
        const { start, end } = timeOf(quarter, quarters);
        const employees = [{ id: staffId, isMainEmployee: true }];
        const times = { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
        return receivedAppointmentSchema.parse({
          ...{ id: `a${index}`, storeId: 'north', petId: of, roomId, status, employees },
          ...times,
        });
      });
      const vet = vets.find(({ id }) => id === employeeId) ?? null;
      const type = types.find(({ id }) => id === visitTypeId) ?? null;
      const requested = { store, vet, type, petId, roomId: chosen };
      const bookable = createBookable({
        span: day,
        appointments,
        heldRequests: [],
        plan: [],
        stores: [store],
        employees: vets,
      });
      const question = { requested, stores: [store], employees: vets, day: DATE, length: length * QUARTER, bookable };
      const highlighted = freeStartsByColumn({ ...question, from: day.start + from * QUARTER }, columns);
      const isFree = (time: Interval, isTheirs: (taken: (typeof visits)[number]) => boolean) =>
        !visits.some(
          (taken) =>
            taken.status !== 'cancelled' && isTheirs(taken) && overlaps(time, timeOf(taken.quarter, taken.quarters)),
        );
      const suitableRooms = visitTypeId === 'consult' ? ['r1'] : ['r1', 'r2'];
      const rooms = chosen === null ? suitableRooms : [chosen];
      const staff = employeeId === null ? ['ada', 'bo'] : [employeeId];
      for (const { id, roomId, employeeId: vetId } of columns) {
        const expected: number[] = [];
        for (let quarter = Math.max(32, from); quarter + length <= 72; quarter += 1) {
          const time = timeOf(quarter, length);
          const roomFree = (room: string) => isFree(time, (taken) => taken.roomId === room);
          const vetFree = (vet: string) => isFree(time, (taken) => taken.staffId === vet);
          const isRoom = roomId === null ? rooms.some(roomFree) : rooms.includes(roomId) && roomFree(roomId);
          const isVet = vetId === null ? staff.some(vetFree) : staff.includes(vetId) && vetFree(vetId);
          const isPet = petId === null || isFree(time, (taken) => taken.petId === petId);
          if (isRoom && isVet && isPet) expected.push(time.start);
        }
        expect(highlighted.get(id) ?? [], id).toEqual(expected);
      }
    }),
    { numRuns: rounds({ few: 100, many: 3000 }) },
  );
});

test('no start is highlighted in a column of another day, or of a store in another zone', () => {
  const far = { ...store, id: 'far', timeZone: 'Europe/Berlin', rooms: [{ id: 'f1', name: 'Far 1', categories: [] }] };
  const stores = [store, far];
  const bookable = createBookable({ span: day, appointments: [], heldRequests: [], plan: [], stores, employees: vets });
  const requested = { store, vet: null, type: null, petId: null, roomId: null };
  const question = { requested, stores, employees: vets, day: DATE, length: QUARTER, from: 0, bookable };
  const highlighted = freeStartsByColumn(question, [
    { ...column, id: 'shown', storeId: null },
    { ...column, id: 'tomorrow', date: '2031-06-05' },
    { ...column, id: 'far', storeId: 'far', roomId: 'f1', zone: far.timeZone },
    // A column whose zone differs from that of its store.
    { ...column, id: 'odd', storeId: 'far', roomId: 'f1' },
  ]);
  expect([...highlighted].map(([id, starts]) => [id, starts.length])).toEqual([['shown', 40]]);
});

test('a column of another store in the same zone has starts for its own rooms and vets', () => {
  const south = { ...store, id: 'south', name: 'South', rooms: [{ id: 's1', name: 'South 1', categories: [] }] };
  const eve = receivedEmployeeSchema.parse({ id: 'eve', name: 'Eve', storeIds: ['south'], role: 'vet' });
  const employees = [...vets, eve];
  const stores = [store, south];
  const bookable = createBookable({ span: day, appointments: [], heldRequests: [], plan: [], stores, employees });
  const requested = { store, vet: null, type: null, petId: null, roomId: null };
  const question = { requested, stores, employees, day: DATE, length: QUARTER, from: 0, bookable };
  const there = { ...column, storeId: 'south' };
  const highlighted = freeStartsByColumn(question, [
    { ...there, id: 's1', roomId: 's1' },
    { ...there, id: 'eve', employeeId: 'eve' },
    { ...there, id: 'ada', employeeId: 'ada' },
    { ...there, id: 'r1', roomId: 'r1' },
  ]);
  expect([...highlighted].map(([id, starts]) => [id, starts.length])).toEqual([
    ['s1', 40],
    ['eve', 40],
  ]);
});
