// Run by a test in a separate process, whose NODE_EXTRA_CA_CERTS has the trusted certificates: connects to a PostgreSQL, as
// the service and as a gateway do, and to a vendor's practice API. Prints a line of JSON with the result of each.
import { closeSource, loadSource } from './source-modules.js';

const [postgresUrl = '', vendorUrl = ''] = process.argv.slice(2);
const { connectPostgres } = await loadSource('/src/service/db/database.ts');
const { createPostgresSocket } = await loadSource('/src/service/db/postgres-socket.ts');
const { openSharedState } = await loadSource('/src/gateway/shared/shared-state.ts');
const { createRemoteUpstream } = await loadSource('/src/gateway/upstream/remote.ts');

const database = await connectPostgres({ url: postgresUrl, max: 1 });
const [service] = await database.sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`;
const state = await openSharedState({
  server: createPostgresSocket(postgresUrl),
  proposeSecret: async () => 'a secret of at least thirty-two characters',
});
const [gateway] = await database.sql`
  select bool_and(ssl) as ssl from pg_stat_ssl join pg_stat_activity using (pid)
  where application_name = 'frontdesk-gateway' and datname = current_database()`;
const request = { method: 'GET', target: '/v1/companies', headers: {}, body: null, isWrite: false };
const { status } = await createRemoteUpstream({ baseUrl: vendorUrl }).send(request, new AbortController().signal);
process.stdout.write(`${JSON.stringify({ service: service.ssl, gateway: gateway.ssl, vendor: status })}\n`);
await state.close();
await database.close();
await closeSource();
process.exit(0);
