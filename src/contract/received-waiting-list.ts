import * as z from 'zod/mini';
import { clockTimeSchema, weekdaySchema } from '#contract/clients-pets-staff.ts';
import { dateSchema } from '#contract/primitives.ts';
import { read, receivedIdSchema, recordSchema } from '#contract/received.ts';
import { waitingStatusSchema } from '#contract/waiting-list.ts';

/* The schemas with which the app reads the waiting list and series from any implementation, as lenient as `received.ts`. */

const clock = (value: unknown) => clockTimeSchema.safeParse(value).data ?? null;
const date = (value: unknown) => dateSchema.safeParse(value).data ?? null;

/**
 * An entry of the waiting list. An entry with an unknown status, or without its pet, type or duration, counts as unreadable.
 */
export const receivedWaitingListEntrySchema = recordSchema({
  id: read.identifier,
  storeId: read.identifier,
  petId: read.identifier,
  clientId: read.identifierOrNull,
  visitTypeId: read.identifier,
  employeeId: read.identifierOrNull,
  durationMinutes: (value) => (typeof value === 'number' && value > 0 ? value : undefined),
  /** Dates without a zone, `YYYY-MM-DD`. Without `from` there is no first date. */
  from: date,
  until: date,
  weekdays: (value) => z.array(weekdaySchema).safeParse(value ?? []).data,
  /** `HH:MM` on the store's clock. */
  earliest: clock,
  latest: clock,
  notes: read.text,
  status: (value) => waitingStatusSchema.safeParse(value).data,
  appointmentId: read.identifierOrNull,
  createdAt: read.instant,
  /** Sent back with a change exactly as received. */
  updatedAt: read.dateTime,
});
/** Instants are ISO 8601 in UTC with milliseconds; only `updatedAt` is kept as received. */
export type ReceivedWaitingListEntry = z.infer<typeof receivedWaitingListEntrySchema>;

/** The appointments of a booked series. */
export const receivedCreatedSeriesSchema = z.object({
  seriesId: receivedIdSchema,
  appointmentIds: z.array(receivedIdSchema),
});
