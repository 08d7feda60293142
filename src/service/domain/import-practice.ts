import { z } from 'zod';
import { visitTypeCategories } from '#contract/enums.ts';
import { permissions } from '#contract/permissions.ts';
import { dateSchema, textSchema, uuidSchema } from '#contract/primitives.ts';
import { employeeRoles, openingHoursSchema } from '#contract/resources.ts';
import type { ImportKind, ImportRecord } from './import-kind.ts';
import { ImportValues, importedId, unknownTime } from './import-values.ts';
import { sortNameOf, wordsOf } from './search-words.ts';

/** A row for one of the tables, by column; instants in ISO 8601. */
export interface ImportedRow {
  company_id: string;
  id: string;
  [column: string]: unknown;
}

interface Place {
  companyId: string;
  line: string;
}
type Reader = (values: ImportValues, base: { company_id: string; id: string }) => ImportedRow;

const isTimeZone = (name: string) => Intl.supportedValuesOf('timeZone').includes(name) || name === 'UTC';

function list<Item>(values: ImportValues, field: string, item: z.ZodType<Item>): Item[] | null {
  const given = values.value(field);
  if (given === null) return null;
  const parsed = z.array(item).safeParse(given);
  if (parsed.success) return parsed.data;
  values.note(`${field} is not of the expected form: left out`);
  return null;
}

function name(values: ImportValues, field: string): string {
  const text = values.text(field);
  if (text === null) values.note(`${field} is missing`);
  return text ?? '';
}

function flag(values: ImportValues, field: string): boolean {
  return values.value(field) !== false;
}

function whole(values: ImportValues, field: string, otherwise: number): number {
  const parsed = z.int32().safeParse(values.value(field));
  if (parsed.success) return parsed.data;
  values.note(`${field} is not a whole number: ${otherwise} is kept`);
  return otherwise;
}

function times(values: ImportValues) {
  const created = values.instant('createdAt') ?? values.instant('updatedAt') ?? unknownTime;
  return { created_at: created, updated_at: values.instant('updatedAt') ?? created };
}

function position(values: ImportValues) {
  return values.value('position') === null ? 0 : whole(values, 'position', 0);
}

const readers: Record<Exclude<ImportKind, 'appointment' | 'company'>, Reader> = {
  store(values, base) {
    const zone = values.text('timeZone');
    const known = zone !== null && isTimeZone(zone);
    if (!known) values.note('timeZone is no IANA zone: UTC is kept');
    return {
      ...base,
      name: name(values, 'name'),
      time_zone: known ? zone : 'UTC',
      opening_hours: list(values, 'openingHours', openingHoursSchema) ?? [],
      position: position(values),
    };
  },
  room(values, base) {
    return { ...base, store_id: values.uuid('storeId'), name: name(values, 'name'), position: position(values) };
  },
  employee(values, base) {
    const first = name(values, 'firstName');
    const last = name(values, 'lastName');
    const granted = list(values, 'permissions', textSchema);
    if (granted === null) values.note('permissions are missing: all are granted');
    return {
      ...base,
      store_ids: list(values, 'storeIds', uuidSchema) ?? [],
      first_name: first,
      last_name: last,
      role: values.token('role', employeeRoles) ?? '',
      permissions: granted ?? permissions,
      is_active: flag(values, 'isActive'),
      sort_name: sortNameOf(first, last),
      words: wordsOf(first, last),
    };
  },
  appointment_type(values, base) {
    const title = name(values, 'name');
    return {
      ...base,
      name: title,
      category: values.token('category', visitTypeCategories) ?? '',
      duration_minutes: whole(values, 'durationMinutes', 15),
      is_active: flag(values, 'isActive'),
      sort_name: sortNameOf(title),
      words: wordsOf(title),
    };
  },
  client(values, base) {
    const first = name(values, 'firstName');
    const last = name(values, 'lastName');
    return {
      ...base,
      first_name: first,
      last_name: last,
      email: values.text('email'),
      phone: values.text('phone'),
      ...times(values),
      sort_name: sortNameOf(first, last),
      words: wordsOf(first, last),
    };
  },
  pet(values, base) {
    const called = name(values, 'name');
    const born = values.text('dateOfBirth');
    const date = dateSchema.safeParse(born);
    if (born !== null && !date.success) values.note('dateOfBirth is no date: left out');
    return {
      ...base,
      client_id: values.uuid('clientId'),
      name: called,
      species: name(values, 'species'),
      breed: values.text('breed'),
      sex: values.text('sex'),
      date_of_birth: date.success ? date.data : null,
      ...times(values),
      sort_name: sortNameOf(called),
    };
  },
};

/** What must be there for a row to make sense at all. */
const indispensable: Partial<Record<ImportKind, string>> = { room: 'store_id', pet: 'client_id' };

/**
 * A record other than an appointment as a row of its table. What cannot be kept is said in `odd`; `row` is null where
 * the record cannot be placed.
 */
export function importPart(
  kind: Exclude<ImportKind, 'appointment' | 'company'>,
  record: ImportRecord,
  { companyId, line }: Place,
): { row: ImportedRow | null; odd: string[] } {
  const values = new ImportValues(record);
  const row = readers[kind](values, { company_id: companyId, id: importedId(values, companyId, line) });
  const needed = indispensable[kind];
  if (needed !== undefined && row[needed] === null) return { row: null, odd: [...values.odd, `${needed} is missing`] };
  return { row, odd: values.odd };
}
