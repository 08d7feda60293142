import * as z from 'zod/mini';
import { createAppointmentSchema, defaultAppointmentStatus } from '#contract/appointment.ts';
import type { Interval } from '#contract/interval.ts';
import type { Booking } from './booking-values.ts';

/** The body of the create request: the properties in section 4.3 of the specification and, for a series, `times`. */
export const bookingRequestSchema = z.extend(createAppointmentSchema, {
  // Any text, since a practice system may list a status that is newer than the contract.
  status: z.optional(z.string().check(z.minLength(1))),
  /** For a series, all of its times in order; `start` and `end` are those of the first one. */
  times: z.optional(z.array(z.object({ start: z.string(), end: z.string() }))),
});
export type BookingRequest = z.infer<typeof bookingRequestSchema>;

const REQUEST_FIELDS = z.keyof(bookingRequestSchema).options;

/**
 * Whether two requests describe exactly the same appointment.
 *
 * @param anyVet whether the vets may differ, because any vet who was free could be assigned
 */
export function isSameRequest(one: BookingRequest, other: BookingRequest, anyVet: boolean): boolean {
  const fields = REQUEST_FIELDS.filter((field) => !anyVet || field !== 'employeeId');
  const serialize = (request: BookingRequest) => JSON.stringify(fields.map((field) => request[field] ?? ''));
  return serialize(one) === serialize(other);
}

/**
 * Builds what is sent for a booking. The request omits blank notes, and a status that is the practice system’s default.
 */
export function buildSubmission({ store, time, pet, registration, ...booking }: Booking, companyId: string) {
  const { visitTypeId, employeeId, anyVet, roomId, status, notes } = booking;
  const [first = toRequestTime(time), ...others] = booking.times.map(toRequestTime);
  return {
    request: {
      companyId,
      storeIds: [store.id],
      visitTypeId,
      ...first,
      ...(others.length === 0 ? {} : { times: [first, ...others] }),
      ...(status === defaultAppointmentStatus ? {} : { status }),
      ...(employeeId === null ? {} : { employeeId }),
      ...(notes.trim() === '' ? {} : { notes }),
    },
    pet: registration ?? { id: pet?.id ?? '', name: pet?.name ?? '' },
    anyVet,
    roomId,
  };
}

const toRequestTime = ({ start, end }: Interval) => ({
  start: new Date(start).toISOString(),
  end: new Date(end).toISOString(),
});
