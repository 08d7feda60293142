import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useBoardChoice } from '#app/addresses/board-choice.ts';

import { useApi } from '#app/api/api-client.ts';
import { ApiError } from '#app/api/api-error.ts';
import type { ListContent } from '#app/api/appointment-records.ts';
import type { AppointmentDay } from '#app/api/appointment-store.ts';
import { appointmentQueries } from '#app/api/appointments.ts';
import { useBudgetAndClock } from '#app/api/budget-and-clock.ts';
import { useRecordsById } from '#app/api/long-list.ts';
import { petQueries } from '#app/api/pets.ts';
import { useFailure, useLastError } from '#app/api/use-failure.ts';
import { waitUntilIdle } from '#app/browser/wait-until-idle.ts';
import { useUnsavedChanges } from '#app/changes/appointment-changes.ts';
import { useUnsavedPlan } from '#app/changes/plan-actions.ts';
import { type Plan, usePlan, useRetryPlan } from '#app/days/availability.ts';
import { useLive } from '#app/days/live-state.ts';
import { useShownDay } from '#app/days/use-shown-day.ts';
import type { DayState } from '#app/features/board/board-context.ts';
import { type BoardModel, useBoardModel } from '#app/features/board/model/board-model.ts';
import { type BoardPlan, buildBoardPlan } from '#app/features/board/plan/board-plan.ts';
import { asOfText, useFreshness } from '#app/features/live/freshness.ts';
import { useLastDay } from '#app/features/live/use-last-day.ts';
import { type Preferences, readFirstWeekday } from '#app/session/preferences.ts';
import { useDesk, useReference } from '#app/session/use-desk.ts';
import { browserZone } from '#app/text/time-text.ts';
import { type ColumnsView, toColumnsView } from '#scheduling/board-day.ts';
import { addDays, zoneOfStore } from '#scheduling/calendar-day.ts';
import { createSearchForDays, listStoreDays, listWeeksOfDays } from '#scheduling/shown-days.ts';

const boardApi = getRouteApi('/desk/');

/** The maximum time, in milliseconds, that rendering waits for data that would move the blocks if it arrived later. */
const MAX_LAYOUT_WAIT_MS = 2500;

/** The board that the URL describes: its choices, its days with their appointments, and the reference data. */
export function useShownBoard(preferences: Preferences) {
  const search = boardApi.useSearch();
  const { company, fallbackZone, hasPlan } = useDesk();
  const [seenStoreIds, setSeenStoreIds] = useState<readonly string[]>([]);
  const choice = useBoardChoice(search, { seenStoreIds, preferences });
  const { stores, vetOfWeek, now } = choice;
  const view = toColumnsView(choice.view);
  const storeIds = stores.map((store) => store.id);
  const daysFrom = (date: string) =>
    listStoreDays({ view, date, stores, fallbackZone, firstWeekday: readFirstWeekday });
  const days = daysFrom(choice.date);
  const span = createSearchForDays(company, days);
  const step = view === 'week' ? 7 : 1;
  const neighbours = [step, -step].map((distance) =>
    createSearchForDays(company, daysFrom(addDays(choice.date, distance))),
  );
  const mondays = listWeeksOfDays(days);

  const zone = zoneOfStore(stores[0], fallbackZone);
  const day = useDayState({ span, zone, now });
  const plan = usePlan({ companyId: company.id, mondays, isThere: hasPlan, everyMs: day.everyMs });
  const retryPlan = useRetryPlan();
  const { content, complete } = day;
  const petIds = collectIds(content, 'petId');
  useEffect(() => {
    if (company.storesListed) return;
    setSeenStoreIds((before) => {
      const all = new Set([...before, ...collectIds(content, 'storeId')]);
      return all.size > before.length ? [...all] : before;
    });
  }, [company.storesListed, content]);
  const petNames = useRecordsById(petQueries, company.id, petIds);
  const pets = petNames.found;
  const reference = useReference(pets);
  const areVetsSettled =
    reference.employees.data !== undefined || reference.unloaded.some(({ name }) => name === 'vets');
  // In the Vets view the vets are the columns, so they have to be loaded; other views need only their names.
  const drawable = content !== null && (view !== 'vets' || areVetsSettled);
  const { directory, statuses } = reference;
  const awaitsPets = !petNames.isSettled && petNames.error === null;
  const board = useBoardModel({ view, vetOfWeek, days, content, directory, awaitsPets, statuses });
  const boardPlan = useBoardPlan(plan, { view, today: choice.today, board, directory });
  // In the Vets view and in the list, the plan decides what is shown where: a vet who is off has no column, and the list starts
  // with the plan of vets and rooms.
  const placedByPlan = hasPlan && plan.state !== 'failed' && (view === 'vets' || choice.view === 'list');
  const isPlanned = !placedByPlan || (boardPlan !== null && areVetsSettled);
  const isLoadSettled = complete || day.state.problem !== null;
  const ready = useIsReady(drawable, isLoadSettled && isPlanned);
  usePrefetchAdjacentDays({ neighbours, ready: day.settled });
  useLastDay({ day: span, content: day.saved, readAt: day.readAt, petIds, pets });
  const unloaded = [
    ...(petNames.error === null ? [] : [{ name: 'pets', error: petNames.error, retry: petNames.retry } as const]),
    ...reference.unloaded.map(({ name, error, list }) => ({ name, error, retry: () => void list.refetch() })),
    ...(plan.state === 'failed' ? [{ name: 'plan', error: null, retry: retryPlan } as const] : []),
  ];
  return { choice, storeIds, zone, day, plan, boardPlan, ready, reference, unloaded, board, span };
}

/** The plan as the board shows it; null while it is not known, which includes a plan that could not be loaded. */
function useBoardPlan(
  plan: Plan,
  of: Pick<ReturnType<typeof useReference>, 'directory'> & { view: ColumnsView; today: string; board: BoardModel },
): BoardPlan | null {
  const { view, today } = of;
  const { columns, days } = of.board;
  const { employees, company } = of.directory;
  const unsaved = useUnsavedPlan();
  if (plan.state !== 'known') return null;
  const { entries } = plan;
  return buildBoardPlan({ view, today, columns, days, employees, stores: company.stores, unsaved, entries });
}

/** The distinct values of an id field, with an empty string for appointments without one. */
function collectIds(content: ListContent | null, field: 'petId' | 'storeId'): ReadonlySet<string> {
  return new Set(content?.appointments.map((appointment) => appointment[field] ?? '') ?? []);
}

/** Whether the first day can be rendered, because the data that it waits for has loaded or took too long. */
function useIsReady(drawable: boolean, isLoaded: boolean): boolean {
  const [ready, setReady] = useState(false);
  if (drawable && isLoaded && !ready) setReady(true);
  useEffect(() => {
    if (ready || !drawable) return;
    const timer = setTimeout(() => setReady(true), MAX_LAYOUT_WAIT_MS);
    return () => clearTimeout(timer);
  }, [ready, drawable]);
  return ready;
}

const ENDLESS_LIST_ERROR = new ApiError({ kind: 'invalid', status: 200 });

interface DayStateInput {
  /** The day or the week that the board shows. */
  span: AppointmentDay;
  /** The IANA zone of the first shown store, in which times are written. */
  zone: string;
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
}

/** The day on the screen: its appointments, how up to date they are, and errors. */
function useDayState({ span, zone, now }: DayStateInput) {
  const { query: day, saved, content, readAt } = useShownDay(span);
  const { pending } = useUnsavedChanges();
  const live = useLive();
  const lastError = useLastError(day, JSON.stringify(span));
  const readError = useFailure(day, JSON.stringify(span));
  const freshness = useFreshness(live, { readAt, error: day.failureReason ?? lastError });
  const complete = content?.isComplete === true;
  // A list whose cursors form a cycle never ends, so the number of missing records is unknown.
  const endless = content !== null && !complete && !day.hasNextPage;
  const { stale, asOf } = freshness;

  const error = endless ? ENDLESS_LIST_ERROR : complete ? (stale ? freshness.error : null) : readError;
  const state: Omit<DayState, 'ready' | 'freshIds' | 'unsavedIds'> = {
    pending: day.isPending,
    isIncomplete: !complete || stale,
    problem:
      error === null
        ? null
        : {
            error,
            loaded: complete ? 'all' : content ? 'part' : 'none',
            asOf: stale && asOf !== null ? asOfText(asOf, now, zone, browserZone) : null,
          },
    fetching: day.isFetching,
    onRetry: () => {
      live.retry();
      void (content && !complete && !endless ? day.fetchNextPage() : day.refetch());
    },
  };
  return {
    content,
    /** The day without this tab's unsaved changes. */
    saved,
    readAt,
    /** Whether the whole day is loaded and up to date. */
    settled: complete && !stale,
    complete,
    state,
    freshness,
    freshIds: live.freshIds,
    everyMs: live.everyMs,
    unsavedIds: pending,
  };
}

/** The maximum number of pages prefetched per day. */
const MAX_PREFETCHED_PAGES = 4;

interface AdjacentDaysInput {
  neighbours: readonly AppointmentDay[];
  ready: boolean;
}

/**
 * Once the shown day is complete, prefetches the days before and after it, while the browser is idle and at least half
 * of the request budget is left.
 */
function usePrefetchAdjacentDays({ neighbours, ready }: AdjacentDaysInput): void {
  const api = useApi();
  const queryClient = useQueryClient();
  const signals = useBudgetAndClock();
  const key = JSON.stringify(neighbours);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the neighbours.
  useEffect(() => {
    if (!ready) return;
    let isCancelled = false;
    void waitUntilIdle().then(async () => {
      for (const day of neighbours) {
        if (isCancelled || !signals.hasBudget(0.5)) return;
        const query = appointmentQueries.day(api, day, 'poll');
        await queryClient.prefetchInfiniteQuery({ ...query, pages: MAX_PREFETCHED_PAGES, retry: false });
        await waitUntilIdle();
      }
    });
    return () => {
      isCancelled = true;
    };
  }, [api, queryClient, signals, key, ready]);
}
