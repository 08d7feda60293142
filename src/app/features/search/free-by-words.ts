import { byId } from '#app/api/directory.ts';
import { useDebounced, useStable } from '#app/browser/use-debounced.ts';
import { type BookableStore, wantedOf } from '#app/scheduling/bookable.ts';
import { addDays, dateIn, dayInterval } from '#app/scheduling/calendar-day.ts';
import { USUAL_MINUTES } from '#app/scheduling/time-text.ts';
import { instantReached } from '#app/scheduling/wall-clock.ts';
import { AHEAD_DEBOUNCE_MS, OFFERED, useFreeTimes } from '#app/session/free-times.ts';
import { useLive } from '#app/session/live-state.ts';
import { asksForFreeTimes, type SlotQuery } from '#app/typed/slot-query.ts';
import type { ReceivedAppointmentType, ReceivedEmployee } from '#contract/received.ts';
import type { FreeByWords } from './search-results.ts';

const MINUTE = 60_000;
const DEBOUNCE_MS = 150;

interface FreeByWordsInput {
  query: SlotQuery | null;
  companyId: string;
  stores: readonly BookableStore[];
  /** Those whose times are offered where the query names none. */
  shownStoreIds: readonly string[];
  employees: readonly ReceivedEmployee[];
  types: readonly ReceivedAppointmentType[];
  /** Whether the practice system has a plan of who is on duty and what is blocked. */
  hasPlan: boolean;
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
}

/** The next free times that answer what was asked for in words; null where nothing like that was asked. */
export function useFreeByWords(input: FreeByWordsInput): FreeByWords | null {
  const { companyId, stores, shownStoreIds, employees, types, hasPlan, now } = input;
  const { currentSince, retry } = useLive();
  const query = input.query && asksForFreeTimes(input.query) ? input.query : null;
  const key = JSON.stringify(query);
  const settled = useDebounced(key, DEBOUNCE_MS) === key;
  const stable = useStable(key, AHEAD_DEBOUNCE_MS);

  const vet = employees.find(({ id }) => id === query?.vetId) ?? null;
  const type = types.find(({ id }) => id === query?.typeId) ?? null;
  const minutes = query?.minutes ?? type?.durationMinutes ?? USUAL_MINUTES;
  const length = minutes * MINUTE;
  const places = query ? placesOf(query, vet, stores, shownStoreIds) : [];
  const first = places[0] ?? stores[0];
  const zone = first?.timeZone ?? 'UTC';
  const begin = beginOf(query, zone, now);
  const askOf = (store: BookableStore) => {
    const wanted = wantedOf({ store, vet, type, petId: null, employees });
    return { ...wanted, length, from: Math.max(now, begin), count: wanted.rooms?.length === 0 ? 0 : OFFERED };
  };
  const known = useFreeTimes({
    companyId,
    stores,
    employees,
    now,
    ...askOf(first ?? noStore),
    ...(places.length > 0 ? {} : { count: 0 }),
    hasPlan,
    zones: [...new Set(places.map(({ timeZone }) => timeZone))],
    firstDay: dayInterval(zone, dateIn(zone, begin)),
    begin: places.length > 0 && settled,
    ahead: places.length > 0 && stable,
    freshness: { currentSince, onRetry: retry },
  });
  if (query === null) return null;
  const { bookable, span } = known;
  const names = byId(stores);
  const offers = places
    .flatMap((store, index) => {
      const starts = index === 0 ? known.starts : bookable.freeStarts(askOf(store), askOf(store));
      return starts.map(({ start }) => ({ storeId: store.id, start, end: start + length }));
    })
    .sort((one, other) => one.start - other.start)
    .slice(0, OFFERED)
    .map((offer) => ({ ...offer, zone: names.get(offer.storeId)?.timeZone ?? zone }));
  // While the text is typed on, what is not asked for yet is still to come.
  const state = known.state === 'ended' && span.end <= span.start ? 'loading' : known.state;
  return {
    state,
    offers,
    minutes,
    employeeId: vet?.id ?? null,
    visitTypeId: type?.id ?? null,
    until: { zone, instant: span.end - 1 },
    unreadable: known.unreadable,
    retry: known.retry,
  };
}

const noStore: BookableStore = { id: '', timeZone: 'UTC', openingHours: [], rooms: [] };

/** The stores to look in: the one that is named, else those shown in which the vet works, else the vet's own. */
function placesOf(
  query: SlotQuery,
  vet: ReceivedEmployee | null,
  stores: readonly BookableStore[],
  shownStoreIds: readonly string[],
): readonly BookableStore[] {
  if (query.storeId !== null) return stores.filter(({ id }) => id === query.storeId);
  const own = stores.filter(({ id }) => vet?.storeIds?.includes(id) ?? true);
  const shown = own.filter(({ id }) => shownStoreIds.includes(id));
  return shown.length > 0 ? shown : own;
}

/** The first instant that is asked for: a time of day that is over today is meant for tomorrow. */
function beginOf(query: SlotQuery | null, zone: string, now: number): number {
  const today = dateIn(zone, now);
  const date = query?.date ?? today;
  if (!query?.time) return Math.max(now, dayInterval(zone, date).start);
  const begin = instantReached(zone, date, query.time);
  return begin < now && query.date === null
    ? instantReached(zone, addDays(today, 1), query.time)
    : Math.max(begin, now);
}
