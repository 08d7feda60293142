// The gateway as the product serves it, but for a budget that never ends.
import { fileURLToPath } from 'node:url';
import { createAdaptorServer } from '@hono/node-server';
import { runnerImport } from 'vite';

const { PORT, UPSTREAM } = process.env;
const root = fileURLToPath(new URL('../..', import.meta.url));
/** @param {string} path */
const load = async (path) => (await runnerImport(path, { root, configFile: false })).module;
const { createGateway } = await load('./src/gateway/gateway.ts');
const { createRemoteUpstream } = await load('./src/gateway/upstream/remote-upstream.ts');

const gateway = createGateway({
  upstream: createRemoteUpstream({ baseUrl: UPSTREAM }),
  keyring: { access: 'shared', key: () => 'fd_bench' },
  limit: { requests: 1_000_000_000, windowMs: 60_000 },
});
createAdaptorServer({ fetch: gateway.fetch }).listen(Number(PORT), '127.0.0.1');
