import * as z from 'zod/mini';
import { createListeners } from '#app/browser/create-store.ts';
import { sessionStore } from '#app/browser/storage.ts';
import { createTabDrafts } from '#app/browser/tab-drafts.ts';

// Notes that were typed but not saved, stored for each person in this tab. `person` is null if all desks share a key.

const openNotesDrafts = (person: string | null) =>
  createTabDrafts({ storage: sessionStore, kind: 'notes', owner: [person], schema: z.string() });
const { subscribe, notify } = createListeners();
export const subscribeToNotesDrafts = subscribe;

/** The text that a person typed for an appointment; null if there is none. */
export function readNotesDraft(person: string | null, id: string): string | null {
  return openNotesDrafts(person).find(id);
}

/** Stores the text that a person typed for an appointment; null discards it. */
export function saveNotesDraft(person: string | null, id: string, text: string | null): void {
  if (text === null) openNotesDrafts(person).remove(id);
  else openNotesDrafts(person).write(id, text);
  notify();
}

/** The notes to save for a typed text; null if it is blank, which clears the notes. */
export function notesFromDraft(draft: string): string | null {
  return draft.trim() === '' ? null : draft;
}

/** Removes the draft of notes after they were saved, unless the draft has been edited since. */
export function removeSavedDraft(person: string | null, id: string, notes: string | null): void {
  const draft = readNotesDraft(person, id);
  if (draft !== null && notesFromDraft(draft) === notes) saveNotesDraft(person, id, null);
}
