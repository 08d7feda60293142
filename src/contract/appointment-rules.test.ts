import { describe, expect, test } from 'vitest';
import {
  applyChange,
  calledOffStatuses,
  changeableFields,
  findSuitableRooms,
  initialCheckInTime,
  mainEmployeeId,
  markedMainEmployeeId,
  occupies,
  stageOf,
  withVisitType,
} from './appointment-rules.ts';
import { appointmentStatuses } from './enums.ts';
import { receivedCompanySchema } from './received.ts';

const { stores } = receivedCompanySchema.parse({
  id: 'practice',
  stores: [
    {
      id: 'store',
      rooms: [
        { id: 'all', categories: [] },
        { id: 'theatre', categories: ['surgical', 'dental'] },
        { id: 'dental', categories: ['dental'] },
        { id: 'old', name: 'Old' },
      ],
    },
  ],
});
const rooms = stores[0]?.rooms ?? [];
const suiting = (category: string | null) => findSuitableRooms(rooms, category).map(({ id }) => id);

test('rooms for the category come first, then rooms for all, each in order', () => {
  expect(suiting('dental')).toEqual(['theatre', 'dental', 'all', 'old']);
  expect(suiting('surgical')).toEqual(['theatre', 'all', 'old']);
  expect(suiting('consult')).toEqual(['all', 'old']);
});

test('returns all rooms as long as the category is unknown', () => {
  expect(suiting(null)).toEqual(['all', 'theatre', 'dental', 'old']);
});

test('a status determines the stage of an appointment; an unknown status does not', () => {
  expect([...appointmentStatuses, 'arrived'].map((status) => `${status}: ${stageOf({ status })}`)).toEqual([
    'requested: expected',
    'confirmed: expected',
    'checked_in: waiting',
    'in_progress: in-care',
    'ready_for_checkout: in-care',
    'completed: ended',
    'cancelled: called-off',
    'no_show: called-off',
    'arrived: unknown',
  ]);
  expect(calledOffStatuses).toEqual(['cancelled', 'no_show']);
  expect([...appointmentStatuses, 'arrived'].filter((status) => !occupies({ status }))).toEqual(calledOffStatuses);
});

const NOW = '2026-03-29T07:30:00.000Z';
const BEFORE = '2026-03-29T07:00:00.000Z';
const ada = { id: 'ada', isMainEmployee: true };
const bo = { id: 'bo', isMainEmployee: false };
const visit = {
  ...{ id: 'v', status: 'confirmed', start: '2026-03-29T08:00:00.000Z', end: '2026-03-29T08:30:00.000Z' },
  ...{ roomId: 'r' as string | null, notes: 'shy' as string | null, checkedInAt: null as string | null },
  visitTypeId: 'check-up',
  employees: [ada, bo],
};

describe('a change', () => {
  test('a new appointment is checked in if its status is checked_in', () => {
    expect(appointmentStatuses.filter((status) => initialCheckInTime(status, NOW) !== null)).toEqual(['checked_in']);
    expect(initialCheckInTime('checked_in', NOW)).toBe(NOW);
  });

  test.each([
    ['confirmed', 'checked_in', null, NOW],
    ['confirmed', 'in_progress', null, NOW],
    ['confirmed', 'completed', null, NOW],
    ['checked_in', 'in_progress', BEFORE, BEFORE],
    ['checked_in', 'checked_in', null, null],
    ['checked_in', 'requested', BEFORE, null],
    ['checked_in', 'confirmed', BEFORE, null],
    ['checked_in', 'cancelled', BEFORE, BEFORE],
    ['confirmed', 'no_show', null, null],
    ['checked_in', 'arrived', BEFORE, BEFORE],
    ['confirmed', 'arrived', null, null],
  ])('from %s to %s with the check-in %s results in %s', (status, next, checkedInAt, then) => {
    const changed = applyChange({ ...visit, status, checkedInAt }, { status: next }, NOW);
    expect(changed).toMatchObject({ status: next, checkedInAt: then });
  });

  test.each([
    [{}, {}],
    [{ start: '2026-03-29T10:00:00+02:00' }, {}],
    [{ end: '2026-03-29T08:30Z', roomId: 'r', notes: 'shy', status: 'confirmed', employeeId: 'ada' }, {}],
    [{ start: '2026-03-29T10:15:00+02:00' }, { start: '2026-03-29T08:15:00.000Z' }],
    [{ end: '2026-03-29T09:00Z' }, { end: '2026-03-29T09:00:00.000Z' }],
    [{ roomId: null }, { roomId: null }],
    [{ roomId: 'other' }, { roomId: 'other' }],
    [{ notes: null }, { notes: null }],
    [{ notes: '' }, { notes: '' }],
    [{ visitTypeId: 'check-up' }, {}],
    [{ visitTypeId: 'dental' }, { visitTypeId: 'dental' }],
    [{ employeeId: 'bo' }, { employees: [{ id: 'bo', isMainEmployee: true }] }],
    [{ employeeId: 'cy' }, { employees: [{ id: 'cy', isMainEmployee: true }, bo] }],
    [{ employeeId: null }, { employees: [bo] }],
  ])('%j', (change, expected) => {
    const changed = applyChange(visit, change, NOW);
    expect(changed).toEqual({ ...visit, ...expected });
    // An unchanged record is returned as the same object.
    expect(changed === visit).toBe(Object.keys(expected).length === 0);
    if (!('employees' in expected)) expect(changed.employees).toBe(visit.employees);
  });

  test('replaces several main vets with one, and leaves an appointment without a vet', () => {
    const several = { ...visit, employees: [ada, { id: 'cy', isMainEmployee: true }, bo] };
    expect(applyChange(several, { employeeId: 'ada' }, NOW).employees).toEqual([ada, bo]);
    expect(applyChange(several, { employeeId: null }, NOW).employees).toEqual([bo]);
    const withoutMain = { ...visit, employees: [bo] };
    expect(applyChange(withoutMain, { employeeId: null }, NOW)).toBe(withoutMain);
  });

  test('to another visit type sets its name and category, and the title if the service composed the previous one', () => {
    const named = { title: 'Rex – Check-up', visitTypeName: 'Check-up', visitTypeCategory: 'consult' };
    const dental = { name: 'Dental', category: 'dental' };
    const after = { visitTypeName: 'Dental', visitTypeCategory: 'dental' };
    expect(withVisitType(named, dental, 'Rex')).toEqual({ ...after, title: 'Rex – Dental' });
    for (const title of ['Rex', 'rex – Check-up', 'Rex – Check-up ', 'Rex – Bath'])
      expect(withVisitType({ ...named, title }, dental, 'Rex')).toEqual({ ...after, title });
    expect(withVisitType(named, dental, null)).toEqual({ ...after, title: named.title });
    const unnamed = { ...named, title: 'Rex – null', visitTypeName: null };
    expect(withVisitType(unnamed, dental, 'Rex')).toEqual({ ...after, title: 'Rex – null' });
  });

  test('can affect only the changeable fields', () => {
    expect(changeableFields).toEqual(['status', 'start', 'end', 'roomId', 'employeeId', 'notes', 'visitTypeId']);
  });
});

test('the vet of an appointment is the marked one, otherwise the first, whom a change does not replace', () => {
  expect([mainEmployeeId({ employees: [bo, ada] }), markedMainEmployeeId({ employees: [bo, ada] })]).toEqual([
    'ada',
    'ada',
  ]);
  expect([mainEmployeeId({ employees: [bo] }), markedMainEmployeeId({ employees: [bo] })]).toEqual(['bo', null]);
  expect([mainEmployeeId({ employees: [] }), markedMainEmployeeId({ employees: [] })]).toEqual([null, null]);
});
