import type * as z from 'zod/mini';
import { clientLanguages, onlineRequestStatuses } from '#contract/enums.ts';
import { createRecordSchema, readers } from '#contract/received.ts';
import { parseUrl } from './parse-url.ts';

/*
 * The schemas with which the app reads online booking, its settings and requests, from any implementation. They are as
 * lenient as `received.ts`.
 */

const { identifier, identifierOrNull, instant, listOf, recordOf, string, text } = readers;
const readFlag = (value: unknown) => value === true;
const readNumber = (value: unknown) => (typeof value === 'number' ? value : undefined);

/** The settings of the booking pages. */
export const receivedOnlineBookingSchema = createRecordSchema({
  stores: listOf(recordOf({ storeId: identifier, isOn: readFlag, slug: text })),
  types: listOf(recordOf({ visitTypeId: identifier, isOn: readFlag, publicName: text })),
  noticeHours: readNumber,
  daysAhead: readNumber,
  dailyLimit: readNumber,
  origins: listOf(string),
  /** Stays exactly as received, because a change sends it back. It is null until the settings have been changed once. */
  updatedAt: (value) => (value == null ? null : readers.dateTime(value)),
});
export type ReceivedOnlineBooking = z.infer<typeof receivedOnlineBookingSchema>;

const readCount = (value: unknown) => readNumber(value) ?? 0;
/** The number of visitors whom the booking pages have turned away since the date `from`, by reason. */
export const receivedTurnedAwayVisitorsSchema = createRecordSchema({
  from: text,
  byReason: (value) =>
    recordOf({ robot: readCount, address: readCount, email: readCount, code: readCount, day: readCount })(
      Object(value),
    ) ?? undefined,
});

const readHttpUrl = (value: unknown) => {
  const address = text(value);
  return address !== null && /^https?:\/\//.test(address) && parseUrl(address) !== null
    ? address.replace(/\/+$/, '')
    : null;
};
/** The part of the server's configuration that booking pages depend on; `publicUrl` has no trailing slash. */
export const receivedBookingServerSchema = createRecordSchema({ publicUrl: readHttpUrl, hasEmail: readFlag });
export type ReceivedBookingServer = z.infer<typeof receivedBookingServerSchema>;

/** A request from the web site. One with an unknown status, or without a required field such as its time, is unreadable. */
export const receivedOnlineRequestSchema = createRecordSchema({
  id: identifier,
  storeId: identifier,
  visitTypeId: identifier,
  start: instant,
  end: instant,
  firstName: (value) => text(value) ?? '',
  lastName: (value) => text(value) ?? '',
  email: text,
  phone: text,
  petName: (value) => text(value) ?? '',
  species: (value) => text(value) ?? '',
  note: text,
  language: (value) => clientLanguages.find((language) => language === value) ?? null,
  status: (value) => onlineRequestStatuses.find((status) => status === value),
  appointmentId: identifierOrNull,
  createdAt: instant,
  /** Stays exactly as received, because booking or declining sends it back. */
  updatedAt: readers.dateTime,
});
/** Instants are ISO 8601 in UTC with milliseconds; only `updatedAt` is kept as received. */
export type ReceivedOnlineRequest = z.infer<typeof receivedOnlineRequestSchema>;

/** The appointment that was booked for a request, with its client and its pet. */
export const receivedBookedRequestSchema = createRecordSchema({
  appointmentId: identifier,
  clientId: identifier,
  petId: identifier,
});
