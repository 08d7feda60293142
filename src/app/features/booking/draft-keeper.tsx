import { useEffect, useRef } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import type { BookingFormApi } from './booking-form-api.ts';
import type { DraftStore } from './draft-store.ts';

interface DraftKeeperProps {
  form: BookingFormApi;
  drafts: DraftStore;
  draftId: string;
  /** Whether the form began with the draft. */
  restored: boolean;
}

/**
 * Writes down what is typed as it is typed; what nobody has touched is no draft. A component of its own, so that a
 * keystroke renders only the field it is in.
 */
export function DraftKeeper({ form, drafts, draftId, restored }: DraftKeeperProps) {
  const { control, getValues } = form;
  const values = useWatch({ control });
  const { isDirty } = useFormState({ control });
  const touched = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is each change of the values that is written.
  useEffect(() => {
    if (isDirty) touched.current = true;
    if (!touched.current || drafts.bookedAs(draftId)) return;
    const attempt = drafts.find(draftId)?.attempt ?? null;
    // What was typed and taken back is not there to come back either.
    if (!isDirty && !restored && attempt === null) drafts.discard(draftId);
    else drafts.write({ id: draftId, values: getValues(), attempt });
  }, [values, isDirty, getValues, drafts, draftId, restored]);
  return null;
}
