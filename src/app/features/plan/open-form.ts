import * as z from 'zod/mini';
import { createStore } from '#app/browser/create-store.ts';
import { newId } from '#app/browser/new-id.ts';
import { sessionStore } from '#app/browser/storage.ts';
import { createTabDrafts } from '#app/browser/tab-drafts.ts';
import type { EntryScope, InitialEntryValues, PlanEntryChanges } from '#app/changes/plan-actions.ts';
import { availabilityKindSchema } from '#contract/enums.ts';
import { type ReceivedAvailability, receivedAvailabilitySchema } from '#contract/received-availability.ts';

/** The subject of the form: a new, prefilled entry, or an existing one with its unsaved changes, if any. */
export type FormSubject =
  | { entry: InitialEntryValues; isNew: true }
  | { entry: ReceivedAvailability; isNew: false; wanted: PlanEntryChanges; scope: EntryScope };

const valuesSchema = z.object({
  /** The kind of an entry as the form shows it: an employee works or is away, or a room or store is blocked. */
  what: z.enum(['shift', 'away', 'blocked']),
  employeeId: z.nullable(z.string()),
  storeId: z.nullable(z.string()),
  /** Whether all stores are blocked at once. */
  allStores: z.boolean(),
  /** The room: null for any room or the whole store, undefined until one of them is chosen. */
  roomId: z.optional(z.nullable(z.string())),
  /** `YYYY-MM-DD`, or text that is not a date yet, as typed. */
  date: z.string(),
  lastDate: z.string(),
  from: z.string(),
  to: z.string(),
  allDay: z.boolean(),
  title: z.string(),
  repeats: z.boolean(),
  weekdays: z.readonly(z.array(z.number())),
  everyWeeks: z.number(),
  until: z.string(),
});
export type EntryValues = z.infer<typeof valuesSchema>;

const typedEntrySchema = z.object({ values: valuesSchema, scope: z.enum(['this', 'following']) });
/** The input of the form, and the entries of a series to which it applies. */
export type TypedEntry = z.infer<typeof typedEntrySchema>;

interface OpenForm {
  of: FormSubject;
  key: string;
  /** The input that has not been saved; null if nothing was typed. */
  typed: TypedEntry | null;
}

const draftSchema = z.object({
  /** The existing entry; null for a new one. */
  existing: z.nullable(receivedAvailabilitySchema),
  /** The values with which the form of a new entry opened. */
  entry: z.object({ kind: availabilityKindSchema, start: z.string(), end: z.string() }),
  typed: typedEntrySchema,
});
const DRAFT_ID = 'form';

/**
 * Creates the store of the open form; null if none is open. Unsaved input is kept when the page is reloaded or its owner signs
 * out.
 */
export function createOpenFormStore(owner: { person: string | null; companyId: string }) {
  const drafts = createTabDrafts({
    ...{ storage: sessionStore, kind: 'plan', owner: [owner.person, owner.companyId] },
    schema: draftSchema,
  });
  const draft = drafts.find(DRAFT_ID);
  const form = createStore<OpenForm | null>(draft && { of: subjectFromDraft(draft), key: newId(), typed: draft.typed });
  return {
    ...form,
    /** Opens a form in place of the one that is open. */
    open: (of: FormSubject) => form.set({ of, key: newId(), typed: null }),
    close() {
      drafts.remove(DRAFT_ID);
      form.set(null);
    },
    /** Stores the input of the form; null if there is none. */
    keep(typed: TypedEntry | null) {
      const open = form.get();
      if (open === null) return;
      const { of } = open;
      if (typed === null) drafts.remove(DRAFT_ID);
      else drafts.write(DRAFT_ID, { existing: of.isNew ? null : of.entry, entry: of.entry, typed });
      form.set({ ...open, typed });
    },
  };
}

function subjectFromDraft({ existing, entry }: z.infer<typeof draftSchema>): FormSubject {
  return existing === null ? { entry, isNew: true } : { entry: existing, isNew: false, wanted: {}, scope: 'this' };
}
