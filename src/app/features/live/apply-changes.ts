import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import type { AppointmentChanges } from '#app/api/appointment-changes.ts';
import { type AppointmentDay, appointmentQueries, isOf } from '#app/api/appointment-queries.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { belongsTo, type DayPages, mergeChanges } from './merge-changes.ts';

/**
 * Puts changes into every list of appointments of the company that the cache holds whole: days, and the visits of pets and
 * clients. Returns the ids that differ in any of them.
 */
export function applyChanges(queryClient: QueryClient, companyId: string, changes: AppointmentChanges): string[] {
  const changed = new Set<string>();
  if (changes.records.length + changes.unresolvedIds.length === 0) return [];
  const keys = [appointmentQueries.days(), appointmentQueries.ofPatients(companyId)];
  for (const query of keys.flatMap((queryKey) => queryClient.getQueryCache().findAll({ queryKey }))) {
    const belongs = membershipOf(query.queryKey, companyId);
    const before = queryClient.getQueryData<DayPages>(query.queryKey);
    if (!belongs || !before) continue;
    const merged = mergeChanges(before, belongs, changes);
    for (const id of merged.changedIds) changed.add(id);
    if (merged.pages === before) continue;
    // The time of the last full reading stays: a merge does not make a list complete.
    queryClient.setQueryData<DayPages>(query.queryKey, merged.pages, { updatedAt: query.state.dataUpdatedAt });
  }
  return [...changed];
}

/** What belongs to the list of a key; null for a key of another company or another kind. */
function membershipOf(key: readonly unknown[], companyId: string) {
  const day = dayOfKey(key);
  if (day) return day.companyId === companyId ? (record: ReceivedAppointment) => belongsTo(record, day) : null;
  const patient = patientSchema.safeParse(key.at(-1)).data;
  return patient ? (record: ReceivedAppointment) => isOf(patient, record) : null;
}

const patientSchema = z.union([z.strictObject({ petId: z.string() }), z.strictObject({ clientId: z.string() })]);

function dayOfKey(key: readonly unknown[]): AppointmentDay | null {
  const part = key.at(-1);
  if (typeof part !== 'object' || part === null) return null;
  if (!('companyId' in part && 'storeIds' in part && 'from' in part && 'to' in part)) return null;
  const { companyId, storeIds, from, to } = part;
  if (typeof companyId !== 'string' || typeof from !== 'string' || typeof to !== 'string') return null;
  return Array.isArray(storeIds) ? { companyId, storeIds: storeIds.map(String), from, to } : null;
}
