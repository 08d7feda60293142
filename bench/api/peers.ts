import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type postgres from 'postgres';
import { freePort } from '#testing/postgres.ts';
import type { Dataset } from './dataset.ts';
import { askDirectus, startDirectus } from './directus.ts';
import { createHttpClient } from './measure.ts';
import { root, type StartedProcess, startNode } from './processes.ts';
import type { PeerQuestion } from './scenarios.ts';

const peers = join(root, 'bench/peers');
const expressApp = fileURLToPath(new URL('./express-app.js', import.meta.url));

export interface Peer {
  readonly name: string;
  ask(question: PeerQuestion): Promise<unknown>;
}

/** Installs the peers where they are missing; false, with a line that says why, when that is not possible. */
export function installPeers(): boolean {
  if (existsSync(join(peers, 'node_modules/directus/package.json'))) return true;
  console.log('installing Express and Directus into bench/peers (about half a gigabyte) …');
  const options = ['install', '--no-package-lock', '--no-audit', '--no-fund'];
  const { status, stderr } = spawnSync('npm', options, { cwd: peers, encoding: 'utf8' });
  if (status === 0) return true;
  console.log(`They could not be installed, so the service is measured beside the bare driver alone:\n${stderr}`);
  return false;
}

/**
 * The same appointments in tables as most teams would make them: one key column each, the assigned staff in a table of
 * their own, and the indexes that the questions of the benchmark ask for. They stand in a schema `peers` beside the
 * product's, so that all contenders use one server and one cache.
 */
const peerTables = `
create schema peers;
create table peers.appointments as
  select id, company_id, store_id, pet_id, client_id, store_invoice_id, billing_context_id, title, start_at as start,
         end_at as "end", notes, booking_notes, client_notes, status, location, room_id, checked_in_at, created_from,
         visit_type_id, visit_type_name, visit_type_category, created_at, updated_at
  from public.appointments order by start_at;
alter table peers.appointments
  add primary key (id), alter id set default gen_random_uuid(),
  alter created_at set default now(), alter updated_at set default now();
create table peers.appointment_employees (
  id serial primary key,
  appointment_id uuid not null,
  employee_id uuid not null,
  is_main_employee boolean not null
);
insert into peers.appointment_employees (appointment_id, employee_id, is_main_employee)
  select a.id, e, e = any(a.main_employee_ids) from public.appointments a, unnest(a.employee_ids) e;
alter table peers.appointment_employees
  add constraint appointment_employees_appointment_id_foreign foreign key (appointment_id) references peers.appointments (id);
create index on peers.appointment_employees (appointment_id);
create index on peers.appointments (store_id, start);
create index on peers.appointments (created_at, id);
create index on peers.appointments (status, created_at);
create table peers.pets as select id, client_id, name from public.pets;
alter table peers.pets add primary key (id);
create table peers.appointment_types as select id, name, category from public.appointment_types;
alter table peers.appointment_types add primary key (id);
checkpoint;
vacuum analyze peers.appointments;
vacuum analyze peers.appointment_employees;
analyze peers.pets;
analyze peers.appointment_types`;

/** Copies the appointments into the peers' tables and starts each peer over them. */
export async function startPeers(
  sql: postgres.Sql,
  databaseUrl: string,
  { companyId }: Dataset,
  deepOffset: number,
): Promise<{ peers: Peer[]; processes: StartedProcess[] }> {
  for (const statement of peerTables.split(';\n')) await sql.unsafe(statement);
  const port = await freePort();
  const express = await startNode([expressApp], {
    env: { PORT: String(port), PEERS: peers, DATABASE_URL: databaseUrl, DEEP_OFFSET: String(deepOffset) },
    readyUrl: `http://127.0.0.1:${port}/`,
  });
  const client = createHttpClient(port);
  const directus = await startDirectus({ peers, databaseUrl });
  return {
    peers: [
      { name: 'Express + pg', ask: (question) => client('/', { body: { question, companyId } }) },
      { name: 'Directus', ask: askDirectus(directus.client, directus.headers, { companyId, deepOffset }) },
    ],
    processes: [express, directus.process],
  };
}
