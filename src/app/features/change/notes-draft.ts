import { sessionStore } from '#app/browser/storage.ts';

// Notes that are typed, but not saved yet. They survive a reload of the page.

const keyOf = (id: string) => `frontdesk.notes.${id}`;
const listeners = new Set<() => void>();

export function subscribeToNotesDrafts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The text typed for an appointment; null where there is none. */
export function notesDraftOf(id: string): string | null {
  return sessionStore.getItem(keyOf(id));
}

/** Keeps the text typed for an appointment; null discards it. */
export function keepNotesDraft(id: string, text: string | null): void {
  if (text === null) sessionStore.removeItem(keyOf(id));
  else sessionStore.setItem(keyOf(id), text);
  for (const listener of listeners) listener();
}

/** The notes that a typed text stands for: a blank one empties them. */
export function notesOf(draft: string): string | null {
  return draft.trim() === '' ? null : draft;
}

/** Ends the draft of notes that are saved now. What was typed since stays. */
export function notesSaved(id: string, notes: string | null): void {
  const draft = notesDraftOf(id);
  if (draft !== null && notesOf(draft) === notes) keepNotesDraft(id, null);
}
