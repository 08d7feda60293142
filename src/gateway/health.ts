import { Hono } from 'hono';
import type { Environment } from './clock-and-timers.ts';
import type { CapabilityDiscovery } from './upstream/capabilities.ts';
import { askUpstream, readOf, type Upstream, upstreamTimeouts } from './upstream/connection.ts';
import type { SetupCheck } from './upstream/setup-check.ts';

const REMEMBERED_MS = 5_000;

/**
 * `/healthz` reports that this process answers, and its version. `/readyz` also checks that the practice API answers and that
 * the gateway is not about to stop. The practice API is queried without a key, at most every five seconds, which uses no
 * budget: our own reports whether its database answers (`readinessPath`), another must refuse the request. Problems with the
 * address or key of another practice API are reported.
 */
export function healthRoutes(options: {
  upstream: Upstream;
  discovery: Pick<CapabilityDiscovery, 'current'>;
  setup: Pick<SetupCheck, 'fault'> | null;
  version?: string | undefined;
  clock: Environment['clock'];
  schedule: Environment['schedule'];
  isStopping: () => boolean;
}): Hono {
  const { upstream, discovery, setup, version, clock, schedule, isStopping } = options;
  let last: { reachable: Promise<boolean>; at: number } | null = null;

  async function isReachable(): Promise<boolean> {
    const request = readOf(discovery.current().readinessPath ?? '/ping');
    try {
      const { status } = await askUpstream(upstream, request, { ms: upstreamTimeouts.readyMs, schedule });
      return status < 500;
    } catch {
      return false;
    }
  }

  const app = new Hono();
  app.get('/healthz', (c) => c.json({ status: 'ok', version }, 200, { 'cache-control': 'no-store' }));
  app.get('/readyz', async function ready(c) {
    if (last === null || clock() - last.at >= REMEMBERED_MS) last = { reachable: isReachable(), at: clock() };
    const reachable = await last.reachable;
    const fault = setup?.fault() ?? null;
    const status = isStopping() ? 'stopping' : reachable ? (fault ?? 'ready') : 'practice API not ready';
    return c.json({ status }, status === 'ready' ? 200 : 503, { 'cache-control': 'no-store' });
  });
  return app;
}
