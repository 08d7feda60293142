import { createContext, type ReactNode, use } from 'react';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { ReceivedWaitingListEntry } from '#contract/received-waiting-list.ts';
import type { Match } from '#scheduling/matching.ts';
import type { EntryChangesLog } from './entry-changes.ts';

export type EntryMatch = Match<ReceivedWaitingListEntry>;

/** The actions on the waiting list, on every page. */
export interface WaitingDesk {
  changes: EntryChangesLog;
  /** Books an entry at its matching time, and marks it as booked. Resolves once the booking has succeeded or failed. */
  book: (match: EntryMatch, petName: string) => Promise<void>;
  /** Offers freed times to people on the list; null if there is nothing to offer. `none` is shown if nobody fits. */
  offerOf: (
    saved: readonly { before: ReceivedAppointment; after: ReceivedAppointment }[],
    none?: ReactNode,
  ) => ReactNode;
}

/** Null until it is loaded, and for people who cannot book. */
export const WaitingContext = createContext<WaitingDesk | null>(null);

export const useWaitingDesk = () => use(WaitingContext);
