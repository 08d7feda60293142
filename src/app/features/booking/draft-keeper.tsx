import { useEffect } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import type { BookingFormApi } from './booking-form-api.ts';
import type { DraftStore } from './draft-store.ts';

interface DraftKeeperProps {
  form: BookingFormApi;
  drafts: DraftStore;
  draftId: string;
}

/**
 * Writes down what is typed as it is typed; what nobody has touched is no draft. A component of its own, so that a
 * keystroke renders only the field it is in.
 */
export function DraftKeeper({ form, drafts, draftId }: DraftKeeperProps) {
  const { control, getValues } = form;
  const values = useWatch({ control });
  const { isDirty } = useFormState({ control });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is each change of the values that is written.
  useEffect(() => {
    if (!isDirty || drafts.bookedAs(draftId)) return;
    const known = drafts.read();
    drafts.write({ id: draftId, values: getValues(), attempt: known?.id === draftId ? known.attempt : null });
  }, [values, isDirty, getValues, drafts, draftId]);
  return null;
}
