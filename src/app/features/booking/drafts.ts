import * as z from 'zod/mini';
import type { Store } from '#app/browser/storage.ts';
import { createTabDrafts } from '#app/browser/tab-drafts.ts';
import { bookingRequestSchema, formValuesSchema } from './booking-schema.ts';

const attemptSchema = z.object({
  request: bookingRequestSchema,
  /** When it was sent, by this browser's clock in milliseconds since 1970-01-01T00:00Z. */
  sentAt: z.number(),
  /** Ids of the appointments at that time just before sending; null where they could not be read. */
  knownIds: z.nullable(z.array(z.string())),
  petName: z.string(),
  /** Whether it was searched for in full already. */
  fullySearched: z.boolean(),
  /** The idempotency key of the create; null where the practice API accepts none. */
  key: z.nullable(z.string()),
});
/** A create that was sent and whose result is not known. */
export type Attempt = z.infer<typeof attemptSchema>;

const draftSchema = z.object({
  values: formValuesSchema,
  attempt: z.nullable(attemptSchema),
  /** Whether it is to be booked once the connection is back. */
  whenBack: z.optional(z.boolean()),
  /** The pet whose form continues the draft, or {@link WALK_IN}; empty for a form that was opened for no pet. */
  scope: z.string(),
  /** What the form that has the draft was opened for; null once the form was closed. */
  openFor: z.nullable(z.string()),
});
type StoredDraft = z.infer<typeof draftSchema>;

/** What was typed and not booked yet. By its id two forms of the same draft know that they mean one appointment. */
export interface Draft extends Omit<StoredDraft, 'scope' | 'openFor'> {
  id: string;
}

/** A booked appointment. Instants in UTC, ISO 8601. */
export interface BookedAppointment {
  id: string;
  start: string;
  end: string;
  storeId: string;
  petName: string;
}

/** The scope of the drafts of patients who are here without an appointment. */
export const WALK_IN = 'walk-in';

export interface DraftStore {
  /**
   * The draft that a newly opened form continues, of those that are not being booked. A form that was open at a reload
   * continues as it was (`whole`) under the same link; any other gets the draft that may have been booked, else the unfinished
   * one, of its scope.
   */
  restore(options: {
    link: string;
    isBeingBooked: (draftId: string) => boolean;
  }): { draft: Draft; whole: boolean } | null;
  find(draftId: string): Draft | null;
  /** Stores a draft in place of another unfinished one for the same pet, unless it has ended. */
  write(draft: Draft): void;
  remove(draftId: string): void;
  /** Removes a draft for good: it was booked or discarded. */
  end(draftId: string): void;
  hasEnded(draftId: string): boolean;
  /** Called when the form opens, with a key of everything that it was opened for. */
  open(link: string): void;
  close(draftId: string): void;
}

interface DraftStoreOptions {
  /** The storage of this tab. */
  storage: Store;
  companyId: string;
  /** The owner of the drafts (`DeskSession`): nobody else sees them. Null where all desks share one key. */
  person: string | null;
  /** The pet that the form was opened for, if any, or {@link WALK_IN}: a form for another one does not continue its drafts. */
  scope?: string | undefined;
  /** Milliseconds since 1970-01-01T00:00Z. */
  clock?: () => number;
}

/** Stores the drafts of a form in this tab of the browser, through reloads and sign-outs. */
export function createDraftStore(options: DraftStoreOptions): DraftStore {
  const { storage, companyId, person, scope = '', clock = Date.now } = options;
  const drafts = createTabDrafts({ storage, kind: 'booking', owner: [person, companyId], schema: draftSchema, clock });
  const ended = new Set<string>();
  let openFor: string | null = null;

  return {
    restore({ link, isBeingBooked }) {
      const free = drafts.all().filter(({ id }) => !isBeingBooked(id));
      const open = free.find(({ value }) => value.openFor === link);
      if (open) return { draft: draftOf(open), whole: true };
      const fitting = free.filter(({ value }) => value.scope === scope);
      const draft = fitting.find(({ value }) => value.attempt) ?? fitting[0];
      return draft ? { draft: draftOf(draft), whole: false } : null;
    },
    find(id) {
      const value = drafts.find(id);
      return value && draftOf({ id, value });
    },
    write({ id, ...draft }) {
      if (ended.has(id)) return;
      const { pet } = draft.values;
      // With another pet in it, a form for this pet does not continue it.
      const isOwn = pet === null || pet.id === scope || scope === WALK_IN;
      const value: StoredDraft = { ...draft, scope: isOwn ? scope : '', openFor };
      for (const other of drafts.all()) {
        const isReplaced = other.value.scope === value.scope && other.value.attempt === null;
        if (isReplaced) drafts.remove(other.id);
      }
      drafts.write(id, value);
    },
    remove: drafts.remove,
    end(id) {
      ended.add(id);
      drafts.remove(id);
    },
    hasEnded: (id) => ended.has(id),
    open(link) {
      openFor = link;
    },
    close(id) {
      openFor = null;
      const value = drafts.find(id);
      if (value) drafts.write(id, { ...value, openFor });
    },
  };
}

function draftOf({
  id,
  value: { scope: _scope, openFor: _openFor, ...draft },
}: {
  id: string;
  value: StoredDraft;
}): Draft {
  return { id, ...draft };
}
