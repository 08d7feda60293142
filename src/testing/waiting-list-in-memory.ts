import type { Appointment } from '#contract/appointment.ts';
import type { AppointmentType, Company, Pet } from '#contract/clients-pets-staff.ts';
import { instantOf } from '#contract/date-time.ts';
import { invalidInput, ServiceError } from '#contract/error.ts';
import {
  changeWaitingListEntrySchema,
  createWaitingListEntrySchema,
  findWaitingTimesProblem,
  type WaitingListEntry,
} from '#contract/waiting-list.ts';
import { changeRecord, findRecord, replaceRecord } from './versions-in-memory.ts';

export type WaitingListInMemory = ReturnType<typeof createWaitingListInMemory>;

/** The waiting list of a practice in memory, empty at first. Throws the errors that the service would send. */
export function createWaitingListInMemory(held: {
  company: Company;
  appointments: readonly Appointment[];
  pets: readonly Pet[];
  types: readonly AppointmentType[];
  checkEmployee: (id: string) => void;
  checkVisitType: (id: string) => AppointmentType;
}) {
  const { company, appointments, pets, types, checkEmployee, checkVisitType } = held;
  const entries: WaitingListEntry[] = [];

  /**
   * Adds an entry as if at another desk; by default with the first store, pet and visit type, from today on, at any
   * time.
   */
  function add(given: Partial<WaitingListEntry>): WaitingListEntry {
    const now = new Date().toISOString();
    const [store] = company.stores;
    const pet = pets.find(({ id }) => id === given.petId) ?? pets[0];
    const type = types.find(({ id }) => id === given.visitTypeId) ?? types[0];
    if (store === undefined || pet === undefined || type === undefined) throw new Error('the practice is empty');
    const entry: WaitingListEntry = {
      id: crypto.randomUUID(),
      companyId: company.id,
      storeId: store.id,
      petId: pet.id,
      clientId: pet.clientId,
      visitTypeId: type.id,
      employeeId: null,
      durationMinutes: type.durationMinutes,
      from: now.slice(0, 10),
      until: null,
      weekdays: [],
      earliest: null,
      latest: null,
      notes: null,
      status: 'waiting',
      appointmentId: null,
      createdAt: now,
      updatedAt: now,
      ...given,
    };
    entries.push(entry);
    return entry;
  }

  function checkStore(id: string | undefined): void {
    const isThere = id === undefined || company.stores.some((store) => store.id === id);
    if (!isThere) throw new ServiceError('not_found', 'storeId: no such store, or this key cannot access it');
  }

  return {
    entries,
    add,
    /** Changes an entry as if at another desk. */
    change: (id: string, changes: Partial<WaitingListEntry>) =>
      replaceRecord(entries, { ...findRecord(entries, id), ...changes }),
    /** The entries that match a query, oldest first. */
    list(query: URLSearchParams): WaitingListEntry[] {
      const { storeIds, status, petId } = Object.fromEntries(query);
      return entries
        .filter((entry) => storeIds === undefined || storeIds.split(',').includes(entry.storeId))
        .filter((entry) => (status ?? entry.status) === entry.status && (petId ?? entry.petId) === entry.petId)
        .sort((one, other) => instantOf(one.createdAt) - instantOf(other.createdAt));
    },
    /** Adds an entry as requested, and returns its id. */
    create(body: unknown): string {
      const { durationMinutes, weekdays, ...wanted } = createWaitingListEntrySchema.parse(body);
      checkStore(wanted.storeId);
      if (!pets.some(({ id }) => id === wanted.petId)) throw invalidInput('petId', 'the company has no such pet');
      const type = checkVisitType(wanted.visitTypeId);
      if (wanted.employeeId) checkEmployee(wanted.employeeId);
      const { employeeId = null, until = null, earliest = null, latest = null, notes = null } = wanted;
      const duration = durationMinutes ?? type.durationMinutes;
      const times = { ...wanted, until, earliest, latest, durationMinutes: duration };
      checkTimes(times);
      return add({ ...times, employeeId, notes, weekdays: weekdays ?? [] }).id;
    },
    /** Changes an entry as requested. */
    patch(id: string, body: unknown): WaitingListEntry {
      const { weekdays, ...wanted } = changeWaitingListEntrySchema.parse(body);
      checkStore(wanted.storeId);
      const isUnbooked = wanted.status !== undefined && wanted.status !== 'booked';
      const changes = {
        ...wanted,
        ...(weekdays !== undefined && { weekdays: weekdays ?? [] }),
        ...(isUnbooked && { appointmentId: null }),
      };
      return changeRecord(entries, id, changes, (next, before) => {
        if (next.visitTypeId !== before.visitTypeId) checkVisitType(next.visitTypeId);
        if (next.employeeId !== null && next.employeeId !== before.employeeId) checkEmployee(next.employeeId);
        const { appointmentId } = next;
        if (appointmentId !== null && !appointments.some((appointment) => appointment.id === appointmentId))
          throw invalidInput('appointmentId', 'the company has no such appointment');
        if (next.status === 'booked' && appointmentId === null)
          throw invalidInput('appointmentId', 'must name the appointment of what is booked');
        checkTimes(next);
        return next;
      });
    },
    /** Sets entries that were booked with an appointment back to waiting. */
    waitAgain(appointmentId: string): void {
      for (const entry of entries.filter((one) => one.appointmentId === appointmentId))
        replaceRecord(entries, { ...entry, status: 'waiting', appointmentId: null });
    },
    /** Moves the entries of a pet to its new client. */
    follow({ id: petId, clientId }: Pet): void {
      for (const entry of entries.filter((one) => one.petId === petId && one.clientId !== clientId))
        replaceRecord(entries, { ...entry, clientId });
    },
  };
}

function checkTimes(entry: Parameters<typeof findWaitingTimesProblem>[0]): void {
  const fault = findWaitingTimesProblem(entry);
  if (fault) throw invalidInput(fault.field, fault.problem);
}
