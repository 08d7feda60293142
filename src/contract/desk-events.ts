import * as z from 'zod/mini';
import { instantSchema, uuidSchema } from '#contract/primitives.ts';

/*
 * The gateway's events for open boards: `GET /desk/events?companyId=`, an event stream (WHATWG HTML, 9.2) of the browser's session.
 * Events come in order. What happened before a connection has none: a board reads after it has connected.
 */

/** The names of the events. */
export const deskEventNames = {
  /** {@link deskStateSchema}: the first event, then at least every {@link deskEventTimes.stateEveryMs}, and when it changes. */
  state: 'state',
  /** {@link deskChangedSchema}. */
  changed: 'changed',
  /** `{}`: it is not known what was missed. */
  reset: 'reset',
  /** {@link deskPresenceSchema}: all colleagues of whom this desk may know, whenever that changes. */
  presence: 'presence',
} as const;

/** In milliseconds. */
export const deskEventTimes = {
  stateEveryMs: 5_000,
  /** A board that hears nothing for this long takes the stream for lost. */
  silenceMs: 12_000,
  /** How often a desk repeats what it is doing. */
  presenceEveryMs: 5_000,
  /** What a desk is doing is forgotten unless it is repeated within this time. */
  presenceKeptMs: 12_000,
} as const;

/** Whether the practice API reports changes now. */
export const deskStateSchema = z.object({ live: z.boolean() });
export type DeskState = z.infer<typeof deskStateSchema>;

const idsOrAllSchema = z.union([z.array(z.string()), z.literal(true)]);

/** What changed, as in `changedEventSchema`: ids alone, which are read where they are of use. */
export const deskChangedSchema = z.object({
  appointments: z.optional(z.array(z.string())),
  availability: z.optional(z.boolean()),
  waitingList: z.optional(z.boolean()),
  practice: z.optional(z.boolean()),
  clients: z.optional(idsOrAllSchema),
  pets: z.optional(idsOrAllSchema),
});
export type DeskChanged = z.infer<typeof deskChangedSchema>;

/** An id of a record: what another practice API calls its records need not be a UUID. */
const recordId = z.string().check(z.minLength(1), z.maxLength(100));

/**
 * What somebody is doing: booking a time (`start` and `end` instants in UTC) at a store, in a room and with a vet where they are chosen, or changing
 * an appointment.
 */
export const deskActivitySchema = z.union([
  z.strictObject({
    kind: z.literal('booking'),
    storeId: recordId,
    roomId: z.nullable(recordId),
    employeeId: z.nullable(recordId),
    start: instantSchema,
    end: instantSchema,
  }),
  z.strictObject({ kind: z.literal('changing'), storeId: recordId, appointmentId: recordId }),
]);
export type DeskActivity = z.infer<typeof deskActivitySchema>;

/** The body of `POST /desk/presence`: what the tab `desk` is doing; null for nothing any more. The answer is `{}`. */
export const deskPresenceRequestSchema = z.strictObject({
  companyId: recordId,
  desk: uuidSchema,
  activity: z.nullable(deskActivitySchema),
});

/** The gateway's own endpoint to which a tab says what it is doing. */
export const presenceEndpoint = { method: 'POST', path: '/desk/presence', input: deskPresenceRequestSchema } as const;

/** The colleagues who are doing something, within reach of the desk. `name` is null where nobody signs in. */
export const deskPresenceSchema = z.object({
  desks: z.array(z.object({ desk: z.string(), name: z.nullable(z.string()), activity: deskActivitySchema })),
});
export type DeskPresence = z.infer<typeof deskPresenceSchema>;
export type Colleague = DeskPresence['desks'][number];
