import * as z from 'zod/mini';
import { employeeRoleSchema } from '#contract/clients-pets-staff.ts';
import { appointmentStatusSchema } from '#contract/enums.ts';
import { type DateOrder, dateOrders } from '#reading/file-dates.ts';
import { separators } from './csv-rows.ts';
import { encodings } from './encoding.ts';
import { fileKinds } from './fields.ts';

/** What a person has chosen for one file. */
export const fileChoicesSchema = z.strictObject({
  encoding: z.optional(z.enum(encodings)),
  separator: z.optional(z.enum(separators)),
  kind: z.optional(z.enum(fileKinds)),
  dates: z.optional(z.enum(dateOrders)),
  /** From a heading to a field; null leaves the column out. Capitals, spaces and signs of a field's name do not count. */
  columns: z.optional(z.record(z.string(), z.nullable(z.string()))),
});
export type FileChoices = z.infer<typeof fileChoicesSchema>;

const words = z.optional(z.record(z.string(), z.nullable(z.string())));

/**
 * What a person has chosen: the files by their names, and from the words of the files to ours. `people`, `rooms`, `types` and
 * `stores` lead to the name of one on file, or to another name under which a new one is made; null leaves the word out.
 */
export const importMapSchema = z.strictObject({
  files: z.optional(z.record(z.string(), fileChoicesSchema)),
  people: words,
  rooms: words,
  types: words,
  stores: words,
  statuses: z.optional(z.record(z.string(), appointmentStatusSchema)),
  roles: z.optional(z.record(z.string(), employeeRoleSchema)),
});
export type ImportMap = z.infer<typeof importMapSchema>;

/** What holds for a whole import. */
export interface ImportChoices {
  map: ImportMap;
  /** The order in dates that neither their file nor the map tells. */
  dates: DateOrder | null;
  /** Whether clients who are inactive, and pets that are inactive or dead, are imported, too. */
  takeInactive: boolean;
  /** The store of appointments and new rooms whose file names none. */
  storeId: string;
}
