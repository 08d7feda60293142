import type { Appointment } from '#contract/appointment.ts';
import type { Pet } from '#contract/clients-pets-staff.ts';
import type { WaitingListEntry } from '#contract/waiting-list.ts';
import { deriveUuid } from '#service/db/column-types.ts';
import type { PracticeRecords } from '#service/db/write-practice.ts';
import { type DemoPeriod, findHomeStores } from './demo-practice.ts';
import { practicePlan } from './practice-plan.ts';

const DAY_MS = 86_400_000;

/** The waiting list of the demo practice. If `booked` is given, one further entry led to that appointment. */
export function createDemoWaitingList(
  { company, employees, types, clients, pets }: PracticeRecords,
  { today, recordedUntil }: DemoPeriod,
  booked: Appointment | undefined,
): WaitingListEntry[] {
  /** Creates an entry that was made a number of days ago. */
  const createEntry = <Given extends Partial<WaitingListEntry>>(key: string | number, days: number, given: Given) => {
    const createdAt = new Date(recordedUntil - (days + 0.2) * DAY_MS).toISOString();
    return {
      id: deriveUuid([company.id, 'waiting', key].join('/')),
      companyId: company.id,
      ...{ employeeId: null, from: today.subtract({ days }).toString(), until: null, weekdays: [] },
      ...{ earliest: null, latest: null, notes: null, status: 'waiting' as const, appointmentId: null },
      ...{ createdAt, updatedAt: createdAt },
      ...given,
    };
  };
  const homes = findHomeStores({ company, clients });
  const entries: WaitingListEntry[] = practicePlan.waiting.flatMap((row, nth) => {
    const { days, species, until, weekdays, earliest, latest, notes, isWithdrawn } = row;
    const store = company.stores.find(({ name }) => name === row.store);
    const type = types.find(({ name }) => name === row.type);
    const isPetOfStore = (pet: Pet) => pet.isActive && pet.species === species && homes.get(pet.clientId) === store;
    const pet = pets.filter(isPetOfStore)[10 + 2 * nth];
    if (store === undefined || type === undefined || pet === undefined) return [];
    return createEntry(nth, days, {
      ...{ storeId: store.id, petId: pet.id, clientId: pet.clientId, visitTypeId: type.id },
      employeeId: employees.find(({ firstName }) => firstName === row.vet)?.id ?? null,
      durationMinutes: type.durationMinutes,
      until: until === null ? null : today.add({ days: until }).toString(),
      ...{ weekdays: [...weekdays], earliest, latest, notes },
      status: isWithdrawn ? ('withdrawn' as const) : ('waiting' as const),
    });
  });
  if (!booked?.visitTypeId) return entries;
  const { id: appointmentId, storeId, petId, clientId, visitTypeId, createdAt: updatedAt } = booked;
  const durationMinutes = (Date.parse(booked.end) - Date.parse(booked.start)) / 60_000;
  const found = { storeId, petId, clientId, visitTypeId, durationMinutes, status: 'booked' as const, appointmentId };
  const days = Math.ceil((recordedUntil - Date.parse(updatedAt)) / DAY_MS) + 8;
  return [createEntry('booked', days, { ...found, updatedAt }), ...entries];
}
