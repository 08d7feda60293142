import * as z from 'zod/mini';
import { appointmentStatusSchema, employeeRoleSchema } from '#contract/enums.ts';
import { csvSeparators } from '#csv/csv-line.ts';
import { type DateOrder, dateOrders } from '#reading/file-dates.ts';
import { encodings } from './encoding.ts';
import { fileKinds } from './fields.ts';

/** A person's choices for one file. */
export const fileChoicesSchema = z.strictObject({
  encoding: z.optional(z.enum(encodings)),
  separator: z.optional(z.enum(csvSeparators)),
  kind: z.optional(z.enum(fileKinds)),
  dates: z.optional(z.enum(dateOrders)),
  /**
   * Maps headings to fields; null leaves the column out. Capitals, spaces and punctuation of a field's name are
   * ignored.
   */
  columns: z.optional(z.record(z.string(), z.nullable(z.string()))),
});
export type FileChoices = z.infer<typeof fileChoicesSchema>;

const wordMap = z.optional(z.record(z.string(), z.nullable(z.string())));

/**
 * A person's choices: how to read each file, keyed by file name, and mappings from the words in the files to records
 * and values. `people`, `rooms`, `types` and `stores` map to the name of an existing record, or to a new name for a
 * record to create; null leaves the word out.
 */
export const importMapSchema = z.strictObject({
  files: z.optional(z.record(z.string(), fileChoicesSchema)),
  people: wordMap,
  rooms: wordMap,
  types: wordMap,
  stores: wordMap,
  statuses: z.optional(z.record(z.string(), appointmentStatusSchema)),
  roles: z.optional(z.record(z.string(), employeeRoleSchema)),
});
export type ImportMap = z.infer<typeof importMapSchema>;

/** Choices for the whole import. */
export interface ImportChoices {
  map: ImportMap;
  /** The order of day, month and year in files that do not show it and for which the map has none; null if not chosen. */
  dates: DateOrder | null;
  /** Whether to import inactive clients, and inactive or dead pets. */
  takeInactive: boolean;
  /** Whether a client's additional phone numbers, and any remark in the cell of the first one, are added to the alert. */
  phonesInAlert?: boolean;
  /** The default store for appointments and new rooms. */
  storeId: string;
}
