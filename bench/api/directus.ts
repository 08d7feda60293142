import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import { freePort } from '#testing/postgres.ts';
import { createHttpClient, type HttpClient } from './measure.ts';
import { measuredCorePrefix, type StartedProcess, startNode } from './processes.ts';
import type { PeerQuestion } from './scenarios.ts';

const admin = { email: 'bench@example.com', password: 'only-for-this-run' };
const tokenSchema = z.object({ data: z.object({ access_token: z.string() }) });
const FIELDS = '*,employees.employee_id,employees.is_main_employee';

/** Starts Directus over the peers' tables, its cache and limits off, and tells it that staff belong to appointments. */
export async function startDirectus({ peers, databaseUrl }: { peers: string; databaseUrl: string }): Promise<{
  process: StartedProcess;
  client: HttpClient;
  headers: Record<string, string>;
}> {
  const program = join(peers, 'node_modules/directus/cli.js');
  const port = await freePort();
  const env = {
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    KEY: 'c0f6f5a8-6f0e-4d5c-9d0e-000000000001',
    SECRET: 'a secret for this run only',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    ACCESS_TOKEN_TTL: '1d',
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: databaseUrl,
    DB_SEARCH_PATH: 'array:peers',
    CACHE_ENABLED: 'false',
    RATE_LIMITER_ENABLED: 'false',
    TELEMETRY: 'false',
    LOG_LEVEL: 'error',
  };
  const [command = process.execPath, ...prefix] = [...measuredCorePrefix, process.execPath];
  const bootstrap = spawnSync(command, [...prefix, program, 'bootstrap'], {
    cwd: peers,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  if (bootstrap.status !== 0)
    throw new Error(`Directus did not set itself up:\n${bootstrap.stdout}${bootstrap.stderr}`);
  const started = await startNode([program, 'start'], {
    cwd: peers,
    env,
    readyUrl: `http://127.0.0.1:${port}/server/ping`,
  });
  const client = createHttpClient(port);
  const { data } = tokenSchema.parse(JSON.parse(await client('/auth/login', { body: admin })));
  const headers = { authorization: `Bearer ${data.access_token}` };
  const alias = { field: 'employees', type: 'alias', meta: { special: ['o2m'], interface: 'list-o2m' }, schema: null };
  await client('/fields/appointments', { body: alias, headers });
  const body = {
    collection: 'appointment_employees',
    field: 'appointment_id',
    related_collection: 'appointments',
    meta: { one_field: 'employees' },
  };
  await client('/relations/appointment_employees/appointment_id', { method: 'PATCH', body, headers });
  return { process: started, client, headers };
}

function list(parameters: Record<string, string | object>): string {
  const query = Object.entries({ fields: FIELDS, ...parameters }).map(
    ([name, value]) => `${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
  );
  return `/items/appointments?${query.join('&')}`;
}

/** Asks Directus in its own terms, with the total where the practice API has one. */
export function askDirectus(
  client: HttpClient,
  headers: Record<string, string>,
  { companyId, deepOffset }: { companyId: string; deepOffset: number },
): (question: PeerQuestion) => Promise<string> {
  const newest = { sort: '-created_at', limit: '100', meta: 'filter_count' };
  return (question) => {
    switch (question.kind) {
      case 'day': {
        const { storeIds, from, to } = question;
        const filter = { _and: [{ store_id: { _in: storeIds } }, { start: { _gte: from } }, { start: { _lt: to } }] };
        return client(list({ filter, limit: '500', sort: 'start' }), { headers });
      }
      case 'page': {
        const offset = question.depth === 'deep' ? String(deepOffset) : '0';
        return client(list({ ...newest, offset, filter: { company_id: { _eq: companyId } } }), { headers });
      }
      case 'status':
        return client(list({ ...newest, filter: { status: { _eq: question.status } } }), { headers });
      case 'title': {
        const { storeIds, from, to, terms } = question;
        const titles = terms.map((term) => ({ title: { _icontains: term } }));
        const window = [{ store_id: { _in: storeIds } }, { start: { _gte: from } }, { start: { _lt: to } }];
        return client(list({ ...newest, filter: { _and: [...window, ...titles] } }), { headers });
      }
      case 'create': {
        const { storeId, petId, typeId, employeeId, start, end } = question;
        const body = {
          company_id: companyId,
          store_id: storeId,
          pet_id: petId,
          client_id: petId,
          visit_type_id: typeId,
          title: 'Bella – Consultation',
          visit_type_name: 'Consultation',
          visit_type_category: 'consult',
          status: 'requested',
          created_from: 'external_api',
          start,
          end,
          employees: [{ employee_id: employeeId, is_main_employee: true }],
        };
        return client('/items/appointments', { body, headers });
      }
    }
  };
}
