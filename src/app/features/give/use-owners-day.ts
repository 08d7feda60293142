import { useUnsavedChanges } from '#app/api/appointment-changes.ts';
import { withUnsaved } from '#app/api/appointment-records.ts';
import { useNames } from '#app/api/long-list.ts';
import { petQueries } from '#app/api/pets.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { dayInterval, zoneOf } from '#app/scheduling/calendar-day.ts';
import { weeksToKnow } from '#app/scheduling/duty.ts';
import { type Owner, openAppointmentsOf } from '#app/scheduling/in-the-way.ts';
import { overlaps } from '#app/scheduling/interval.ts';
import { takenTime } from '#app/scheduling/visit.ts';
import { useCurrentDays } from '#app/session/current-day.ts';
import { useLive } from '#app/session/live-state.ts';
import { useDesk, useReference, useZonedStores } from '#app/session/use-desk.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

/** The pets of some appointments. */
const petIdsOf = (appointments: readonly ReceivedAppointment[]) =>
  new Set(appointments.flatMap(({ petId }) => petId ?? []));

/**
 * The appointments of a person, a room or a store on a date of the calendar (`YYYY-MM-DD` in each store's own zone), with everything
 * that says who else is free then.
 */
export function useOwnersDay(owner: Owner, date: string) {
  const { company } = useDesk();
  const stores = useZonedStores(company.stores);
  const now = useMinute();
  const live = useLive();
  const zones = [...new Set(stores.map(({ timeZone }) => timeZone))];
  const dates = zones.map((zone) => dayInterval(zone, date));
  const span = { start: Math.min(...dates.map(({ start }) => start)), end: Math.max(...dates.map(({ end }) => end)) };
  const days = useCurrentDays(
    { stores, span, mondays: weeksToKnow(zones, span) },
    { currentSince: live.currentSince, onRetry: live.retry },
    { needed: true },
  );
  const { records } = useUnsavedChanges();
  const pets = useNames(petQueries, company.id, petIdsOf(days.appointments)).found;
  const { employees, directory } = useReference(pets);

  const { state, plan, unreadable } = days;
  const appointments = withUnsaved(days.appointments, records, (one) => overlaps(takenTime(one), span));
  const isOnDate = (one: ReceivedAppointment) => overlaps(takenTime(one), dayInterval(zoneOf(one, directory), date));
  return {
    /** `failed`: the appointments could not be loaded, or not all, or the employees; `unplanned`: the plan could not be. */
    state: employees.isPending || state === 'part' ? 'loading' : employees.data ? state : 'failed',
    retry() {
      days.retry();
      if (!employees.data) void employees.refetch();
    },
    ...{ span, now, stores, appointments, plan, unreadable, directory },
    employees: employees.data?.records ?? [],
    /** Those of the owner that are not over, by start. */
    own: openAppointmentsOf(owner, appointments.filter(isOnDate)),
  } as const;
}

export type OwnersDay = ReturnType<typeof useOwnersDay>;
