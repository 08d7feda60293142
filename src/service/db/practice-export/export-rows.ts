import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { Temporal } from 'temporal-polyfill';
import { composeTitle } from '#contract/appointment-rules.ts';
import { dateTimePattern } from '#contract/date-time.ts';
import {
  columnsOfOtherRecords,
  type ExportColumn,
  type ExportFile,
  exportColumns,
  normalizeExportedText,
} from '#contract/practice-export.ts';
import { fullName } from '#contract/practice-setup.ts';
import { latestStatusReason } from '#service/db/appointment-history.ts';
import { arrayLiteral, isoInstant, parseArray } from '#service/db/column-types.ts';
import { readRows } from '#service/db/read-rows.ts';
import { type Executor, runQuery } from '#service/db/run-query.ts';
import { appointments, clients, employees, pets, stores } from '#service/db/schema.ts';

/**
 * Selects records of a company: by their ids, or the first `limit` records whose ids come after `after` (null to begin with
 * the first record).
 */
export type ExportSelection = { ids: readonly string[] } | { after: string | null; limit: number };

/** A record as a row of its file. */
export interface ExportRow {
  id: string;
  cells: string[];
}

/** The values of a row, keyed by column. Null is an empty cell. */
type Cells<File extends ExportFile> = Record<Exclude<ExportColumn<File>, 'version'>, string | null>;
/** A row that a query returns: every column is text or null. */
type ExportQueryRow = Readonly<Record<string, string | null>> & { id: string };

/**
 * Describes a file: the table of its records, the columns and joins that its query needs besides the record `r` itself, and
 * the conversion of a record to a row.
 */
interface ExportedFile<Name extends ExportFile> {
  table: PgTable;
  select: SQL;
  joins: SQL;
  cells(row: ExportQueryRow, practice: PracticeContext): Cells<Name>;
}

/** The data of the practice's people and stores that rows contain. */
interface PracticeContext {
  storeNames: ReadonlyMap<string, string>;
  /** The name of the employee with an id; null if there is none. */
  personName(id: string): string | null;
  /** Formats an instant as a time on the clock of a store; null stays null. */
  time(storeId: string, instant: string | null): string | null;
}

const toYesOrNo = (value: string | null) => (value === null ? null : value === 'true' ? 'yes' : 'no');
const joinLines = (texts: readonly (string | null)[]) => texts.map((text) => text ?? '').join('\n');
const joinName = (first: string | null | undefined, last: string | null | undefined) =>
  fullName({ firstName: first ?? '', lastName: last ?? '' });

/** The columns of a visit type `t`, which {@link toTypeCells} converts to cells. */
const typeColumns = sql`t.name as type_name, t.category as type_category, t.duration_minutes::text as type_minutes,
  t.is_messaged::text as type_is_messaged, t.preparation, t.recall_months::text`;
const toTypeCells = (row: ExportQueryRow) => ({
  typeMinutes: row['type_minutes'] ?? null,
  typeMessaged: toYesOrNo(row['type_is_messaged'] ?? null),
  typePreparation: row['preparation'] ?? null,
  typeRecallMonths: row['recall_months'] ?? null,
});

const clientsFile: ExportedFile<'clients'> = {
  table: clients,
  select: sql`r.first_name, r.last_name, r.email, r.phone, r.is_active::text, r.alert, r.contact_by, r.recalls_by,
    r.language`,
  joins: sql``,
  cells: (row) => ({
    frontdeskClientId: row.id,
    firstName: row['first_name'] ?? null,
    lastName: row['last_name'] ?? null,
    email: row['email'] ?? null,
    phone: row['phone'] ?? null,
    active: toYesOrNo(row['is_active'] ?? null),
    alert: row['alert'] ?? null,
    contactBy: row['contact_by'] ?? null,
    recallsBy: row['recalls_by'] ?? null,
    language: row['language'] ?? null,
  }),
};

const petsFile: ExportedFile<'pets'> = {
  table: pets,
  select: sql`r.name, r.species, r.breed, r.sex, r.date_of_birth::text, r.deceased_on::text, r.is_active::text, r.alert,
    r.client_id, c.first_name, c.last_name, t.due_on::text, ${typeColumns}`,
  // `t` is what the pet is due for: nothing if the pet is dead or inactive, or if the visit type is inactive.
  joins: sql`left join clients c on c.company_id = r.company_id and c.id = r.client_id
    left join lateral (
      select q.due_on, y.* from recalls q
      join appointment_types y on y.company_id = q.company_id and y.id = q.visit_type_id and y.is_active
      where q.company_id = r.company_id and q.pet_id = r.id and q.status = 'due' and r.is_active and r.deceased_on is null
      order by q.due_on, y.sort_name, q.id limit 1
    ) t on true`,
  cells: (row) => ({
    frontdeskPetId: row.id,
    name: row['name'] ?? null,
    species: row['species'] ?? null,
    breed: row['breed'] ?? null,
    sex: row['sex'] ?? null,
    dateOfBirth: row['date_of_birth'] ?? null,
    diedOn: row['deceased_on'] ?? null,
    active: toYesOrNo(row['is_active'] ?? null),
    alert: row['alert'] ?? null,
    client: joinName(row['first_name'], row['last_name']),
    clientId: row['client_id'] ?? null,
    dueOn: row['due_on'] ?? null,
    dueFor: row['type_name'] ?? null,
    typeCategory: row['type_category'] ?? null,
    ...toTypeCells(row),
  }),
};

const peopleFile: ExportedFile<'people'> = {
  table: employees,
  select: sql`r.first_name, r.last_name, r.role, r.store_ids::text, r.is_active::text`,
  joins: sql``,
  cells: (row, { storeNames }) => ({
    frontdeskPersonId: row.id,
    firstName: row['first_name'] ?? null,
    lastName: row['last_name'] ?? null,
    role: row['role'] ?? null,
    stores: joinLines(
      [...new Set(parseArray(row['store_ids'] ?? '{}'))].flatMap((id) => storeNames.get(id) ?? []).sort(),
    ),
    active: toYesOrNo(row['is_active'] ?? null),
  }),
};

const appointmentsFile: ExportedFile<'appointments'> = {
  table: appointments,
  select: sql`r.store_id, r.start_at, r.end_at, r.status, r.pet_id, r.client_id, r.title, r.location,
    r.notes, r.booking_notes, r.client_notes, r.checked_in_at, r.created_at, r.created_from, r.series_id,
    r.visit_type_category, r.employee_ids::text, r.main_employee_ids::text,
    p.name as pet_name, p.client_id as client_of_pet, c.first_name, c.last_name,
    ${typeColumns}, t.is_active::text as type_is_active, o.name as room_name, h.reason`,
  joins: sql`left join pets p on p.company_id = r.company_id and p.id = r.pet_id
    left join clients c on c.company_id = r.company_id and c.id = r.client_id
    left join appointment_types t on t.company_id = r.company_id and t.id = r.visit_type_id
    left join rooms o on o.company_id = r.company_id and o.id = r.room_id and o.store_id = r.store_id
    left join lateral ${latestStatusReason(sql`r`)} h on true`,
  cells(row, { storeNames, personName, time }) {
    const storeId = row['store_id'] ?? '';
    const readTime = (column: string) => {
      const value = row[column] ?? null;
      return time(storeId, value === null ? null : isoInstant(value));
    };
    const all = parseArray(row['employee_ids'] ?? '{}');
    const main = all.find((id) => parseArray(row['main_employee_ids'] ?? '{}').includes(id)) ?? null;
    const others = all.filter((id) => id !== main);
    const type = row['type_name'] ?? null;
    const title = row['title'] ?? null;
    return {
      frontdeskAppointmentId: row.id,
      store: storeNames.get(storeId) ?? null,
      start: readTime('start_at'),
      end: readTime('end_at'),
      status: row['status'] ?? null,
      pet: row['pet_name'] ?? null,
      petId: row['pet_id'] ?? null,
      client: joinName(row['first_name'], row['last_name']),
      clientId: row['client_id'] === row['client_of_pet'] ? null : (row['client_id'] ?? null),
      type,
      typeCategory: row['type_category'] ?? row['visit_type_category'] ?? null,
      typeActive: toYesOrNo(row['type_is_active'] ?? null),
      ...toTypeCells(row),
      title: type !== null && title === composeTitle(row['pet_name'] ?? '', type) ? null : title,
      vet: main === null ? null : personName(main),
      vetId: main,
      otherVets: joinLines(others.map(personName)),
      otherVetIds: joinLines(others),
      room: row['room_name'] ?? null,
      location: row['location'] ?? null,
      notes: row['notes'] ?? null,
      bookingNotes: row['booking_notes'] ?? null,
      clientNotes: row['client_notes'] ?? null,
      reason: row['reason'] ?? null,
      checkedIn: readTime('checked_in_at'),
      booked: readTime('created_at'),
      bookedFrom: row['created_from'] ?? null,
      seriesId: row['series_id'] ?? null,
    };
  },
};

const files: { readonly [Name in ExportFile]: ExportedFile<Name> } = {
  appointments: appointmentsFile,
  pets: petsFile,
  clients: clientsFile,
  people: peopleFile,
};

/** The table of the records of a file. */
export const findExportTable = (file: ExportFile): PgTable => files[file].table;

/** Reads records of a company as rows of their file. */
export async function readExportRows(
  executor: Executor,
  { companyId, file }: { companyId: string; file: ExportFile },
  which: ExportSelection,
): Promise<ExportRow[]> {
  const { table, select, joins, cells } = files[file];
  const condition =
    'ids' in which
      ? sql`r.id = any(${arrayLiteral(which.ids)}::uuid[]) order by r.id`
      : sql`${which.after === null ? sql`true` : sql`r.id > ${which.after}::uuid`} order by r.id limit ${which.limit}::int`;
  const rows = await runQuery<ExportQueryRow>(
    executor,
    sql`select r.id, ${select} from ${table} r ${joins} where r.company_id = ${companyId}::uuid and ${condition}`,
  );
  if (rows.length === 0) return [];
  const practice = await readPractice(executor, companyId);
  const columns: readonly ExportColumn[] = exportColumns[file];
  return rows.map((row) => {
    const values: Partial<Record<ExportColumn, string | null>> = cells(row, practice);
    const written = columns.slice(0, -1).map((column) => normalizeExportedText(values[column] ?? ''));
    const own = written.filter((_, nth) => !columnsOfOtherRecords.some((column) => column === columns[nth]));
    return { id: row.id, cells: [...written, computeVersion(own)] };
  });
}

const computeVersion = (cells: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(cells)).digest('hex').slice(0, 12);

async function readPractice(executor: Executor, companyId: string): Promise<PracticeContext> {
  const ofCompany = sql`where company_id = ${companyId}::uuid`;
  const storeRows = await readRows(executor, stores, ['id', 'name', 'timeZone'], ofCompany);
  const people = await readRows(executor, employees, ['id', 'firstName', 'lastName'], ofCompany);
  const names = new Map(people.map(({ id, ...person }) => [id, fullName(person)]));
  const zones = new Map(storeRows.map(({ id, timeZone }) => [id, timeZone]));
  return {
    storeNames: new Map(storeRows.map(({ id, name }) => [id, name])),
    personName: (id) => names.get(id) ?? null,
    time: (storeId, instant) => instant && formatOnClock(zones.get(storeId), instant),
  };
}

/**
 * An instant on the clock of a time zone with its offset, so that it is unambiguous: `2026-03-29T09:30+02:00`. An instant whose
 * offset is not a whole number of minutes, or which the contract cannot express in this form, stays in UTC.
 */
function formatOnClock(timeZone: string | undefined, instant: string): string {
  if (timeZone === undefined) return instant;
  const time = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone);
  const isWholeMinute = time.second === 0 && time.millisecond === 0;
  const written = time.toString({ timeZoneName: 'never', smallestUnit: isWholeMinute ? 'minute' : 'millisecond' });
  return time.offsetNanoseconds % 60_000_000_000 === 0 && dateTimePattern.test(written) ? written : instant;
}

/** The versions of existing records, keyed by id. */
export async function readVersions(
  executor: Executor,
  of: { companyId: string; file: ExportFile },
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await readExportRows(executor, of, { ids });
  return new Map(rows.map(({ id, cells }) => [id, cells.at(-1) ?? '']));
}
