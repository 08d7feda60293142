import { t } from '@lingui/core/macro';
import { useState, useSyncExternalStore } from 'react';
import { failureKind } from '#app/api/failures.tsx';
import { shownLocale } from '#app/language/shown-language.ts';
import { translated } from '#app/language/translated.ts';
import { dateIn } from '#app/scheduling/calendar-day.ts';
import { instantParts } from '#app/scheduling/time-text.ts';
import { factsText } from '#app/text/list-text.ts';
import { words } from '#app/text/shared-texts.ts';
import { livePolling } from '#contract/live-polling.ts';

/** Failed polls in a row after which the desk counts as offline. */
const OFFLINE_AFTER = 3;
/** A day that was loaded at most this long ago counts as live. */
const RECENT_MS = 10_000;

/**
 * The time from which answers count as current: neither before this page was loaded nor before its board was opened.
 */
export function currentSince(pageBegan: number, boardBegan: number): number {
  return Math.max(pageBegan, boardBegan - RECENT_MS);
}

/** As of when the board is known. */
export interface FreshnessState {
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

/** What a board knows before its first poll. */
export const INITIAL_FRESHNESS: FreshnessState = {
  upToDateAt: null,
  failures: 0,
  error: null,
  isWaking: false,
  everyMs: livePolling.everyMs,
};

interface FreshnessInput {
  /** The result of `currentSince`; all times are this computer's, in milliseconds since 1970. */
  began: number;
  /** When the shown day was last loaded; 0 where it never was. */
  readAt: number;
  /** The error of the last load of the day; null where it succeeded. */
  readError: unknown;
  /** As of when all changes since that load are known, by a poll or a stream of changes; null before the first poll. */
  upToDateAt: number | null;
  /** Whether nobody has looked at the page for a while, and nothing has been asked since somebody does. */
  isWaking: boolean;
  /** Polls that failed since then. */
  failures: number;
  /** The error of the last of them. */
  pollError: unknown;
  /** The browser's `navigator.onLine`. */
  online: boolean;
}

export interface Freshness {
  /**
   * `loading`: no answer and no error yet, or none since the page is looked at again. `waiting`: the practice system accepts no requests for a while. `refused`:
   * it does not accept the key of the desk.
   */
  connection: 'loading' | 'live' | 'waiting' | 'reconnecting' | 'offline' | 'refused';
  /** When the shown day was last known to be up to date; null without a day. */
  asOf: number | null;
  /** Whether the day is too old for any time to count as free. */
  stale: boolean;
  /** The time from which answers about any day count as current; Infinity while none does. */
  currentSince: number;
  /** The error of the last request; null where it succeeded. */
  error: unknown;
}

/** How up to date the shown day is. */
export function freshnessOf(observed: FreshnessInput): Freshness {
  const { began, readAt, readError, upToDateAt, isWaking, failures, pollError, online } = observed;
  const confirmed = readAt > 0 && (upToDateAt !== null || readAt >= began);
  const error = failures > 0 ? pollError : confirmed ? null : readError;
  const asOf = readAt === 0 ? null : Math.max(upToDateAt ?? 0, readAt);
  const isLive = confirmed && !isWaking;
  const connection = error === null ? (isLive ? 'live' : 'loading') : connectionAfterError(error, failures, online);
  const cutOff = connection === 'offline' || connection === 'refused' || failures >= OFFLINE_AFTER;
  const old = !confirmed && (error !== null || began - readAt > RECENT_MS);
  const since = cutOff ? Number.POSITIVE_INFINITY : upToDateAt === null ? began : 0;
  return { connection, asOf, stale: cutOff || old, currentSince: since, error };
}

function connectionAfterError(error: unknown, failures: number, online: boolean): Freshness['connection'] {
  const kind = failureKind(error);
  if (kind !== 'failed') return kind;
  // The gateway may run on this very computer, and then needs no network.
  return failures >= OFFLINE_AFTER || !online ? 'offline' : 'reconnecting';
}

/**
 * `10:42`, with its date where that is not today in the zone, and with the zone where it is not the reader's own.
 * Instants in milliseconds since 1970.
 */
export function asOfText(asOf: number, now: number, zone: string, ownZone: string): string {
  const { date, time } = instantParts(zone, asOf, ownZone);
  return dateIn(zone, asOf) === dateIn(zone, now) ? time : factsText([date, time]);
}

/**
 * What of the board is not there, so that it is not what the practice system has, however recent it is. `loading`: the
 * other pages of the day are still loading. `incomplete`: they could not be loaded. `unnamed`: some names could not be.
 */
export type MissingData = 'loading' | 'incomplete' | 'unnamed';
export type FootState = Freshness['connection'] | MissingData;

interface Shown extends Pick<Freshness, 'connection' | 'asOf'> {
  missing: MissingData | null;
}

/** What the footer says of the board: never that it is live while something of it is missing. */
export function footState({ connection, missing }: Pick<Shown, 'connection' | 'missing'>): FootState {
  return connection === 'live' && missing !== null ? missing : connection;
}

const states: Readonly<Record<FootState, string>> = translated({
  loading: () => t({ message: 'Loading', comment: 'At the foot of the board: the day is being loaded' }),
  live: () => t({ message: 'Live', comment: 'At the foot of the board: what others do appears here at once' }),
  waiting: () => words.waiting,
  reconnecting: () => t`Reconnecting`,
  offline: () => t`Offline`,
  refused: () =>
    t({ message: 'Key not accepted', comment: 'The practice system refuses the API key that Frontdesk uses' }),
  incomplete: () =>
    t({
      message: 'Day incomplete',
      comment: 'At the foot of the board, in place of “Live”: part of the day could not be loaded',
    }),
  unnamed: () =>
    t({
      message: 'Names missing',
      comment: 'At the foot of the board, in place of “Live”: some names could not be loaded',
    }),
});

/** The state of a day that is shown as of a time. */
function agedState(connection: Exclude<Freshness['connection'], 'live'>, time: string): string {
  switch (connection) {
    case 'loading':
      return t`Loading, as of ${time}`;
    case 'waiting':
      return t`Waiting for the practice system, as of ${time}`;
    case 'reconnecting':
      return t`Reconnecting, as of ${time}`;
    case 'offline':
      return t`Offline, as of ${time}`;
    case 'refused':
      return t`Key not accepted, as of ${time}`;
  }
}

/** The texts of the board's footer: `state` is announced by screen readers, `age` changes every second. */
export function freshnessText(
  { connection, asOf, missing }: Shown,
  now: number,
  zone: string,
  ownZone: string,
): { state: string; age: string } {
  const foot = footState({ connection, missing });
  if (asOf === null || foot !== connection) return { state: states[foot], age: '' };
  if (connection !== 'live') return { state: agedState(connection, asOfText(asOf, now, zone, ownZone)), age: '' };
  const seconds = Math.max(0, Math.round((now - asOf) / 1000)).toLocaleString(shownLocale);
  return {
    state: states.live,
    age: t({ message: `· ${seconds} s ago`, comment: 'Follows “Live”: seconds, in short' }),
  };
}

function subscribeToNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** How up to date the shown day is, from the state of its queries. */
export function useFreshness(known: Omit<FreshnessInput, 'began' | 'online'>): Freshness {
  const [began] = useState(() => currentSince(performance.timeOrigin, Date.now()));
  const online = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);
  return freshnessOf({ ...known, began, online });
}
