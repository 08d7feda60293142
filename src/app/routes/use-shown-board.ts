import { useEffect, useMemo, useState } from 'react';
import { storesOf } from '#app/api/directory.ts';
import { usePetNames } from '#app/api/use-names.ts';
import { useNowEvery } from '#app/browser/use-now.ts';
import { dayToLoad, storeDays } from '#app/features/board/board-days.ts';
import { buildBoard } from '#app/features/board/board-model.ts';
import { useBoard } from '#app/features/board/use-board.ts';
import { useKeepLastDay } from '#app/features/live/last-day.ts';
import { boardApi } from '#app/routes/board-api.ts';
import { chooseBoard, columnsViewOf } from '#app/routes/board-choice.ts';
import { storeIdsIn } from '#app/routes/board-search.ts';
import type { Preferences } from '#app/routes/preferences.ts';
import { useScreenSpace } from '#app/routes/screen-space.ts';
import { useDesk } from '#app/routes/use-desk.ts';
import { usePrefetchAdjacentDays } from '#app/routes/use-prefetch-adjacent-days.ts';
import { useReference } from '#app/routes/use-reference.ts';
import { useShownDay } from '#app/routes/use-shown-day.ts';
import { addDays, zoneOfStore } from '#app/scheduling/calendar-day.ts';
import { browserZone } from '#app/scheduling/time-text.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

const MINUTE = 60_000;
/**
 * The longest waits of the first blocks, in milliseconds: for the names of the pets, which would be drawn twice, and for
 * the rest of the day, which would move what is drawn.
 */
const MAX_WAIT_FOR_NAMES_MS = 1000;
const MAX_WAIT_FOR_PAGES_MS = 2500;

/** The board of the address: what it shows, its days with their appointments, and the reference data. */
export function useShownBoard(preferences: Preferences) {
  const search = boardApi.useSearch();
  const { company, fallbackZone } = useDesk();
  const minute = useNowEvery(MINUTE);
  const { storesListed } = company;
  const [seenStoreIds, setSeenStoreIds] = useState<readonly string[]>([]);
  const stores = useMemo(
    () => storesOf(company, [...storeIdsIn({ store: search.store }), ...seenStoreIds]),
    [company, search.store, seenStoreIds],
  );
  const space = useScreenSpace();
  const choice = chooseBoard({ search, preferences, company, stores, fallbackZone, space, now: minute });
  const view = columnsViewOf(choice.view);
  const storeIds = choice.stores.map((store) => store.id);
  const { vetOfWeek, firstWeekday } = choice;
  const shownKey = `${view} ${vetOfWeek} ${firstWeekday} ${choice.date} ${storeIds.join(',')}`;
  const step = view === 'week' ? 7 : 1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the days are made of.
  const { days, span, neighbours } = useMemo(() => {
    const daysFrom = (date: string) =>
      storeDays({ view, date, stores: choice.stores, fallbackZone, vetOfWeek, firstWeekday });
    const shown = daysFrom(choice.date);
    return {
      days: shown,
      span: dayToLoad(company, shown),
      neighbours: [step, -step].map((distance) => {
        const next = daysFrom(addDays(choice.date, distance));
        return { days: next, span: dayToLoad(company, next) };
      }),
    };
  }, [shownKey, company, stores, fallbackZone]);

  const zone = zoneOfStore(choice.stores[0], fallbackZone);
  const day = useShownDay({ span, zone, now: minute });
  const { pages, complete } = day;
  const petIds = useMemo(() => idsIn(pages, 'petId'), [pages]);
  useEffect(() => {
    if (storesListed) return;
    setSeenStoreIds((before) => {
      const all = new Set([...before, ...idsIn(pages, 'storeId')]);
      return all.size > before.length ? [...all] : before;
    });
  }, [storesListed, pages]);
  const petNames = usePetNames(company.id, petIds);
  const pets = petNames.found;
  const reference = useReference(pets);
  // The vets are the columns of their view; elsewhere they are only names.
  const columnsKnown =
    view !== 'vets' || reference.employees.data !== undefined || reference.unloaded.some(({ name }) => name === 'vets');
  const drawable = pages !== undefined && columnsKnown;
  const named = useReady(drawable, pets.size > 0 || petIds.size === 0, MAX_WAIT_FOR_NAMES_MS);
  const whole = useReady(drawable, complete || day.state.fault !== null, MAX_WAIT_FOR_PAGES_MS);
  const ready = named && whole;
  const { directory, statuses } = reference;
  const board = useBoard({ view, vetOfWeek, days, pages, directory, statuses });
  usePrefetchAdjacentDays({
    neighbours: neighbours.map((neighbour) => neighbour.span),
    ready: day.settled,
    // Builds the items now; they are cached for when the day is shown.
    onRead(index, read) {
      const shown = neighbours[index]?.days ?? [];
      buildBoard({ view, vetOfWeek, days: shown, pages: read, directory, statuses, ownZone: browserZone, before: [] });
    },
  });
  useKeepLastDay({ day: span, content: pages, petIds, pets, complete });
  const unloaded = [
    ...(petNames.error === null ? [] : [{ name: 'pets', error: petNames.error, retry: petNames.retry } as const]),
    ...reference.unloaded.map(({ name, error, list }) => ({ name, error, retry: () => void list.refetch() })),
  ];
  return {
    choice,
    stores,
    storeIds,
    cramped: space === 'cramped',
    zone,
    minute,
    day,
    ready,
    reference,
    unloaded,
    board,
  };
}

/** The distinct values of an id field on all pages. */
function idsIn(
  pages: readonly { records: readonly ReceivedAppointment[] }[] | undefined,
  field: 'petId' | 'storeId',
): ReadonlySet<string> {
  return new Set(pages?.flatMap((page) => page.records.map((record) => record[field] ?? '')) ?? []);
}

/** Whether the first day can be drawn as far as it is waited for: what it lacks is there, or took too long. */
function useReady(drawable: boolean, there: boolean, maxWaitMs: number): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (ready || !drawable) return;
    const timer = setTimeout(() => setReady(true), there ? 0 : maxWaitMs);
    return () => clearTimeout(timer);
  }, [ready, drawable, there, maxWaitMs]);
  return ready || (drawable && there);
}
