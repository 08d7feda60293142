import { randomUUID } from 'node:crypto';
import type { AppointmentOrigin, AppointmentStatus, VisitTypeCategory } from '#contract/enums.ts';
import { permissions } from '#contract/permissions.ts';
import { issueKey } from '#service/db/administration.ts';
import type { Database } from '#service/db/database.ts';
import {
  appointments,
  appointmentTypes,
  clients,
  companies,
  employees,
  onlineRequests,
  pets,
  rooms,
  stores,
} from '#service/db/schema.ts';
import { nameKeysOf, sortNameOf, wordsOf } from '#service/domain/search-words.ts';

const createdAt = '2026-01-05T08:00:00.000Z';

/** A small practice of two stores with two rooms each; `near` belongs only to the first store. */
export interface TestPractice {
  companyId: string;
  stores: [string, string];
  rooms: [[string, string], [string, string]];
  vet: string;
  near: string;
  client: string;
  pet: string;
  visitType: string;
  retiredType: string;
  retiredVet: string;
}

/** The body of a valid create. */
export function bookable(practice: TestPractice) {
  return {
    companyId: practice.companyId,
    storeIds: [practice.stores[0]],
    petId: practice.pet,
    visitTypeId: practice.visitType,
    start: '2026-03-02T09:00Z',
    end: '2026-03-02T10:00Z',
  };
}

/** Adds a practice with its own company, so that tests on one database do not interfere. */
export async function addPractice({ db }: Database, companyId: string = randomUUID()): Promise<TestPractice> {
  const storeIds: [string, string] = [randomUUID(), randomUUID()];
  const roomIds: [[string, string], [string, string]] = [
    [randomUUID(), randomUUID()],
    [randomUUID(), randomUUID()],
  ];
  const practice: TestPractice = {
    companyId,
    stores: storeIds,
    rooms: roomIds,
    vet: randomUUID(),
    near: randomUUID(),
    client: randomUUID(),
    pet: randomUUID(),
    visitType: randomUUID(),
    retiredType: randomUUID(),
    retiredVet: randomUUID(),
  };
  await db.insert(companies).values({ companyId, name: 'Tom & Jerry Vets' });
  await db.insert(stores).values(
    storeIds.map((id, position) => ({
      companyId,
      id,
      name: `Store ${position + 1}`,
      timeZone: 'Europe/Amsterdam',
      openingHours: [{ weekday: 1, opens: '08:00', closes: '18:00' }],
      position,
    })),
  );
  await db.insert(rooms).values(
    roomIds.flatMap((ids, store) =>
      ids.map((id, position) => ({
        companyId,
        id,
        storeId: storeIds[store] ?? '',
        name: `Room ${position}`,
        position,
      })),
    ),
  );
  await addEmployee({ db }, { companyId, id: practice.vet, storeIds, firstName: 'Élodie', lastName: "O'Malley" });
  await addEmployee({ db }, { companyId, id: practice.near, storeIds: [storeIds[0]] });
  await addEmployee({ db }, { companyId, id: practice.retiredVet, storeIds, isActive: false });
  await addClient({ db }, { companyId, id: practice.client, firstName: 'Ann', lastName: 'Smith' });
  await addPet({ db }, { companyId, id: practice.pet, clientId: practice.client, name: 'Rex', owner: 'Ann Smith' });
  await addVisitType({ db }, { companyId, id: practice.visitType, name: 'Check-up' });
  await addVisitType({ db }, { companyId, id: practice.retiredType, name: 'Leeches', isActive: false });
  return practice;
}

type Db = Pick<Database, 'db'>;

export async function addEmployee(
  { db }: Db,
  employee: {
    companyId: string;
    id?: string;
    storeIds: readonly string[];
    permissions?: readonly string[];
    firstName?: string;
    lastName?: string;
    isActive?: boolean;
  },
): Promise<string> {
  const { companyId, id = randomUUID(), firstName = 'Kim', lastName = 'Lee', isActive = true, storeIds } = employee;
  await db.insert(employees).values({
    companyId,
    id,
    storeIds,
    firstName,
    lastName,
    role: 'vet',
    permissions: employee.permissions ?? permissions,
    isActive,
    ...nameKeysOf(firstName, lastName),
  });
  return id;
}

export async function addClient(
  { db }: Db,
  { companyId, id, firstName, lastName }: { companyId: string; id: string; firstName: string; lastName: string },
): Promise<void> {
  await db.insert(clients).values({
    companyId,
    id,
    firstName,
    lastName,
    email: 'ann@example.com',
    createdAt,
    updatedAt: createdAt,
    ...nameKeysOf(firstName, lastName),
  });
}

export async function addPet(
  { db }: Db,
  {
    companyId,
    id,
    clientId,
    name,
    owner,
  }: { companyId: string; id: string; clientId: string; name: string; owner: string },
): Promise<void> {
  await db.insert(pets).values({
    companyId,
    id,
    clientId,
    name,
    species: 'dog',
    dateOfBirth: '2020-02-29',
    createdAt,
    updatedAt: createdAt,
    sortName: sortNameOf(name),
    words: wordsOf(name, owner),
  });
}

export async function addVisitType(
  { db }: Db,
  { companyId, id, name, isActive = true }: { companyId: string; id: string; name: string; isActive?: boolean },
): Promise<void> {
  await db.insert(appointmentTypes).values({
    companyId,
    id,
    name,
    category: 'consult',
    durationMinutes: 20,
    isActive,
    ...nameKeysOf(name),
  });
}

/**
 * The fields of a test appointment; absent ones get plausible values. Columns also accept values that the contract does not
 * allow.
 */
export interface TestAppointment {
  id: string;
  storeId: string;
  petId: string | null;
  clientId: string | null;
  title: string | null;
  start: string | null;
  end: string | null;
  status: AppointmentStatus | (string & {}) | null;
  visitTypeCategory: VisitTypeCategory | (string & {}) | null;
  createdFrom: AppointmentOrigin | (string & {}) | null;
  checkedInAt: string | null;
  roomId: string | null;
  visitTypeId: string | null;
  visitTypeName: string | null;
  notes: string | null;
  location: string | null;
  storeInvoiceId: string | null;
  billingContextId: string | null;
  employeeIds: string[];
  /** By default the first of `employeeIds`. */
  mainEmployeeIds?: string[];
  createdAt: string;
  updatedAt: string;
  raw: Record<string, unknown> | null;
}

/** A plausible appointment of a test practice. */
export function appointmentIn(practice: TestPractice, given: Partial<TestAppointment> = {}): TestAppointment {
  return {
    id: randomUUID(),
    storeId: practice.stores[0],
    petId: practice.pet,
    clientId: practice.client,
    title: 'Rex – Check-up',
    start: '2026-03-02T09:00:00.000Z',
    end: '2026-03-02T09:20:00.000Z',
    status: 'confirmed',
    visitTypeCategory: 'consult',
    createdFrom: 'app',
    checkedInAt: null,
    roomId: null,
    visitTypeId: practice.visitType,
    visitTypeName: 'Check-up',
    notes: null,
    location: null,
    storeInvoiceId: null,
    billingContextId: null,
    employeeIds: [],
    createdAt: '2026-02-01T12:00:00.000Z',
    updatedAt: '2026-02-01T12:00:00.000Z',
    raw: null,
    ...given,
  };
}

/** Stores appointments as they are, valid or not. */
export async function addAppointments(
  { db }: Db,
  practice: TestPractice,
  given: readonly TestAppointment[],
): Promise<void> {
  if (given.length === 0) return;
  await db.insert(appointments).values(
    given.map(({ employeeIds, mainEmployeeIds = employeeIds.slice(0, 1), ...columns }) => ({
      ...columns,
      companyId: practice.companyId,
      ...{ employeeIds, mainEmployeeIds },
      titleWords: wordsOf(columns.title ?? ''),
    })),
  );
}

/** A plausible request from the web site, for 14:00 of the day on which the clock of a test service begins. */
export function onlineRequestIn(
  practice: TestPractice,
  given: Partial<typeof onlineRequests.$inferInsert> = {},
): typeof onlineRequests.$inferInsert & { id: string } {
  return {
    companyId: practice.companyId,
    id: randomUUID(),
    storeId: practice.stores[0],
    visitTypeId: practice.visitType,
    start: '2026-03-02T13:00:00.000Z',
    end: '2026-03-02T13:20:00.000Z',
    firstName: 'Anna',
    lastName: 'Berg',
    email: 'anna@example.com',
    phone: '+31 20 555 0100',
    petName: 'Bella',
    species: 'cat',
    note: 'She limps.',
    language: 'nl',
    status: 'open',
    createdAt: '2026-03-02T07:00:00.000Z',
    updatedAt: '2026-03-02T07:00:00.000Z',
    ...given,
  };
}

/** Stores requests from the web site as they are. */
export async function addOnlineRequests(
  { db }: Db,
  given: readonly (typeof onlineRequests.$inferInsert)[],
): Promise<void> {
  await db.insert(onlineRequests).values([...given]);
}

/** A key of an employee. */
export async function keyOf(database: Database, employeeId: string, readOnly = false): Promise<string> {
  return (await issueKey(database, { employeeId, readOnly, clock: () => Date.parse(createdAt) })).key;
}
