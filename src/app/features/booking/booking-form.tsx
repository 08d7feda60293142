import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { PawPrint } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { FormProvider, type Path } from 'react-hook-form';
import * as z from 'zod/mini';
import { useAddresses } from '#app/addresses/addresses.ts';
import { knownPerson } from '#app/api/session.ts';
import { newId } from '#app/browser/new-id.ts';
import { sessionStore } from '#app/browser/storage.ts';
import { useChanges } from '#app/changes/appointment-changes.ts';
import { usePlanChanges } from '#app/changes/plan-changes.ts';
import { AppLink } from '#app/components/app-link.tsx';
import { Button } from '#app/components/button.tsx';
import { iconButtonClass } from '#app/components/icon-button.tsx';
import { PresenceNote } from '#app/components/presence.tsx';
import { canRepeat } from '#app/days/series.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { isolated } from '#app/text/isolated.ts';
import { words } from '#app/text/shared-texts.ts';
import type { AppointmentStatus } from '#contract/enums.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { appointmentsNamed } from '#scheduling/warnings.ts';
import { AppointmentFields } from './appointment-fields.tsx';
import { useBooked } from './booked.ts';
import { BookingFrame, FormBody } from './booking-frame.tsx';
import { presenceOf, useBookingPresence } from './booking-presence.ts';
import {
  type Booking,
  type BookingValues,
  bookingOf,
  bookingValuesSchema,
  canPlace,
  initialValues,
  isSameRequest,
  submissionOf,
  valuesAt,
} from './booking-values.ts';
import { createDrafts, isSent, isUnresolved } from './draft.ts';
import { useDraftOnCalendar } from './draft-on-board.ts';
import { OutcomePanel, phaseText } from './outcome-panel.tsx';
import type { PanelLists, PanelProps, Purpose } from './panel.ts';
import { registrationFields } from './registration.ts';
import { remainingTimes, repeatDates } from './repeat.ts';
import { bookCourseText, RepeatButton, RepeatFields } from './repeat-fields.tsx';
import type { Submission } from './submit-booking.ts';
import { useBookingForm, usePlaced } from './use-booking-form.ts';
import { namedBy, useDateChecks } from './use-date-checks.ts';
import { isBeingBooked, useSubmitBooking } from './use-submit-booking.ts';

/** An unfinished booking as it is stored. */
const draftSchema = z.object({
  form: bookingValuesSchema,
  /** The calendar's day, `YYYY-MM-DD`. */
  day: z.string(),
  /** Whether its panel was open last: a booking that was being sent then appears again after a reload. */
  isOpen: z.boolean(),
});

const NOTHING_MOVED: ReadonlySet<string> = new Set();

/** The status of a patient who is here and waiting. */
const WALK_IN_STATUS = 'checked_in' satisfies AppointmentStatus;

/** The panel for a new appointment, or for a patient who is here without one. */
export function BookingForm({ panel, lists }: { panel: PanelProps; lists: PanelLists }) {
  const { prefill, day, onDay, isPage, onClose } = panel;
  const { session, company } = useDesk();
  const { person, capabilities } = session;
  // Nobody is checked in on another day than today.
  const isWalkIn = panel.purpose.kind === 'walk-in' && day === panel.today;
  const purpose: Purpose = isWalkIn ? panel.purpose : { kind: 'new' };
  const newPetFields = registrationFields(capabilities);
  const { draft, offered, restored, ...drafts } = useFormDraft(company.id, person);
  const [initial] = useState(() => restored ?? initialValues(prefill, lists, newPetFields));
  const input = {
    ...lists,
    ...{ purpose, initial, day, onDay, newPetFields, freshness: panel.freshness },
    status: isWalkIn ? WALK_IN_STATUS : lists.bookingStatus,
  };
  const state = useBookingForm(input);
  const { form, values, store, requested, answer, when, check, checked: filled } = state;
  const repeat = isWalkIn ? null : values.repeat;
  const dates = repeat && when.time ? repeatDates(repeat, when.time, store.timeZone) : null;
  const course = useDateChecks({
    // All dates of a course have the same vet.
    ...{ requested: { ...requested, vet: state.bookedVet }, dates: dates ?? [] },
    ...{ stores: lists.stores, employees: lists.employees },
    ...{ enabled: dates !== null && answer.state !== 'waiting', moved: NOTHING_MOVED, freshness: panel.freshness },
  });
  const firstInput = useRef<HTMLInputElement>(null);
  const changes = useChanges();
  const addresses = useAddresses();
  const isBegun = form.formState.isDirty || restored !== null || prefill.start !== undefined;
  const others = useBookingPresence(presenceOf(store.id, requested, when.time), isBegun);
  useDraftOnCalendar({ panel: { ...panel, purpose }, lists, state, others });
  usePlaced(panel.placed, () => {
    if (prefill.start === undefined) firstInput.current?.focus();
    else form.setValues(valuesAt(values, prefill, lists.stores), { shouldDirty: true });
  });
  useStoredDraft(draft, person, { form: values, day }, form.formState.isDirty || restored !== null);

  const place = when.time && { store, stores: lists.stores, time: when.time, petName: '', pets: lists.pets };
  const finishBooked = useBooked({ ...panel, lists, loaded: answer.freeTimes.appointments });
  const submitting = useSubmitBooking({
    ...{ companyId: company.id, draft, person, capabilities },
    onBooked(booked, isClosed) {
      const { isOnCalendar } = finishBooked(booked);
      if (isClosed) return;
      panel.onBooked(booked);
      void isOnCalendar.then((isShown) => (isShown ? panel.onFocus(booked) : undefined));
    },
    onRegistered: (pet) =>
      form.setValues({ pet, newPet: null, unmatched: { ...values.unmatched, pet: '' } }, { shouldDirty: true }),
  });
  const { phase, outcome, submitted } = submitting;
  // A conflict at another time does not apply to this one.
  const isOutdated =
    (outcome?.kind === 'conflict' || outcome?.kind === 'passed') &&
    !('booking' in filled && submitted && isSameSubmission(submissionOf(filled.booking, company.id), submitted));
  const problem = outcome?.kind === 'booked' || isOutdated ? null : outcome;
  const shown = state.state.kind === 'taken' ? appointmentsNamed(state.state.warnings) : [];
  // Conflicts that an attempt has reported have been shown, too.
  const shownIds = [...shown, ...namedBy(course.checks), ...(problem?.kind === 'conflict' ? problem.others : [])].map(
    ({ id }) => id,
  );
  const isShown = state.state.kind === 'taken' || state.state.kind === 'free' || problem?.kind === 'conflict';
  const toSubmission = (booking: Booking) => ({
    ...submissionOf(booking, company.id),
    values: { form: values, day, isOpen: true },
    conflicts: (appointments: readonly ReceivedAppointment[]) =>
      dates === null
        ? answer.conflictsAt(booking.time, booking.employeeId, appointments)
        : course.conflictsAmong(appointments),
    shownIds: isShown ? new Set(shownIds) : null,
    waits: false,
  });
  const submit = () => void form.handleSubmit((booking) => submitting.submit(toSubmission(booking)))();
  const bookWhenBack = () => void form.handleSubmit((booking) => submitting.bookWhenBack(toSubmission(booking)))();
  const resume = useEffectEvent(() => {
    submitting.resume('booking' in filled ? toSubmission(filled.booking) : null);
  });
  const isSentBefore = restored !== null;
  useEffect(() => {
    // The page was reloaded while it was being sent.
    if (isSentBefore) resume();
  }, [isSentBefore]);

  const { onWait } = isWalkIn ? { onWait: null } : panel;
  /** Continues with the waiting list, which needs no time. A new client and pet are registered first. */
  function putOnList() {
    const timeless = { ...values, start: '', date: '', notes: '', repeat: null };
    const checked = bookingOf(timeless, { ...check, start: check.start ?? answer.noon });
    if ('faults' in checked) {
      const faults = Object.entries(checked.faults) as [Path<BookingValues>, string][];
      for (const [nth, [field, message]] of faults.entries())
        form.setError(field, { type: 'fault', message }, { shouldFocus: nth === 0 });
      return;
    }
    const { store: at, time, visitTypeId, pet, registration } = checked.booking;
    const wait = ({ id, name }: { id: string; name: string }) =>
      onWait?.({
        ...{ pet: { id, name }, storeId: at.id, visitTypeId, employeeId: requested.vet?.id ?? null },
        durationMinutes: (time.end - time.start) / 60_000,
        onDone() {
          draft.end();
          onClose();
        },
      });
    if (registration) submitting.register({ registration, values: { form: values, day, isOpen: true }, onPet: wait });
    else if (pet) wait(pet);
  }

  const planChanges = usePlanChanges();
  const canBlock = planChanges?.canChange === true && when.time !== null && !isWalkIn && phase === null;
  function block() {
    if (!planChanges || !when.time) return;
    const roomId = requested.roomId ?? prefill.roomId ?? null;
    onClose();
    planChanges.openNew({
      kind: 'unavailable',
      storeId: store.id,
      roomId,
      employeeId: roomId === null ? (requested.vet?.id ?? null) : null,
      start: new Date(when.time.start).toISOString(),
      end: new Date(when.time.end).toISOString(),
    });
  }

  const lost = lists.employees.find(({ id }) => submitted?.anyVet && id === submitted.request.employeeId);
  const isFreeWithOther = state.state.kind === 'free' && state.bookedVet !== null && state.bookedVet.id !== lost?.id;
  const instead = lost && isFreeWithOther ? { lost: lost.name, vet: state.bookedVet?.name ?? '' } : null;
  const isTaken =
    state.state.kind === 'taken' ||
    (problem?.kind === 'conflict' && instead === null) ||
    course.checks.some(({ kind }) => kind === 'taken' || kind === 'together');
  const count = dates === null ? 1 : remainingTimes(dates).length;
  return (
    <BookingFrame
      isPage={isPage}
      title={isWalkIn ? words.walkIn : words.newAppointment}
      store={store}
      initialFocus={firstInput}
      onSubmit={submit}
      onBlock={canBlock ? block : undefined}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <FormBody
          isSending={phase !== null}
          onSubmit={submit}
          foot={
            <>
              <PresenceNote text={others} className="text-sm" />
              {problem ? (
                <OutcomePanel
                  problem={problem}
                  place={place}
                  instead={instead}
                  onAgain={submitting.wasRegistering ? putOnList : submit}
                  onBookWhenBack={bookWhenBack}
                />
              ) : null}
              <div className="flex flex-wrap items-center justify-end gap-2">
                {values.pet && phase === null ? (
                  <AppLink
                    to={addresses.pet(values.pet.id)}
                    title={t`The pet’s page`}
                    className={`${iconButtonClass} -ms-2 me-auto`}
                  >
                    <PawPrint aria-hidden="true" size={16} />
                    <span className="sr-only">
                      <PetPageText name={values.pet.name} />
                    </span>
                  </AppLink>
                ) : null}
                <p role="status" className={phase ? 'me-auto text-sm text-muted' : 'sr-only'}>
                  {phase ? phaseText(phase) : ''}
                </p>
                {phase === 'waiting' ? <Button onClick={submitting.stop}>{t`Don’t wait`}</Button> : null}
                {onWait && phase === null ? (
                  <Button
                    compact
                    tone={panel.isForWaitingList ? 'primary' : 'quiet'}
                    className="min-h-9"
                    onClick={putOnList}
                  >
                    {words.putOnWaitingList}
                  </Button>
                ) : null}
                <Button
                  tone={panel.isForWaitingList ? 'plain' : 'primary'}
                  type="submit"
                  aria-disabled={phase !== null}
                  aria-keyshortcuts="Control+Enter"
                >
                  {count > 1 ? bookCourseText(count, isTaken) : buttonText(isWalkIn, isTaken)}
                </Button>
              </div>
            </>
          }
        >
          {offered ? (
            <Unfinished
              text={unfinishedText(offered.form)}
              onContinue={() => {
                form.reset(offered.form, { keepDefaultValues: true });
                drafts.onContinue();
                state.onDay(offered.day);
              }}
              onDiscard={drafts.onDiscard}
            />
          ) : null}
          <AppointmentFields
            // Text that a field has not taken is restored only when it is mounted.
            key={draft.id}
            {...{ input, state, lists, prefill, firstInput }}
            can={{ type: true, vet: true, room: canPlace(capabilities) }}
            after={panel.after}
            sent={submitting.sent}
            dayAction={!isWalkIn && repeat === null && canRepeat(capabilities) ? <RepeatButton /> : null}
            onCheckIn={
              changes.can.has('status')
                ? (appointment) => {
                    changes.change(appointment, { status: WALK_IN_STATUS });
                    draft.end();
                    onClose();
                  }
                : undefined
            }
          >
            {repeat === null ? null : (
              <RepeatFields
                {...{ repeat, dates, course }}
                place={{ store, stores: lists.stores, petName: state.petName, pets: lists.pets }}
              />
            )}
          </AppointmentFields>
          {isWalkIn ? (
            <Button compact tone="quiet" onClick={panel.onLater} className="mt-2">
              {t`Book a later time`}
            </Button>
          ) : null}
        </FormBody>
      </FormProvider>
    </BookingFrame>
  );
}

function buttonText(isWalkIn: boolean, isTaken: boolean): string {
  if (isWalkIn) return isTaken ? t`Check in anyway` : t({ message: 'Check in', comment: 'button: a patient has come' });
  return isTaken ? words.bookAnyway : words.bookAppointment;
}

function PetPageText({ name }: { name: string }) {
  if (name === '') return t`The pet’s page`;
  return (
    <Trans>
      <bdi>{name}</bdi>’s page
    </Trans>
  );
}

type Sent = Pick<Submission<unknown>, 'request' | 'pet' | 'anyVet'>;

function isSameSubmission(one: Sent, other: Sent): boolean {
  const requestOf = ({ request, pet }: Sent) => ({ ...request, petId: 'id' in pet ? pet.id : '' });
  return isSameRequest(requestOf(one), requestOf(other), one.anyVet && other.anyVet);
}

/**
 * The unfinished booking of this tab, which a new panel offers. After a reload, a panel whose booking was being sent is
 * restored, since its outcome is unknown.
 */
function useFormDraft(companyId: string, person: string | null) {
  const drafts = createDrafts({ storage: sessionStore, companyId, person, schema: draftSchema });
  const queryClient = useQueryClient();
  const [found, setFound] = useState(() => drafts.unfinished((draftId) => isBeingBooked(queryClient, draftId)));
  const [restored] = useState(() => (found?.values.isOpen && isUnresolved(found.attempt) ? found : null));
  const [id, setId] = useState(() => restored?.id ?? newId());
  const offered = found !== null && found.id !== id ? found : null;
  return {
    draft: drafts.open(id),
    restored: restored?.values.form ?? null,
    offered: offered?.values ?? null,
    onContinue() {
      if (offered) setId(offered.id);
    },
    onDiscard() {
      if (offered) drafts.open(offered.id).end();
      setFound(null);
    },
  };
}

type FormDraft = ReturnType<typeof useFormDraft>['draft'];

/** Stores a form while it is filled in; an untouched form is not stored. */
function useStoredDraft(
  draft: FormDraft,
  person: string | null,
  { form, day }: Omit<z.infer<typeof draftSchema>, 'isOpen'>,
  isBegun: boolean,
) {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (isBegun) draft.write({ values: { form, day, isOpen: true } });
  }, [draft, form, day, isBegun]);
  const close = useEffectEvent(() => {
    const stored = draft.read();
    if (!stored || knownPerson(queryClient) !== person) return;
    if (isBegun || isSent(stored.attempt)) draft.write({ values: { ...stored.values, isOpen: false } });
    // The form is empty again.
    else draft.end();
  });
  useEffect(() => () => close(), []);
}

function Unfinished({ text, onContinue, onDiscard }: { text: string; onContinue: () => void; onDiscard: () => void }) {
  return (
    <div className="mb-2.5 flex items-center gap-2 rounded-md bg-accent-soft px-2.5 py-1 text-sm">
      <p className="min-w-0 grow truncate">{text}</p>
      <Button compact tone="quiet" onClick={onContinue}>
        {t({ message: 'Continue', comment: 'button: an unfinished booking' })}
      </Button>
      <Button compact tone="quiet" onClick={onDiscard}>
        {t({ message: 'Discard', comment: 'button: an unfinished booking' })}
      </Button>
    </div>
  );
}

/** `Unfinished: Turbo, 2:00 PM` */
function unfinishedText({ pet, newPet, unmatched, start }: z.infer<typeof bookingValuesSchema>): string {
  const name = isolated(pet?.name || newPet?.petName || newPet?.clientName || unmatched.pet);
  if (name === '') return t`Unfinished appointment`;
  return start === ''
    ? t({ message: `Unfinished: ${name}`, comment: 'a pet whose booking was not finished' })
    : t({ message: `Unfinished: ${name}, ${start}`, comment: 'a pet whose booking was not finished; a time of day' });
}
