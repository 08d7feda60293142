import * as z from 'zod/mini';
import {
  appointmentOriginSchema,
  appointmentStatusSchema,
  clientLanguageSchema,
  contactChoiceSchema,
  employeeRoleSchema,
  importRefusals,
  visitTypeCategorySchema,
} from '#contract/enums.ts';
import type { Permission } from '#contract/permissions.ts';
import { recallMonthsSchema } from '#contract/practice-management.ts';
import { setupDurationSchema, setupNameSchema } from '#contract/practice-setup.ts';
import { dateSchema, utcDateTimeSchema, uuidSchema } from '#contract/primitives.ts';
import { createFilledTextSchema, filledLinePattern, lineSchema, textSchema } from '#contract/text.ts';

/*
 * The import of records from another program, an extension of the specification. Records are identified by their ids in that
 * program. The app reads the files (`src/import`), so that a person can review the records before they are sent.
 */

/** The maximum number of lines and UTF-8 bytes in one request. */
export const importLimits = { lines: 5_000, bytes: 4 * 1024 * 1024 } as const;

/** The name of the program that the records come from, as people call it. */
export const importSourceSchema = setupNameSchema;
export const defaultImportSource = 'Old system';

/** The id that a record has in its source, or another value that identifies the record there. */
const sourceIdSchema = textSchema.check(z.minLength(1), z.maxLength(500));

/**
 * Identifies a record from a Frontdesk export (`practice-export.ts`): the id that it had in the exporting practice, which the
 * import keeps, and its version. `key` has the same value as `id`.
 */
const exportedIdentity = { id: z.optional(uuidSchema), version: z.optional(z.string().check(z.maxLength(40))) };

/** A reference to a record by its id here (`id`), which may come from an export, or by its id in the same source (`key`). */
const recordRefSchema = z.union([z.strictObject({ id: uuidSchema }), z.strictObject({ key: sourceIdSchema })]);
const mentionedNameSchema = lineSchema.check(z.maxLength(500));
/** A reference to a client by an id, or by the name as people write it (`Anna Berg`) if no other client has that name. */
const clientRefSchema = z.union([...recordRefSchema.def.options, z.strictObject({ name: mentionedNameSchema })]);
/** A reference to a pet by an id, or by its name and its client if no other pet of that client has that name. */
const petRefSchema = z.union([
  ...recordRefSchema.def.options,
  z.strictObject({ name: mentionedNameSchema, client: clientRefSchema }),
]);
export type PracticeRecordRef = z.infer<typeof recordRefSchema>;
export type ClientRef = z.infer<typeof clientRefSchema>;
export type PetRef = z.infer<typeof petRefSchema>;

const shortTextSchema = lineSchema.check(z.maxLength(200));
const filledLineSchema = shortTextSchema.check(z.minLength(1), z.meta({ pattern: filledLinePattern }));

const nameCheck = z.refine<{ firstName: string; lastName: string }>(
  ({ firstName, lastName }) => `${firstName}${lastName}` !== '',
  { error: 'must have a first or a last name', path: ['lastName'] },
);
/** The rule of {@link nameCheck} for the OpenAPI description. */
const nameCheckDescription = {
  anyOf: ['firstName', 'lastName'].map((name) => ({ properties: { [name]: { pattern: filledLinePattern } } })),
};

/** An employee. A new one gets the default permissions of their role and no key; an existing one keeps their permissions. */
const employeeLineSchema = z
  .strictObject({
    kind: z.literal('employee'),
    key: sourceIdSchema,
    ...exportedIdentity,
    firstName: shortTextSchema,
    lastName: shortTextSchema,
    role: employeeRoleSchema,
    storeIds: z.array(uuidSchema).check(z.minLength(1)),
    isActive: z.boolean(),
  })
  .check(nameCheck, z.meta(nameCheckDescription));
const roomLineSchema = z.strictObject({
  kind: z.literal('room'),
  key: sourceIdSchema,
  storeId: uuidSchema,
  name: setupNameSchema,
});
/** A visit type. `isMessaged`, `preparation` and `recallMonths` are used only for a new one. */
const appointmentTypeLineSchema = z.strictObject({
  kind: z.literal('appointment_type'),
  key: sourceIdSchema,
  name: setupNameSchema,
  category: visitTypeCategorySchema,
  durationMinutes: setupDurationSchema,
  isMessaged: z.optional(z.boolean()),
  preparation: z.optional(z.nullable(createFilledTextSchema(500))),
  recallMonths: z.optional(z.nullable(recallMonthsSchema)),
  isActive: z.optional(z.boolean()),
});
/**
 * A client. A business has an empty first name, and at least one of the names is not empty. Absent fields keep their value.
 */
const clientLineSchema = z
  .strictObject({
    kind: z.literal('client'),
    key: sourceIdSchema,
    ...exportedIdentity,
    firstName: shortTextSchema,
    lastName: shortTextSchema,
    email: z.optional(z.nullable(filledLineSchema)),
    phone: z.optional(z.nullable(filledLineSchema)),
    alert: z.optional(z.nullable(filledLineSchema)),
    /** An existing `none` stays if it was set here, because an import must not undo a client's wish for no messages. */
    contactBy: z.optional(z.nullable(contactChoiceSchema)),
    /** An existing `none` stays, even if an import set it. */
    recallsBy: z.optional(z.nullable(contactChoiceSchema)),
    language: z.optional(z.nullable(clientLanguageSchema)),
    isActive: z.optional(z.boolean()),
    /**
     * Set if only a pet's line names the client. Such a client is added if there is none yet, but an existing client
     * does not change.
     */
    mentioned: z.optional(z.literal(true)),
  })
  .check(nameCheck, z.meta(nameCheckDescription));
/**
 * A pet. Absent fields keep their value, as with clients. `dueOn` and `dueFor` (the name of a visit type, or a reference to it)
 * make the pet due again, unless it has died, is inactive, or has a recall of the type that is open or for that day or later.
 */
const petLineSchema = z
  .strictObject({
    kind: z.literal('pet'),
    key: sourceIdSchema,
    ...exportedIdentity,
    client: clientRefSchema,
    name: filledLineSchema,
    /** The species as the source writes it; empty if unknown. */
    species: z.optional(shortTextSchema),
    breed: z.optional(z.nullable(filledLineSchema)),
    sex: z.optional(z.nullable(filledLineSchema)),
    dateOfBirth: z.optional(z.nullable(dateSchema)),
    deceasedOn: z.optional(z.nullable(dateSchema)),
    alert: z.optional(z.nullable(filledLineSchema)),
    isActive: z.optional(z.boolean()),
    dueOn: z.optional(z.nullable(dateSchema)),
    dueFor: z.optional(z.nullable(z.union([setupNameSchema, ...recordRefSchema.def.options]))),
  })
  .check(
    z.refine(({ dueOn, dueFor }) => (dueOn == null) === (dueFor == null), {
      error: 'needs dueOn, and dueOn needs dueFor',
      path: ['dueFor'],
    }),
  );
/** The optional fields of an appointment. Absent fields keep their value. */
const additionalFields = {
  /** The reason for the status. */
  reason: z.optional(z.nullable(filledLineSchema)),
  location: z.optional(z.nullable(textSchema)),
  bookingNotes: z.optional(z.nullable(textSchema)),
  clientNotes: z.optional(z.nullable(textSchema)),
  /** The other employees, in order. */
  others: z.optional(z.array(recordRefSchema)),
};
/** The fields that are used only for a new appointment. By default, its client is the pet's, and its title is composed. */
const newAppointmentFields = {
  client: z.optional(clientRefSchema),
  title: z.optional(textSchema),
  /** Used only for an appointment without a visit type. */
  category: z.optional(visitTypeCategorySchema),
  checkedInAt: z.optional(z.nullable(utcDateTimeSchema)),
  createdAt: z.optional(utcDateTimeSchema),
  createdFrom: z.optional(appointmentOriginSchema),
  seriesId: z.optional(uuidSchema),
};
const appointmentLineSchema = z.strictObject({
  kind: z.literal('appointment'),
  key: sourceIdSchema,
  ...exportedIdentity,
  storeId: uuidSchema,
  pet: petRefSchema,
  visitType: z.nullable(recordRefSchema),
  employee: z.nullable(recordRefSchema),
  room: z.nullable(recordRefSchema),
  start: utcDateTimeSchema,
  end: utcDateTimeSchema,
  status: appointmentStatusSchema,
  notes: z.nullable(textSchema),
  ...additionalFields,
  ...newAppointmentFields,
});
/** The schemas of imported records, keyed by the kind of record. */
export const importLineSchemas = {
  employee: employeeLineSchema,
  room: roomLineSchema,
  appointment_type: appointmentTypeLineSchema,
  client: clientLineSchema,
  pet: petLineSchema,
  appointment: appointmentLineSchema,
} as const;

/*
 * The `@__PURE__` schemas are left out of the app, which knows the kind of each line that it sends. Otherwise the app's initial
 * bundle would include a part of zod that it does not need.
 */

/** An imported record of any kind. */
export const importLineSchema = /* @__PURE__ */ z.discriminatedUnion('kind', [
  employeeLineSchema,
  roomLineSchema,
  appointmentTypeLineSchema,
  clientLineSchema,
  petLineSchema,
  appointmentLineSchema,
]);
export type ImportLine = z.infer<typeof importLineSchema>;
export type ImportLineKind = ImportLine['kind'];
export type ImportLineByKind<Kind extends ImportLineKind> = Extract<ImportLine, { kind: Kind }>;

/** The kinds of lines, ordered so that a line refers only to earlier kinds. */
export const importLineKinds = [
  'employee',
  'room',
  'appointment_type',
  'client',
  'pet',
  'appointment',
] as const satisfies readonly ImportLineKind[];

/** The permission that each kind of line requires, in a dry run as well. */
export const importPermissions = {
  employee: 'practice.write',
  room: 'practice.write',
  appointment_type: 'practice.write',
  client: 'clients.write',
  pet: 'pets.write',
  appointment: 'appointments.write',
} as const satisfies Record<ImportLineKind, Permission>;

/**
 * The body of `POST /v1/practice/import`. Lines are written in the order of {@link importLineKinds}, and requests must be
 * sent in that order, so that the records that a line refers to exist. `dryRun` writes nothing; `expected` then names the
 * records that earlier requests of the same dry run would add, so that lines can refer to them.
 */
export const importRecordsSchema = /* @__PURE__ */ z
  .strictObject({
    companyId: uuidSchema,
    source: importSourceSchema,
    dryRun: z.boolean(),
    lines: z.array(importLineSchema).check(z.minLength(1), z.maxLength(importLimits.lines)),
    expected: z.optional(
      z.array(z.strictObject({ kind: z.enum(importLineKinds), key: sourceIdSchema, id: exportedIdentity.id })),
    ),
  })
  .register(z.globalRegistry, { id: 'ImportRecords' });
export type ImportRecords = z.infer<typeof importRecordsSchema>;

/**
 * The outcome of a line. `kept` names the fields that were changed here since their last import from the source and that
 * differ from the line: they keep their value here.
 */
const importOutcomeSchema = z.union([
  z.strictObject({
    outcome: z.enum(['new', 'changed', 'unchanged']),
    kept: z.array(z.string()),
  }),
  z.strictObject({ outcome: z.literal('refused'), reason: z.enum(importRefusals) }),
]);
export type ImportOutcome = z.infer<typeof importOutcomeSchema>;

/** The response of `POST /v1/practice/import`: one outcome per line, in the same order. */
export const importedRecordsSchema = /* @__PURE__ */ z
  .strictObject({ lines: z.array(importOutcomeSchema) })
  .register(z.globalRegistry, { id: 'ImportedRecords' });
export type ImportedRecords = z.infer<typeof importedRecordsSchema>;
