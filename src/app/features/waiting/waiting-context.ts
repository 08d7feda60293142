import { createContext, use } from 'react';
import type { OfferFreedTime } from '#app/changes/freed-time.ts';
import type { ReceivedWaitingListEntry } from '#contract/received-waiting-list.ts';
import type { Match } from '#scheduling/matching.ts';
import type { EntryChangesLog } from './entry-changes.ts';

export type EntryMatch = Match<ReceivedWaitingListEntry>;

/** The actions on the waiting list that every page can use. */
export interface WaitingActions {
  changes: EntryChangesLog;
  /** Books an entry at its matching time, and marks it as booked. Resolves once the booking has succeeded or failed. */
  book: (match: EntryMatch, petName: string) => Promise<void>;
  offerOf: OfferFreedTime;
}

/** The actions that `WaitingProvider` provides; null if the person cannot change a waiting list. */
export const WaitingContext = createContext<WaitingActions | null>(null);

export const useWaitingActions = () => use(WaitingContext);
