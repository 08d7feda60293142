import type { Query, QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { appointmentQueries, dayOfKey, isOf, readAtOf, type UpdatedAppointments } from '#app/api/appointments.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { belongsTo, type DayPages, type MergedDay, mergeChanges } from './merge-changes.ts';

/** The cached appointment lists of a company: days, and the visits of pets and clients. */
function listsOf(queryClient: QueryClient, companyId: string) {
  const keys = [appointmentQueries.days(), appointmentQueries.ofPatients(companyId)];
  return keys
    .flatMap((queryKey) => queryClient.getQueryCache().findAll({ queryKey }))
    .flatMap((query) => {
      const belongs = membershipOf(query.queryKey, companyId);
      return belongs ? [{ query, belongs }] : [];
    });
}

/** When the oldest cached list of the company was asked for in full; null where none is cached. */
export function oldestReading(queryClient: QueryClient, companyId: string): number | null {
  const times = listsOf(queryClient, companyId).flatMap(({ query }) => {
    const list = queryClient.getQueryData<DayPages>(query.queryKey);
    return list ? [readAtOf(list.pages, query.state.dataUpdatedAt)] : [];
  });
  return times.length === 0 ? null : Math.min(...times);
}

/** What was merged into a list while it was being loaded: what comes of that may be older. */
const mergedMeanwhile = new WeakMap<Query, ((list: DayPages) => MergedDay<string | null>)[]>();

/** The latest version of each appointment that was merged, also of those that no list has any more: `updatedAt` in milliseconds. */
const mergedVersions = new WeakMap<QueryClient, Map<string, number>>();

/**
 * Those of the records that are not older than what was merged before. An answer may be overtaken on its way: what has moved to
 * another day since would come back.
 */
function notOvertaken(queryClient: QueryClient, records: readonly ReceivedAppointment[]): ReceivedAppointment[] {
  const versions = mergedVersions.get(queryClient) ?? new Map<string, number>();
  mergedVersions.set(queryClient, versions);
  return records.filter(({ id, updatedAt }) => {
    const version = Date.parse(updatedAt ?? '');
    if (version < (versions.get(id) ?? 0)) return false;
    if (!Number.isNaN(version)) versions.set(id, version);
    return true;
  });
}

/** Merges changes into every cached list of the company. Returns the ids that changed in any of them. */
export function applyChanges(queryClient: QueryClient, companyId: string, told: UpdatedAppointments): string[] {
  const changed = new Set<string>();
  const changes = { ...told, records: notOvertaken(queryClient, told.records) };
  if (changes.records.length + changes.unresolvedIds.length === 0) return [];
  for (const { query, belongs } of listsOf(queryClient, companyId)) {
    const merge = (list: DayPages) => mergeChanges(list, belongs, changes);
    if (query.state.fetchStatus === 'fetching') {
      mergedMeanwhile.set(query, [...(mergedMeanwhile.get(query) ?? []), merge]);
    }
    for (const id of mergeInto(queryClient, query, merge)) changed.add(id);
  }
  return [...changed];
}

/** Merges an appointment as the practice system returned it; null where loaded data may be out of date. */
export function applyRecord(queryClient: QueryClient, companyId: string, record: ReceivedAppointment | null): void {
  // Cached lists are out of date now; an open one is reloaded only by its user.
  queryClient.removeQueries({ queryKey: appointmentQueries.found(), type: 'inactive' });
  if (record) applyChanges(queryClient, companyId, { records: [record], unresolvedIds: [] });
  else void queryClient.invalidateQueries({ queryKey: appointmentQueries.days() });
}

/**
 * Reads the lists again that hold any of these appointments: polls report no deleted records. The stream may also report
 * what left the reach of the desk.
 */
export function reloadListsOf(queryClient: QueryClient, companyId: string, ids: ReadonlySet<string>): void {
  if (ids.size === 0) return;
  for (const { query } of listsOf(queryClient, companyId)) {
    const pages = queryClient.getQueryData<DayPages>(query.queryKey)?.pages ?? [];
    const holds = pages.some(
      ({ records, unresolvedIds }) => records.some(({ id }) => ids.has(id)) || unresolvedIds.some((id) => ids.has(id)),
    );
    if (holds) void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }
}

/** Returns the ids that changed. */
function mergeInto(
  queryClient: QueryClient,
  { queryKey, state }: Query,
  merge: (list: DayPages) => MergedDay<string | null>,
): string[] {
  const before = queryClient.getQueryData<DayPages>(queryKey);
  if (!before) return [];
  const { pages, changedIds } = merge(before);
  // `dataUpdatedAt` stays the time of the last full load: a merge does not make a list complete.
  if (pages !== before) queryClient.setQueryData<DayPages>(queryKey, pages, { updatedAt: state.dataUpdatedAt });
  return changedIds;
}

/**
 * Keeps what changed while a list was being loaded: the answer that was under way may be older, and a further page joins
 * the pages of before. Once the loading has ended, in whatever way, nothing is remembered.
 */
export function keepChangesWhileLoading(queryClient: QueryClient): void {
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.state.fetchStatus === 'fetching') return;
    const merges = mergedMeanwhile.get(query) ?? [];
    mergedMeanwhile.delete(query);
    for (const merge of merges) mergeInto(queryClient, query, merge);
  });
}

/** The predicate for records of the list with this key; null for a key of another company or another kind. */
function membershipOf(key: readonly unknown[], companyId: string) {
  const day = dayOfKey(key);
  if (day) return day.companyId === companyId ? (record: ReceivedAppointment) => belongsTo(record, day) : null;
  const patient = patientSchema.safeParse(key.at(-1)).data;
  return patient ? (record: ReceivedAppointment) => isOf(patient, record) : null;
}

const patientSchema = z.union([z.strictObject({ petId: z.string() }), z.strictObject({ clientId: z.string() })]);
