import { createContext, type ReactNode } from 'react';
import type { ReceivedAppointment } from '#contract/received.ts';

/** An appointment before and after a change that was saved. */
export interface SavedChange {
  before: ReceivedAppointment;
  after: ReceivedAppointment;
}

/**
 * Renders an offer to give the time that changes have freed to a client on the waiting list. It returns null if no time
 * was freed, and renders `none` if no one is waiting for that time.
 */
export type OfferFreedTime = (saved: readonly SavedChange[], none?: ReactNode) => ReactNode;

/** Provided by `WaitingProvider` (features/waiting). Without a waiting list, it offers nothing. */
export const FreedTimeContext = createContext<OfferFreedTime>(() => null);
