import * as z from 'zod/mini';
import { newId } from '#app/browser/new-id.ts';
import { readStoredValue, type TextStorage } from '#app/browser/storage.ts';
import { isSameValue } from '#app/editor/draft.ts';
import { uuidSchema } from '#contract/primitives.ts';
import { createBlankSetup, setupInputSchema } from './setup-fields.tsx';

const DRAFT_KEY = 'frontdesk.setup';

const draftSchema = z.object({
  /**
   * The id of the practice to set up. It stays the same until the practice is set up, so that repeating the request is
   * safe.
   */
  id: uuidSchema,
  input: setupInputSchema,
  /** Whether to remove or keep the demo practice when the practice is set up. */
  demo: z.enum(['remove', 'keep']),
  /** Whether the input was sent, but no response has said whether the practice was set up. */
  isOutcomeUnknown: z.boolean(),
});
/** What was entered on the set-up page, without the setup code. */
export type SetupDraft = z.infer<typeof draftSchema>;

/** Reads the stored draft, or creates a new one. `restored` says whether the stored draft has input. */
export function readSetupDraft(storage: Pick<TextStorage, 'getItem'>): SetupDraft & { restored: boolean } {
  const stored = readStoredValue(storage, DRAFT_KEY, draftSchema);
  const blank = { input: createBlankSetup(), demo: 'remove' as const };
  if (stored === null) return { id: newId(), ...blank, isOutcomeUnknown: false, restored: false };
  const { input, demo } = stored;
  return { ...stored, restored: !isSameValue({ input, demo }, blank) };
}

export function saveSetupDraft(storage: Pick<TextStorage, 'setItem'>, draft: SetupDraft): void {
  storage.setItem(DRAFT_KEY, JSON.stringify(draft));
}

export function forgetSetupDraft(storage: Pick<TextStorage, 'removeItem'>): void {
  storage.removeItem(DRAFT_KEY);
}
