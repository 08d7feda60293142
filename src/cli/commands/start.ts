import { fileURLToPath } from 'node:url';
import { Hono } from 'hono';
import type { Config } from '#cli/config.ts';
import { CommandFailure, UsageFailure } from '#cli/failure.ts';
import { openPractice } from '#cli/practice.ts';
import { buildProduct, createLogger, openResources } from '#cli/product.ts';
import { serveUntilStopped } from '#cli/serve-until-stopped.ts';
import { tell } from '#cli/typed-command.ts';
import { listenRefusal } from '#gateway/access/addresses.ts';
import type { GatewayEnv } from '#gateway/access/credentials.ts';
import { checkHost } from '#gateway/access/request-checks.ts';
import { exposeMetrics, metricsRoutes } from '#gateway/metrics.ts';
import { createService } from '#service/service.ts';
import { version } from '#service/version.ts';

/** The app as `vite build` leaves it, beside the built server. */
const builtApp = fileURLToPath(new URL('../client', import.meta.url));

/** `frontdesk start`: the app with its gateway, on the embedded service or on a remote practice API. */
export async function startProduct(config: Config, { demo }: { demo: boolean }): Promise<void> {
  const refusal = listenRefusal({ access: config.access, host: config.host });
  if (refusal !== null) throw new CommandFailure(refusal);
  const logger = createLogger(config);
  const resources = await openResources({ config, logger, demo, log: tell });
  logger.info({ version, node: process.version }, 'Frontdesk starts');
  const product = buildProduct(resources, builtApp);
  await serveUntilStopped({
    name: 'Frontdesk',
    at: config,
    fetch: (request, bindings) => product.fetch(request, bindings),
    drain: () => product.drain(),
    close: () => resources.close(),
  });
}

/** `frontdesk gateway`: the app and the gateway alone, on a remote practice API. */
export async function startGateway(config: Config): Promise<void> {
  if (config.practiceApiUrl === null) {
    throw new UsageFailure('`gateway` needs the address of a practice API in PRACTICE_API_URL; `start` brings its own');
  }
  return startProduct(config, { demo: false });
}

/** `frontdesk service`: the practice API alone, its paths as in the document. */
export async function startService(config: Config, { demo }: { demo: boolean }): Promise<void> {
  const practice = await openPractice(config, { demo, log: tell });
  const logger = createLogger(config);
  logger.info({ version, node: process.version }, 'the practice API of Frontdesk starts');
  const service = createService({ database: practice.database, logger, version });
  const monitoring = new Hono<GatewayEnv>()
    .use(checkHost({ hosts: config.hosts }))
    .route('/', metricsRoutes({ metrics: exposeMetrics(practice.metrics), token: config.metricsToken, open: false }));
  await serveUntilStopped({
    name: 'The practice API',
    // Gateways call it, of which only they know the address.
    at: { ...config, publicOrigin: null },
    fetch: (request, bindings) =>
      new URL(request.url).pathname === '/metrics' ? monitoring.fetch(request, bindings) : service.fetch(request),
    close: () => practice.close(),
  });
}
