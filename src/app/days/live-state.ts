import { createContext } from 'react';
import { useRequiredContext } from '#app/api/use-required-context.ts';
import { livePolling } from '#contract/live-polling.ts';

/** The state of the polls for changes. */
export interface PollState {
  /**
   * When the last successful poll began, in milliseconds since 1970 by the clock of this computer; null before the first one.
   */
  upToDateAt: number | null;
  /** The number of polls that have failed since the last successful one. */
  failures: number;
  /** The error of the last failed poll; null if none failed. */
  error: unknown;
  /** Whether the page was hidden for a while, and no poll has succeeded since it became visible. */
  isWaking: boolean;
  /** The current polling interval, in milliseconds. */
  everyMs: number;
}

export const INITIAL_POLL_STATE: PollState = {
  upToDateAt: null,
  failures: 0,
  error: null,
  isWaking: false,
  everyMs: livePolling.everyMs,
};

/** How current the loaded lists are. `LiveProvider` keeps them up to date with other desks. */
export interface LiveState extends PollState {
  /**
   * The time from which responses about any day count as current, in milliseconds since 1970; Infinity while the practice
   * system cannot be reached.
   */
  currentSince: number;
  /** Polls now. */
  retry: () => void;
  /** Ids of appointments that others changed a moment ago. */
  freshIds: ReadonlySet<string>;
  /**
   * Registers an appointment that this desk is booking, so that it is not highlighted as a change by others. Call the
   * returned function once it is booked: later changes are by others.
   */
  markAsLocal: (id: string) => () => void;
}

/** Provided by `LiveProvider` in features/live, which polls; null outside of it. */
export const LiveContext = createContext<LiveState | null>(null);
export const useLive = () => useRequiredContext(LiveContext, 'LiveProvider');
