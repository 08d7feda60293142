import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { CloudOff, Hourglass, KeyRound, type LucideIcon, Radio, RefreshCw, TriangleAlert } from 'lucide-react';
import { useCallback, useSyncExternalStore } from 'react';
import { isListKey, oldestReadTime } from '#app/api/appointment-store.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { useLive } from '#app/days/live-state.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { browserZone } from '#app/text/time-text.ts';
import {
  type Freshness,
  freshnessText,
  type LiveLabel,
  liveLabel,
  type MissingData,
  useFreshness,
} from './freshness.ts';

const statusIcons = {
  loading: { Icon: RefreshCw, color: 'text-muted' },
  live: { Icon: Radio, color: 'text-ok' },
  waiting: { Icon: Hourglass, color: 'text-warn' },
  reconnecting: { Icon: RefreshCw, color: 'text-warn' },
  offline: { Icon: CloudOff, color: 'text-danger' },
  refused: { Icon: KeyRound, color: 'text-danger' },
  incomplete: { Icon: TriangleAlert, color: 'text-warn' },
} as const satisfies Record<LiveLabel, { Icon: LucideIcon; color: string }>;

/** How up to date the day on the screen is. */
export interface ShownFreshness {
  freshness: Freshness;
  /** The zone of the shown store, used for its times. */
  zone: string;
  missing: MissingData | null;
}

/** When the oldest list of appointments was requested; null if none is loaded. */
function useOldestReadTime(): number | null {
  const queryClient = useQueryClient();
  const { company } = useDesk();
  const subscribe = useCallback(
    (listener: () => void) => {
      const notify = notifyManager.batchCalls(listener);
      // Other events of the cache are ignored, since each call of `notify` reads all lists.
      return queryClient.getQueryCache().subscribe(({ type, query }) => {
        if ((type === 'updated' || type === 'removed') && isListKey(query.queryKey)) notify();
      });
    },
    [queryClient],
  );
  return useSyncExternalStore(subscribe, () => oldestReadTime(queryClient, company.id));
}

interface LiveStatusProps {
  /** The day on the page; without a day, the oldest loaded list counts. */
  day?: ShownFreshness;
}

/** Shows how up to date the page is, prominently once the connection is lost. */
export function LiveStatus({ day }: LiveStatusProps) {
  const now = useMinute();
  const { fallbackZone } = useDesk();
  const readAt = useOldestReadTime();
  const ofPage = useFreshness(useLive(), readAt === null ? null : { readAt, error: null });
  const { freshness, zone, missing } = day ?? { freshness: ofPage, zone: fallbackZone, missing: null };
  const { Icon, color } = statusIcons[liveLabel(freshness, missing)];
  const cutOff = freshness.connection === 'offline' || freshness.connection === 'refused';
  return (
    <span
      className={`flex min-w-[9ch] items-center gap-1.5 ${cutOff ? '-my-1 rounded bg-danger-soft px-2 py-1 font-semibold text-danger' : ''}`}
    >
      <Icon aria-hidden="true" size={13} className={color} />
      <span role="status">{freshnessText(freshness, missing, { now, zone, ownZone: browserZone })}</span>
    </span>
  );
}
