import { z } from 'zod';
import type { BookedAppointment, BookingFormValues } from './booking-model.ts';
import { bookingFormValuesSchema } from './booking-schema.ts';
import type { Attempt } from './resolve-outcome.ts';

const attemptSchema = z.object({
  request: z.object({
    companyId: z.string(),
    storeIds: z.array(z.string()),
    petId: z.string(),
    visitTypeId: z.string(),
    start: z.string(),
    end: z.string(),
    status: z.string().optional(),
    employeeId: z.string().optional(),
    notes: z.string().optional(),
  }),
  sentAt: z.number(),
  knownIds: z.array(z.string()).nullable(),
  petName: z.string(),
  patient: z.boolean(),
}) satisfies z.ZodType<PendingAttempt>;

/** A create whose end is not known. */
export interface PendingAttempt extends Attempt {
  petName: string;
  /** Whether it was looked for with all patience already. */
  patient: boolean;
}

const draftSchema = z.object({
  id: z.string(),
  values: bookingFormValuesSchema,
  attempt: attemptSchema.nullable(),
});
/** Once a form had one draft for all tabs, kept without the list. */
const draftsSchema = z.union([
  // One that cannot be read does not take the others with it.
  z.array(draftSchema.nullable().catch(null)).transform((drafts) => drafts.filter((draft) => draft !== null)),
  draftSchema.transform((draft) => [draft]),
]);

/** What was typed and not booked yet. Its id tells two forms on the same draft that they mean one appointment. */
export interface Draft {
  id: string;
  values: BookingFormValues;
  attempt: PendingAttempt | null;
}

const bookedSchema = z.array(
  z.object({
    draftId: z.string(),
    booked: z.object({
      id: z.string(),
      start: z.string(),
      end: z.string(),
      storeId: z.string(),
      petName: z.string(),
    }) satisfies z.ZodType<BookedAppointment>,
  }),
);

/** How many bookings are remembered, so that a second tab on the same draft learns that it was booked. */
const REMEMBERED = 20;

export interface DraftStore {
  /** What a form that opens goes on with: this tab's own draft, else one that may have been booked, else the newest. */
  restore(): Draft | null;
  find(draftId: string): Draft | null;
  write(draft: Draft): void;
  discard(draftId: string): void;
  /** Forgets the draft and remembers what became of it. */
  settle(draftId: string, booked: BookedAppointment): void;
  /** The appointment that a draft became, here or in another tab. */
  bookedAs(draftId: string): BookedAppointment | null;
}

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

interface DraftStoreOptions {
  storage: Kept;
  /** What only this tab keeps, through reloads: which draft is its own. */
  tab?: Kept | undefined;
  companyId: string;
  /** Whose drafts they are (`DeskSession`): nobody else at this browser sees them. Null where all desks share one key. */
  person: string | null;
  /** Keeps the drafts of different forms apart: the pet that a follow-up is for, or nothing. */
  scope?: string | undefined;
}

/**
 * Keeps the drafts of one form in the browser, through reloads, crashes and sign-outs; a tab that is open beside another
 * has a draft of its own. What it reads is parsed like anything from outside; storage that is full or forbidden keeps it
 * only as long as the page.
 */
export function createDraftStore({ storage, tab, companyId, person, scope = '' }: DraftStoreOptions): DraftStore {
  const owner = person === null ? companyId : `${person}.${companyId}`;
  const draftKey = `frontdesk.draft.${owner}${scope === '' ? '' : `.${scope}`}`;
  const bookedKey = `frontdesk.booked.${owner}`;

  /** What the browser would not keep: it lives as long as the page. */
  const kept = new Map<string, string>();

  function load<Schema extends z.ZodType>(key: string, schema: Schema): z.output<Schema> | null {
    try {
      const text = kept.get(key) ?? storage.getItem(key);
      return text === null ? null : schema.parse(JSON.parse(text));
    } catch {
      return null;
    }
  }

  function save(key: string, value: unknown): void {
    const text = JSON.stringify(value);
    try {
      storage.setItem(key, text);
      kept.delete(key);
    } catch {
      kept.set(key, text);
    }
  }

  const all = () => load(draftKey, draftsSchema) ?? [];
  const find = (draftId: string) => all().find(({ id }) => id === draftId) ?? null;

  function ownId(): string | null {
    try {
      return tab?.getItem(draftKey) ?? null;
    } catch {
      return null;
    }
  }

  function discard(draftId: string): void {
    const drafts = all();
    const others = drafts.filter(({ id }) => id !== draftId);
    if (others.length === drafts.length) return;
    if (others.length > 0) {
      save(draftKey, others);
      return;
    }
    kept.delete(draftKey);
    try {
      storage.removeItem(draftKey);
    } catch {
      // Forbidden storage holds nothing to forget.
    }
  }

  return {
    restore() {
      const drafts = all();
      const own = ownId();
      return drafts.find(({ id }) => id === own) ?? drafts.find(({ attempt }) => attempt) ?? drafts[0] ?? null;
    },
    find,
    write(draft) {
      save(draftKey, [draft, ...all().filter(({ id }) => id !== draft.id)]);
      try {
        tab?.setItem(draftKey, draft.id);
      } catch {
        // Then the newest draft is the tab's own.
      }
    },
    discard,
    settle(draftId, booked) {
      const others = (load(bookedKey, bookedSchema) ?? []).filter((entry) => entry.draftId !== draftId);
      save(bookedKey, [{ draftId, booked }, ...others].slice(0, REMEMBERED));
      discard(draftId);
    },
    bookedAs: (draftId) => load(bookedKey, bookedSchema)?.find((entry) => entry.draftId === draftId)?.booked ?? null,
  };
}

/** A new draft's id. It works on plain http, too, where `crypto.randomUUID` is missing. */
export function newDraftId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('');
}
