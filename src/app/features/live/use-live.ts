import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useApi } from '#app/api/api-context.ts';
import { readChanges } from '#app/api/appointment-changes.ts';
import { type AppointmentDay, appointmentQueries } from '#app/api/appointment-queries.ts';
import type { ApiClient } from '#app/api/client.ts';
import { type DeskSignals, useDeskSignals } from '#app/api/desk-signals.ts';
import { msToNextPoll, msToNextReread, tickAt, updatedSinceAt } from '#contract/live-polling.ts';
import { applyChanges } from './apply-changes.ts';

/** How long a change by others stays marked. */
const FRESH_MS = 8_000;

export interface Live {
  /** When the board was last known to be up to date, in this computer's milliseconds since 1970; null before that. */
  upToDateAt: number | null;
  /** Polls that failed since then. */
  failures: number;
  /** Ids of appointments that others changed a moment ago. */
  freshIds: ReadonlySet<string>;
  /** Takes an appointment that this desk booked itself, so that it is not marked as somebody else's. */
  own: (id: string) => void;
}

interface PollOptions {
  api: ApiClient;
  queryClient: QueryClient;
  signals: DeskSignals;
  companyId: string;
  onChanged: (ids: string[]) => void;
  onOutcome: (ok: boolean) => void;
}

/** Runs the polls of a company until it is stopped; a tab that slept catches up as soon as it wakes. */
function startPolling({ api, queryClient, signals, companyId, onChanged, onOutcome }: PollOptions): () => void {
  const stopped = new AbortController();
  let completeTick = tickAt(signals.clock());
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
    const clock = signals.clock();
    try {
      const updatedSince = updatedSinceAt({ clock, completeTick });
      const changes = await readChanges(api, { companyId, updatedSince }, stopped.signal);
      completeTick = tickAt(clock);
      onChanged(applyChanges(queryClient, companyId, changes));
      onOutcome(true);
    } catch {
      if (!stopped.signal.aborted) onOutcome(false);
    } finally {
      running = false;
      if (!stopped.signal.aborted) schedule();
    }
  }

  function wake() {
    if (document.visibilityState === 'visible' && Date.now() > due + 1000) void poll();
  }
  function reconnect() {
    void poll();
  }

  schedule();
  document.addEventListener('visibilitychange', wake);
  window.addEventListener('online', reconnect);
  return () => {
    stopped.abort();
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', wake);
    window.removeEventListener('online', reconnect);
  };
}

/** Reads the open day in full from time to time, since nothing reports a record that vanishes. */
function useReread(day: AppointmentDay): void {
  const api = useApi();
  const queryClient = useQueryClient();
  const signals = useDeskSignals();
  const { queryKey } = appointmentQueries.day(api, day);
  const view = JSON.stringify(queryKey);
  const key = useRef(queryKey);
  useEffect(() => {
    key.current = queryKey;
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    function schedule() {
      timer = setTimeout(
        () => {
          void queryClient.refetchQueries({ queryKey: key.current, exact: true }, { cancelRefetch: false });
          schedule();
        },
        msToNextReread({ clock: signals.clock(), view }),
      );
    }
    schedule();
    return () => clearTimeout(timer);
  }, [queryClient, signals, view]);
}

/** Keeps the loaded days of a company up to date with what other desks do. */
export function useLive(day: AppointmentDay): Live {
  const api = useApi();
  const queryClient = useQueryClient();
  const signals = useDeskSignals();
  const [state, setState] = useState<{ upToDateAt: number | null; failures: number }>({
    upToDateAt: null,
    failures: 0,
  });
  const [freshIds, setFreshIds] = useState<ReadonlySet<string>>(() => new Set());
  const ownIds = useRef(new Set<string>());
  const { companyId } = day;

  useEffect(() => {
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const stop = startPolling({
      api,
      queryClient,
      signals,
      companyId,
      onOutcome: (ok) =>
        setState((before) =>
          ok ? { upToDateAt: Date.now(), failures: 0 } : { ...before, failures: before.failures + 1 },
        ),
      onChanged: (changed) => {
        const ids = changed.filter((id) => !ownIds.current.has(id));
        if (ids.length === 0) return;
        setFreshIds((before) => new Set([...before, ...ids]));
        const timer = setTimeout(() => {
          timers.delete(timer);
          setFreshIds((before) => new Set([...before].filter((id) => !ids.includes(id))));
        }, FRESH_MS);
        timers.add(timer);
      },
    });
    return () => {
      stop();
      for (const timer of timers) clearTimeout(timer);
    };
  }, [api, queryClient, signals, companyId]);

  useReread(day);
  const own = useCallback((id: string) => void ownIds.current.add(id), []);
  return { ...state, freshIds, own };
}
