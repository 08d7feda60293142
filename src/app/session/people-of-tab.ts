import type { QueryClient } from '@tanstack/react-query';
import { sleep, sleepUntilOnline } from '#app/browser/sleep.ts';
import { createOutbox, type Outbox } from '#app/changes/outbox/outbox.ts';
import { clearNotices } from '#app/components/show-notice.ts';

// What a tab keeps in memory for each person while somebody else is signed in, so that they can continue later: undo
// their changes, and have unsaved ones sent. Their input is stored separately (`createTabDrafts`).

/** The page that a person left. */
interface Place {
  /** The URL of the page. */
  href: string;
  showNotices: () => void;
}

interface PersonInTab {
  /** By the id of the company. */
  outboxes: Map<string, Outbox>;
  /** Null while they are signed in. */
  place: Place | null;
  /** Whether they are signing out, so that their page is not stored either. */
  isForgotten: boolean;
}

interface PeopleOfTab {
  /** By `DeskSession.person`; null represents everybody with a shared key. */
  people: Map<string | null, PersonInTab>;
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

function personOf(queryClient: QueryClient, person: string | null): PersonInTab {
  const { people } = peopleOf(queryClient);
  const existing = people.get(person);
  if (existing !== undefined) return existing;
  const created: PersonInTab = { outboxes: new Map(), place: null, isForgotten: false };
  people.set(person, created);
  return created;
}

/** The outbox of a person in a company, created on first use. */
export function outboxOf(
  queryClient: QueryClient,
  { person, companyId }: { person: string | null; companyId: string },
): Outbox {
  const { outboxes } = personOf(queryClient, person);
  const existing = outboxes.get(companyId);
  if (existing !== undefined) return existing;
  const outbox = createOutbox({ sleep, pause: sleepUntilOnline });
  const { listeners } = peopleOf(queryClient);
  outbox.subscribe(() => {
    for (const listener of listeners) listener();
  });
  outboxes.set(companyId, outbox);
  return outbox;
}

/** Stores the page that a person leaves when somebody else signs in; ignored for a forgotten person. */
export function keepPlace(queryClient: QueryClient, person: string, place: Place): void {
  const kept = personOf(queryClient, person);
  if (!kept.isForgotten) kept.place = place;
}

/** Returns and removes the page that a person left when somebody else signed in; null if unknown. */
export function takePlace(queryClient: QueryClient, person: string): Place | null {
  const kept = personOf(queryClient, person);
  const { place } = kept;
  kept.place = null;
  kept.isForgotten = false;
  return place;
}

/**
 * Forgets what this tab has in memory for a person who is about to sign out: unsaved changes are no longer sent, and nothing
 * can be undone when they sign in again. Their input is retained.
 */
export function forgetPerson(queryClient: QueryClient, person: string | null): void {
  const { outboxes } = personOf(queryClient, person);
  for (const outbox of outboxes.values()) outbox.close();
  peopleOf(queryClient).people.set(person, { outboxes: new Map(), place: null, isForgotten: true });
  clearNotices();
}

/** The unsaved changes of all people in this tab, in every company. */
export function unsavedInTab(queryClient: QueryClient) {
  const { people, listeners } = peopleOf(queryClient);
  const countOf = (person: string | null) =>
    [...(people.get(person)?.outboxes.values() ?? [])].reduce((sum, outbox) => sum + outbox.unsaved(), 0);
  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    countOf,
    /** Whether any person has some, whoever is signed in now. */
    isUnsaved: () => [...people.keys()].some((person) => countOf(person) > 0),
  };
}
