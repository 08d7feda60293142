import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  type AppointmentType,
  appointmentTypeSchema,
  type Client,
  type Company,
  clientSchema,
  type Employee,
  employeeSchema,
  type KeyHolder,
  keyHolderSchema,
  type Pet,
  petSchema,
} from '#contract/clients-pets-staff.ts';
import type { UnresolvedRecord } from '#contract/page.ts';
import { type FoundList, foundList } from '#service/domain/cursor.ts';
import { type PersonQuery, prefixQuery } from '#service/domain/search-words.ts';
import { type Caller, knownPermissions } from './authentication.ts';
import { arrayLiteral, isoInstant, parseArray } from './column-types.ts';
import type { Database } from './database.ts';
import { runQuery } from './run-query.ts';
import { companies, employees, rooms, stores } from './schema.ts';

/** The request for a page of a look-up list. */
export interface Lookup extends PersonQuery {
  companyId: string;
  limit: number;
  /** The position of the last row of the page before; null for the first page. */
  position: string | null;
}

/** A page by name. A row that does not match the contract is served as its id. */
type ServedPage<Item> = Promise<FoundList<Item | UnresolvedRecord>>;

interface Source<Item> {
  /** The table; the other parts refer to it as `x`. */
  table: SQL;
  columns: SQL;
  /** Joined tables for further columns; they neither add nor remove rows. */
  joins?: SQL;
  conditions?: SQL[];
  schema: z.core.$ZodType<Item>;
}

type LookupRow = Record<string, unknown> & { id: string | null; sort_name: string; total: number };

const positionSchema = z.tuple([z.string(), z.string()]);

async function findPage<Item>(database: Database, lookup: Lookup, source: Source<Item>): ServedPage<Item> {
  const conditions = [sql`x.company_id = ${lookup.companyId}::uuid`, ...(source.conditions ?? [])];
  if (lookup.terms.length > 0) conditions.push(sql`x.words @@ ${prefixQuery(lookup.terms)}::tsquery`);
  const where = sql.join(conditions, sql` and `);
  const rows = await runQuery<LookupRow>(
    database.sql,
    sql`with page as (
      select ${source.columns}, x.sort_name from ${source.table} x ${source.joins ?? sql``}
      where ${where} ${afterPosition(lookup.position)}
      order by x.sort_name, x.id limit ${lookup.limit + 1}::int
    )
    select total.count as total, page.*
    from (select count(*)::int from ${source.table} x where ${where}) as total left join page on true
    order by page.sort_name, page.id`,
  );
  return foundList(rows, lookup.limit, {
    item: (row) => recordOf(row, source.schema),
    position: ({ sort_name, id }) => JSON.stringify([sort_name, id]),
  });
}

/** The condition for the rows after a position, which {@link findPage} wrote. */
function afterPosition(position: string | null): SQL {
  if (position === null) return sql``;
  const [sortName, id] = positionSchema.parse(JSON.parse(position));
  return sql`and (x.sort_name, x.id) > (${sortName}::text collate "C", ${id}::uuid)`;
}

function recordOf<Item>(
  { sort_name, total, ...columns }: LookupRow,
  schema: z.core.$ZodType<Item>,
): Item | UnresolvedRecord {
  const parsed = z.safeParse(schema, columns);
  return parsed.success ? parsed.data : { id: String(columns.id) };
}

/** Converts instants and arrays from the driver's text to the contract's form. */
const instantColumn = z.string().transform(isoInstant);
const arrayColumn = z.string().transform(parseArray);
const times = { createdAt: instantColumn, updatedAt: instantColumn };
const timeColumns = sql`x.created_at as "createdAt", x.updated_at as "updatedAt"`;

/** The last Unicode character, as the upper end of a range of prefixes. */
const LAST = '\u{10ffff}';

/** The conditions on `client`, an alias of `clients`, for the phone number and the e-mail addresses that a query asks for. */
function contactConditions({ phone, emails }: Lookup, client: SQL): SQL[] {
  const reversed = phone === null ? [] : [[...phone].reverse().join('')];
  return [
    ...reversed.map((key) => sql`${client}.phone_key >= ${key} and ${client}.phone_key < ${`${key}${LAST}`}`),
    ...emails.map((email) => sql`${client}.email_key >= ${email} and ${client}.email_key < ${`${email}${LAST}`}`),
  ];
}

/** The clients of a company. */
export function findClients(database: Database, lookup: Lookup): ServedPage<Client> {
  return findPage(database, lookup, {
    conditions: contactConditions(lookup, sql`x`),
    table: sql`clients`,
    columns: sql`x.id, x.company_id as "companyId", x.first_name as "firstName", x.last_name as "lastName", x.email, x.phone, x.alert,
      x.is_active as "isActive", ${timeColumns}`,
    schema: z.object({ ...clientSchema.shape, ...times }).pipe(clientSchema),
  });
}

/**
 * The pets of a company, or of one client, found by their own name, or by their client's name, phone number or e-mail
 * address.
 */
export function findPets(database: Database, lookup: Lookup, clientId: string | undefined): ServedPage<Pet> {
  const contact = contactConditions(lookup, sql`k`);
  const conditions = clientId === undefined ? [] : [sql`x.client_id = ${clientId}::uuid`];
  if (contact.length > 0) {
    const clients = sql`select k.id from clients k where k.company_id = ${lookup.companyId}::uuid`;
    conditions.push(sql`x.client_id in (${clients} and ${sql.join(contact, sql` and `)})`);
  }
  return findPage(database, lookup, {
    table: sql`pets`,
    columns: sql`x.id, x.company_id as "companyId", x.client_id as "clientId",
      trim(concat_ws(' ', c.first_name, c.last_name)) as "clientName", x.name, x.species, x.breed, x.sex,
      x.date_of_birth as "dateOfBirth", x.deceased_on as "deceasedOn", x.alert, x.is_active as "isActive", ${timeColumns}`,
    joins: sql`left join clients c on c.company_id = x.company_id and c.id = x.client_id`,
    conditions,
    schema: z.object({ ...petSchema.shape, ...times }).pipe(petSchema),
  });
}

/** The employees of a company who belong to one of the stores; of their stores, only `visibleStoreIds` are shown (section 5.4). */
export function findEmployees(
  database: Database,
  lookup: Lookup,
  { storeIds, visibleStoreIds }: { storeIds: readonly string[]; visibleStoreIds: readonly string[] },
): ServedPage<Employee> {
  const visible = arrayColumn.transform((ids) => ids.filter((id) => visibleStoreIds.includes(id)));
  return findPage(database, lookup, {
    table: sql`employees`,
    columns: sql`x.id, x.company_id as "companyId", x.store_ids as "storeIds", x.first_name as "firstName",
      x.last_name as "lastName", x.role, x.is_active as "isActive"`,
    conditions: [sql`x.store_ids && ${arrayLiteral(storeIds)}::uuid[]`],
    schema: z.object({ ...employeeSchema.shape, storeIds: visible }).pipe(employeeSchema),
  });
}

/** The appointment types of a company, inactive ones included. */
export function findAppointmentTypes(database: Database, lookup: Lookup): ServedPage<AppointmentType> {
  return findPage(database, lookup, {
    table: sql`appointment_types`,
    columns: sql`x.id, x.company_id as "companyId", x.name, x.category, x.duration_minutes as "durationMinutes", x.is_active as "isActive"`,
    schema: appointmentTypeSchema,
  });
}

/** A company with those of its stores that are given, each with its rooms, all by their position. */
export async function findCompany(
  { db }: Database,
  { companyId, storeIds }: { companyId: string; storeIds: readonly string[] },
): Promise<Company | null> {
  const [[company], storeRows, roomRows] = await Promise.all([
    db.select({ name: companies.name }).from(companies).where(eq(companies.companyId, companyId)),
    db
      .select()
      .from(stores)
      .where(and(eq(stores.companyId, companyId), inArray(stores.id, [...storeIds])))
      .orderBy(asc(stores.position), asc(stores.id)),
    db
      .select({ id: rooms.id, name: rooms.name, storeId: rooms.storeId, categories: rooms.categories })
      .from(rooms)
      .where(and(eq(rooms.companyId, companyId), inArray(rooms.storeId, [...storeIds])))
      .orderBy(asc(rooms.position), asc(rooms.id)),
  ]);
  if (company === undefined) return null;
  return {
    id: companyId,
    name: company.name,
    stores: storeRows.map(({ id, name, timeZone, openingHours }) => ({
      id,
      companyId,
      name,
      timeZone,
      openingHours: openingHours.map(({ weekday, opens, closes }) => ({ weekday, opens, closes })),
      rooms: roomRows
        .filter((room) => room.storeId === id)
        .map((room) => ({ id: room.id, name: room.name, categories: [...room.categories] })),
    })),
  };
}

/** Whom a key belongs to; their id alone where they do not match the contract. */
export async function findKeyHolder({ db }: Database, caller: Caller): Promise<KeyHolder | UnresolvedRecord> {
  const { companyId, employeeId, storeIds, permissions, readOnly } = caller;
  const [employee] = await db
    .select({ firstName: employees.firstName, lastName: employees.lastName, role: employees.role })
    .from(employees)
    .where(and(eq(employees.companyId, companyId), eq(employees.id, employeeId)));
  const holder = keyHolderSchema.safeParse({
    ...employee,
    employeeId,
    storeIds,
    permissions: knownPermissions(permissions),
    access: readOnly ? 'read_only' : 'read_write',
  });
  return holder.data ?? { id: employeeId };
}
