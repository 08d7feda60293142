import { getTableColumns } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { appointmentSchema } from '#contract/appointment.ts';
import { availabilityKindSchema, availabilitySchema } from '#contract/availability.ts';
import {
  appointmentTypeSchema,
  clientSchema,
  companySchema,
  employeeSchema,
  openingHoursSchema,
  petSchema,
  roomSchema,
  storeSchema,
} from '#contract/clients-pets-staff.ts';
import { isoOf } from '#contract/date-time.ts';
import { defaultSetOf, permissionSets } from '#contract/permissions.ts';
import { isTimeZone } from '#contract/practice-setup.ts';
import { dateSchema, utcDateTimeSchema, uuidSchema } from '#contract/primitives.ts';
import { storableTextSchema } from '#contract/text.ts';
import { waitingListEntrySchema } from '#contract/waiting-list.ts';
import * as types from '#service/db/manage/appointment-types.ts';
import * as people from '#service/db/manage/clients-and-pets.ts';
import * as staff from '#service/db/manage/employees.ts';
import type { Kind } from '#service/db/manage/kind.ts';
import type { Part } from '#service/db/manage/parts.ts';
import * as parts from '#service/db/manage/stores-and-rooms.ts';
import * as tables from '#service/db/schema.ts';
import { wordsOf } from '#service/domain/search-words.ts';

/** The values of a record by field name; instants are ISO 8601 in UTC. */
export type Values = Readonly<Record<string, unknown>>;

/** A field of a record that has a column. */
interface Field {
  /** What the column can store. */
  stored: z.core.$ZodType;
  /** What the contract allows. A record with another value is returned as its id only. */
  served: z.core.$ZodType;
  /** Whether a record may omit the field. An existing record then keeps its value, and a new record gets the default. */
  isOptional: boolean;
}

/** A kind of record as the lists of the practice API serve it. */
export interface RecordKind {
  table: PgTable;
  /** Any of these properties identifies the kind, unless it identifies an earlier kind in {@link kindsByProperty}. */
  properties: readonly string[];
  /** The part of the practice that the kind belongs to, so that the practice's history shows changes; null if none. */
  part: Part<object> | null;
  /** The property that contains nested records, their kind, and the ids of their owner. */
  nested: { property: string; kind: RecordKind; owner(record: Values): Values } | null;
  fields: ReadonlyMap<string, Field>;
  /** The names of all columns that are written, as in the schema. */
  columns: readonly string[];
  /** The values of the omitted fields of a new record. */
  defaults(values: Values): Values;
  /** The values derived from others, such as the searchable words. */
  derived(values: Values): Values;
}

/** The maximum length of a text that certainly fits into an index entry. */
const MAX_INDEXED_TEXT = 200;

/** What columns can store, by their types. */
const storedTypes: ReadonlyMap<string, z.core.$ZodType> = new Map<string, z.core.$ZodType>([
  ['uuid', uuidSchema],
  ['text collate "C"', storableTextSchema],
  ['timestamp(3) with time zone', z.pipe(utcDateTimeSchema, z.transform(isoOf))],
  ['date', dateSchema],
  ['boolean', z.boolean()],
  ['integer', z.int32()],
  ['uuid[]', z.array(uuidSchema)],
  ['text[]', z.array(storableTextSchema)],
]);

function storedSchema(column: PgColumn, served: z.core.$ZodType): z.core.$ZodType {
  // Values that the contract lists are indexed.
  const isListed = served._zod.def.type === 'enum';
  const schema = isListed
    ? storableTextSchema.check(z.maxLength(MAX_INDEXED_TEXT))
    : storedTypes.get(column.getSQLType());
  if (schema === undefined) throw new Error(`no field of a record has the type ${column.getSQLType()}`);
  return column.notNull ? schema : z.nullable(schema);
}

/** The table of a kind of record, and its declaration if people can manage it. */
type Source = Part<object> | Pick<Kind<object>, 'table' | 'derived'>;

interface KindOptions extends Pick<RecordKind, 'properties'>, Partial<Pick<RecordKind, 'nested'>> {
  /** Schemas for what a column can store that are stricter than its type. */
  stored?: Readonly<Record<string, z.core.$ZodType>>;
  /** Additional columns that are written. */
  columns?: readonly string[];
  defaults?(values: Values): Values;
}

/** A kind of record with the contract's fields that have a column in the table. */
function recordKind(
  source: Source,
  shape: Readonly<Record<string, z.core.$ZodType>>,
  options: KindOptions,
): RecordKind {
  const { table } = source;
  const { properties, nested = null } = options;
  const tableColumns = new Map(Object.entries(getTableColumns(table)));
  const fields = new Map<string, Field>();
  const columns = new Map<string, PgColumn>();
  for (const name of [...Object.keys(shape), ...(options.columns ?? [])]) {
    const [column, served] = [tableColumns.get(name), shape[name]];
    if (column === undefined || name === 'id' || name === 'companyId') continue;
    columns.set(name, column);
    if (served === undefined) continue;
    const stored = options.stored?.[name] ?? storedSchema(column, served);
    const isOptional = column.hasDefault || [null, undefined].some((value) => z.safeParse(served, value).success);
    fields.set(name, { stored, served, isOptional });
  }
  const usual = Object.fromEntries([...columns].map(([name, column]) => [name, column.default ?? null]));
  const defaults = (values: Values) => ({ ...usual, ...options.defaults?.(values) });
  const derived = (values: Values) => source.derived?.(values) ?? {};
  const part = 'nameOf' in source ? source : null;
  return { table, properties, part, nested, fields, columns: [...columns.keys()], defaults, derived };
}

/** The position of stores and of rooms, which lists show only by their order. */
const position = z.int();

const room = recordKind(
  parts.room,
  { storeId: uuidSchema, ...roomSchema.shape, position },
  { properties: ['categories'] },
);
export const store = recordKind(
  parts.store,
  { ...storeSchema.shape, position },
  {
    properties: ['timeZone', 'openingHours'],
    nested: { property: 'rooms', kind: room, owner: ({ companyId, id }) => ({ companyId, storeId: id }) },
    stored: {
      timeZone: storableTextSchema.check(z.refine(isTimeZone, 'must be an IANA time zone')),
      openingHours: z.array(openingHoursSchema),
    },
  },
);
export const company = recordKind(parts.company, companySchema.shape, {
  properties: ['stores'],
  nested: { property: 'stores', kind: store, owner: ({ id }) => ({ companyId: id }) },
});
export const employee = recordKind(
  staff.employee,
  // Lists omit the permissions.
  { ...employeeSchema.shape, permissions: z.optional(z.array(z.string())) },
  {
    properties: ['role', 'permissions', 'storeIds'],
    defaults: ({ role }) => ({ permissions: permissionSets[defaultSetOf(String(role ?? ''))] }),
  },
);
const appointmentType = recordKind(types.appointmentType, appointmentTypeSchema.shape, {
  properties: ['durationMinutes', 'category'],
});
export const client = recordKind(people.client, clientSchema.shape, {
  properties: ['firstName', 'lastName', 'email', 'phone'],
});
export const pet = recordKind(people.pet, petSchema.shape, {
  properties: ['species', 'breed', 'sex', 'dateOfBirth'],
});
export const availability = recordKind({ table: tables.availability }, availabilitySchema.shape, {
  properties: ['employeeId', 'seriesId'],
  stored: { kind: availabilityKindSchema },
});
const { status, durationMinutes, weekdays, earliest, latest } = waitingListEntrySchema.shape;
export const waitingListEntry = recordKind({ table: tables.waitingList }, waitingListEntrySchema.shape, {
  properties: ['weekdays', 'earliest', 'latest'],
  stored: { status, durationMinutes, weekdays, earliest, latest },
});
const appointments = {
  table: tables.appointments,
  derived: ({ title }: { title?: unknown }) => ({ titleWords: wordsOf(String(title ?? '')) }),
};
export const appointment = recordKind(appointments, appointmentSchema.shape, {
  properties: ['petId', 'start', 'end', 'title', 'visitTypeId', 'visitTypeCategory', 'employees'],
  columns: ['employeeIds', 'mainEmployeeIds', 'raw'],
});

/** All kinds, ordered so that a record refers only to earlier kinds. */
export const recordKinds: readonly RecordKind[] = [
  ...[company, store, room, employee, appointmentType, client, pet, availability, appointment, waitingListEntry],
];
/** Entries of the waiting list share properties with other kinds, so they come first. */
const kindsByProperty = [waitingListEntry, ...recordKinds];

/** A record with the number of its line, counted from 1. */
export interface NumberedRecord {
  line: number;
  kind: RecordKind;
  record: Values;
}

const objectSchema = z.record(z.string(), z.unknown());
const objectsSchema = z.array(objectSchema);

/** The record in a line, and the records nested in it; none if the line is not a JSON object of a known kind. */
export function recordsOf(text: string, line: number): NumberedRecord[] {
  const record = parseObject(text);
  const kind = kindsByProperty.find(({ properties }) => properties.some((property) => Object.hasOwn(record, property)));
  return kind === undefined ? [] : withNested({ line, kind, record });
}

function parseObject(text: string): Values {
  try {
    return objectSchema.safeParse(JSON.parse(text)).data ?? {};
  } catch {
    return {};
  }
}

function withNested(outer: NumberedRecord): NumberedRecord[] {
  const { line, kind, record } = outer;
  const { nested } = kind;
  if (nested === null) return [outer];
  const inner = objectsSchema.safeParse(record[nested.property]).data ?? [];
  const owner = nested.owner(record);
  return [
    outer,
    ...inner.flatMap((child, nth) =>
      withNested({ line, kind: nested.kind, record: { ...child, position: nth, ...owner } }),
    ),
  ];
}
