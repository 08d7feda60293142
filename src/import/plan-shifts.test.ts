import { describe, expect, test } from 'vitest';
import {
  annaBerg,
  fileOf,
  northStore,
  planFiles,
  recordsOf,
  refusalsOf,
  room1,
  southStore,
} from '#testing/import-files.ts';
import type { FileKind } from './fields.ts';
import { readFiles } from './read-files.ts';
import { readTable } from './table.ts';
import { saysDutyAlone, shiftOf } from './vocabulary.ts';

const read = (name: string, text: string) =>
  readFiles([readTable({ name, bytes: new TextEncoder().encode(text) })], { map: {}, dates: null })[0];

describe('a file of shifts is known', () => {
  test.each<[string, string, FileKind, string]>([
    [
      'shifts.csv',
      'Shift ID,Employee,Location,Room,Date,Start,End,Type,Reason\n1,Anna Berg,North,,2026-11-24,08:00,17:00,Duty,\n',
      'shifts',
      'id employee store room date start end kind title',
    ],
    [
      'export.csv',
      'Mitarbeiter-Nr;Mitarbeiter;Standort;Datum;Von;Bis;Dienstart\n3;Berg, Anna;North;24.11.2026;08:00;17:00;Frühdienst\n',
      'shifts',
      'employeeId employee store date start end kind',
    ],
    [
      'conges.csv',
      'Employé,Type de congé,Date de début,Date de fin,Motif\nAnna Berg,Congé,24/11/2026,27/11/2026,\n',
      'shifts',
      'employee kind date endDate title',
    ],
    [
      'turnos.csv',
      'Empleado,Sede,Fecha,Hora inicio,Hora fin,Turno\nAnna Berg,North,24/11/2026,8:00,15:00,Mañana\n',
      'shifts',
      'employee store date start end kind',
    ],
    [
      'rooster.csv',
      'Medewerker,Vestiging,Datum,Begintijd,Eindtijd,Soort dienst\nAnna Berg,North,24-11-2026,8:00,15:00,Vroege dienst\n',
      'shifts',
      'employee store date start end kind',
    ],
    [
      'export.csv',
      'الموظف,الفرع,التاريخ,البداية,النهاية,نوع المناوبة\nAnna Berg,North,24/11/2026,8:00,15:00,صباح\n',
      'shifts',
      'employee store date start end kind',
    ],
    [
      'leave.csv',
      'Employee Name,Absence Type,From,To,Status\nAnna Berg,Annual leave,2026-12-21,2026-12-24,Approved\n',
      'shifts',
      'employee kind date endDate status',
    ],
    // People, for all that they have a day on which they began, and visits, for all that they have a vet.
    [
      'staff.csv',
      'Employee ID,Name,Position,Start Date,End Date\n1,Anna Berg,Vet,2020-01-01,\n',
      'staff',
      'id name role null null',
    ],
    [
      'diary.csv',
      'Patient,Owner,Vet,Date,Start,End,Type\nRex,Anna Li,Berg,24.11.2026,8:00,8:30,Dental\n',
      'appointments',
      'petName clientName vet date start end type',
    ],
  ])('%s', (name, text, kind, fields) => {
    const file = read(name, text);
    expect([file?.kind, file?.columns.map((field) => field ?? 'null').join(' ')]).toEqual([kind, fields]);
  });
});

test.each([
  [
    'on_duty',
    'Duty|Early shift|Late|On call|Dienst|Frühdienst|Nachmittag|Nachtdienst|Garde|Matin|Turno de tarde|Guardia|Vroege dienst|Werk|مناوبة|صباح',
  ],
  [
    'unavailable',
    'Holiday|Annual leave|Sick|Training|Meeting|Lunch break|Day off|Urlaub|Krank|Fortbildung|dienstfrei|nicht verfügbar|Mittagspause|Congé|Maladie|Formation|Repos|Vacaciones|Enfermedad|Baja|Libre|Vakantie|Ziek|Vrij|إجازة|مرض|تدريب',
  ],
  [null, 'green|A|1'],
] as const)('the shift %s is said as %s', (kind, words) => {
  for (const word of words.split('|')) expect([word, shiftOf(word)]).toEqual([word, kind]);
});

test('a word that says no more than duty is no title', () => {
  expect(['on duty', 'Dienst', 'Frühdienst', 'Emergency line'].map(saysDutyAlone)).toEqual([true, true, false, false]);
});

describe('a shift', () => {
  const day = { date: '24.11.2026', start: '8:00', end: '17:00' };
  const entryOf = async (row: Parameters<typeof fileOf>[1][number], name?: string) => {
    const plan = await planFiles([fileOf('shifts', [row], name)]);
    return recordsOf(plan, 'availability')[0] ?? refusalsOf(plan)[0];
  };
  const anna = { id: annaBerg };

  test('is of somebody at a store, on its clock', async () => {
    expect(await entryOf({ ...day, employee: 'Dr. Anna Berg', kind: 'Early shift', room: 'Room 1' })).toMatchObject({
      ...{ availability: 'on_duty', storeId: northStore, employee: anna, room: { id: room1 }, title: 'Early shift' },
      ...{ start: '2026-11-24T07:00:00.000Z', end: '2026-11-24T16:00:00.000Z' },
    });
    expect(await entryOf({ ...day, employee: 'Berg', store: 'South', kind: 'Duty' })).toMatchObject({
      ...{ storeId: southStore, title: null, start: '2026-11-24T08:00:00.000Z' },
    });
  });

  test('goes over midnight where its end is not later on the clock', async () => {
    const until = async (start: string, end: string) => {
      const entry = await entryOf({ ...day, start, end, employee: 'Anna Berg' });
      return typeof entry === 'object' ? entry.end : entry;
    };
    expect(await until('20:00', '08:00')).toBe('2026-11-25T07:00:00.000Z');
    expect(await until('08:00', '08:00')).toBe('2026-11-25T07:00:00.000Z');
    expect(await until('08:00', '07:00')).toBe('2026-11-25T06:00:00.000Z');
  });

  test('may be an absence: of whole days, from all stores, or a room or a store that is closed', async () => {
    expect(
      await entryOf({ date: '21.12.2026', endDate: '24.12.2026', employee: 'Anna Berg', kind: 'Urlaub' }),
    ).toMatchObject({
      ...{ availability: 'unavailable', storeId: null, employee: anna, title: 'Urlaub' },
      ...{ start: '2026-12-20T23:00:00.000Z', end: '2026-12-24T23:00:00.000Z' },
    });
    expect(await entryOf({ date: '21.12.2026', employee: 'Anna Berg' }, 'absences 2026.csv')).toMatchObject({
      ...{ availability: 'unavailable', start: '2026-12-20T23:00:00.000Z', end: '2026-12-21T23:00:00.000Z' },
    });
    expect(await entryOf({ ...day, room: 'Room 1', title: 'Cleaning' })).toMatchObject({
      ...{ availability: 'unavailable', storeId: northStore, employee: null, room: { id: room1 }, title: 'Cleaning' },
    });
    expect(await entryOf({ ...day, store: 'South', kind: 'closed' })).toMatchObject({
      ...{ availability: 'unavailable', storeId: southStore, employee: null, room: null },
    });
  });

  test('is refused where it says too little, and never makes people or rooms', async () => {
    const plan = await planFiles([
      fileOf('shifts', [
        { ...day, employee: 'Nobody Known', kind: 'Duty' },
        { ...day, employee: 'Anna Berg', kind: 'Duty', room: 'Attic' },
        { ...day, kind: 'Duty', store: 'South' },
        { ...day, kind: '', store: '' },
        { ...day, employee: 'Anna Berg', kind: 'green' },
        { ...day, employee: 'Anna Berg', kind: 'Duty', end: '' },
        { ...day, employee: 'Anna Berg', kind: 'Duty', date: '' },
        { ...day, employee: 'Anna Berg', kind: 'Holiday', store: 'East' },
      ]),
    ]);
    expect(
      refusalsOf(plan)
        .map((text) => text.replace('shifts.csv ', ''))
        .sort(),
    ).toEqual([
      '0: no_employee',
      '1: no_room',
      '2: nobody_named',
      '3: nobody_named',
      '4: unknown_shift',
      '5: no_end',
      '6: no_start',
      '7: unknown_store',
    ]);
    expect(plan.lines).toEqual([]);
    const words = plan.words.map(({ of, word, match }) => [of, word, match]);
    expect(words).toContainEqual(['people', 'Nobody Known', 'unknown']);
    expect(words).toContainEqual(['rooms', 'Attic', 'unknown']);
    expect(words).toContainEqual(['shifts', 'green', 'unknown']);
  });

  test('is of those whom other files bring, by id or name, and follows what is chosen for its words', async () => {
    const files = [
      fileOf('staff', [{ id: '7', name: 'Bo Li', role: 'vet' }]),
      fileOf('appointments', [{ petId: '1', start: '24.11.2026 9:00', type: 'Dental', vet: 'Cy Do', room: 'Laser' }]),
      fileOf('shifts', [
        { ...day, employeeId: '7', employee: 'whoever' },
        { ...day, employee: 'Bo Li', start: '7:00' },
        { ...day, employee: 'Cy Do', room: 'Laser' },
        { ...day, employeeId: '9' },
        { ...day, employee: 'Web' },
        { ...day, employee: 'Anna Berg', kind: 'F' },
        { ...day, employee: 'Anna Berg', kind: 'Holiday', status: 'rejected' },
      ]),
    ];
    const map = { people: { Web: null }, shifts: { f: 'on_duty' as const } };
    const plan = await planFiles(files, { map });
    expect(refusalsOf(plan)).toEqual([]);
    expect(recordsOf(plan, 'availability').map(({ employee }) => employee)).toEqual([
      ...[{ key: '7' }, { key: '7' }, { key: 'name:cy do' }, { key: '9' }, anna],
    ]);
    expect(plan.skipped['shifts.csv']).toBe(2);
  });

  test('without an id is known by whom, where, what and when', async () => {
    const row = { ...day, employee: 'Anna Berg' };
    const plan = await planFiles([fileOf('shifts', [row, row, { ...row, start: '9:00' }, { ...row, end: '18:00' }])]);
    expect(recordsOf(plan, 'availability')).toHaveLength(2);
    expect([plan.repeated['shifts.csv'], refusalsOf(plan)]).toEqual([1, ['shifts.csv 3: id_twice']]);
  });
});
