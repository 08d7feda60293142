// Run by a test in a separate process: sets up a practice in the browser of the product on a data folder, with the request in
// its arguments. Prints a line of JSON with the request and one with the response, until it is killed.
import { pino } from 'pino';
import { loadSource } from './source-modules.js';

const [dataDir = '', request = ''] = process.argv.slice(2);
const { readConfig } = await loadSource('/src/cli/config.ts');
const { buildProduct, openResources } = await loadSource('/src/cli/product.ts');
let said = '';
const resources = await openResources({
  config: readConfig({ DATA_DIR: dataDir }),
  logger: pino({ enabled: false }),
  demo: false,
  log: (/** @type {string} */ line) => {
    said = line;
  },
});
const product = buildProduct(resources, null);
await product.start();
const origin = 'http://localhost:4100';
await product.request(`${origin}/desk/setup`);
const [, code] = /#(\S+)/.exec(said) ?? [];
process.stdout.write(`${JSON.stringify({ kind: 'asks' })}\n`);
const answer = await product.request(`${origin}/desk/setup`, {
  method: 'POST',
  headers: { Origin: origin, 'Content-Type': 'application/json' },
  body: JSON.stringify({ ...JSON.parse(request), code }),
});
process.stdout.write(`${JSON.stringify({ kind: 'answer', status: answer.status, body: await answer.json() })}\n`);
setInterval(() => undefined, 1_000);
