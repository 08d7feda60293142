import * as z from 'zod/mini';
import { localStore, readStored } from '#app/browser/storage.ts';
import { type ImportMap, importMapSchema } from '#import/choices.ts';
import { fileKinds } from '#import/fields.ts';
import { dateOrders } from '#reading/file-dates.ts';

// What this browser keeps of imports: what the columns of a file were said to mean, for the next file with the same headings,
// whether the inactive and the dead are imported, and an import that has begun, so that it can go on after a reload.

export type FileChoices = NonNullable<ImportMap['files']>[string];

const COLUMNS_KEY = 'frontdesk.import.columns';
/** So many kinds of files are remembered, the latest ones. */
const MAX_REMEMBERED = 40;

const fileChoicesSchema = z.object({
  kind: z.optional(z.enum(fileKinds)),
  dates: z.optional(z.enum(dateOrders)),
  columns: z.optional(z.record(z.string(), z.nullable(z.string()))),
});
/** Latest first. */
const rememberedSchema = z.array(z.object({ headings: z.array(z.string()), choices: fileChoicesSchema }));

function keep(key: string, value: unknown): void {
  if (value === null) localStore.removeItem(key);
  else localStore.setItem(key, JSON.stringify(value));
}

const sameAs = (wanted: readonly string[]) => {
  const text = JSON.stringify(wanted);
  return ({ headings }: { headings: readonly string[] }) => JSON.stringify(headings) === text;
};

/** What was chosen last for a file with these headings; null where nothing was. */
export function rememberedChoices(headings: readonly string[]): FileChoices | null {
  return readStored(localStore, COLUMNS_KEY, rememberedSchema)?.find(sameAs(headings))?.choices ?? null;
}

/** Remembers what was chosen for a file with these headings; null forgets it. */
export function rememberChoices(headings: readonly string[], choices: FileChoices | null): void {
  const isSame = sameAs(headings);
  const others = (readStored(localStore, COLUMNS_KEY, rememberedSchema) ?? []).filter((one) => !isSame(one));
  keep(COLUMNS_KEY, choices === null ? others : [{ headings, choices }, ...others].slice(0, MAX_REMEMBERED));
}

const begunSchema = z.object({
  files: z.array(z.string()),
  done: z.number(),
  all: z.number(),
  source: z.string(),
  storeId: z.string(),
  takeInactive: z.boolean(),
  map: importMapSchema,
});
/** An import that has begun and not come to its end, with all that was chosen for it. */
export type BegunImport = z.infer<typeof begunSchema>;

const inactiveKey = (owner: string) => `frontdesk.import.inactive.${owner}`;

/** Whether the inactive and the dead were imported last; at first they are left out. */
export const takesInactive = (owner: string): boolean =>
  readStored(localStore, inactiveKey(owner), z.boolean()) ?? false;
export const keepTakesInactive = (owner: string, takes: boolean): void => keep(inactiveKey(owner), takes);

const begunKey = (owner: string) => `frontdesk.import.begun.${owner}`;

export const begunImport = (owner: string): BegunImport | null => readStored(localStore, begunKey(owner), begunSchema);
export const keepBegunImport = (owner: string, begun: BegunImport | null): void => keep(begunKey(owner), begun);
