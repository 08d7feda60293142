import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import type { AppointmentChanges } from '#app/api/appointment-changes.ts';
import { appointmentQueries, dayOfKey, isOf } from '#app/api/appointment-queries.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { belongsTo, type DayPages, mergeChanges } from './merge-changes.ts';

/**
 * The cached appointment lists of a company: days, and the visits of pets and clients. `readAt` is when each was last
 * loaded in full, in this computer's milliseconds since 1970.
 */
function loadedLists(queryClient: QueryClient, companyId: string) {
  const keys = [appointmentQueries.days(), appointmentQueries.ofPatients(companyId)];
  return keys
    .flatMap((queryKey) => queryClient.getQueryCache().findAll({ queryKey }))
    .flatMap(({ queryKey, state }) => {
      const belongs = membershipOf(queryKey, companyId);
      const pages = queryClient.getQueryData<DayPages>(queryKey);
      return belongs && pages ? [{ queryKey, belongs, pages, readAt: state.dataUpdatedAt }] : [];
    });
}

/** When the oldest cached list of the company was loaded in full; null where none is cached. */
export function oldestReading(queryClient: QueryClient, companyId: string): number | null {
  const times = loadedLists(queryClient, companyId).map(({ readAt }) => readAt);
  return times.length === 0 ? null : Math.min(...times);
}

/** Merges changes into every cached list of the company. Returns the ids that changed in any of them. */
export function applyChanges(queryClient: QueryClient, companyId: string, changes: AppointmentChanges): string[] {
  const changed = new Set<string>();
  if (changes.records.length + changes.unresolvedIds.length === 0) return [];
  for (const { queryKey, belongs, pages, readAt } of loadedLists(queryClient, companyId)) {
    const merged = mergeChanges(pages, belongs, changes);
    for (const id of merged.changedIds) changed.add(id);
    if (merged.pages === pages) continue;
    // `dataUpdatedAt` stays the time of the last full load: a merge does not make a list complete.
    queryClient.setQueryData<DayPages>(queryKey, merged.pages, { updatedAt: readAt });
  }
  return [...changed];
}

/** The predicate for records of the list with this key; null for a key of another company or another kind. */
function membershipOf(key: readonly unknown[], companyId: string) {
  const day = dayOfKey(key);
  if (day) return day.companyId === companyId ? (record: ReceivedAppointment) => belongsTo(record, day) : null;
  const patient = patientSchema.safeParse(key.at(-1)).data;
  return patient ? (record: ReceivedAppointment) => isOf(patient, record) : null;
}

const patientSchema = z.union([z.strictObject({ petId: z.string() }), z.strictObject({ clientId: z.string() })]);
