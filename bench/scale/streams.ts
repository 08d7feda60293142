import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { residentMb, startGateway, startService } from '../api/processes.ts';
import type { Desk } from '../desks/companies.ts';
import { listen, signIn } from '../desks/desks.ts';
import { countUsed, mapUsed, type Used } from './used.ts';

/** Streams that are opened at a time. */
const TOGETHER = 25;

/** What open streams cost while nothing happens, each a second of processor time in milliseconds. */
export interface StreamCosts {
  readonly rows: string[][];
  /** Of a desk, where each has a key of its own, and where those of a practice share one. */
  readonly atRest: Record<'own' | 'shared', Used>;
}

/**
 * Opens a stream for each desk at one gateway before one service: once with a key of each desk's own, so that the service has as many streams,
 * and once with one key for the desks of a company.
 */
export async function measureStreams(
  server: { url: string; pid: number },
  options: { desks: readonly Desk[]; seconds: number; folder: string },
): Promise<StreamCosts> {
  const { desks, seconds, folder } = options;
  const service = await startService({ DATABASE_URL: server.url });
  const start = (name: string) =>
    startGateway({
      PRACTICE_API_URL: `http://127.0.0.1:${service.port}`,
      GATEWAY_DATABASE_URL: server.url.replace(/\/postgres$/, '/gateways'),
      DATA_DIR: join(folder, `streams-${name}`),
    });
  const firstOfCompany = new Map<string, number>();
  for (const [nth, { companyId }] of desks.entries())
    if (!firstOfCompany.has(companyId)) firstOfCompany.set(companyId, nth);
  const rows = [
    [
      'desks of one gateway',
      'streams to the service',
      'gateway, MB',
      'KB a desk',
      'service, MB',
      'KB a stream',
      ...['gateway', 'service', 'database'].map((part) => `${part}, ms a second`),
    ],
  ];
  const gateways = { own: await start('own'), shared: await start('shared') };
  try {
    // Both gateways have worked before their memory is looked at.
    const half = Math.floor(desks.length / 2);
    const signedIn = await Promise.all([
      signIn(desks.slice(0, half), gateways.own.port),
      signIn(desks.slice(half), gateways.shared.port),
    ]);
    const cookies = signedIn.flat();
    const measure = async (kind: 'own' | 'shared') => {
      const gateway = gateways[kind];
      const memory = () => ({ gateway: residentMb(gateway.process.pid), service: residentMb(service.process.pid) });
      const before = memory();
      const listening: { close(): void }[] = [];
      for (let from = 0; from < desks.length; from += TOGETHER) {
        const some = desks.slice(from, from + TOGETHER).map(({ companyId }, nth) => {
          const of = kind === 'own' ? from + nth : (firstOfCompany.get(companyId) ?? 0);
          return listen({ port: gateway.port, cookie: cookies[of] ?? '', companyId });
        });
        listening.push(...(await Promise.all(some)));
      }
      await pause(3_000);
      const usedSince = countUsed({ services: [service.process], gateways: [gateway.process], database: server.pid });
      await pause(seconds * 1_000);
      const [used, now] = [usedSince(), memory()];
      const streams = kind === 'own' ? desks.length : firstOfCompany.size;
      const grown = (part: 'gateway' | 'service') => (now[part] - before[part]) * 1_024;
      rows.push([
        `${desks.length}, ${kind === 'own' ? 'a key each' : `one key for ${desks.length / streams}`}`,
        String(streams),
        now.gateway.toFixed(0),
        (grown('gateway') / desks.length).toFixed(0),
        now.service.toFixed(0),
        (grown('service') / streams).toFixed(0),
        ...(['gateway', 'service', 'database'] as const).map((part) => (used[part] / seconds).toFixed(0)),
      ]);
      for (const { close } of listening) close();
      return mapUsed((part) => used[part] / seconds / desks.length);
    };
    const shared = await measure('shared');
    return { rows, atRest: { shared, own: await measure('own') } };
  } finally {
    for (const { process } of [gateways.own, gateways.shared, service]) await process.stop();
  }
}
