import * as z from 'zod/mini';
import { availabilityKinds } from '#contract/enums.ts';
import { createRecordSchema, readers } from '#contract/received.ts';

/*
 * The schemas with which the app reads availability entries from any implementation, as lenient as `received.ts`: extra
 * properties are dropped, missing optional fields are null, and date-times with any offset become UTC with milliseconds.
 */

/** An availability entry. An entry of an unknown kind counts as unreadable. */
export const receivedAvailabilitySchema = createRecordSchema({
  id: readers.identifier,
  kind: (value) => availabilityKinds.find((kind) => kind === value),
  storeId: readers.identifierOrNull,
  employeeId: readers.identifierOrNull,
  roomId: readers.identifierOrNull,
  start: readers.instant,
  end: readers.instant,
  title: readers.text,
  seriesId: readers.identifierOrNull,
  /** Stays exactly as received, because a change sends it back. */
  updatedAt: readers.dateTime,
});
/** Instants are ISO 8601 in UTC with milliseconds; only `updatedAt` is kept as received. */
export type ReceivedAvailability = z.infer<typeof receivedAvailabilitySchema>;

/** The result of an availability change: the stored entries of `put`, in the order of the request. */
export const receivedPlanChangeSchema = z.object({ put: z.array(receivedAvailabilitySchema) });
