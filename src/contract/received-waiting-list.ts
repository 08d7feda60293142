import * as z from 'zod/mini';
import { clockTimeSchema, weekdaySchema } from '#contract/clients-pets-staff.ts';
import { dateSchema } from '#contract/primitives.ts';
import { read, receivedIdSchema, recordSchema } from '#contract/received.ts';
import { waitingStatusSchema } from '#contract/waiting-list.ts';

/*
 * What the app reads of the waiting list and of series from any implementation, as lenient as `received.ts`.
 */

const clock = (value: unknown) => clockTimeSchema.safeParse(value).data ?? null;
const date = (value: unknown) => dateSchema.safeParse(value).data ?? null;

/** An entry of the waiting list; one of an unknown status, or without its pet, type or duration, cannot be read. */
export const receivedWaitingListEntrySchema = recordSchema({
  id: read.identifier,
  storeId: read.identifier,
  petId: read.identifier,
  clientId: read.identifierOrNull,
  visitTypeId: read.identifier,
  employeeId: read.identifierOrNull,
  durationMinutes: (value) => (typeof value === 'number' && value > 0 ? value : undefined),
  /** Dates without a zone, `YYYY-MM-DD`; without `from` it is open. */
  from: date,
  until: date,
  weekdays: (value) => z.array(weekdaySchema).safeParse(value ?? []).data,
  /** `HH:MM` on the clock of the store. */
  earliest: clock,
  latest: clock,
  notes: read.text,
  status: (value) => waitingStatusSchema.safeParse(value).data,
  appointmentId: read.identifierOrNull,
  createdAt: read.instant,
  /** Sent back with a change exactly as it came. */
  updatedAt: read.dateTime,
});
/** Instants are ISO 8601 in UTC with milliseconds; `updatedAt` alone is as it came. */
export type ReceivedWaitingListEntry = z.infer<typeof receivedWaitingListEntrySchema>;

/** The appointments of a series that was booked. */
export const receivedCreatedSeriesSchema = z.object({
  seriesId: receivedIdSchema,
  appointmentIds: z.array(receivedIdSchema),
});
