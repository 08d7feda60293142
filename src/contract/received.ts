import * as z from 'zod/mini';
import type { Appointment } from '#contract/appointment.ts';
import { dateTimePattern, toUtcDateTime } from '#contract/date-time.ts';

/*
 * The schemas with which the app reads responses of any practice API. The specification leaves many shapes open and records
 * gain fields over time, so reading is lenient: extra properties are dropped, unlisted enum values are kept, date-times with
 * any offset become UTC with milliseconds, and missing optional fields become null or another default.
 *
 * A day has hundreds of records with about twenty fields each, which are read before anything is drawn. Plain functions read
 * them, because a Zod schema for each field takes several times as long.
 */

/** Reads a value. Returns undefined if the containing record is unusable without it. */
type Reader<Value> = (value: unknown) => Value | undefined;

const readText = (value: unknown) => (typeof value === 'string' ? value : null);
const readTextOrEmpty = (value: unknown) => readText(value) ?? '';
const readIdentifier = (value: unknown) => readText(value) || undefined;
const readString = (value: unknown) => (typeof value === 'string' ? value : undefined);
const readIdentifierOrNull = (value: unknown) => readIdentifier(value) ?? null;
const readFlag = (value: unknown) => value === true;
const readFlagOrTrue = (value: unknown) => value !== false;
const readDateTime = (value: unknown) => (typeof value === 'string' && dateTimePattern.test(value) ? value : undefined);
const readDateTimeOrNull = (value: unknown) => readDateTime(value) ?? null;
function readInstant(value: unknown): string | undefined {
  const given = readDateTime(value);
  return given === undefined ? undefined : toUtcDateTime(given);
}

/** Creates a reader of a list. The whole list is unusable if any of its entries is. */
function createListReader<Value>(reader: Reader<Value>) {
  return (value: unknown): Value[] | undefined => {
    if (!Array.isArray(value)) return undefined;
    const entries = value.map(reader).filter((entry) => entry !== undefined);
    return entries.length === value.length ? entries : undefined;
  };
}

/** Creates a reader that reads a record field by field; extra properties are dropped. */
function createRecordReader<Readers extends Record<string, Reader<unknown>>>(readers: Readers) {
  const fields = Object.entries(readers);
  return (value: unknown) => {
    if (typeof value !== 'object' || value === null) return undefined;
    const given = value as Record<string, unknown>;
    const record: Record<string, unknown> = {};
    for (const [name, reader] of fields) {
      const field = reader(given[name]);
      if (field === undefined) return undefined;
      record[name] = field;
    }
    return record as { [Name in keyof Readers]: Exclude<ReturnType<Readers[Name]>, undefined> };
  };
}

/** The readers of fields. Instants become ISO 8601 in UTC with milliseconds; `dateTime` stays exactly as received. */
export const readers = {
  string: readString,
  text: readText,
  identifier: readIdentifier,
  identifierOrNull: readIdentifierOrNull,
  instant: readInstant,
  dateTime: readDateTime,
  listOf: createListReader,
  recordOf: createRecordReader,
} as const;

/** The id of a created record. In another implementation it need not be a UUID. */
export const receivedIdSchema = z.string().check(z.minLength(1));

function createSchema<Value>(reader: Reader<Value>) {
  return z.transform((input: unknown, { issues }): Value => {
    const value = reader(input);
    if (value !== undefined) return value;
    issues.push({ code: 'custom', input, message: 'A field that is needed is missing.' });
    return z.NEVER;
  });
}

/** Creates the schema of a record from the readers of its fields. */
export const createRecordSchema = <Readers extends Record<string, Reader<unknown>>>(readers: Readers) =>
  createSchema(createRecordReader(readers));

const readAssignedEmployees = createListReader(createRecordReader({ id: readIdentifier, isMainEmployee: readFlag }));

/**
 * An appointment; only id, start and end are required. The fields are written out because this reads a whole day many times
 * as fast as {@link createRecordReader}.
 */
export const receivedAppointmentSchema = createSchema((value) => {
  const given: Partial<Record<keyof Appointment, unknown>> = Object(value);
  const id = readIdentifier(given.id);
  const start = readInstant(given.start);
  const end = readInstant(given.end);
  if (id === undefined || start === undefined || end === undefined) return undefined;
  return {
    id,
    petId: readIdentifierOrNull(given.petId),
    clientId: readIdentifierOrNull(given.clientId),
    storeId: readIdentifierOrNull(given.storeId),
    storeInvoiceId: readIdentifierOrNull(given.storeInvoiceId),
    billingContextId: readIdentifierOrNull(given.billingContextId),
    title: readTextOrEmpty(given.title),
    start,
    end,
    notes: readText(given.notes),
    bookingNotes: readText(given.bookingNotes),
    clientNotes: readText(given.clientNotes),
    status: readTextOrEmpty(given.status),
    location: readText(given.location),
    roomId: readIdentifierOrNull(given.roomId),
    checkedInAt: readInstant(given.checkedInAt) ?? null,
    createdFrom: readTextOrEmpty(given.createdFrom),
    visitTypeId: readIdentifierOrNull(given.visitTypeId),
    visitTypeName: readText(given.visitTypeName),
    visitTypeCategory: readTextOrEmpty(given.visitTypeCategory),
    createdAt: readInstant(given.createdAt) ?? null,
    /** Stays exactly as received, because a change sends it back. */
    updatedAt: readDateTime(given.updatedAt) ?? null,
    employees: readAssignedEmployees(given.employees) ?? [],
  };
});
/** Instants are ISO 8601 in UTC with milliseconds, `2026-03-29T07:30:00.000Z`; only `updatedAt` is kept as received. */
export type ReceivedAppointment = z.infer<typeof receivedAppointmentSchema>;

const nameReaders = { name: readText, firstName: readText, lastName: readText };

function displayName(person: Record<keyof typeof nameReaders, string | null>): string {
  const parts = [person.firstName, person.lastName].filter((part) => part !== null && part !== '');
  return parts.length > 0 ? parts.join(' ') : (person.name ?? '');
}

/** Whether an entry is an unresolved record (specification, section 2): it has only an id, so the app cannot offer it. */
function isUnresolved(entry: unknown): boolean {
  if (typeof entry !== 'object' || entry === null) return false;
  // The loop ends at the second property, whereas `Object.keys` would list them all.
  for (const name in entry) if (name !== 'id') return false;
  return 'id' in entry;
}

/** Creates a reader of a list inside a record, which drops the entries that cannot be read. */
function createLenientListReader<Value extends object>(reader: Reader<Value>) {
  return (value: unknown): Value[] =>
    Array.isArray(value) ? value.flatMap((entry) => (isUnresolved(entry) ? [] : (reader(entry) ?? []))) : [];
}

const readRoom = createRecordReader({
  id: readIdentifier,
  name: readTextOrEmpty,
  /** The categories of appointments that the room is for. An empty list means all; a missing one is read as empty. */
  categories: (value) => createListReader(readString)(value) ?? [],
});

const readOpeningHours = createRecordReader({
  weekday: (value) => [1, 2, 3, 4, 5, 6, 7].find((day) => day === value),
  opens: readString,
  closes: readString,
});

const readStore = createRecordReader({
  id: readIdentifier,
  name: readTextOrEmpty,
  timeZone: readText,
  openingHours: (value) => createListReader(readOpeningHours)(value) ?? [],
  phone: readText,
  email: readText,
  address: readText,
  website: readText,
  rooms: createLenientListReader(readRoom),
});
export type ReceivedStore = NonNullable<ReturnType<typeof readStore>>;

/** A store of which only the id is known. */
export const createUnnamedStore = (id: string): ReceivedStore => ({
  ...{ id, name: '', timeZone: null, openingHours: [], rooms: [] },
  ...{ phone: null, email: null, address: null, website: null },
});

/** A company. Other implementations may lack stores, rooms and time zones. */
export const receivedCompanySchema = createRecordSchema({
  id: readIdentifier,
  name: readTextOrEmpty,
  stores: createLenientListReader(readStore),
});
export type ReceivedCompany = z.infer<typeof receivedCompanySchema>;

const readClient = createRecordReader({
  id: readIdentifier,
  email: readText,
  phone: readText,
  alert: readText,
  contactBy: readText,
  recallsBy: readText,
  language: readText,
  isActive: readFlagOrTrue,
  updatedAt: readDateTimeOrNull,
  pets: (value) => (Array.isArray(value) ? value : null),
  ...nameReaders,
});
const readClientPet = createRecordReader({
  id: readIdentifier,
  name: readTextOrEmpty,
  species: readTextOrEmpty,
  deceasedOn: readText,
  isActive: readFlagOrTrue,
});
const readClientPets = createLenientListReader(readClientPet);
type PetOfClient = NonNullable<ReturnType<typeof readClientPet>>;
export const receivedClientSchema = createSchema((value) => {
  const record = readClient(value);
  if (record === undefined) return undefined;
  const { firstName, lastName, name: _, pets: listed, ...others } = record;
  /** Present only in a list that was requested with pets, if the implementation has such lists. */
  const pets: { pets?: PetOfClient[] } = listed === null ? {} : { pets: readClientPets(listed) };
  return { ...others, name: displayName(record), firstName: firstName ?? '', lastName: lastName ?? '', ...pets };
});
export type ReceivedClient = z.infer<typeof receivedClientSchema>;

export const receivedPetSchema = createRecordSchema({
  id: readIdentifier,
  clientId: readIdentifierOrNull,
  clientName: readTextOrEmpty,
  name: readTextOrEmpty,
  species: readTextOrEmpty,
  breed: readText,
  sex: readText,
  dateOfBirth: readText,
  deceasedOn: readText,
  alert: readText,
  isActive: readFlagOrTrue,
  /** Stays exactly as received, because a change sends it back. */
  updatedAt: readDateTimeOrNull,
});
export type ReceivedPet = z.infer<typeof receivedPetSchema>;

const readEmployee = createRecordReader({
  id: readIdentifier,
  /** The stores of the employee; null if the implementation does not report them. */
  storeIds: (value) => createListReader(readIdentifier)(value) ?? null,
  role: readTextOrEmpty,
  isActive: readFlagOrTrue,
  permissions: (value) => createListReader(readString)(value) ?? null,
  ...nameReaders,
});
interface EmployeeRecord {
  id: string;
  name: string;
  /** The family name, for places without room for the whole name; missing if there is none. */
  lastName?: string;
  storeIds: string[] | null;
  role: string;
  isActive: boolean;
  /** Returned only to managers of the practice. */
  managed?: { firstName: string; lastName: string; permissions: string[] };
}
export const receivedEmployeeSchema = createSchema((value): EmployeeRecord | undefined => {
  const record = readEmployee(value);
  if (record === undefined) return undefined;
  const { id, storeIds, role, isActive, permissions, firstName, lastName } = record;
  const managed = { firstName: firstName ?? '', lastName: lastName ?? '', permissions: permissions ?? [] };
  const family = lastName === null || lastName === '' ? {} : { lastName };
  const listed = { id, name: displayName(record), ...family, storeIds, role, isActive };
  return permissions === null ? listed : { ...listed, managed };
});
export type ReceivedEmployee = z.infer<typeof receivedEmployeeSchema>;

/** The employee to whom the key belongs. */
export const receivedKeyHolderSchema = createRecordSchema({ employeeId: readIdentifier });

export const receivedAppointmentTypeSchema = createRecordSchema({
  id: readIdentifier,
  name: readTextOrEmpty,
  category: readTextOrEmpty,
  durationMinutes: (value) => (typeof value === 'number' && value > 0 ? value : null),
  isMessaged: readFlagOrTrue,
  preparation: readText,
  recallMonths: (value) => (typeof value === 'number' && value > 0 ? value : null),
  isActive: readFlagOrTrue,
});
export type ReceivedAppointmentType = z.infer<typeof receivedAppointmentTypeSchema>;

const COLOR = /^#[0-9a-fA-F]{6}$/;
const readEnumRecord = createRecordReader({
  value: readString,
  label: readText,
  color: (value) => (typeof value === 'string' && COLOR.test(value) ? value : null),
});
export type ReceivedEnumEntry = NonNullable<ReturnType<typeof readEnumRecord>>;

/** An enum entry: a plain string, or an object whose label and colour may be missing. */
const readEnumEntry = (entry: unknown): ReceivedEnumEntry | undefined =>
  typeof entry === 'string' ? { value: entry, label: null, color: null } : readEnumRecord(entry);

/** The body of `GET /v1/enums`. Entries that cannot be read are dropped. */
export const receivedEnumsSchema = z.record(z.string(), z.transform(createLenientListReader(readEnumEntry)));
export type ReceivedEnums = z.infer<typeof receivedEnumsSchema>;

function separateRecords<Item extends z.ZodMiniType>(item: Item, data: readonly unknown[]) {
  const records: z.output<Item>[] = [];
  const unresolvedIds: string[] = [];
  for (const entry of data) {
    const parsed = isUnresolved(entry) ? null : item.safeParse(entry);
    if (parsed?.success) records.push(parsed.data);
    else unresolvedIds.push(readText((entry as { id?: unknown } | null)?.id) ?? '');
  }
  return { records, unresolvedIds };
}

const pageSchema = z.object({
  data: z.array(z.unknown()),
  nextCursor: z.nullish(z.string()),
  hasMore: z.optional(z.boolean()),
  totalCount: z.catch(z.nullish(z.int()), null),
});

/**
 * A page of any list or search. Every entry of `data` ends up in exactly one of `records` and `unresolvedIds` (as an empty
 * string if even the id is unreadable), so received = records + unresolved.
 */
export function createReceivedPageSchema<Item extends z.ZodMiniType>(item: Item) {
  return z.pipe(
    pageSchema,
    z.transform((page) => ({
      ...separateRecords(item, page.data),
      // An empty cursor counts as none, because it would load the first page again.
      nextCursor: page.hasMore === false ? null : page.nextCursor || null,
      totalCount: page.totalCount ?? null,
    })),
  );
}

export interface ReceivedPage<Item> {
  records: Item[];
  unresolvedIds: string[];
  nextCursor: string | null;
  totalCount: number | null;
}

/**
 * The readers of the fields of a history entry, which holds the changes that one request made. A `from`, `to` or `reason`
 * that is not text is read as null.
 */
const historyEntryReaders = {
  at: readInstant,
  employeeId: readIdentifierOrNull,
  changes: createLenientListReader(createRecordReader({ field: readString, from: readText, to: readText })),
  reason: readText,
};
export const receivedHistoryEntrySchema = createRecordSchema(historyEntryReaders);
export type ReceivedHistoryEntry = z.infer<typeof receivedHistoryEntrySchema>;

/** A history entry with the id of its appointment. */
export const receivedTaggedHistoryEntrySchema = createRecordSchema({
  appointmentId: readIdentifier,
  ...historyEntryReaders,
});
export type ReceivedTaggedHistoryEntry = z.infer<typeof receivedTaggedHistoryEntrySchema>;

const readErrorData = createRecordReader({ suggestion: readText, errorInstanceId: readText });
const readErrorBody = createRecordReader({
  message: readText,
  data: (value) => readErrorData(value) ?? readErrorData({}),
});

/** An error body (section 7 of the specification) of any shape; parts that cannot be read are null. */
export const receivedErrorSchema = createSchema((value) => readErrorBody(value) ?? readErrorBody({}));
