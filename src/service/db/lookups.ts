import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import {
  type Client,
  type Company,
  clientSchema,
  employeeSchema,
  type KeyHolder,
  keyHolderSchema,
  type ListedClient,
  type ListedEmployee,
  listedClientSchema,
  type Pet,
  petSchema,
} from '#contract/clients-pets-staff.ts';
import type { UnresolvedRecord } from '#contract/page.ts';
import { type FoundList, toFoundList } from '#service/domain/cursor.ts';
import { type ClientOrPetQuery, createNameQuery } from '#service/domain/search-words.ts';
import { type Caller, selectKnownPermissions } from './authentication.ts';
import { arrayLiteral } from './column-types.ts';
import type { Database } from './database.ts';
import { parseFields, readRows, selectFields } from './read-rows.ts';
import { type Executor, runQuery } from './run-query.ts';
import { clients, companies, employees, pets, rooms, stores } from './schema.ts';

/** The request for a page of a lookup list. */
export interface Lookup extends ClientOrPetQuery {
  companyId: string;
  limit: number;
  /** The position of the last row of the previous page; null for the first page. */
  position: string | null;
}

/** A page ordered by name. A row that does not match the contract is returned as its id. */
type ServedPage<Item> = Promise<FoundList<Item | UnresolvedRecord>>;

/**
 * The source of a lookup list: a table with the columns of a name (`sort_name` and `words`), and the way in which its rows
 * become the items of a page.
 */
interface LookupSource<Item> {
  table: PgTable;
  fields: readonly string[];
  /** Additional columns from the joined tables. */
  moreColumns?: SQL;
  /** Joined tables for additional columns; they neither add nor remove rows. */
  joins?: SQL;
  conditions?: SQL[];
  /** The condition for a search by words; by default on the words of the record itself. */
  hasWords?: (query: SQL) => SQL;
  schema: z.core.$ZodType<Item>;
}

type LookupRow = Record<string, unknown> & { id: string | null; sort_name: string; total: number };

const positionSchema = z.tuple([z.string(), z.string()]);

/** A page of the rows of a company, ordered by name. */
export async function findPage<Item>(database: Database, lookup: Lookup, source: LookupSource<Item>): ServedPage<Item> {
  const { table, fields, moreColumns = sql``, joins = sql``, schema } = source;
  const { hasWords = (query) => sql`${table}.words @@ ${query}` } = source;
  const conditions = [sql`${table}.company_id = ${lookup.companyId}::uuid`, ...(source.conditions ?? [])];
  if (lookup.terms.length > 0) conditions.push(hasWords(sql`${createNameQuery(lookup.terms)}::tsquery`));
  const where = sql.join(conditions, sql` and `);
  const rows = await runQuery<LookupRow>(
    database.sql,
    sql`with page as (
      select ${selectFields(table, ['id', 'companyId', ...fields])} ${moreColumns}, ${table}.sort_name from ${table} ${joins}
      where ${where} ${afterPosition(table, lookup.position)}
      order by ${table}.sort_name, ${table}.id limit ${lookup.limit + 1}::int
    )
    select total.count as total, page.*
    from (select count(*)::int from ${table} where ${where}) as total left join page on true
    order by page.sort_name, page.id`,
  );
  return toFoundList(rows, lookup.limit, {
    item: ({ sort_name: _, total: __, ...row }) => parseOrId(schema, parseFields(table, row)),
    position: ({ sort_name, id }) => JSON.stringify([sort_name, id]),
  });
}

/** The condition for the rows after a position that {@link findPage} produced. */
function afterPosition(table: PgTable, position: string | null): SQL {
  if (position === null) return sql``;
  const [lastName, lastId] = positionSchema.parse(JSON.parse(position));
  return sql`and (${table}.sort_name, ${table}.id) > (${lastName}::text collate "C", ${lastId}::uuid)`;
}

/** Parses a record by the schema of the contract; returns only its id if it does not match. */
function parseOrId<Item>(schema: z.core.$ZodType<Item>, record: Record<string, unknown>): Item | UnresolvedRecord {
  const parsed = z.safeParse(schema, record);
  return parsed.success ? parsed.data : { id: String(record['id']) };
}

/** The last Unicode character, as the upper end of a range of prefixes. */
const LAST_CHARACTER = '\u{10ffff}';

/** The conditions on `client`, an alias of `clients`, for the phone number and the email addresses in a query. */
function contactConditions({ phone, emails }: Lookup, client: SQL): SQL[] {
  const reversed = phone === null ? [] : [[...phone].reverse().join('')];
  return [
    ...reversed.map((key) => sql`${client}.phone_key >= ${key} and ${client}.phone_key < ${`${key}${LAST_CHARACTER}`}`),
    ...emails.map(
      (email) => sql`${client}.email_key >= ${email} and ${client}.email_key < ${`${email}${LAST_CHARACTER}`}`,
    ),
  ];
}

const clientSource: LookupSource<Client> = {
  table: clients,
  fields: [
    ...['firstName', 'lastName', 'email', 'phone', 'alert', 'contactBy', 'recallsBy', 'language', 'isActive'],
    ...['createdAt', 'updatedAt'],
  ],
  schema: clientSchema,
};

const petSource: LookupSource<Pet> = {
  table: pets,
  fields: [
    ...['clientId', 'name', 'species', 'breed', 'sex', 'dateOfBirth', 'deceasedOn', 'alert', 'isActive'],
    ...['createdAt', 'updatedAt'],
  ],
  moreColumns: sql`, trim(concat_ws(' ', c.first_name, c.last_name)) as "clientName"`,
  joins: sql`left join clients c on c.company_id = pets.company_id and c.id = pets.client_id`,
  schema: petSchema,
};

async function findRecordById<Item>(
  executor: Executor,
  { table, fields, moreColumns = sql``, joins = sql``, schema }: LookupSource<Item>,
  { companyId, id }: { companyId: string; id: string },
): Promise<Item | UnresolvedRecord | null> {
  const [row] = await runQuery(
    executor,
    sql`select ${selectFields(table, ['id', 'companyId', ...fields])} ${moreColumns} from ${table} ${joins}
      where ${table}.company_id = ${companyId}::uuid and ${table}.id = ${id}::uuid`,
  );
  return row === undefined ? null : parseOrId(schema, parseFields(table, row));
}

/**
 * Finds a client. Returns only the id if the record does not match the contract, and null if the client does not exist in the
 * company.
 */
export const findClient = (executor: Executor, key: { companyId: string; id: string }) =>
  findRecordById(executor, clientSource, key);

/**
 * Finds a pet. Returns only the id if the record does not match the contract, and null if the pet does not exist in the
 * company.
 */
export const findPet = (executor: Executor, key: { companyId: string; id: string }) =>
  findRecordById(executor, petSource, key);

/** Restricts a list to active or to inactive records; undefined for all. */
interface ActivityFilter {
  isActive?: boolean | undefined;
}

const activityConditions = ({ isActive }: ActivityFilter, { isActive: column }: { isActive: PgColumn }): SQL[] =>
  isActive === undefined ? [] : [isActive ? sql`${column}` : sql`not ${column}`];

/** The pets of a row of `clients`, ordered by name, as JSON. */
const petsOfClient = (companyId: string) => sql`(
  select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'species', p.species,
    'deceasedOn', p.deceased_on, 'isActive', p.is_active) order by p.sort_name, p.id), '[]'::json)
  from pets p where p.company_id = ${companyId}::uuid and p.client_id = clients.id
)`;

/** The clients with these ids, with their pets and additional columns; clients that do not match `schema` are left out. */
export async function findClientsById<Item>(
  executor: Executor,
  {
    companyId,
    ids,
    more,
    schema,
  }: { companyId: string; ids: readonly string[]; more: SQL; schema: z.core.$ZodType<Item> },
): Promise<Item[]> {
  const rows = await runQuery(
    executor,
    sql`select ${selectFields(clients, ['id', 'companyId', ...clientSource.fields])},
        ${petsOfClient(companyId)} as pets ${more}
      from clients where company_id = ${companyId}::uuid and id = any(${arrayLiteral(ids)}::uuid[])`,
  );
  return rows.flatMap((row) => z.safeParse(schema, parseFields(clients, row)).data ?? []);
}

/** The clients of a company. On request they come with their pets, and are also found by the pets' names. */
export function findClients(
  database: Database,
  lookup: Lookup,
  { withPets = false, ...activity }: ActivityFilter & { withPets?: boolean | undefined },
): ServedPage<ListedClient> {
  const conditions = [...contactConditions(lookup, sql`clients`), ...activityConditions(activity, clients)];
  if (!withPets) return findPage(database, lookup, { ...clientSource, conditions });
  const company = sql`${lookup.companyId}::uuid`;
  return findPage<ListedClient>(database, lookup, {
    ...clientSource,
    conditions,
    moreColumns: sql`, ${petsOfClient(lookup.companyId)} as pets`,
    // The words of a pet include those of its client.
    hasWords: (query) => sql`clients.id in (
      select c.id from clients c where c.company_id = ${company} and c.words @@ ${query}
      union all select p.client_id from pets p where p.company_id = ${company} and p.words @@ ${query}
    )`,
    schema: listedClientSchema,
  });
}

/**
 * The pets of a company or of one client, found by their own name, or by their client's name, phone number or email address.
 */
export function findPets(
  database: Database,
  lookup: Lookup,
  { clientId, ...activity }: ActivityFilter & { clientId?: string | undefined },
): ServedPage<Pet> {
  const contact = contactConditions(lookup, sql`k`);
  const conditions = activityConditions(activity, pets);
  if (clientId !== undefined) conditions.push(sql`pets.client_id = ${clientId}::uuid`);
  if (contact.length > 0) {
    const clients = sql`select k.id from clients k where k.company_id = ${lookup.companyId}::uuid`;
    conditions.push(sql`pets.client_id in (${clients} and ${sql.join(contact, sql` and `)})`);
  }
  return findPage(database, lookup, { ...petSource, conditions });
}

/**
 * The employees of a company who belong to one of the stores. Of their stores, only `visibleStoreIds` are included
 * (section 5.4 of the specification), and their permissions only on request.
 */
export function findEmployees(
  database: Database,
  lookup: Lookup,
  options: { storeIds: readonly string[]; visibleStoreIds: readonly string[]; withPermissions: boolean },
): ServedPage<ListedEmployee> {
  const { storeIds, visibleStoreIds, withPermissions } = options;
  const visible = z.array(z.string()).transform((ids) => ids.filter((id) => visibleStoreIds.includes(id)));
  const permissionSchema = z.array(z.string()).transform(selectKnownPermissions);
  return findPage(database, lookup, {
    table: employees,
    fields: ['storeIds', 'firstName', 'lastName', 'role', 'isActive', ...(withPermissions ? ['permissions'] : [])],
    conditions: [sql`employees.store_ids && ${arrayLiteral(storeIds)}::uuid[]`],
    schema: z.object({ ...employeeSchema.shape, storeIds: visible, permissions: z.optional(permissionSchema) }),
  });
}

/** A company with the given stores (null for all) and their rooms, in order of position; null if it does not exist. */
export async function findCompany(
  { sql: executor }: { sql: Executor },
  { companyId, storeIds }: { companyId: string; storeIds: readonly string[] | null },
): Promise<Company | null> {
  const ofCompany = sql`where company_id = ${companyId}::uuid`;
  const [[company], storeRows, roomRows] = await Promise.all([
    readRows(executor, companies, ['name'], ofCompany),
    readRows(
      executor,
      stores,
      ['id', 'name', 'timeZone', 'openingHours', 'phone', 'email', 'address', 'website'],
      sql`${ofCompany} order by position, id`,
    ),
    readRows(executor, rooms, ['id', 'name', 'storeId', 'categories'], sql`${ofCompany} order by position, id`),
  ]);
  if (company === undefined) return null;
  return {
    id: companyId,
    name: company.name,
    stores: storeRows
      .filter(({ id }) => storeIds?.includes(id) ?? true)
      .map(({ id, openingHours, ...store }) => ({
        ...{ id, companyId, ...store },
        openingHours: openingHours.map(({ weekday, opens, closes }) => ({ weekday, opens, closes })),
        rooms: roomRows
          .filter(({ storeId }) => storeId === id)
          .map(({ storeId: _, categories, ...room }) => ({ ...room, categories: [...categories] })),
      })),
  };
}

/** The employee whose key the caller uses; only the id if the record does not match the contract. */
export async function findKeyHolder(
  { sql: executor }: Database,
  caller: Caller,
): Promise<KeyHolder | UnresolvedRecord> {
  const { companyId, employeeId, storeIds, permissions, readOnly } = caller;
  const [employee] = await readRows(
    executor,
    employees,
    ['firstName', 'lastName', 'role'],
    sql`where company_id = ${companyId}::uuid and id = ${employeeId}::uuid`,
  );
  const holder = keyHolderSchema.safeParse({
    ...employee,
    employeeId,
    storeIds,
    permissions: selectKnownPermissions(permissions),
    access: readOnly ? 'read_only' : 'read_write',
  });
  return holder.data ?? { id: employeeId };
}
