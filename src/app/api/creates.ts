import { z } from 'zod';
import type { ApiClient, RequestOptions } from '#app/api/client.ts';
import type { CreateAppointment } from '#contract/appointment.ts';
import type { CreateClient, CreatePet } from '#contract/resources.ts';

/** Another implementation's ids need not be UUIDs of the versions that the document lists. */
const createdSchema = z.string().min(1);

/** The body of a create. A status that is newer than the document is sent as the enum spells it. */
export type AppointmentToCreate = Omit<CreateAppointment, 'status'> & { status?: string | undefined };

/** The timeouts of creates, and of the searches that find out what became of one, in milliseconds. */
export const CREATE_TIMEOUT_MS = 45_000;
export const SEARCH_TIMEOUT_MS = 15_000;

type CreateOptions = Pick<RequestOptions, 'signal' | 'idempotencyKey'>;

// These functions create something and return its id. The request is sent once. After a failure of kind `network` or
// `invalid`, a status of 500 and above, or an abort, it is not known whether it was created, and repeating it could
// create it twice, unless it has an idempotency key that the practice API accepts (`Capabilities`). They throw
// ApiError, and the `AbortError` of the signal.

/** Books an appointment. */
export function createAppointment(
  api: ApiClient,
  appointment: AppointmentToCreate,
  options: CreateOptions,
): Promise<string> {
  return api.post('/api/v1/appointments', appointment, createdSchema, options);
}

/** Creates a client, where the practice API supports it (`Capabilities`). */
export function createClient(api: ApiClient, client: CreateClient, options: CreateOptions): Promise<string> {
  return api.post('/api/v1/clients', client, createdSchema, options);
}

/** Creates a pet of a client, where the practice API supports it (`Capabilities`). */
export function createPet(api: ApiClient, pet: CreatePet, options: CreateOptions): Promise<string> {
  return api.post('/api/v1/pets', pet, createdSchema, options);
}
