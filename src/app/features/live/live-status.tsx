import { plural, t } from '@lingui/core/macro';
import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { CloudOff, Hourglass, KeyRound, type LucideIcon, Radio, RefreshCw, TriangleAlert } from 'lucide-react';
import { useCallback, useSyncExternalStore } from 'react';
import { isListKey, oldestReading } from '#app/api/appointment-store.ts';
import { useDeskSignals } from '#app/api/desk-signals.ts';
import { useSecond } from '#app/browser/use-now.ts';
import { useLive } from '#app/days/live-state.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { browserZone } from '#app/text/time-text.ts';
import { type Freshness, freshnessText, type LiveLabel, labelOf, type MissingData, useFreshness } from './freshness.ts';

/** Below this share of the request budget, the remaining requests are shown. */
const SHORT = 0.25;

const signs = {
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

/** The text of the remaining requests and the seconds until the budget is full again. */
function budgetText({ remaining, limit }: { remaining: number; limit: number }, resetSeconds: number): string {
  const requests = remaining.toLocaleString(shownLocale);
  const seconds = resetSeconds.toLocaleString(shownLocale);
  return t({
    message: plural(limit, {
      one: `${requests} of # request left, resets in ${seconds} s`,
      other: `${requests} of # requests left, resets in ${seconds} s`,
    }),
    comment: 'How many questions to the practice system are left of those that it takes in a minute; seconds, in short',
  });
}

/** When the oldest list of appointments was requested; null if none is loaded. */
function useOldestReading(): number | null {
  const queryClient = useQueryClient();
  const { company } = useDesk();
  const subscribe = useCallback(
    (listener: () => void) => {
      const notify = notifyManager.batchCalls(listener);
      // Not on every event of the cache, since each would read all lists.
      return queryClient.getQueryCache().subscribe(({ type, query }) => {
        if ((type === 'updated' || type === 'removed') && isListKey(query.queryKey)) notify();
      });
    },
    [queryClient],
  );
  return useSyncExternalStore(subscribe, () => oldestReading(queryClient, company.id));
}

/**
 * How up to date this page is: from its day if it shows one, otherwise from what is loaded, such as today for the foot
 * line.
 */
export function useLiveStatus(day?: ShownFreshness): ShownFreshness & { retry: () => void } {
  const live = useLive();
  const { fallbackZone } = useDesk();
  const readAt = useOldestReading();
  const freshness = useFreshness(live, readAt === null ? null : { readAt, error: null });
  return { ...(day ?? { freshness, zone: fallbackZone, missing: null }), retry: live.retry };
}

/** How up to date the page is, and the request budget if it runs low. */
export function LiveStatus({ day }: { day?: ShownFreshness }) {
  const now = useSecond();
  const signals = useDeskSignals();
  const budget = useSyncExternalStore(signals.subscribe, signals.budget);
  const { freshness, zone, missing } = useLiveStatus(day);
  const { state, age } = freshnessText(freshness, missing, { now, zone, ownZone: browserZone });
  const { Icon, color } = signs[labelOf(freshness, missing)];
  const cutOff = freshness.connection === 'offline' || freshness.connection === 'refused';
  const resetSeconds = budget === null ? 0 : Math.max(0, Math.ceil((budget.resetAt - now) / 1000));
  return (
    <>
      <span
        className={`flex min-w-[15ch] items-center gap-1.5 ${cutOff ? '-my-1 rounded bg-danger-soft px-2 py-1 font-semibold text-danger' : ''}`}
      >
        <Icon aria-hidden="true" size={13} className={color} />
        <span>
          <span role="status">{state}</span>
          {age === '' ? null : ` ${age}`}
        </span>
      </span>
      {budget !== null && budget.remaining < budget.limit * SHORT && resetSeconds > 0 ? (
        <span className="min-w-0 shrink-[99] truncate text-warn">{budgetText(budget, resetSeconds)}</span>
      ) : null}
    </>
  );
}
