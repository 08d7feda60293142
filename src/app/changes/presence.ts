import { useEffect } from 'react';
import { createStore, useStore } from '#app/browser/create-store.ts';
import type { Colleague, DeskActivity } from '#contract/desk-events.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

/** The activities of colleagues, as far as this desk can see them. */
interface Presence {
  readonly colleagues: readonly Colleague[];
  /** Texts that say who is changing an appointment, keyed by the appointment's id. */
  readonly changing: ReadonlyMap<string, string>;
}

const presence = createStore<Presence>({ colleagues: [], changing: new Map() });
/** The activities of this tab that have not ended, the latest last. */
const activities = createStore<readonly { readonly activity: DeskActivity }[]>([]);

/**
 * The activity that this tab started last and has not ended; null if there is none.
 * `features/live/presence-exchange.tsx` reports it.
 */
export const localActivity = (): DeskActivity | null => activities.get().at(-1)?.activity ?? null;

/** Calls a listener whenever an activity of this tab begins or ends. */
export const subscribeToActivities = activities.subscribe;

/** Starts an activity of this tab; null starts none. The returned function ends it. */
export function beginActivity(activity: DeskActivity | null): () => void {
  if (activity === null) return () => undefined;
  const entry = { activity };
  activities.set([...activities.get(), entry]);
  return () => activities.set(activities.get().filter((one) => one !== entry));
}

/** Reports an activity of the person while the component is mounted; null reports none. */
export function useActivity(activity: DeskActivity | null): void {
  const text = JSON.stringify(activity);
  useEffect(() => beginActivity(JSON.parse(text)), [text]);
}

/** The activity of changing an appointment; null without an appointment or a store. */
export function changingActivity(appointment: ReceivedAppointment | null | undefined): DeskActivity | null {
  return appointment?.storeId
    ? { kind: 'changing', storeId: appointment.storeId, appointmentId: appointment.id }
    : null;
}

export const setPresence = (next: Presence): void => presence.set(next);

export const usePresence = (): Presence => useStore(presence);
