import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSharedDatabase } from '#testing/databases.ts';
import { tablesOfAllCompanies } from '#testing/statements.ts';
import type { Database } from './database.ts';

// Every key begins with `company_id`, so that companies can be moved to another server. Every suite on PostgreSQL checks that
// the statements of the service touch only rows of the given companies (src/testing/suite.ts).

let database: Database;
beforeAll(async () => {
  database = await openSharedDatabase();
});
afterAll(() => database.close());

test('every table has the company in each row, and every index and unique key begins with it', async () => {
  const tables = await database.sql<{ name: string; named: boolean }[]>`
    select c.relname as name, exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id'
    ) as named
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`;
  expect(tables.length).toBeGreaterThanOrEqual(14);
  expect(tables.filter(({ named }) => !named)).toEqual([]);
  const indexes = await database.sql<{ name: string; first: string | null }[]>`
    select i.indexrelid::regclass::text as name, a.attname as first
    from pg_index i join pg_class c on c.oid = i.indrelid
    left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where c.relnamespace = 'public'::regnamespace`;
  expect(indexes.length).toBeGreaterThan(30);
  expect(indexes.filter(({ first }) => first !== 'company_id')).toEqual([]);
});

test('a foreign key has the company on both sides, and no constraint spans companies', async () => {
  const foreignOrExcluding = await database.sql<{ name: string }[]>`
    select k.conname as name from pg_constraint k
    where k.connamespace = 'public'::regnamespace and k.contype in ('f', 'x') and (
      not exists (
        select from pg_attribute a where a.attrelid = k.conrelid and a.attname = 'company_id' and a.attnum = any(k.conkey)
      ) or k.contype = 'f' and not exists (
        select from pg_attribute a where a.attrelid = k.confrelid and a.attname = 'company_id' and a.attnum = any(k.confkey)
      )
    )`;
  expect(foreignOrExcluding).toEqual([]);
});

test.each([
  ['select 1 from api_keys where key_hash = $1::bytea', ['api_keys']],
  ['select 1 from api_keys k join employees e on e.id = k.employee_id where k.company_id = $1::uuid', ['employees']],
  ['update appointments set status = $1 where id = $2::uuid', ['appointments']],
  ['select (select count(*) from pets) from clients c where c.company_id = $1::uuid', ['pets']],
  ['delete from rooms where company_id <> $1::uuid', ['rooms']],
])('detects that %s touches all companies', async (statement, tables) => {
  expect(await tablesOfAllCompanies(database.sql, statement)).toEqual(tables);
});
