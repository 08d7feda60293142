import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type ApiClient, useApi } from '#app/api/api-client.ts';
import { type AppointmentDay, appointmentQueries, findLoaded, readChanges } from '#app/api/appointments.ts';
import { type DeskSignals, useDeskSignals } from '#app/api/desk-signals.ts';
import { whenIdle } from '#app/browser/when-idle.ts';
import { livePolling, msToNextPoll, msToNextReread, tickAt, updatedSinceAt } from '#contract/live-polling.ts';
import { applyChanges, oldestReading } from './apply-changes.ts';
import type { FollowedDesk, followDesk } from './follow-desk.ts';

/** How long a change by others stays highlighted. */
const FRESH_MS = 8_000;

/** As of when the board is known. */
export interface Known {
  /** When the board was last known to be up to date, in this computer's milliseconds since 1970; null before that. */
  upToDateAt: number | null;
  /** Polls that failed since then. */
  failures: number;
  /** The error of the last of them; null where none failed. */
  error: unknown;
  /** Whether the page was not looked at for a while, and no poll has succeeded since it is again. */
  isWaking: boolean;
  /** The interval of polls now, in milliseconds. */
  everyMs: number;
}

export interface Live extends Known {
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

/** What is not looked at for longer has to be polled before it counts as live again. */
const AWAY_MS = 10_000;

interface PollOptions {
  api: ApiClient;
  queryClient: QueryClient;
  signals: DeskSignals;
  companyId: string;
  /** Loads what follows the stream of changes; null where the practice API does not tell of any. */
  loadFollowing: (() => Promise<typeof followDesk>) | null;
  onChanged: (ids: string[]) => void;
  onKnown: (known: Known) => void;
}

const NOT_KNOWN: Known = { upToDateAt: null, failures: 0, error: null, isWaking: false, everyMs: livePolling.everyMs };

/**
 * Polls a company until it is stopped, seldom while a stream tells of changes or nobody sees the page. The first poll asks for changes
 * since the oldest cached day was loaded, possibly before this page; a tab that slept catches up as soon as it wakes.
 */
export function startPolling(options: PollOptions) {
  const { api, queryClient, signals, companyId, loadFollowing, onChanged, onKnown } = options;
  const hasEvents = loadFollowing !== null;
  const stopped = new AbortController();
  const random = Math.random();
  const startedAt = Date.now();
  let known = NOT_KNOWN;
  let stream: FollowedDesk | null = null;
  let isLoadingStream = false;
  /** The tick of the last complete poll, on the practice API's clock; null before the first. */
  let completeTick: number | null = null;
  /** When the last poll began, on that clock. */
  let after = signals.clock();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;

  function tell(changed: Partial<Known>) {
    known = { ...known, ...changed };
    if (known.upToDateAt !== null) queryClient.setQueryData(polledAtKey(companyId), known.upToDateAt);
    onKnown(known);
  }

  function schedule() {
    if (running || stopped.signal.aborted) return;
    clearTimeout(timer);
    const clock = signals.clock();
    const wait = msToNextPoll(clock, random, { after, everyMs: known.everyMs });
    timer = setTimeout(() => void poll(), Math.min(wait, (stream?.wantedAt() ?? Number.POSITIVE_INFINITY) - clock));
  }

  /** What the stream knows now, and when to poll after that. */
  function onSign() {
    const clock = signals.clock();
    const isNet = hasEvents && (stream?.isReliable(clock) || document.visibilityState === 'hidden');
    const now = Date.now();
    const told = stream?.upToDateAt(clock) ?? null;
    const everyMs = isNet ? livePolling.netEveryMs : livePolling.everyMs;
    const upToDateAt =
      told === null ? known.upToDateAt : Math.max(Math.min(known.upToDateAt ?? 0, now), told - clock + now);
    // Not for each change that is told: the board would be drawn anew for nothing.
    if (everyMs !== known.everyMs || upToDateAt !== known.upToDateAt) tell({ everyMs, upToDateAt });
    schedule();
  }

  async function poll() {
    if (running || stopped.signal.aborted) return;
    running = true;
    clearTimeout(timer);
    const clock = signals.clock();
    const began = Date.now();
    const ahead = clock - began;
    after = clock;
    stream?.pollBegan(clock);
    try {
      const readAt = oldestReading(queryClient, companyId);
      const begin = completeTick ?? tickAt(readAt === null ? clock : Math.min(readAt + ahead, clock));
      const updatedSince = updatedSinceAt({ clock, completeTick: begin, hasEvents });
      const changes = await readChanges(api, { companyId, updatedSince }, stopped.signal);
      completeTick = tickAt(clock);
      const changed = applyChanges(queryClient, companyId, changes);
      stream?.pollSucceeded(clock, {
        changed: changes.records.filter(({ id }) => changed.includes(id)),
        ids: new Set([...changes.records.map(({ id }) => id), ...changes.unresolvedIds]),
      });
      onChanged(changed);
      tell({
        upToDateAt: began,
        failures: 0,
        error: null,
        isWaking: known.isWaking && Date.now() - began > AWAY_MS,
      });
    } catch (error) {
      stream?.pollFailed();
      if (!stopped.signal.aborted) tell({ failures: known.failures + 1, error });
    } finally {
      running = false;
      if (!stopped.signal.aborted) onSign();
    }
  }

  /** Loaded once the browser is idle; where that fails, when something changes next about page or network. */
  async function follow() {
    if (loadFollowing === null || stream !== null || isLoadingStream) return;
    isLoadingStream = true;
    const clock = signals.clock;
    const followed = await loadFollowing().catch(() => null);
    isLoadingStream = false;
    if (followed !== null && !stopped.signal.aborted)
      stream = followed({ api, queryClient, companyId, clock, onChanged, onSign });
  }

  function wake() {
    const isAway = Date.now() - (known.upToDateAt ?? startedAt) > AWAY_MS;
    if (document.visibilityState === 'visible' && isAway) tell({ isWaking: true });
    onSign();
    void follow();
  }
  function pollNow() {
    void poll();
    void follow();
  }

  const readAt = oldestReading(queryClient, companyId);
  // A day that was not polled for a while is updated at once, unless it is being loaded anyway.
  const unwatched = readAt !== null && Date.now() - readAt > livePolling.everyMs;
  if (unwatched && queryClient.isFetching({ queryKey: appointmentQueries.days() }) === 0) pollNow();
  else schedule();
  void follow();
  const listening = { signal: stopped.signal };
  document.addEventListener('visibilitychange', wake, listening);
  // `online` and `offline` events are checked by a poll at once, since either may be wrong.
  for (const event of ['online', 'offline']) window.addEventListener(event, pollNow, listening);
  return {
    pollNow,
    stop() {
      stopped.abort();
      clearTimeout(timer);
      stream?.stop();
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

const loadFollowing = async () => {
  await whenIdle();
  return (await import('./follow-desk.ts')).followDesk;
};

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
  const [known, setKnown] = useState(NOT_KNOWN);
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
      loadFollowing: hasEvents ? loadFollowing : null,
      onKnown: setKnown,
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
  }, [api, queryClient, signals, companyId, hasEvents]);

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
  return { ...known, freshIds, markAsLocal, retry: () => pollNow.current() };
}
