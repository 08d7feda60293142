import { z } from 'zod';
import type { ApiClient } from '#app/api/client.ts';
import type { CreateAppointment } from '#contract/appointment.ts';

/** Another implementation's ids need not be UUIDs of the versions that the document lists. */
const createdSchema = z.string().min(1);

/**
 * Books an appointment and returns its id. The request is sent once: after a failure of kind `network` or `invalid`, or
 * a status of 500 and above, nobody knows whether it was booked, and sending it again could book it twice.
 *
 * @throws ApiError
 */
export function createAppointment(api: ApiClient, appointment: CreateAppointment): Promise<string> {
  return api.post('/api/v1/appointments', appointment, createdSchema);
}
