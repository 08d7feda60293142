import { use, useEffect, useEffectEvent } from 'react';
import { LiveContext } from '#app/days/live-state.ts';
import { useDesk } from '#app/session/use-desk.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { appointmentsInWarnings } from '#scheduling/warnings.ts';
import { useBookedHandler } from './booked-handler.ts';
import { buildSubmission, isSameRequest } from './booking-request.ts';
import { type Booking, validateBooking } from './booking-values.ts';
import { remainingTimes, repeatDates } from './repeat.ts';
import type { Submission } from './submit-booking.ts';
import type { FormDraft } from './unfinished-bookings.tsx';
import type { BookingFormState } from './use-booking-form.ts';
import { conflictsInChecks, useDateChecks } from './use-date-checks.ts';
import { useDelayedPress } from './use-press.ts';
import { useSubmitBooking } from './use-submit-booking.ts';

const NOTHING_MOVED: ReadonlySet<string> = new Set();

/**
 * Returns the dates of the series in a form, the checks of these dates, and the number of appointments to book. The
 * dates are null for a single appointment, and while the repetition or the time cannot be read.
 */
export function useSeriesDates({
  values,
  when,
  store,
  purpose,
  requested,
  bookedVet,
  freeTimes,
  lists,
  panel,
}: BookingFormState) {
  const { repeat } = values;
  const dates = repeat && when.time && purpose.kind === 'new' ? repeatDates(repeat, when.time, store.timeZone) : null;
  const series = useDateChecks({
    // All dates of a series have the same vet.
    ...{ requested: { ...requested, vet: bookedVet }, dates: dates ?? [] },
    ...{ stores: lists.stores, employees: lists.employees, freshness: panel.freshness },
    ...{ enabled: dates !== null && freeTimes.state !== 'waiting', movedIds: NOTHING_MOVED },
  });
  return { dates, series, count: dates === null ? 1 : remainingTimes(dates).length };
}

/** Books what is in the form, or puts its pet on the waiting list. */
export function useBooking(
  form: BookingFormState,
  { dates, series }: Pick<ReturnType<typeof useSeriesDates>, 'dates' | 'series'>,
  { draft, isRestored }: { draft: FormDraft; isRestored: boolean },
) {
  const { panel, lists, values, freeTimes, state, checked, requested, check, day, change, report } = form;
  const { session, company } = useDesk();
  const handleBooked = useBookedHandler({ ...panel, lists, loaded: freeTimes.loaded.appointments });
  const submitting = useSubmitBooking({
    ...{ companyId: company.id, draft, person: session.person, capabilities: session.capabilities },
    onBooked(booked, isClosed) {
      const { isOnCalendar } = handleBooked(booked, () => panel.onUndone(booked));
      if (isClosed) return;
      panel.onBooked(booked);
      void isOnCalendar.then((isShown) => (isShown ? panel.onFocus(booked) : undefined));
    },
    onRegistered: (pet) => change({ pet, newPet: null, unmatched: { ...values.unmatched, pet: '' } }),
  });
  const { outcome, submitted } = submitting;
  // A clash, or a start that has passed, concerns only the booking for which it was reported.
  const isOutdated =
    (outcome?.kind === 'conflict' || outcome?.kind === 'passed') &&
    !('booking' in checked && submitted && isSameSubmission(buildSubmission(checked.booking, company.id), submitted));
  const problem = outcome?.kind === 'booked' || isOutdated ? null : outcome;
  const upToDateAt = use(LiveContext)?.upToDateAt ?? 0;

  /**
   * The ids of the clashing appointments that the form or an attempt has shown, which need no confirmation; null while
   * it is uncertain whether there are any.
   */
  function shownConflictIds(): ReadonlySet<string> | null {
    const isShown = state.kind === 'taken' || state.kind === 'free' || problem?.kind === 'conflict';
    if (!isShown) return null;
    const shown = state.kind === 'taken' ? appointmentsInWarnings(state.warnings) : [];
    const reported = problem?.kind === 'conflict' ? problem.others : [];
    return new Set([...shown, ...conflictsInChecks(series.checks), ...reported].map(({ id }) => id));
  }
  const stored = { form: values, day };
  const toSubmission = (booking: Booking): Submission<typeof stored> => ({
    ...buildSubmission(booking, company.id),
    values: stored,
    conflicts: (appointments: readonly ReceivedAppointment[]) =>
      dates === null
        ? freeTimes.conflictsAt(booking.time, booking.employeeId, appointments)
        : series.findConflicts(appointments),
    shownIds: shownConflictIds(),
    waits: false,
  });
  const press = useDelayedPress<'book' | 'when-back'>(form.isSettled, (how) => {
    if ('errors' in checked) return report(checked.errors);
    const submission = toSubmission(checked.booking);
    return how === 'book' ? submitting.submit(submission) : submitting.bookWhenBack(submission);
  });
  const resume = useEffectEvent(() => {
    submitting.resume('booking' in checked ? toSubmission(checked.booking) : null);
  });
  useEffect(() => {
    // The booking was being sent when the page was reloaded, so its outcome is looked up.
    if (isRestored) resume();
  }, [isRestored]);

  /** Continues with the waiting list, which needs no time. A new client and pet are registered first. */
  function putOnWaitingList() {
    const timeless = { ...values, start: '', date: '', notes: '', repeat: null };
    const request = validateBooking(timeless, { ...check, start: check.start ?? freeTimes.noon });
    if ('errors' in request) return report(request.errors);
    const { store, time, visitTypeId, pet, registration } = request.booking;
    const openWaitingList = ({ id, name }: { id: string; name: string }) =>
      panel.onWait?.({
        ...{ pet: { id, name }, storeId: store.id, visitTypeId, employeeId: requested.vet?.id ?? null },
        durationMinutes: (time.end - time.start) / 60_000,
        onDone() {
          draft.end();
          panel.onClose();
        },
      });
    if (registration) submitting.register({ registration, values: stored, onPet: openWaitingList });
    else if (pet) openWaitingList(pet);
    return undefined;
  }

  const lost = lists.employees.find(({ id }) => submitted?.anyVet && id === submitted.request.employeeId);
  const isFreeWithOther = state.kind === 'free' && form.bookedVet !== null && form.bookedVet.id !== lost?.id;
  const instead = lost && isFreeWithOther ? { lost: lost.name, vet: form.bookedVet?.name ?? '' } : null;
  return {
    ...{ phase: submitting.phase, sent: submitting.sent, stop: submitting.stop, problem, instead, putOnWaitingList },
    /** Whether the practice system has been reached since the last run began. */
    isBack: upToDateAt > submitting.submittedAt,
    book: () => press('book'),
    bookWhenBack: () => press('when-back'),
    /** Repeats the last run, which may have registered a pet for the waiting list. */
    again: submitting.wasRegistering ? putOnWaitingList : () => press('book'),
    isTaken:
      state.kind === 'taken' ||
      (problem?.kind === 'conflict' && instead === null) ||
      series.checks.some(({ kind }) => kind === 'taken' || kind === 'together'),
  };
}

export type BookingRun = ReturnType<typeof useBooking>;

type SubmissionContent = Pick<Submission<unknown>, 'request' | 'pet' | 'anyVet'>;

function isSameSubmission(one: SubmissionContent, other: SubmissionContent): boolean {
  const withPetId = ({ request, pet }: SubmissionContent) => ({ ...request, petId: 'id' in pet ? pet.id : '' });
  return isSameRequest(withPetId(one), withPetId(other), one.anyVet && other.anyVet);
}
