import { t } from '@lingui/core/macro';
import { useState, useSyncExternalStore } from 'react';
import { failureKind } from '#app/api/api-error.ts';
import type { PollState } from '#app/days/live-state.ts';
import { translateOnRead } from '#app/language/translate-on-read.ts';
import { factsText } from '#app/text/list-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { instantParts } from '#app/text/time-text.ts';
import { dateIn } from '#scheduling/calendar-day.ts';

/** The number of consecutive failed polls after which the desk counts as offline. */
const OFFLINE_AFTER_FAILURES = 3;
/** The age up to which a day still counts as live when its board opens, in milliseconds. */
const RECENT_MS = 10_000;

/**
 * Returns the time from which responses count as current: when this page was loaded, or `RECENT_MS` before its board opened
 * if that is later.
 */
export function oldestCurrentTime(pageBegan: number, boardBegan: number): number {
  return Math.max(pageBegan, boardBegan - RECENT_MS);
}

/** What the freshness of the page depends on. All times are in milliseconds on this computer's clock. */
interface FreshnessInput {
  /** The time from which responses count as current, from {@link oldestCurrentTime}. */
  began: number;
  polls: Omit<PollState, 'everyMs'>;
  /** The state of the day on the page; null on a page that shows no day. */
  day: DayLoadState | null;
  /** The browser's `navigator.onLine`. */
  online: boolean;
}

export interface DayLoadState {
  /** When the day was requested; 0 if it never was. */
  readAt: number;
  /** The error of the last load of the day; null if it succeeded. */
  error: unknown;
}

export interface Freshness {
  /**
   * `loading`: no response or error yet, or none since the page became visible again. `waiting`: the practice system
   * accepts no requests for a while. `refused`: it does not accept the desk's key.
   */
  connection: 'loading' | 'live' | 'waiting' | 'reconnecting' | 'offline' | 'refused';
  /**
   * When the shown day or, on a page without a day, the loaded data was last known to be up to date; null if it never
   * was.
   */
  asOf: number | null;
  /** Whether the day is too old for any time to count as free. */
  stale: boolean;
  /** The time from which responses about any day count as current; Infinity if none does. */
  currentSince: number;
  /** The error of the last request; null if it succeeded. */
  error: unknown;
}

/** Determines how up to date the page is. */
export function assessFreshness({ began, polls, day, online }: FreshnessInput): Freshness {
  const { upToDateAt, isWaking, failures } = polls;
  const readAt = day?.readAt ?? null;
  const confirmed = readAt === null ? upToDateAt !== null : readAt > 0 && (upToDateAt !== null || readAt >= began);
  const error = failures > 0 ? polls.error : confirmed ? null : (day?.error ?? null);
  const asOf = readAt === 0 ? null : Math.max(upToDateAt ?? 0, readAt ?? 0) || null;
  const isLive = confirmed && !isWaking;
  const connection = error === null ? (isLive ? 'live' : 'loading') : connectionAfterError(error, failures, online);
  const cutOff = connection === 'offline' || connection === 'refused' || failures >= OFFLINE_AFTER_FAILURES;
  const old = !confirmed && (error !== null || began - (readAt ?? began) > RECENT_MS);
  const since = cutOff ? Number.POSITIVE_INFINITY : upToDateAt === null ? began : 0;
  return { connection, asOf, stale: cutOff || old, currentSince: since, error };
}

function connectionAfterError(error: unknown, failures: number, online: boolean): Freshness['connection'] {
  const kind = failureKind(error);
  if (kind !== 'failed') return kind;
  // `online` matters only after a failed request: a gateway on this computer needs no network.
  return failures >= OFFLINE_AFTER_FAILURES || !online ? 'offline' : 'reconnecting';
}

/**
 * A time such as `10:42`, with the date if it is not today in the zone, and with the zone if it is not the reader's own.
 * Instants are in milliseconds since 1970-01-01T00:00Z.
 */
export function asOfText(asOf: number, now: number, zone: string, ownZone: string): string {
  const { date, time } = instantParts(zone, asOf, ownZone);
  return dateIn(zone, asOf) === dateIn(zone, now) ? time : factsText([date, time]);
}

/** Why part of the page is missing, however recent the rest is: it is still loading, or it could not be loaded. */
export type MissingData = 'loading' | 'incomplete';
export type LiveLabel = Freshness['connection'] | 'incomplete';

/** The label of the status bar. It is never "Live" while something is missing. */
export function liveLabel({ connection }: Pick<Freshness, 'connection'>, missing: MissingData | null): LiveLabel {
  return connection === 'live' && missing !== null ? missing : connection;
}

const labels: Readonly<Record<LiveLabel, string>> = translateOnRead({
  loading: () => t({ message: 'Loading', comment: 'At the foot of the board: the day is being loaded' }),
  live: () => t({ message: 'Live', comment: 'At the foot of the board: what others do appears here at once' }),
  waiting: () => texts.waiting,
  reconnecting: () => t`Reconnecting`,
  offline: () => t`Offline`,
  refused: () =>
    t({
      message: 'Frontdesk’s key not accepted',
      comment: 'The practice system refuses the API key that Frontdesk uses',
    }),
  incomplete: () =>
    t({
      message: 'Day partly loaded',
      comment: 'At the foot of the board, in place of “Live”: part of the day could not be loaded',
    }),
});

/**
 * The text of the status bar: `Live`, `Reconnecting`, `Offline, as of 10:42`.
 *
 * `zone` is the zone of the shown store, in which the time is given; `ownZone` is the reader's own.
 */
export function freshnessText(
  freshness: Freshness,
  missing: MissingData | null,
  { now, zone, ownZone }: { now: number; zone: string; ownZone: string },
): string {
  const { asOf, stale } = freshness;
  const label = liveLabel(freshness, missing);
  const state = labels[label];
  if (asOf === null || label === 'live' || !stale) return state;
  const time = asOfText(asOf, now, zone, ownZone);
  return t({ message: `${state}, as of ${time}`, comment: 'Such as: Offline, as of 10:42' });
}

function subscribeToNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** How up to date the page is, from its polls and, if it shows one, its day. */
export function useFreshness(polls: PollState, day: DayLoadState | null): Freshness {
  const [began] = useState(() => oldestCurrentTime(performance.timeOrigin, Date.now()));
  const online = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);
  return assessFreshness({ began, polls, day, online });
}
