import * as z from 'zod/mini';
import { availabilityProblem, maxChangedEntries, parseInterval } from '#contract/availability-rules.ts';
import { instantOf } from '#contract/date-time.ts';
import { companyQuerySchema, cursorSchema, storeIdsSchema } from '#contract/endpoint.ts';
import { availabilityKindSchema } from '#contract/enums.ts';
import { serviceErrorSchema } from '#contract/error.ts';
import { createPageSchema, limitSchema } from '#contract/page.ts';
import { dateTimeSchema, instantSchema, utcDateTimeSchema, uuidSchema } from '#contract/primitives.ts';
import { typedTextSchema } from '#contract/text.ts';

/*
 * Availability entries, which say who is on duty and what cannot be booked: an extension of the specification.
 * `availability-rules.ts` has the rules that go beyond the shape of the fields.
 */

/**
 * An availability entry from `start` until `end`, instants in UTC. An entry without a store applies to the employee in every
 * store. Entries that belong together, such as the occurrences of a recurrence, have the same `seriesId`, chosen by the
 * caller.
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

/** A page of entries, ordered by `start`, then `id`. */
export const availabilityPageSchema = createPageSchema(availabilitySchema).register(z.globalRegistry, {
  id: 'AvailabilityPage',
});

/** The maximum number of days between `start` and `end` of {@link availabilityQuerySchema}. */
const MAX_WINDOW_DAYS = 400;
const DAY_MS = 86_400_000;

/** The query of `GET /v1/availability`: the entries that overlap [`start`, `end`). */
export const availabilityQuerySchema = z
  .extend(companyQuerySchema, {
    start: dateTimeSchema,
    end: dateTimeSchema,
    storeIds: storeIdsSchema,
    kind: z.optional(availabilityKindSchema),
    employeeId: z.optional(uuidSchema),
    roomId: z.optional(uuidSchema),
    seriesId: z.optional(uuidSchema),
    limit: limitSchema,
    cursor: cursorSchema,
  })
  .check(
    z.refine(({ start, end }) => instantOf(end) > instantOf(start), {
      path: ['end'],
      error: 'must be after the start',
    }),
    z.refine(({ start, end }) => instantOf(end) - instantOf(start) <= MAX_WINDOW_DAYS * DAY_MS, {
      path: ['end'],
      error: `must be at most ${MAX_WINDOW_DAYS} days after the start`,
    }),
  );

const optionalId = z.nullish(uuidSchema);

/** The desired state of an entry. Without `expectedUpdatedAt`, it is a new entry; with it, it replaces an existing one. */
export const putAvailabilitySchema = z
  .strictObject({
    id: uuidSchema.check(z.meta({ description: 'Chosen by the caller.' })),
    expectedUpdatedAt: z.nullish(dateTimeSchema),
    kind: availabilityKindSchema,
    storeId: optionalId,
    employeeId: optionalId,
    roomId: optionalId,
    start: utcDateTimeSchema,
    end: utcDateTimeSchema,
    title: z.nullish(typedTextSchema),
    seriesId: optionalId,
  })
  .register(z.globalRegistry, { id: 'PutAvailability' });

/** An entry to remove. */
const removeAvailabilitySchema = z
  .strictObject({ id: uuidSchema, expectedUpdatedAt: dateTimeSchema })
  .register(z.globalRegistry, { id: 'RemoveAvailability' });

/**
 * The body of `POST /v1/availability/changes`: the entries to write and the entries to remove. Errors name the position, such
 * as `put[3].end`; errors of shape are reported first, then violated rules, then duplicate ids.
 */
export const changeAvailabilitySchema = z
  .strictObject({
    companyId: uuidSchema,
    put: z.nullish(z.array(putAvailabilitySchema).check(z.maxLength(maxChangedEntries))),
    remove: z.nullish(z.array(removeAvailabilitySchema).check(z.maxLength(maxChangedEntries))),
  })
  .check(
    z.superRefine(({ put, remove }, context) => {
      const addProblem = (path: PropertyKey[], message: string) => context.addIssue({ code: 'custom', path, message });
      const [puts, removals] = [put ?? [], remove ?? []];
      const count = puts.length + removals.length;
      if (count < 1 || count > maxChangedEntries)
        return addProblem([], `put and remove must have 1 to ${maxChangedEntries} entries together`);
      for (const [nth, { kind, storeId = null, employeeId = null, roomId = null, ...entry }] of puts.entries()) {
        const problem = availabilityProblem({ kind, storeId, employeeId, roomId, ...parseInterval(entry) });
        if (problem !== null) addProblem(['put', nth, problem.field], problem.problem);
      }
      const ids = new Set<string>();
      for (const [list, entries] of [
        ['put', puts],
        ['remove', removals],
      ] as const)
        for (const [nth, { id }] of entries.entries())
          if (ids.has(id)) addProblem([list, nth, 'id'], 'must appear only once');
          else ids.add(id);
    }),
  )
  .register(z.globalRegistry, {
    id: 'ChangeAvailability',
    description: `\`put\` and \`remove\` have 1 to ${maxChangedEntries} entries together, each id once.`,
    anyOf: ['put', 'remove'].map((list) => ({
      required: [list],
      properties: { [list]: { type: 'array', minItems: 1 } },
    })),
  });
/** The request as sent to the API, before it is parsed. */
export type ChangeAvailability = z.input<typeof changeAvailabilitySchema>;

/** The response: the stored entries of `put` and the ids of `remove`, each in the order of the request. */
export const changedAvailabilitySchema = z
  .strictObject({ put: z.array(availabilitySchema), removed: z.array(uuidSchema) })
  .register(z.globalRegistry, { id: 'ChangedAvailability' });
export type ChangedAvailability = z.infer<typeof changedAvailabilitySchema>;

/**
 * The 409 response to a change. `data.current` has the conflicting entries (null for a deleted one) if the key may read
 * appointments.
 */
export const availabilityChangedMeanwhileSchema = z
  .extend(serviceErrorSchema, {
    data: z.extend(serviceErrorSchema.shape.data, {
      current: z.optional(z.array(z.strictObject({ id: uuidSchema, entry: z.nullable(availabilitySchema) }))),
    }),
  })
  .register(z.globalRegistry, { id: 'AvailabilityChangedMeanwhile' });
