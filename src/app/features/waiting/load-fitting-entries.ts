import { waitingListQueries } from '#app/api/waiting-list.ts';
import { type DaysSource, loadDays } from '#app/days/load-days.ts';
import type { ReceivedAppointmentType, ReceivedEmployee } from '#contract/received.ts';
import { createBookable } from '#scheduling/bookable.ts';
import { dayOfInstant, zoneOfAppointment, zoneOfStore } from '#scheduling/calendar-day.ts';
import { createMatching, type Gap, sortByWaitingTime } from '#scheduling/matching.ts';
import { hasEnded } from '#scheduling/visit.ts';
import type { EntryMatch } from './waiting-context.ts';

export interface FittingEntriesInput extends DaysSource {
  types: readonly ReceivedAppointmentType[];
  employees: readonly ReceivedEmployee[];
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
}

/**
 * Loads the entries that fit times that were freed. Those that have waited longest come first. Data that the calendar has
 * loaded is not requested again.
 *
 * @throws ApiError
 */
export async function loadFittingEntries(gaps: readonly Gap[], input: FittingEntriesInput): Promise<EntryMatch[]> {
  const { api, queryClient, directory } = input;
  const { records } = await queryClient.fetchQuery(waitingListQueries.waiting(api, directory.company.id));
  const matches = new Map<string, EntryMatch>();
  for (const gap of gaps) {
    const entries = records.filter(({ id, storeId }) => storeId === gap.storeId && !matches.has(id));
    if (entries.length === 0) continue;
    const matching = await loadMatching(gap, input);
    for (const match of matching?.findFittingEntries(entries, gap) ?? []) matches.set(match.entry.id, match);
  }
  const inOrder = sortByWaitingTime([...matches.values()].map(({ entry }) => entry));
  return inOrder.flatMap(({ id }) => matches.get(id) ?? []);
}

/** Loads the day of a gap, and creates the matching of that day; returns null if the day could not be loaded completely. */
async function loadMatching(gap: Gap, { types, employees, now, ...source }: FittingEntriesInput) {
  const { directory } = source;
  const stores = directory.company.stores.map((store) => ({
    ...store,
    timeZone: zoneOfStore(store, directory.fallbackZone),
  }));
  const zone = zoneOfAppointment(gap, directory);
  const span = { start: dayOfInstant(zone, gap.start).start, end: dayOfInstant(zone, gap.end - 1).end };
  const days = await loadDays(source, span);
  if (!days.isComplete) return null;
  // An appointment that ended early no longer takes up the time until its planned end.
  const appointments = days.appointments.filter((one) => !hasEnded(one));
  const bookable = createBookable({
    span,
    appointments,
    heldRequests: days.held,
    plan: days.plan,
    stores,
    employees,
    now,
  });
  return createMatching({ bookable, span, stores, types, employees, now });
}
