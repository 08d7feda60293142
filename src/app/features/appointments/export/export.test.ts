import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { createEnumDisplays } from '#app/appearance/enum-display.ts';
import type { AppointmentReference } from '#app/features/appointments/appointment-names.ts';
import { csvSeparatorOf } from '#app/language/csv-file.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import {
  type ReceivedAppointment,
  receivedAppointmentSchema,
  receivedClientSchema,
  receivedCompanySchema,
  receivedPetSchema,
} from '#contract/received.ts';
import { findFirstPerson } from '#import/planning/names.ts';
import { appointmentsCsv } from './appointments-csv.ts';

const reference: AppointmentReference = {
  directory: {
    company: {
      ...receivedCompanySchema.parse({
        id: 'c',
        name: 'Practice',
        stores: [
          { id: 's', name: 'North, "Harbour"', timeZone: 'America/New_York', rooms: [{ id: 'r', name: 'Room; 1' }] },
        ],
      }),
      storesListed: true,
    },
    fallbackZone: 'UTC',
    employees: new Map(
      [
        ['e', 'Ada Bell'],
        ['f', 'Ben Kern'],
      ].map(([id = '', name = '']) => [id, { id, name, storeIds: null, role: 'vet', isActive: true }]),
    ),
    types: new Map(),
    pets: new Map([
      ['p', receivedPetSchema.parse({ id: 'p', name: 'Bella', clientId: 'k', clientName: 'Ann Lee' })],
      ['other', receivedPetSchema.parse({ id: 'other', name: 'Rex', clientId: 'l', clientName: 'Bob Stone' })],
    ]),
  },
  clients: new Map([
    ['k', receivedClientSchema.parse({ id: 'k', firstName: 'Ann', lastName: 'Lee', phone: '+1 555 010 7788' })],
  ]),
  statuses: createEnumDisplays(undefined, 'APPOINTMENT_STATUS'),
  categories: createEnumDisplays(undefined, 'VISIT_TYPE_CATEGORY'),
  origins: createEnumDisplays(undefined, 'APPOINTMENT_CREATED_FROM'),
};

function appointment(changes: Record<string, unknown> = {}): ReceivedAppointment {
  return receivedAppointmentSchema.parse({
    id: 'a1',
    petId: 'p',
    clientId: 'k',
    storeId: 's',
    roomId: 'r',
    title: 'Bella – Dental',
    start: '2026-06-01T13:30:00Z',
    end: '2026-06-01T14:00:00Z',
    status: 'requested',
    employees: [{ id: 'e', isMainEmployee: true }],
    createdAt: '2026-05-01T10:00:00Z',
    updatedAt: '2026-05-02T10:00:00Z',
    ...changes,
  });
}

const read = (text: string): string[][] => parse(text, { bom: true, delimiter: csvSeparatorOf(shownLocale) });

test('the import reads the main vet of several from a CSV file', () => {
  const employees = [
    { id: 'f', isMainEmployee: false },
    { id: 'e', isMainEmployee: true },
  ];
  const [headings = [], line = []] = read(appointmentsCsv([appointment({ employees })], reference).join(''));
  const cell = line[headings.indexOf('Vets')] ?? '';
  expect(cell).toContain('Ben Kern');
  expect(findFirstPerson(cell)).toBe('Ada Bell');
});

test('a CSV file has one line per record in order, with phone numbers, and times in the store’s zone', () => {
  const text = appointmentsCsv([appointment({ notes: 'a\nb' }), appointment({ id: 'a0' })], reference).join('');
  const [headings = [], line = [], next = []] = read(text);
  const cell = (row: string[], heading: string) => row[headings.indexOf(heading)];
  expect(cell(line, 'Start')).toBe('2026-06-01 09:30');
  expect(cell(line, 'Time zone')).toBe('America/New_York');
  expect(cell(line, 'Store')).toBe('North, "Harbour"');
  expect(cell(line, 'Notes')).toBe('a\nb');
  expect(cell(line, 'Vets')).toBe('Ada Bell');
  expect(['Pet', 'Client'].map((heading) => cell(line, heading))).toEqual(['Bella', 'Ann Lee']);
  // A number that starts with a plus is not a formula.
  expect(cell(line, 'Phone')).toBe('+1 555 010 7788');
  expect(['ID', 'Notes'].map((heading) => cell(next, heading))).toEqual(['a0', '']);
  expect([line, next].map(({ length }) => length)).toEqual([headings.length, headings.length]);
});
