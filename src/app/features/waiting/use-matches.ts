import { useMinute } from '#app/browser/use-now.ts';
import { useCurrentDays } from '#app/days/current-day.ts';
import { nextDays } from '#app/days/free-times.ts';
import { useLive } from '#app/days/live-state.ts';
import { useDesk, useZonedStores } from '#app/session/use-desk.ts';
import type { ReceivedAppointmentType, ReceivedEmployee } from '#contract/received.ts';
import type { ReceivedWaitingListEntry } from '#contract/received-waiting-list.ts';
import { createBookable } from '#scheduling/bookable.ts';
import { dayOfInstant } from '#scheduling/calendar-day.ts';
import { weeksToKnow } from '#scheduling/duty.ts';
import { createMatching } from '#scheduling/matching.ts';
import { hasEnded } from '#scheduling/visit.ts';
import type { EntryMatch } from './waiting-context.ts';

/** The number of days, including today, that are searched for free times. */
export const MATCHED_DAYS = 14;
/** The maximum number of appointments read for that: all desks share the request budget. */
const MOST_RECORDS = 3000;
const MOST_PAGES = 8;

interface MatchesInput {
  entries: readonly ReceivedWaitingListEntry[];
  types: readonly ReceivedAppointmentType[];
  employees: readonly ReceivedEmployee[];
}

/** The first free time of each entry in the coming days. */
export function useMatches({ entries, types, employees }: MatchesInput) {
  const { company } = useDesk();
  const stores = useZonedStores(company.stores);
  const { currentSince, retry } = useLive();
  const now = useMinute();
  const zones = [...new Set(stores.map(({ timeZone }) => timeZone))];
  const todays = zones.map((zone) => dayOfInstant(zone, now));
  const today = {
    start: Math.min(...todays.map(({ start }) => start)),
    end: Math.max(...todays.map(({ end }) => end)),
  };
  const freshness = { currentSince, onRetry: retry };
  const weeksOf = (end: number) => weeksToKnow(zones, { start: today.start, end });
  const isNeeded = entries.length > 0 && stores.length > 0;
  const first = useCurrentDays({ stores, span: isNeeded ? today : null, mondays: weeksOf(today.end) }, freshness, {
    needed: isNeeded,
  });
  const [zone = 'UTC'] = zones;
  const records = first.appointments.length;
  const following =
    first.state === 'complete'
      ? nextDays({ known: today, records, zone, most: MOST_RECORDS, days: MATCHED_DAYS - 1 })
      : null;
  const followingDays = useCurrentDays(
    { stores, span: following, mondays: weeksOf((following ?? today).end) },
    freshness,
    {
      maxPages: MOST_PAGES,
    },
  );

  const completeSpan = followingDays.state === 'complete' && following ? following : null;
  const span = { start: today.start, end: (completeSpan ?? today).end };
  const plan = completeSpan ? followingDays.plan : first.plan;
  // An appointment that ended early no longer takes up the time until its planned end.
  const occupying = [...first.appointments, ...(completeSpan ? followingDays.appointments : [])].filter(
    (one) => !hasEnded(one),
  );
  const appointments = new Map(occupying.map((one) => [one.id, one]));
  const matches: readonly EntryMatch[] =
    first.state === 'complete'
      ? createMatching({
          ...{ span, stores, types, employees, now },
          bookable: createBookable({ span, appointments: [...appointments.values()], plan, stores, employees, now }),
        }).firstTimes(entries)
      : [];
  const failed = [first, followingDays].find(({ state }) => state === 'failed' || state === 'unplanned');
  return {
    matches: new Map(matches.map((match) => [match.entry.id, match])),
    /** `complete`: for all entries until the end of `span`; `part`: the days after `span` are still loading. */
    state: !isNeeded
      ? 'complete'
      : failed
        ? 'failed'
        : first.state !== 'complete'
          ? 'loading'
          : completeSpan || followingDays.state === 'part'
            ? 'complete'
            : 'part',
    span,
    unreadable: first.unreadable + (completeSpan ? followingDays.unreadable : 0),
    retry: () => failed?.retry(),
  } as const;
}
