import { plural, t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '#app/api/api-client.ts';
import { sessionQueries, subscribeToPersonChange } from '#app/api/session.ts';
import { createListeners } from '#app/browser/create-store.ts';
import { memoizePerObject } from '#app/browser/memoize-per-object.ts';
import { sleep, sleepUntilOnline } from '#app/browser/sleep.ts';
import { createAuthor } from '#app/changes/outbox/author.ts';
import { createOutbox, type Outbox } from '#app/changes/outbox/outbox.ts';
import { clearNotices, type Notice, showNotice } from '#app/components/show-notice.ts';
import { isolateText } from '#app/text/isolate-text.ts';

/** The person whose changes are in an outbox, and their company. */
interface OutboxOwner {
  /** `DeskSession.person`; null represents everyone with a shared key. */
  person: string | null;
  name: string | null;
  companyId: string;
}

/** A person with unsaved changes, and the number of these changes. */
interface UnsavedOwner extends Pick<OutboxOwner, 'person' | 'name'> {
  count: number;
}

/**
 * The outboxes of a tab. When someone else signs in, the outbox of the previous person ends, and nothing in it can be undone
 * any more. An outbox with unsaved changes stays until its person is back, since another tab may sign someone in without
 * asking.
 *
 * @param create creates an outbox, and calls `onChange` after every change to it
 */
export function createOutboxes(create: (onChange: () => void) => Outbox) {
  let outboxes: readonly { owner: OutboxOwner; outbox: Outbox }[] = [];
  /** `DeskSession.person` of whoever is signed in. */
  let presentPerson: string | null = null;
  const { subscribe, notify } = createListeners();

  function closeOutboxes(isOver: (owner: OutboxOwner, outbox: Outbox) => boolean): void {
    const over = outboxes.filter(({ owner, outbox }) => isOver(owner, outbox));
    outboxes = outboxes.filter((one) => !over.includes(one));
    for (const { outbox } of over) outbox.close();
  }

  return {
    subscribe,
    /** The outbox of a person who is signed in, created on first use. */
    of(owner: OutboxOwner): Outbox {
      presentPerson = owner.person;
      const isSameOwner = (other: OutboxOwner) => other.person === owner.person && other.companyId === owner.companyId;
      const existing = outboxes.find((one) => isSameOwner(one.owner));
      if (existing !== undefined) return existing.outbox;
      const outbox = create(notify);
      outboxes = [...outboxes, { owner, outbox }];
      return outbox;
    },
    /** Called when another person signs in, or no one is signed in any more. */
    switchTo(person: string | null): void {
      // The previous person's outboxes stay while they have changes whose outcomes the person has not seen.
      const left = presentPerson;
      presentPerson = person;
      closeOutboxes((owner, outbox) => owner.person === left && left !== person && outbox.unsaved() === 0);
      for (const { owner, outbox } of outboxes) {
        if (owner.person === person) outbox.resume();
        else outbox.suspend();
      }
    },
    /** Discards the unsaved changes of a person, who has confirmed this. */
    drop(person: string | null): void {
      closeOutboxes((owner) => owner.person === person);
      notify();
    },
    /** The people with unsaved changes, in any company. */
    unsaved(): readonly UnsavedOwner[] {
      const people = new Map<string | null, UnsavedOwner>();
      for (const { owner, outbox } of outboxes) {
        const { person, name } = owner;
        const count = outbox.unsaved() + (people.get(person)?.count ?? 0);
        if (count > 0) people.set(person, { person, name, count });
      }
      return [...people.values()];
    },
  };
}

/** Returns the outboxes of a tab. When the session of the page changes, they switch to the new person. */
export const outboxesOf = memoizePerObject((queryClient: QueryClient, api: ApiClient) => {
  const session = { ...sessionQueries.current(api), staleTime: 0, retry: false };
  const outboxes = createOutboxes((onChange) =>
    createOutbox({
      ...{ sleep, pause: sleepUntilOnline, onChange },
      author: createAuthor(() => queryClient.fetchQuery(session)),
    }),
  );
  // Runs before anything is sent or shown for the next person.
  subscribeToPersonChange(queryClient, (person) => {
    clearNotices();
    outboxes.switchTo(person);
    for (const waiting of outboxes.unsaved()) if (waiting.person !== person) showNotice(unsavedChangesNotice(waiting));
  });
  return outboxes;
});

function unsavedChangesNotice({ person, name, count }: UnsavedOwner): Notice {
  return {
    id: `unsaved of ${person}`,
    tone: 'warn',
    title: name === null ? t`Someone else’s changes` : isolateText(name),
    text: plural(count, {
      one: '# change is not saved yet. It will be saved when they sign in here again. Keep this page open.',
      other: '# changes are not saved yet. They will be saved when they sign in here again. Keep this page open.',
    }),
  };
}
