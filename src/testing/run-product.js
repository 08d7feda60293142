// Run by tests in a process of its own, until it is killed: a practice API (`service`), or the gateway with what its environment
// configures (`gateway`), from the source, on the port PORT.
import { pino } from 'pino';
import { loadSource } from './source-modules.js';

const [what = ''] = process.argv.slice(2);
const { readConfig } = await loadSource('/src/cli/config.ts');
const { buildProduct, openPractice, openResources } = await loadSource('/src/cli/product.ts');
const { createService } = await loadSource('/src/service/service.ts');
const { listen } = await loadSource('/src/cli/serve.ts');
const config = readConfig(process.env);
const log = (/** @type {string} */ line) => void process.stderr.write(`${line}\n`);

async function open() {
  const logger = pino({ level: 'error' }, pino.destination(2));
  if (what === 'service') {
    const { database } = await openPractice(config, { demo: false, log });
    return createService({ database, logger });
  }
  return buildProduct(await openResources({ config, logger, demo: false, log }), null);
}

const app = await open();
await listen({
  fetch: (/** @type {Request} */ request, /** @type {object} */ bindings) => app.fetch(request, bindings),
  host: '127.0.0.1',
  port: config.port,
});
process.stdout.write('ready\n');
