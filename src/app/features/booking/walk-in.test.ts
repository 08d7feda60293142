import { expect, test } from 'vitest';
import { receivedAppointmentSchema, receivedEmployeeSchema } from '#contract/received.ts';
import type { BookingStore } from './booking-schema.ts';
import { freePlace, nextStart } from './walk-in.tsx';

const DATE = '2031-06-04';
const openingHours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: '08:00', closes: '18:00' }));
const store: BookingStore = {
  ...{ id: 'north', name: 'North', timeZone: 'America/New_York', openingHours },
  rooms: [
    { id: 'theatre', name: 'Theatre', categories: ['surgery'] },
    { id: 'one', name: 'Room 1', categories: [] },
    { id: 'two', name: 'Room 2', categories: [] },
  ],
};
const employees = ['ada', 'bo'].map((id) =>
  receivedEmployeeSchema.parse({ id, name: id, storeIds: ['north'], role: 'vet' }),
);
const type = { id: 't', name: 'Check', category: 'consult', durationMinutes: 30, isActive: true };
const at = (time: string) => Date.parse(`${DATE}T${time}:00-04:00`);
const visit = (roomId: string, staffId: string, from: string, to: string, status = 'confirmed') =>
  receivedAppointmentSchema.parse({
    ...{ id: `${roomId} ${from}`, storeId: 'north', roomId, status },
    ...{ start: new Date(at(from)).toISOString(), end: new Date(at(to)).toISOString() },
    employees: [{ id: staffId, isMainEmployee: true }],
  });
const now = { store, type, employees, time: { start: at('10:40'), end: at('11:10') } };

test('who walks in gets the first vet who is free, and the first free room that suits', () => {
  expect(freePlace({ ...now, appointments: [] })).toEqual({ employeeId: 'ada', roomId: 'one' });
  const busy = [visit('one', 'ada', '10:00', '11:00')];
  expect(freePlace({ ...now, appointments: busy })).toEqual({ employeeId: 'bo', roomId: 'two' });
  const off = [visit('one', 'ada', '10:00', '11:00', 'cancelled')];
  expect(freePlace({ ...now, appointments: off })).toEqual({ employeeId: 'ada', roomId: 'one' });
  const full = [...busy, visit('two', 'bo', '11:00', '12:00')];
  expect(freePlace({ ...now, appointments: full })).toEqual({ employeeId: null, roomId: null });
});

test('the next free time is the first quarter that day at which both are free', () => {
  const full = [visit('one', 'ada', '10:00', '11:20'), visit('two', 'bo', '10:00', '12:00')];
  expect(nextStart({ ...now, appointments: full }, DATE)).toBe(at('11:30'));
  const all = ['ada', 'bo'].map((id, index) => visit(index === 0 ? 'one' : 'two', id, '10:00', '18:00'));
  expect(nextStart({ ...now, appointments: all }, DATE)).toBeNull();
});
