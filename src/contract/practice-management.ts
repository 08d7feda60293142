import * as z from 'zod/mini';
import { createChangeSchema, createChangeShape } from '#contract/change-schema.ts';
import {
  bookableMinutesSchema,
  employeeSchema,
  keyAccessSchema,
  permissionListSchema,
} from '#contract/clients-pets-staff.ts';
import { employeeRoleSchema, visitTypeCategorySchema } from '#contract/enums.ts';
import { createPageSchema } from '#contract/page.ts';
import { setupOpeningHoursSchema, setupTimeZoneSchema } from '#contract/practice-setup.ts';
import { instantSchema, utcDateTimeSchema, uuidSchema } from '#contract/primitives.ts';
import {
  addressSchema,
  createFilledTextSchema,
  emailSchema,
  phoneSchema,
  typedTextSchema,
  websiteSchema,
} from '#contract/text.ts';

/*
 * The schemas for managing the practice, an extension of the specification: its stores, rooms, visit types, people and their
 * keys. All bodies are strict. Names that must be unique are compared by `nameKey`.
 */

/** A list of categories without duplicates. An empty list means all categories. */
const categoriesSchema = z.array(visitTypeCategorySchema).check(z.overwrite((list) => [...new Set(list)]));

/** Creates the schema of a PATCH body: the company and at least one of the fields. */
const createPatchSchema = <Shape extends z.core.$ZodShape>(id: string, fields: Shape) =>
  createChangeSchema(id, fields, z.strictObject(createChangeShape({ companyId: uuidSchema }, fields)));

/** Creates the schema of a POST body: the company and the fields. */
const createPostSchema = <Shape extends Record<string, z.ZodMiniType>>(id: string, fields: Shape) =>
  z.strictObject({ companyId: uuidSchema, ...fields }).register(z.globalRegistry, { id });

/** Creates the schemas of the bodies that create and change records of a kind. */
const createBodySchemas = <Added extends Record<string, z.ZodMiniType>, Changed extends z.core.$ZodShape>(
  kind: string,
  added: Added,
  changed: Changed,
) => ({ create: createPostSchema(`Create${kind}`, added), change: createPatchSchema(`Change${kind}`, changed) });

const storeFields = { name: typedTextSchema, timeZone: setupTimeZoneSchema, openingHours: setupOpeningHoursSchema };
/** The contact details of a store. */
const contactFields = { phone: phoneSchema, email: emailSchema, address: addressSchema, website: websiteSchema };
const appointmentTypeFields = {
  name: typedTextSchema,
  category: visitTypeCategorySchema,
  durationMinutes: bookableMinutesSchema,
};
const preparationSchema = createFilledTextSchema(500);
export const recallMonthsSchema = z.int().check(z.minimum(1, 'must be 1 to 60'), z.maximum(60, 'must be 1 to 60'));
const employeeFields = {
  firstName: typedTextSchema,
  lastName: typedTextSchema,
  role: employeeRoleSchema,
  storeIds: z.array(uuidSchema).check(
    z.minLength(1),
    z.overwrite((ids) => [...new Set(ids)]),
  ),
  permissions: permissionListSchema,
};
const isActiveSchema = z.boolean();

/** The body of `PATCH /v1/companies/{id}`. */
export const changeCompanySchema = createPatchSchema('ChangeCompany', { name: typedTextSchema });
/** The schemas of the bodies that create and change records, keyed by the kind of record. */
export const managementBodySchemas = {
  store: createBodySchemas(
    'Store',
    {
      ...storeFields,
      phone: z.nullish(contactFields.phone),
      email: z.nullish(contactFields.email),
      address: z.nullish(contactFields.address),
      website: z.nullish(contactFields.website),
    },
    {
      ...storeFields,
      phone: z.nullable(contactFields.phone),
      email: z.nullable(contactFields.email),
      address: z.nullable(contactFields.address),
      website: z.nullable(contactFields.website),
    },
  ),
  /**
   * The bodies for rooms. A room whose list of categories is null or empty is for all categories. A new room becomes the
   * last in its store. A position of 0 makes a room the first, and a position beyond the end the last.
   */
  room: createBodySchemas(
    'Room',
    {
      storeId: uuidSchema,
      name: typedTextSchema,
      categories: z.pipe(
        z.nullish(categoriesSchema),
        z.transform((list) => list ?? []),
      ),
    },
    {
      name: typedTextSchema,
      categories: z.pipe(
        z.nullable(categoriesSchema),
        z.transform((list) => list ?? []),
      ),
      position: z.int().check(z.minimum(0, 'must be 0 or more')),
    },
  ),
  /** {@link resolveIsMessaged} says what an absent `isMessaged` means. */
  appointmentType: createBodySchemas(
    'AppointmentType',
    {
      ...appointmentTypeFields,
      isMessaged: z.pipe(
        z.nullish(z.boolean()),
        z.transform((value) => value ?? undefined),
      ),
      preparation: z.nullish(preparationSchema),
      recallMonths: z.nullish(recallMonthsSchema),
    },
    {
      ...appointmentTypeFields,
      isMessaged: z.boolean(),
      preparation: z.nullable(preparationSchema),
      recallMonths: z.nullable(recallMonthsSchema),
      isActive: isActiveSchema,
    },
  ),
  employee: createBodySchemas('Employee', employeeFields, { ...employeeFields, isActive: isActiveSchema }),
};
/**
 * The `isMessaged` that a request sets. If the request does not mention it, the result is false for a type that becomes
 * euthanasia, otherwise undefined: an existing type does not change, and a new one (`before` is null) gets the default, true.
 */
export function resolveIsMessaged(
  given: { category?: string | undefined; isMessaged?: boolean | undefined },
  before: { category: string } | null,
): boolean | undefined {
  const becomesEuthanasia = given.category === 'euthanasia' && before?.category !== 'euthanasia';
  return given.isMessaged ?? (becomesEuthanasia ? false : undefined);
}

/** The body of `POST /v1/employees/{id}/keys`. */
export const issueKeySchema = createPostSchema('IssueKey', {
  access: keyAccessSchema,
  expiresAt: z.nullish(utcDateTimeSchema),
});

/** An employee with their permissions. */
export const managedEmployeeSchema = z
  .strictObject({ ...employeeSchema.shape, permissions: permissionListSchema })
  .register(z.globalRegistry, { id: 'ManagedEmployee' });
export type ManagedEmployee = z.infer<typeof managedEmployeeSchema>;

/**
 * The metadata of an employee's API key, without the secret. `expiresAt` is null if the key does not expire, and `revokedAt`
 * is null if it has not been revoked.
 */
export const keySchema = z
  .strictObject({
    id: uuidSchema,
    employeeId: uuidSchema,
    access: keyAccessSchema,
    createdAt: instantSchema,
    expiresAt: z.nullable(instantSchema),
    revokedAt: z.nullable(instantSchema),
  })
  .register(z.globalRegistry, { id: 'Key' });
export type Key = z.infer<typeof keySchema>;
export const keyPageSchema = createPageSchema(keySchema).register(z.globalRegistry, { id: 'KeyPage' });

/** A newly issued key. This is the only time that it is shown. */
export const issuedKeySchema = z
  .strictObject({ id: uuidSchema, key: z.string() })
  .register(z.globalRegistry, { id: 'IssuedKey' });
export type IssuedKey = z.infer<typeof issuedKeySchema>;

/** The kinds of records in the practice's history. */
const managedKinds = ['company', 'store', 'room', 'appointment_type', 'employee', 'key'] as const;
export type ManagedKind = (typeof managedKinds)[number];

/**
 * An entry of the practice's history: the changes of one request, and the person who made them. `employeeId` is null for
 * a change from the command line on the server. `recordId` is the id of the changed record and `name` its name at that
 * time (for a key, the name of its person). `from` and `to` are the JSON values of a field before and after; they are
 * null for no value, as `from` is for a `created` record and `to` for a `removed` one. Keys themselves are never included.
 */
export const practiceChangeSchema = z
  .strictObject({
    id: uuidSchema,
    at: instantSchema,
    employeeId: z.nullable(uuidSchema),
    kind: z.enum(managedKinds),
    recordId: uuidSchema,
    name: z.string(),
    action: z.enum(['created', 'changed', 'removed']),
    changes: z.array(z.strictObject({ field: z.string(), from: z.unknown(), to: z.unknown() })),
  })
  .register(z.globalRegistry, { id: 'PracticeChange' });
export type PracticeChange = z.infer<typeof practiceChangeSchema>;
/** A page of the practice's history, newest first. */
export const practiceHistoryPageSchema = createPageSchema(practiceChangeSchema).register(z.globalRegistry, {
  id: 'PracticeHistoryPage',
});
