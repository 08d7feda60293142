import { fileURLToPath } from 'node:url';
import type { Config } from '#cli/config.ts';
import { CommandFailure, UsageFailure } from '#cli/failure.ts';
import { type Fetch, listen } from '#cli/listen.ts';
import { openPractice } from '#cli/practice.ts';
import { buildProduct, createLogger, openResources } from '#cli/product.ts';
import { listenRefusal } from '#gateway/access/addresses.ts';
import { createService } from '#service/service.ts';
import { version } from '#service/version.ts';

const log = (line: string) => void process.stderr.write(`${line}\n`);

/** The app as `vite build` leaves it, beside the built server. */
const builtApp = fileURLToPath(new URL('../client', import.meta.url));

/** Serves `fetch` until the process is stopped, then closes the server and what it needed. */
async function serveUntilStopped(options: {
  name: string;
  config: Config;
  fetch: Fetch;
  /** Finishes what must not be cut off, before connections are closed. */
  drain?(): Promise<void>;
  close(): Promise<void>;
}): Promise<void> {
  try {
    const stopped = untilStopped();
    const server = await listen({ ...options, host: options.config.host, port: options.config.port });
    process.stdout.write(`${options.name} is ready at ${server.url}\n`);
    await stopped;
    endAtLast();
    await Promise.all([server.close(), options.drain?.()]);
  } finally {
    await options.close();
  }
}

/** `frontdesk start`: the app with its gateway, on the embedded service or on a remote practice API. */
export async function startProduct(config: Config, { demo }: { demo: boolean }): Promise<void> {
  const refusal = listenRefusal({ access: config.access, host: config.host });
  if (refusal !== null) throw new CommandFailure(refusal);
  const logger = createLogger(config);
  const resources = await openResources({ config, logger, demo, log });
  logger.info({ version, node: process.version }, 'Frontdesk starts');
  const product = buildProduct(resources, builtApp);
  await serveUntilStopped({
    name: 'Frontdesk',
    config,
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
  const practice = await openPractice(config, { demo, log });
  const logger = createLogger(config);
  logger.info({ version, node: process.version }, 'the practice API of Frontdesk starts');
  const service = createService({ database: practice.database, logger, version });
  await serveUntilStopped({
    name: 'The practice API',
    config,
    fetch: (request) => service.fetch(request),
    close: () => practice.close(),
  });
}

/** How long stopping may take in all; then whatever hangs is left. Nothing that was answered is lost by it. */
const STOP_LIMIT_MS = 28_000;

/** Ends the process when stopping takes too long, so that a supervisor need not kill it. */
function endAtLast(): void {
  setTimeout(() => {
    log('frontdesk: something did not stop in time and was left; what was answered is kept');
    process.exit(1);
  }, STOP_LIMIT_MS).unref();
}

/**
 * Resolves when the process is told to stop (SIGINT, SIGTERM). A second signal ends it at once: the person who
 * sends it does not want to wait.
 */
function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) {
        process.off(signal, stop);
        process.once(signal, () => process.exit(1));
      }
      resolve();
    };
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
  });
}
