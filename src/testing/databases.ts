import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import postgres from 'postgres';
import { inject } from 'vitest';
import { connectPostgres, type Database, openEmbeddedDatabase } from '#service/db/database.ts';
import { keepEmbeddedCode } from './embedded-code.ts';

async function ask(question: 'postgres' | 'certificate' | 'folder' | 'archive'): Promise<string> {
  const socket = connect(inject('databasesPort'), '127.0.0.1');
  socket.write(question);
  const answer = await text(socket);
  if (answer === '') throw new Error(`no ${question} could be had for the tests`);
  return answer;
}

/** The URL of a new, empty database on the real PostgreSQL of this test run. */
export async function createPostgresDatabase(): Promise<string> {
  const server = await ask('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = postgres(server, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name}`);
  await admin.end();
  return server.replace(/\/postgres$/, `/${name}`);
}

/** A file with the certificate of that server, for `localhost` and 127.0.0.1. It is trusted only where it is configured. */
export async function postgresCertificate(): Promise<string> {
  return ask('certificate');
}

/** An archive of a migrated embedded database without rows: creating a new one takes seconds. */
export async function emptyArchive(): Promise<string> {
  await keepEmbeddedCode();
  return ask('archive');
}

/** Writes a migrated embedded database without rows to a new data folder. */
export async function makeEmptyDatabase(dataDir: string): Promise<void> {
  await keepEmbeddedCode();
  cpSync(await ask('folder'), dataDir, { recursive: true });
}

/** Opens a database once for all test files that run in this process; it is closed when the process ends. */
function shared(open: () => Promise<Database>): () => Promise<Database> {
  let opened: Promise<Database> | null = null;
  return async () => {
    opened ??= open();
    return { ...(await opened), close: async () => undefined };
  };
}

/** An embedded database shared by test files: each adds its own company. */
export const openSharedMemoryDatabase = shared(async () =>
  openEmbeddedDatabase({ dataDir: 'memory://', archive: await emptyArchive() }),
);

/** The database of this run: PGlite, or a real PostgreSQL in the project `postgres`. */
export const databaseKind = process.env['TEST_DATABASE'] === 'PostgreSQL' ? 'PostgreSQL' : 'PGlite';

const openSharedPostgres = shared(async () => connectPostgres({ url: await createPostgresDatabase(), max: 4 }));

/** Opens the shared database of this run: each test file adds its own company. */
export const openSharedDatabase = databaseKind === 'PGlite' ? openSharedMemoryDatabase : openSharedPostgres;

/** Opens a database of this run without rows, only for the caller, who closes it. */
export async function openOwnDatabase(): Promise<Database> {
  return databaseKind === 'PGlite'
    ? openEmbeddedDatabase({ dataDir: 'memory://', archive: await emptyArchive() })
    : connectPostgres({ url: await createPostgresDatabase(), max: 2 });
}
