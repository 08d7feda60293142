import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useFormState } from 'react-hook-form';
import { localStore, sessionStore } from '#app/browser/storage.ts';
import type { BookingForm, BookingPrefill, FormValues } from '#app/features/booking/booking-schema.ts';
import { createDraftStore, type Draft, type DraftStore, draftsInUse, holdDraft, newDraftId } from './draft-store.ts';

/** The ids of the drafts that other forms have (see {@link draftsInUse}); null until the browser has said so. */
export function useDraftsInUse(): ReadonlySet<string> | null {
  const [inUse, setInUse] = useState<ReadonlySet<string> | null>(null);
  useEffect(() => {
    let over = false;
    void draftsInUse().then((ids) => (over ? undefined : setInUse(ids)));
    return () => {
      over = true;
    };
  }, []);
  return inUse;
}

interface FormDraftOptions {
  companyId: string;
  /** Whose drafts the form keeps. */
  person: string | null;
  prefill: BookingPrefill;
  /** The drafts that the form must not begin with, since others have them; null where it begins with none at all. */
  inUse: ReadonlySet<string> | null;
  /** What a form without a draft begins with. */
  fresh: () => FormValues;
  /** What a form that goes on with a draft begins with; `sent` where it may have been booked. */
  restored: (draft: FormValues, sent: boolean) => FormValues;
}

/** The draft of one form. */
export interface FormDraft {
  drafts: DraftStore;
  id: string;
  /** The draft that the form began with. */
  restored: Draft | null;
  /** What the form begins with. */
  initialValues: FormValues;
  /** Goes on with another draft, that of what the form says by now. */
  continueAs: (draftId: string) => void;
}

/** Finds the draft that a form goes on with, or begins one, and holds it while the form is open. */
export function useFormDraft({ companyId, person, prefill, inUse, fresh, restored }: FormDraftOptions): FormDraft {
  const { petId } = prefill;
  const link = linkOf(prefill);
  const drafts = useMemo(
    () => createDraftStore({ storage: localStore, tab: sessionStore, companyId, person, scope: petId, link }),
    [companyId, person, petId, link],
  );
  const [begun] = useState(() => {
    const found = inUse && drafts.restore(inUse);
    if (!found) return { id: newDraftId(), restored: null, initialValues: fresh() };
    const { values } = found.draft;
    return {
      id: found.draft.id,
      restored: found.draft,
      initialValues: found.whole ? values : restored(values, found.draft.attempt !== null),
    };
  });
  const [id, setId] = useState(begun.id);
  useEffect(() => {
    drafts.open(id);
    const release = holdDraft(id);
    return () => {
      drafts.close();
      release();
    };
  }, [drafts, id]);
  return { ...begun, drafts, id, continueAs: useCallback((draftId: string) => setId(draftId), []) };
}

/** What a form is opened for; the day and the store that happen to be on the board are not part of it. */
function linkOf({ petId, visitTypeId, employeeId, start, end }: BookingPrefill): string {
  return JSON.stringify([petId, visitTypeId, employeeId, start, end]);
}

/** Writes down what is typed as it is typed; what nobody has touched is no draft. */
export function useKeepDraft({ drafts, id, restored }: FormDraft, form: BookingForm, values: FormValues): void {
  const { isDirty } = useFormState({ control: form.control });
  const touched = useRef(false);
  useEffect(() => {
    if (isDirty) touched.current = true;
    if (!touched.current || drafts.bookedAs(id)) return;
    const attempt = drafts.find(id)?.attempt ?? null;
    // What was typed and taken back is not there to come back either.
    if (!isDirty && restored === null && attempt === null) drafts.discard(id);
    else drafts.write({ id, values, attempt });
  }, [values, isDirty, drafts, id, restored]);
}
