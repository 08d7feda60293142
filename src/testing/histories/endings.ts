import { appointmentPageSchema, appointmentSchema } from '#contract/appointment.ts';
import { appointmentHistoryPageSchema } from '#contract/appointment-change.ts';
import { availabilityPageSchema } from '#contract/availability.ts';
import type { Database } from '#service/db/database.ts';
import type { TestPractice } from '#testing/practice-rows.ts';
import { createTestService, pagesOf } from '#testing/service.ts';
import { valuesOfAppointment, valuesOfEntry } from './desks.ts';
import type { Ending } from './history.ts';

/** Reads the final content of a database for a practice. */
export async function readEnding(
  database: Database,
  { practice, key }: { practice: TestPractice; key: string },
): Promise<Ending> {
  const client = createTestService(database).client(key);
  const { companyId } = practice;
  const appointments: Ending['appointments'][number][] = [];
  const readVisits = async (cursor: string) =>
    appointmentPageSchema.parse((await client.get('/v1/appointments', { companyId, limit: '500', cursor })).body);
  for await (const page of pagesOf(readVisits)) {
    for (const record of page.data) {
      const { id, updatedAt, ...rest } = appointmentSchema.parse(record);
      const noted = await client.get(`/v1/appointments/${id}/history`, { companyId, limit: '500' });
      const history = appointmentHistoryPageSchema.parse(noted.body).data;
      appointments.push({ id, updatedAt, values: valuesOfAppointment({ id, updatedAt, ...rest }), history });
    }
  }
  const availability: Ending['availability'][number][] = [];
  const query = { companyId, start: '2027-02-01T00:00:00Z', end: '2028-02-01T00:00:00Z', limit: '500' };
  const readPlan = async (cursor: string) =>
    availabilityPageSchema.parse((await client.get('/v1/availability', { ...query, cursor })).body);
  for await (const page of pagesOf(readPlan)) {
    for (const entry of page.data) {
      availability.push({ id: entry.id, updatedAt: entry.updatedAt, values: valuesOfEntry(entry) });
    }
  }
  return { appointments, availability, rooms: practice.rooms[0], steadyStore: practice.stores[0] };
}
