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
  read(): Draft | null;
  write(draft: Draft): void;
  /** Forgets the draft, where it is still this one. */
  discard(draftId: string): void;
  /** Forgets the draft and remembers what became of it. */
  settle(draftId: string, booked: BookedAppointment): void;
  /** The appointment that a draft became, here or in another tab. */
  bookedAs(draftId: string): BookedAppointment | null;
}

interface DraftStoreOptions {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  companyId: string;
  /** Keeps the drafts of different forms apart: the pet that a follow-up is for, or nothing. */
  scope?: string | undefined;
}

/**
 * Keeps the draft of one form in the browser, through reloads and crashes. What it reads is parsed like anything from
 * outside; storage that is full or forbidden keeps it only as long
 * as the page.
 */
export function createDraftStore({ storage, companyId, scope = '' }: DraftStoreOptions): DraftStore {
  const draftKey = `frontdesk.draft.${companyId}${scope === '' ? '' : `.${scope}`}`;
  const bookedKey = `frontdesk.booked.${companyId}`;

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

  function discard(draftId: string): void {
    if (load(draftKey, draftSchema)?.id !== draftId) return;
    kept.delete(draftKey);
    try {
      storage.removeItem(draftKey);
    } catch {
      // Forbidden storage holds nothing to forget.
    }
  }

  return {
    read: () => load(draftKey, draftSchema),
    write: (draft) => save(draftKey, draft),
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
