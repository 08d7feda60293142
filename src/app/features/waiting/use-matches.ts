import { useState } from 'react';
import { useMinute } from '#app/browser/use-now.ts';
import { estimateNextDays } from '#app/days/free-times.ts';
import { useLive } from '#app/days/live-state.ts';
import { type DaySpan, useDays } from '#app/days/use-days.ts';
import { useDesk, useZonedStores } from '#app/session/use-desk.ts';
import type { ReceivedAppointmentType, ReceivedEmployee } from '#contract/received.ts';
import { createBookable } from '#scheduling/bookable.ts';
import { dayOfInstant } from '#scheduling/calendar-day.ts';
import { createMatching, type Match, type WaitingEntry } from '#scheduling/matching.ts';
import { hasEnded } from '#scheduling/visit.ts';

/** The number of days, including today, that are searched for free times. */
export const MATCHED_DAYS = 14;
/** The maximum number of appointments that are read for the search, since all desks share the request budget. */
const MAX_RECORDS = 3000;
const MAX_PAGES = 8;

interface MatchesInput<Entry> {
  entries: readonly Entry[];
  types: readonly ReceivedAppointmentType[];
  employees: readonly ReceivedEmployee[];
}

/** The first free time of each entry in the coming days. */
export function useMatches<Entry extends WaitingEntry>({ entries, types, employees }: MatchesInput<Entry>) {
  const { company } = useDesk();
  const stores = useZonedStores(company.stores);
  const live = useLive();
  const now = useMinute();
  const zones = [...new Set(stores.map(({ timeZone }) => timeZone))];
  const todays = zones.map((zone) => dayOfInstant(zone, now));
  const today = {
    start: Math.min(...todays.map(({ start }) => start)),
    end: Math.max(...todays.map(({ end }) => end)),
  };
  const isNeeded = entries.length > 0 && stores.length > 0;
  const [following, setFollowing] = useState<DaySpan | null>(null);
  const furtherDays = following?.start === today.end ? [following] : [];
  const known = useDays(isNeeded ? [today, ...furtherDays] : [], {
    ...{ zones, isFirstShown: true, freshness: { currentSince: live.currentSince, onRetry: live.retry } },
  });
  const isTodayLoaded = isNeeded && known.statusOf(today).state === 'complete';
  if (isTodayLoaded && furtherDays.length === 0) {
    const [zone = 'UTC'] = zones;
    const { length: records } = known.appointments;
    const next = estimateNextDays({ loaded: today, records, zone, most: MAX_RECORDS, days: MATCHED_DAYS - 1 });
    setFollowing({ ...next, maxPages: MAX_PAGES });
  }

  const states = [today, ...furtherDays].map((day) => known.statusOf(day).state);
  const completeSpan = furtherDays.find((day) => known.statusOf(day).state === 'complete');
  const span = { start: today.start, end: (completeSpan ?? today).end };
  // An appointment that ended early no longer takes up the time until its planned end.
  const appointments = known.appointments.filter((one) => !hasEnded(one));
  const { held, plan, unreadable, retry } = known;
  const matches: readonly Match<Entry>[] = isTodayLoaded
    ? createMatching({
        ...{ span, stores, types, employees, now },
        bookable: createBookable({ span, appointments, heldRequests: held, plan, stores, employees, now }),
      }).findFirstTimes(entries)
    : [];
  return {
    matches: new Map(matches.map((match) => [match.entry.id, match])),
    /** `complete` if all days until the end of `span` have been searched; `part` while the days after `span` are loading. */
    state: !isNeeded
      ? 'complete'
      : states.some((state) => state === 'failed' || state === 'unplanned')
        ? 'failed'
        : !isTodayLoaded
          ? 'loading'
          : completeSpan || states.includes('cut')
            ? 'complete'
            : 'part',
    ...{ span, unreadable, retry },
  } as const;
}
