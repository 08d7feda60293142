import { describe, expect, test } from 'vitest';
import {
  annaBerg,
  consultation,
  fileOf,
  northStore,
  planFiles,
  recordsOf,
  refusalsOf,
  room1,
  smallPractice,
  southStore,
} from '#testing/import-files.ts';
import type { ImportMap } from './choices.ts';
import { planImport } from './plan-import.ts';

type Cells = Parameters<typeof fileOf>[1][number];

/** Plans appointments; by default each is an appointment of pet 1 at 9:00. */
const planVisits = (visits: readonly Cells[], map: ImportMap = {}) =>
  planFiles(
    [
      fileOf(
        'appointments',
        visits.map((visit) => ({ petId: '1', start: '24.11.2026 09:00', type: 'Consultation', ...visit })),
      ),
    ],
    { map },
  );

test('an appointment refers to existing records, active or not', async () => {
  const plan = await planVisits([
    { id: 'v1', vet: 'DR. Berg, Anna', room: 'room 1', type: 'CONSULTATION', notes: 'limps\nleft', status: 'no-show' },
  ]);
  expect(plan.lines.map(({ record }) => record)).toEqual([
    {
      kind: 'appointment',
      key: 'v1',
      storeId: northStore,
      pet: { key: '1' },
      visitType: { id: consultation },
      employee: { id: annaBerg },
      room: { id: room1 },
      start: '2026-11-24T08:00:00.000Z',
      end: '2026-11-24T08:20:00.000Z',
      status: 'no_show',
      notes: 'limps\nleft',
    },
  ]);
});

describe('the pet of an appointment', () => {
  const clients = fileOf('clients', [
    { id: '1', name: 'Anna Berg' },
    { id: '2', name: 'Ben Kern' },
  ]);
  const pets = fileOf('pets', [
    { id: '11', name: 'Rex', clientId: '1' },
    { id: '12', name: 'Rex', clientId: '2' },
    { id: '13', name: 'Mia', clientId: '2' },
    { id: '14', name: 'mia', clientId: '2' },
    { id: '15', name: 'Leo', clientName: 'Eva Sol' },
  ]);
  const visit = { start: '24.11.2026 09:00', type: 'Consultation' };

  test('is identified by its name and its client', async () => {
    const visits = fileOf('appointments', [
      { petName: 'Rex', clientName: 'Berg, Anna', ...visit },
      { petName: 'rex', clientId: '2', ...visit },
      { petName: 'Leo', clientName: 'Sol, Eva', ...visit },
      { petName: 'Leo', clientName: 'SOL Eva', ...visit },
      { petName: 'Tom', clientName: 'Ben Kern', ...visit },
      { petName: 'Tom', clientName: 'Ida Lund', ...visit },
      { petName: 'Mia', clientName: 'Ben Kern', ...visit },
      { petName: 'Rex', ...visit },
      { clientName: 'Ben Kern', ...visit },
    ]);
    const plan = await planFiles([clients, pets, visits]);
    expect(recordsOf(plan, 'appointment').map(({ pet }) => pet)).toEqual([
      { key: '11' },
      { key: '12' },
      { key: '15' },
      { key: '15' },
      { name: 'Tom', client: { key: '2' } },
      { name: 'Tom', client: { name: 'Ida Lund' } },
    ]);
    expect(refusalsOf(plan)).toEqual([
      'appointments.csv 6: several_pets',
      'appointments.csv 7: no_owner',
      'appointments.csv 8: no_pet_named',
    ]);
  });

  test('identifies appointments without an id together with start and type, whatever other files contain', async () => {
    const visits = fileOf('appointments', [
      { petName: 'Rex', clientName: 'Anna Berg', ...visit, notes: 'a' },
      { petName: 'Rex', clientName: 'Anna Berg', ...visit, notes: 'a' },
      { petName: 'Rex', clientName: 'Anna Berg', ...visit, notes: 'b' },
      { petName: 'Rex', clientName: 'Ben Kern', ...visit },
      { petName: 'Rex', clientName: 'Anna Berg', ...visit, type: 'Dental' },
    ]);
    const together = await planFiles([clients, pets, visits]);
    const alone = await planFiles([visits]);
    const keys = recordsOf(alone, 'appointment').map(({ key }) => key);
    expect(keys).toHaveLength(3);
    expect(recordsOf(together, 'appointment').map(({ key }) => key)).toEqual(keys);
    expect(together.repeated['appointments.csv']).toBe(1);
    expect(refusalsOf(together)).toEqual(['appointments.csv 2: id_twice']);
  });
});

describe('people, rooms and types that appointments mention', () => {
  test('are created once if missing: vets with the permissions of vets, rooms in their store, types by name', async () => {
    const plan = await planVisits([
      { id: '1', vet: 'Dr. Kwame Mensah', room: 'Laser', type: 'Zahnreinigung', duration: '45', store: '' },
      { id: '2', vet: 'MENSAH, Kwame', room: 'laser', type: 'zahnreinigung', duration: '60', store: 'South' },
      { id: '3', vet: 'Mensah', room: 'Laser', type: 'Zahnreinigung', duration: '60 min', store: 'North' },
      { id: '4', type: 'Zahnreinigung' },
      { id: '5', vet: 'Nobody Here', type: 'Wash', start: 'soon' },
    ]);
    expect(
      plan.lines.filter(({ isCreated }) => isCreated).map(({ record, origin }) => ({ record, row: origin.row })),
    ).toEqual([
      {
        record: {
          kind: 'employee',
          key: 'name:kwame mensah',
          firstName: 'Kwame',
          lastName: 'Mensah',
          role: 'vet',
          storeIds: [northStore, southStore],
          isActive: true,
        },
        row: 0,
      },
      { record: { kind: 'room', key: `name:${northStore}:laser`, storeId: northStore, name: 'Laser' }, row: 0 },
      { record: { kind: 'room', key: `name:${southStore}:laser`, storeId: southStore, name: 'laser' }, row: 1 },
      {
        record: {
          kind: 'appointment_type',
          key: 'name:zahnreinigung',
          name: 'Zahnreinigung',
          category: 'dental',
          durationMinutes: 60,
        },
        row: 0,
      },
    ]);
    const visits = recordsOf(plan, 'appointment');
    expect(visits.map(({ employee }) => employee)).toEqual([
      ...Array.from({ length: 3 }, () => ({ key: 'name:kwame mensah' })),
      null,
    ]);
    // An appointment without an end has the duration of its type.
    expect(visits[3]?.end).toBe('2026-11-24T09:00:00.000Z');
  });

  test('are matched by a unique surname or initial, and never by initials or a first name alone', async () => {
    const staff = fileOf('staff', [
      { id: 's1', name: 'Eva Sol', role: 'vet' },
      { id: 's2', name: 'Ida Sol', role: 'nurse' },
    ]);
    const words = ['Dr. Berg', 'A. Berg', 'BERG Anna', 'I. Sol', 'Sol', 'AB', 'Anna', 'Eva Sol', 'B. Berg'];
    const others = [
      'Dr. Berg / Dr. Mensah',
      'Anna Berg & Mensah',
      'Dr. Berg + Sol',
      'Ann Day, BVSc (Hons)',
      'N.N.',
      'TBD',
      'unassigned',
      'kein',
      '-',
    ];
    const visits = [...others, ...words].map((vet, nth) => ({
      id: `${nth}`,
      vet,
      petId: '1',
      start: '24.11.2026 09:00',
      type: 'Consultation',
    }));
    const plan = await planFiles([staff, fileOf('appointments', visits)]);
    expect(recordsOf(plan, 'appointment').map(({ employee }) => employee)).toEqual([
      ...Array.from(['Berg', 'Anna Berg', 'Berg'], () => ({ id: annaBerg })),
      { key: 'name:ann day' },
      ...[null, null, null, null, null],
      { id: annaBerg },
      { id: annaBerg },
      { id: annaBerg },
      { key: 's2' },
      { key: 'name:sol' },
      { key: 'name:ab' },
      { key: 'name:anna' },
      { key: 's1' },
      { key: 'name:b. berg' },
    ]);
    expect(recordsOf(plan, 'employee').filter(({ key }) => key === 'name:ann day')).toMatchObject([
      { firstName: 'Ann', lastName: 'Day' },
    ]);
  });

  test('may be mapped differently or left out', async () => {
    const plan = await planVisits(
      [
        { id: '1', vet: 'ab', room: 'Zimmer 1', type: 'Sprechstunde', store: 'Nord', status: 'grün' },
        { id: '2', vet: 'KM', room: 'Auto', type: 'Sprechstunde', store: 'Süd' },
        { id: '3', type: 'Mittagspause' },
      ],
      {
        people: { AB: 'Anna Berg', km: 'Kwame Mensah' },
        rooms: { 'Zimmer 1': 'Room 1', Auto: null },
        types: { sprechstunde: 'Consultation', Mittagspause: null },
        stores: { Nord: 'North', Süd: null },
        statuses: { Grün: 'checked_in' },
      },
    );
    expect(
      recordsOf(plan, 'appointment').map(({ employee, room, visitType, storeId, status }) => ({
        employee,
        room,
        visitType,
        storeId,
        status,
      })),
    ).toEqual([
      {
        employee: { id: annaBerg },
        room: { id: room1 },
        visitType: { id: consultation },
        storeId: northStore,
        status: 'checked_in',
      },
      {
        employee: { key: 'name:kwame mensah' },
        room: null,
        visitType: { id: consultation },
        storeId: northStore,
        status: 'confirmed',
      },
    ]);
    expect(refusalsOf(plan)).toEqual(['appointments.csv 2: no_type_named']);
  });

  test('are listed with their lines and their meaning, even if the lines are refused', async () => {
    const plan = await planVisits([
      { id: '1', vet: 'Dr. Berg', room: 'Room 1', store: 'North', status: 'erledigt' },
      { id: '2', vet: 'dr. berg', room: 'Laser', store: 'East', status: 'green' },
      { id: '3', vet: 'Kwame Mensah', room: 'Laser', store: 'North', status: '' },
      { id: '4', vet: 'Ida Lund', status: 'blue', start: 'soon' },
    ]);
    expect(plan.words).toEqual([
      { of: 'statuses', word: 'erledigt', lines: 1, match: { value: 'completed' } },
      { of: 'stores', word: 'North', lines: 2, match: { id: northStore, name: 'North' } },
      { of: 'statuses', word: 'green', lines: 1, match: 'unknown' },
      { of: 'stores', word: 'East', lines: 1, match: 'unknown' },
      { of: 'statuses', word: 'blue', lines: 1, match: 'unknown' },
      { of: 'types', word: 'Consultation', lines: 4, match: { id: consultation, name: 'Consultation' } },
      { of: 'people', word: 'Dr. Berg', lines: 2, match: { id: annaBerg, name: 'Anna Berg' } },
      { of: 'rooms', word: 'Room 1', lines: 1, match: { id: room1, name: 'Room 1' } },
      { of: 'people', word: 'Kwame Mensah', lines: 1, match: 'new' },
      { of: 'rooms', word: 'Laser', lines: 1, match: 'new' },
      { of: 'people', word: 'Ida Lund', lines: 1, match: 'new' },
    ]);
    // No person is created for a refused appointment.
    expect(recordsOf(plan, 'employee').map(({ lastName }) => lastName)).toEqual(['Mensah']);
    expect(refusalsOf(plan)).toEqual(['appointments.csv 1: unknown_store', 'appointments.csv 3: not_a_date']);
  });

  test('refuse the appointment if they cannot be created', async () => {
    const plan = await planVisits([
      { id: '1', vet: `Anna ${'x'.repeat(201)}` },
      { id: '2', room: 'x'.repeat(201) },
      { id: '3', type: 'x'.repeat(201) },
      { id: '4', notes: 'x'.repeat(4 * 1024 * 1024) },
      { id: '5', petId: '', petName: 'x'.repeat(501), clientId: '1' },
    ]);
    expect(plan.lines).toEqual([]);
    expect(plan.refused.map(({ reason }) => ('field' in reason ? reason.field : ''))).toEqual([
      'vet',
      'room',
      'type',
      'notes',
      'petName',
    ]);
  });
});

describe('the status of an appointment', () => {
  test('depends on the current time if the word is missing', async () => {
    const plan = await planVisits([
      { id: '1', start: '23.11.2026 12:00', duration: '60' },
      { id: '2', start: '23.11.2026 12:30', duration: '60' },
      { id: '3', start: '01.02.2030 12:30' },
    ]);
    expect(recordsOf(plan, 'appointment').map(({ status }) => status)).toEqual(['completed', 'confirmed', 'confirmed']);
  });

  test('is not guessed from an unknown word', async () => {
    const plan = await planVisits([{ id: '1', status: 'green' }]);
    expect(plan.refused.map(({ reason }) => reason)).toEqual([{ code: 'unknown_status', text: 'green' }]);
    expect(plan.words[0]).toEqual({ of: 'statuses', word: 'green', lines: 1, match: 'unknown' });
  });
});

test('the times of an appointment are on the clock of its store', async () => {
  const plan = await planVisits([
    { id: '1', store: 'South' },
    { id: '2', store: 'North' },
    { id: '3', start: '2026-11-24T09:00:00-05:00' },
    { id: '4', start: '03/04/2026 9:00' },
    { id: '5', start: 'x' },
  ]);
  expect(recordsOf(plan, 'appointment').map(({ start }) => start)).toEqual([
    '2026-11-24T09:00:00.000Z',
    '2026-11-24T08:00:00.000Z',
    '2026-11-24T14:00:00.000Z',
    '2026-04-03T07:00:00.000Z',
  ]);
  expect(refusalsOf(plan)).toEqual(['appointments.csv 4: not_a_date']);
  const visits = fileOf('appointments', [{ petId: '1', start: '03/04/2026 9:00', type: 'Consultation' }]);
  expect(refusalsOf(await planFiles([{ ...visits, dates: null }]))).toEqual(['appointments.csv 0: ambiguous_date']);
});

test('the only store in the appointments is the only store of the practice, whatever its name', async () => {
  const practice = { ...smallPractice, stores: smallPractice.stores.slice(0, 1) };
  const choices = { map: {}, dates: null, takeInactive: true, storeId: '' };
  const plan = (...stores: string[]) =>
    planImport(
      [
        fileOf(
          'appointments',
          stores.map((store) => ({ petId: '1', start: '24.11.2026 9:00', type: 'Consultation', store })),
        ),
      ],
      { choices, practice, now: 0 },
    );
  const one = await plan('Main Street', 'main street');
  expect(recordsOf(one, 'appointment').map(({ storeId }) => storeId)).toEqual([northStore]);
  expect(one.words[0]).toEqual({
    of: 'stores',
    word: 'Main Street',
    lines: 2,
    match: { id: northStore, name: 'North' },
  });
  expect(refusalsOf(await plan('Main Street', 'Hilltop'))).toEqual([
    'appointments.csv 0: unknown_store',
    'appointments.csv 1: unknown_store',
  ]);
});
