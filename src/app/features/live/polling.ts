import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '#app/api/api-client.ts';
import { listKeys, momentOf, oldestReading, reloadListsWith, takeAnswer } from '#app/api/appointment-store.ts';
import { readChanges } from '#app/api/appointments.ts';
import { listenToDesk } from '#app/api/desk-events.ts';
import type { DeskSignals } from '#app/api/desk-signals.ts';
import { keptAtKey } from '#app/api/kept-at.ts';
import { whenIdle } from '#app/browser/when-idle.ts';
import { livePolling, msToNextPoll, tickAt, updatedSinceAt } from '#contract/live-polling.ts';
import { type FollowedDesk, followDesk } from './follow-desk.ts';
import { type FreshnessState, INITIAL_FRESHNESS } from './freshness.ts';

/** What is not looked at for longer has to be polled before it counts as live again. */
const AWAY_MS = 10_000;

export interface PollOptions {
  api: ApiClient;
  queryClient: QueryClient;
  signals: DeskSignals;
  companyId: string;
  /** Whether the practice API tells of changes. */
  hasEvents: boolean;
  onChanged: (ids: string[]) => void;
  onFreshness: (freshness: FreshnessState) => void;
  listen?: typeof listenToDesk;
}

export interface Polling {
  pollNow: () => void;
  stop: () => void;
}

/**
 * Polls a company until it is stopped, seldom while a stream tells of changes or nobody sees the page. The first poll asks for changes
 * since the oldest cached day was loaded, possibly before this page; a tab that slept catches up as soon as it wakes.
 */
export function startPolling(options: PollOptions): Polling {
  const { api, queryClient, signals, companyId, hasEvents, onChanged, onFreshness, listen = listenToDesk } = options;
  const stopped = new AbortController();
  const random = Math.random();
  /** When the page was last hidden, or opened. */
  let hiddenAt = Date.now();
  let freshness = INITIAL_FRESHNESS;
  let stream: FollowedDesk | null = null;
  /** The tick of the last complete poll, on the practice API's clock; null before the first. */
  let completeTick: number | null = null;
  /** When the last poll began, on that clock. */
  let after = signals.clock();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;

  function tell(changed: Partial<FreshnessState>) {
    freshness = { ...freshness, ...changed };
    if (changed.upToDateAt) queryClient.setQueryData(keptAtKey(companyId), changed.upToDateAt);
    onFreshness(freshness);
  }

  function schedule() {
    if (running || stopped.signal.aborted) return;
    clearTimeout(timer);
    const clock = signals.clock();
    const wait = msToNextPoll(clock, random, { after, everyMs: freshness.everyMs });
    timer = setTimeout(() => void poll(), Math.min(wait, (stream?.wantedAt() ?? Number.POSITIVE_INFINITY) - clock));
  }

  /**
   * When to poll from now on. As of when the board is known a stream does not say: one that leaves a change out is found out by the
   * next poll only.
   */
  function onSign() {
    const isReliable = stream?.isReliable(signals.clock()) ?? false;
    const isNet = hasEvents && (isReliable || document.visibilityState === 'hidden');
    const everyMs = isNet ? livePolling.netEveryMs : livePolling.everyMs;
    if (isReliable) queryClient.setQueryData(keptAtKey(companyId), Date.now());
    // Not for each change that is told: the board would be drawn anew for nothing.
    if (everyMs !== freshness.everyMs) tell({ everyMs });
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
    // What a colleague is known to have changed is not put off while the request budget is low.
    const purpose = stream?.pollBegan(clock) ? {} : ({ purpose: 'poll' } as const);
    let isOfAnotherClock = false;
    try {
      const readAt = oldestReading(queryClient, companyId);
      const begin = completeTick ?? tickAt(readAt === null ? clock : Math.min(readAt + ahead, clock));
      const updatedSince = updatedSinceAt({ clock, completeTick: begin, hasEvents });
      const requestedAt = momentOf(queryClient);
      const changes = await readChanges(api, { companyId, updatedSince }, { ...purpose, signal: stopped.signal });
      const answer = { ...changes, requestedAt, receivedAt: momentOf(queryClient) };
      const changed = takeAnswer(queryClient, companyId, answer);
      // Before the practice API has told its clock, a poll may look back too little.
      isOfAnotherClock = ahead - (signals.clock() - Date.now()) > livePolling.forgivenMs;
      if (isOfAnotherClock) return onChanged(changed);
      completeTick = tickAt(clock);
      const missing = stream?.pollSucceeded(clock, {
        changed: changes.records.filter(({ id }) => changed.includes(id)),
        ids: new Set([...changes.records.map(({ id }) => id), ...changes.unresolvedIds]),
      });
      reloadListsWith(queryClient, companyId, new Set(missing));
      onChanged(changed);
      tell({
        upToDateAt: began,
        failures: 0,
        error: null,
        isWaking: freshness.isWaking && Date.now() - began > AWAY_MS,
      });
    } catch (error) {
      stream?.pollFailed();
      if (!stopped.signal.aborted) tell({ failures: freshness.failures + 1, error });
    } finally {
      running = false;
      if (isOfAnotherClock) void poll();
      else if (!stopped.signal.aborted) onSign();
    }
  }

  function wake() {
    if (document.visibilityState === 'hidden') hiddenAt = Date.now();
    else if (Date.now() - Math.max(hiddenAt, freshness.upToDateAt ?? 0) > AWAY_MS) tell({ isWaking: true });
    onSign();
  }
  function pollNow() {
    void poll();
  }

  const readAt = oldestReading(queryClient, companyId);
  // A day that was not polled for a while is updated at once, unless it is being loaded anyway.
  const unwatched = readAt !== null && Date.now() - readAt > livePolling.everyMs;
  if (unwatched && queryClient.isFetching({ queryKey: listKeys.days() }) === 0) pollNow();
  else schedule();
  // A browser has few connections, which the first page needs itself.
  if (hasEvents)
    void whenIdle().then(() => {
      if (stopped.signal.aborted) return;
      stream = followDesk({ api, queryClient, companyId, clock: signals.clock, onSign, listen });
    });
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
