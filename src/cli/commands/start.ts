import { fileURLToPath } from 'node:url';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import { type Config, type LoadConfig, readConfig } from '#cli/config.ts';
import { createLogger } from '#cli/log.ts';
import { printError, UsageError } from '#cli/messages.ts';
import {
  buildProduct,
  openPracticeDatabase,
  openResources,
  type PracticeDatabase,
  type Resources,
} from '#cli/product.ts';
import { type MessageSending, openMessageSending } from '#cli/sending.ts';
import { openPublicDoor, type PublicDoor, serveUntilStopped } from '#cli/serve.ts';
import { createDoor } from '#door/door.ts';
import { checkHost } from '#gateway/access/browser-security.ts';
import type { GatewayEnv } from '#gateway/access/keyring.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { createMetricsRoutes, exposeMetrics } from '#gateway/metrics.ts';
import { createService } from '#service/service.ts';
import { version } from '#service/version.ts';

/** The folder of the app that `vite build` writes, next to the built server. */
const builtAppFolder = fileURLToPath(new URL('../client', import.meta.url));

/** Creates the public door. Returns null if it is not configured, or if its practice API does not run in this process. */
function createPublicDoor(
  config: Config,
  { practice, sending, logger }: { practice: PracticeDatabase | null; sending: MessageSending | null; logger: Logger },
): PublicDoor | null {
  const { publicPort: port, publicHost: host, publicUrl } = config;
  if (port === null || practice === null) return null;
  const door = createDoor({
    database: practice.database,
    logger,
    secure: publicUrl?.startsWith('https:'),
    email: sending?.messages.channels.email,
  });
  return { fetch: door.fetch, host, port, publicUrl };
}

/** `frontdesk start`: runs the app with its gateway, on the embedded service or a remote practice API. */
async function startProduct(config: Config, { demo }: { demo: boolean }): Promise<void> {
  const logger = createLogger(config);
  const resources = await openResources({ config, logger, demo, log: printError });
  logger.info({ version, node: process.version }, 'Frontdesk starts');
  const product = buildProduct(resources, builtAppFolder);
  await serveUntilStopped({
    name: 'Frontdesk',
    at: config,
    isDirect: config.publicOrigin === null,
    fetch: product.fetch,
    door: createPublicDoor(config, { ...resources, logger }),
    async onReady(port) {
      resources.port = port;
      resources.sending?.start();
      await product.printSetupCode();
    },
    drain: () => Promise.all([product.stopWrites(), resources.sending?.stop()]),
    close: () => resources.close(),
  });
}

/** `frontdesk gateway`: runs only the app and the gateway, on a remote practice API. */
async function startGateway(config: Config): Promise<void> {
  if (config.practiceApiUrl === null) {
    throw new UsageError('`gateway` needs the address of a practice API in PRACTICE_API_URL; `start` brings its own');
  }
  return startProduct(config, { demo: false });
}

/** `frontdesk service`: runs only the practice API, at the paths of the specification. */
async function startService(config: Config, { demo }: { demo: boolean }): Promise<void> {
  const practice = await openPracticeDatabase(config, { demo, log: printError });
  const logger = createLogger(config);
  logger.info({ version, node: process.version }, 'the practice API of Frontdesk starts');
  const stopping = new AbortController();
  const sending = openMessageSending({ config, database: practice.database, logger });
  const service = createService({
    database: practice.database,
    logger,
    version,
    messages: sending.messages,
    stopping: stopping.signal,
  });
  const monitoring = new Hono<GatewayEnv>()
    .use(checkHost({ hosts: config.hosts }))
    .route('/', createMetricsRoutes({ metrics: exposeMetrics(practice.metrics), token: config.metricsToken }));
  await serveUntilStopped({
    name: 'The practice API',
    // Browsers do not call the practice API, so it has no public origin.
    at: { ...config, publicOrigin: null },
    isDirect: false,
    fetch: (request, bindings) =>
      new URL(request.url).pathname === '/metrics' ? monitoring.fetch(request, bindings) : service.fetch(request),
    door: createPublicDoor(config, { practice, sending, logger }),
    onReady: async () => sending.start(),
    async drain() {
      stopping.abort();
      await sending.stop();
    },
    async close() {
      await sending.stop();
      await practice.close();
    },
  });
}

function parsePortNumber(text: string): number {
  if (!/^\d+$/.test(text) || Number(text) > 65_535) throw new InvalidArgumentError('It must be from 0 to 65535.');
  return Number(text);
}

const portOption = () =>
  new Option('--port <port>', 'instead of PORT; 0 chooses a free port').argParser(parsePortNumber);
const noDemoOption = () =>
  new Option('--no-demo', 'leave an empty database empty instead of writing the demo practice into it');

/** Adds `frontdesk start`, `frontdesk service` and `frontdesk gateway`. */
export function addStartCommands(program: Command, loadConfig: LoadConfig): void {
  program
    .command('start')
    .description('start the app with its gateway, on the embedded service or on PRACTICE_API_URL')
    .addOption(portOption())
    .addOption(noDemoOption())
    .action((options: { port?: number; demo: boolean }) => startProduct(loadConfig(options), options));
  program
    .command('service')
    .description('start the practice API alone, on the embedded database or on DATABASE_URL')
    .addOption(portOption())
    .addOption(noDemoOption())
    .action((options: { port?: number; demo: boolean }) => startService(loadConfig(options), options));
  program
    .command('gateway')
    .description('start the app and the gateway alone, on PRACTICE_API_URL')
    .addOption(portOption())
    .action((options: { port?: number }) => startGateway(loadConfig(options)));
}

/** `npm run dev`: opens the resources of the development server. They stay open while code is reloaded. */
export async function openDevelopmentResources(environment: Record<string, string | undefined>): Promise<Resources> {
  const config = readConfig(environment);
  const logger = createLogger(config);
  const resources = await openResources({ config, logger, demo: true, log: printError });
  resources.sending?.start();
  const door = createPublicDoor(config, { ...resources, logger });
  if (door === null) return resources;
  const listener = await openPublicDoor(door);
  return {
    ...resources,
    async close() {
      await listener.close();
      await resources.close();
    },
  };
}

/** Builds the same gateway as in production, but without the built app, because the development server serves its own. */
export function buildDevelopmentGateway(resources: Resources): Gateway {
  return buildProduct(resources, null);
}
