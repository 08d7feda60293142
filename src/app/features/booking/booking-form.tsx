import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useChanges } from '#app/changes/appointment-changes.ts';
import { Button } from '#app/components/button.tsx';
import { useDesk } from '#app/session/use-desk.ts';
import { texts } from '#app/text/shared-texts.ts';
import type { AppointmentStatus } from '#contract/enums.ts';
import { AppointmentFields } from './appointment-fields.tsx';
import { BookingFooter } from './booking-footer.tsx';
import { BookingFrame, FormBody } from './booking-frame.tsx';
import { bookingActivity, useBookingPresence } from './booking-presence.ts';
import { canAssignRoom, initialBookingValues, valuesOfPlace } from './booking-values.ts';
import { useDraftOnCalendar } from './draft-on-calendar.ts';
import type { PanelLists, PanelProps, PanelPurpose } from './panel-props.ts';
import { registrationFields } from './registration.ts';
import { BookingRepeatFields } from './repeat-fields.tsx';
import { UnfinishedBookings, useDraftStorage, useFormDraft } from './unfinished-bookings.tsx';
import { useBooking, useSeriesDates } from './use-booking.ts';
import { BookingFormContext, useBookingForm } from './use-booking-form.ts';
import { usePlaceSelection } from './use-press.ts';

/** The status of a patient who is here and waiting. */
const WALK_IN_STATUS = 'checked_in' satisfies AppointmentStatus;

/** The panel for a new appointment or a walk-in. */
export function BookingForm({ panel, lists }: { panel: PanelProps; lists: PanelLists }) {
  const { prefill } = panel;
  const { capabilities } = useDesk().session;
  // A patient can be checked in only today, so on any other day the form books an ordinary appointment.
  const isWalkIn = panel.purpose.kind === 'walk-in' && panel.day === panel.today;
  const purpose: PanelPurpose = isWalkIn ? panel.purpose : { kind: 'new' };
  const newPetFields = registrationFields(capabilities);
  const { draft, restored, offered, ...drafts } = useFormDraft();
  const [initial] = useState(() => restored ?? initialBookingValues(prefill, lists, newPetFields));
  const form = useBookingForm({
    ...{ panel, lists, purpose, initial, newPetFields },
    status: isWalkIn ? WALK_IN_STATUS : lists.bookingStatus,
    can: { type: true, vet: true, room: canAssignRoom(capabilities) },
  });
  const { values, store, requested, when } = form;
  const { dates, series, count } = useSeriesDates(form);
  const isFilled = form.form.formState.isDirty || restored !== null;
  const isBegun = isFilled || prefill.start !== undefined;
  const others = useBookingPresence(bookingActivity(store.id, requested, when.time), isBegun);
  const run = useBooking(form, { dates, series }, { draft, isRestored: restored !== null });
  useDraftStorage(draft, { form: values, day: form.day }, isFilled);
  useDraftOnCalendar(form, others);
  usePlaceSelection(panel.selectedPlaceId, () => {
    if (prefill.start === undefined) form.firstInput.current?.focus();
    else form.change(valuesOfPlace(values, prefill, lists.stores));
  });
  const changes = useChanges();
  const submit = panel.isForWaitingList ? run.putOnWaitingList : run.book;
  return (
    <BookingFrame
      isPage={panel.isPage}
      title={isWalkIn ? texts.walkIn : panel.isForWaitingList ? texts.putOnWaitingList : texts.newAppointment}
      {...(panel.isForWaitingList ? {} : { store })}
      initialFocus={form.firstInput}
      onSubmit={submit}
      onClose={panel.onClose}
    >
      <BookingFormContext value={form}>
        <FormBody
          isSending={run.phase !== null}
          onSubmit={submit}
          foot={<BookingFooter {...{ run, count, others }} dates={dates ?? []} checks={series.checks} />}
        >
          <UnfinishedBookings
            offered={offered}
            onContinue={(id, unfinished) => {
              drafts.onContinue(id);
              form.form.reset(unfinished.form, { keepDefaultValues: true });
              form.onDay(unfinished.day);
            }}
            onDiscard={drafts.onDiscard}
          />
          <AppointmentFields
            // Remounts the fields for another draft, since a combobox restores its unmatched text only when it is
            // mounted.
            key={draft.id}
            sent={run.sent}
            onCheckIn={
              changes.can.has('status')
                ? (appointment) => {
                    changes.change(appointment, { status: WALK_IN_STATUS });
                    draft.end();
                    panel.onClose();
                  }
                : undefined
            }
          >
            {values.repeat === null || isWalkIn ? null : (
              <BookingRepeatFields repeat={values.repeat} dates={dates} series={series} />
            )}
          </AppointmentFields>
          {isWalkIn ? (
            <Button compact tone="quiet" onClick={panel.onLater} className="mt-2">
              {t`Book a later time`}
            </Button>
          ) : null}
        </FormBody>
      </BookingFormContext>
    </BookingFrame>
  );
}
