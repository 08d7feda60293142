import { applyUnsavedChanges } from '#app/api/appointment-records.ts';
import { useRecordsById } from '#app/api/long-list.ts';
import { petQueries } from '#app/api/pets.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { useUnsavedChanges } from '#app/changes/appointment-changes.ts';
import { useLive } from '#app/days/live-state.ts';
import { useDays } from '#app/days/use-days.ts';
import { useDesk, useReference, useZonedStores } from '#app/session/use-desk.ts';
import { type Interval, overlaps } from '#contract/interval.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { addDays, dateIn, dayInterval, dayOfInstant } from '#scheduling/calendar-day.ts';
import { createPlanCheck, type TimeOwner, takesTimeOfOwner } from '#scheduling/conflicting-appointments.ts';
import { compareByStart, isAhead, takenTime } from '#scheduling/visit.ts';

/**
 * The maximum number of days whose appointments are listed. It is limited because the appointments at all stores are loaded for
 * each day, to know who is free.
 */
export const MAX_DAYS = 31;

const findPetIds = (appointments: readonly ReceivedAppointment[]) =>
  new Set(appointments.flatMap(({ petId }) => petId ?? []));

interface IntervalAppointmentsInput {
  owner: TimeOwner;
  time: Interval;
  /** The IANA zone in whose days `time` is split. */
  zone: string;
}

/** The open appointments of a vet, a room or a store during an interval, and everything needed to know who else is free. */
export function useIntervalAppointments({ owner, time, zone }: IntervalAppointmentsInput) {
  const { company } = useDesk();
  const stores = useZonedStores(company.stores);
  const now = useMinute();
  const live = useLive();
  const all = splitIntoDays(time, zone);
  const loaded = all.slice(0, MAX_DAYS);
  const zones = [...new Set([zone, ...stores.map(({ timeZone }) => timeZone)])];
  const days = useDays(loaded, {
    zones,
    freshness: { currentSince: live.currentSince, onRetry: live.retry },
    isFirstShown: true,
  });
  const { records } = useUnsavedChanges();
  const appointments = applyUnsavedChanges(days.appointments, records, (one) =>
    loaded.some((day) => overlaps(takenTime(one), day)),
  );
  const pets = useRecordsById(petQueries, company.id, findPetIds(appointments)).found;
  const { employees, directory } = useReference(pets);
  const people = employees.data?.records ?? [];

  const states = [...loaded.map((day) => days.statusOf(day).state), employees.isPending ? 'loading' : 'complete'];
  const isFailed = states.some((one) => one === 'failed' || one === 'unplanned') || employees.isError;
  const state = isFailed ? 'failed' : states.includes('loading') ? 'loading' : 'complete';

  const today = dayOfInstant(zone, now).start;
  const { held, plan } = days;
  const span = { start: loaded[0]?.start ?? time.start, end: loaded.at(-1)?.end ?? time.end };
  const conflictsWithPlan = createPlanCheck({ span, plan, employees: people });
  function isConflicting(one: ReceivedAppointment): boolean {
    const store = stores.find(({ id }) => id === one.storeId);
    return store !== undefined && conflictsWithPlan(owner, one, store);
  }
  /**
   * Whether an appointment still has to be dealt with: it takes place during the interval, or at another time of the same days
   * while its vet is away, for example after closing.
   */
  const isOpen = (one: ReceivedAppointment) =>
    isAhead(one, today) &&
    takesTimeOfOwner(owner, one) &&
    (overlaps(takenTime(one), time) ||
      (owner.kind === 'person' && overlaps(takenTime(one), span) && isConflicting(one)));
  const open = appointments.filter(isOpen).sort(compareByStart);
  return {
    state,
    isOpen,
    /** All appointments that still have to be dealt with, sorted by start. */
    open,
    /** The open appointments that conflict with the plan: the vet is away, the room is blocked, or the store is closed. */
    conflicting: open.filter(isConflicting),
    isCut: all.length > loaded.length,
    unreadable: days.unreadable,
    ...{ loaded, now, stores, appointments, held, plan, employees: people, directory },
    retry() {
      days.retry();
      if (employees.isError) void employees.refetch();
    },
  } as const;
}

export type IntervalAppointments = ReturnType<typeof useIntervalAppointments>;

/** The days, in a zone, that overlap an interval. */
function splitIntoDays({ start, end }: Interval, zone: string): Interval[] {
  const days: Interval[] = [];
  const last = dateIn(zone, Math.max(start, end - 1));
  for (let date = dateIn(zone, start); date <= last; date = addDays(date, 1)) days.push(dayInterval(zone, date));
  return days;
}
