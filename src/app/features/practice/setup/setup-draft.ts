import * as z from 'zod/mini';
import { newId } from '#app/browser/new-id.ts';
import { readStored, type Store } from '#app/browser/storage.ts';
import { uuidSchema } from '#contract/primitives.ts';
import { setupValuesSchema, usualValues } from './setup-values.ts';

const KEY = 'frontdesk.setup';

const draftSchema = z.object({
  /** The id of the practice to set up. It stays the same until one is set up, so that repeating the request is safe. */
  id: uuidSchema,
  values: setupValuesSchema,
  /** Whether it was sent without an answer that says whether it was set up. */
  open: z.boolean(),
});
/** The input for a practice that is not set up yet; never the code. */
export type SetupDraft = z.infer<typeof draftSchema>;

/** The draft of this browser, or a new one if there is none that can be read; `restored` says whether it has input. */
export function readSetupDraft(storage: Pick<Store, 'getItem'>): SetupDraft & { restored: boolean } {
  const stored = readStored(storage, KEY, draftSchema);
  const usual = usualValues();
  if (stored === null) return { id: newId(), values: usual, open: false, restored: false };
  const isTyped = Object.entries(usual).some(([name, value]) => Reflect.get(stored.values, name) !== value);
  return { ...stored, restored: isTyped };
}

/** Stores the draft. */
export function keepSetupDraft(storage: Pick<Store, 'setItem'>, draft: SetupDraft): void {
  storage.setItem(KEY, JSON.stringify(draft));
}

export function forgetSetupDraft(storage: Pick<Store, 'removeItem'>): void {
  storage.removeItem(KEY);
}
