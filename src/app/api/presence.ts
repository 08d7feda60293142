import { useEffect, useSyncExternalStore } from 'react';
import type { Colleague, DeskActivity } from '#contract/desk-events.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

/** What colleagues are doing, as far as this desk may know. */
interface Presence {
  readonly colleagues: readonly Colleague[];
  /** What is told of the visits that they are changing, by id. */
  readonly changing: ReadonlyMap<string, string>;
}

let presence: Presence = { colleagues: [], changing: new Map() };
const doing = new Set<{ readonly activity: DeskActivity | null }>();
const listeners = new Set<() => void>();

function tell() {
  for (const listener of listeners) listener();
}

export function subscribeToPresence(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What this tab began last and has not ended; null for nothing. `features/live/presence-exchange.tsx` tells it. */
export const localActivity = (): DeskActivity | null => [...doing].at(-1)?.activity ?? null;

/** Begins what a tab is doing, if anything. The returned function ends it. */
export function beginActivity(activity: DeskActivity | null): () => void {
  const begun = { activity };
  if (activity) doing.add(begun);
  tell();
  return () => {
    doing.delete(begun);
    tell();
  };
}

/** Says what the person is doing while it is not null. */
export function useActivity(activity: DeskActivity | null): void {
  const text = JSON.stringify(activity);
  useEffect(() => beginActivity(JSON.parse(text)), [text]);
}

/** Changing an appointment; null for none, and without a store. */
export function changingOf(appointment: ReceivedAppointment | null | undefined): DeskActivity | null {
  return appointment?.storeId
    ? { kind: 'changing', storeId: appointment.storeId, appointmentId: appointment.id }
    : null;
}

/** Sets what colleagues are doing. */
export function setPresence(next: Presence): void {
  presence = next;
  tell();
}

const current = () => presence;

/** What colleagues are doing. */
export const usePresence = (): Presence => useSyncExternalStore(subscribeToPresence, current, current);
