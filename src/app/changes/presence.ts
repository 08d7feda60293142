import { useEffect, useSyncExternalStore } from 'react';
import type { Colleague, DeskActivity } from '#contract/desk-events.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

/** What colleagues are doing, as far as this desk may know. */
interface Presence {
  readonly colleagues: readonly Colleague[];
  /** The activities of colleagues by the id of the appointment they are changing. */
  readonly changing: ReadonlyMap<string, string>;
}

let presence: Presence = { colleagues: [], changing: new Map() };
const activities = new Set<{ readonly activity: DeskActivity | null }>();
const listeners = new Set<() => void>();

function notify() {
  for (const listener of listeners) listener();
}

export function subscribeToPresence(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The activity that this tab started last and has not ended; null for none. `features/live/presence-exchange.tsx`
 * reports it.
 */
export const localActivity = (): DeskActivity | null => [...activities].at(-1)?.activity ?? null;

/** Starts an activity of this tab, if there is one. The returned function ends it. */
export function beginActivity(activity: DeskActivity | null): () => void {
  const entry = { activity };
  if (activity) activities.add(entry);
  notify();
  return () => {
    activities.delete(entry);
    notify();
  };
}

/** Reports what the person is doing while it is not null. */
export function useActivity(activity: DeskActivity | null): void {
  const text = JSON.stringify(activity);
  useEffect(() => beginActivity(JSON.parse(text)), [text]);
}

/** The activity of changing an appointment; null without an appointment or a store. */
export function changingOf(appointment: ReceivedAppointment | null | undefined): DeskActivity | null {
  return appointment?.storeId
    ? { kind: 'changing', storeId: appointment.storeId, appointmentId: appointment.id }
    : null;
}

/** Sets what colleagues are doing. */
export function setPresence(next: Presence): void {
  presence = next;
  notify();
}

const current = () => presence;

/** What colleagues are doing. */
export const usePresence = (): Presence => useSyncExternalStore(subscribeToPresence, current, current);
