import { expect, test } from 'vitest';
import { receivedAppointmentSchema, receivedEmployeeSchema } from '#contract/received.ts';
import { request, values } from '#testing/fake-practice.ts';
import { type Advice, shownConflicts } from './booking-advice.tsx';

const vet = receivedEmployeeSchema.parse({ id: 'vet', name: 'Ada Bell' });
const other = receivedAppointmentSchema.parse({ id: 'other', start: request.start, end: request.end });
const advice: Advice = {
  stores: [],
  store: { id: 'north', name: 'North', timeZone: 'UTC', openingHours: [], rooms: [] },
  time: { start: Date.parse(request.start), end: Date.parse(request.end) },
  pet: values.pet,
  vet: null,
  warnings: [{ kind: 'in-past' }, { kind: 'pet-that-day', others: [other] }],
  appointments: [other],
  plan: [],
  likelyRoomId: null,
  isPlanLost: false,
  unreadable: 0,
  inTheWay: () => [],
  retry: null,
  now: 0,
};

test('the conflicts that stand beside the form have been shown', () => {
  expect(shownConflicts(advice, request)).toEqual(new Set(['other']));
});

test('what stands there about another pet, vet or time has not been shown for this booking', () => {
  expect(shownConflicts({ ...advice, vet }, request)).toBeNull();
  expect(shownConflicts(advice, { ...request, employeeId: 'vet' })).toBeNull();
  expect(shownConflicts({ ...advice, pet: null }, request)).toBeNull();
  expect(shownConflicts({ ...advice, time: { ...advice.time, end: 0 } }, request)).toBeNull();
});

test('nothing has been shown while not everything is loaded', () => {
  expect(shownConflicts({ ...advice, appointments: null }, request)).toBeNull();
  expect(shownConflicts(null, request)).toBeNull();
});
