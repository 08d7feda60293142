import * as z from 'zod/mini';
import type { Operation } from '#contract/operations.ts';
import { instantSchema, uuidSchema } from '#contract/primitives.ts';

/** What an operation of the practice API can do, as its `/openapi.json` describes it. */
const capabilitySchema = z.object({
  /**
   * The inputs that it accepts besides those that it cannot do without. Of a `query` that says what it searches
   * (`x-frontdesk-query`), these are named instead of it: `name`, `phone`, `email`.
   */
  fields: z.array(z.string()),
  /** Whether it accepts the header `Idempotency-Key`, so that it may be repeated where its answer was lost. */
  idempotent: z.boolean(),
});

/**
 * What the practice API describes and this person may use, by operation. An operation beyond the document is offered
 * only where it is here, and so is a field beyond the document. Those of the document can be used in any case.
 */
export type Capabilities = Partial<Record<Operation, z.infer<typeof capabilitySchema>>>;

export const capabilitiesSchema = z.pipe(
  // A gateway of another release may have operations that this one does not know.
  z.record(z.string(), capabilitySchema),
  z.transform((capabilities): Capabilities => capabilities),
);

/** Somebody with a PIN in this browser: their `person` (`DeskSession`), and their name; null where nobody knows it. */
const pinHolderSchema = z.object({ person: z.string(), name: z.nullable(z.string()) });
export type PinHolder = z.infer<typeof pinHolderSchema>;

/**
 * What the gateway tells the app on `GET /desk/session`. `signedIn` is always true where one shared key serves every
 * desk (`shared`); `canWrite` is null while it is not known: the practice API may say so, else the first refused booking does; `timeZone` (IANA) is used for stores that name none.
 * `person` tells apart whose key is signed in and stays the same from one sign-in to the next: it keeps apart what a
 * browser keeps for each, opens nothing, and is null where nobody signs in. `practiceSystemUrl` is where people change
 * what the practice API cannot; `{id}` in it stands for the id of an appointment. `calendarLicenseKey` is FullCalendar's.
 * `capabilities` are those that the gateway has discovered so far and the person may use.
 * `name` is what the person who signed in is called: as the practice API tells it, else as they wrote it, else null.
 * `setUp` says that a practice can be set up in the browser (`/setup`): the first, or one of their own in place of the demo.
 * `presence` says that desks tell each other who is booking and changing what (`desk-events.ts`).
 * `demo` is true where the practice is the invented one that an empty database is filled with, and no other.
 * `pins` names the people who have a PIN in this browser; it is null where nobody can set one: with a shared key, and over a
 * connection that is neither encrypted nor within this computer.
 * `addresses` are the origins at which other computers open Frontdesk, the best first: none where it answers only the
 * computer that it runs on, and null where that is not known or nobody is signed in.
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
  // A gateway of an earlier release sends another form, during an update.
  capabilities: z.catch(capabilitiesSchema, {}),
  demo: z.boolean(),
  presence: z._default(z.boolean(), false),
  setUp: z._default(z.nullable(z.enum(['first', 'beside_demo'])), null),
  pins: z._default(z.nullable(z.array(pinHolderSchema)), null),
  addresses: z._default(z.nullable(z.readonly(z.array(z.string()))), null),
});
export type DeskSession = z.infer<typeof deskSessionSchema>;

/**
 * The body of `POST /desk/session`: a receptionist's own API key, which the gateway seals and never returns, and their
 * display name.
 */
export const deskSignInSchema = z.strictObject({
  apiKey: z.string().check(z.trim(), z.minLength(1), z.maxLength(512)),
  name: z.optional(z.string().check(z.trim(), z.maxLength(80))),
});

/** The body of `POST /desk/session/confirm`: the key of the person who is signed in, again, before what only they may do. */
export const deskConfirmSchema = z.strictObject({
  apiKey: z.string().check(z.trim(), z.minLength(1), z.maxLength(512)),
});

/** How many wrong PINs in a row end the PIN of a person in a browser. */
export const PIN_TRIES = 5;

/** Whether a PIN is among those that are tried first: one digit again and again, or digits in a row, such as 123456. */
export function isEasyPin(pin: string): boolean {
  const steps = [...pin].slice(1).map((digit, nth) => (Number(digit) - Number(pin[nth]) + 10) % 10);
  return [0, 1, 9].some((step) => steps.every((one) => one === step));
}

const pinSchema = z.string().check(z.regex(/^\d{6,12}$/, 'must be 6 to 12 digits'));

/**
 * The body of `POST /desk/pin`: the PIN that a person sets for this browser, or in place of an earlier one. It needs a key that was typed
 * a short while ago (`confirm_key`). `name` is what the browser shows where the practice API does not say whose key it is.
 */
export const setPinSchema = z.strictObject({
  pin: pinSchema.check(z.refine((pin) => !isEasyPin(pin), 'is easy to guess')),
  name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(80))),
});

/**
 * The body of `POST /desk/session/pin`: a person of `DeskSession.pins`, and their PIN. A wrong one is refused with `wrong_pin`, with
 * {@link wrongPinSchema} as `data.current`; with `no_pin` where they have none, or have none any more.
 */
export const pinSignInSchema = z.strictObject({
  person: z.string().check(z.minLength(1), z.maxLength(64)),
  pin: z.string().check(z.minLength(1), z.maxLength(64)),
});
/** How many more wrong PINs are taken before the PIN ends. */
export const wrongPinSchema = z.object({ triesLeft: z.int() });

const employeeDevices = { companyId: uuidSchema, employeeId: uuidSchema };

/** The browsers in which an employee has a PIN, the one that was used last first. `browser` is such as `Chrome on Windows`. */
export const devicesSchema = z.object({
  devices: z.array(
    z.object({ id: z.string(), browser: z.nullable(z.string()), createdAt: instantSchema, usedAt: instantSchema }),
  ),
});
export type Device = z.infer<typeof devicesSchema>['devices'][number];

/** The gateway's own endpoints of the session. */
export const sessionEndpoints = {
  getSession: { method: 'GET', path: '/desk/session', input: z.object({}), received: deskSessionSchema },
  signIn: { method: 'POST', path: '/desk/session', input: deskSignInSchema, received: deskSessionSchema },
  confirmKey: { method: 'POST', path: '/desk/session/confirm', input: deskConfirmSchema, received: deskSessionSchema },
  signOut: { method: 'DELETE', path: '/desk/session', input: z.object({}) },
  setPin: { method: 'POST', path: '/desk/pin', input: setPinSchema, received: deskSessionSchema },
  removePin: { method: 'DELETE', path: '/desk/pin', input: z.object({}), received: deskSessionSchema },
  signInWithPin: { method: 'POST', path: '/desk/session/pin', input: pinSignInSchema, received: deskSessionSchema },
  /** For managers, where the practice API has keys of people (`listKeys`). */
  listDevices: { method: 'GET', path: '/desk/devices', input: z.object(employeeDevices), received: devicesSchema },
  /** The same; ends a person's PIN and their session in a browser. It needs a key that was typed a short while ago (`confirm_key`). */
  endDevice: {
    method: 'DELETE',
    path: '/desk/devices/{id}',
    params: z.object({ id: z.string() }),
    input: z.object(employeeDevices),
  },
  signOutEverywhere: { method: 'DELETE', path: '/desk/sessions', input: z.object({}) },
} as const;

/** Headers that the app and the gateway exchange beside the practice API's own. */
export const deskHeaders = {
  /**
   * Request: the `person` of the session that the page has. The gateway refuses another one than the cookie's (`another_person`),
   * and writes without it where people sign in. `EventSource` sets no headers: the address of `GET /desk/events` has it as
   * `person`.
   */
  person: 'x-frontdesk-person',
  /**
   * Request: `poll` marks a background read, which waits first when the budget runs low; `recheck` asks for an answer
   * that no earlier request shares.
   */
  purpose: 'x-frontdesk-purpose',
  /**
   * Response: `limit=100, remaining=63, reset=41`, the key's request budget with the seconds until it is full again.
   */
  budget: 'x-frontdesk-budget',
  /** Response: the practice API's clock, in milliseconds since 1970-01-01T00:00Z. */
  clock: 'x-frontdesk-clock',
} as const;

const deskPurposes = ['poll', 'recheck'] as const;
export type DeskPurpose = (typeof deskPurposes)[number];
