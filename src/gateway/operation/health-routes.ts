import { Hono } from 'hono';
import { type Upstream, upstreamOrigin } from '#gateway/upstream/upstream.ts';
import { type World, within } from '#gateway/world.ts';

const FRESH_MS = 5_000;
const TIMEOUT_MS = 3_000;

/**
 * `/healthz`: this process answers. `/readyz`: the practice API answers, too, and the gateway is not about to stop. The
 * practice API is asked without a key, whose refusal says as much and costs nobody's budget, and every five seconds at most.
 */
export function healthRoutes(options: { upstream: Upstream; world: World; draining: () => boolean }): Hono {
  const { upstream, world, draining } = options;
  const { clock, schedule } = world;
  let last: { reachable: Promise<boolean>; at: number } | null = null;

  function reaches(): Promise<boolean> {
    const controller = new AbortController();
    const asked = answers(upstream, controller.signal);
    return within(asked, {
      ms: TIMEOUT_MS,
      schedule,
      late() {
        controller.abort();
        return false;
      },
    });
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
