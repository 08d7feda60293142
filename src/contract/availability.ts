import * as z from 'zod/mini';
import { availabilityProblem, repeatLimits, timeOf } from '#contract/availability-rules.ts';
import { typedTextSchema } from '#contract/clients-pets-staff.ts';
import { instantOf } from '#contract/date-time.ts';
import { company, cursor } from '#contract/endpoint.ts';
import { serviceErrorSchema } from '#contract/error.ts';
import { limitSchema, pageSchema } from '#contract/page.ts';
import { dateSchema, dateTimeSchema, instantSchema, utcDateTimeSchema, uuidSchema } from '#contract/primitives.ts';

/*
 * Who is on duty and what cannot be booked, beyond the document. What a valid entry is beyond the shape of its fields is said in
 * `availability-rules.ts`.
 */

/** `on_duty`: an employee works at a store; `unavailable`: a store, a room or an employee cannot be booked. */
export const availabilityKinds = ['on_duty', 'unavailable'] as const;
export const availabilityKindSchema = z.enum(availabilityKinds);
export type AvailabilityKind = z.infer<typeof availabilityKindSchema>;

/**
 * An entry of the plan: from `start` until `end`, instants in UTC. Without a store it is of an employee anywhere. Entries of one
 * `seriesId` were made by one repetition.
 */
export const availabilitySchema = z
  .strictObject({
    id: uuidSchema,
    companyId: uuidSchema,
    kind: availabilityKindSchema,
    storeId: z.nullable(uuidSchema),
    employeeId: z.nullable(uuidSchema),
    roomId: z.nullable(uuidSchema),
    start: instantSchema,
    end: instantSchema,
    title: z.nullable(z.string()),
    seriesId: z.nullable(uuidSchema),
    createdAt: instantSchema,
    updatedAt: instantSchema,
  })
  .register(z.globalRegistry, { id: 'Availability' });
export type Availability = z.infer<typeof availabilitySchema>;

/** A page of entries, by `start`, then `id`. */
export const availabilityPageSchema = pageSchema(availabilitySchema).register(z.globalRegistry, {
  id: 'AvailabilityPage',
});

/** The most days between `start` and `end` of a list. */
const LONGEST_WINDOW_DAYS = 400;
const DAY_MS = 86_400_000;

/** The query of `GET /v1/availability`: the entries that overlap [`start`, `end`). */
export const availabilityQuerySchema = z
  .extend(company, {
    start: dateTimeSchema,
    end: dateTimeSchema,
    storeIds: z.optional(z.array(uuidSchema).check(z.minLength(1))),
    kind: z.optional(availabilityKindSchema),
    employeeId: z.optional(uuidSchema),
    roomId: z.optional(uuidSchema),
    limit: limitSchema,
    cursor,
  })
  .check(
    z.refine(({ start, end }) => instantOf(end) > instantOf(start), {
      path: ['end'],
      error: 'must be after the start',
    }),
    z.refine(({ start, end }) => instantOf(end) - instantOf(start) <= LONGEST_WINDOW_DAYS * DAY_MS, {
      path: ['end'],
      error: `must be at most ${LONGEST_WINDOW_DAYS} days after the start`,
    }),
  );

const everyWeeks = `must be a whole number from 1 to ${repeatLimits.weeks}`;

/** One entry on each of these weekdays, see `repeatedTimes` in `availability-rules.ts`. */
export const repeatSchema = z
  .strictObject({
    weekdays: z.array(z.int().check(z.minimum(1), z.maximum(7))).check(
      z.minLength(1),
      z.maxLength(7),
      z.refine((weekdays) => new Set(weekdays).size === weekdays.length, 'must be different'),
      z.meta({ description: 'ISO weekdays, Monday 1 to Sunday 7, among them that of `start`.' }),
    ),
    everyWeeks: z.optional(
      z.nullable(z.int(everyWeeks).check(z.minimum(1, everyWeeks), z.maximum(repeatLimits.weeks, everyWeeks))),
    ),
    until: dateSchema.check(z.meta({ description: 'The last date, itself included; not before that of `start`.' })),
  })
  .register(z.globalRegistry, { id: 'AvailabilityRepeat' });

const optionalId = z.optional(z.nullable(uuidSchema));

/** The body of `POST /v1/availability`. */
export const createAvailabilitySchema = z
  .strictObject({
    companyId: uuidSchema,
    kind: availabilityKindSchema,
    storeId: optionalId,
    employeeId: optionalId,
    roomId: optionalId,
    start: utcDateTimeSchema,
    end: utcDateTimeSchema,
    title: z.optional(z.nullable(typedTextSchema)),
    repeat: z.optional(z.nullable(repeatSchema)),
  })
  .check(
    z.superRefine(({ kind, storeId = null, employeeId = null, roomId = null, start, end }, context) => {
      const fault = availabilityProblem({ kind, storeId, employeeId, roomId, ...timeOf({ start, end }) });
      if (fault !== null) context.addIssue({ code: 'custom', path: [fault.field], message: fault.problem });
    }),
  )
  .register(z.globalRegistry, { id: 'CreateAvailability' });
/** What a client sends. */
export type CreateAvailability = z.input<typeof createAvailabilitySchema>;

/** `following`: this entry and the later ones of its series. */
export const availabilityScopes = ['this', 'following'] as const;
const scopeSchema = z._default(z.enum(availabilityScopes), 'this');
export type AvailabilityScope = z.infer<typeof scopeSchema>;

/** The fields that `PATCH /v1/availability/{id}` changes. */
export const changeableAvailability = ['start', 'end', 'title', 'employeeId', 'roomId'] as const;

/** The body of `PATCH /v1/availability/{id}`, with at least one change; absent fields stay, null empties one. */
export const changeAvailabilitySchema = z
  .strictObject({
    companyId: uuidSchema,
    expectedUpdatedAt: dateTimeSchema,
    scope: scopeSchema,
    start: z.optional(utcDateTimeSchema),
    end: z.optional(utcDateTimeSchema),
    title: z.optional(z.nullable(typedTextSchema)),
    employeeId: optionalId,
    roomId: optionalId,
  })
  .check(
    z.refine((body) => changeableAvailability.some((field) => body[field] !== undefined), {
      error: `name at least one change: ${changeableAvailability.join(', ')}`,
    }),
  )
  .register(z.globalRegistry, {
    id: 'ChangeAvailability',
    anyOf: changeableAvailability.map((field) => ({ required: [field] })),
  });
/** What a client sends. */
export type ChangeAvailability = z.input<typeof changeAvailabilitySchema>;

/** The query of `DELETE /v1/availability/{id}`. */
export const deleteAvailabilitySchema = z.extend(company, {
  expectedUpdatedAt: dateTimeSchema,
  scope: scopeSchema,
});

/** How many entries were deleted. */
export const deletedCountSchema = z.int().check(z.minimum(1));

/** The 409 of a change or a deletion: `data.current` is the present entry, for a key that may read appointments. */
export const availabilityChangedMeanwhileSchema = z
  .extend(serviceErrorSchema, {
    data: z.extend(serviceErrorSchema.shape.data, { current: z.optional(availabilitySchema) }),
  })
  .register(z.globalRegistry, { id: 'AvailabilityChangedMeanwhile' });
