import { z } from 'zod';
import type { ApiClient, RequestOptions } from '#app/api/client.ts';
import type { CreateAppointment } from '#contract/appointment.ts';
import type { CreateClient, CreatePet } from '#contract/resources.ts';

/** Another implementation's ids need not be UUIDs of the versions that the document lists. */
const createdSchema = z.string().min(1);

/** The body of a create. A status that joined the enum since the document was written is sent as the enum spells it. */
export type AppointmentToCreate = Omit<CreateAppointment, 'status'> & { status?: string | undefined };

type CreateOptions = Pick<RequestOptions, 'signal' | 'idempotencyKey'>;

// Each of them creates something and returns its id. The request is sent once: after a failure of kind `network` or
// `invalid`, or a status of 500 and above, nobody knows whether it was created, and sending it again could create it twice,
// unless it has an idempotency key, which the practice API must take (`Capabilities`). They throw ApiError, and the
// `AbortError` of the signal, after which nobody knows either.

/** Books an appointment. */
export function createAppointment(
  api: ApiClient,
  appointment: AppointmentToCreate,
  options: CreateOptions,
): Promise<string> {
  return api.post('/api/v1/appointments', appointment, createdSchema, options);
}

/** Puts a client on file, where the practice API can (`Capabilities`). */
export function createClient(api: ApiClient, client: CreateClient, options: CreateOptions): Promise<string> {
  return api.post('/api/v1/clients', client, createdSchema, options);
}

/** Puts a pet of a client on file, where the practice API can (`Capabilities`). */
export function createPet(api: ApiClient, pet: CreatePet, options: CreateOptions): Promise<string> {
  return api.post('/api/v1/pets', pet, createdSchema, options);
}
