import { t } from '@lingui/core/macro';
import { indexById } from '#app/api/directory.ts';
import { useDebouncedValue, useIsStable } from '#app/browser/use-debounced-value.ts';
import { NEXT_DAYS_DEBOUNCE_MS, OFFERED_TIME_COUNT, useFreeTimes } from '#app/days/free-times.ts';
import { useLive } from '#app/days/live-state.ts';
import { doubtfulTimesText, lookingForTimesText, timesNotLoadedText } from '#app/text/free-times-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { DEFAULT_DURATION_MINUTES, dayText } from '#app/text/time-text.ts';
import type { Interval } from '#contract/interval.ts';
import type { ReceivedAppointmentType, ReceivedEmployee } from '#contract/received.ts';
import { type BookableStore, determineNeeds } from '#scheduling/bookable.ts';
import { addDays, dateIn, dayInterval } from '#scheduling/calendar-day.ts';
import { instantOfClockTime } from '#scheduling/wall-clock.ts';
import type { SearchWords } from './search-words.ts';

const MINUTE = 60_000;
const DEBOUNCE_MS = 150;
/**
 * The maximum number of start times if the words name a part of the day or a time. It is more than a morning or an afternoon
 * has.
 */
const MAX_STARTS_IN_DAY_PART = 48;
const NOON = { hour: 12, minute: 0 };

/** Free times that match the typed words. Instants are in milliseconds since 1970-01-01T00:00Z. */
export interface MatchingFreeTimes {
  state: 'enough' | 'loading' | 'failed' | 'unplanned' | 'ended';
  offers: readonly (Interval & { storeId: string; zone: string })[];
  /** Whether no time is free on the named days, so that the times are on later days. */
  isLater: boolean;
  /** The length of each offered time, in minutes. */
  minutes: number;
  /** The instant until which free times were searched for. */
  until: { zone: string; instant: number };
  /** The number of records on the searched days that could not be read, each of which may take up any time. */
  unreadable: number;
  /** Loads again what could not be loaded. */
  retry: () => void;
}

interface MatchingFreeTimesInput {
  /** The meaning of the typed text; null if it asks for no free times. */
  words: SearchWords | null;
  stores: readonly BookableStore[];
  /** The stores whose times are offered if the words name none. */
  shownStoreIds: readonly string[];
  employees: readonly ReceivedEmployee[];
  types: readonly ReceivedAppointmentType[];
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
}

/** The next free times that match the words; null if they ask for none. */
export function useMatchingFreeTimes(input: MatchingFreeTimesInput): MatchingFreeTimes | null {
  const { words, stores, shownStoreIds, employees, types, now } = input;
  const { currentSince, retry } = useLive();
  const key = JSON.stringify(words);
  const isSettled = useDebouncedValue(key, DEBOUNCE_MS) === key;
  const isStable = useIsStable(key, NEXT_DAYS_DEBOUNCE_MS);

  const vet = indexById(employees).get(words?.vetId ?? '') ?? null;
  const type = indexById(types).get(words?.typeId ?? '') ?? null;
  const minutes = words?.minutes ?? type?.durationMinutes ?? DEFAULT_DURATION_MINUTES;
  const length = minutes * MINUTE;
  const places = words ? storesToSearch(words, vet, stores, shownStoreIds) : [];
  const first = places[0] ?? stores[0] ?? noStore;
  const date = words?.days?.first ?? dateIn(first.timeZone, now);
  const needsAt = (store: BookableStore) => {
    const question = determineNeeds({ store, vet, type, petId: null, employees });
    const roomId = words?.roomId ?? null;
    return { ...question, rooms: roomId === null ? question.rooms : store.rooms.filter(({ id }) => id === roomId) };
  };
  const freeTimes = useFreeTimes({
    ...{ stores, employees, now, length },
    ...needsAt(first),
    from: Math.max(now, words ? searchWindow(first.timeZone, date, words).start : 0),
    count: places.length === 0 ? 0 : words?.part || words?.time ? MAX_STARTS_IN_DAY_PART : OFFERED_TIME_COUNT,
    zones: [...new Set(places.map(({ timeZone }) => timeZone))],
    firstDay: dayInterval(first.timeZone, date),
    begin: places.length > 0 && isSettled,
    ahead: places.length > 0 && isStable,
    freshness: { currentSince, onRetry: retry },
  });
  if (words === null) return null;
  const { bookable, span } = freeTimes;
  const findOffersBetween = (from: string, until: string | null) =>
    places
      .flatMap((store) => {
        const { id: storeId, timeZone: zone } = store;
        const question = needsAt(store);
        if (question.rooms?.length === 0) return [];
        const found: MatchingFreeTimes['offers'][number][] = [];
        for (let day = from; until === null || day <= until; day = addDays(day, 1)) {
          if (dayInterval(zone, day).start >= span.end || found.length >= OFFERED_TIME_COUNT) break;
          const window = searchWindow(zone, day, words);
          const within = {
            length,
            from: Math.max(now, window.start),
            until: window.end,
            count: OFFERED_TIME_COUNT - found.length,
          };
          for (const { start } of bookable.findFreeStarts(question, within))
            found.push({ storeId, zone, start, end: start + length });
        }
        return found;
      })
      .sort((one, other) => one.start - other.start)
      .slice(0, OFFERED_TIME_COUNT);
  const named = findOffersBetween(date, words.days?.last ?? null);
  const isLater = words.days !== null && named.length === 0;
  const offers = isLater ? findOffersBetween(addDays(words.days?.last ?? date, 1), null) : named;
  const isDone = !isLater && offers.length > 0 && words.days?.last === date && freeTimes.state === 'loading';
  // An empty span means that the search has not begun, because the user is still typing.
  const isUpcoming = freeTimes.state === 'ended' && span.end <= span.start;
  return {
    ...{ offers, isLater, minutes, unreadable: freeTimes.unreadable, retry: freeTimes.retry },
    state: isDone ? 'enough' : isUpcoming ? 'loading' : freeTimes.state,
    until: { zone: first.timeZone, instant: span.end - 1 },
  };
}

const noStore: BookableStore = { id: '', timeZone: 'UTC', openingHours: [], rooms: [] };

/**
 * When an appointment may start on a day (`YYYY-MM-DD`) according to the words: within the named part of the day, from
 * the named time on.
 */
function searchWindow(zone: string, date: string, { part, time }: SearchWords): Interval {
  const day = dayInterval(zone, date);
  const noon = instantOfClockTime(zone, date, NOON);
  const start = part === 'afternoon' ? noon : day.start;
  return {
    start: time ? Math.max(start, instantOfClockTime(zone, date, time)) : start,
    end: part === 'morning' ? noon : day.end,
  };
}

/** The stores to search: the named one, otherwise the shown stores in which the vet works, otherwise the vet's own. */
function storesToSearch(
  { storeId }: SearchWords,
  vet: ReceivedEmployee | null,
  stores: readonly BookableStore[],
  shownStoreIds: readonly string[],
): readonly BookableStore[] {
  if (storeId !== null) return stores.filter(({ id }) => id === storeId);
  const own = stores.filter(({ id }) => vet?.storeIds?.includes(id) ?? true);
  const shown = own.filter(({ id }) => shownStoreIds.includes(id));
  return shown.length > 0 ? shown : own;
}

/** The note about the free times: why none are shown, or what is uncertain about them. Empty if there is nothing to note. */
export function freeTimesNote(free: MatchingFreeTimes, canBook: boolean): string {
  if (!canBook) return texts.viewOnly;
  const { state, offers, isLater, unreadable, until } = free;
  if (state === 'loading') return lookingForTimesText();
  if (state === 'failed' || state === 'unplanned') return timesNotLoadedText(state, offers.length > 0);
  const day = dayText(until.zone, until.instant);
  if (offers.length === 0) return t({ message: `Nothing is free until ${day}.`, comment: 'until a day' });
  const doubt = doubtfulTimesText(unreadable);
  return isLater
    ? [t`Nothing is free at that time. These are the next free times.`, doubt].filter(Boolean).join(' ')
    : doubt;
}
