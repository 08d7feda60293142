import * as z from 'zod/mini';
import { newId } from '#app/browser/new-id.ts';
import { uuidSchema } from '#contract/primitives.ts';
import { setupValuesSchema, usualValues } from './setup-values.ts';

const KEY = 'frontdesk.setup';

const draftSchema = z.object({
  /** The id of the practice that is sent: the same until one is set up, so that it is set up once. */
  id: uuidSchema,
  values: setupValuesSchema,
  /** Whether it was sent and no answer said what became of it. */
  open: z.boolean(),
});
/** What was typed for a practice that is not set up yet; never the code. */
export type SetupDraft = z.infer<typeof draftSchema>;

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The draft of this browser; a new one where there is none that can be read. */
export function readSetupDraft(storage: Pick<Store, 'getItem'>): SetupDraft & { restored: boolean } {
  try {
    const kept = storage.getItem(KEY);
    if (kept !== null) return { ...draftSchema.parse(JSON.parse(kept)), restored: true };
  } catch {
    // What cannot be read is of another version.
  }
  return { id: newId(), values: usualValues(), open: false, restored: false };
}

/** Keeps the draft; without storage it lasts as long as the page. */
export function keepSetupDraft(storage: Pick<Store, 'setItem'>, draft: SetupDraft): void {
  try {
    storage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // Nothing else depends on it.
  }
}

export function forgetSetupDraft(storage: Pick<Store, 'removeItem'>): void {
  try {
    storage.removeItem(KEY);
  } catch {
    // There is none.
  }
}
