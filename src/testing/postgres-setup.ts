import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { TestProject } from 'vitest/node';
import { type PostgresServer, startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The loopback port at which a test file learns where PostgreSQL is. */
    postgresPort: number;
  }
}

/**
 * One PostgreSQL for a whole test run, started when the first test file asks for it: whoever connects to the provided
 * port is told its URL.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let postgres: Promise<PostgresServer> | null = null;
  const server: Server = createServer((socket) => {
    postgres ??= startPostgres({ settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'] });
    postgres.then(
      ({ url }) => socket.end(url),
      (error: unknown) => socket.destroy(error instanceof Error ? error : undefined),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address !== null && typeof address === 'object') project.provide('postgresPort', address.port);
  return async () => {
    server.close();
    await (await postgres)?.stop();
  };
}
