import { expect, test } from 'vitest';
import { receivedAppointmentSchema } from '#contract/received.ts';
import { entry } from '#testing/plan-entry.ts';
import { createPlanConflicts } from './conflicting-appointments.ts';

const store = {
  ...{ id: 'north', timeZone: 'America/New_York', openingHours: [] },
  rooms: [{ id: 'r1', name: 'Room 1', categories: [] }],
};
const appointment = receivedAppointmentSchema.parse({
  ...{ id: 'a', status: 'confirmed', storeId: 'north', roomId: 'r1' },
  ...{ start: '2026-06-02T14:00:00Z', end: '2026-06-02T14:30:00Z', employees: [{ id: 'ada', isMainEmployee: true }] },
});
const hour = (of: Record<string, unknown>) =>
  entry('2026-06-02T10:00:00-04:00', '2026-06-02T11:00:00-04:00', { kind: 'unavailable', ...of });
const [holiday, paint, closure] = [
  hour({ employeeId: 'ada' }),
  hour({ storeId: 'north', roomId: 'r1' }),
  hour({ storeId: 'north' }),
];

test.each([
  [[], []],
  [[holiday], ['vet-away']],
  [[paint], ['room-blocked']],
  [[closure], ['store-closed']],
  [
    [paint, holiday, closure],
    ['store-closed', 'vet-away', 'room-blocked'],
  ],
])('the plan %# conflicts with an appointment of its vet, room and store', (plan, conflicts) => {
  const span = { start: Date.parse('2026-06-01T04:00:00Z'), end: Date.parse('2026-06-08T04:00:00Z') };
  const employees = [{ id: 'ada', role: 'vet' }];
  const conflictsOf = createPlanConflicts({ span, plan, employees, stores: [store] });
  expect(conflictsOf(appointment)).toEqual(conflicts);
  expect(conflictsOf({ ...appointment, employees: [], roomId: null, storeId: null })).toEqual([]);
  expect(conflictsOf({ ...appointment, start: '2026-06-02T16:00:00Z', end: '2026-06-02T16:30:00Z' })).toEqual([]);
});
