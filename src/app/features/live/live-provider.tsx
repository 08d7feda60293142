import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useApi } from '#app/api/api-client.ts';
import { filterVisibleIds, findLoadedAppointment } from '#app/api/appointment-store.ts';
import { useBudgetAndClock } from '#app/api/budget-and-clock.ts';
import { createFreshIds } from '#app/browser/fresh-ids.ts';
import { useUnsavedChanges } from '#app/changes/appointment-changes.ts';
import { INITIAL_POLL_STATE, LiveContext } from '#app/days/live-state.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { useFreshness } from './freshness.ts';
import { startPolling } from './polling.ts';

/** Keeps the loaded data up to date on every page, and marks appointments that other desks have changed. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const signals = useBudgetAndClock();
  const { session, company } = useDesk();
  const companyId = company.id;
  const hasEvents = session.capabilities.listEvents !== undefined;
  const { pending } = useUnsavedChanges();
  const [polls, setPolls] = useState(INITIAL_POLL_STATE);
  const { currentSince } = useFreshness(polls, null);
  const pollNow = useRef(() => {});
  const [freshIds, setFreshIds] = useState<ReadonlySet<string>>(() => new Set());
  const [fresh] = useState(() => createFreshIds((ids) => flushSync(() => setFreshIds(ids))));
  /** Bookings by this desk: `under way` while the request is pending, then `unseen` until a poll has read the appointment. */
  const localIds = useRef(new Map<string, 'under way' | 'unseen'>());

  const onChanged = useEffectEvent((ids: string[]) => {
    // A new version of an appointment that this desk is changing may be its own change, whose response is still pending.
    const byOthers = ids.filter((id) => !localIds.current.has(id) && !pending.has(id));
    for (const id of ids) if (localIds.current.get(id) === 'unseen') localIds.current.delete(id);
    fresh.add(filterVisibleIds(queryClient, companyId, byOthers));
  });
  useEffect(() => {
    const polling = startPolling({
      ...{ api, queryClient, signals, companyId, hasEvents, onChanged },
      onState: setPolls,
    });
    pollNow.current = polling.pollNow;
    return polling.stop;
  }, [api, queryClient, signals, companyId, hasEvents]);

  function markAsLocal(id: string) {
    localIds.current.set(id, 'under way');
    // If a poll read the booking before its own response arrived, it was marked as someone else's, so the mark is removed.
    fresh.remove([id]);
    return () => {
      if (findLoadedAppointment(queryClient, companyId, id)) localIds.current.delete(id);
      else localIds.current.set(id, 'unseen');
    };
  }
  const live = { ...polls, currentSince, freshIds, markAsLocal, retry: () => pollNow.current() };
  return <LiveContext value={live}>{children}</LiveContext>;
}
