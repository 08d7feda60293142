import * as z from 'zod/mini';
import { sessionStore } from '#app/browser/storage.ts';
import { createTabDrafts } from '#app/browser/tab-drafts.ts';

// Notes that are typed, but not saved yet. Each person in this tab has their own; null where all desks share one key.

const draftsOf = (person: string | null) =>
  createTabDrafts({ storage: sessionStore, kind: 'notes', owner: [person], schema: z.string() });
const listeners = new Set<() => void>();

export function subscribeToNotesDrafts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The text that a person typed for an appointment; null where there is none. */
export function notesDraftOf(person: string | null, id: string): string | null {
  return draftsOf(person).find(id);
}

/** Stores the text that a person typed for an appointment; null discards it. */
export function keepNotesDraft(person: string | null, id: string, text: string | null): void {
  if (text === null) draftsOf(person).remove(id);
  else draftsOf(person).write(id, text);
  for (const listener of listeners) listener();
}

/** The notes that a typed text stands for: a blank one empties them. */
export function notesOf(draft: string): string | null {
  return draft.trim() === '' ? null : draft;
}

/** Ends the draft of notes that are saved now. What was typed since stays. */
export function notesSaved(person: string | null, id: string, notes: string | null): void {
  const draft = notesDraftOf(person, id);
  if (draft !== null && notesOf(draft) === notes) keepNotesDraft(person, id, null);
}
