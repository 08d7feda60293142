// Run by a test in a separate process: serves until it is stopped, and then hangs where its argument says: in a pending
// request (`request`), while closing its resources (`close`), or nowhere. Reports where it listens, and that it received a
// request.
import { closeSource, loadSource } from './source-modules.js';

const [where = '', stopLimitMs = '', host = '127.0.0.1'] = process.argv.slice(2);
const { serveUntilStopped } = await loadSource('/src/cli/serve.ts');
/** @returns {Promise<never>} */
const never = () => new Promise(() => setInterval(() => undefined, 1_000));
await serveUntilStopped({
  name: 'What is tested',
  at: { host, port: 0, publicOrigin: null },
  fetch() {
    process.stdout.write('asked\n');
    return where === 'request' ? never() : new Response('here');
  },
  door: null,
  close: async () => (where === 'close' ? never() : closeSource()),
  stopLimitMs: Number(stopLimitMs),
});
process.exit(0);
