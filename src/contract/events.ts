import * as z from 'zod/mini';
import { calls } from '#contract/calls.ts';
import { companyQuerySchema, type Endpoint, extensionTag, storeIdsSchema } from '#contract/endpoint.ts';
import type { Permission } from '#contract/permissions.ts';
import { uuidSchema } from '#contract/primitives.ts';

/*
 * `GET /v1/events`, an extension of the specification, reports changes as soon as they are committed. The response is an event
 * stream (WHATWG HTML, 9.2). Each event has an `id`; a caller that reconnects sends the last id as `Last-Event-ID`.
 */

/** The header with the id of the last event that a caller has received (WHATWG HTML, 9.2.4). */
export const lastEventIdHeader = 'Last-Event-ID';

export const eventNames = {
  /** Records have changed and can be read. */
  changed: 'changed',
  /**
   * Some changes may have been missed, so anything may have changed. This is the first event if the request has no event id.
   */
  reset: 'reset',
} as const;

/** The limits of a stream. All times are in milliseconds. */
export const eventLimits = {
  /** The maximum number of ids per kind in one event. */
  ids: 500,
  /**
   * How often a keep-alive comment is sent while there are no events. If a caller receives nothing for clearly longer, the
   * connection is lost.
   */
  commentEveryMs: 15_000,
  /** The maximum number of open streams per key. */
  streams: 10,
  /** A caller that was away for longer, or missed more changes than `retainedChanges`, receives a reset first. */
  retainedMs: 10 * 60_000,
  retainedChanges: 10_000,
} as const;

/**
 * The kinds of records whose changed ids are sent only to keys with a certain permission, each with that permission.
 * Appointments are not among them, because the stream itself requires the permission to read appointments.
 */
export const recordKindPermissions = { clients: 'clients.read', pets: 'pets.read' } as const satisfies Record<
  string,
  Permission
>;

/** The query of `GET /v1/events`. */
const eventsQuerySchema = z.extend(companyQuerySchema, {
  storeIds: storeIdsSchema,
});

const idsSchema = z.array(uuidSchema).check(z.minLength(1), z.maxLength(eventLimits.ids));
/** The ids of the changed records, or `true` if there are too many for one event. */
const idsOrAllSchema = z.union([idsSchema, z.literal(true)]);

/**
 * The data of `event: changed`. A key is present only if such records changed. `appointments` has the ids of changed
 * appointments in the stores of the stream. `availability` stands for availability entries, `waitingList` for entries of the
 * waiting list, `recalls` for pets that are due again, and `practice` for stores, rooms, visit types or people. `messages`
 * stands for answers of clients and for messages that the key may read, `onlineRequests` for requests from the web site that it
 * may read. `clients` and `pets` have the ids of new or changed ones, if the key may read them. The data is empty if a
 * reconnected caller has missed nothing.
 */
export const changedEventSchema = z.strictObject({
  appointments: z.optional(idsSchema),
  availability: z.optional(z.literal(true)),
  waitingList: z.optional(z.literal(true)),
  messages: z.optional(z.literal(true)),
  onlineRequests: z.optional(z.literal(true)),
  recalls: z.optional(z.literal(true)),
  practice: z.optional(z.literal(true)),
  clients: z.optional(idsOrAllSchema),
  pets: z.optional(idsOrAllSchema),
});
export type ChangedEvent = z.infer<typeof changedEventSchema>;

/** The operation that opens a stream. Its 200 response is `text/event-stream` with these events as data. */
export const listEvents = {
  ...calls.listEvents,
  input: eventsQuerySchema,
  response: changedEventSchema,
  streams: true,
  tag: extensionTag,
  summary: 'What changes, the moment it does',
  description:
    'An event stream, one request of the rate limit however long it lasts. `changed` names what changed and can be read: the ids of accessible appointments, at most 500; whether the plan changed, the waiting list, messages and answers, requests from the web site, or stores, rooms, visit types or people; the ids of clients and pets that the key may read, true where they are more than 500. `reset` says that it is not known what was missed. A comment comes within 15 s after the last event. It ends within 5 s when what the key may read changes. At most 10 streams of a key.',
} as const satisfies Endpoint;
