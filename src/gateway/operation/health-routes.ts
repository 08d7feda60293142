import { Hono } from 'hono';
import { type Upstream, upstreamOrigin } from '#gateway/upstream/upstream.ts';

const FRESH_MS = 5_000;
const TIMEOUT_MS = 3_000;

/**
 * `/healthz`: this process answers. `/readyz`: the practice API answers, too; asked without a key, whose refusal says as
 * much and costs nobody's budget, and at most every five seconds.
 */
export function healthRoutes(options: { upstream: Upstream; clock: () => number }): Hono {
  const { upstream, clock } = options;
  let last: { reachable: Promise<boolean>; at: number } | null = null;

  async function ask(): Promise<boolean> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const late = new Promise<false>((resolve) =>
      signal.addEventListener('abort', () => resolve(false), { once: true }),
    );
    const asked = Promise.resolve(upstream(new Request(`${upstreamOrigin}/ping`, { signal, redirect: 'manual' })));
    const answered = asked.then(
      async (response) => {
        await response.body?.cancel();
        return response.status < 500;
      },
      () => false,
    );
    return await Promise.race([answered, late]);
  }

  const app = new Hono();
  app.get('/healthz', (c) => c.json({ status: 'ok' }, 200, { 'Cache-Control': 'no-store' }));
  app.get('/readyz', async function ready(c) {
    if (last === null || clock() - last.at >= FRESH_MS) last = { reachable: ask(), at: clock() };
    const reachable = await last.reachable;
    const body = { status: reachable ? 'ready' : 'practice API unreachable' };
    return c.json(body, reachable ? 200 : 503, { 'Cache-Control': 'no-store' });
  });
  return app;
}
