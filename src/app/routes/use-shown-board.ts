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
/** The longest wait of the first blocks for the names of the pets, in milliseconds. */
const MAX_WAIT_MS = 400;

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
  const ready = useReady(pages !== undefined, pets.size > 0 || petIds.size === 0);
  const reference = useReference(pets);
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

/** Whether the first day can be drawn: it is loaded, and its names are loaded or took too long. */
function useReady(loaded: boolean, named: boolean): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (ready || !loaded) return;
    const timer = setTimeout(() => setReady(true), named ? 0 : MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, [ready, loaded, named]);
  return ready || (loaded && named);
}
