import { zodResolver } from '@hookform/resolvers/zod';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { localStore, sessionStore } from '#app/components/browser-storage.ts';
import { occupies } from '#app/scheduling/visit.ts';
import { usesTwelveHours } from '#app/scheduling/wall-clock.ts';
import { instantOf } from '#contract/primitives.ts';
import type { ReceivedAppointment, ReceivedAppointmentType } from '#contract/received.ts';
import { aboutOf, type Told } from './booking-advice.tsx';
import type { BookedAppointment, BookingFormValues, BookingPrefill, BookingStore } from './booking-model.ts';
import { tellBooked, tellClash } from './booking-notices.ts';
import { type BookingRequest, createBookingSchema } from './booking-schema.ts';
import { holdDraft } from './draft-claims.ts';
import { createDraftStore, newDraftId } from './draft-store.ts';
import { draftedValues, initialValues } from './initial-values.ts';
import { fieldsNamed } from './refused-fields.ts';
import { useBooking } from './use-booking.ts';
import { isAssigned } from './warnings/busy.ts';

interface UseBookingFormOptions {
  companyId: string;
  /** Whose drafts the form keeps. */
  person: string | null;
  stores: readonly BookingStore[];
  appointmentTypes: readonly ReceivedAppointmentType[];
  initial: BookingPrefill;
  /** The drafts that are not to begin with, since others have them; null for none at all. */
  held: ReadonlySet<string> | null;
  onBooked: (booked: BookedAppointment, closed: boolean) => void;
}

/** The order of the fields on the screen: the first wrong one gets the focus. */
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
] as const satisfies (keyof BookingFormValues)[];

/** The state of the booking form: its values and faults, its draft, and the booking under way. */
export function useBookingForm(options: UseBookingFormOptions) {
  const { companyId, person, stores, appointmentTypes, initial, held, onBooked } = options;
  const { petId } = initial;
  const link = linkOf(initial);
  const drafts = useMemo(
    () => createDraftStore({ storage: localStore, tab: sessionStore, companyId, person, scope: petId, link }),
    [companyId, person, petId, link],
  );
  const [{ draft, firstId, values: defaultValues }] = useState(() => {
    const fresh = initialValues({
      prefill: initial,
      stores,
      types: appointmentTypes,
      now: Date.now(),
      twelveHours: usesTwelveHours(),
    });
    const kept = held && drafts.restore(held);
    if (!kept) return { firstId: newDraftId(), draft: null, values: fresh };
    const { values } = kept.draft;
    return {
      firstId: kept.draft.id,
      draft: kept.draft,
      values: kept.whole ? values : draftedValues(values, fresh, initial),
    };
  });
  const [draftId, setDraftId] = useState(firstId);
  useEffect(() => {
    drafts.open(draftId);
    const letGo = holdDraft(draftId);
    return () => {
      drafts.close();
      letGo();
    };
  }, [drafts, draftId]);
  const schema = useMemo(() => createBookingSchema({ companyId, stores }), [companyId, stores]);
  const form = useForm<BookingFormValues, unknown, BookingRequest>({
    resolver: zodResolver(schema),
    defaultValues,
    shouldFocusError: false,
  });
  const { phase, trouble, submit, resume } = useBooking({
    drafts,
    draftId,
    formNow: () => {
      const values = form.getValues();
      return { values, request: schema.safeParse(values).data ?? null };
    },
    person,
    onBooked: (booked, how, closed) => {
      tellBooked(booked, how, stores);
      onBooked(booked, closed);
    },
    onLeft: (leftId, booked) => {
      setDraftId(leftId);
      onBooked(booked, true);
    },
    onClash: (others, booked) => tellClash(others, booked, stores),
  });

  // A reload in the middle of a booking left an attempt behind: what became of it comes before anything else.
  useEffect(() => {
    if (draft?.attempt) void resume();
  }, [draft, resume]);

  const { setError, setFocus } = form;
  useEffect(() => {
    if (trouble?.kind !== 'refused' || trouble.error.status !== 400) return;
    const message = trouble.error.suggestion ?? '';
    const fields = fieldsNamed(message);
    for (const field of fields) setError(field, { type: 'server', message });
    if (fields[0]) setFocus(fields[0]);
  }, [trouble, setError, setFocus]);

  const told = useRef<Told | null>(null);
  const onTold = useCallback((now: Told | null) => {
    told.current = now;
  }, []);

  const book = form.handleSubmit(
    (request) => {
      const shown = told.current?.about === aboutRequest(request) ? told.current.ids : null;
      return submit({
        values: form.getValues(),
        request,
        shownIds: trouble?.kind === 'changed' ? together(shown, trouble.others) : shown,
        conflicts: (other) => occupies(other) && standsInTheWay(other, request),
      });
    },
    (errors) => {
      const first = fieldOrder.find((field) => errors[field]);
      if (first) setFocus(first);
    },
  );
  return { form, schema, drafts, draftId, draft, phase, trouble, onTold, book };
}

/** What a form is opened for; the day and the store that happen to be on the board are not part of it. */
function linkOf({ petId, visitTypeId, employeeId, start, end }: BookingPrefill): string {
  return JSON.stringify([petId, visitTypeId, employeeId, start, end]);
}

function aboutRequest({ petId, employeeId, start, end }: BookingRequest): string {
  return aboutOf({ petId, vetId: employeeId ?? null, span: { start: instantOf(start), end: instantOf(end) } });
}

/** Whether another appointment at that time has the same pet or the same vet. */
function standsInTheWay(other: ReceivedAppointment, { petId, employeeId }: BookingRequest): boolean {
  return other.petId === petId || (employeeId !== undefined && isAssigned(other, employeeId));
}

/** What the form has told of, and what the refusal to send has told of since. */
function together(told: ReadonlySet<string> | null, others: readonly ReceivedAppointment[]): ReadonlySet<string> {
  return new Set([...(told ?? []), ...others.map(({ id }) => id)]);
}
