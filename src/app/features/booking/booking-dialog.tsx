import { zodResolver } from '@hookform/resolvers/zod';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Button } from '#app/components/button.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { usesTwelveHours } from '#app/components/time-text.ts';
import type {
  ReceivedAppointment,
  ReceivedAppointmentType,
  ReceivedCompany,
  ReceivedEmployee,
  ReceivedEnums,
} from '#contract/received.ts';
import { aboutOf, type Told } from './booking-advice.tsx';
import { BookingFields } from './booking-fields.tsx';
import type { BookedAppointment, BookingFormValues, BookingPrefill, BookingStore } from './booking-model.ts';
import { othersText, tellBooked, tellClash } from './booking-notices.ts';
import { type BookingRequest, createBookingSchema } from './booking-schema.ts';
import { DraftKeeper } from './draft-keeper.tsx';
import { createDraftStore, newDraftId } from './draft-store.ts';
import { FormAdvice } from './form-advice.tsx';
import { draftedValues, initialValues } from './initial-values.ts';
import { OutcomePanel } from './outcome-panel.tsx';
import { fieldsNamed } from './refused-fields.ts';
import { foreignZoneText } from './span-text.ts';
import type { Phase } from './submit-booking.ts';
import { useBooking } from './use-booking.ts';
import { isAssigned, takesPlace } from './warnings/busy.ts';

export interface BookingDialogProps {
  company: Pick<ReceivedCompany, 'id'>;
  /** Those that can be booked in, each with its zone resolved; at least one. */
  stores: readonly BookingStore[];
  enums: ReceivedEnums;
  employees: readonly ReceivedEmployee[];
  appointmentTypes: readonly ReceivedAppointmentType[];
  initial: BookingPrefill;
  /** Closes the form; what was typed stays as a draft. */
  onClose: () => void;
  /** Called once for a booking, also when the form was closed on the way; the form itself has told where and when. */
  onBooked: (booked: BookedAppointment) => void;
}

const phaseText = {
  reading: 'Booking…',
  sending: 'Booking…',
  looking: 'Checking whether it was booked…',
} as const satisfies Record<Phase, string>;

const fieldOrder = [
  'pet',
  'visitTypeId',
  'storeId',
  'date',
  'start',
  'length',
  'end',
  'employeeId',
  'status',
  'notes',
] as const;

/** The form for a new appointment. Routes place it; it is loaded when it is first wanted. */
export function BookingDialog(props: BookingDialogProps) {
  const [round, setRound] = useState(0);
  // Discarding begins anew with a form, a draft and a memory of its own.
  return <BookingForm key={round} {...props} restore={round === 0} onDiscard={() => setRound(round + 1)} />;
}

function BookingForm(props: BookingDialogProps & { restore: boolean; onDiscard: () => void }) {
  const { company, stores, enums, employees, appointmentTypes, initial, restore, onClose, onBooked, onDiscard } = props;
  const companyId = company.id;
  const { petId } = initial;
  const drafts = useMemo(
    () => createDraftStore({ storage: localStorage, companyId, scope: petId }),
    [companyId, petId],
  );
  const [begun] = useState(() => {
    const fresh = initialValues({
      prefill: initial,
      stores,
      types: appointmentTypes,
      now: Date.now(),
      twelveHours: usesTwelveHours(),
    });
    const draft = restore ? drafts.read() : null;
    return draft
      ? { draftId: draft.id, values: draftedValues(draft.values, fresh, initial), draft }
      : { draftId: newDraftId(), values: fresh, draft: null };
  });
  const { draftId } = begun;
  const form = useForm<BookingFormValues, unknown, BookingRequest>({
    resolver: zodResolver(createBookingSchema({ companyId, stores })),
    defaultValues: begun.values,
    shouldFocusError: false,
  });
  const storeId = useWatch({ control: form.control, name: 'storeId' });
  const store = stores.find(({ id }) => id === storeId) ?? stores[0];

  const told = useRef<Told | null>(null);
  const onTold = useCallback((now: Told | null) => {
    told.current = now;
  }, []);
  const { phase, failure, submit, resume } = useBooking({
    drafts,
    draftId,
    onBooked: (booked, how) => {
      tellBooked(booked, how, stores);
      onBooked(booked);
    },
    onClash: (others, booked) => tellClash(others, booked, stores),
  });

  // A reload in the middle of a booking left an attempt behind: what became of it comes before anything else.
  const { draft } = begun;
  useEffect(() => {
    if (draft?.attempt) void resume();
  }, [draft, resume]);

  const { setError, setFocus } = form;
  useEffect(() => {
    if (failure?.kind !== 'refused' || failure.error.suggestion === null) return;
    const fields = fieldsNamed(failure.error.suggestion);
    for (const field of fields) setError(field, { type: 'server', message: failure.error.suggestion });
    if (fields[0]) setFocus(fields[0]);
  }, [failure, setError, setFocus]);

  const petInput = useRef<HTMLInputElement>(null);
  const book = form.handleSubmit(
    (request) => {
      const values = form.getValues();
      const span = { start: instantOf(request.start), end: instantOf(request.end) };
      const about = aboutOf({ petId: request.petId, vetId: request.employeeId ?? null, span });
      const shownIds = told.current?.about === about ? told.current.ids : null;
      return submit({
        values,
        request,
        shownIds: failure?.kind === 'changed' ? together(shownIds, failure.others) : shownIds,
        conflicts: (other) =>
          takesPlace(other) &&
          (other.petId === request.petId || (values.employeeId !== null && isAssigned(other, values.employeeId))),
      });
    },
    (errors) => {
      const first = fieldOrder.find((field) => errors[field]);
      if (first) setFocus(first);
    },
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    const inText = event.target instanceof HTMLTextAreaElement;
    // A key held down repeats; one press is one booking.
    if (event.repeat && !inText) event.preventDefault();
    else if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      void book();
    }
  };

  return (
    <Dialog
      title="New appointment"
      description={store ? foreignZoneText(store.timeZone, store.name) : undefined}
      initialFocus={petInput}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <form
        noValidate
        className="flex min-h-0 grow flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          void book();
        }}
      >
        <DraftKeeper form={form} drafts={drafts} draftId={draftId} />
        <div className="flex min-h-0 grow flex-col gap-3 overflow-y-auto px-4 py-3">
          {draft && phase === null ? (
            <div className="flex items-center justify-between gap-2 rounded-md bg-accent-soft px-2.5 py-1 text-sm">
              <p>Your draft is back.</p>
              <Button
                compact
                tone="quiet"
                onClick={() => {
                  drafts.discard(draftId);
                  onDiscard();
                }}
              >
                Discard draft
              </Button>
            </div>
          ) : null}
          <BookingFields
            form={form}
            companyId={companyId}
            stores={stores}
            enums={enums}
            employees={employees}
            appointmentTypes={appointmentTypes}
            initial={initial}
            petInput={petInput}
          />
          <FormAdvice
            form={form}
            companyId={companyId}
            stores={stores}
            employees={employees}
            appointmentTypes={appointmentTypes}
            onTold={onTold}
          />
        </div>
        <div className="flex flex-col gap-2 border-t border-line px-4 py-3">
          {failure ? (
            <OutcomePanel
              outcome={failure}
              othersText={
                failure.kind === 'changed' ? othersText(failure.others, placeOf(failure.request), stores) : []
              }
              onAgain={() => void book()}
            />
          ) : null}
          <div className="flex items-center justify-end gap-3">
            <p role="status" className="mr-auto text-sm text-muted">
              {phase ? phaseText[phase] : ''}
            </p>
            <Button tone="plain" onClick={onClose}>
              Close
            </Button>
            <Button tone="primary" type="submit" aria-disabled={phase !== null}>
              Book appointment
            </Button>
          </div>
        </div>
      </form>
    </Dialog>
  );
}

function placeOf({ storeIds, start, end }: BookingRequest) {
  return { storeId: storeIds[0] ?? '', start, end };
}

/** What the form has told of, and what the refusal to send has told of since. */
function together(told: ReadonlySet<string> | null, others: readonly ReceivedAppointment[]): ReadonlySet<string> {
  return new Set([...(told ?? []), ...others.map(({ id }) => id)]);
}
