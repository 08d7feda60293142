import { readFileSync } from 'node:fs';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { openSharedState } from '#gateway/shared/shared-state.ts';
import { connectPostgres } from '#service/db/database.ts';
import { type PostgresServer, startPostgres } from '#testing/postgres.ts';

const serviceSchema = z.object({
  read_only: z.boolean().default(false),
  cap_drop: z.array(z.string()),
  cap_add: z.array(z.string()).default([]),
  security_opt: z.array(z.string()),
  environment: z.record(z.string(), z.string()),
  volumes: z.array(z.string()),
});
const { app, database } = z
  .object({ services: z.object({ app: serviceSchema, database: serviceSchema }) })
  .parse(parse(readFileSync('deploy/compose.yaml', 'utf8'))).services;

const PASSWORD = "letters and 'quotes'";
let server: PostgresServer;
let admin: postgres.Sql;
beforeAll(async () => {
  server = await startPostgres({ settings: ['fsync=off'] });
  admin = postgres(server.url, { max: 1, fetch_types: false });
  // Replaces variables like psql, which the packages of the tests do not include.
  const script = readFileSync('deploy/create-database.sql', 'utf8')
    .replace(/^--.*\n/gm, '')
    .replace('\\getenv password POSTGRES_PASSWORD\n', '')
    .replace(":'password'", `'${PASSWORD.replaceAll("'", "''")}'`);
  for (const statement of script.split(';\n').filter((one) => one.trim() !== '')) await admin.unsafe(statement);
});
afterAll(async () => {
  await admin.end();
  await server.stop();
});

test('Frontdesk migrates its database and runs as a role that is not a superuser', async () => {
  const { protocol, username, pathname } = new URL(app.environment['DATABASE_URL']!.replace(/:\$\{[^}]*\}@/, '@'));
  expect([protocol, username]).toEqual(['postgres:', 'frontdesk']);
  const url = new URL(server.url);
  Object.assign(url, { username, password: PASSWORD, pathname });
  const opened = await connectPostgres({ url: url.href, max: 1 });
  try {
    expect(
      await opened.sql`select rolsuper, rolcreaterole, rolcreatedb, rolreplication from pg_roles where rolname = current_user`,
    ).toEqual([{ rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolreplication: false }]);
    expect(await opened.sql`select count(*)::int as companies from companies`).toEqual([{ companies: 0 }]);
  } finally {
    await opened.close();
  }
  const shared = await openSharedState({ server: { url: url.href }, proposeSecret: async () => 'of all gateways' });
  expect(shared.secret).toBe('of all gateways');
  await shared.close();
});

test('signing in as the superuser is impossible: only the role of Frontdesk has a password', async () => {
  const roles = await admin`select rolname from pg_authid where rolpassword like 'SCRAM-SHA-256$%'`;
  expect(roles).toEqual([{ rolname: 'frontdesk' }]);
  expect(database.environment).not.toHaveProperty('POSTGRES_USER');
  expect(database.volumes).toContain('./create-database.sql:/docker-entrypoint-initdb.d/create-database.sql:ro');
});

test.each([
  ['the app', app],
  ['the database', database],
])('%s runs without unnecessary rights', (_which, service) => {
  expect(service.cap_drop).toEqual(['ALL']);
  expect(service.security_opt).toEqual(['no-new-privileges:true']);
});

test('the app can write only its data, and has no capabilities', () => {
  expect(app).toMatchObject({ read_only: true, cap_add: [], volumes: ['desk:/data'] });
});
