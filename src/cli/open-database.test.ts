import { expect, test } from 'vitest';
import { createPostgresDatabase } from '#testing/databases.ts';
import { connectConfigured } from './open-database.ts';

test('a PostgreSQL that does not answer is named, without the password', async () => {
  const refused = connectConfigured('postgres://me:hidden@127.0.0.1:1/desk');
  await expect(refused).rejects.toThrow('PostgreSQL at 127.0.0.1:1 cannot be reached (ECONNREFUSED)');
  await expect(refused).rejects.not.toThrow('hidden');
});

test('a database that does not exist is told with what to correct', async () => {
  const url = new URL(await createPostgresDatabase());
  url.pathname = '/missing';
  await expect(connectConfigured(url.href)).rejects.toThrow(/refuses: .*"missing".* Correct DATABASE_URL/);
});
