import * as z from 'zod/mini';
import { dateTimePattern } from '#contract/date-time.ts';
import { DEFAULT_LOCK_MINUTES } from '#contract/lock-minutes.ts';
import type { Operation } from '#contract/operations.ts';

/** An instant, as the gateway and its desks write it. */
export const deskInstantSchema = z.string().check(z.regex(dateTimePattern));

/** The capabilities of an operation of the practice API, as described in its `/openapi.json`. */
const capabilitySchema = z.object({
  /**
   * The optional inputs of the operation. If the practice API documents what its `query` searches (`x-frontdesk-query`), the
   * searched fields are listed instead of `query`: `name`, `phone`, `email`.
   */
  fields: z.array(z.string()),
  /** Whether the operation accepts the header `Idempotency-Key`, so that it can be repeated after a lost response. */
  idempotent: z.boolean(),
});

/**
 * The operations that the practice API describes and this person may use. An operation or a field beyond the specification is
 * offered only if it is listed here; the operations of the specification are always available.
 */
export type Capabilities = Partial<Record<Operation, z.infer<typeof capabilitySchema>>>;

export const capabilitiesSchema = z.pipe(
  // A gateway of another release may list operations that this one does not know.
  z.record(z.string(), capabilitySchema),
  z.transform((capabilities): Capabilities => capabilities),
);

/** A person with a PIN in this browser: their `person` (see {@link DeskSession}), and their name, which is null if unknown. */
const pinHolderSchema = z.object({ person: z.string(), name: z.nullable(z.string()) });
export type PinHolder = z.infer<typeof pinHolderSchema>;

/**
 * The response of `GET /desk/session`.
 *
 * - `access` is `shared` if no one signs in: one shared key serves every desk, or the browser opened the demo without a
 *   sign-in. `signedIn` is then true.
 * - `canWrite` is null while unknown: the practice API may report it, otherwise the first refused booking shows it.
 * - `timeZone` (IANA) applies to stores without one.
 * - `person` identifies the owner of the signed-in key and stays the same from one sign-in to the next, so that a browser can
 *   store data separately for each person. It gives no access, and is null with a shared key.
 * - `practiceSystemUrl` is the page where people change what the practice API cannot change; it may contain `{id}` for the id
 *   of an appointment.
 * - `calendarLicenseKey` is FullCalendar's license key.
 * - `capabilities` are the capabilities that the gateway has discovered so far and the person may use.
 * - `name` is the name of the signed-in person as reported by the practice API, otherwise as they entered it, otherwise null.
 * - `setUp` says which practice can be set up in the browser (`/setup`): the first, or a real one beside the demo; null
 *   for none.
 * - `presence` says whether each desk shows what the others are booking or changing (`desk-events.ts`).
 * - `demo` is true only for the invented practice with which an empty database is filled.
 * - `pins` lists the people who have a PIN in this browser. It is null if none can be set: with a shared key, and over a
 *   connection that is neither encrypted nor within this computer.
 * - `wrongPins` is the number of wrong PINs typed for the person in this browser since their previous sign-in. Only the
 *   response to a sign-in has it; otherwise it is 0.
 * - `lockMinutes` is the number of minutes without use after which this browser locks if someone has a PIN in it; null for
 *   never, which the person may choose if `canKeepUnlocked`.
 * - `addresses` are the origins at which other computers open Frontdesk, the best first: empty if it only listens on its own
 *   computer, and null if unknown or while signed out.
 */
export const deskSessionSchema = z.object({
  access: z.enum(['shared', 'sign_in']),
  signedIn: z.boolean(),
  canWrite: z.nullable(z.boolean()),
  person: z.nullable(z.string()),
  name: z._default(z.nullable(z.string()), null),
  timeZone: z.nullable(z.string()),
  practiceSystemUrl: z.nullable(z.string()),
  calendarLicenseKey: z.string(),
  // During an update, a gateway of an earlier release sends another form.
  capabilities: z.catch(capabilitiesSchema, {}),
  demo: z.boolean(),
  presence: z._default(z.boolean(), false),
  setUp: z._default(z.nullable(z.enum(['first', 'beside_demo'])), null),
  pins: z._default(z.nullable(z.array(pinHolderSchema)), null),
  wrongPins: z._default(z.int(), 0),
  lockMinutes: z._default(z.nullable(z.int()), DEFAULT_LOCK_MINUTES),
  canKeepUnlocked: z._default(z.boolean(), false),
  addresses: z._default(z.nullable(z.readonly(z.array(z.string()))), null),
});
export type DeskSession = z.infer<typeof deskSessionSchema>;

/** The number of consecutive wrong PINs that removes a person's PIN from a browser. */
export const PIN_TRIES = 5;
/**
 * The total number of wrong PINs that removes a person's PIN from a browser, even with correct ones in between. The count
 * starts again when the person types their key.
 */
export const PIN_TRIES_WITHOUT_KEY = 20;

/** The details of the response to a wrong PIN. `triesLeft`: how many more wrong PINs remove the PIN. */
export const wrongPinSchema = z.object({ triesLeft: z.int() });

/**
 * The gateway's own operations for the session: how they are called, and the parts of the responses that the app reads. The
 * rest is in `desk-endpoints.ts`.
 */
export const sessionCalls = {
  getSession: { method: 'GET', path: '/desk/session', received: deskSessionSchema },
  signIn: { method: 'POST', path: '/desk/session', received: deskSessionSchema },
  confirmKey: { method: 'POST', path: '/desk/session/confirm', received: deskSessionSchema },
  signOut: { method: 'DELETE', path: '/desk/session' },
  setPin: { method: 'POST', path: '/desk/pin', received: deskSessionSchema },
  removePin: { method: 'DELETE', path: '/desk/pin', received: deskSessionSchema },
  setLock: { method: 'POST', path: '/desk/lock', received: deskSessionSchema },
  signInWithPin: { method: 'POST', path: '/desk/session/pin', received: deskSessionSchema },
  signOutEverywhere: { method: 'DELETE', path: '/desk/sessions' },
} as const;

/** Headers that the app and the gateway exchange in addition to the practice API's own. */
export const deskHeaders = {
  /**
   * Request: the `person` of the page's session. The gateway refuses it if the cookie belongs to another person
   * (`another_person`), and refuses writes without it if people sign in. `EventSource` cannot set headers, so the URL of `GET
   * /desk/events` contains it as `person`.
   */
  person: 'x-frontdesk-person',
  /**
   * Request: `poll` marks a background read, which is delayed first when the budget runs low; `recheck` requests a response
   * that is not shared with an earlier request.
   */
  purpose: 'x-frontdesk-purpose',
  /** Response: `limit=100, remaining=63, reset=41`, the key's request budget with the seconds until it is full again. */
  budget: 'x-frontdesk-budget',
  /** Response: the practice API's clock, in milliseconds since 1970-01-01T00:00Z. */
  clock: 'x-frontdesk-clock',
} as const;

export const deskPurposes = ['poll', 'recheck'] as const;
export type DeskPurpose = (typeof deskPurposes)[number];
