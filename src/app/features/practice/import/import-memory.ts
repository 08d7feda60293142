import * as z from 'zod/mini';
import { localStore, readStoredValue } from '#app/browser/storage.ts';
import { createTabDrafts } from '#app/browser/tab-drafts.ts';
import { type FileChoices, fileChoicesSchema, importMapSchema } from '#import/choices.ts';

// What this browser remembers about imports: what the columns of a file mean, for the next file with the same headings, and the
// other choices that a person made for a company.

const COLUMNS_KEY = 'frontdesk.import-columns';
/** The maximum number of different rows of headings for which choices are remembered. The oldest choices are forgotten. */
const MAX_REMEMBERED_CHOICES = 40;

/** The most recent choices come first. */
const rememberedChoicesSchema = z.array(z.object({ headings: z.array(z.string()), choices: fileChoicesSchema }));

const hasHeadings = (own: readonly string[]) => {
  const text = JSON.stringify(own);
  return ({ headings }: { headings: readonly string[] }) => JSON.stringify(headings) === text;
};

/** The last choices for a file with these headings; null if there are none. */
export function findRememberedChoices(headings: readonly string[]): FileChoices | null {
  return (
    readStoredValue(localStore, COLUMNS_KEY, rememberedChoicesSchema)?.find(hasHeadings(headings))?.choices ?? null
  );
}

/** Remembers the choices for a file with these headings; null forgets them. */
export function rememberChoices(headings: readonly string[], choices: FileChoices | null): void {
  const isSame = hasHeadings(headings);
  const others = (readStoredValue(localStore, COLUMNS_KEY, rememberedChoicesSchema) ?? []).filter(
    (one) => !isSame(one),
  );
  const all = choices === null ? others : [{ headings, choices }, ...others].slice(0, MAX_REMEMBERED_CHOICES);
  localStore.setItem(COLUMNS_KEY, JSON.stringify(all));
}

const rememberedImportSchema = z.object({
  /** The names of the files of an unfinished import. */
  files: z.array(z.string()),
  source: z.string(),
  storeId: z.string(),
  takeInactive: z.boolean(),
  phonesInAlert: z.optional(z.boolean()),
  words: importMapSchema,
});
/** A person's choices for an import into a company, as they were when the page was left. */
type RememberedImport = z.infer<typeof rememberedImportSchema>;

/** The choices contain names of people, so they are deleted after a day, and when the person signs out. */
const openDrafts = (owner: string) =>
  createTabDrafts({ storage: localStore, kind: 'import', owner: [owner], schema: rememberedImportSchema });
const DRAFT_ID = 'import';

export const findRememberedImport = (owner: string): RememberedImport | null => openDrafts(owner).find(DRAFT_ID);
export const rememberImport = (owner: string, about: RememberedImport): void =>
  openDrafts(owner).write(DRAFT_ID, about);
