import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { serviceErrorSchema } from '#contract/error.ts';
import { connectPostgres } from '#service/db/database.ts';
import { createPostgresDatabase } from '#testing/databases.ts';
import { addPractice, bookable, keyOf } from '#testing/practice-rows.ts';
import { createTestService } from '#testing/service.ts';

test('two instances on one database run a create once, however often it is sent to each', async () => {
  const url = await createPostgresDatabase();
  const databases = await Promise.all([connectPostgres({ url, max: 4 }), connectPostgres({ url, max: 4 })]);
  const practice = await addPractice(databases[0]);
  const apiKey = await keyOf(databases[0], practice.vet);
  const clients = databases.map((database) => createTestService(database).client(apiKey));
  const create = (client: (typeof clients)[number], key: string) =>
    client.post('/v1/appointments', bookable(practice), { 'Content-Type': 'application/json', 'Idempotency-Key': key });
  for (let round = 0; round < 10; round += 1) {
    const key = randomUUID();
    const answers = await Promise.all(clients.map((client) => create(client, key)));
    for (const { status, body } of answers) {
      if (status === 200) continue;
      expect([status, serviceErrorSchema.parse(body).message]).toEqual([409, 'request_in_progress']);
    }
    const later = await Promise.all(clients.map((client) => create(client, key)));
    const ids = [...answers, ...later].filter(({ status }) => status === 200).map(({ body }) => body);
    expect(new Set(ids).size).toBe(1);
  }
  const [counted] = await databases[0].sql`
    select count(*)::int as made from appointments where company_id = ${practice.companyId}::uuid`;
  expect(counted).toEqual({ made: 10 });
  await Promise.all(databases.map((database) => database.close()));
});
