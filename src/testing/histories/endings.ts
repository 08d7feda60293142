import { appointmentPageSchema, appointmentSchema } from '#contract/appointment.ts';
import { appointmentHistoryPageSchema } from '#contract/appointment-change.ts';
import { availabilityPageSchema } from '#contract/availability.ts';
import type { Database } from '#service/db/database.ts';
import type { TestPractice } from '#testing/practice-rows.ts';
import { createTestService } from '#testing/service.ts';
import { valuesOfAppointment, valuesOfEntry } from './desks.ts';
import type { Ending } from './history.ts';

/** Reads what a database holds of a practice in the end. */
export async function readEnding(
  database: Database,
  { practice, key }: { practice: TestPractice; key: string },
): Promise<Ending> {
  const client = createTestService(database).client(key);
  const { companyId } = practice;
  const appointments: Ending['appointments'][number][] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await client.get('/v1/appointments', { companyId, limit: '500', cursor });
    const page = appointmentPageSchema.parse(body);
    for (const record of page.data) {
      const { id, updatedAt, ...rest } = appointmentSchema.parse(record);
      const noted = await client.get(`/v1/appointments/${id}/history`, { companyId, limit: '500' });
      const history = appointmentHistoryPageSchema.parse(noted.body).data;
      appointments.push({ id, updatedAt, values: valuesOfAppointment({ id, updatedAt, ...rest }), history });
    }
    cursor = page.nextCursor;
  }
  const availability: Ending['availability'][number][] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const window = { start: '2027-02-01T00:00:00Z', end: '2028-02-01T00:00:00Z' };
    const { body } = await client.get('/v1/availability', { companyId, ...window, limit: '500', cursor });
    const page = availabilityPageSchema.parse(body);
    for (const entry of page.data) {
      availability.push({ id: entry.id, updatedAt: entry.updatedAt, values: valuesOfEntry(entry) });
    }
    cursor = page.nextCursor;
  }
  return { appointments, availability, rooms: practice.rooms[0], steadyStore: practice.stores[0] };
}
