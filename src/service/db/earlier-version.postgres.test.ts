import postgres from 'postgres';
import { test } from 'vitest';
import { createPostgresDatabase } from '#testing/databases.ts';
import { earlierVersions, expectWhole, makeEarlier } from '#testing/earlier-version.ts';
import { connectPostgres } from './database.ts';

test.each(earlierVersions)('a database of $name is migrated with all its data', async (version) => {
  const url = await createPostgresDatabase();
  const earlier = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
  await makeEarlier(earlier, version);
  await earlier.end();
  // Once the database is migrated, opening it again changes nothing.
  for (const _start of ['first', 'second']) {
    const database = await connectPostgres({ url, max: 2 });
    await expectWhole(database, version);
    await database.close();
  }
});
