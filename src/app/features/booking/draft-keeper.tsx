import { useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import type { BookingFormApi } from './booking-form-api.ts';
import type { DraftStore } from './draft-store.ts';

interface DraftKeeperProps {
  form: BookingFormApi;
  drafts: DraftStore;
  draftId: string;
}

/** Writes down what is typed as it is typed. A component of its own, so that a keystroke renders only the field it is in. */
export function DraftKeeper({ form, drafts, draftId }: DraftKeeperProps) {
  const values = useWatch({ control: form.control });
  const begun = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is each change of the values that is written.
  useEffect(() => {
    // What nobody has touched is no draft.
    if (!begun.current) {
      begun.current = true;
      return;
    }
    if (drafts.bookedAs(draftId)) return;
    const known = drafts.read();
    drafts.write({ id: draftId, values: form.getValues(), attempt: known?.id === draftId ? known.attempt : null });
  }, [values, form, drafts, draftId]);
  return null;
}
