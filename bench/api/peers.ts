import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type postgres from 'postgres';
import type { Dataset } from './dataset.ts';
import { askDirectus, startDirectus } from './directus.ts';
import { createHttpClient } from './http-client.ts';
import { createPeerTables } from './peer-tables.ts';
import { freePort, type StartedProcess, startNode } from './processes.ts';
import type { PeerQuestion } from './scenarios.ts';

const peers = fileURLToPath(new URL('../peers', import.meta.url));
const expressApp = fileURLToPath(new URL('./express-app.js', import.meta.url));

export interface Peer {
  readonly name: string;
  ask(question: PeerQuestion): Promise<unknown>;
}

/** Installs the peers where they are missing; false, with a line that says why, when that is not possible. */
export function installPeers(): boolean {
  const run = (command: string, args: string[], env: Record<string, string> = {}) =>
    spawnSync(command, args, { cwd: peers, encoding: 'utf8', env: { ...process.env, ...env } });
  if (!existsSync(join(peers, 'node_modules/directus/package.json'))) {
    console.log('installing Express, Prisma and Directus into bench/peers (about half a gigabyte) …');
    const installed = run('npm', ['install', '--no-package-lock', '--no-audit', '--no-fund']);
    if (installed.status !== 0) {
      console.log(
        `The peers could not be installed, so the service is measured beside the bare driver alone:\n${installed.stderr}`,
      );
      return false;
    }
  }
  // Prisma's client for a driver adapter has no engine of its own; any file stands for those it would download in vain.
  const generated = run(join(peers, 'node_modules/.bin/prisma'), ['generate'], {
    PRISMA_QUERY_ENGINE_LIBRARY: process.execPath,
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    DATABASE_URL: 'postgres://127.0.0.1/none',
  });
  if (generated.status !== 0) console.log(`Prisma's client could not be generated:\n${generated.stderr}`);
  return generated.status === 0;
}

async function startExpress(
  orm: 'pg' | 'prisma',
  databaseUrl: string,
  { companyId }: Dataset,
  deepOffset: number,
): Promise<{ process: StartedProcess; peer: Peer }> {
  const port = await freePort();
  const started = await startNode([expressApp], {
    env: { ORM: orm, PORT: String(port), PEERS: peers, DATABASE_URL: databaseUrl, DEEP_OFFSET: String(deepOffset) },
    readyUrl: `http://127.0.0.1:${port}/`,
  });
  const client = createHttpClient(port);
  const name = orm === 'pg' ? 'Express + pg' : 'Express + Prisma';
  return { process: started, peer: { name, ask: (question) => client.ask('/', { body: { question, companyId } }) } };
}

/** Copies the appointments into the peers' tables and starts each peer over them. */
export async function startPeers(
  sql: postgres.Sql,
  databaseUrl: string,
  dataset: Dataset,
  deepOffset: number,
): Promise<{ peers: Peer[]; processes: StartedProcess[] }> {
  await createPeerTables(sql);
  const express = await startExpress('pg', databaseUrl, dataset, deepOffset);
  const prisma = await startExpress('prisma', databaseUrl, dataset, deepOffset);
  const port = await freePort();
  const directus = await startDirectus({ peers, databaseUrl, port });
  const client = createHttpClient(port);
  const headers = await directus.headersOf(client);
  const ask = askDirectus(client, headers, { companyId: dataset.companyId, deepOffset });
  return {
    peers: [express.peer, prisma.peer, { name: 'Directus', ask }],
    processes: [express.process, prisma.process, directus.process],
  };
}
