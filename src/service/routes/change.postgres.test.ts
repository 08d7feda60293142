import { expect, test } from 'vitest';
import { appointmentSchema } from '#contract/appointment.ts';
import { connectPostgres } from '#service/db/database.ts';
import { createPostgresDatabase } from '#testing/databases.ts';
import { addAppointments, addPractice, appointmentIn, keyOf } from '#testing/practice-rows.ts';
import { type Answer, createTestService } from '#testing/service.ts';

test('a change that waited gets its timestamp when it is made, so that no calendar has polled past it', async () => {
  const url = await createPostgresDatabase();
  const database = await connectPostgres({ url, max: 3 });
  const practice = await addPractice(database);
  const service = createTestService(database);
  const client = service.client(await keyOf(database, practice.vet));
  const given = appointmentIn(practice);
  await addAppointments(database, practice, [given]);
  let answered: Promise<Answer> | null = null;
  await database.sql.begin(async (transaction) => {
    await transaction`select 1 from appointments where company_id = ${practice.companyId}::uuid and id = ${given.id}::uuid for update`;
    answered = client.patch(`/v1/appointments/${given.id}`, {
      companyId: practice.companyId,
      expectedUpdatedAt: given.updatedAt,
      notes: 'late',
    });
    for (let waiting = 0; waiting === 0; ) {
      const [row] = await transaction<{ waiting: number }[]>`
        select count(*)::int as waiting from pg_locks where not granted`;
      waiting = row?.waiting ?? 0;
    }
    service.clock.pass(20_000);
  });
  const { body } = (await answered) ?? { body: null };
  expect(appointmentSchema.parse(body).updatedAt).toBe(new Date(service.clock.now()).toISOString());
  await database.close();
});
