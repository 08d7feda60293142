import * as z from 'zod/mini';
import { createChangeSchema, createChangeShape, createConflictSchema, versionFields } from '#contract/change-schema.ts';
import { clockTimePattern } from '#contract/date-time.ts';
import {
  clientLanguageSchema,
  contactChoiceSchema,
  employeeRoleSchema,
  visitTypeCategorySchema,
} from '#contract/enums.ts';
import { createPageSchema, createRecordPageSchema } from '#contract/page.ts';
import { permissions } from '#contract/permissions.ts';
import { dateSchema, instantSchema, uuidSchema } from '#contract/primitives.ts';
import { emailSchema, phoneSchema, typedTextSchema } from '#contract/text.ts';

/** A time of day on the clock of a store, `00:00` to `24:00`. */
export const clockTimeSchema = z
  .string()
  .check(z.regex(clockTimePattern, 'must be a time of day such as 08:30, 00:00 to 24:00'));

/** An ISO weekday, Monday 1 to Sunday 7. */
export const weekdaySchema = z.int().check(z.minimum(1), z.maximum(7));

/**
 * A room. `categories` are the categories of appointments that it is for, empty for all. They are returned as stored: a room
 * with only an unknown category suits no other category.
 */
export const roomSchema = z
  .strictObject({ id: uuidSchema, name: z.string(), categories: z.array(z.string()) })
  .register(z.globalRegistry, { id: 'Room' });
export type Room = z.infer<typeof roomSchema>;

/** Opening hours of one weekday in the store's own zone. */
export const openingHoursSchema = z.strictObject({
  weekday: weekdaySchema,
  opens: clockTimeSchema,
  closes: clockTimeSchema,
});
export type OpeningHours = z.infer<typeof openingHoursSchema>;

export const storeSchema = z
  .strictObject({
    id: uuidSchema,
    companyId: uuidSchema,
    name: z.string(),
    timeZone: z.string().register(z.globalRegistry, { description: 'IANA time zone' }),
    openingHours: z.array(openingHoursSchema),
    phone: z.nullable(z.string()),
    email: z.nullable(z.string()),
    address: z.nullable(z.string()).register(z.globalRegistry, { description: 'one to four lines' }),
    website: z.nullable(z.string()),
    rooms: z.array(roomSchema),
  })
  .register(z.globalRegistry, { id: 'Store' });
export type Store = z.infer<typeof storeSchema>;

export const companySchema = z
  .strictObject({ id: uuidSchema, name: z.string(), stores: z.array(storeSchema) })
  .register(z.globalRegistry, { id: 'Company' });
export type Company = z.infer<typeof companySchema>;

/**
 * A client. `alert` is one short line that everyone at the desk must see. `contactBy` is how the client wants to be
 * written to (null: no one asked), `recallsBy` how they want to hear that a pet is due again (null: as in `contactBy`),
 * `language` the language of their messages (null: the language of the message settings).
 */
export const clientSchema = z
  .strictObject({
    id: uuidSchema,
    companyId: uuidSchema,
    firstName: z.string(),
    lastName: z.string(),
    email: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    alert: z.nullable(z.string()),
    contactBy: z.nullable(contactChoiceSchema),
    recallsBy: z.nullable(contactChoiceSchema),
    language: z.nullable(clientLanguageSchema),
    isActive: z.boolean(),
    createdAt: instantSchema,
    updatedAt: instantSchema,
  })
  .register(z.globalRegistry, { id: 'Client' });
export type Client = z.infer<typeof clientSchema>;

/** A pet. `alert` is one short line that everyone at the desk must see; `deceasedOn` is a calendar date without a zone. */
export const petSchema = z
  .strictObject({
    id: uuidSchema,
    companyId: uuidSchema,
    clientId: uuidSchema,
    clientName: z.string(),
    name: z.string(),
    species: z.string(),
    breed: z.nullable(z.string()),
    sex: z.nullable(z.string()),
    dateOfBirth: z.nullable(dateSchema),
    deceasedOn: z.nullable(dateSchema),
    alert: z.nullable(z.string()),
    isActive: z.boolean(),
    createdAt: instantSchema,
    updatedAt: instantSchema,
  })
  .register(z.globalRegistry, { id: 'Pet' });
export type Pet = z.infer<typeof petSchema>;

/** A client in a list. If the request asks for pets, the client's pets are included, ordered by name. */
export const listedClientSchema = z
  .strictObject({
    ...clientSchema.shape,
    pets: z.optional(
      z.array(z.pick(petSchema, { id: true, name: true, species: true, deceasedOn: true, isActive: true })),
    ),
  })
  .register(z.globalRegistry, { id: 'ListedClient' });
export type ListedClient = z.infer<typeof listedClientSchema>;

export const employeeSchema = z
  .strictObject({
    id: uuidSchema,
    companyId: uuidSchema,
    storeIds: z.array(uuidSchema),
    firstName: z.string(),
    lastName: z.string(),
    role: employeeRoleSchema,
    isActive: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'Employee' });
export type Employee = z.infer<typeof employeeSchema>;

/** A list of permissions without duplicates, in the order of {@link permissions}. */
export const permissionListSchema = z
  .array(z.enum(permissions))
  .check(z.overwrite((list) => permissions.filter((permission) => list.includes(permission))));

/** An employee in a list. Their permissions are present only for managers of the practice. */
export const listedEmployeeSchema = z
  .strictObject({ ...employeeSchema.shape, permissions: z.optional(permissionListSchema) })
  .register(z.globalRegistry, { id: 'ListedEmployee' });
export type ListedEmployee = z.infer<typeof listedEmployeeSchema>;

export const keyAccessSchema = z.enum(['read_only', 'read_write']);
export type KeyAccess = z.infer<typeof keyAccessSchema>;

/** The employee that a key belongs to, and the access of the key. */
export const keyHolderSchema = z
  .strictObject({
    employeeId: uuidSchema,
    firstName: z.string(),
    lastName: z.string(),
    role: employeeRoleSchema,
    storeIds: z.array(uuidSchema),
    permissions: z.array(z.enum(permissions)),
    access: keyAccessSchema,
  })
  .register(z.globalRegistry, { id: 'KeyHolder' });
export type KeyHolder = z.infer<typeof keyHolderSchema>;

/** The duration of an appointment in minutes: at most one day. */
export const bookableMinutesSchema = z.int().check(z.minimum(1), z.maximum(1440));

/**
 * A visit type. Clients get messages about its appointments if `isMessaged`; `preparation` is what they have to do
 * before the appointment. The pet is due again `recallMonths` months after a completed appointment (null: never).
 */
export const appointmentTypeSchema = z
  .strictObject({
    id: uuidSchema,
    companyId: uuidSchema,
    name: z.string(),
    category: visitTypeCategorySchema,
    durationMinutes: z.int().check(z.minimum(1)),
    isMessaged: z.boolean(),
    preparation: z.nullable(z.string()),
    recallMonths: z.nullable(z.int()),
    isActive: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'AppointmentType' });
export type AppointmentType = z.infer<typeof appointmentTypeSchema>;

/** The body of `POST /v1/clients`; null is the same as absent. */
export const createClientSchema = z
  .strictObject({
    companyId: uuidSchema,
    firstName: typedTextSchema,
    lastName: typedTextSchema,
    email: z.nullish(emailSchema),
    phone: z.nullish(phoneSchema),
    alert: z.nullish(typedTextSchema),
    contactBy: z.nullish(contactChoiceSchema),
    recallsBy: z.nullish(contactChoiceSchema),
    language: z.nullish(clientLanguageSchema),
  })
  .register(z.globalRegistry, { id: 'CreateClient' });
export type CreateClient = z.input<typeof createClientSchema>;

/**
 * The body of `POST /v1/pets`; null is the same as absent. The service checks that the date of birth is not in the future,
 * which depends on the time zones of the stores.
 */
export const createPetSchema = z
  .strictObject({
    companyId: uuidSchema,
    clientId: uuidSchema,
    name: typedTextSchema,
    species: typedTextSchema,
    breed: z.nullish(typedTextSchema),
    sex: z.nullish(typedTextSchema),
    dateOfBirth: z.nullish(dateSchema),
    alert: z.nullish(typedTextSchema),
  })
  .register(z.globalRegistry, { id: 'CreatePet' });
export type CreatePet = z.input<typeof createPetSchema>;

const clientChanges = {
  firstName: typedTextSchema,
  lastName: typedTextSchema,
  email: z.nullable(emailSchema),
  phone: z.nullable(phoneSchema),
  alert: z.nullable(typedTextSchema),
  contactBy: z.nullable(contactChoiceSchema),
  recallsBy: z.nullable(contactChoiceSchema),
  language: z.nullable(clientLanguageSchema),
  isActive: z.boolean(),
};
/** The body of `PATCH /v1/clients/{id}`. */
export const changeClientSchema = createChangeSchema(
  'ChangeClient',
  clientChanges,
  z.strictObject(createChangeShape(versionFields, clientChanges)),
);

const petChanges = {
  clientId: uuidSchema,
  name: typedTextSchema,
  species: typedTextSchema,
  breed: z.nullable(typedTextSchema),
  sex: z.nullable(typedTextSchema),
  dateOfBirth: z.nullable(dateSchema),
  deceasedOn: z.nullable(dateSchema),
  alert: z.nullable(typedTextSchema),
  isActive: z.boolean(),
};
/**
 * The body of `PATCH /v1/pets/{id}`. `clientId` moves the pet to another client. The service checks that dates are not in the
 * future, which depends on the time zones of the stores.
 */
export const changePetSchema = createChangeSchema(
  'ChangePet',
  petChanges,
  z.strictObject(createChangeShape(versionFields, petChanges)).check(
    z.refine(({ dateOfBirth, deceasedOn }) => !dateOfBirth || !deceasedOn || deceasedOn >= dateOfBirth, {
      path: ['deceasedOn'],
      error: 'must not be before the date of birth',
    }),
  ),
);

/** The 409 response to a change to a client, with the record if the key may read clients. */
export const clientChangedMeanwhileSchema = createConflictSchema('ClientChangedMeanwhile', clientSchema);
/** The 409 response to a change to a pet, with the record if the key may read pets. */
export const petChangedMeanwhileSchema = createConflictSchema('PetChangedMeanwhile', petSchema);

export const companyPageSchema = createPageSchema(companySchema).register(z.globalRegistry, { id: 'CompanyPage' });
export const clientPageSchema = createRecordPageSchema(listedClientSchema, 'ClientPage');
export const petPageSchema = createRecordPageSchema(petSchema, 'PetPage');
export const employeePageSchema = createRecordPageSchema(listedEmployeeSchema, 'EmployeePage');
export const appointmentTypePageSchema = createRecordPageSchema(appointmentTypeSchema, 'AppointmentTypePage');
