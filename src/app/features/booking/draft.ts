import * as z from 'zod/mini';
import { pendingCreateSchema } from '#app/api/create-once.ts';
import { newId } from '#app/browser/new-id.ts';
import type { TextStorage } from '#app/browser/storage.ts';
import { createTabDrafts } from '#app/browser/tab-drafts.ts';
import { bookingRequestSchema } from './booking-request.ts';
import { registrationSchema } from './registration.ts';

/**
 * The registration of a client or pet: the create request that may have been processed, and the id once it is certain; null if
 * nothing was sent.
 */
const registrationProgressSchema = z.nullable(
  z.object({ sent: z.nullable(pendingCreateSchema), id: z.nullable(z.string()) }),
);

const attemptSchema = z.object({
  registration: z.nullable(registrationSchema),
  client: registrationProgressSchema,
  pet: registrationProgressSchema,
  /** An appointment that was sent, but whose outcome is uncertain. */
  appointment: z.nullable(
    z.object({
      request: bookingRequestSchema,
      sent: pendingCreateSchema,
      /**
       * Ids of the appointments that were already at the requested time, read just before the request was sent; null
       * if they could not be read.
       */
      idsBefore: z.nullable(z.array(z.string())),
      petName: z.string(),
      /** The selected room; null for any. */
      roomId: z.nullable(z.string()),
    }),
  ),
});
/** The progress of a booking: what was registered or sent, and must not be sent twice. */
export type BookingAttempt = z.infer<typeof attemptSchema>;
export type SentAppointment = NonNullable<BookingAttempt['appointment']>;

export const noAttempt: BookingAttempt = { registration: null, client: null, pet: null, appointment: null };

/** A draft as it is stored. The form parses its values. */
export const storedDraftSchema = z.object({ values: z.unknown(), attempt: attemptSchema });

/** Which parts of a registration were sent and can therefore no longer be edited. */
export function sentParts({ client, pet }: BookingAttempt = noAttempt): { client: boolean; pet: boolean } {
  return { client: client !== null || pet !== null, pet: pet !== null };
}

interface DraftContent<Values> {
  values: Values;
  attempt: BookingAttempt;
}

/** The stored copy of a form whose booking is unfinished. */
export interface StoredBookingDraft<Values> {
  readonly id: string;
  read(): DraftContent<Values> | null;
  /** Stores the values of the form and, if given, the attempt. */
  write(next: Pick<DraftContent<Values>, 'values'> & Partial<DraftContent<Values>>): void;
  /** Deletes the draft for good, after it was booked or discarded. */
  end(): void;
}

interface DraftsOptions<Schema extends z.ZodMiniType> {
  /** The tab's session storage. */
  storage: TextStorage;
  companyId: string;
  /** The person to whom the drafts belong, and who alone sees them; null if all desks share a key. */
  person: string | null;
  /** The schema of the form's values. */
  schema: Schema;
  /** Milliseconds since 1970-01-01T00:00Z. */
  clock?: () => number;
}

/** The maximum number of unsent bookings that are stored: the current one, and two that were interrupted. */
const MAX_UNSENT_DRAFTS = 3;

/** The ids of drafts that were booked or discarded since the page was loaded. */
const endedDraftIds = new Set<string>();

/**
 * Gives access to the unfinished bookings of a person in this browser tab, newest first. They survive reloads and
 * sign-outs.
 */
export function createDrafts<Schema extends z.ZodMiniType>(options: DraftsOptions<Schema>) {
  type Values = z.output<Schema>;
  const { storage, companyId, person, schema, clock = Date.now } = options;
  const stored = createTabDrafts({
    ...{ storage, kind: 'booking', owner: [person, companyId], schema: storedDraftSchema },
    clock,
  });
  const readAll = () =>
    stored.all().flatMap(({ id, value: { values, attempt } }) => {
      const parsed = schema.safeParse(values);
      return parsed.success ? [{ id, values: parsed.data, attempt }] : [];
    });

  return {
    /** The unfinished bookings to offer: first those that may have been booked, then the newest. */
    unfinished(): (DraftContent<Values> & { id: string })[] {
      return readAll().sort((a, b) => Number(isSent(b.attempt)) - Number(isSent(a.attempt)));
    },
    /** Opens the draft with the given id, or a new one. */
    open(id = newId()): StoredBookingDraft<Values> {
      const readDraft = () => readAll().find((draft) => draft.id === id) ?? null;
      return {
        id,
        read: readDraft,
        write({ values, attempt = readDraft()?.attempt ?? noAttempt }) {
          if (endedDraftIds.has(id)) return;
          stored.write(id, { values, attempt });
          const unsent = stored.all().filter(({ value }) => !isSent(value.attempt));
          for (const other of unsent.slice(MAX_UNSENT_DRAFTS)) stored.remove(other.id);
        },
        end() {
          endedDraftIds.add(id);
          stored.remove(id);
        },
      };
    },
  };
}

/** Whether something was sent whose outcome is unknown. */
export const isUnresolved = ({ client, pet, appointment }: BookingAttempt) =>
  appointment !== null || [client, pet].some((registering) => registering !== null && registering.sent !== null);

/** Whether anything of an attempt was sent. */
export const isSent = ({ client, pet, appointment }: BookingAttempt) =>
  client !== null || pet !== null || appointment !== null;
