import { t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useChanges } from '#app/api/appointment-changes.ts';
import { visitName } from '#app/api/directory.ts';
import { changingOf, useActivity } from '#app/api/presence.ts';
import { Button } from '#app/components/button.tsx';
import { PresenceNote } from '#app/components/presence.tsx';
import { dayText, intervalText } from '#app/scheduling/time-text.ts';
import { recordedTime } from '#app/scheduling/visit.ts';
import { isolated } from '#app/text/isolated.ts';
import { words } from '#app/text/shared-texts.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { AppointmentFields } from './appointment-fields.tsx';
import { BookingFrame, FormBody } from './booking-frame.tsx';
import { presenceOf, useBookingPresence } from './booking-presence.ts';
import { type Booking, valuesAt, valuesOf } from './booking-values.ts';
import { useDraftOnCalendar } from './draft-on-board.ts';
import type { PanelLists, PanelProps } from './panel.ts';
import { useBookingForm, usePlace } from './use-booking-form.ts';

interface RescheduleFormProps {
  panel: PanelProps;
  lists: PanelLists;
  appointment: ReceivedAppointment;
}

/** The panel that gives an appointment another time, vet, room or type. */
export function RescheduleForm({ panel, lists, appointment }: RescheduleFormProps) {
  const { purpose, day, onDay, isPage, onClose } = panel;
  const { change, can } = useChanges();
  const zone = lists.stores.find(({ id }) => id === appointment.storeId)?.timeZone ?? 'UTC';
  const [initial] = useState(() => valuesOf(appointment, zone));
  const state = useBookingForm({
    ...lists,
    ...{ purpose, initial, day, onDay, freshness: panel.freshness },
    ...{ status: appointment.status, newPetFields: null },
  });
  const { form, requested, when } = state;
  const firstInput = useRef<HTMLInputElement>(null);
  // Colleagues see that it is being changed, whatever time is considered.
  useActivity(changingOf(appointment));
  const others = useBookingPresence(presenceOf(appointment.storeId ?? '', requested, when.time), false);
  useDraftOnCalendar({ panel, lists, state, others });
  usePlace(panel.place, (place) => {
    if (place.start !== undefined) form.setValues(valuesAt(state.values, place, lists.stores), { shouldDirty: true });
  });
  const submit = () =>
    void form.handleSubmit((booking) => {
      change(appointment, changesOf(booking, appointment, can));
      panel.onMoved(booking.time.start);
    })();
  const time = recordedTime(appointment);
  const name = isolated(visitName(appointment, lists.pets));
  const now = intervalText(zone, time, time.start);
  const nowDay = dayText(zone, time.start);
  return (
    <BookingFrame
      {...{ isPage, onClose }}
      title={words.reschedule}
      store={state.store}
      initialFocus={firstInput}
      onSubmit={submit}
    >
      <FormProvider {...form}>
        <FormBody
          isPage={isPage}
          isSending={false}
          onSubmit={submit}
          foot={
            <>
              <PresenceNote text={others} className="text-sm" />
              <div className="flex flex-wrap items-center justify-end gap-2">
                <Button onClick={onClose}>{words.close}</Button>
                <Button tone="primary" type="submit" aria-keyshortcuts="Control+Enter">
                  {state.state.kind === 'taken' ? t`Reschedule anyway` : words.reschedule}
                </Button>
              </div>
            </>
          }
        >
          <p className="mb-2.5 text-sm">
            <span className="font-semibold">{name}</span>{' '}
            <span className="text-muted">
              {t({ message: `now ${nowDay}, ${now}`, comment: 'when an appointment is before it is rescheduled' })}
            </span>
          </p>
          <AppointmentFields
            {...{ state, lists, firstInput }}
            input={{ purpose, day, status: appointment.status, newPetFields: null }}
            prefill={{}}
            can={{ type: can.has('visitTypeId'), vet: can.has('employeeId'), room: can.has('roomId') }}
            after={null}
            sent={{ client: false, pet: false }}
          />
        </FormBody>
      </FormProvider>
    </BookingFrame>
  );
}

/** What a form changes of an appointment, of the fields that can be changed. */
function changesOf(booking: Booking, appointment: ReceivedAppointment, can: ReadonlySet<string>) {
  const before = recordedTime(appointment);
  const { time, employeeId, roomId, visitTypeId } = booking;
  const main = appointment.employees.find(({ isMainEmployee }) => isMainEmployee) ?? appointment.employees[0];
  // The form has whole minutes.
  const minute = (instant: number) => Math.floor(instant / 60_000);
  const isMoved = minute(time.start) !== minute(before.start) || minute(time.end) !== minute(before.end);
  return {
    ...(isMoved ? { start: new Date(time.start).toISOString(), end: new Date(time.end).toISOString() } : {}),
    ...(can.has('employeeId') && employeeId !== (main?.id ?? null) ? { employeeId } : {}),
    ...(can.has('roomId') && roomId !== null && roomId !== appointment.roomId ? { roomId } : {}),
    ...(can.has('visitTypeId') && visitTypeId !== '' && visitTypeId !== appointment.visitTypeId ? { visitTypeId } : {}),
  };
}
