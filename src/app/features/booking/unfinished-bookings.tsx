import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import * as z from 'zod/mini';
import { signedInPerson } from '#app/api/session.ts';
import { newId } from '#app/browser/new-id.ts';
import { sessionStore } from '#app/browser/storage.ts';
import { Button } from '#app/components/button.tsx';
import { useDesk } from '#app/session/use-desk.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { bookingValuesSchema } from './booking-values.ts';
import { createDrafts, isSent, isUnresolved } from './draft.ts';
import { isBeingBooked } from './use-submit-booking.ts';

/** The values of an unfinished booking, as its draft stores them. */
const draftValuesSchema = z.object({
  form: bookingValuesSchema,
  /** The calendar's day, `YYYY-MM-DD`. */
  day: z.string(),
});
type DraftValues = z.infer<typeof draftValuesSchema>;

/**
 * Returns the draft of a form, and the unfinished bookings of this tab that a new panel offers to continue. If a
 * booking was sent but got no response before a reload or a change of person, it is restored to determine its outcome.
 */
export function useFormDraft() {
  const { company, session } = useDesk();
  const queryClient = useQueryClient();
  const drafts = createDrafts({
    ...{ storage: sessionStore, companyId: company.id, person: session.person, schema: draftValuesSchema },
  });
  const readOfferedDrafts = (ownId: string | undefined) =>
    drafts.unfinished().filter(({ id }) => id !== ownId && !isBeingBooked(queryClient, id));
  const [offered, setOffered] = useState(() => readOfferedDrafts(undefined));
  const [restored] = useState(() => offered.find(({ attempt }) => isUnresolved(attempt)));
  const [id, setId] = useState(() => restored?.id ?? newId());
  return {
    draft: drafts.open(id),
    restored: restored?.values.form ?? null,
    offered: offered.filter((one) => one.id !== id),
    onContinue(ownId: string) {
      setOffered(readOfferedDrafts(ownId));
      setId(ownId);
    },
    onDiscard(otherId: string) {
      drafts.open(otherId).end();
      setOffered(readOfferedDrafts(id));
    },
  };
}

export type FormDraft = ReturnType<typeof useFormDraft>['draft'];

/** Stores a form while it is filled in; an untouched form is not stored. */
export function useDraftStorage(draft: FormDraft, { form, day }: DraftValues, isBegun: boolean): void {
  const { person } = useDesk().session;
  const queryClient = useQueryClient();
  useEffect(() => {
    if (isBegun) draft.write({ values: { form, day } });
  }, [draft, form, day, isBegun]);
  const close = useEffectEvent(() => {
    const stored = draft.read();
    if (!stored || signedInPerson(queryClient) !== person) return;
    // The form is empty again, so its draft is not needed.
    if (!isBegun && !isSent(stored.attempt)) draft.end();
  });
  useEffect(() => () => close(), []);
}

interface UnfinishedBookingsProps {
  offered: readonly { id: string; values: DraftValues }[];
  onContinue: (id: string, values: DraftValues) => void;
  onDiscard: (id: string) => void;
}

/** Offers each unfinished booking in a line of its own. */
export function UnfinishedBookings({ offered, onContinue, onDiscard }: UnfinishedBookingsProps) {
  return offered.map(({ id, values }) => (
    <div key={id} className="mb-1.5 flex items-center gap-2 rounded-md bg-accent-soft px-2.5 py-1 text-sm">
      <p className="min-w-0 grow truncate">{unfinishedText(values.form)}</p>
      <Button compact tone="quiet" onClick={() => onContinue(id, values)}>
        {t({ message: 'Continue', comment: 'button: an unfinished booking' })}
      </Button>
      <Button compact tone="quiet" onClick={() => onDiscard(id)}>
        {t({ message: 'Discard', comment: 'button: an unfinished booking' })}
      </Button>
    </div>
  ));
}

/** `Unfinished: Turbo, 2:00 PM` */
function unfinishedText({ pet, newPet, unmatched, start }: DraftValues['form']): string {
  const name = isolateText(pet?.name || newPet?.petName || newPet?.clientName || unmatched.pet);
  if (name === '') return t`Unfinished appointment`;
  return start === ''
    ? t({ message: `Unfinished: ${name}`, comment: 'a pet whose booking was not finished' })
    : t({ message: `Unfinished: ${name}, ${start}`, comment: 'a pet whose booking was not finished; a time of day' });
}
