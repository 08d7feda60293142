import { plural, t } from '@lingui/core/macro';
import { CloudOff, Hourglass, KeyRound, type LucideIcon, Radio, RefreshCw, TriangleAlert } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useDeskSignals } from '#app/api/desk-signals.ts';
import { useSecond } from '#app/browser/use-now.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { browserZone } from '#app/scheduling/time-text.ts';
import { type FootState, type Freshness, footState, freshnessText, type MissingData } from './freshness.ts';

/** Below this share of the request budget the rest of it is shown. */
const SHORT = 0.25;
const WIDEST_AGE_MS = 88_000;

const signs = {
  loading: { Icon: RefreshCw, color: 'text-muted' },
  live: { Icon: Radio, color: 'text-ok' },
  waiting: { Icon: Hourglass, color: 'text-warn' },
  reconnecting: { Icon: RefreshCw, color: 'text-warn' },
  offline: { Icon: CloudOff, color: 'text-danger' },
  refused: { Icon: KeyRound, color: 'text-danger' },
  incomplete: { Icon: TriangleAlert, color: 'text-warn' },
  unnamed: { Icon: TriangleAlert, color: 'text-warn' },
} as const satisfies Record<FootState, { Icon: LucideIcon; color: string }>;

interface LiveStatusProps {
  freshness: Freshness;
  /** The zone of the shown store, used for its times. */
  zone: string;
  missing: MissingData | null;
}

/** The text of the remaining requests and the seconds until the budget is full again. */
function budgetText({ remaining, limit }: { remaining: number; limit: number }, left: number): string {
  const requests = remaining.toLocaleString(shownLocale);
  const seconds = left.toLocaleString(shownLocale);
  return t({
    message: plural(limit, {
      one: `${requests} of # request left, all of them again in ${seconds} s`,
      other: `${requests} of # requests left, all of them again in ${seconds} s`,
    }),
    comment: 'How many questions to the practice system are left of those that it takes in a minute; seconds, in short',
  });
}

/** How up to date the board is, and the request budget where it runs low. */
export function LiveStatus({ freshness, zone, missing }: LiveStatusProps) {
  const now = useSecond();
  const signals = useDeskSignals();
  const budget = useSyncExternalStore(signals.subscribe, signals.budget);
  const shown = { ...freshness, missing };
  const { state, age } = freshnessText(shown, now, zone, browserZone);
  // What stands beside it stays in place when the first answer comes.
  const live = freshnessText({ connection: 'live', asOf: now - WIDEST_AGE_MS, missing: null }, now, zone, browserZone);
  const usual = `${live.state} ${live.age}`;
  const { Icon, color } = signs[footState(shown)];
  const cutOff = freshness.connection === 'offline' || freshness.connection === 'refused';
  const left = budget === null ? 0 : Math.max(0, Math.ceil((budget.resetAt - now) / 1000));
  return (
    <>
      <span
        className={`flex items-center gap-1.5 ${cutOff ? '-my-1 rounded bg-danger-soft px-2 py-1 font-semibold text-danger' : ''}`}
      >
        <Icon aria-hidden="true" size={13} className={color} />
        <span data-widest={usual}>
          <span role="status">{state}</span>
          {age === '' ? null : ` ${age}`}
        </span>
      </span>
      {budget !== null && budget.remaining < budget.limit * SHORT && left > 0 ? (
        <span className="text-warn">{budgetText(budget, left)}</span>
      ) : null}
    </>
  );
}
