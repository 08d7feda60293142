import * as z from 'zod/mini';
import { company, type Endpoint, extensionTag, storeIds } from '#contract/endpoint.ts';
import type { Permission } from '#contract/permissions.ts';
import { uuidSchema } from '#contract/primitives.ts';

/*
 * Changes, the moment they are committed: `GET /v1/events`, beyond the document. The response is an event stream (WHATWG HTML, 9.2).
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
  /** The most ids of a kind in one event. */
  ids: 500,
  /** The longest silence after an event or a comment: longer means a lost connection. */
  commentEveryMs: 15_000,
  /** The most open streams of a key. */
  streams: 10,
  /** A client that was away for longer, or missed more changes than `retainedChanges`, begins with a reset. */
  retainedMs: 10 * 60_000,
  retainedChanges: 10_000,
} as const;

/** The kinds of people's records whose changes are reported by id, and the permission without which they are not. */
export const reportedPeople = { clients: 'clients.read', pets: 'pets.read' } as const satisfies Record<
  string,
  Permission
>;

/** The query of `GET /v1/events`. */
const eventsQuerySchema = z.extend(company, {
  storeIds,
});

const idsSchema = z.array(uuidSchema).check(z.minLength(1), z.maxLength(eventLimits.ids));
/** The ids of changed records, or `true` where they are too many for one event. */
const idsOrAllSchema = z.union([idsSchema, z.literal(true)]);

/**
 * The data of `event: changed`. A key is there only where something of it changed: `appointments` are the ids of those in the
 * stores of the stream; `availability` the plan; `waitingList` entries of it; `practice` stores, rooms, visit types or people; `clients` and `pets` the ids
 * of those that are new or changed, for a key that may read them. Nothing is there where a client that came back missed nothing.
 */
export const changedEventSchema = z.strictObject({
  appointments: z.optional(idsSchema),
  availability: z.optional(z.literal(true)),
  waitingList: z.optional(z.literal(true)),
  practice: z.optional(z.literal(true)),
  clients: z.optional(idsOrAllSchema),
  pets: z.optional(idsOrAllSchema),
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
    'An event stream, one request of the rate limit however long it lasts. `changed` names what changed and can be read: the ids of appointments within reach, at most 500; whether the plan changed, the waiting list, or stores, rooms, visit types or people; the ids of clients and pets that the key may read, true where they are more than 500. `reset` says that it is not known what was missed. A comment comes within 15 s after the last event. It ends within 5 s when what the key may read changes. At most 10 streams of a key.',
} as const satisfies Endpoint;
