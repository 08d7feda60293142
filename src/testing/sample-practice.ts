import type { Appointment } from '#contract/appointment.ts';
import type { AppointmentType, Client, Company, Employee, Pet } from '#contract/clients-pets-staff.ts';
import type { Enums } from '#contract/enum-entries.ts';
import {
  appointmentOrigins,
  appointmentStatuses,
  defaultLabel,
  type VisitTypeCategory,
  visitTypeCategories,
} from '#contract/enums.ts';

/** A readable UUID for a kind of record and a number. */
export function idOf(kind: number, number: number): string {
  return `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

const COMPANY = idOf(1, 1);
const CREATED = '2025-01-06T08:00:00.000Z';

function companyInMemory(): Company {
  const openingHours = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '08:00', closes: '18:00' }));
  const store = (number: number, name: string, timeZone: string) => ({
    id: idOf(2, number),
    companyId: COMPANY,
    name,
    timeZone,
    openingHours,
    phone: null,
    email: null,
    address: null,
    website: null,
    rooms: [1, 2].map((room) => ({ id: idOf(3, 10 * number + room), name: `Room ${room}`, categories: [] })),
  });
  return {
    id: COMPANY,
    name: 'Test practice',
    stores: [store(1, 'North', 'America/New_York'), store(2, 'South', 'America/Chicago')],
  };
}

const staff: readonly (readonly [firstName: string, lastName: string, stores: readonly number[], isActive?: false])[] =
  [
    ['Ada', 'Okafor', [1, 2]],
    ['Bram', 'de Wit', [1]],
    ['Chiara', 'Rossi', [2]],
    ['Dov', 'Left', [1, 2], false],
  ];

const offered: readonly (readonly [name: string, VisitTypeCategory, minutes: number, isActive?: false])[] = [
  ['Consultation', 'consult', 30],
  ['Day care', 'daycare', 480],
  ['Dental cleaning', 'dental', 60],
  ['Nail trim', 'nurse', 15],
  ['Vaccination', 'vaccination', 15],
  ['Telephone advice', 'fee', 15, false],
];

const petNames = ['Bella', 'Bello', 'Milo', 'Mia', 'Rex', 'Ziggy'];
const ownerNames = ['Ann Lee', 'Bob Stone', 'Cleo Park', 'Dan Moss', 'Eve Hart'];

const entries = (values: readonly string[], color: string) =>
  values.map((value) => ({ value, label: defaultLabel(value), color }));

/** A whole appointment from some of its values, with ordinary ones for the others. */
export type CompleteAppointment = ReturnType<typeof createSamplePractice>['completed'];

/**
 * The records of a small practice: two stores in two time zones, four vets (one inactive), six visit types (one inactive),
 * thirty pets, and a number of appointments, half an hour each, from 8:00 on the days before `today` (`YYYY-MM-DD` in the
 * first store). The same numbers always give the same records.
 */
export function createSamplePractice({ count, today }: { count: number; today: string }) {
  const company = companyInMemory();
  const employees: Employee[] = staff.map(([firstName, lastName, stores, isActive = true], number) => ({
    id: idOf(6, number + 1),
    companyId: COMPANY,
    storeIds: stores.map((store) => idOf(2, store)),
    firstName,
    lastName,
    role: 'vet',
    isActive,
  }));
  const types: AppointmentType[] = offered.map(([name, category, durationMinutes, isActive = true], number) => ({
    id: idOf(7, number + 1),
    companyId: COMPANY,
    name,
    category,
    durationMinutes,
    isMessaged: true,
    preparation: null,
    recallMonths: null,
    isActive,
  }));
  const clients: Client[] = ownerNames.map((name, number) => {
    const [firstName = '', lastName = ''] = name.split(' ');
    const id = idOf(5, number + 1);
    return {
      id,
      companyId: COMPANY,
      firstName,
      lastName,
      email: null,
      phone: null,
      alert: null,
      contactBy: null,
      recallsBy: null,
      language: null,
      isActive: true,
      createdAt: CREATED,
      updatedAt: CREATED,
    };
  });
  const pets: Pet[] = Array.from({ length: 30 }, (_, number) => {
    const owner = number % ownerNames.length;
    return {
      id: idOf(4, number + 1),
      companyId: COMPANY,
      clientId: idOf(5, owner + 1),
      clientName: ownerNames[owner] ?? '',
      name: petNames[number % petNames.length] ?? '',
      species: 'dog',
      breed: null,
      sex: null,
      dateOfBirth: null,
      deceasedOn: null,
      alert: null,
      isActive: true,
      createdAt: CREATED,
      updatedAt: CREATED,
    };
  });
  const enums: Enums = {
    APPOINTMENT_STATUS: entries(appointmentStatuses, '#0969da'),
    VISIT_TYPE_CATEGORY: entries(visitTypeCategories, '#6e7781'),
    APPOINTMENT_CREATED_FROM: entries(appointmentOrigins, '#6e7781'),
  };

  const dayMs = 86_400_000;
  const eight = Date.parse(`${today}T12:00:00Z`);
  const iso = (ms: number) => new Date(ms).toISOString();
  const booked = (id: string, given: Partial<Appointment>, pet: Pet | undefined, type: AppointmentType | undefined) =>
    ({
      id,
      petId: pet?.id ?? idOf(4, 1),
      clientId: pet?.clientId ?? idOf(5, 1),
      storeId: idOf(2, 1),
      companyId: company.id,
      storeInvoiceId: null,
      billingContextId: null,
      title: `${pet?.name} – ${type?.name}`,
      start: iso(eight),
      end: iso(eight + 1_800_000),
      notes: null,
      bookingNotes: null,
      clientNotes: null,
      status: 'confirmed',
      location: null,
      roomId: null,
      checkedInAt: null,
      createdFrom: 'app',
      visitTypeId: type?.id ?? null,
      visitTypeName: type?.name ?? null,
      visitTypeCategory: type?.category ?? 'other',
      createdAt: CREATED,
      updatedAt: CREATED,
      employees: [],
      ...given,
    }) satisfies Appointment;
  const appointments: Appointment[] = Array.from({ length: count }, (_, number) => {
    const start = eight - Math.floor(number / 20) * dayMs + (number % 20) * 1_800_000;
    const createdAt = iso(Date.parse(CREATED) + (count - number) * 60_000);
    return booked(
      idOf(8, number + 1),
      {
        storeId: idOf(2, 1 + (number % 2)),
        start: iso(start),
        end: iso(start + 1_800_000),
        status: appointmentStatuses[number % appointmentStatuses.length] ?? 'requested',
        roomId: idOf(3, 10 * (1 + (number % 2)) + 1),
        employees: [{ id: idOf(6, 1 + (number % 3)), isMainEmployee: true }],
        createdAt,
        updatedAt: createdAt,
      },
      pets[number % pets.length],
      types[number % 5],
    );
  });

  return { company, employees, types, clients, pets, enums, appointments, completed: booked };
}
