import * as z from 'zod/mini';
import { changeableFields } from '#contract/appointment-rules.ts';

/** The operations of the practice API that set up the practice itself (`endpoints.ts`). */
export const managementOperations = [
  'changeCompany',
  'createStore',
  'changeStore',
  'createRoom',
  'changeRoom',
  'deleteRoom',
  'createAppointmentType',
  'changeAppointmentType',
  'createEmployee',
  'getEmployee',
  'changeEmployee',
  'listKeys',
  'issueKey',
  'revokeKey',
  'importRecords',
  'listPracticeHistory',
] as const;
export type ManagementOperation = (typeof managementOperations)[number];

/** The operations of the plan: who is on duty, and what cannot be booked. Those that write need a permission of their own. */
export const availabilityOperations = [
  'listAvailability',
  'createAvailability',
  'changeAvailability',
  'deleteAvailability',
] as const;
export type AvailabilityOperation = (typeof availabilityOperations)[number];

/** The operations that may accept the header `Idempotency-Key`. */
export const idempotentOperations = [
  'createAppointment',
  'createAvailability',
  'createClient',
  'createPet',
  'createStore',
  'createRoom',
  'createAppointmentType',
  'createEmployee',
  'issueKey',
] as const;

/**
 * The capabilities that the practice API describes in its `/openapi.json` beyond the document, and so what the app may
 * offer; the gateway allows exactly the operations listed here. An operation that is not described, or in another
 * form, is null or false. Without a description all are {@link documentOnly}.
 */
export const capabilitiesSchema = z.object({
  /**
   * `PATCH /v1/appointments/{id}`: the fields that it accepts besides `companyId` and `expectedUpdatedAt`; never
   * empty.
   */
  changeAppointment: z.nullable(z.array(z.enum(changeableFields))),
  /** `GET /v1/me`. */
  getMe: z.boolean(),
  /** `GET /v1/appointments/{id}`. */
  getAppointment: z.boolean(),
  /** `GET /v1/appointments/{id}/history`. */
  listAppointmentHistory: z.boolean(),
  /** `POST /v1/clients`: the fields that it accepts besides `companyId`, `firstName` and `lastName`. */
  createClient: z.nullable(z.array(z.enum(['email', 'phone']))),
  /** `POST /v1/pets`: the fields that it accepts besides `companyId`, `clientId`, `name` and `species`. */
  createPet: z.nullable(z.array(z.enum(['breed', 'sex', 'dateOfBirth']))),
  /** The creates that accept the header `Idempotency-Key`, so that one whose answer was lost may be repeated. */
  idempotencyKey: z.array(z.enum(idempotentOperations)),
  /** The fields that the `query` of a list searches; only `name` in the document. */
  findClientsBy: z.array(z.enum(['name', 'phone', 'email'])),
  findPetsBy: z.array(z.enum(['name', 'phone', 'email'])),
  /** The operations that set up the practice itself; those that create accept `Idempotency-Key` where this has them in `idempotencyKey`. */
  // Missing from a gateway of an earlier release, during an update.
  practice: z._default(z.array(z.enum(managementOperations)), []),
  /** Those of the plan: none, or all that the practice API has and the person may use, `listAvailability` among them. */
  // Missing from a gateway of an earlier release, during an update.
  availability: z._default(z.array(z.enum(availabilityOperations)), []),
  /** `GET /v1/events`: told are the ids of what changed, or the records, too; null where it is not there. */
  // Missing from a gateway of an earlier release, during an update.
  events: z._default(z.nullable(z.enum(['ids', 'records'])), null),
});
export type Capabilities = z.infer<typeof capabilitiesSchema>;

/** The capabilities of a practice API that implements only the document. */
export const documentOnly: Capabilities = {
  changeAppointment: null,
  getMe: false,
  getAppointment: false,
  listAppointmentHistory: false,
  createClient: null,
  createPet: null,
  idempotencyKey: [],
  findClientsBy: ['name'],
  findPetsBy: ['name'],
  practice: [],
  availability: [],
  events: null,
};

/**
 * What the gateway tells the app on `GET /desk/session`. `signedIn` is always true where one shared key serves every
 * desk (`shared`); `canWrite` is null while it is not known: the practice API may say so, else the first refused booking does; `timeZone` (IANA) is used for stores that name none.
 * `person` tells apart whose key is signed in and stays the same from one sign-in to the next: it keeps apart what a
 * browser keeps for each, opens nothing, and is null where nobody signs in. `practiceSystemUrl` is where people change
 * what the practice API cannot; `{id}` in it stands for the id of an appointment. `calendarLicenseKey` is FullCalendar's.
 * `capabilities` are those that the gateway knows of now: it learns them when it starts, and again later. Those that set up the practice itself are
 * told to those alone who may manage it.
 * `name` is what the person who signed in is called: as the practice API tells it, else as they wrote it, else null.
 * `mayManage` is true for a person who signed in and may set up the practice itself, where the practice API has it.
 * `setUp` says that a practice can be set up in the browser (`/setup`): the first, or one of their own in place of the demo.
 * `presence` says that desks tell each other who is booking and changing what (`desk-events.ts`).
 * `demo` is true where the practice is the invented one that an empty database is filled with, and no other.
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
  // Missing from a gateway of an earlier release, during an update.
  capabilities: z._default(capabilitiesSchema, documentOnly),
  demo: z.boolean(),
  mayManage: z._default(z.boolean(), false),
  presence: z._default(z.boolean(), false),
  setUp: z._default(z.nullable(z.enum(['first', 'beside_demo'])), null),
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
