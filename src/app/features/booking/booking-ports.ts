import { type ApiClient, CREATE_TIMEOUT_MS } from '#app/api/api-client.ts';
import { asApiError } from '#app/api/api-error.ts';
import { type AppointmentPage, searchAppointments } from '#app/api/appointments.ts';
import { newId } from '#app/browser/new-id.ts';
import { sleepUntilOnline } from '#app/browser/sleep.ts';
import type { BookingRequest } from '#app/features/booking/booking-request.ts';
import type { AppointmentSearchInput } from '#contract/appointment-search.ts';
import { calls } from '#contract/calls.ts';
import type { CreateClient, CreatePet } from '#contract/clients-pets-staff.ts';
import type { Capabilities } from '#contract/desk.ts';

/** The side effects of a booking, replaceable in tests. Each request has a timeout. */
export interface BookingPorts {
  /** Always sends a new request, and never reuses the response to an earlier one. Aborts after `timeoutMs`. */
  search: (search: AppointmentSearchInput, timeoutMs: number) => Promise<AppointmentPage>;
  /** Each function sends its request only once. `client` and `pet` resolve with the new id. */
  create: {
    client: (client: CreateClient, key: string | null) => Promise<string>;
    pet: (pet: CreatePet, key: string | null) => Promise<string>;
    /** Resolves with the ids in the order of the times; a series has several. */
    appointments: (request: BookingRequest, key: string | null) => Promise<string[]>;
  };
  newKey: () => string;
  /**
   * Whether an appointment or a series can be created with an idempotency key. Clients and pets always need a key.
   */
  takesKey: (request: Pick<BookingRequest, 'times'>) => boolean;
  /** Milliseconds since 1970-01-01T00:00Z. */
  clock: () => number;
  /** Waits, but ends early when the browser comes back online or the signal is aborted. */
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Whether the browser reports that there is no network. */
  hasNoNetwork: () => boolean;
}

/** Creates the ports of a booking for the browser. */
export function createBookingPorts(api: ApiClient, { createAppointment, createSeries }: Capabilities): BookingPorts {
  const createOptions = (key: string | null) => ({
    signal: AbortSignal.timeout(CREATE_TIMEOUT_MS),
    ...(key === null ? {} : { idempotencyKey: key }),
  });
  return {
    search: (search, timeoutMs) =>
      searchAppointments(api, search, { signal: AbortSignal.timeout(timeoutMs), purpose: 'recheck' }),
    create: {
      client: (client, key) => api.call(calls.createClient, client, createOptions(key)),
      pet: (pet, key) => api.call(calls.createPet, pet, createOptions(key)),
      async appointments({ times, ...request }, key) {
        if (!times) return [await api.call(calls.createAppointment, request, createOptions(key))];
        const { start: _, end: __, ...booking } = request;
        return (await api.call(calls.createSeries, { ...booking, times }, createOptions(key))).appointmentIds;
      },
    },
    newKey: newId,
    takesKey: ({ times }) => (times ? createSeries : createAppointment)?.idempotent === true,
    clock: () => Date.now(),
    sleep: sleepUntilOnline,
    hasNoNetwork: () => !navigator.onLine,
  };
}

/** Whether a request failed because there is no connection. */
export function isConnectionFailure({ hasNoNetwork }: Pick<BookingPorts, 'hasNoNetwork'>, error: unknown): boolean {
  return asApiError(error)?.kind === 'network' || (asApiError(error) === null && hasNoNetwork());
}
