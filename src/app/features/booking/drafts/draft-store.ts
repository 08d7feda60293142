import { z } from 'zod';
import { bookingRequestSchema, formValuesSchema } from '#app/features/booking/booking-schema.ts';

const attemptSchema = z.object({
  request: bookingRequestSchema,
  /** When it was sent by this browser's clock, in milliseconds since 1970-01-01T00:00Z. */
  sentAt: z.number(),
  /** Ids of what was booked in that time just before; null where that could not be read. */
  knownIds: z.array(z.string()).nullable(),
  petName: z.string(),
  /** Whether it was looked for with all patience already. */
  patient: z.boolean(),
  /** The idempotency key that it was sent with; null where the practice API takes none. */
  key: z.string().nullable().default(null),
});
/** A create that was sent and whose end is not known. */
export type Attempt = z.infer<typeof attemptSchema>;

const draftSchema = z.object({
  id: z.string(),
  values: formValuesSchema.extend({
    // Drafts once were written without them.
    newcomer: formValuesSchema.shape.newcomer.default(null),
    unmatched: formValuesSchema.shape.unmatched.default({ pet: '', visitTypeId: '', employeeId: '' }),
  }),
  attempt: attemptSchema.nullable(),
  /** The pet whose form goes on with it; empty for the form of no pet in particular. */
  scope: z.string().default(''),
});
type KeptDraft = z.infer<typeof draftSchema>;

/** Once a form had one draft for all tabs, kept without the list. */
const draftsSchema = z.union([
  // One that cannot be read does not take the others with it.
  z.array(draftSchema.nullable().catch(null)).transform((drafts) => drafts.filter((draft) => draft !== null)),
  draftSchema.transform((draft) => [draft]),
]);

/** What was typed and not booked yet. Its id tells two forms on the same draft that they mean one appointment. */
export type Draft = Omit<KeptDraft, 'scope'>;

const bookedAppointmentSchema = z.object({
  id: z.string(),
  start: z.string(),
  end: z.string(),
  storeId: z.string(),
  petName: z.string(),
});
/** What a booking made. Instants in UTC, ISO 8601. */
export type BookedAppointment = z.infer<typeof bookedAppointmentSchema>;

const bookedDraftSchema = z.object({
  draftId: z.string(),
  booked: bookedAppointmentSchema,
  request: bookingRequestSchema.nullable().default(null),
});
/** An appointment that a draft became, and what was sent for it; null where that was not written down. */
export type BookedDraft = Omit<z.infer<typeof bookedDraftSchema>, 'draftId'>;

const bookedDraftsSchema = z.array(bookedDraftSchema);
const openFormSchema = z.object({ id: z.string(), link: z.string(), open: z.boolean() });

/** How many bookings are remembered, so that a second tab on the same draft learns that it was booked. */
const REMEMBERED = 20;

export interface DraftStore {
  /**
   * What a form that opens goes on with, of the drafts that are not `inUse` by others. A form that was open in this tab when the
   * page went away goes on as it was (`whole`); any other gets this tab's last draft, else one that may have been booked,
   * else the newest, of those that belong to what it was opened for.
   */
  restore(inUse: ReadonlySet<string>): { draft: Draft; whole: boolean } | null;
  find(draftId: string): Draft | null;
  write(draft: Draft): void;
  discard(draftId: string): void;
  /** Notes that the form of this tab has this draft, for when the page goes away with it. */
  open(draftId: string): void;
  /** Notes that its user has closed it. */
  close(): void;
  /** Forgets the draft and remembers what became of it. */
  settle(draftId: string, became: BookedDraft): void;
  /** The appointment that a draft became, here or in another tab. */
  bookedAs(draftId: string): BookedDraft | null;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

interface DraftStoreOptions {
  storage: Store;
  /** What only this tab keeps, through reloads: which draft its form has. */
  tab: Store;
  companyId: string;
  /** Whose drafts they are (`DeskSession`): nobody else at this browser sees them. Null where all desks share one key. */
  person: string | null;
  /** The pet that the form was opened for, or nothing: a form of another pet does not go on with its drafts. */
  scope?: string | undefined;
  /** All that the form was opened for, in any spelling. */
  link?: string | undefined;
}

/** What a browser would not keep lives as long as the page. */
const unkept = new WeakMap<Store, Map<string, string>>();

/**
 * Keeps the drafts of one form in the browser, through reloads, crashes and sign-outs; a tab that is open beside another
 * has a draft of its own. What it reads is parsed like anything from outside; storage that is full or forbidden keeps it
 * only as long as the page.
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

  function load<Schema extends z.ZodType>(from: Store, key: string, schema: Schema): z.output<Schema> | null {
    try {
      const text = unkept.get(from)?.get(key) ?? from.getItem(key);
      return text === null ? null : schema.parse(JSON.parse(text));
    } catch {
      return null;
    }
  }

  function save(to: Store, key: string, value: unknown): void {
    const text = JSON.stringify(value);
    const own = unkept.get(to) ?? new Map<string, string>();
    unkept.set(to, own);
    try {
      to.setItem(key, text);
      own.delete(key);
    } catch {
      own.set(key, text);
    }
  }

  const all = () => load(storage, draftKey, draftsSchema) ?? [];
  const find = (draftId: string) => all().find(({ id }) => id === draftId) ?? null;
  const openForm = () => load(tab, draftKey, openFormSchema);
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
      // With another pet in it, it is not what a form for this pet goes on with.
      const kept: KeptDraft = { ...draft, scope: pet === null || pet.id === scope ? scope : '' };
      save(storage, draftKey, [kept, ...all().filter(({ id }) => id !== draft.id)]);
    },
    discard,
    open: (id) => save(tab, draftKey, { id, link, open: true }),
    close() {
      const own = openForm();
      if (own) save(tab, draftKey, { ...own, open: false });
    },
    settle(draftId, became) {
      const others = (load(storage, bookedKey, bookedDraftsSchema) ?? []).filter((entry) => entry.draftId !== draftId);
      save(storage, bookedKey, [{ draftId, ...became }, ...others].slice(0, REMEMBERED));
      discard(draftId);
    },
    bookedAs: (draftId) =>
      load(storage, bookedKey, bookedDraftsSchema)?.find((entry) => entry.draftId === draftId) ?? null,
  };
}

function draftOf({ id, values, attempt }: KeptDraft): Draft {
  return { id, values, attempt };
}

/** A new draft's id. It works on plain http, too, where `crypto.randomUUID` is missing. */
export function newDraftId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('');
}

const FORM_LOCK = 'frontdesk.form.';
const BOOKING_LOCK = 'frontdesk.booking.';

/** The name of the lock under which one tab at a time books a draft. */
export const bookingLock = (draftId: string) => `${BOOKING_LOCK}${draftId}`;

/** The locks that this tab has released; the browser may not have noticed yet. */
const released = new Set<string>();

/**
 * The ids of drafts that an open form has or that are being booked, in any tab of this browser. A page without locks
 * (plain http in a network) knows of none: what a draft became is then compared before it is booked.
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

/** Holds a draft for a form, until what it returns is called or the page is gone. */
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
