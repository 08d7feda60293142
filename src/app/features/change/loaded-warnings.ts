import { loadedAppointments, loadedIntervals } from '#app/api/appointment-store.ts';
import type { FieldChanges } from '#app/api/appointments.ts';
import { getCachedPlan, loadPlan } from '#app/days/availability.ts';
import { getCachedHeldRequests, loadHeldRequests } from '#app/days/held-requests.ts';
import { type DaysSource, loadDays } from '#app/days/load-days.ts';
import { texts } from '#app/text/shared-texts.ts';
import { instantOf } from '#contract/date-time.ts';
import { contains, mergeIntervals } from '#contract/interval.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { HeldRequest } from '#scheduling/bookable.ts';
import { dayOfInstant, zoneOfAppointment } from '#scheduling/calendar-day.ts';
import { type PlanEntries, weeksToLoad } from '#scheduling/plan.ts';
import { recordedTime, takenTime } from '#scheduling/visit.ts';
import { mayClash, warningTexts } from './change-warnings.ts';

/**
 * Creates functions that return the warnings about a change, based on this desk's data. Their `record` is the
 * appointment with `changes` applied.
 */
export function createWarningChecks(source: DaysSource) {
  const { api, queryClient, directory, hasPlan, hasOnlineRequests } = source;
  const companyId = directory.company.id;
  const heldSource = { api, queryClient, companyId, hasOnlineRequests };

  function isTimeLoaded(record: ReceivedAppointment, storeId: string | null): boolean {
    const times = mergeIntervals(loadedIntervals(queryClient, companyId, storeId));
    return times.some((time) => contains(time, recordedTime(record)));
  }

  /** The weeks whose plan is needed to check an appointment. */
  function weeksFor(record: ReceivedAppointment) {
    const mondays = hasPlan ? weeksToLoad([zoneOfAppointment(record, directory)], takenTime(record)) : [];
    return { companyId, mondays };
  }
  const planFor = (record: ReceivedAppointment) => getCachedPlan(api, queryClient, weeksFor(record));

  function warningsAmong(
    record: ReceivedAppointment,
    changes: FieldChanges,
    known: { isComplete: boolean; held: readonly HeldRequest[] | null; plan: PlanEntries | null },
  ): string[] {
    const others = loadedAppointments(queryClient, companyId);
    return warningTexts(record, changes, { ...known, others, now: Date.now() }, directory);
  }

  return {
    /** The warnings that follow from the data loaded so far. */
    warningsOf: (record: ReceivedAppointment, changes: FieldChanges): string[] =>
      warningsAmong(record, changes, {
        isComplete: isTimeLoaded(record, record.storeId),
        held: getCachedHeldRequests(heldSource, Date.now()),
        plan: planFor(record),
      }),

    /**
     * Loads the missing data, such as appointments at other stores that need the same vet or pet, and returns the
     * warnings.
     */
    async loadWarningsOf(record: ReceivedAppointment, changes: FieldChanges): Promise<string[]> {
      if (!mayClash(record, changes)) return [];
      const { start, end, storeId: own } = record;
      const onlyRoom = Object.keys(changes).every((field) => field === 'roomId');
      const storeIds = directory.company.stores
        .map(({ id }) => id)
        .filter((id) => !(onlyRoom && id !== own) && !isTimeLoaded(record, id));
      // Loads whole days: which vets are left for the appointments without a vet depends on the other appointments of
      // the day.
      const zone = zoneOfAppointment(record, directory);
      const days = {
        start: dayOfInstant(zone, instantOf(start)).start,
        end: dayOfInstant(zone, instantOf(end) - 1).end,
      };
      try {
        const [loaded, { held, unreadable }, plan] = await Promise.all([
          storeIds.length === 0 ? null : loadDays(source, { ...days, storeIds }),
          loadHeldRequests(heldSource, Date.now()),
          loadPlan(api, queryClient, weeksFor(record)),
        ]);
        const isComplete = (loaded?.isComplete ?? true) && unreadable === 0;
        return warningsAmong(record, changes, { isComplete, held, plan });
      } catch {
        const held = getCachedHeldRequests(heldSource, Date.now()) ?? [];
        const known = { isComplete: true, held, plan: planFor(record) ?? [] };
        return [...warningsAmong(record, changes, known), texts.clashesUnknown];
      }
    },
  };
}
