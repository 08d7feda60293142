import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { selfSignedCertificate } from './certificate.ts';
import { keepEmbeddedCode } from './embedded-code.ts';
import { type PostgresServer, startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The loopback port at which a test file asks for `postgres` (its URL), `certificate` (a file with the one that this server shows),
     * or an embedded database as `folder` or `archive`.
     */
    databasesPort: number;
  }
}

/**
 * What test files share in one run, made when the first of them asks for it: one PostgreSQL server, and one new embedded
 * database as a folder to copy and as an archive, since making each anew costs more than most tests.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-tests-'));
  let postgres: Promise<PostgresServer> | null = null;
  let embedded: Promise<string> | null = null;
  let archive: Promise<string> | null = null;
  const certificate = selfSignedCertificate();
  const certificateFile = join(folder, 'certificate.pem');
  writeFileSync(certificateFile, certificate.certificate);

  async function answer(question: string): Promise<string> {
    if (question === 'folder') {
      embedded ??= makeEmbedded(join(folder, 'embedded'));
      return embedded;
    }
    if (question === 'archive') {
      archive ??= archiveOf(await answer('folder'), join(folder, 'embedded.tar'));
      return archive;
    }
    postgres ??= startPostgres({
      settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
      certificate,
    });
    const { url } = await postgres;
    return question === 'certificate' ? certificateFile : url;
  }

  const server = createServer((socket) => {
    socket.once('data', (question) => {
      answer(question.toString()).then(
        (text) => socket.end(text),
        (error: unknown) => socket.destroy(error instanceof Error ? error : undefined),
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address !== null && typeof address === 'object') project.provide('databasesPort', address.port);
  return async () => {
    server.close();
    await (await postgres)?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

async function makeEmbedded(dataDir: string): Promise<string> {
  // Most runs need none, and need not load what makes one.
  const { openEmbeddedDatabase } = await import('#service/db/database.ts');
  await keepEmbeddedCode();
  const database = await openEmbeddedDatabase({ dataDir });
  await database.close();
  return dataDir;
}

/** Not compressed, since it's read more often than written. */
async function archiveOf(dataDir: string, file: string): Promise<string> {
  const { create } = await import('tar');
  await create({ cwd: dataDir, file, portable: true }, ['.']);
  return file;
}
