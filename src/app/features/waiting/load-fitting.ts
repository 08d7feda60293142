import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '#app/api/api-client.ts';
import { loadedContent } from '#app/api/appointment-store.ts';
import { appointmentQueries } from '#app/api/appointments.ts';
import type { Directory } from '#app/api/directory.ts';
import { waitingListQueries } from '#app/api/waiting-list.ts';
import { loadPlan } from '#app/days/availability.ts';
import type { ReceivedAppointment, ReceivedAppointmentType, ReceivedEmployee } from '#contract/received.ts';
import { createBookable } from '#scheduling/bookable.ts';
import { dayOfInstant, zoneOf, zoneOfStore } from '#scheduling/calendar-day.ts';
import { weeksToKnow } from '#scheduling/duty.ts';
import { freedTimes } from '#scheduling/freed-time.ts';
import { createMatching, type Gap, longestFirst } from '#scheduling/matching.ts';
import { hasEnded } from '#scheduling/visit.ts';
import type { EntryMatch } from './waiting-context.ts';

interface FittingInput {
  api: ApiClient;
  queryClient: QueryClient;
  directory: Directory;
  hasPlan: boolean;
  types: readonly ReceivedAppointmentType[];
  employees: readonly ReceivedEmployee[];
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
}

/**
 * The entries that fit the times that changes have freed, the longest waiting first; null if nothing is free. Data on
 * the calendar is not requested again.
 *
 * @throws ApiError
 */
export function loadFitting(
  saved: readonly { before: ReceivedAppointment; after: ReceivedAppointment }[],
  input: FittingInput,
): Promise<EntryMatch[]> | null {
  const gaps = saved.flatMap(({ before, after }) => freedTimes(before, after, input.now));
  return gaps.length === 0 ? null : fittingAll(gaps, input);
}

async function fittingAll(gaps: readonly Gap[], input: FittingInput): Promise<EntryMatch[]> {
  const { api, queryClient, directory } = input;
  const { records } = await queryClient.fetchQuery(waitingListQueries.waiting(api, directory.company.id));
  const matches = new Map<string, EntryMatch>();
  for (const gap of gaps) {
    const entries = records.filter(({ id, storeId }) => storeId === gap.storeId && !matches.has(id));
    if (entries.length === 0) continue;
    const matching = await matchingOn(gap, input);
    for (const match of matching?.fitting(entries, gap) ?? []) matches.set(match.entry.id, match);
  }
  const inOrder = longestFirst([...matches.values()].map(({ entry }) => entry));
  return inOrder.flatMap(({ id }) => matches.get(id) ?? []);
}

/** The matching for the day of a gap; null if the day is not completely known. */
async function matchingOn(gap: Gap, { api, queryClient, directory, hasPlan, types, employees, now }: FittingInput) {
  const { company, fallbackZone } = directory;
  const stores = company.stores.map((store) => ({ ...store, timeZone: zoneOfStore(store, fallbackZone) }));
  const zone = zoneOf(gap, directory);
  const span = { start: dayOfInstant(zone, gap.start).start, end: dayOfInstant(zone, gap.end - 1).end };
  const day = {
    companyId: company.id,
    storeIds: company.storesListed ? stores.map(({ id }) => id) : [],
    from: new Date(span.start).toISOString(),
    to: new Date(span.end).toISOString(),
  };
  const mondays = hasPlan ? weeksToKnow([...new Set(stores.map(({ timeZone }) => timeZone))], span) : [];
  const [plan] = await Promise.all([
    loadPlan(api, queryClient, { companyId: company.id, mondays }),
    queryClient.fetchInfiniteQuery(appointmentQueries.day(api, day)),
  ]);
  const content = loadedContent(queryClient, day);
  if (!content?.complete || content.unresolvedIds.length > 0) return null;
  // An appointment that ended early no longer takes up the time until its planned end.
  const appointments = content.appointments.filter((one) => !hasEnded(one));
  const bookable = createBookable({ span, appointments, plan, stores, employees, now });
  return createMatching({ bookable, span, stores, types, employees, now });
}
