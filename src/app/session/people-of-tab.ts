import type { QueryClient } from '@tanstack/react-query';
import { sleep, sleepUntilOnline } from '#app/browser/sleep.ts';
import { clearNotices } from '#app/components/show-notice.ts';
import { createOutbox, type Outbox } from '#app/session/outbox/outbox.ts';

// What a tab keeps in memory for each person while somebody else is signed in, so that they can continue later: undo
// their changes, and have unsaved ones sent. Their input is stored separately (`createTabDrafts`).

/** Where a person was. */
interface Place {
  /** The address of the page. */
  href: string;
  showNotices: () => void;
}

interface KeptPerson {
  /** By the id of the company. */
  outboxes: Map<string, Outbox>;
  /** Null while they are signed in. */
  place: Place | null;
}

interface PeopleOfTab {
  /** By `DeskSession.person`; null is everybody with a shared key. */
  people: Map<string | null, KeptPerson>;
  listeners: Set<() => void>;
}

const tabs = new WeakMap<QueryClient, PeopleOfTab>();

function peopleOf(queryClient: QueryClient): PeopleOfTab {
  const existing = tabs.get(queryClient);
  if (existing !== undefined) return existing;
  const created: PeopleOfTab = { people: new Map(), listeners: new Set() };
  tabs.set(queryClient, created);
  return created;
}

/** The outbox of a person in a company. It is created when it is first needed. */
export function outboxOf(
  queryClient: QueryClient,
  { person, companyId }: { person: string | null; companyId: string },
): Outbox {
  const { people, listeners } = peopleOf(queryClient);
  const kept = people.get(person) ?? { outboxes: new Map<string, Outbox>(), place: null };
  people.set(person, kept);
  const existing = kept.outboxes.get(companyId);
  if (existing !== undefined) return existing;
  const outbox = createOutbox({ sleep, pause: sleepUntilOnline });
  outbox.subscribe(() => {
    for (const listener of listeners) listener();
  });
  kept.outboxes.set(companyId, outbox);
  return outbox;
}

/** Stores where a person left off when somebody else signs in; ignored for a person who was forgotten. */
export function keepPlace(queryClient: QueryClient, person: string, place: Place): void {
  const kept = peopleOf(queryClient).people.get(person);
  if (kept !== undefined) kept.place = place;
}

/** Returns where a person left off before somebody else signed in, and removes it; null if that is unknown. */
export function takePlace(queryClient: QueryClient, person: string): Place | null {
  const kept = peopleOf(queryClient).people.get(person);
  const place = kept?.place ?? null;
  if (kept !== undefined) kept.place = null;
  return place;
}

/**
 * Forgets what this tab keeps in memory for a person who is about to sign out: unsaved changes are no longer sent, and
 * nothing can be undone when they sign in again. Their input stays.
 */
export function forgetPerson(queryClient: QueryClient, person: string | null): void {
  const { people } = peopleOf(queryClient);
  for (const outbox of people.get(person)?.outboxes.values() ?? []) outbox.close();
  people.delete(person);
  clearNotices();
}

/** Whether any person has unsaved changes in this tab, whoever is signed in now. */
export function unsavedInTab(queryClient: QueryClient) {
  const { people, listeners } = peopleOf(queryClient);
  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    isUnsaved: () =>
      [...people.values()].some(({ outboxes }) => [...outboxes.values()].some((outbox) => outbox.isUnsaved())),
  };
}
