import { MATCHED_DAYS, useMatches } from '#app/features/waiting/use-matches.ts';
import { useDesk } from '#app/session/use-desk.ts';
import type { ReceivedAppointmentType, ReceivedEmployee } from '#contract/received.ts';
import type { ReceivedRecall } from '#contract/received-waiting-list.ts';
import { addDays, dateIn, zoneOfAppointment } from '#scheduling/calendar-day.ts';
import type { Match, WaitingEntry } from '#scheduling/matching.ts';

/**
 * A recall in the form of an entry on the waiting list of one store. Each recall has one such entry for each searched store.
 */
interface RecallEntry extends WaitingEntry {
  recallId: string;
}

interface FirstFreeTimesInput {
  recalls: readonly ReceivedRecall[];
  /** The stores whose free times are searched; all stores if the list is empty. */
  storeIds: readonly string[];
  /** `YYYY-MM-DD` */
  today: string;
  types: readonly ReceivedAppointmentType[];
  employees: readonly ReceivedEmployee[];
}

/**
 * Finds the first free time for each recall, from its due date on, or from now on if it is overdue. As for the waiting list,
 * only the next `MATCHED_DAYS` days are searched, so a recall that is due later has no free time.
 */
export function useFirstFreeTimes({ recalls, storeIds, today, types, employees }: FirstFreeTimesInput) {
  const { company, fallbackZone } = useDesk();
  const stores = company.stores.filter(({ id }) => storeIds.length === 0 || storeIds.includes(id));
  const lengths = new Map(types.map(({ id, durationMinutes }) => [id, durationMinutes]));
  const last = addDays(today, MATCHED_DAYS - 1);
  const entries: readonly RecallEntry[] = recalls
    .filter(({ dueOn }) => dueOn <= last)
    .flatMap(({ id, petId, visitTypeId, dueOn }) => {
      const durationMinutes = lengths.get(visitTypeId) ?? 0;
      if (durationMinutes === 0) return [];
      return stores.map((store) => ({
        ...{ id: `${id} ${store.id}`, recallId: id, storeId: store.id, petId, visitTypeId, durationMinutes },
        ...{ employeeId: null, from: dueOn, until: null, weekdays: [], earliest: null, latest: null, createdAt: '' },
      }));
    });
  const matching = useMatches({ entries, types, employees });
  const first = new Map<string, Match<RecallEntry>>();
  for (const match of matching.matches.values()) {
    const earlier = first.get(match.entry.recallId);
    if (earlier === undefined || match.start < earlier.start) first.set(match.entry.recallId, match);
  }
  return {
    of({ id }: ReceivedRecall) {
      const match = first.get(id);
      if (match === undefined) return null;
      const { storeId } = match.entry;
      return { match, storeId, date: dateIn(zoneOfAppointment({ storeId }, { company, fallbackZone }), match.start) };
    },
    isLooking: matching.state === 'loading' || matching.state === 'part',
    hasFailed: matching.state === 'failed',
    unreadable: matching.unreadable,
    retry: matching.retry,
  };
}

export type FirstFreeTime = NonNullable<ReturnType<ReturnType<typeof useFirstFreeTimes>['of']>>;
