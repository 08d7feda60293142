// Run by a test in a process of its own: books appointments on an embedded database and says each id once the service
// has answered, until it is killed. Arguments: the data folder, and the request as JSON with its key.
import { createServer } from 'vite';

const [dataDir = '', request = ''] = process.argv.slice(2);
const vite = await createServer({
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  server: { middlewareMode: true, ws: false },
  optimizeDeps: { noDiscovery: true },
});
const { openEmbeddedDatabase } = await vite.ssrLoadModule('/src/service/db/database.ts');
const { createService } = await vite.ssrLoadModule('/src/service/service.ts');
let now = Date.now();
const service = createService({
  database: await openEmbeddedDatabase({ dataDir }),
  // Each request is in a minute of its own, so that the budget is never used up.
  clock: () => {
    now += 60_000;
    return now;
  },
});
const { key, body } = JSON.parse(request);
const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
for (;;) {
  const answer = await service.request('/v1/appointments', { method: 'POST', headers, body: JSON.stringify(body) });
  process.stdout.write(`${answer.status} ${await answer.json()}\n`);
}
