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
     * The loopback port at which a test file requests `postgres` (its URL), `certificate` (a file with the server's
     * certificate), or an embedded database as `folder` or `archive`.
     */
    databasesPort: number;
  }
}

/**
 * What test files share in one run, created on the first request: one PostgreSQL server, and one new embedded database as a
 * folder to copy and as an archive, because creating a new one takes longer than most tests.
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
  // Most runs need neither, and should not load the code that creates them.
  const { openEmbeddedDatabase } = await import('#service/db/database.ts');
  await keepEmbeddedCode();
  const database = await openEmbeddedDatabase({ dataDir });
  await database.close();
  return dataDir;
}

/** Not compressed, because it is read more often than written. */
async function archiveOf(dataDir: string, file: string): Promise<string> {
  const { create } = await import('tar');
  await create({ cwd: dataDir, file, portable: true }, ['.']);
  return file;
}
