import { expect, test } from 'vitest';
import { createPostgresDatabase } from '#testing/databases.ts';
import { connectPostgres } from './database.ts';
import { inTransaction } from './run-query.ts';

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

test('transactions that begin behind any number of statements each have their own connection', async () => {
  const { sql, close } = await connectPostgres({ url: await createPostgresDatabase(), max: 2 });
  for (const waiting of [1, 2, 3, 199, 200, 201]) {
    const statements = Array.from({ length: waiting }, () => sql`select 1`.execute());
    const transactions = Array.from({ length: 4 }, () =>
      inTransaction(sql, async (transaction) => {
        const [first] = await transaction`select txid_current() as id`;
        const [second] = await transaction`select txid_current() as id`;
        return [first?.['id'], second?.['id']];
      }),
    );
    const ids = await Promise.all(transactions);
    await Promise.all(statements);
    expect(new Set(ids.flat()).size).toBe(transactions.length);
  }
  await close();
});
