import * as z from 'zod/mini';
import { availabilityKindSchema } from '#contract/availability.ts';
import { dateTimePattern, isoOf } from '#contract/date-time.ts';

/*
 * What the app reads of the plan from any implementation, as lenient as `received.ts`: extra properties are dropped, missing fields
 * are null, and date-times with any offset become UTC with milliseconds.
 */

const identifier = z.string().check(z.minLength(1));
const optionalIdentifier = z.catch(z.nullable(identifier), null);
const dateTime = z.string().check(z.regex(dateTimePattern));
const instant = z.pipe(dateTime, z.transform(isoOf));

/** An entry of the plan; of a kind that is not known, it is told as one that cannot be read. */
export const receivedAvailabilitySchema = z.object({
  id: identifier,
  kind: availabilityKindSchema,
  storeId: optionalIdentifier,
  employeeId: optionalIdentifier,
  roomId: optionalIdentifier,
  start: instant,
  end: instant,
  title: z.catch(z.nullable(z.string()), null),
  seriesId: optionalIdentifier,
  /** Sent back with a change exactly as it came. */
  updatedAt: dateTime,
});
/** Instants are ISO 8601 in UTC with milliseconds; `updatedAt` alone is as it came. */
export type ReceivedAvailability = z.infer<typeof receivedAvailabilitySchema>;
