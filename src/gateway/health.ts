import { Hono } from 'hono';
import type { PracticeApi } from './upstream/practice-api.ts';

/**
 * `/healthz` reports that this process responds, and its version. `/readyz` reports whether the practice API can be used (if
 * not, why) and whether the gateway is about to stop.
 */
export function createHealthRoutes(options: {
  practiceApi: Pick<PracticeApi, 'problem'>;
  version?: string | undefined;
  isStopping: () => boolean;
}): Hono {
  const { practiceApi, version, isStopping } = options;
  const app = new Hono();
  app.get('/healthz', (c) => c.json({ status: 'ok', version }, 200, { 'cache-control': 'no-store' }));
  app.get('/readyz', async function reportReadiness(c) {
    const status = isStopping() ? 'stopping' : ((await practiceApi.problem()) ?? 'ready');
    return c.json({ status }, status === 'ready' ? 200 : 503, { 'cache-control': 'no-store' });
  });
  return app;
}
