import * as z from 'zod/mini';
import { sentCreateSchema } from '#app/api/sure-create.ts';
import { newId } from '#app/browser/new-id.ts';
import type { Store } from '#app/browser/storage.ts';
import { createTabDrafts } from '#app/browser/tab-drafts.ts';
import { bookingRequestSchema } from './booking-values.ts';
import { registrationSchema } from './registration.ts';

/** The registration of a client or a pet: what was sent and may have been stored, and its id once it is certain. */
const registeringSchema = z.nullable(z.object({ sent: z.nullable(sentCreateSchema), id: z.nullable(z.string()) }));

const attemptSchema = z.object({
  registration: z.nullable(registrationSchema),
  client: registeringSchema,
  pet: registeringSchema,
  /** The appointment that was sent and whose result is not certain. */
  appointment: z.nullable(
    z.object({
      request: bookingRequestSchema,
      sent: sentCreateSchema,
      /** Ids of the appointments at that time just before sending; null where they could not be read. */
      idsBefore: z.nullable(z.array(z.string())),
      petName: z.string(),
      /** The room that was chosen; null for any. */
      roomId: z.nullable(z.string()),
    }),
  ),
});
/** How far a booking has come: what was registered or sent of it, and is not to be sent twice. */
export type Attempt = z.infer<typeof attemptSchema>;
export type SentAppointment = NonNullable<Attempt['appointment']>;

export const noAttempt: Attempt = { registration: null, client: null, pet: null, appointment: null };

/** A draft as it is stored; the form reads its values. */
export const storedDraftSchema = z.object({ values: z.unknown(), attempt: attemptSchema });

/** Which parts of a registration were sent: from then on they stay as they are. */
export function sentParts({ client, pet }: Attempt = noAttempt): { client: boolean; pet: boolean } {
  return { client: client !== null || pet !== null, pet: pet !== null };
}

interface Content<Values> {
  values: Values;
  attempt: Attempt;
}

/** The unfinished booking of one form. */
export interface Draft<Values> {
  readonly id: string;
  read(): Content<Values> | null;
  /** Stores the form, and the attempt where it is given. */
  write(next: Pick<Content<Values>, 'values'> & Partial<Content<Values>>): void;
  /** Deletes the draft for good: it was booked or discarded. */
  end(): void;
}

interface DraftsOptions<Schema extends z.ZodMiniType> {
  /** The storage of this tab. */
  storage: Store;
  companyId: string;
  /** The owner (`DeskSession`): only they see the drafts. Null where all desks share one key. */
  person: string | null;
  /** The values of the form. */
  schema: Schema;
  /** Milliseconds since 1970-01-01T00:00Z. */
  clock?: () => number;
}

/** How many unsent bookings are stored: a desk that is interrupted twice finds both again. */
const MAX_UNSENT = 3;

/** Drafts that were booked or discarded since the page was loaded. */
const ended = new Set<string>();

/**
 * The unfinished bookings of a person in this tab of the browser, the newest first, which outlive reloads and sign-outs.
 */
export function createDrafts<Schema extends z.ZodMiniType>(options: DraftsOptions<Schema>) {
  type Values = z.output<Schema>;
  const { storage, companyId, person, schema, clock = Date.now } = options;
  const stored = createTabDrafts({
    ...{ storage, kind: 'booking', owner: [person, companyId], schema: storedDraftSchema },
    clock,
  });
  const all = () =>
    stored.all().flatMap(({ id, value: { values, attempt } }) => {
      const parsed = schema.safeParse(values);
      return parsed.success ? [{ id, values: parsed.data, attempt }] : [];
    });

  return {
    /** The unfinished booking to offer, first one that may have been booked; null where there is none. */
    unfinished(isBeingBooked: (id: string) => boolean = () => false): (Content<Values> & { id: string }) | null {
      const free = all().filter(({ id }) => !isBeingBooked(id));
      return free.find(({ attempt }) => isSent(attempt)) ?? free[0] ?? null;
    },
    /** The draft of a form: a new one, or the one with that id. */
    open(id = newId()): Draft<Values> {
      const read = () => all().find((draft) => draft.id === id) ?? null;
      return {
        id,
        read,
        write({ values, attempt = read()?.attempt ?? noAttempt }) {
          if (ended.has(id)) return;
          stored.write(id, { values, attempt });
          const unsent = stored.all().filter(({ value }) => !isSent(value.attempt));
          for (const other of unsent.slice(MAX_UNSENT)) stored.remove(other.id);
        },
        end() {
          ended.add(id);
          stored.remove(id);
        },
      };
    },
  };
}

/** Whether something of an attempt was sent. */
export const isSent = ({ client, pet, appointment }: Attempt) =>
  client !== null || pet !== null || appointment !== null;
