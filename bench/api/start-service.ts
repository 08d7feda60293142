import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, type StartedProcess, startNode } from './processes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Starts the built `frontdesk service` on a database, as a practice would; it is built first if it must. */
export async function startService(databaseUrl: string): Promise<{ process: StartedProcess; port: number }> {
  const port = await freePort();
  const process = await startNode([join(root, 'src/cli/launch.js'), 'service', '--port', String(port), '--no-demo'], {
    cwd: root,
    env: { DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' },
    readyUrl: `http://127.0.0.1:${port}/ping`,
  });
  return { process, port };
}
