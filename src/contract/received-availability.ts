import * as z from 'zod/mini';
import { availabilityKindSchema } from '#contract/availability.ts';
import { read, recordSchema } from '#contract/received.ts';

/*
 * What the app reads of the plan from any implementation, as lenient as `received.ts`: extra properties are dropped, missing fields
 * are null, and date-times with any offset become UTC with milliseconds.
 */

/** An entry of the plan; of a kind that is not known, it is told as one that cannot be read. */
export const receivedAvailabilitySchema = recordSchema({
  id: read.identifier,
  kind: (value) => availabilityKindSchema.safeParse(value).data,
  storeId: read.identifierOrNull,
  employeeId: read.identifierOrNull,
  roomId: read.identifierOrNull,
  start: read.instant,
  end: read.instant,
  title: read.text,
  seriesId: read.identifierOrNull,
  /** Sent back with a change exactly as it came. */
  updatedAt: read.dateTime,
});
/** Instants are ISO 8601 in UTC with milliseconds; `updatedAt` alone is as it came. */
export type ReceivedAvailability = z.infer<typeof receivedAvailabilitySchema>;

/** What became of a change of the plan: the entries of `put` as they are now, in the order sent. */
export const receivedPlanChangeSchema = z.object({ put: z.array(receivedAvailabilitySchema) });
