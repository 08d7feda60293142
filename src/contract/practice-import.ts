import * as z from 'zod/mini';
import { employeeRoleSchema } from '#contract/clients-pets-staff.ts';
import { appointmentStatusSchema, visitTypeCategorySchema } from '#contract/enums.ts';
import { setupMinutesSchema, setupNameSchema } from '#contract/practice-setup.ts';
import { dateSchema, textSchema, utcDateTimeSchema, uuidSchema } from '#contract/primitives.ts';

/*
 * What a practice imports from another program, beyond the document: records known by the ids that they had there. The files
 * themselves are read by whoever sends this (`src/import`), so that nothing is sent before a person has seen it.
 */

/** The most lines and UTF-8 bytes of one request. */
export const importLimits = { lines: 5_000, bytes: 4 * 1024 * 1024 } as const;

/** The name of a program that the records come from, as a person calls it. */
export const importSourceSchema = setupNameSchema;
export const defaultImportSource = 'Old system';

/** The id of a record in its source; where it had none, what tells it apart there. */
const keySchema = textSchema.check(z.minLength(1), z.maxLength(500));

/** A record by its id here, or by its id in the same source. */
const knownSchema = z.union([z.strictObject({ id: uuidSchema }), z.strictObject({ key: keySchema })]);
const nameOfSomebodySchema = textSchema.check(z.maxLength(500));
/** A client, also by first and last name as people write them (`Anna Berg`), where no other client of the practice has that name. */
const clientRefSchema = z.union([...knownSchema.def.options, z.strictObject({ name: nameOfSomebodySchema })]);
/** A pet, also by its name and its client, where no other pet of that client has it. */
const petRefSchema = z.union([
  ...knownSchema.def.options,
  z.strictObject({ name: nameOfSomebodySchema, client: clientRefSchema }),
]);
export type KnownRef = z.infer<typeof knownSchema>;
export type ClientRef = z.infer<typeof clientRefSchema>;
export type PetRef = z.infer<typeof petRefSchema>;

const shortTextSchema = textSchema.check(z.maxLength(200));
const notEmptySchema = shortTextSchema.check(z.minLength(1));

const isNamed = z.refine<{ firstName: string; lastName: string }>(
  ({ firstName, lastName }) => `${firstName}${lastName}`.trim() !== '',
  { error: 'must have a first or a last name', path: ['lastName'] },
);

/** Somebody who works in the practice. A new one may do what is usual for the role, and has no key; of one on file the permissions stay. */
const employeeLineSchema = z
  .strictObject({
    kind: z.literal('employee'),
    key: keySchema,
    firstName: shortTextSchema,
    lastName: shortTextSchema,
    role: employeeRoleSchema,
    storeIds: z.array(uuidSchema).check(z.minLength(1)),
    isActive: z.boolean(),
  })
  .check(isNamed);
const roomLineSchema = z.strictObject({
  kind: z.literal('room'),
  key: keySchema,
  storeId: uuidSchema,
  name: setupNameSchema,
});
const appointmentTypeLineSchema = z.strictObject({
  kind: z.literal('appointment_type'),
  key: keySchema,
  name: setupNameSchema,
  category: visitTypeCategorySchema,
  durationMinutes: setupMinutesSchema,
});
/** A client; a business has an empty first name. One of the names is not empty. What is left out stays here as it is. */
const clientLineSchema = z
  .strictObject({
    kind: z.literal('client'),
    key: keySchema,
    firstName: shortTextSchema,
    lastName: shortTextSchema,
    email: z.optional(z.nullable(notEmptySchema)),
    phone: z.optional(z.nullable(notEmptySchema)),
    isActive: z.optional(z.boolean()),
    /** Set where only a pet's line names the client: of one that is there nothing changes. */
    mentioned: z.optional(z.literal(true)),
  })
  .check(isNamed);
/** A pet. As with clients, what is left out stays as it is. */
const petLineSchema = z.strictObject({
  kind: z.literal('pet'),
  key: keySchema,
  client: clientRefSchema,
  name: notEmptySchema,
  /** In the words of its source; empty where it is not known. */
  species: z.optional(shortTextSchema),
  breed: z.optional(z.nullable(notEmptySchema)),
  sex: z.optional(z.nullable(notEmptySchema)),
  dateOfBirth: z.optional(z.nullable(dateSchema)),
  deceasedOn: z.optional(z.nullable(dateSchema)),
  isActive: z.optional(z.boolean()),
});
const appointmentLineSchema = z.strictObject({
  kind: z.literal('appointment'),
  key: keySchema,
  storeId: uuidSchema,
  pet: petRefSchema,
  visitType: knownSchema,
  employee: z.nullable(knownSchema),
  room: z.nullable(knownSchema),
  start: utcDateTimeSchema,
  end: utcDateTimeSchema,
  status: appointmentStatusSchema,
  notes: z.nullable(textSchema),
});
/** A record that is imported, by its kind. */
export const importLineSchemas = {
  employee: employeeLineSchema,
  room: roomLineSchema,
  appointment_type: appointmentTypeLineSchema,
  client: clientLineSchema,
  pet: petLineSchema,
  appointment: appointmentLineSchema,
} as const;

/*
 * What is marked as pure is left out of the app, which knows the kind of each line that it sends: with it the first page would load a
 * part of zod that nothing else there needs.
 */

/** A record that is imported. */
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
export type ImportLineOf<Kind extends ImportLineKind> = Extract<ImportLine, { kind: Kind }>;

/** The kinds of lines, in the order of their references. */
export const importLineKinds = [
  'employee',
  'room',
  'appointment_type',
  'client',
  'pet',
  'appointment',
] as const satisfies readonly ImportLineKind[];

/**
 * The body of `POST /v1/practice/import`. Lines are written in the order of {@link importLineKinds}, and so are those of several
 * requests, so that what a line refers to is there. With `dryRun` nothing is written; `expected` then names what lines of earlier
 * requests of the same dry run would add, so that others may refer to it.
 */
export const importRecordsSchema = /* @__PURE__ */ z
  .strictObject({
    companyId: uuidSchema,
    source: importSourceSchema,
    dryRun: z.boolean(),
    lines: z.array(importLineSchema).check(z.minLength(1), z.maxLength(importLimits.lines)),
    expected: z.optional(z.array(z.strictObject({ kind: z.enum(importLineKinds), key: keySchema }))),
  })
  .register(z.globalRegistry, { id: 'ImportRecords' });
export type ImportRecords = z.infer<typeof importRecordsSchema>;

/**
 * Why a line is refused by the practice itself.
 *
 * - `no_client`, `no_pet`, `no_employee`, `no_room`, `no_type`: what it refers to is not there
 * - `several_clients`, `several_pets`: the name that it refers to is that of several
 * - `last_manager`: it would make the last one inactive who may manage the practice
 * - `more_rights`: the person has a permission or a store that the caller lacks
 * - `name_taken`: another visit type, or another room of the store, has the name
 * - `ends_before_start`: an appointment ends before it starts, or as it starts
 */
export const importRefusals = [
  'no_client',
  'no_pet',
  'no_employee',
  'no_room',
  'no_type',
  'several_clients',
  'several_pets',
  'last_manager',
  'more_rights',
  'name_taken',
  'ends_before_start',
] as const;
export type ImportRefusal = (typeof importRefusals)[number];

/**
 * What becomes of a line. `kept` names the fields that were changed here since they were last imported from the source, and
 * of which the line says something else: they stay as they are.
 */
const importOutcomeSchema = z.union([
  z.strictObject({
    outcome: z.enum(['new', 'changed', 'unchanged']),
    kept: z.array(z.string()),
  }),
  z.strictObject({ outcome: z.literal('refused'), reason: z.enum(importRefusals) }),
]);
export type ImportOutcome = z.infer<typeof importOutcomeSchema>;

/** The answer of `POST /v1/practice/import`: an outcome for each line, in their order. */
export const importedRecordsSchema = /* @__PURE__ */ z
  .strictObject({ lines: z.array(importOutcomeSchema) })
  .register(z.globalRegistry, { id: 'ImportedRecords' });
export type ImportedRecords = z.infer<typeof importedRecordsSchema>;
