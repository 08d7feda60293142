import { expect, test } from 'vitest';
import { receivedAppointmentSchema } from '#contract/received.ts';
import { findFreedTimes } from './freed-time.ts';

const at = (clock: string) => Date.parse(`2026-06-03T${clock}:00Z`);
const before = receivedAppointmentSchema.parse({
  ...{ id: 'a', storeId: 'north', roomId: 'r1', status: 'confirmed', employees: [{ id: 'ada', isMainEmployee: true }] },
  ...{ start: '2026-06-03T10:00:00Z', end: '2026-06-03T11:00:00Z' },
});
const iso = (clock: string) => new Date(at(clock)).toISOString();

function freed(changes: Partial<typeof before>, now = '08:00', seen = before): string[] {
  return findFreedTimes(seen, { ...seen, ...changes }, at(now)).map(
    ({ start, end, storeId, employeeId }) =>
      `${[start, end].map((instant) => new Date(instant).toISOString().slice(11, 16)).join('–')} ${storeId} ${employeeId}`,
  );
}

test('a cancelled appointment frees the rest of its time, with its vet', () => {
  expect(freed({ status: 'cancelled' })).toEqual(['10:00–11:00 north ada']);
  expect(freed({ status: 'no_show' }, '10:20')).toEqual(['10:20–11:00 north ada']);
  expect(freed({ status: 'cancelled' }, '10:50')).toEqual([]);
  expect(freed({ status: 'cancelled' }, '08:00', { ...before, employees: [] })).toEqual(['10:00–11:00 north null']);
});

test('a moved appointment frees the time it no longer takes, or all of it if the store changes', () => {
  expect(freed({ start: iso('10:30'), end: iso('11:30') })).toEqual(['10:00–10:30 north ada']);
  expect(freed({ start: iso('10:20'), end: iso('10:40') })).toEqual(['10:00–10:20 north ada', '10:40–11:00 north ada']);
  expect(freed({ start: iso('10:10') })).toEqual([]);
  expect(freed({ storeId: 'south' })).toEqual(['10:00–11:00 north ada']);
});

test('an appointment that ends early frees the rest, once', () => {
  expect(freed({ status: 'completed' }, '10:30')).toEqual(['10:30–11:00 north ada']);
  expect(freed({ status: 'confirmed' }, '10:30', { ...before, status: 'completed' })).toEqual([]);
});

test('other changes free nothing, nor do changes to an appointment that took no time or has no store', () => {
  for (const change of [{ status: 'checked_in', notes: 'x' }, { roomId: 'r2' }, { employees: [] }])
    expect(freed(change)).toEqual([]);
  expect(freed({ status: 'confirmed' }, '08:00', { ...before, status: 'cancelled' })).toEqual([]);
  expect(freed({ status: 'cancelled' }, '08:00', { ...before, storeId: null })).toEqual([]);
});
