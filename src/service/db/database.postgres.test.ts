import { expect, test } from 'vitest';
import { createPostgresDatabase } from '#testing/databases.ts';
import { connectPostgres } from './database.ts';

test('instances that start together on an empty PostgreSQL migrate it once', async () => {
  const url = await createPostgresDatabase();
  const instances = await Promise.all(Array.from({ length: 4 }, () => connectPostgres({ url, max: 2 })));
  const [first] = instances;
  if (first === undefined) throw new Error('no instance');
  const rows = await first.sql`select name, count(*)::int as times from frontdesk.migrations group by name`;
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every((row) => row['times'] === 1)).toBe(true);
  await Promise.all(instances.map((instance) => instance.close()));
});
