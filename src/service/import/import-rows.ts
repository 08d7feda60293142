import { z } from 'zod';
import { appointmentSchema, assignedEmployeeSchema } from '#contract/appointment.ts';
import { availabilityKindSchema, availabilitySchema } from '#contract/availability.ts';
import { availabilityProblem } from '#contract/availability-rules.ts';
import { employeeRoles, openingHoursSchema } from '#contract/clients-pets-staff.ts';
import { instantOf } from '#contract/date-time.ts';
import { visitTypeCategories, visitTypeCategorySchema } from '#contract/enums.ts';
import { permissionSets, usualSetOf } from '#contract/permissions.ts';
import { isTimeZone } from '#contract/practice-setup.ts';
import { dateSchema, textSchema, uuidSchema } from '#contract/primitives.ts';
import { recordFields } from '#service/db/record-function.ts';
import type { KeyedRow } from '#service/db/write-rows.ts';
import { sortNameOf, wordsOf } from '#service/domain/search-words.ts';
import { type ImportRecord, importedId, RecordReader, unknownTime } from './record-reader.ts';

/** Where a record comes from: its company and the text of its line. */
interface Source {
  companyId: string;
  line: string;
}

const { id: _id, companyId: _companyId, storeId: _storeId, ...others } = Object.fromEntries(recordFields());
const columns = Object.entries(others);
const fields = Object.keys(appointmentSchema.shape);
const mayBeNull = new Set(
  Object.entries(appointmentSchema.shape)
    .filter(([, schema]) => schema.safeParse(null).success)
    .map(([field]) => field),
);

/**
 * An appointment of a migrated practice as a row of `appointments`, as it is; instants in ISO 8601. What the contract does not allow is kept in a column that takes it, or
 * in `raw`, and such a row is served as its id; `warnings` say why. `storeIds` are the company's stores; a record of none
 * of them is kept in the first.
 */
export function appointmentRow(
  record: ImportRecord,
  { companyId, storeIds, line }: Source & { storeIds: readonly [string, ...string[]] },
) {
  const reader = new RecordReader(record);
  const id = importedId(reader, companyId, line);
  const title = reader.text('title');
  const createdAt = reader.instant('createdAt');
  const updatedAt = reader.instant('updatedAt');
  const start = reader.instant('start');
  const created = createdAt ?? updatedAt ?? start ?? unknownTime;
  for (const field of ['createdAt', 'updatedAt']) {
    if (reader.value(field) === null) reader.keepRaw(field, 'is missing');
  }
  const store = storeOf(reader, storeIds);
  const row = {
    ...Object.fromEntries(
      columns.map(([field, { column, type, values }]) => [
        column,
        type === 'text' && values !== null ? reader.token(field, values) : reader[type](field),
      ]),
    ),
    company_id: companyId,
    id,
    store_id: store,
    created_at: created,
    updated_at: updatedAt ?? created,
    ...staffOf(reader),
    title_words: wordsOf(title ?? ''),
  };
  reader.warnOfOthers(fields);
  for (const field of fields) {
    const required = !mayBeNull.has(field) && field !== 'employees' && field !== 'companyId' && field !== 'storeId';
    if (required && reader.value(field) === null && !Object.hasOwn(reader.raw, field))
      reader.warn(`${field} is missing`);
  }
  const raw = Object.keys(reader.raw).length > 0 ? reader.raw : null;
  return { row: { ...row, raw }, warnings: [...new Set(reader.warnings)] };
}

function storeOf(reader: RecordReader, storeIds: readonly [string, ...string[]]): string {
  const given = reader.uuid('storeId');
  if (given !== null && storeIds.includes(given)) return given;
  reader.keepRaw('storeId', `is no store of the company: kept in ${storeIds[0]}`);
  return storeIds[0];
}

function staffOf(reader: RecordReader): { employee_ids: string[]; main_employee_ids: string[] } {
  const given = reader.value('employees') ?? [];
  const parsed = z.array(assignedEmployeeSchema).safeParse(given);
  const usable = Array.isArray(given)
    ? given.flatMap((entry: unknown) => {
        const assigned = assignedEmployeeSchema.safeParse(entry);
        return assigned.success ? [assigned.data] : [];
      })
    : [];
  const ids = new Set(usable.map((employee) => employee.id));
  if (!parsed.success) reader.keepRaw('employees', 'are not a list of { id, isMainEmployee }');
  else if (ids.size < usable.length) reader.keepRaw('employees', 'list an employee twice');
  const main = usable.filter((employee) => employee.isMainEmployee).map((employee) => employee.id);
  return { employee_ids: [...ids], main_employee_ids: [...new Set(main)] };
}

/** A row for one of the tables, by column; instants in ISO 8601. */
interface PracticeRow extends KeyedRow {
  [column: string]: unknown;
}

type Reader = (reader: RecordReader, base: KeyedRow) => PracticeRow;

function list<Item>(reader: RecordReader, field: string, item: z.core.$ZodType<Item>): Item[] | null {
  const given = reader.value(field);
  if (given === null) return null;
  const parsed = z.array(item).safeParse(given);
  if (parsed.success) return parsed.data;
  reader.warn(`${field} is not of the expected form: left out`);
  return null;
}

function name(reader: RecordReader, field: string): string {
  const text = reader.text(field);
  if (text === null) reader.warn(`${field} is missing`);
  return text ?? '';
}

function personName(reader: RecordReader) {
  const first = name(reader, 'firstName');
  const last = name(reader, 'lastName');
  return { first_name: first, last_name: last, sort_name: sortNameOf(first, last), words: wordsOf(first, last) };
}

function flag(reader: RecordReader, field: string): boolean {
  return reader.value(field) !== false;
}

function wholeNumber(reader: RecordReader, field: string, fallback: number): number {
  const parsed = z.int32().safeParse(reader.value(field));
  if (parsed.success) return parsed.data;
  reader.warn(`${field} is not a whole number: ${fallback} is kept`);
  return fallback;
}

function calendarDate(reader: RecordReader, field: string): string | null {
  const text = reader.text(field);
  const date = dateSchema.safeParse(text);
  if (text !== null && !date.success) reader.warn(`${field} is no date: left out`);
  return date.success ? date.data : null;
}

function times(reader: RecordReader) {
  const created = reader.instant('createdAt') ?? reader.instant('updatedAt') ?? unknownTime;
  return { created_at: created, updated_at: reader.instant('updatedAt') ?? created };
}

function position(reader: RecordReader) {
  return reader.value('position') === null ? 0 : wholeNumber(reader, 'position', 0);
}

/**
 * The categories of a room that are known, in the order of the enum, each once; all of them where none is, since a room
 * without any is for all visits.
 */
function categories(reader: RecordReader): string[] {
  const given = list(reader, 'categories', z.string()) ?? [];
  const unknown = given.filter((category) => !visitTypeCategorySchema.safeParse(category).success);
  if (unknown.length > 0)
    reader.warn(`categories has ${JSON.stringify(unknown[0])}, which is not a known value: no visit is of it`);
  const known = visitTypeCategories.filter((category) => given.includes(category));
  return known.length > 0 ? known : [...new Set(given)];
}

const readers = {
  store(reader, base) {
    const zone = reader.text('timeZone');
    const known = zone !== null && isTimeZone(zone);
    if (!known) reader.warn('timeZone is no IANA zone: UTC is kept');
    return {
      ...base,
      name: name(reader, 'name'),
      time_zone: known ? zone : 'UTC',
      opening_hours: list(reader, 'openingHours', openingHoursSchema) ?? [],
      position: position(reader),
    };
  },
  room(reader, base) {
    return {
      ...base,
      store_id: reader.uuid('storeId'),
      name: name(reader, 'name'),
      position: position(reader),
      categories: categories(reader),
    };
  },
  employee(reader, base) {
    const names = personName(reader);
    const role = reader.token('role', employeeRoles) ?? '';
    const granted = list(reader, 'permissions', textSchema);
    if (granted === null) reader.warn('permissions are missing: those of the role are granted');
    return {
      ...base,
      store_ids: list(reader, 'storeIds', uuidSchema) ?? [],
      ...names,
      role,
      permissions: granted ?? permissionSets[usualSetOf(role)],
      is_active: flag(reader, 'isActive'),
    };
  },
  appointment_type(reader, base) {
    const title = name(reader, 'name');
    return {
      ...base,
      name: title,
      category: reader.token('category', visitTypeCategories) ?? '',
      duration_minutes: wholeNumber(reader, 'durationMinutes', 15),
      is_active: flag(reader, 'isActive'),
      sort_name: sortNameOf(title),
      words: wordsOf(title),
    };
  },
  client(reader, base) {
    return {
      ...base,
      ...personName(reader),
      email: reader.text('email'),
      phone: reader.text('phone'),
      alert: reader.text('alert'),
      is_active: flag(reader, 'isActive'),
      ...times(reader),
    };
  },
  pet(reader, base) {
    const called = name(reader, 'name');
    return {
      ...base,
      client_id: reader.uuid('clientId'),
      name: called,
      species: name(reader, 'species'),
      breed: reader.text('breed'),
      sex: reader.text('sex'),
      date_of_birth: calendarDate(reader, 'dateOfBirth'),
      deceased_on: calendarDate(reader, 'deceasedOn'),
      alert: reader.text('alert'),
      is_active: flag(reader, 'isActive'),
      ...times(reader),
      sort_name: sortNameOf(called),
    };
  },
} satisfies Record<string, Reader>;
type PracticeKind = keyof typeof readers;

/** The column without which a record is refused. */
const requiredColumns: Partial<Record<PracticeKind, string>> = { room: 'store_id', pet: 'client_id' };

/**
 * A record other than an appointment as a row of its table. `warnings` say what cannot be kept; `row` is null where the
 * record must be refused.
 */
export function practiceRow(
  kind: PracticeKind,
  record: ImportRecord,
  { companyId, line }: Source,
): { row: PracticeRow | null; warnings: string[] } {
  const reader = new RecordReader(record);
  const row: PracticeRow = readers[kind](reader, { company_id: companyId, id: importedId(reader, companyId, line) });
  const required = requiredColumns[kind];
  if (required !== undefined && row[required] === null)
    return { row: null, warnings: [...reader.warnings, `${required} is missing`] };
  return { row, warnings: reader.warnings };
}

const availabilityFields = Object.keys(availabilitySchema.shape);

/** An entry of the plan as a row of its table; null with what is wrong where it is none that the plan could have. */
export function availabilityRow(
  record: ImportRecord,
  { companyId, storeIds, line }: Source & { storeIds: readonly string[] },
): { row: PracticeRow | null; warnings: string[] } {
  const reader = new RecordReader(record);
  const id = importedId(reader, companyId, line);
  const flaws = reader.warnings.length;
  const kind = availabilityKindSchema.safeParse(reader.value('kind'));
  const about = {
    storeId: reader.uuid('storeId'),
    employeeId: reader.uuid('employeeId'),
    roomId: reader.uuid('roomId'),
  };
  const [start, end] = [reader.instant('start'), reader.instant('end')];
  const seriesId = reader.uuid('seriesId');
  if (!kind.success) reader.warn('kind is neither on_duty nor unavailable');
  if (about.storeId !== null && !storeIds.includes(about.storeId)) reader.warn('storeId is no store of the company');
  if (start === null || end === null) reader.warn('start or end is missing');
  if (!kind.success || start === null || end === null || reader.warnings.length > flaws)
    return { row: null, warnings: reader.warnings };
  const problem = availabilityProblem({ kind: kind.data, ...about, start: instantOf(start), end: instantOf(end) });
  if (problem !== null) return { row: null, warnings: [...reader.warnings, `${problem.field}: ${problem.problem}`] };
  const title = reader.text('title')?.trim() || null;
  reader.warnOfOthers(availabilityFields);
  const row = {
    ...{ company_id: companyId, id, kind: kind.data, store_id: about.storeId, employee_id: about.employeeId },
    ...{ room_id: about.roomId, start_at: start, end_at: end, title, series_id: seriesId },
    ...times(reader),
  };
  return { row, warnings: reader.warnings };
}
