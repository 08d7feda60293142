import { describe, expect, test } from 'vitest';
import { databaseKind, openSharedDatabase } from '#testing/databases.ts';

describe(`on ${databaseKind}`, () => {
  test('every key and index begins with the company', async () => {
    const database = await openSharedDatabase();
    const columns = await database.sql`
      select i.indexrelid::regclass::text as index, a.attname as first
      from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where n.nspname not in ('pg_catalog', 'pg_toast')`;
    expect(columns.length).toBeGreaterThan(20);
    expect(columns.filter((column) => column['first'] !== 'company_id')).toEqual([]);
    await database.close();
  });
});
