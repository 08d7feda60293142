import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { residentMb, startGateway, startService } from '../api/processes.ts';
import type { Desk } from './companies.ts';
import { listen, signIn } from './desks.ts';
import { countUsed } from './used.ts';

/** The number of streams that are opened at a time. */
const TOGETHER = 25;

/**
 * The cost of idle streams. Opens one stream per desk at one gateway in front of one service: once with one key for all desks
 * of a company, and once with a separate key for each desk, so that the service has as many streams.
 */
export async function measureStreams(
  server: { url: string; pid: number },
  { desks, seconds, folder }: { desks: readonly Desk[]; seconds: number; folder: string },
): Promise<string[][]> {
  const parts = ['gateway', 'service', 'database'] as const;
  const memoryHead = ['gateway, MB', 'KB a desk', 'service, MB', 'KB a stream'];
  const rows = [['desks', 'streams to the service', ...memoryHead, ...parts.map((part) => `${part}, ms a second`)]];
  const service = await startService({ DATABASE_URL: server.url });
  const start = (name: string) =>
    startGateway({
      PRACTICE_API_URL: `http://127.0.0.1:${service.port}`,
      GATEWAY_DATABASE_URL: server.url.replace(/\/postgres$/, '/gateways'),
      DATA_DIR: join(folder, `streams-${name}`),
    });
  const gateways = [await start('shared'), await start('own')];
  try {
    // Each gateway does some work before its memory is measured.
    const half = Math.floor(desks.length / 2);
    const signedIn = await Promise.all([
      signIn(desks.slice(0, half), gateways[0]!.port),
      signIn(desks.slice(half), gateways[1]!.port),
    ]);
    const sessions = signedIn.flat();
    const firstOfCompany = new Map(desks.map(({ companyId }, nth) => [companyId, nth] as const).reverse());
    for (const [nth, { port, process: gateway }] of gateways.entries()) {
      const ownKeys = nth === 1;
      const memory = () => ({ gateway: residentMb(gateway.pid), service: residentMb(service.process.pid) });
      const before = memory();
      const listening: { close(): void }[] = [];
      for (let from = 0; from < desks.length; from += TOGETHER) {
        const some = desks.slice(from, from + TOGETHER).map(({ companyId }, at) => {
          const of = ownKeys ? from + at : (firstOfCompany.get(companyId) ?? 0);
          return listen({ port, session: sessions[of], companyId });
        });
        listening.push(...(await Promise.all(some)));
      }
      await pause(3_000);
      const usedSince = countUsed({ services: [service.process], gateways: [gateway], database: server.pid });
      await pause(seconds * 2_000);
      const [used, now] = [usedSince(), memory()];
      const streams = ownKeys ? desks.length : firstOfCompany.size;
      const grownKb = (part: 'gateway' | 'service', by: number) => ((now[part] - before[part]) * 1_024) / by;
      const figures = [now.gateway, grownKb('gateway', desks.length), now.service, grownKb('service', streams)];
      rows.push([
        `${desks.length}, ${ownKeys ? 'a key for each' : `one key for ${desks.length / streams}`}`,
        String(streams),
        ...[...figures, ...parts.map((part) => used[part] / (seconds * 2))].map((figure) => figure.toFixed(0)),
      ]);
      for (const { close } of listening) close();
    }
    return rows;
  } finally {
    for (const { process } of [...gateways, service]) await process.stop();
  }
}
