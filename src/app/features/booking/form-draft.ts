import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useFormState } from 'react-hook-form';
import { newId } from '#app/browser/new-id.ts';
import { sessionStore } from '#app/browser/storage.ts';
import { usesTwelveHours } from '#app/scheduling/wall-clock.ts';
import type { ReceivedAppointmentType } from '#contract/received.ts';
import type { BookingForm, BookingPrefill, BookingStore, FormValues } from './booking-schema.ts';
import { createDraftStore, type Draft, type DraftStore, WALK_IN } from './drafts.ts';
import { initialValues, restoredValues } from './initial-values.ts';

interface FormDraftOptions {
  companyId: string;
  /** The owner of the drafts. */
  person: string | null;
  prefill: BookingPrefill;
  /** Whether the form starts empty, whatever drafts there are. */
  startsEmpty: boolean;
  stores: readonly BookingStore[];
  types: readonly ReceivedAppointmentType[];
}

/** The draft of one form. */
export interface FormDraft {
  drafts: DraftStore;
  id: string;
  /** The draft that the form was opened with. */
  restored: Draft | null;
  /** The initial values of the form. */
  initialValues: FormValues;
  /** Switches to another draft with the current values of the form. */
  continueAs: (draftId: string) => void;
}

/** Finds the draft that a form continues, or creates one. */
export function useFormDraft({ companyId, person, prefill, startsEmpty, stores, types }: FormDraftOptions): FormDraft {
  const queryClient = useQueryClient();
  const petId = prefill.petId ?? (prefill.walkIn ? WALK_IN : undefined);
  const link = linkOf(prefill);
  const drafts = createDraftStore({ storage: sessionStore, companyId, person, scope: petId });
  const [begun] = useState(() => {
    const isBeingBooked = (id: string) => queryClient.isMutating({ mutationKey: bookingMutationKey(id) }) > 0;
    const found = startsEmpty ? null : drafts.restore({ link, isBeingBooked });
    const beginning = { prefill, stores, types, now: Date.now(), twelveHours: usesTwelveHours() };
    if (!found) return { id: newId(), restored: null, initialValues: initialValues(beginning) };
    const { id, values, attempt } = found.draft;
    return {
      id,
      restored: found.draft,
      initialValues: found.whole ? values : restoredValues(values, beginning, attempt !== null),
    };
  });
  const [id, setId] = useState(begun.id);
  useEffect(() => {
    drafts.open(link);
    return () => drafts.close(id);
  }, [drafts, id, link]);
  return { ...begun, drafts, id, continueAs: setId };
}

/** The key of the mutation that books a draft. */
export const bookingMutationKey = (draftId: string) => ['create-booking', draftId] as const;

/** A key of what a form is opened for; the day and the store shown on the board do not count. */
function linkOf({ petId, visitTypeId, employeeId, start, end, walkIn }: BookingPrefill): string {
  const further = [walkIn].filter(Boolean);
  return JSON.stringify([petId, visitTypeId, employeeId, start, end, ...further]);
}

/** Stores the form while it is filled in; an untouched form is not a draft. */
export function useKeepDraft({ drafts, id, restored }: FormDraft, form: BookingForm, values: FormValues): void {
  const { isDirty } = useFormState({ control: form.control });
  const touched = useRef(false);
  useEffect(() => {
    if (isDirty) touched.current = true;
    if (!touched.current) return;
    const attempt = drafts.find(id)?.attempt ?? null;
    // A form that was typed in and emptied again is not stored either.
    if (!isDirty && restored === null && attempt === null) drafts.remove(id);
    else drafts.write({ id, values, attempt });
  }, [values, isDirty, drafts, id, restored]);
}
