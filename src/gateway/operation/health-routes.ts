import { Hono } from 'hono';
import { type Upstream, upstreamOrigin } from '#gateway/upstream/upstream.ts';

const FRESH_MS = 5_000;
const TIMEOUT_MS = 3_000;

/**
 * `/healthz`: this process answers. `/readyz`: the practice API answers, too, and the gateway is not about to stop. The
 * practice API is asked without a key, whose refusal says as much and costs nobody's budget, and every five seconds at most.
 */
export function healthRoutes(options: { upstream: Upstream; clock: () => number; draining: () => boolean }): Hono {
  const { upstream, clock, draining } = options;
  let last: { reachable: Promise<boolean>; at: number } | null = null;

  async function reaches(): Promise<boolean> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const late = new Promise<false>((resolve) => {
      signal.addEventListener('abort', () => resolve(false), { once: true });
    });
    return await Promise.race([late, answers(upstream, signal)]);
  }

  const app = new Hono();
  app.get('/healthz', (c) => c.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' }));
  app.get('/readyz', async function ready(c) {
    if (last === null || clock() - last.at >= FRESH_MS) last = { reachable: reaches(), at: clock() };
    const reachable = await last.reachable;
    const status = draining() ? 'stopping' : reachable ? 'ready' : 'practice API unreachable';
    return c.json({ status }, status === 'ready' ? 200 : 503, { 'cache-control': 'no-store' });
  });
  return app;
}

async function answers(upstream: Upstream, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await upstream(new Request(`${upstreamOrigin}/ping`, { signal, redirect: 'manual' }));
    await response.body?.cancel();
    return response.status < 500;
  } catch {
    return false;
  }
}
