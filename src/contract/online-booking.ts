import * as z from 'zod/mini';
import { createConflictSchema, versionFields } from '#contract/change-schema.ts';
import { createClientSchema, createPetSchema } from '#contract/clients-pets-staff.ts';
import { instantOf } from '#contract/date-time.ts';
import { companyQuerySchema, cursorSchema, storeIdsSchema } from '#contract/endpoint.ts';
import { clientLanguageSchema, onlineRequestStatuses } from '#contract/enums.ts';
import { createPageSchema, limitSchema } from '#contract/page.ts';
import { dateSchema, dateTimeSchema, instantSchema, utcDateTimeSchema, uuidSchema } from '#contract/primitives.ts';
import { createFilledTextSchema, emailSchema, phoneSchema, typedTextSchema } from '#contract/text.ts';
import { parseUrl } from './parse-url.ts';

/*
 * Appointment requests that clients send from the web site of the practice, and the settings of its booking pages.
 */

/** The last part of the address of a store's booking page, unique on the server. */
export const slugSchema = z.string().check(z.regex(/^[a-z0-9-]{3,40}$/, 'must have 3 to 40 of a-z, 0-9 and -'));

/** The origin of a web site that may embed the booking page: `https://host` with an optional port. */
export const originSchema = z.string().check(
  z.regex(/^https:\/\/[a-z0-9.-]+(?::[0-9]{1,5})?$/, 'must be https://host or https://host:port'),
  z.refine((origin) => parseUrl(origin) !== null, 'must be https://host or https://host:port'),
  z.maxLength(200),
);

/** Creates the schema of an integer from `least` to `most`, both included. */
const createIntegerSchema = (least: number, most: number) => {
  const error = `must be ${least} to ${most}`;
  return z.int().check(z.minimum(least, error), z.maximum(most, error));
};

/** Whether a store has a booking page (`isOn`), and the slug of that page, which may be null while the page is off. */
const bookingStoreSchema = z.strictObject({
  storeId: uuidSchema,
  isOn: z.boolean(),
  slug: z.nullable(slugSchema),
});

/** Whether clients can request a visit type (`isOn`), and the name that they read; null means the type's own name. */
const bookingTypeSchema = z.strictObject({
  visitTypeId: uuidSchema,
  isOn: z.boolean(),
  publicName: z.nullable(typedTextSchema),
});

const settingsFields = {
  stores: z.array(bookingStoreSchema).check(z.maxLength(500)),
  types: z.array(bookingTypeSchema).check(z.maxLength(500)),
  /** The minimum number of hours from now until a time that is offered. */
  noticeHours: createIntegerSchema(1, 336),
  /** The maximum number of days ahead, on the store's calendar, for which times are offered. */
  daysAhead: createIntegerSchema(1, 180),
  /** The maximum number of requests that are accepted for a store each day. */
  dailyLimit: createIntegerSchema(1, 200),
  origins: z.array(originSchema).check(z.maxLength(20)),
};

/** The settings of the booking pages of a company. `updatedAt` is null until someone has set them. */
export const onlineBookingSchema = z
  .strictObject({ ...settingsFields, updatedAt: z.nullable(instantSchema) })
  .register(z.globalRegistry, { id: 'OnlineBooking' });
export type OnlineBooking = z.output<typeof onlineBookingSchema>;

/** The settings before anyone sets them: no store has a page, and no visit type can be requested. */
export const initialOnlineBooking: OnlineBooking = {
  stores: [],
  types: [],
  noticeHours: 4,
  daysAhead: 60,
  dailyLimit: 20,
  origins: [],
  updatedAt: null,
};

/** The body of `PUT /v1/online-booking`: all of the settings. */
export const putOnlineBookingSchema = z
  .strictObject({
    companyId: uuidSchema,
    expectedUpdatedAt: z.nullable(dateTimeSchema),
    ...settingsFields,
    stores: z.array(z.extend(bookingStoreSchema, { slug: z.nullish(slugSchema) })).check(z.maxLength(500)),
    types: z.array(z.extend(bookingTypeSchema, { publicName: z.nullish(typedTextSchema) })).check(z.maxLength(500)),
  })
  .check(
    z.superRefine(({ stores, types, origins }, context) => {
      const addProblem = (path: (string | number)[], message: string) =>
        context.addIssue({ code: 'custom', path, message });
      function checkDistinct(
        values: readonly (string | null | undefined)[],
        pathOf: (index: number) => (string | number)[],
      ) {
        for (const [index, value] of values.entries())
          if (value != null && values.indexOf(value) < index) addProblem(pathOf(index), 'must be named once');
      }
      for (const [index, { isOn, slug }] of stores.entries())
        if (isOn && slug == null) addProblem(['stores', index, 'slug'], 'must be there for a store that is on');
      checkDistinct(
        stores.map(({ storeId }) => storeId.toLowerCase()),
        (index) => ['stores', index, 'storeId'],
      );
      checkDistinct(
        stores.map(({ slug }) => slug),
        (index) => ['stores', index, 'slug'],
      );
      checkDistinct(
        types.map(({ visitTypeId }) => visitTypeId.toLowerCase()),
        (index) => ['types', index, 'visitTypeId'],
      );
      checkDistinct(origins, (index) => ['origins', index]);
    }),
  )
  .register(z.globalRegistry, { id: 'PutOnlineBooking' });

/** The 409 response if the settings have changed since they were read. */
export const onlineBookingChangedMeanwhileSchema = createConflictSchema(
  'OnlineBookingChangedMeanwhile',
  onlineBookingSchema,
);

/**
 * The reasons for which a booking page turns a visitor away: they filled in the field that only robots fill in, too
 * many codes were sent for their IP address or to their e-mail address, they typed too many wrong codes, or the daily
 * limit was reached.
 */
export const turnedAwayReasons = ['robot', 'address', 'email', 'code', 'day'] as const;
export type TurnedAwayReason = (typeof turnedAwayReasons)[number];

const countSchema = z.int().check(z.minimum(0));
/** The number of visitors whom the booking pages have turned away since the date `from` on the stores' calendars, by reason. */
export const turnedAwayVisitorsSchema = z
  .strictObject({
    from: dateSchema,
    byReason: z.strictObject({
      robot: countSchema,
      address: countSchema,
      email: countSchema,
      code: countSchema,
      day: countSchema,
    }),
  })
  .register(z.globalRegistry, { id: 'TurnedAway' });
export type TurnedAwayVisitors = z.output<typeof turnedAwayVisitorsSchema>;

/**
 * The part of the server's configuration that booking pages depend on. The page of a store is at
 * `{publicUrl}/book/{slug}`, and the script that gives embedded pages their height at `{publicUrl}/book/embed.js`.
 */
export const bookingServerSchema = z
  .strictObject({
    /** The address at which clients reach the server, without a trailing slash; null if there is none. */
    publicUrl: z.nullable(z.string()),
    /** Whether the server can send e-mail, which carries the codes. */
    hasEmail: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'BookingServer' });
export type BookingServer = z.output<typeof bookingServerSchema>;

export const onlineRequestStatusSchema = z.enum(onlineRequestStatuses);

/** The fields that a client types on the booking page. */
export const requesterFields = {
  firstName: typedTextSchema,
  lastName: typedTextSchema,
  email: emailSchema,
  phone: phoneSchema,
  petName: typedTextSchema,
  species: typedTextSchema,
  note: createFilledTextSchema(1000),
};

/**
 * A request from the web site. Its time, [`start`, `end`), is held while the status is `open`. An open request expires an hour
 * before its start or seven days after it came in, whichever is earlier. `appointmentId` is null unless the status is `booked`.
 */
export const onlineRequestSchema = z
  .strictObject({
    id: uuidSchema,
    companyId: uuidSchema,
    storeId: uuidSchema,
    visitTypeId: uuidSchema,
    start: instantSchema,
    end: instantSchema,
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: z.string(),
    petName: z.string(),
    species: z.string(),
    note: z.nullable(z.string()),
    /** The language of the booking page on which the request was made. */
    language: clientLanguageSchema,
    status: onlineRequestStatusSchema,
    appointmentId: z.nullable(uuidSchema),
    createdAt: instantSchema,
    updatedAt: instantSchema,
  })
  .register(z.globalRegistry, { id: 'OnlineRequest' });
export type OnlineRequest = z.output<typeof onlineRequestSchema>;

/** A page of requests, ordered by `start`. */
export const onlineRequestPageSchema = createPageSchema(onlineRequestSchema).register(z.globalRegistry, {
  id: 'OnlineRequestPage',
});

/** The query of `GET /v1/online-requests`. */
export const onlineRequestsQuerySchema = z.extend(companyQuerySchema, {
  storeIds: storeIdsSchema,
  status: z.optional(onlineRequestStatusSchema),
  limit: limitSchema,
  cursor: cursorSchema,
});

const existingRecordSchema = z.strictObject({ id: uuidSchema });
const { companyId: _, ...newClient } = createClientSchema.shape;
const { companyId: __, clientId: ___, ...newPet } = createPetSchema.shape;

/**
 * The body of `POST /v1/online-requests/{id}/book`; null is the same as absent. `client` and `pet` are records on file
 * (`id`) or new records. Without `start`, the time of the request is booked; with `start` alone, the length of the
 * request is kept.
 */
export const bookOnlineRequestSchema = z
  .strictObject({
    ...versionFields,
    client: z.union([existingRecordSchema, z.strictObject(newClient)]),
    pet: z.union([existingRecordSchema, z.strictObject(newPet)]),
    start: z.nullish(utcDateTimeSchema),
    end: z.nullish(utcDateTimeSchema),
    employeeId: z.nullish(uuidSchema),
    roomId: z.nullish(uuidSchema),
    visitTypeId: z.nullish(uuidSchema),
  })
  .check(
    z.refine(({ start, end }) => start == null || end == null || instantOf(end) > instantOf(start), {
      path: ['end'],
      error: 'must be after start',
    }),
    z.refine(({ client, pet }) => 'id' in client || !('id' in pet), {
      path: ['pet'],
      error: 'must be a new one for a new client',
    }),
  )
  .register(z.globalRegistry, { id: 'BookOnlineRequest' });

/** The appointment that was booked for a request, with its client and its pet. */
export const bookedRequestSchema = z
  .strictObject({ appointmentId: uuidSchema, clientId: uuidSchema, petId: uuidSchema })
  .register(z.globalRegistry, { id: 'BookedRequest' });
export type BookedRequest = z.output<typeof bookedRequestSchema>;

/** The body of `POST /v1/online-requests/{id}/decline`. The e-mail to the client includes the reason. */
export const declineOnlineRequestSchema = z
  .strictObject({ ...versionFields, reason: z.nullish(createFilledTextSchema(500)) })
  .register(z.globalRegistry, { id: 'DeclineOnlineRequest' });

/** The 409 response to booking or declining: `changed_meanwhile`, or `not_open` if the request was answered or has expired. */
export const onlineRequestChangedMeanwhileSchema = createConflictSchema(
  'OnlineRequestChangedMeanwhile',
  onlineRequestSchema,
);
