import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { listKeys } from '#app/api/appointment-store.ts';
import { useOnlineRequestsLog } from '#app/changes/online-requests.ts';
import { PresenceNote } from '#app/components/presence.tsx';
import { clientAndPetInput, isBookable, useRequester } from '#app/days/requester.ts';
import { RequesterChoice } from '#app/days/requester-choice.tsx';
import { useDesk } from '#app/session/use-desk.ts';
import { requestName } from '#app/text/online-request-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { dayText, intervalText } from '#app/text/time-text.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { ReceivedOnlineRequest } from '#contract/received-online-booking.ts';
import { recordedTime } from '#scheduling/visit.ts';
import { appointmentsInWarnings } from '#scheduling/warnings.ts';
import { AppointmentFields } from './appointment-fields.tsx';
import { BookingFrame, FormBody } from './booking-frame.tsx';
import { createBookingPorts } from './booking-ports.ts';
import { bookingActivity, useBookingPresence } from './booking-presence.ts';
import { type Booking, reschedulingValues, valuesOfPlace } from './booking-values.ts';
import { useDraftOnCalendar } from './draft-on-calendar.ts';
import { ConflictPanel } from './outcome-panel.tsx';
import type { PanelLists, PanelProps } from './panel-props.ts';
import { readAppointmentsAt } from './submit-booking.ts';
import { SubmitButton } from './submit-button.tsx';
import { BookingFormContext, type BookingFormState, useBookingForm } from './use-booking-form.ts';
import { useDelayedPress, usePlaceSelection } from './use-press.ts';

interface RequestFormProps {
  panel: PanelProps;
  lists: PanelLists;
  /** The request, converted to an appointment from which the form is filled in. */
  appointment: ReceivedAppointment;
  request: ReceivedOnlineRequest;
}

/** The panel that books a request from the web site with another time, vet, room or type. */
export function RequestForm({ panel, lists, appointment, request }: RequestFormProps) {
  const { isPage, onClose, prefill } = panel;
  const zone = lists.stores.find(({ id }) => id === request.storeId)?.timeZone ?? 'UTC';
  const { requester } = useRequester(request);
  // No vet is preselected, so the form proposes one who is free, as it does for a new booking.
  const [initial] = useState(() => reschedulingValues(appointment, zone, true));
  const petId = requester?.pet?.id ?? null;
  const form = useBookingForm({
    ...{ panel, lists, initial, status: appointment.status, newPetFields: null },
    purpose: { kind: 'move', appointment: { ...appointment, petId }, request },
    can: { type: true, vet: true, room: true },
  });
  const { requested, when, state, store } = form;
  const others = useBookingPresence(bookingActivity(request.storeId, requested, when.time), false);
  useDraftOnCalendar(form, others);
  usePlaceSelection(panel.selectedPlaceId, () => {
    if (prefill.start !== undefined) form.change(valuesOfPlace(form.values, prefill, lists.stores));
  });
  const { book, isChecking, conflicts, isAsked } = useBookRequest(form, request);
  const isTaken = state.kind === 'taken' || conflicts.length > 0;
  const place = when.time && { store, stores: lists.stores, time: when.time, petName: '', pets: lists.pets };
  const wanted = recordedTime(appointment);
  const day = dayText(zone, wanted.start);
  const clock = intervalText(zone, wanted, wanted.start);
  return (
    <BookingFrame {...{ isPage, onClose, store }} title={requestTitle()} initialFocus={form.firstInput} onSubmit={book}>
      <BookingFormContext value={form}>
        <FormBody
          isSending={isChecking}
          onSubmit={book}
          foot={
            <>
              <PresenceNote text={others} className="text-sm" />
              {conflicts.length === 0 ? null : (
                <ConflictPanel heading={notBookedText()} others={conflicts} place={place} />
              )}
              <div className="flex justify-end">
                <SubmitButton isDisabled={isChecking}>
                  {isTaken ? texts.bookAnyway : texts.bookAppointment}
                </SubmitButton>
              </div>
            </>
          }
        >
          <p className="mb-2.5 text-sm">
            <span className="font-semibold">{requestName(request)}</span>{' '}
            <span className="text-muted">
              {t({ message: `requested for ${day}, ${clock}`, comment: 'a pet, and when its client wants to come' })}
            </span>
          </p>
          <div id={REQUESTER_CHOICE_ID} className="mb-3 rounded-md bg-sunken px-3 py-2 text-sm">
            <RequesterChoice {...{ request, isAsked }} isSeen />
          </div>
          <AppointmentFields>{null}</AppointmentFields>
        </FormBody>
      </BookingFormContext>
    </BookingFrame>
  );
}

export const requestTitle = () =>
  t({ message: 'Book request', comment: 'title of the panel that books a request from the web site' });

const notBookedText = () => t`Not booked yet: someone else has just booked this time`;

const REQUESTER_CHOICE_ID = 'requester';

/**
 * Books a request with the values of the form. As for a new appointment, it first reads the appointments at that time
 * again, and shows what a colleague has booked in the meantime before it sends anything.
 */
function useBookRequest(form: BookingFormState, request: ReceivedOnlineRequest) {
  const { panel, freeTimes, state, checked, report } = form;
  const { company, session } = useDesk();
  const api = useApi();
  const queryClient = useQueryClient();
  const log = useOnlineRequestsLog();
  const { requester } = useRequester(request);
  const [isAsked, setIsAsked] = useState(false);
  const mayBook = requester !== null && isBookable(requester, session.capabilities);

  const checking = useMutation({
    networkMode: 'always',
    async mutationFn({ booking, shownIds }: { booking: Booking; shownIds: ReadonlySet<string> }) {
      const { time, employeeId } = booking;
      const ports = createBookingPorts(api, session.capabilities);
      const page = await readAppointmentsAt(ports, { companyId: company.id, ...bookedRequestTime(booking) }).catch(
        () => null,
      );
      return freeTimes.conflictsAt(time, employeeId, page?.records ?? []).filter(({ id }) => !shownIds.has(id));
    },
    onSuccess(others, { booking }) {
      if (others.length > 0) return void queryClient.invalidateQueries({ queryKey: listKeys.days() });
      if (requester === null) return;
      const { employeeId, roomId, visitTypeId } = booking;
      log.book(request, {
        ...clientAndPetInput(request, requester),
        ...bookedRequestTime(booking),
        ...{ employeeId, roomId },
        ...(visitTypeId === '' ? {} : { visitTypeId }),
      });
      panel.onMoved(booking.time.start);
    },
  });
  // Another time, vet, room or length may have no clash with what was found.
  const found = checking.data ?? [];
  const conflicts =
    found.length > 0 && 'booking' in checked
      ? freeTimes.conflictsAt(checked.booking.time, checked.booking.employeeId, found)
      : [];
  const press = useDelayedPress<'book'>(form.isSettled, () => {
    if (!mayBook) {
      setIsAsked(true);
      document.getElementById(REQUESTER_CHOICE_ID)?.querySelector<HTMLElement>('input[type="radio"]')?.focus();
      return undefined;
    }
    if ('errors' in checked) return report(checked.errors);
    const shown = state.kind === 'taken' ? appointmentsInWarnings(state.warnings) : [];
    const shownIds = new Set([...shown, ...conflicts].map(({ id }) => id));
    return checking.isPending ? undefined : checking.mutate({ booking: checked.booking, shownIds });
  });
  return { book: () => press('book'), isChecking: checking.isPending, conflicts, isAsked };
}

const bookedRequestTime = ({ time }: Booking) => ({
  start: new Date(time.start).toISOString(),
  end: new Date(time.end).toISOString(),
});
