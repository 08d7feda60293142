import { setTimeout as pause } from 'node:timers/promises';
import type { Hono } from 'hono';
import type { Database } from '#service/db/database.ts';

/** How long the result of a readiness check is cached, in milliseconds. */
const READINESS_CACHE_MS = 1_000;
const TIMEOUT_MS = 3_000;

/** The path of the readiness check, which the OpenAPI description names as `x-frontdesk-readiness`. */
export const readinessPath = '/readyz';

/**
 * Adds `/healthz`, which reports that this process responds, and its version, and `/readyz`, which responds with 503 unless
 * the database responds within three seconds. Neither needs a key or counts towards the rate limit.
 */
export function addHealthRoutes(
  app: Pick<Hono, 'get'>,
  options: { database: Database; clock: () => number; version: string | undefined },
): void {
  const { database, clock, version } = options;
  const ready = createReadinessCheck(database, clock);
  app.get('/healthz', (c) => c.json({ status: 'ok', version }, 200, { 'Cache-Control': 'no-store' }));
  app.get(readinessPath, async (c) => {
    const isReady = await ready();
    const status = isReady ? 'ready' : 'database does not answer';
    return c.json({ status }, isReady ? 200 : 503, { 'Cache-Control': 'no-store' });
  });
}

/** Returns a function that checks whether the database responds. Concurrent checks share one query. */
function createReadinessCheck({ sql }: Database, clock: () => number): () => Promise<boolean> {
  let pendingCheck: Promise<boolean> | null = null;
  let last = { isReady: false, at: Number.NEGATIVE_INFINITY };

  async function checkDatabase(): Promise<boolean> {
    const isReady = await sql`select 1`.then(
      () => true,
      () => false,
    );
    last = { isReady, at: clock() };
    pendingCheck = null;
    return isReady;
  }

  return async function ready() {
    if (pendingCheck === null && Math.abs(clock() - last.at) < READINESS_CACHE_MS) return last.isReady;
    pendingCheck ??= checkDatabase();
    return await Promise.race([pendingCheck, pause(TIMEOUT_MS, false, { ref: false })]);
  };
}
