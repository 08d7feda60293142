import { applyUnsavedChanges } from '#app/api/appointment-records.ts';
import { useRecordsById } from '#app/api/long-list.ts';
import { petQueries } from '#app/api/pets.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { useUnsavedChanges } from '#app/changes/appointment-changes.ts';
import { useDesk, useReference, useZonedStores } from '#app/session/use-desk.ts';
import { overlaps } from '#contract/interval.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { dayInterval } from '#scheduling/calendar-day.ts';
import { takenTime } from '#scheduling/visit.ts';
import { useLive } from './live-state.ts';
import { useDays } from './use-days.ts';

const petIdsOf = (appointments: readonly ReceivedAppointment[]) =>
  new Set(appointments.flatMap(({ petId }) => petId ?? []));

/**
 * A date of the calendar (`YYYY-MM-DD` in each store's own zone) at all accessible stores, with everything needed to
 * determine who is free, and unsaved changes. Unless `enabled`, nothing is requested; without `needsFreeTimes`, the
 * requests from the web site are not loaded, so that free times are unknown.
 */
export function useWholeDay(date: string, { enabled = true, needsFreeTimes = true } = {}) {
  const { company, fallbackZone } = useDesk();
  const stores = useZonedStores(company.stores);
  const now = useMinute();
  const live = useLive();
  const zones = [...new Set(stores.length > 0 ? stores.map(({ timeZone }) => timeZone) : [fallbackZone])];
  const dayIntervals = zones.map((zone) => dayInterval(zone, date));
  const span = {
    start: Math.min(...dayIntervals.map(({ start }) => start)),
    end: Math.max(...dayIntervals.map(({ end }) => end)),
  };
  const known = useDays([span], {
    ...{ zones, requestable: enabled ? 1 : 0, isFirstShown: enabled, needsFreeTimes },
    freshness: { currentSince: live.currentSince, onRetry: live.retry },
  });
  const { records } = useUnsavedChanges();
  const names = useRecordsById(petQueries, company.id, petIdsOf(known.appointments));
  const { employees, directory } = useReference(names.found);

  const { held, plan, unreadable } = known;
  const { state } = known.statusOf(span);
  return {
    /**
     * `failed`: the appointments, the requests from the web site or the employees could not be loaded completely;
     * `unplanned`: the plan could not be loaded.
     */
    state: employees.isPending ? 'loading' : employees.data ? state : 'failed',
    retry() {
      known.retry();
      if (!employees.data) void employees.refetch();
    },
    /** Whether loading the pets of the appointments has ended, even if it failed. */
    hasNames: names.isSettled,
    ...{ span, now, stores, held, plan, unreadable, directory },
    appointments: applyUnsavedChanges(known.appointments, records, (one) => overlaps(takenTime(one), span)),
    employees: employees.data?.records ?? [],
  } as const;
}

export type WholeDay = ReturnType<typeof useWholeDay>;
