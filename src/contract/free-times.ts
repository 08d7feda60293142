import * as z from 'zod/mini';
import { bookableMinutesSchema } from '#contract/clients-pets-staff.ts';
import { instantOf } from '#contract/date-time.ts';
import { companyQuerySchema, cursorSchema, storeIdsSchema } from '#contract/endpoint.ts';
import { createPageSchema, limitSchema } from '#contract/page.ts';
import { dateTimeSchema, instantSchema, uuidSchema } from '#contract/primitives.ts';

/** The maximum number of days between `start` and `end` of {@link freeTimesQuerySchema}. */
const maxFreeTimesDays = 31;

/**
 * The query of `GET /v1/free-times`: the times that start in [`start`, `end`). `durationMinutes` defaults to the duration of
 * the visit type.
 */
export const freeTimesQuerySchema = z
  .extend(companyQuerySchema, {
    visitTypeId: uuidSchema,
    start: dateTimeSchema,
    end: dateTimeSchema,
    storeIds: storeIdsSchema,
    employeeId: z.optional(uuidSchema),
    roomId: z.optional(uuidSchema),
    petId: z.optional(uuidSchema),
    durationMinutes: z.optional(bookableMinutesSchema),
    /** The number of minutes between possible starts, which are counted from the opening of the store. */
    step: z._default(z.int().check(z.minimum(5, 'must be 5 to 60'), z.maximum(60, 'must be 5 to 60')), 15),
    limit: limitSchema,
    cursor: cursorSchema,
  })
  .check(
    z.refine(({ start, end }) => instantOf(end) > instantOf(start), {
      path: ['end'],
      error: 'must be after the start',
    }),
    z.refine(({ start, end }) => instantOf(end) - instantOf(start) <= maxFreeTimesDays * 86_400_000, {
      path: ['end'],
      error: `must be at most ${maxFreeTimesDays} days after the start`,
    }),
  );

/**
 * A time that can be booked. `employeeIds` are the employees who could take it, in the order of the employees' list (empty if
 * the visit type needs no vet); `roomIds` the rooms that suit and are free, best first (empty if the store has no rooms).
 */
export const freeTimeSchema = z
  .strictObject({
    start: instantSchema,
    end: instantSchema,
    storeId: uuidSchema,
    employeeIds: z.array(uuidSchema),
    roomIds: z.array(uuidSchema),
  })
  .register(z.globalRegistry, { id: 'FreeTime' });
export type FreeTime = z.infer<typeof freeTimeSchema>;

/** A page of free times, ordered by start, then in the order of the stores. */
export const freeTimesPageSchema = createPageSchema(freeTimeSchema).register(z.globalRegistry, { id: 'FreeTimesPage' });
