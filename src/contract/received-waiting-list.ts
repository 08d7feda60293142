import * as z from 'zod/mini';
import { clockTimePattern, datePattern } from '#contract/date-time.ts';
import { recallStatuses, waitingStatuses } from '#contract/enums.ts';
import { createRecordSchema, readers, receivedIdSchema } from '#contract/received.ts';

/*
 * The schemas with which the app reads the waiting list, recalls and series from any implementation, as lenient as
 * `received.ts`.
 */

const createMatchReader = (pattern: RegExp) => (value: unknown) =>
  typeof value === 'string' && pattern.test(value) ? value : null;
const readClockTime = createMatchReader(clockTimePattern);
const readDate = createMatchReader(datePattern);
const readWeekday = (value: unknown) => [1, 2, 3, 4, 5, 6, 7].find((day) => day === value);

/**
 * An entry of the waiting list. An entry with an unknown status, or without a required field such as its pet, counts as
 * unreadable.
 */
export const receivedWaitingListEntrySchema = createRecordSchema({
  id: readers.identifier,
  storeId: readers.identifier,
  petId: readers.identifier,
  clientId: readers.identifierOrNull,
  visitTypeId: readers.identifier,
  employeeId: readers.identifierOrNull,
  durationMinutes: (value) => (typeof value === 'number' && value > 0 ? value : undefined),
  /** The first date, `YYYY-MM-DD` on the store's calendar; null if there is none. */
  from: readDate,
  until: readDate,
  weekdays: (value) => readers.listOf(readWeekday)(value ?? []),
  /** The earliest time, `HH:MM` on the store's clock; null for any time. */
  earliest: readClockTime,
  latest: readClockTime,
  notes: readers.text,
  status: (value) => waitingStatuses.find((status) => status === value),
  appointmentId: readers.identifierOrNull,
  createdAt: readers.instant,
  /** Stays exactly as received, because a change sends it back. */
  updatedAt: readers.dateTime,
});
/** Instants are ISO 8601 in UTC with milliseconds; only `updatedAt` is kept as received. */
export type ReceivedWaitingListEntry = z.infer<typeof receivedWaitingListEntrySchema>;

const readRecallAttempt = readers.recordOf({
  at: readers.instant,
  employeeId: readers.identifierOrNull,
  how: readers.string,
});

/** A recall. One with an unknown status, or without a required field such as its pet, counts as unreadable. */
export const receivedRecallSchema = createRecordSchema({
  id: readers.identifier,
  petId: readers.identifier,
  clientId: readers.identifierOrNull,
  visitTypeId: readers.identifier,
  /** A date without a zone, `YYYY-MM-DD`. */
  dueOn: (value) => readDate(value) ?? undefined,
  status: (value) => recallStatuses.find((status) => status === value),
  snoozedUntil: readDate,
  appointmentId: readers.identifierOrNull,
  /** Newest first. Unknown values of `how` stay as they are. */
  attempts: (value) => readers.listOf(readRecallAttempt)(value) ?? [],
  /** Stays exactly as received, because a change sends it back. */
  updatedAt: readers.dateTime,
});
export type ReceivedRecall = z.infer<typeof receivedRecallSchema>;

/** The ids of a booked series and of its appointments. */
export const receivedCreatedSeriesSchema = z.object({
  seriesId: receivedIdSchema,
  appointmentIds: z.array(receivedIdSchema),
});
