import { z } from 'zod';
import { dateTimeSchema, isoOf } from '#contract/primitives.ts';

/**
 * Schemas of what the app reads from any implementation of the practice API. The document leaves many shapes open and
 * records gain fields, so these schemas are lenient: extra properties are dropped, enum values that are not listed are
 * kept, date-times with any offset become UTC with milliseconds, and missing fields are null.
 */
function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema
    .nullish()
    .catch(null)
    .transform((value) => value ?? null);
}

// One step each, not a chain of schemas: a day has thousands of these, read while nothing of it is drawn yet.
const optionalText = z.transform((value: unknown) => (typeof value === 'string' ? value : null));
const optionalIdentifier = z.transform((value: unknown) => (typeof value === 'string' && value !== '' ? value : null));

const textOrEmpty = z.string().catch('');
const flag = z.boolean().catch(false);

const instant = dateTimeSchema.transform(isoOf);
const optionalInstant = optional(instant);

/** The `updatedAt` that is sent back with a change exactly as it came. */
const optionalDateTime = optional(dateTimeSchema);

const identifier = z.string().min(1);

const assigned = z.object({ id: identifier, isMainEmployee: flag });

/** An appointment; only id, start and end are required. */
export const receivedAppointmentSchema = z.object({
  id: identifier,
  petId: optionalIdentifier,
  clientId: optionalIdentifier,
  storeId: optionalIdentifier,
  storeInvoiceId: optionalIdentifier,
  billingContextId: optionalIdentifier,
  title: textOrEmpty,
  start: instant,
  end: instant,
  notes: optionalText,
  bookingNotes: optionalText,
  clientNotes: optionalText,
  status: textOrEmpty,
  location: optionalText,
  roomId: optionalIdentifier,
  checkedInAt: optionalInstant,
  createdFrom: textOrEmpty,
  visitTypeId: optionalIdentifier,
  visitTypeName: optionalText,
  visitTypeCategory: textOrEmpty,
  createdAt: optionalInstant,
  updatedAt: optionalDateTime,
  employees: z.array(assigned).catch([]),
});
/** Instants are ISO 8601 in UTC with milliseconds, `2026-03-29T07:30:00.000Z`; `updatedAt` alone is as it came. */
export type ReceivedAppointment = z.infer<typeof receivedAppointmentSchema>;

const named = z.object({ name: optionalText, firstName: optionalText, lastName: optionalText });

function fullName(of: z.infer<typeof named>): string {
  const parts = [of.firstName, of.lastName].filter((part) => part !== null && part !== '');
  return parts.length > 0 ? parts.join(' ') : (of.name ?? '');
}

const idOnly = z.object({ id: z.string() });

/** An unresolved record (section 2): an id and nothing else, so nothing to offer anybody. */
function isUnresolved(entry: unknown): boolean {
  return typeof entry === 'object' && entry !== null && 'id' in entry && Object.keys(entry).length === 1;
}

function usable<Item extends z.ZodType>(item: Item, data: readonly unknown[]) {
  const records: z.output<Item>[] = [];
  const unresolvedIds: string[] = [];
  for (const entry of data) {
    const parsed = isUnresolved(entry) ? null : item.safeParse(entry);
    if (parsed?.success) records.push(parsed.data);
    else unresolvedIds.push(idOnly.safeParse(entry).data?.id ?? '');
  }
  return { records, unresolvedIds };
}

/** A list inside a record: entries that cannot be parsed are dropped, and the others kept. */
function usableOf<Item extends z.ZodType>(item: Item) {
  return z
    .array(z.unknown())
    .catch([])
    .transform((entries) => usable(item, entries).records);
}

export const receivedRoomSchema = z.object({
  id: identifier,
  name: textOrEmpty,
  /** The categories of visits that it is for; empty for all, also where the implementation does not say. */
  categories: z.array(z.string()).catch([]),
});

const receivedOpeningHours = z.object({ weekday: z.int().min(1).max(7), opens: z.string(), closes: z.string() });

const receivedStoreSchema = z.object({
  id: identifier,
  name: textOrEmpty,
  timeZone: optionalText,
  openingHours: z.array(receivedOpeningHours).catch([]),
  rooms: usableOf(receivedRoomSchema),
});
export type ReceivedStore = z.infer<typeof receivedStoreSchema>;

/** A company; other implementations may lack stores, rooms and time zones. */
export const receivedCompanySchema = z.object({
  id: identifier,
  name: textOrEmpty,
  stores: usableOf(receivedStoreSchema),
});
export type ReceivedCompany = z.infer<typeof receivedCompanySchema>;

export const receivedClientSchema = z
  .object({ id: identifier, email: optionalText, phone: optionalText, ...named.shape })
  .transform((client) => ({ id: client.id, name: fullName(client), email: client.email, phone: client.phone }));
export type ReceivedClient = z.infer<typeof receivedClientSchema>;

export const receivedPetSchema = z.object({
  id: identifier,
  clientId: optionalIdentifier,
  clientName: textOrEmpty,
  name: textOrEmpty,
  species: textOrEmpty,
  breed: optionalText,
  sex: optionalText,
  dateOfBirth: optionalText,
});
export type ReceivedPet = z.infer<typeof receivedPetSchema>;

export const receivedEmployeeSchema = z
  .object({
    id: identifier,
    storeIds: z.array(identifier).nullish().catch(null),
    role: textOrEmpty,
    isActive: z.boolean().catch(true),
    ...named.shape,
  })
  .transform((employee) => ({
    id: employee.id,
    name: fullName(employee),
    /** Null when the implementation does not say to which stores the employee belongs. */
    storeIds: employee.storeIds ?? null,
    role: employee.role,
    isActive: employee.isActive,
  }));
export type ReceivedEmployee = z.infer<typeof receivedEmployeeSchema>;

export const receivedAppointmentTypeSchema = z.object({
  id: identifier,
  name: textOrEmpty,
  category: textOrEmpty,
  durationMinutes: z.number().positive().nullish().catch(null),
  isActive: z.boolean().catch(true),
});
export type ReceivedAppointmentType = z.infer<typeof receivedAppointmentTypeSchema>;

/** An enum entry: a plain string, or an object whose label and colour may be missing. */
const receivedEnumEntrySchema = z.union([
  z.string().transform((value) => ({ value, label: null, color: null })),
  z.object({
    value: z.string(),
    label: optionalText,
    color: optional(z.string().regex(/^#[0-9a-fA-F]{6}$/)),
  }),
]);
export type ReceivedEnumEntry = z.infer<typeof receivedEnumEntrySchema>;

/** The body of `GET /v1/enums` from any implementation; entries that cannot be parsed are dropped. */
export const receivedEnumsSchema = z.record(z.string(), usableOf(receivedEnumEntrySchema));
export type ReceivedEnums = z.infer<typeof receivedEnumsSchema>;

/**
 * A page of any list or search. Every entry of `data` ends in exactly one of `records` and `unresolvedIds`
 * (empty string where not even the id could be read), so received = records + unresolved.
 */
export function receivedPageSchema<Item extends z.ZodType>(item: Item) {
  return z
    .object({
      data: z.array(z.unknown()),
      nextCursor: z.string().nullish(),
      hasMore: z.boolean().optional(),
      totalCount: z.int().nullish().catch(null),
    })
    .transform((page) => ({
      ...usable(item, page.data),
      // An empty cursor would load the first page again.
      nextCursor: page.hasMore === false ? null : page.nextCursor || null,
      totalCount: page.totalCount ?? null,
    }));
}

export interface ReceivedPage<Item> {
  records: Item[];
  unresolvedIds: string[];
  nextCursor: string | null;
  totalCount: number | null;
}

/** The changes of one request; the values of fields that the app does not know are dropped. */
export const receivedHistoryEntrySchema = z.object({
  at: instant,
  employeeId: optionalIdentifier,
  changes: usableOf(z.object({ field: z.string(), from: optionalText, to: optionalText })),
});
export type ReceivedHistoryEntry = z.infer<typeof receivedHistoryEntrySchema>;

/** An error body of any shape: each part null where it cannot be read (section 7). */
export const receivedErrorSchema = z
  .object({
    message: optionalText,
    data: z
      .object({ suggestion: optionalText, errorInstanceId: optionalText })
      .catch({ suggestion: null, errorInstanceId: null }),
  })
  .catch({ message: null, data: { suggestion: null, errorInstanceId: null } });
