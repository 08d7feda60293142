import * as z from 'zod/mini';
import { appointmentSchema } from '#contract/appointment.ts';
import { company, type Endpoint, extensionTag } from '#contract/endpoint.ts';
import { unresolvedRecordSchema } from '#contract/page.ts';
import { uuidSchema } from '#contract/primitives.ts';

/*
 * Changes, told the moment they are made: `GET /v1/events`, beyond the document. The response is an event stream (WHATWG HTML, 9.2).
 * Each event has an `id`; a client that reconnects sends the last one as `Last-Event-ID`.
 */

/** The header with the id of the last event that a client has (WHATWG HTML, 9.2.4). */
export const lastEventIdHeader = 'Last-Event-ID';

/** The names of the events of a stream. */
export const eventNames = {
  /** Something changed, and can be read. */
  changed: 'changed',
  /** It is not known what was missed; everything may have changed. The first event where no event id was sent. */
  reset: 'reset',
} as const;

/** Limits of a stream, times in milliseconds. */
export const eventLimits = {
  /** The most ids of one event. */
  ids: 500,
  /** The most records of one event; where more changed at once, only their ids are told. */
  records: 50,
  /** A comment is sent at least this often, so that silence means a lost connection. */
  commentEveryMs: 15_000,
  /** The most open streams of a key. */
  streams: 10,
  /** What was missed is told to who was away for no longer, and missed no more changes than `keptChanges`. */
  keptMs: 10 * 60_000,
  keptChanges: 10_000,
} as const;

/** The query of `GET /v1/events`. */
const eventsQuerySchema = z.extend(company, {
  storeIds: z.optional(z.array(uuidSchema).check(z.minLength(1))),
  /** Whether the changed appointments themselves are sent along. */
  records: z.optional(z.enum(['true', 'false'])),
});

/**
 * The data of `event: changed`. A key is there only where something of it changed: `appointments` are the ids within reach; `availability`
 * the plan; `practice` stores, rooms, visit types or people. `records` are the appointments as they are now, where the stream was opened with
 * `records=true`; they may lack some of `appointments`. Nothing is there where a client that came back missed nothing.
 */
export const changedEventSchema = z.strictObject({
  appointments: z.optional(z.array(uuidSchema).check(z.minLength(1), z.maxLength(eventLimits.ids))),
  records: z.optional(z.array(z.union([appointmentSchema, unresolvedRecordSchema]))),
  availability: z.optional(z.literal(true)),
  practice: z.optional(z.literal(true)),
});
export type ChangedEvent = z.infer<typeof changedEventSchema>;

/** The operation, whose response 200 is `text/event-stream` with these events as data. */
export const listEvents = {
  method: 'GET',
  path: '/v1/events',
  input: eventsQuerySchema,
  response: changedEventSchema,
  streams: true,
  permission: 'appointments.read',
  tag: extensionTag,
  summary: 'What changes, the moment it does',
  description:
    'An event stream, one request of the rate limit however long it lasts. `changed` names what changed and can be read: the ids of appointments within reach, at most 500, with records=true the appointments, too; whether the plan changed, or stores, rooms, visit types or people. `reset` says that it is not known what was missed. A comment comes every 15 s. It ends within 5 s when the key no longer reaches what it tells of. At most 10 streams of a key.',
} as const satisfies Endpoint;
