import { z } from 'zod';
import { createDatabaseCommand } from '#cli/database-command.ts';
import { findPractice, withCommandErrors } from '#cli/manage-practice.ts';
import { CommandError } from '#cli/messages.ts';
import type { Company } from '#contract/clients-pets-staff.ts';
import { importRecordsSchema } from '#contract/practice-import.ts';
import { nameKey } from '#contract/practice-setup.ts';
import type { ExistingPractice } from '#import/plan.ts';
import { listEmployees } from '#service/db/administration.ts';
import { appointmentTypeDefinition } from '#service/db/manage/appointment-types.ts';
import { listRecords } from '#service/db/manage/practice-record.ts';
import { importLines } from '#service/db/practice-import/import-lines.ts';

/* The commands that `frontdesk practice import` runs in the process that has the database open. */

const namedRecordSchema = z.object({ id: z.string(), name: z.string() });
/** The output of {@link existingRecordsCommand}. */
export const existingRecordsSchema = z.object({
  companyId: z.string(),
  /** The store of lines that name no store. */
  storeId: z.string(),
  practice: z.object({
    stores: z.array(namedRecordSchema.extend({ timeZone: z.string(), rooms: z.array(namedRecordSchema) })),
    types: z.array(namedRecordSchema.extend({ durationMinutes: z.number(), isActive: z.boolean() })),
    employees: z.array(
      namedRecordSchema.omit({ name: true }).extend({
        firstName: z.string(),
        lastName: z.string(),
        role: z.string(),
        isActive: z.boolean(),
      }),
    ),
  }) satisfies z.ZodType<ExistingPractice>,
});

/** Prints the existing records of the practice as one line of JSON. */
export const existingRecordsCommand = createDatabaseCommand(
  'practice known',
  z.object({ practice: z.string().optional(), store: z.string().optional() }),
  async ({ database, print }, { practice, store }) => {
    const company = await findPractice(database, practice);
    const { id: storeId } = findStore(company, store);
    const employees = (await listEmployees(database)).filter(({ companyId }) => companyId === company.id);
    const types = await listRecords(database.sql, appointmentTypeDefinition, company.id);
    const found = { companyId: company.id, storeId, practice: { ...company, types, employees } };
    print(JSON.stringify(existingRecordsSchema.parse(found)));
  },
);

/**
 * Finds the store with an id or a name; without either, the first store. Throws a {@link CommandError} if there is no such
 * store, or if several stores have the name.
 */
function findStore({ name, stores }: Company, idOrName: string | undefined) {
  const found = stores.filter((store) => store.id === idOrName || nameKey(store.name) === nameKey(idOrName ?? ''));
  const [store, ...others] = idOrName === undefined ? stores.slice(0, 1) : found;
  if (store !== undefined && others.length === 0) return store;
  const listed = stores.map((one) => `"${one.name}" (${one.id})`).join(', ');
  throw new CommandError(
    stores.length === 0
      ? `"${name}" has no store; a manager adds one under Practice`
      : `"${idOrName}" is not one store of "${name}"; its stores are ${listed}`,
  );
}

/** Imports one part of the records, and prints the outcomes of its lines as one line of JSON. */
export const importPartCommand = createDatabaseCommand(
  'practice import part',
  importRecordsSchema,
  async ({ database, print }, records) => {
    const answer = await withCommandErrors(() => importLines(database, records, { actor: null, clock: Date.now }));
    print(JSON.stringify(answer));
  },
);
