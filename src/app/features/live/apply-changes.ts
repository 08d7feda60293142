import type { QueryClient } from '@tanstack/react-query';
import type { AppointmentChanges } from '#app/api/appointment-changes.ts';
import { type AppointmentDay, appointmentQueries } from '#app/api/appointment-queries.ts';
import { type DayPages, mergeChanges } from './merge-changes.ts';

/** Puts changes into every day of the company that the cache holds; returns the ids that differ on any of them. */
export function applyChanges(queryClient: QueryClient, companyId: string, changes: AppointmentChanges): string[] {
  const changed = new Set<string>();
  if (changes.records.length + changes.unresolvedIds.length === 0) return [];
  for (const query of queryClient.getQueryCache().findAll({ queryKey: appointmentQueries.days() })) {
    const day = dayOfKey(query.queryKey);
    if (!day || day.companyId !== companyId) continue;
    const before = queryClient.getQueryData<DayPages>(query.queryKey);
    if (!before) continue;
    const merged = mergeChanges(before, day, changes);
    for (const id of merged.changedIds) changed.add(id);
    if (merged.pages === before) continue;
    // The time of the last full reading stays: a merge does not make a day complete.
    queryClient.setQueryData<DayPages>(query.queryKey, merged.pages, { updatedAt: query.state.dataUpdatedAt });
  }
  return [...changed];
}

function dayOfKey(key: readonly unknown[]): AppointmentDay | null {
  const part = key.at(-1);
  if (typeof part !== 'object' || part === null) return null;
  if (!('companyId' in part && 'storeIds' in part && 'from' in part && 'to' in part)) return null;
  const { companyId, storeIds, from, to } = part;
  if (typeof companyId !== 'string' || typeof from !== 'string' || typeof to !== 'string') return null;
  return Array.isArray(storeIds) ? { companyId, storeIds: storeIds.map(String), from, to } : null;
}
