import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type ApiClient, useApi } from '#app/api/api-client.ts';
import { type AppointmentDay, appointmentQueries, findLoaded, readChanges } from '#app/api/appointments.ts';
import { type DeskSignals, useDeskSignals } from '#app/api/desk-signals.ts';
import { livePolling, msToNextPoll, msToNextReread, tickAt, updatedSinceAt } from '#contract/live-polling.ts';
import { applyChanges, oldestReading } from './apply-changes.ts';

/** How long a change by others stays highlighted. */
const FRESH_MS = 8_000;

export interface Live {
  /** When the board was last known to be up to date, in this computer's milliseconds since 1970; null before that. */
  upToDateAt: number | null;
  /** Polls that failed since then. */
  failures: number;
  /** The error of the last of them; null where none failed. */
  error: unknown;
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

/** When the loaded days of a company were last brought up to date by a poll, in this computer's milliseconds since 1970. */
export const polledAtKey = (companyId: string) => ['polled-at', companyId] as const;

interface PollOptions {
  api: ApiClient;
  queryClient: QueryClient;
  signals: DeskSignals;
  companyId: string;
  onChanged: (ids: string[]) => void;
  /** Called after each poll: null for success, else the error. */
  onOutcome: (error: unknown) => void;
}

/**
 * Polls a company until it is stopped. The first poll asks for changes since the oldest cached day was loaded,
 * possibly before this page; a tab that slept catches up as soon as it wakes.
 */
export function startPolling({ api, queryClient, signals, companyId, onChanged, onOutcome }: PollOptions) {
  const stopped = new AbortController();
  /** The tick of the last complete poll, on the practice API's clock; null before the first. */
  let completeTick: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let due = 0;
  let running = false;

  function schedule() {
    clearTimeout(timer);
    const wait = msToNextPoll(signals.clock(), Math.random());
    due = Date.now() + wait;
    timer = setTimeout(() => void poll(), wait);
  }

  async function poll() {
    if (running || stopped.signal.aborted) return;
    running = true;
    clearTimeout(timer);
    const clock = signals.clock();
    const ahead = clock - Date.now();
    try {
      const readAt = oldestReading(queryClient, companyId);
      const begin = completeTick ?? tickAt(readAt === null ? clock : Math.min(readAt + ahead, clock));
      const updatedSince = updatedSinceAt({ clock, completeTick: begin });
      const changes = await readChanges(api, { companyId, updatedSince }, stopped.signal);
      completeTick = tickAt(clock);
      onChanged(applyChanges(queryClient, companyId, changes));
      queryClient.setQueryData(polledAtKey(companyId), Date.now());
      onOutcome(null);
    } catch (error) {
      if (!stopped.signal.aborted) onOutcome(error);
    } finally {
      running = false;
      if (!stopped.signal.aborted) schedule();
    }
  }

  function wake() {
    if (document.visibilityState === 'visible' && Date.now() > due + 1000) void poll();
  }
  function pollNow() {
    void poll();
  }

  const readAt = oldestReading(queryClient, companyId);
  // A day that was not polled for a while is updated at once, unless it is being loaded anyway.
  const unwatched = readAt !== null && Date.now() - readAt > livePolling.everyMs;
  if (unwatched && queryClient.isFetching({ queryKey: appointmentQueries.days() }) === 0) pollNow();
  else schedule();
  const listening = { signal: stopped.signal };
  document.addEventListener('visibilitychange', wake, listening);
  // `online` and `offline` events are checked by a poll at once, since either may be wrong.
  for (const event of ['online', 'offline']) window.addEventListener(event, pollNow, listening);
  return {
    pollNow,
    stop() {
      stopped.abort();
      clearTimeout(timer);
    },
  };
}

/** Reloads the open day from time to time, since polls do not report deleted records. */
function usePeriodicRefetch(day: AppointmentDay): void {
  const api = useApi();
  const queryClient = useQueryClient();
  const signals = useDeskSignals();
  const { queryKey } = appointmentQueries.day(api, day);
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
        msToNextReread({ clock: signals.clock(), view }),
      );
    }
    schedule();
    return () => clearTimeout(timer);
  }, [signals, view]);
}

function without(ids: ReadonlySet<string>, gone: readonly string[]): ReadonlySet<string> {
  return gone.some((id) => ids.has(id)) ? new Set([...ids].filter((id) => !gone.includes(id))) : ids;
}

/**
 * Keeps the loaded days of a company up to date with other desks.
 *
 * @param changing appointments that this desk is changing: a new version of them may be its own change whose answer is
 * still awaited
 */
export function useLive(day: AppointmentDay, changing: readonly { id: string }[]): Live {
  const api = useApi();
  const queryClient = useQueryClient();
  const signals = useDeskSignals();
  const [state, setState] = useState<Pick<Live, 'upToDateAt' | 'failures' | 'error'>>({
    upToDateAt: null,
    failures: 0,
    error: null,
  });
  const pollNow = useRef(() => {});
  const [freshIds, setFreshIds] = useState<ReadonlySet<string>>(() => new Set());
  /** What this desk has booked: whether that is still under way, or it is only not seen yet. */
  const ownIds = useRef(new Map<string, 'under way' | 'unseen'>());
  const isByOthers = useEffectEvent((id: string) => !ownIds.current.has(id) && !changing.some((one) => one.id === id));
  const { companyId } = day;

  useEffect(() => {
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const polling = startPolling({
      api,
      queryClient,
      signals,
      companyId,
      onOutcome: (error) =>
        setState((before) =>
          error === null
            ? { upToDateAt: Date.now(), failures: 0, error }
            : { ...before, failures: before.failures + 1, error },
        ),
      onChanged: (changed) => {
        const ids = changed.filter((id) => isByOthers(id));
        for (const id of changed) if (ownIds.current.get(id) === 'unseen') ownIds.current.delete(id);
        if (ids.length === 0) return;
        setFreshIds((before) => new Set([...before, ...ids]));
        const timer = setTimeout(() => {
          timers.delete(timer);
          setFreshIds((before) => without(before, ids));
        }, FRESH_MS);
        timers.add(timer);
      },
    });
    pollNow.current = polling.pollNow;
    return () => {
      polling.stop();
      for (const timer of timers) clearTimeout(timer);
    };
  }, [api, queryClient, signals, companyId]);

  usePeriodicRefetch(day);
  const markAsLocal = useCallback(
    (id: string) => {
      ownIds.current.set(id, 'under way');
      // A poll may have brought it before the answer to the booking.
      setFreshIds((before) => without(before, [id]));
      return () => {
        if (findLoaded(queryClient, id)) ownIds.current.delete(id);
        else ownIds.current.set(id, 'unseen');
      };
    },
    [queryClient],
  );
  return { ...state, freshIds, markAsLocal, retry: () => pollNow.current() };
}
