import * as z from 'zod/mini';
import { dateTimePattern, isoOf } from '#contract/date-time.ts';

/**
 * Schemas of what the app reads from any implementation of the practice API. The document leaves many shapes open and
 * records gain fields, so these schemas are lenient: extra properties are dropped, enum values that are not listed are
 * kept, date-times with any offset become UTC with milliseconds, and missing fields are null.
 */
function optional<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.pipe(
    z.catch(z.nullish(schema), null),
    z.transform((value) => value ?? null),
  );
}

// One step each, not a chain of schemas: a day has thousands of these, read while nothing of it is drawn yet.
const optionalText = z.transform((value: unknown) => (typeof value === 'string' ? value : null));
const optionalIdentifier = z.transform((value: unknown) => (typeof value === 'string' && value !== '' ? value : null));

const textOrEmpty = z.catch(z.string(), '');
const flag = z.catch(z.boolean(), false);

const dateTime = z.string().check(z.regex(dateTimePattern));
const instant = z.pipe(dateTime, z.transform(isoOf));
const optionalInstant = optional(instant);

/** The `updatedAt` that is sent back with a change exactly as it came. */
const optionalDateTime = optional(dateTime);

const identifier = z.string().check(z.minLength(1));

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
  employees: z.catch(z.array(assigned), []),
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

function usable<Item extends z.ZodMiniType>(item: Item, data: readonly unknown[]) {
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
function usableOf<Item extends z.ZodMiniType>(item: Item) {
  return z.pipe(
    z.catch(z.array(z.unknown()), []),
    z.transform((entries) => usable(item, entries).records),
  );
}

export const receivedRoomSchema = z.object({
  id: identifier,
  name: textOrEmpty,
  /** The categories of visits that it is for; empty for all, also where the implementation does not say. */
  categories: z.catch(z.array(z.string()), []),
});

const receivedOpeningHours = z.object({
  weekday: z.int().check(z.minimum(1), z.maximum(7)),
  opens: z.string(),
  closes: z.string(),
});

const receivedStoreSchema = z.object({
  id: identifier,
  name: textOrEmpty,
  timeZone: optionalText,
  openingHours: z.catch(z.array(receivedOpeningHours), []),
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

export const receivedClientSchema = z.pipe(
  z.object({ id: identifier, email: optionalText, phone: optionalText, ...named.shape }),
  z.transform((client) => ({ id: client.id, name: fullName(client), email: client.email, phone: client.phone })),
);
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

export const receivedEmployeeSchema = z.pipe(
  z.object({
    id: identifier,
    storeIds: z.catch(z.nullish(z.array(identifier)), null),
    role: textOrEmpty,
    isActive: z.catch(z.boolean(), true),
    ...named.shape,
  }),
  z.transform((employee) => ({
    id: employee.id,
    name: fullName(employee),
    /** Null when the implementation does not say to which stores the employee belongs. */
    storeIds: employee.storeIds ?? null,
    role: employee.role,
    isActive: employee.isActive,
  })),
);
export type ReceivedEmployee = z.infer<typeof receivedEmployeeSchema>;

export const receivedAppointmentTypeSchema = z.object({
  id: identifier,
  name: textOrEmpty,
  category: textOrEmpty,
  durationMinutes: z.catch(z.nullish(z.number().check(z.positive())), null),
  isActive: z.catch(z.boolean(), true),
});
export type ReceivedAppointmentType = z.infer<typeof receivedAppointmentTypeSchema>;

/** An enum entry: a plain string, or an object whose label and colour may be missing. */
const receivedEnumEntrySchema = z.union([
  z.pipe(
    z.string(),
    z.transform((value) => ({ value, label: null, color: null })),
  ),
  z.object({
    value: z.string(),
    label: optionalText,
    color: optional(z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/))),
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
export function receivedPageSchema<Item extends z.ZodMiniType>(item: Item) {
  return z.pipe(
    z.object({
      data: z.array(z.unknown()),
      nextCursor: z.nullish(z.string()),
      hasMore: z.optional(z.boolean()),
      totalCount: z.catch(z.nullish(z.int()), null),
    }),
    z.transform((page) => ({
      ...usable(item, page.data),
      // An empty cursor would load the first page again.
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

/** The changes of one request; the values of fields that the app does not know are dropped. */
export const receivedHistoryEntrySchema = z.object({
  at: instant,
  employeeId: optionalIdentifier,
  changes: usableOf(z.object({ field: z.string(), from: optionalText, to: optionalText })),
});
export type ReceivedHistoryEntry = z.infer<typeof receivedHistoryEntrySchema>;

/** An error body of any shape: each part null where it cannot be read (section 7). */
export const receivedErrorSchema = z.catch(
  z.object({
    message: optionalText,
    data: z.catch(z.object({ suggestion: optionalText, errorInstanceId: optionalText }), {
      suggestion: null,
      errorInstanceId: null,
    }),
  }),
  { message: null, data: { suggestion: null, errorInstanceId: null } },
);
