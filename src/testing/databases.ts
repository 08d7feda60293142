import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import postgres from 'postgres';
import { inject } from 'vitest';
import { connectPostgres, type Database, openEmbeddedDatabase } from '#service/db/database.ts';

/** The URL of a new, empty database on the real PostgreSQL of this test run. */
export async function createPostgresDatabase(): Promise<string> {
  const server = await text(connect(inject('postgresPort'), '127.0.0.1'));
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = postgres(server, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name}`);
  await admin.end();
  return server.replace(/\/postgres$/, `/${name}`);
}

/** Both kinds of database that the service runs on, for `describe.each`. */
export const databases: readonly (readonly [name: string, open: () => Promise<Database>])[] = [
  ['PGlite', () => openEmbeddedDatabase({ dataDir: 'memory://' })],
  ['PostgreSQL', async () => connectPostgres({ url: await createPostgresDatabase(), max: 4 })],
];
