import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { sentCreateSchema } from '#app/api/sure-create.ts';
import { sessionStore } from '#app/browser/storage.ts';
import { createTabDrafts } from '#app/browser/tab-drafts.ts';
import type { Editor } from './editor.ts';

// What is typed and not saved yet, by the id of what is edited. It outlives Escape, other pages, a reload and a sign-out.

const draftSchema = z.object({
  /** The fields that differ, each as it was when its first letter was typed, and as typed. */
  typed: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })),
  /** The create that was sent and whose result is not certain, with its body. */
  sent: z.nullable(z.object({ create: sentCreateSchema, body: z.record(z.string(), z.unknown()) })),
});
export type Draft = z.infer<typeof draftSchema>;
export type Typed = Draft['typed'];

export const noDraft: Draft = { typed: {}, sent: null };

const listeners = new Set<() => void>();
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

type Owner = Pick<Editor, 'person' | 'companyId'>;

const draftsOf = ({ person, companyId }: Owner) =>
  createTabDrafts({ storage: sessionStore, kind: 'edit', owner: [person, companyId], schema: draftSchema });

export const readDraft = (owner: Owner, id: string): Draft => draftsOf(owner).find(id) ?? noDraft;

/** Stores a draft; one without anything typed or sent is removed. */
export function writeDraft(owner: Owner, id: string, draft: Draft): void {
  if (draft.sent === null && Object.keys(draft.typed).length === 0) draftsOf(owner).remove(id);
  else draftsOf(owner).write(id, draft);
  for (const listener of listeners) listener();
}

/** Ends what was saved of a draft; what was typed since stays. */
export function endDraft(owner: Owner, id: string, saved: Typed): void {
  const left = Object.entries(readDraft(owner, id).typed).filter(([name, { to }]) => !isSame(to, saved[name]?.to));
  writeDraft(owner, id, { typed: Object.fromEntries(left), sent: null });
}

/** The draft of what is edited, as it is now. */
export function useDraft(owner: Owner, id: string): Draft {
  // Text, so that an unchanged draft is the same one.
  const text = useSyncExternalStore(subscribe, () => JSON.stringify(readDraft(owner, id)));
  return draftSchema.parse(JSON.parse(text));
}

/** Whether something is typed there and not saved. */
export function useHasDraft(owner: Owner, id: string): boolean {
  return useSyncExternalStore(subscribe, () => draftsOf(owner).find(id) !== null);
}

/** Whether two typed values are the same. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
