import * as z from 'zod/mini';
import { deskInstantSchema } from '#contract/desk.ts';

/*
 * The gateway's events for open calendars: `GET /desk/events?companyId=`, an event stream (WHATWG HTML, 9.2) that belongs to
 * the browser's session. Events arrive in order. Changes before the connection are not reported, so a calendar loads its data
 * after it has connected.
 */

export const deskEventNames = {
  /** {@link deskStateSchema}: sent first, then at least every {@link deskEventTimes.stateEveryMs} and after every change. */
  state: 'state',
  /** {@link deskChangedSchema}: records have changed. */
  changed: 'changed',
  /** `{}`: some changes may have been missed. */
  reset: 'reset',
  /** {@link deskPresenceSchema}: everyone whom this desk may see, sent after every change. */
  presence: 'presence',
} as const;

/** All times are in milliseconds. */
export const deskEventTimes = {
  stateEveryMs: 5_000,
  /** A calendar that receives nothing for this long considers the stream lost. */
  silenceMs: 12_000,
  /** The interval at which a desk repeats its current activity. */
  presenceEveryMs: 5_000,
  /** An activity that is not repeated within this time expires. */
  presenceExpiryMs: 12_000,
} as const;

/** `live` says whether the practice API currently reports changes. */
export const deskStateSchema = z.object({ live: z.boolean() });
export type DeskState = z.infer<typeof deskStateSchema>;

const idsOrAllSchema = z.union([z.array(z.string()), z.literal(true)]);

/**
 * The changes in the practice, as in `changedEventSchema`. They contain only ids; a calendar that needs the records
 * requests them.
 */
export const deskChangedSchema = z.object({
  appointments: z.optional(z.array(z.string())),
  availability: z.optional(z.boolean()),
  waitingList: z.optional(z.boolean()),
  messages: z.optional(z.boolean()),
  onlineRequests: z.optional(z.boolean()),
  recalls: z.optional(z.boolean()),
  practice: z.optional(z.boolean()),
  clients: z.optional(idsOrAllSchema),
  pets: z.optional(idsOrAllSchema),
});
export type DeskChangedEvent = z.infer<typeof deskChangedSchema>;

/** The id of a record. Ids of other practice systems need not be UUIDs. */
export const deskRecordIdSchema = z.string().check(z.minLength(1), z.maxLength(100));

/**
 * The activity of a person: booking a time (`start` and `end` are instants in UTC) at a store, with the room and vet if
 * they are chosen; or changing an appointment.
 */
export const deskActivitySchema = z.union([
  z.strictObject({
    kind: z.literal('booking'),
    storeId: deskRecordIdSchema,
    roomId: z.nullable(deskRecordIdSchema),
    employeeId: z.nullable(deskRecordIdSchema),
    start: deskInstantSchema,
    end: deskInstantSchema,
  }),
  z.strictObject({ kind: z.literal('changing'), storeId: deskRecordIdSchema, appointmentId: deskRecordIdSchema }),
]);
export type DeskActivity = z.infer<typeof deskActivitySchema>;

/** The gateway's own operation through which a tab reports its activity. */
export const presenceCall = { method: 'POST', path: '/desk/presence' } as const;

/**
 * The people whom this desk may see and who are doing something. `name` is null if the gateway uses one shared key without
 * sign-in.
 */
export const deskPresenceSchema = z.object({
  desks: z.array(z.object({ desk: z.string(), name: z.nullable(z.string()), activity: deskActivitySchema })),
});
export type DeskPresence = z.infer<typeof deskPresenceSchema>;
export type Colleague = DeskPresence['desks'][number];
