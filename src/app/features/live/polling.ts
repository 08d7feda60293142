import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '#app/api/api-client.ts';
import {
  cacheResponse,
  listKeys,
  nextTimestamp,
  oldestReadTime,
  reloadListsOfAppointments,
} from '#app/api/appointment-store.ts';
import { readChanges } from '#app/api/appointments.ts';
import type { BudgetAndClock } from '#app/api/budget-and-clock.ts';
import { listenToDesk } from '#app/api/desk-events.ts';
import { waitUntilIdle } from '#app/browser/wait-until-idle.ts';
import { INITIAL_POLL_STATE, type PollState } from '#app/days/live-state.ts';
import { livePolling, msToNextPoll, tickAt, updatedSinceAt } from '#contract/live-polling.ts';
import { followEvents, MIN_READ_INTERVAL_MS } from './follow-events.ts';

/**
 * How long a page may be hidden without a poll, in milliseconds. After a longer time, it has to poll before it counts as
 * live.
 */
const MAX_HIDDEN_MS = 10_000;

export interface PollOptions {
  api: ApiClient;
  queryClient: QueryClient;
  signals: BudgetAndClock;
  companyId: string;
  /** Whether the practice API reports changes. */
  hasEvents: boolean;
  /** Called with the ids of new and changed appointments. */
  onChanged: (ids: string[]) => void;
  onState: (state: PollState) => void;
  listen?: typeof listenToDesk;
}

/**
 * Polls a company for changes to appointments until it is stopped: immediately when a stream reports a change, and otherwise
 * less often while a stream is open or the page is hidden. The first poll asks for changes since the oldest cached list was
 * read, which may have been before this page was loaded. A tab that slept polls as soon as it wakes.
 */
export function startPolling(options: PollOptions): { pollNow: () => void; stop: () => void } {
  const { api, queryClient, signals, companyId, hasEvents, onChanged, onState, listen = listenToDesk } = options;
  const stopped = new AbortController();
  const random = Math.random();
  let state = INITIAL_POLL_STATE;
  /** When the page was last hidden or, if it never was, when polling started. */
  let hiddenAt = Date.now();
  let isStreaming = false;
  /** The appointments reported as changed that no poll has read yet. */
  let reported = new Set<string>();
  /** The time at which the stream makes a poll due, on the practice API's clock. */
  let pollDueAt = Number.POSITIVE_INFINITY;
  let lastAnnouncedPollAt = Number.NEGATIVE_INFINITY;
  /** The tick at which the last successful poll began, on the practice API's clock; null before the first such poll. */
  let completeTick: number | null = null;
  /** The time at which the last poll began, on the practice API's clock. */
  let after = signals.clock();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let unsubscribe = () => {};

  function updateState(changed: Partial<PollState>) {
    const isSafetyNet = hasEvents && ((isStreaming && (changed.failures ?? state.failures) === 0) || isHidden());
    const next = { ...state, ...changed, everyMs: isSafetyNet ? livePolling.streamEveryMs : livePolling.everyMs };
    const isSame = Object.keys(changed).length === 0 && next.everyMs === state.everyMs;
    state = next;
    if (!isSame) onState(state);
  }

  function scheduleNextPoll() {
    if (isRunning || stopped.signal.aborted) return;
    updateState({});
    clearTimeout(timer);
    const clock = signals.clock();
    const wait = msToNextPoll(clock, random, { after, everyMs: state.everyMs });
    timer = setTimeout(poll, Math.min(wait, pollDueAt - clock));
  }

  async function poll() {
    if (isRunning || stopped.signal.aborted) return;
    isRunning = true;
    clearTimeout(timer);
    const clock = signals.clock();
    const startedAt = Date.now();
    const ahead = clock - startedAt;
    after = clock;
    const reading = reported;
    reported = new Set();
    if (pollDueAt < Number.POSITIVE_INFINITY) lastAnnouncedPollAt = clock;
    pollDueAt = Number.POSITIVE_INFINITY;
    // Reading a colleague's change is not postponed, even when the request budget is low.
    const purpose = reading.size > 0 ? {} : ({ purpose: 'poll' } as const);
    try {
      const readAt = oldestReadTime(queryClient, companyId);
      const begin = completeTick ?? tickAt(readAt === null ? clock : Math.min(readAt + ahead, clock));
      const updatedSince = updatedSinceAt({ clock, completeTick: begin, hasEvents });
      const requestedAt = nextTimestamp(queryClient);
      const changes = await readChanges(api, { companyId, updatedSince }, { ...purpose, signal: stopped.signal });
      // If the polling was stopped meanwhile, for example because someone else signed in, the response is ignored.
      if (stopped.signal.aborted) return;
      const answer = { ...changes, requestedAt, receivedAt: nextTimestamp(queryClient) };
      onChanged(cacheResponse(queryClient, companyId, answer));
      // The response showed that the practice API's clock is behind `clock`, so the poll may have missed changes and is
      // repeated.
      if (ahead - (signals.clock() - Date.now()) > livePolling.maxGapMs) {
        pollDueAt = 0;
        return;
      }
      completeTick = tickAt(clock);
      for (const id of [...changes.records.map((record) => record.id), ...changes.unresolvedIds]) reading.delete(id);
      reloadListsOfAppointments(queryClient, companyId, reading);
      const isWaking = state.isWaking && Date.now() - startedAt > MAX_HIDDEN_MS;
      updateState({ upToDateAt: startedAt, failures: 0, error: null, isWaking });
    } catch (error) {
      reported = new Set([...reading, ...reported]);
      if (!stopped.signal.aborted) updateState({ failures: state.failures + 1, error });
    } finally {
      isRunning = false;
      scheduleNextPoll();
    }
  }

  function pollAfterReturn() {
    if (isHidden()) hiddenAt = Date.now();
    else if (Date.now() - Math.max(hiddenAt, state.upToDateAt ?? 0) > MAX_HIDDEN_MS) {
      pollDueAt = signals.clock();
      updateState({ isWaking: true });
    }
    scheduleNextPoll();
  }

  const readAt = oldestReadTime(queryClient, companyId);
  // A day that was not polled for a while is updated immediately, unless it is loading anyway.
  const isOld = readAt !== null && Date.now() - readAt > livePolling.everyMs;
  if (isOld && queryClient.isFetching({ queryKey: listKeys.days() }) === 0) void poll();
  else scheduleNextPoll();
  const events = followEvents({
    ...{ api, queryClient, companyId },
    onLive(isLive) {
      isStreaming = isLive;
      scheduleNextPoll();
    },
    onChangeAnnounced(ids, delayMs) {
      for (const id of ids) reported.add(id);
      pollDueAt = Math.min(pollDueAt, Math.max(signals.clock() + delayMs, lastAnnouncedPollAt + MIN_READ_INTERVAL_MS));
      scheduleNextPoll();
    },
  });
  // The stream opens only when the browser is idle, since browsers open few connections at once and the page that is
  // loading needs them.
  if (hasEvents)
    void waitUntilIdle().then(() => {
      if (!stopped.signal.aborted) unsubscribe = listen(companyId, events, api.person);
    });
  const listening = { signal: stopped.signal };
  document.addEventListener('visibilitychange', pollAfterReturn, listening);
  // Either event may be wrong, so the connection is tested with a poll.
  for (const event of ['online', 'offline']) window.addEventListener(event, poll, listening);
  return {
    pollNow: () => void poll(),
    stop() {
      stopped.abort();
      clearTimeout(timer);
      unsubscribe();
    },
  };
}

const isHidden = () => document.visibilityState === 'hidden';
