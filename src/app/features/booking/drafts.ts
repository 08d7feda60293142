import * as z from 'zod/mini';
import { readStored, type Store } from '#app/browser/storage.ts';
import { bookingRequestSchema, formValuesSchema } from './booking-schema.ts';

const attemptSchema = z.object({
  request: bookingRequestSchema,
  /** When it was sent, by this browser's clock in milliseconds since 1970-01-01T00:00Z. */
  sentAt: z.number(),
  /** Ids of the appointments at that time just before sending; null where they could not be read. */
  knownIds: z.nullable(z.array(z.string())),
  petName: z.string(),
  /** Whether it was searched for in full already. */
  fullySearched: z._default(z.boolean(), false),
  /** The idempotency key of the create; null where the practice API accepts none. */
  key: z._default(z.nullable(z.string()), null),
});
/** A create that was sent and whose result is not known. */
export type Attempt = z.infer<typeof attemptSchema>;

/** Older drafts lack these fields, or have another name for one. */
const keptValuesSchema = z.pipe(
  z.transform((kept: unknown) =>
    typeof kept === 'object' && kept !== null && 'newcomer' in kept ? { newClient: kept.newcomer, ...kept } : kept,
  ),
  z.extend(formValuesSchema, {
    newClient: z._default(formValuesSchema.shape.newClient, null),
    roomId: z._default(formValuesSchema.shape.roomId, null),
    unmatched: z._default(formValuesSchema.shape.unmatched, { pet: '', visitTypeId: '', employeeId: '' }),
  }),
);

const draftSchema = z.object({
  id: z.string(),
  values: keptValuesSchema,
  attempt: z.nullable(attemptSchema),
  /** Whether it is to be booked once the connection is back. */
  whenBack: z.optional(z.boolean()),
  /** The pet whose form continues the draft, or {@link WALK_IN}; empty for a form that was opened for no pet. */
  scope: z._default(z.string(), ''),
});
type KeptDraft = z.infer<typeof draftSchema>;

/** Older versions stored a single draft instead of a list. */
const draftsSchema = z.union([
  // A draft that cannot be parsed is dropped, and the others stay.
  z.pipe(
    z.array(z.catch(z.nullable(draftSchema), null)),
    z.transform((drafts) => drafts.filter((draft) => draft !== null)),
  ),
  z.pipe(
    draftSchema,
    z.transform((draft) => [draft]),
  ),
]);

/** What was typed and not booked yet. By its id two forms of the same draft know that they mean one appointment. */
export type Draft = Omit<KeptDraft, 'scope'>;

const bookedAppointmentSchema = z.object({
  id: z.string(),
  start: z.string(),
  end: z.string(),
  storeId: z.string(),
  petName: z.string(),
});
/** A booked appointment. Instants in UTC, ISO 8601. */
export type BookedAppointment = z.infer<typeof bookedAppointmentSchema>;

const bookedDraftSchema = z.object({
  draftId: z.string(),
  booked: bookedAppointmentSchema,
  request: z._default(z.nullable(bookingRequestSchema), null),
});
/** The appointment that a draft became, and the request that was sent; null where that was not stored. */
export type BookedDraft = Omit<z.infer<typeof bookedDraftSchema>, 'draftId'>;

const bookedDraftsSchema = z.array(bookedDraftSchema);
const openFormSchema = z.object({ id: z.string(), link: z.string(), open: z.boolean() });

/** The scope of the drafts of patients who are here without an appointment. */
export const WALK_IN = 'walk-in';

/** How many bookings are stored, so that a second tab with the same draft learns that it was booked. */
const REMEMBERED = 20;

export interface DraftStore {
  /**
   * The draft that a newly opened form continues, of those not `inUse` by others. A form that was open in this tab at
   * a reload continues as it was (`whole`); any other gets this tab's last draft, else one that may have been booked,
   * else the newest, of those that belong to what it was opened for.
   */
  restore(inUse: ReadonlySet<string>): { draft: Draft; whole: boolean } | null;
  find(draftId: string): Draft | null;
  write(draft: Draft): void;
  discard(draftId: string): void;
  /** Stores which draft the form of this tab has, for a reload. */
  open(draftId: string): void;
  /** Stores that the user has closed the form. */
  close(): void;
  /** Deletes the draft and stores what it became. */
  settle(draftId: string, became: BookedDraft): void;
  /** The appointment that a draft became, in this or another tab. */
  bookedAs(draftId: string): BookedDraft | null;
}

interface DraftStoreOptions {
  storage: Store;
  /** Storage of this tab alone, kept through reloads: which draft its form has. */
  tab: Store;
  companyId: string;
  /**
   * The owner of the drafts (`DeskSession`): nobody else in this browser sees them. Null where all desks share one
   * key.
   */
  person: string | null;
  /** The pet that the form was opened for, if any, or {@link WALK_IN}: a form for another one does not continue its drafts. */
  scope?: string | undefined;
  /** A key of everything that the form was opened for. */
  link?: string | undefined;
}

/**
 * Stores the drafts of a form in the browser, through reloads, crashes and sign-outs; another open tab has a draft of
 * its own. What it reads is validated.
 */
export function createDraftStore({
  storage,
  tab,
  companyId,
  person,
  scope = '',
  link = '',
}: DraftStoreOptions): DraftStore {
  const owner = person === null ? companyId : `${person}.${companyId}`;
  const draftKey = `frontdesk.draft.${owner}`;
  const bookedKey = `frontdesk.booked.${owner}`;

  const save = (to: Store, key: string, value: unknown) => to.setItem(key, JSON.stringify(value));
  const all = () => readStored(storage, draftKey, draftsSchema) ?? [];
  const find = (draftId: string) => all().find(({ id }) => id === draftId) ?? null;
  const allBooked = () => readStored(storage, bookedKey, bookedDraftsSchema) ?? [];
  const openForm = () => readStored(tab, draftKey, openFormSchema);
  const discard = (draftId: string) => {
    const drafts = all();
    const others = drafts.filter(({ id }) => id !== draftId);
    if (others.length < drafts.length) save(storage, draftKey, others);
  };

  return {
    restore(inUse) {
      const own = openForm();
      const free = all().filter(({ id }) => !inUse.has(id));
      const left = own?.open && own.link === link ? free.find(({ id }) => id === own.id) : undefined;
      if (left) return { draft: draftOf(left), whole: true };
      const fitting = free.filter((draft) => draft.scope === scope);
      const draft = fitting.find(({ id }) => id === own?.id) ?? fitting.find(({ attempt }) => attempt) ?? fitting[0];
      return draft ? { draft: draftOf(draft), whole: false } : null;
    },
    find(draftId) {
      const draft = find(draftId);
      return draft && draftOf(draft);
    },
    write(draft) {
      const { pet } = draft.values;
      // With another pet in it, a form for this pet does not continue it.
      const isOwn = pet === null || pet.id === scope || scope === WALK_IN;
      const kept: KeptDraft = { ...draft, scope: isOwn ? scope : '' };
      save(storage, draftKey, [kept, ...all().filter(({ id }) => id !== draft.id)]);
    },
    discard,
    open: (id) => save(tab, draftKey, { id, link, open: true }),
    close() {
      const own = openForm();
      if (own) save(tab, draftKey, { ...own, open: false });
    },
    settle(draftId, became) {
      const others = allBooked().filter((entry) => entry.draftId !== draftId);
      save(storage, bookedKey, [{ draftId, ...became }, ...others].slice(0, REMEMBERED));
      discard(draftId);
    },
    bookedAs: (draftId) => allBooked().find((entry) => entry.draftId === draftId) ?? null,
  };
}

function draftOf({ scope: _, ...draft }: KeptDraft): Draft {
  return draft;
}

const FORM_LOCK = 'frontdesk.form.';
const BOOKING_LOCK = 'frontdesk.booking.';

/** The name of the lock that lets one tab at a time book a draft. */
export const bookingLock = (draftId: string) => `${BOOKING_LOCK}${draftId}`;

/** Locks that this tab has released; `navigator.locks.query` may still list them. */
const released = new Set<string>();

/**
 * The ids of drafts that an open form holds or that are being booked, in any tab of this browser. A page without Web
 * Locks (plain http in a network) sees none; there the state of a draft is compared before it is booked.
 */
export async function draftsInUse(): Promise<ReadonlySet<string>> {
  if (!('locks' in navigator)) return new Set();
  const { held = [] } = await navigator.locks.query();
  const names = held.flatMap(({ name }) => (name === undefined || released.has(name) ? [] : [name]));
  return new Set(
    [FORM_LOCK, BOOKING_LOCK].flatMap((kind) =>
      names.flatMap((name) => (name.startsWith(kind) ? [name.slice(kind.length)] : [])),
    ),
  );
}

/** Locks a draft for a form until the returned function is called or the page is closed. */
export function holdDraft(draftId: string): () => void {
  if (!('locks' in navigator)) return () => undefined;
  const name = `${FORM_LOCK}${draftId}`;
  const over = new AbortController();
  void navigator.locks
    .request(name, { mode: 'shared' }, () =>
      over.signal.aborted ? undefined : new Promise((end) => over.signal.addEventListener('abort', end)),
    )
    .finally(() => released.delete(name));
  return () => {
    released.add(name);
    over.abort();
  };
}
