import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { pendingCreateSchema } from '#app/api/create-once.ts';
import { createListeners } from '#app/browser/create-store.ts';
import { sessionStore } from '#app/browser/storage.ts';
import { createTabDrafts } from '#app/browser/tab-drafts.ts';
import type { Editor } from './editor.ts';

// A draft is unsaved input, stored under the id of the record that is being edited. It survives Escape, navigation, reloads and
// signing out.

const draftSchema = z.object({
  /** The changed fields, each with its original value and the typed value. */
  typed: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })),
  /** A create request whose outcome is not known yet, with its body; null if there is none. */
  sent: z.nullable(z.object({ create: pendingCreateSchema, body: z.record(z.string(), z.unknown()) })),
});
export type Draft = z.infer<typeof draftSchema>;
export type DraftInput = Draft['typed'];

export const noDraft: Draft = { typed: {}, sent: null };

const { subscribe, notify } = createListeners();

type DraftOwner = Pick<Editor, 'person' | 'companyId'>;

const draftsOf = ({ person, companyId }: DraftOwner) =>
  createTabDrafts({ storage: sessionStore, kind: 'edit', owner: [person, companyId], schema: draftSchema });

export const readDraft = (owner: DraftOwner, id: string): Draft => draftsOf(owner).find(id) ?? noDraft;

/** Stores a draft, or removes it if it has neither input nor a pending create request. */
export function writeDraft(owner: DraftOwner, id: string, draft: Draft): void {
  if (draft.sent === null && Object.keys(draft.typed).length === 0) draftsOf(owner).remove(id);
  else draftsOf(owner).write(id, draft);
  notify();
}

/** Removes the saved input from a draft. Anything typed since then stays. */
export function removeSavedInput(owner: DraftOwner, id: string, saved: DraftInput): void {
  const remaining = Object.entries(readDraft(owner, id).typed).filter(
    ([name, { to }]) => !isSameValue(to, saved[name]?.to),
  );
  writeDraft(owner, id, { typed: Object.fromEntries(remaining), sent: null });
}

export function useDraft(owner: DraftOwner, id: string): Draft {
  // Compared as text, so that an unchanged draft counts as the same value.
  const text = useSyncExternalStore(subscribe, () => JSON.stringify(readDraft(owner, id)));
  return draftSchema.parse(JSON.parse(text));
}

/** Whether a record has unsaved input. */
export function useHasDraft(owner: DraftOwner, id: string): boolean {
  return useSyncExternalStore(subscribe, () => draftsOf(owner).find(id) !== null);
}

export const isSameValue = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
