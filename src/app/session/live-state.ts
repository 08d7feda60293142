import { createContext, use } from 'react';
import { livePolling } from '#contract/live-polling.ts';

/** How the polls for changes are going. */
export interface PollState {
  /** When the last poll that succeeded began, in this computer's milliseconds since 1970; null before that. */
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

export const INITIAL_POLLS: PollState = {
  upToDateAt: null,
  failures: 0,
  error: null,
  isWaking: false,
  everyMs: livePolling.everyMs,
};

/** What keeps every loaded list of the desk up to date with other desks. */
export interface Live extends PollState {
  /**
   * The time from which answers about any day count as current, in milliseconds since 1970; Infinity while the practice
   * system cannot be reached.
   */
  currentSince: number;
  /** Polls now. */
  retry: () => void;
  /** Ids of appointments that others changed a moment ago. */
  freshIds: ReadonlySet<string>;
  /**
   * Registers an appointment that this desk is booking, so that it is not highlighted as a change by others. The
   * returned function is called once it is booked: what changes after that is done by others.
   */
  markAsLocal: (id: string) => () => void;
}

/** Set by `LiveProvider` (features/live), which polls. */
export const LiveContext = createContext<Live | null>(null);

export function useLive(): Live {
  const live = use(LiveContext);
  if (!live) throw new Error('useLive is used outside LiveProvider');
  return live;
}
