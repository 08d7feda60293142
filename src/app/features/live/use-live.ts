import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useApi } from '#app/api/api-client.ts';
import { ApiError } from '#app/api/api-error.ts';
import type { ListContent } from '#app/api/appointment-records.ts';
import { type AppointmentDay, findLoaded, listKeys } from '#app/api/appointment-store.ts';
import { useDeskSignals } from '#app/api/desk-signals.ts';
import { createFreshIds } from '#app/browser/fresh-ids.ts';
import { localStore } from '#app/browser/storage.ts';
import { whenIdle } from '#app/browser/when-idle.ts';
import { livePolling, msToNextRefetch } from '#contract/live-polling.ts';
import type { ReceivedPet } from '#contract/received.ts';
import { type FreshnessState, INITIAL_FRESHNESS } from './freshness.ts';
import { storeLastDay } from './last-day.ts';
import type { Polling, PollOptions } from './polling.ts';

export interface Live extends FreshnessState {
  /** Polls now. */
  retry: () => void;
  /** Ids of appointments that others changed a moment ago. */
  freshIds: ReadonlySet<string>;
  /**
   * Registers an appointment that this desk is booking, so that it is not highlighted as a change by others. The
   * returned function is called once it is booked: what changes after that is done by others.
   */
  markAsLocal: (id: string) => () => void;
}

/**
 * Polls as soon as the part of the app that does is loaded, which is tried as often as a poll. Its files would come in the middle of
 * the first drawing of the day, which was read a moment ago.
 */
function loadAndPoll(options: PollOptions): Polling {
  let polling: Polling | null = null;
  let isStopped = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout>;
  async function load() {
    clearTimeout(timer);
    if (isStopped) return;
    const part = await import('./polling.ts').catch((cause: unknown) => {
      failures += 1;
      const error = new ApiError({ kind: 'network', status: null, cause });
      if (!isStopped) options.onFreshness({ ...INITIAL_FRESHNESS, failures, error });
      return null;
    });
    if (isStopped || polling !== null) return;
    if (part === null) timer = setTimeout(load, livePolling.everyMs);
    else polling = part.startPolling(options);
  }
  void whenIdle().then(load);
  return {
    pollNow: () => (polling === null ? void load() : polling.pollNow()),
    stop() {
      isStopped = true;
      clearTimeout(timer);
      polling?.stop();
    },
  };
}

/** Reloads the open day from time to time, since polls do not report deleted records. */
function usePeriodicRefetch(day: AppointmentDay): void {
  const queryClient = useQueryClient();
  const signals = useDeskSignals();
  const queryKey = listKeys.of(day);
  const view = JSON.stringify(queryKey);
  const refetch = useEffectEvent(() => {
    void queryClient.refetchQueries({ queryKey, exact: true }, { cancelRefetch: false });
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    function schedule() {
      timer = setTimeout(
        () => {
          refetch();
          schedule();
        },
        msToNextRefetch({ clock: signals.clock(), view }),
      );
    }
    schedule();
    return () => clearTimeout(timer);
  }, [signals, view]);
}

/**
 * Keeps the loaded days of a company up to date with other desks.
 *
 * @param hasEvents whether the practice API tells of changes
 * @param changing appointments that this desk is changing: a new version of them may be its own change whose answer is
 * still awaited
 */
export function useLive(day: AppointmentDay, hasEvents: boolean, changing: readonly { id: string }[]): Live {
  const api = useApi();
  const queryClient = useQueryClient();
  const signals = useDeskSignals();
  const [freshness, setFreshness] = useState(INITIAL_FRESHNESS);
  const pollNow = useRef(() => {});
  const [freshIds, setFreshIds] = useState<ReadonlySet<string>>(() => new Set());
  const [fresh] = useState(() => createFreshIds((ids) => flushSync(() => setFreshIds(ids))));
  /** What this desk has booked: whether that is still under way, or it is only not seen yet. */
  const localIds = useRef(new Map<string, 'under way' | 'unseen'>());
  const isByOthers = useEffectEvent(
    (id: string) => !localIds.current.has(id) && !changing.some((one) => one.id === id),
  );
  const { companyId } = day;

  useEffect(() => {
    const polling = loadAndPoll({
      ...{ api, queryClient, signals, companyId, hasEvents },
      onFreshness: setFreshness,
      onChanged: (changed) => {
        const ids = changed.filter((id) => isByOthers(id));
        for (const id of changed) if (localIds.current.get(id) === 'unseen') localIds.current.delete(id);
        fresh.add(ids);
      },
    });
    pollNow.current = polling.pollNow;
    return polling.stop;
  }, [api, queryClient, signals, companyId, hasEvents, fresh]);

  usePeriodicRefetch(day);
  const markAsLocal = useCallback(
    (id: string) => {
      localIds.current.set(id, 'under way');
      // A poll may have brought it before the answer to the booking.
      fresh.remove([id]);
      return () => {
        if (findLoaded(queryClient, companyId, id)) localIds.current.delete(id);
        else localIds.current.set(id, 'unseen');
      };
    },
    [queryClient, companyId, fresh],
  );
  return { ...freshness, freshIds, markAsLocal, retry: () => pollNow.current() };
}

/** Changes come in bursts; the day is stored once they are over. */
const SETTLED_MS = 1500;

interface LastDayInput {
  day: AppointmentDay;
  /** What is loaded of it, with a new object whenever that changes. */
  content: ListContent | null;
  readAt: number;
  petIds: ReadonlySet<string>;
  /** The loaded pets by id; another object whenever more are. */
  pets: ReadonlyMap<string, ReceivedPet>;
}

/** Stores the day on the screen whenever it has changed, so that it can be shown without a network. */
export function useLastDay({ day, content, readAt, petIds, pets }: LastDayInput): void {
  const api = useApi();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!content?.complete) return;
    let isOutdated = false;
    const timer = setTimeout(async () => {
      await whenIdle();
      if (isOutdated) return;
      const named = [...petIds].flatMap((id) => pets.get(id) ?? []);
      storeLastDay({ api, queryClient, storage: localStore, day, content, readAt, pets: named });
    }, SETTLED_MS);
    return () => {
      isOutdated = true;
      clearTimeout(timer);
    };
  }, [api, queryClient, day, content, readAt, petIds, pets]);
}
