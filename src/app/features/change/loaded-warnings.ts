import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '#app/api/api-client.ts';
import { loadedAppointments, loadedTimes } from '#app/api/appointment-store.ts';
import { daySearch, type FieldChanges, searchAppointments } from '#app/api/appointments.ts';
import type { Directory } from '#app/api/directory.ts';
import { availabilityQueries, loadedPlan, loadPlan } from '#app/days/availability.ts';
import { words } from '#app/text/shared-texts.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { dayOfInstant, zoneOf } from '#scheduling/calendar-day.ts';
import { type PlanEntries, weeksToKnow } from '#scheduling/duty.ts';
import { contains, mergeIntervals } from '#scheduling/interval.ts';
import { recordedTime, takenTime } from '#scheduling/visit.ts';
import { mayClash, warningTexts } from './change-warnings.ts';

interface WarningsInput {
  api: ApiClient;
  queryClient: QueryClient;
  directory: Directory;
  hasPlan: boolean;
  /** How many times a week of the plan was loaded; each time the warnings may change. */
  plansLoaded: number;
}

/**
 * Calls back when another week of the plan is loaded, since that may change warnings. Returns a function that
 * unsubscribes.
 */
export function onPlanLoaded(queryClient: QueryClient, listener: () => void): () => void {
  const [ofPlan] = availabilityQueries.all();
  // It may have been loaded before the listener was added.
  listener();
  return queryClient.getQueryCache().subscribe(({ type, query }) => {
    const { data, dataUpdateCount } = query.state;
    if (type === 'updated' && query.queryKey[0] === ofPlan && data !== undefined && dataUpdateCount === 1) listener();
  });
}

/** Creates the warnings about changes from the data of this desk. */
export function createWarnings({ api, queryClient, directory, hasPlan }: WarningsInput) {
  const companyId = directory.company.id;

  function isLoaded(record: ReceivedAppointment, storeId: string | null): boolean {
    const times = mergeIntervals(loadedTimes(queryClient, companyId, storeId));
    return times.some((time) => contains(time, recordedTime(record)));
  }

  function weeksOf(record: ReceivedAppointment) {
    const mondays = hasPlan ? weeksToKnow([zoneOf(record, directory)], takenTime(record)) : [];
    return { companyId, mondays };
  }

  function warningsAmong(
    record: ReceivedAppointment,
    changes: FieldChanges,
    known: { found: readonly ReceivedAppointment[]; complete: boolean; plan: PlanEntries | null },
  ): string[] {
    const loaded = loadedAppointments(queryClient, companyId);
    const ids = new Set(loaded.map(({ id }) => id));
    const others = [...loaded, ...known.found.filter(({ id }) => !ids.has(id))];
    return warningTexts(record, changes, { ...known, others, now: Date.now() }, directory);
  }

  return {
    /** Based on loaded data; `record` is the changed appointment. */
    warningsOf(record: ReceivedAppointment, changes: FieldChanges): string[] {
      const plan = loadedPlan(api, queryClient, weeksOf(record));
      return warningsAmong(record, changes, { found: [], complete: isLoaded(record, record.storeId), plan });
    },

    /** The same warnings after loading missing data, since the vet or the pet may be needed at another store. */
    async loadWarningsOf(record: ReceivedAppointment, changes: FieldChanges): Promise<string[]> {
      if (!mayClash(record, changes)) return [];
      const { start, end, storeId: own } = record;
      const onlyRoom = Object.keys(changes).every((field) => field === 'roomId');
      const storeIds = directory.company.stores
        .map(({ id }) => id)
        .filter((id) => !(onlyRoom && id !== own) && !isLoaded(record, id));
      // The whole day, since assigning vets to appointments without one depends on the appointments before and after.
      const zone = zoneOf(record, directory);
      const [from, to] = [dayOfInstant(zone, instantOf(start)).start, dayOfInstant(zone, instantOf(end) - 1).end];
      const days = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
      const search = daySearch({ companyId, storeIds, ...days });
      try {
        const [page, plan] = await Promise.all([
          storeIds.length === 0 ? null : searchAppointments(api, search),
          loadPlan(api, queryClient, weeksOf(record)),
        ]);
        const complete = page === null || page.nextCursor === null;
        return warningsAmong(record, changes, { found: page?.records ?? [], complete, plan });
      } catch {
        const plan = loadedPlan(api, queryClient, weeksOf(record)) ?? [];
        return [...warningsAmong(record, changes, { found: [], complete: true, plan }), words.clashesUnknown];
      }
    },
  };
}
