import { randomUUID } from 'node:crypto';
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { appointmentSchema } from '#contract/appointment.ts';
import { createdSeriesSchema } from '#contract/appointment-series.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { operations } from '#contract/operations.ts';
import { exportFiles } from '#contract/practice-export.ts';
import type { ImportLine } from '#contract/practice-import.ts';
import { waitingListPageSchema } from '#contract/waiting-list.ts';
import { createPostgresDatabase } from '#testing/databases.ts';
import { clientLine, employeeLine, petLine, visitLine } from '#testing/import-lines.ts';
import { addAppointments, addPractice, appointmentIn, bookable, keyOf } from '#testing/practice-rows.ts';
import { createTestService } from '#testing/service.ts';
import { reachOfKeys } from './authentication.ts';
import { connectPostgres, type Database } from './database.ts';
import * as schema from './schema.ts';

/*
 * Checks that the schema can be distributed by company: every key begins with `company_id`, and every statement of the
 * service touches only rows of given companies. Statements are judged by their query plans, that is by what the database
 * reads, not by their text. Excluded is what is not part of the daily work: the table of migrations, which is not
 * distributed, and `frontdesk` commands that cover all companies. Gateways share their state in a separate schema, which is
 * not distributed either.
 */

let migrated: Database;
let database: Database;
const sent = new Set<string>();
// The statements of the event stream are tested with the listener below.
const { listEvents: _, ...withoutEvents } = operations;
const everyEndpoint: readonly Pick<Endpoint, 'method' | 'path'>[] = Object.values(withoutEvents);

beforeAll(async () => {
  const url = await createPostgresDatabase();
  migrated = await connectPostgres({ url, max: 1 });
  const sql = postgres(url, {
    max: 2,
    fetch_types: false,
    connection: { TimeZone: 'UTC' },
    debug: (_connection, text) => void sent.add(text),
  });
  database = { ...migrated, sql, db: drizzle(sql, { schema }), close: () => sql.end() };
});
afterAll(async () => {
  await database.close();
  await migrated.close();
});

const cursorSchema = z.object({ nextCursor: z.string() });

/** The tables in a query plan, and every condition of a filter or a join. */
const planSchema = z.looseObject({
  Alias: z.string().optional(),
  'Relation Name': z.string().optional(),
  get Plans() {
    return z.array(planSchema).optional();
  },
});
type Plan = z.infer<typeof planSchema>;
const explainedSchema = z.tuple([z.object({ Plan: planSchema })]);

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** The tables that a statement reads or changes without restricting `company_id`. */
async function tablesOfAllCompanies(statement: string): Promise<string[]> {
  const [row] = await migrated.sql.unsafe(`explain (verbose, generic_plan, costs off, format json) ${statement}`);
  const explained: unknown = row?.['QUERY PLAN'];
  const [{ Plan }] = explainedSchema.parse(typeof explained === 'string' ? JSON.parse(explained) : explained);
  const nodes = nodesOf(Plan);
  const conditions = nodes.flatMap((node) =>
    Object.entries(node).flatMap(([name, text]) => (/ (?:Cond|Filter)$|^Filter$/.test(name) ? [String(text)] : [])),
  );
  return nodes.flatMap((node) => {
    const { 'Relation Name': table, Alias: alias = table } = node;
    // A plain insert has the company in its rows: the column is not nullable.
    if (table === undefined || node['Node Type'] === 'ModifyTable') return [];
    const isNamed = new RegExp(`\\b${alias}\\.company_id = `);
    const isJoined = new RegExp(` = ${alias}\\.company_id\\b`);
    return conditions.some((condition) => isNamed.test(condition) || isJoined.test(condition)) ? [] : [table];
  });
}

/** The statements inside our own functions that a statement calls, with the arguments as parameters. */
async function statementsWithin(statement: string): Promise<string[]> {
  const [, name] = /\bfrom (\w+)\s*\(/.exec(statement) ?? [];
  const functions = await migrated.sql<{ body: string; argument_names: string; argument_types: string }[]>`
    select prosrc as body, array_to_string(proargnames[1:pronargs], ',') as argument_names,
           array_to_string(array(select type::regtype from unnest(proargtypes) type), ',') as argument_types
    from pg_proc where pronamespace = 'public'::regnamespace and proname = ${name ?? ''}`;
  return functions.map(({ body, argument_names, argument_types }) => {
    const types = argument_types.split(',');
    const [, query] = /\breturn query\b(.*);\s*end\b/is.exec(body) ?? [];
    if (query === undefined) throw new Error(`${name} is more than one query`);
    return argument_names
      .split(',')
      .reduce(
        (text, argument, nth) => text.replace(new RegExp(`\\b${argument}\\b`, 'g'), `$$${nth + 1}::${types[nth]}`),
        query,
      );
  });
}

test('every table has the company in each row, and every index and unique key begins with it', async () => {
  const tables = await migrated.sql<{ name: string; named: boolean }[]>`
    select c.relname as name, exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id'
    ) as named
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`;
  expect(tables.length).toBeGreaterThanOrEqual(14);
  expect(tables.filter(({ named }) => !named)).toEqual([]);
  const indexes = await migrated.sql<{ name: string; first: string | null }[]>`
    select i.indexrelid::regclass::text as name, a.attname as first
    from pg_index i join pg_class c on c.oid = i.indrelid
    left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where c.relnamespace = 'public'::regnamespace`;
  expect(indexes.length).toBeGreaterThan(30);
  expect(indexes.filter(({ first }) => first !== 'company_id')).toEqual([]);
});

test('a foreign key has the company on both sides, and no constraint spans companies', async () => {
  const foreignOrExcluding = () => migrated.sql<{ name: string }[]>`
    select k.conname as name from pg_constraint k
    where k.connamespace = 'public'::regnamespace and k.contype in ('f', 'x') and (
      not exists (
        select from pg_attribute a where a.attrelid = k.conrelid and a.attname = 'company_id' and a.attnum = any(k.conkey)
      ) or k.contype = 'f' and not exists (
        select from pg_attribute a where a.attrelid = k.confrelid and a.attname = 'company_id' and a.attnum = any(k.confkey)
      )
    )`;
  expect(await foreignOrExcluding()).toEqual([]);
  // The schema has none, so one is created to test the check itself.
  await migrated.sql`create unique index only_here on stores (id)`;
  await migrated.sql`alter table rooms add constraint across foreign key (store_id) references stores (id)`;
  expect((await foreignOrExcluding()).map(({ name }) => name)).toEqual(['across']);
  await migrated.sql`alter table rooms drop constraint across`;
  await migrated.sql`drop index only_here`;
});

test('every statement of every endpoint touches only the rows of given companies', async () => {
  const practice = await addPractice(database);
  const { companyId, stores, rooms, pet, vet, visitType } = practice;
  await addAppointments(database, practice, [
    appointmentIn(practice, { employeeIds: [vet] }),
    appointmentIn(practice, {}),
  ]);
  // The database's clock decides whether a booking can be undone.
  const client = createTestService(database, Date.now()).client(await keyOf(database, vet));
  sent.clear();
  const covered = new Set<string>();
  const ask = async (endpoint: { method: string; path: string }, id = '', input: Record<string, unknown> = {}) => {
    covered.add(`${endpoint.method} ${endpoint.path}`);
    const path = endpoint.path.replace('{id}', id).replace('{enumName}', 'APPOINTMENT_STATUS');
    const named = { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() };
    const fullInput = { companyId, ...input };
    const query = () => Object.fromEntries(Object.entries(fullInput).map(([name, value]) => [name, String(value)]));
    const answer =
      endpoint.method === 'GET'
        ? await client.get(path, query())
        : endpoint.method === 'POST'
          ? await client.post(path, fullInput, endpoint.path.endsWith('/search') ? undefined : named)
          : endpoint.method === 'PATCH'
            ? await client.patch(path, fullInput)
            : await client.delete(path, query());
    expect([path, answer.status, answer.body]).toEqual([path, 200, expect.anything()]);
    return answer.body;
  };

  const byPath = (method: string, path: string) => {
    const found = everyEndpoint.find((endpoint) => endpoint.method === method && endpoint.path === path);
    if (found === undefined) throw new Error(`${method} ${path} is not in the contract`);
    return found;
  };
  const create = byPath('POST', '/v1/appointments');
  const id = z.string().parse(await ask(create, '', { ...bookable(practice), employeeId: vet, notes: 'x' }));
  const one = byPath('GET', '/v1/appointments/{id}');
  for (const status of ['confirmed', 'checked_in']) {
    const { updatedAt: expectedUpdatedAt } = appointmentSchema.parse(await ask(one, id));
    await ask(byPath('PATCH', one.path), id, { expectedUpdatedAt, status, roomId: rooms[0][1], employeeId: vet });
  }
  await ask(byPath('GET', '/v1/appointments/{id}/history'), id);
  const { updatedAt: at } = appointmentSchema.parse(await ask(one, id));
  await ask(byPath('POST', '/v1/appointments/{id}/reason'), id, { at, reason: 'late' });
  const march = { start: '2026-03-01T00:00Z', end: '2026-04-01T00:00Z', limit: 1 };
  const histories = byPath('GET', '/v1/appointment-history');
  const { nextCursor: nextEntry } = cursorSchema.parse(await ask(histories, '', march));
  await ask(histories, '', { ...march, cursor: nextEntry });
  const { start, end, ...booking } = bookable(practice);
  const times = [
    { start, end },
    { start: '2026-03-09T09:00Z', end: '2026-03-09T10:00Z' },
  ];
  const booked = createdSeriesSchema.parse(
    await ask(byPath('POST', '/v1/appointments/series'), '', { ...booking, times }),
  );
  const [together = ''] = booked.appointmentIds;
  const series = byPath('GET', '/v1/appointments/{id}/series');
  const { nextCursor: nextOfSeries } = cursorSchema.parse(await ask(series, together, { limit: 1 }));
  await ask(series, together, { limit: 1, cursor: nextOfSeries });
  const slip = z.string().parse(await ask(create, '', bookable(practice)));
  const seen = appointmentSchema.parse(await ask(one, slip));
  await ask(byPath('DELETE', one.path), slip, { expectedUpdatedAt: seen.updatedAt });
  const waitingList = byPath('GET', '/v1/waiting-list');
  const waits = { storeId: stores[0], petId: pet, visitTypeId: visitType, from: '2026-03-02' };
  for (const employeeId of [vet, null]) await ask(byPath('POST', waitingList.path), '', { ...waits, employeeId });
  const { data: waiting, nextCursor: nextWaiting } = waitingListPageSchema.parse(
    await ask(waitingList, '', { status: 'waiting', petId: pet, limit: 1 }),
  );
  await ask(waitingList, '', { status: 'waiting', petId: pet, limit: 1, cursor: nextWaiting });
  for (const { id: entry, updatedAt: expectedUpdatedAt } of waiting)
    await ask(byPath('PATCH', '/v1/waiting-list/{id}'), entry, {
      ...{ expectedUpdatedAt, visitTypeId: visitType, employeeId: null, status: 'booked', appointmentId: id },
    });
  const list = byPath('GET', '/v1/appointments');
  // Twice, because a cached count is updated by another statement.
  for (const notes of ['first', 'second']) {
    await ask(list);
    await ask(list, '', { status: 'confirmed', petId: pet, limit: 1, startDate: '2026-03-02T00:00Z' });
    await ask(list, '', { updatedSince: '2026-01-01T00:00Z' });
    await ask(byPath('POST', '/v1/appointments/search'), '', {
      order: 'start',
      filter: { start: { gte: '2026-01-01T00:00Z' } },
    });
    await ask(byPath('POST', '/v1/appointments/search'), '', {
      query: 'rex',
      storeIds: [stores[0]],
      filter: {
        start: { between: ['2026-03-01T00:00Z', '2026-03-09T00:00Z'] },
        or: [{ status: { eq: 'confirmed' } }, { employeeId: { in: [vet] } }, { visitTypeId: { eq: visitType } }],
      },
    });
    await ask(create, '', { ...bookable(practice), notes });
  }
  for (const path of ['/v1/clients', '/v1/pets', '/v1/employees', '/v1/appointment-types']) {
    await ask(byPath('GET', path));
    await ask(byPath('GET', path), '', { query: 'ann', limit: 1 });
  }
  const added = await ask(byPath('POST', '/v1/clients'), '', { firstName: 'Bo', lastName: 'Li', phone: '0123456' });
  const mia = await ask(byPath('POST', '/v1/pets'), '', { clientId: added, name: 'Mia', species: 'cat' });
  for (const [path, record, change] of [
    ['/v1/clients/{id}', added, { lastName: 'Lo' }],
    ['/v1/pets/{id}', mia, { name: 'Max', clientId: practice.client, deceasedOn: '2026-01-01' }],
    // This pet has upcoming appointments, whose titles change as well.
    ['/v1/pets/{id}', pet, { name: 'Rufus' }],
  ] as const) {
    const found = z.object({ updatedAt: z.string() }).parse(await ask(byPath('GET', path), String(record)));
    await ask(byPath('PATCH', path), String(record), { expectedUpdatedAt: found.updatedAt, ...change });
  }
  const twin = await ask(byPath('POST', '/v1/clients'), '', { firstName: 'Bo', lastName: 'Lo', phone: '0123456' });
  const rex = await ask(byPath('POST', '/v1/pets'), '', { clientId: twin, name: 'Rex', species: 'dog' });
  const side = async (id: unknown) => {
    const found = await ask(byPath('GET', '/v1/clients/{id}'), String(id));
    return { id, expectedUpdatedAt: z.object({ updatedAt: z.string() }).parse(found).updatedAt };
  };
  await ask(byPath('GET', '/v1/client-duplicates'));
  const sides = { from: { ...(await side(twin)), isActive: false }, to: await side(added) };
  await ask(byPath('POST', '/v1/client-transfers'), '', { ...sides, petIds: [rex], appointmentIds: [] });
  for (const path of ['/ping', '/v1/me', '/v1/companies', '/v1/enums', '/v1/enums/{enumName}'])
    await ask(byPath('GET', path));

  const addAndChange = async (path: string, given: Record<string, unknown>, ...changes: Record<string, unknown>[]) => {
    const createdId = z.string().parse(await ask(byPath('POST', path), '', given));
    for (const change of changes) await ask(byPath('PATCH', `${path}/{id}`), createdId, change);
    return createdId;
  };
  await ask(byPath('PATCH', '/v1/companies/{id}'), companyId, { name: 'Renamed' });
  const storeId = await addAndChange('/v1/stores', { name: 'W', timeZone: 'UTC', openingHours: [] }, { name: 'West' });
  await addAndChange('/v1/rooms', { storeId, name: 'First' });
  const room = await addAndChange('/v1/rooms', { storeId, name: 'R' }, { name: 'Room', position: 0 });
  await ask(byPath('DELETE', '/v1/rooms/{id}'), room);
  const type = { name: 'T', category: 'dental', durationMinutes: 5 };
  await addAndChange('/v1/appointment-types', type, { name: 'Type', isActive: false });
  const role = { role: 'manager', storeIds: [storeId], permissions: ['practice.write'] };
  const person = { firstName: 'Mo', lastName: 'Lee', ...role };
  const employee = await addAndChange('/v1/employees', person, { firstName: 'Jo' }, { permissions: [] });
  await ask(byPath('GET', '/v1/employees/{id}'), employee);
  const keys = byPath('GET', '/v1/employees/{id}/keys');
  const key = z
    .object({ id: z.string() })
    .parse(await ask(byPath('POST', keys.path), employee, { access: 'read_only' }));
  await ask(byPath('POST', keys.path), employee, { access: 'read_only' });
  const page = cursorSchema.parse(await ask(keys, employee, { limit: 1 }));
  await ask(keys, employee, { cursor: page.nextCursor });
  await ask(byPath('DELETE', '/v1/keys/{id}'), key.id);
  await ask(byPath('PATCH', '/v1/employees/{id}'), employee, { isActive: false });
  const sendLines = (...lines: ImportLine[]) =>
    ask(byPath('POST', '/v1/practice/import'), '', { source: 'Old system', dryRun: false, lines });
  for (const notes of ['first', 'second']) {
    await sendLines(
      employeeLine('1', [storeId], { firstName: notes }),
      { kind: 'room', key: '1', storeId, name: notes },
      { kind: 'appointment_type', key: 'check', name: notes, category: 'other', durationMinutes: 5 },
      clientLine('1', { firstName: notes }),
      petLine('1', { sex: notes }),
      petLine('2', { client: { name: `${notes} Berg 1` } }),
      visitLine('1', storeId, { notes, employee: { key: '1' }, room: { key: '1' } }),
      visitLine('2', storeId, { pet: { name: 'Bello', client: { name: 'Ann Smith' } } }),
    );
  }
  const [exportedClient, exportedPet] = [String(added), String(mia)];
  await sendLines(
    clientLine(exportedClient, { id: exportedClient, version: '0', lastName: 'Lu' }),
    petLine(exportedPet, { id: exportedPet, version: '0', client: { id: exportedClient } }),
  );
  for (const file of exportFiles) await ask(byPath('GET', '/v1/practice/export'), '', { file });
  const history = byPath('GET', '/v1/practice/history');
  const { nextCursor: cursor } = cursorSchema.parse(await ask(history, '', { limit: 1 }));
  await ask(history, '', { cursor });

  const plan = byPath('GET', '/v1/availability');
  const shift = { kind: 'on_duty', storeId: stores[0], employeeId: vet, roomId: rooms[0][0] };
  const hour = { start: '2026-03-02T09:00Z', end: '2026-03-02T10:00Z' };
  const changes = byPath('POST', '/v1/availability/changes');
  const entry = { id: randomUUID(), ...shift, ...hour, seriesId: randomUUID() };
  await ask(changes, '', { put: [entry, { ...entry, id: randomUUID() }] });
  const planned = z.object({ data: z.array(z.object({ updatedAt: z.string() })) });
  const read = async (query: object = {}) => planned.parse(await ask(plan, '', { ...hour, ...query })).data[0];
  const { seriesId } = entry;
  const filters = { storeIds: stores[0], kind: 'on_duty', employeeId: vet, roomId: rooms[0][0], seriesId };
  await read(filters);
  const week = { start: '2026-03-01T00:00Z', end: '2026-03-20T00:00Z' };
  const shown = cursorSchema.parse(await ask(plan, '', { ...week, limit: 1 }));
  await ask(plan, '', { ...week, limit: 1, cursor: shown.nextCursor });
  const expectedUpdatedAt = (await read())?.updatedAt;
  await ask(changes, '', { remove: [{ id: entry.id, expectedUpdatedAt }] });

  // The additional query of event streams for all open streams.
  const [{ keyId } = { keyId: '' }] = await migrated.sql<{ keyId: string }[]>`
    select id as "keyId" from api_keys where company_id = ${companyId}::uuid and employee_id = ${vet}::uuid`;
  const reached = await reachOfKeys(database, [{ companyId, keyId }], Date.now());
  expect(reached.get(keyId)?.storeIds).toContain(stores[0]);

  const described = everyEndpoint.map(({ method, path }) => `${method} ${path}`);
  expect([...covered].sort()).toEqual(described.sort());

  const framing = /^\s*(?:begin|commit|rollback)\b/i;
  const outer = [...sent].filter((text) => !framing.test(text));
  const within = (await Promise.all(outer.map(statementsWithin))).flat();
  expect(within.filter((text) => text.includes('api_keys'))).toHaveLength(1);
  const statements = [...outer, ...within];
  expect(statements.length).toBeGreaterThan(25);
  const found: [tables: string[], statement: string][] = [];
  for (const statement of statements) {
    const tables = await tablesOfAllCompanies(statement);
    if (tables.length > 0) found.push([tables, statement]);
  }
  expect(found).toEqual([]);
});

test.each([
  ['select 1 from api_keys where key_hash = $1::bytea', ['api_keys']],
  ['select 1 from api_keys k join employees e on e.id = k.employee_id where k.company_id = $1::uuid', ['employees']],
  ['update appointments set status = $1 where id = $2::uuid', ['appointments']],
  ['select (select count(*) from pets) from clients c where c.company_id = $1::uuid', ['pets']],
  ['delete from rooms where company_id <> $1::uuid', ['rooms']],
])('detects that %s touches all companies', async (statement, tables) => {
  expect(await tablesOfAllCompanies(statement)).toEqual(tables);
});
