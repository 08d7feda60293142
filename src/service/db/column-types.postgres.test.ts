import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostgresDatabase } from '#testing/databases.ts';
import { instantLiteral, isoInstant } from './column-types.ts';
import { connectPostgres, type Database } from './database.ts';

let database: Database;
beforeAll(async () => {
  database = await connectPostgres({ url: await createPostgresDatabase(), max: 1 });
});
afterAll(() => database.close());

test('an instant survives a round trip through PostgreSQL to the millisecond, even far from now', async () => {
  const far = fc.integer({
    min: Date.parse('0001-01-01T00:00:00Z') - 86_400_000,
    max: Date.parse('9999-12-31T23:59:59.999Z') + 86_400_000,
  });
  const times = [
    0,
    -1,
    Date.parse('0001-01-01T00:00:00Z') - 1,
    Date.parse('9999-12-31T23:59:59.999Z') + 1,
    ...fc.sample(far, 200),
  ];
  const literals = `{${times.map((time) => `"${instantLiteral(time)}"`).join(',')}}`;
  const rows = await database.sql<{ text: string; ms: string }[]>`
    select t::timestamptz(3)::text as text, (extract(epoch from t) * 1000)::bigint::text as ms
    from unnest(${literals}::timestamptz[]) with ordinality as given(t, n) order by n`;
  expect(rows.map((row) => Number(row.ms))).toEqual(times);
  for (const [index, row] of rows.entries()) {
    const iso = new Date(times[index] ?? 0).toISOString();
    if (/^\d{4}-/.test(iso) && !iso.startsWith('0000')) expect(isoInstant(row.text)).toBe(iso);
  }
});
