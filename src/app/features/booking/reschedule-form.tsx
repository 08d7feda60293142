import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { appointmentName, hasPetDied } from '#app/api/directory.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { useChanges } from '#app/changes/appointment-changes.ts';
import { changingActivity, useActivity } from '#app/changes/presence.ts';
import { Checkbox } from '#app/components/checkbox.tsx';
import { PresenceNote } from '#app/components/presence.tsx';
import { RadioChoice } from '#app/components/radio-choice.tsx';
import { useFollowingAppointments } from '#app/days/series.ts';
import { useCachedReference } from '#app/session/cached-reference.tsx';
import { concernsText, isUrgent } from '#app/text/arrival-text.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { thisAndFollowingText, thisAppointmentText } from '#app/text/series-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { dayText, intervalText } from '#app/text/time-text.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { findConcerns } from '#scheduling/arrival.ts';
import type { PlanConflict } from '#scheduling/conflicting-appointments.ts';
import { recordedTime } from '#scheduling/visit.ts';
import { AppointmentFields } from './appointment-fields.tsx';
import { BookingFrame, FormBody } from './booking-frame.tsx';
import { bookingActivity, useBookingPresence } from './booking-presence.ts';
import { mainEmployeeOf, reschedulingValues, valuesOfPlace } from './booking-values.ts';
import { useDraftOnCalendar } from './draft-on-calendar.ts';
import { followingDates, rescheduleSeriesText } from './following-appointments.ts';
import { ConflictPanel } from './outcome-panel.tsx';
import type { PanelLists, PanelProps } from './panel-props.ts';
import { type RepeatValues, withDecision } from './repeat.ts';
import { ClashingDates, SeriesDates } from './series-dates.tsx';
import { SubmitButton } from './submit-button.tsx';
import { BookingFormContext, type BookingFormState, useBookingForm } from './use-booking-form.ts';
import { useDateChecks } from './use-date-checks.ts';
import { usePlaceSelection } from './use-press.ts';
import { CONFIRMED_STATUS, notRescheduledText, REQUESTED_STATUS, useReschedule } from './use-reschedule.ts';

interface RescheduleFormProps {
  panel: PanelProps;
  lists: PanelLists;
  appointment: ReceivedAppointment;
  /** The conflicts between the appointment's current time and the plan. */
  planConflicts: readonly PlanConflict[];
}

/** The panel that changes the time, vet, room or type of an appointment. */
export function RescheduleForm({ panel, lists, appointment, planConflicts }: RescheduleFormProps) {
  const { purpose, isPage, onClose, prefill } = panel;
  const { can } = useChanges();
  const zone = lists.stores.find(({ id }) => id === appointment.storeId)?.timeZone ?? 'UTC';
  const main = mainEmployeeOf(appointment);
  const isVetAway = planConflicts.includes('vet-away') || (main !== undefined && main.id === panel.awayId);
  const [initial] = useState(() => reschedulingValues(appointment, zone, isVetAway && can.has('employeeId')));
  const later = useFollowingAppointments(appointment);
  const [isForAll, setIsForAll] = useState(false);
  const [decided, setDecided] = useState<RepeatValues['changed']>({});
  const following = isForAll ? later : [];
  const { statuses } = useCachedReference();
  const canConfirm =
    appointment.status === REQUESTED_STATUS &&
    can.has('status') &&
    statuses.of(CONFIRMED_STATUS).listed &&
    !hasPetDied(appointment, lists);
  const [confirms, setConfirms] = useState(true);
  const alsoMovedIds = new Set(following.filter(({ id }) => decided[id] !== null).map(({ id }) => id));
  const form = useBookingForm({
    ...{
      panel,
      lists,
      purpose,
      initial,
      movedTogetherIds: alsoMovedIds,
      status: appointment.status,
      newPetFields: null,
    },
    can: { type: can.has('visitTypeId'), vet: can.has('employeeId'), room: can.has('roomId') },
  });
  const { requested, when, state, store } = form;
  // Tells colleagues that this appointment is being changed, even before a new time is selected.
  useActivity(changingActivity(appointment));
  const others = useBookingPresence(bookingActivity(appointment.storeId ?? '', requested, when.time), false);
  useDraftOnCalendar(form, others);
  usePlaceSelection(panel.selectedPlaceId, () => {
    if (prefill.start !== undefined) form.change(valuesOfPlace(form.values, prefill, lists.stores));
  });
  const dates = newDates(form, { appointment, decided, zone, following });
  const checks = useDateChecks({
    ...{ requested, dates, stores: lists.stores, employees: lists.employees, freshness: panel.freshness },
    ...{ enabled: dates.length > 0, movedIds: new Set([appointment.id, ...alsoMovedIds]) },
  });
  const { reschedule, isChecking, conflicts } = useReschedule(form, appointment, {
    ...{ following, dates, checks },
    confirms: canConfirm && confirms,
  });
  const isTaken =
    state.kind === 'taken' ||
    conflicts.length > 0 ||
    checks.checks.some(({ kind }) => kind === 'taken' || kind === 'together');
  const decideOnDate = (id: string, decision: number | null | undefined) =>
    setDecided(withDecision(decided, id, decision));
  const place = when.time && { store, stores: lists.stores, time: when.time, petName: '', pets: lists.pets };
  return (
    <BookingFrame
      {...{ isPage, onClose, store }}
      title={texts.reschedule}
      initialFocus={form.firstInput}
      onSubmit={reschedule}
    >
      <BookingFormContext value={form}>
        <FormBody
          isSending={isChecking}
          onSubmit={reschedule}
          foot={
            <>
              <PresenceNote text={others} className="text-sm" />
              {conflicts.length === 0 ? null : (
                <ConflictPanel heading={notRescheduledText()} others={conflicts} place={place} />
              )}
              <ClashingDates dates={dates} checks={checks.checks} />
              <div className="flex flex-wrap items-center justify-end gap-2">
                {canConfirm ? (
                  <label className="me-auto flex min-h-6 items-center gap-2 text-sm">
                    <Checkbox checked={confirms} onChange={setConfirms} />
                    {t({ message: 'Also confirm the request', comment: 'checkbox, beside the button Reschedule' })}
                  </label>
                ) : null}
                <SubmitButton isDisabled={isChecking}>
                  {alsoMovedIds.size > 0
                    ? rescheduleSeriesText(alsoMovedIds.size + 1, isTaken)
                    : isTaken
                      ? t`Reschedule anyway`
                      : texts.reschedule}
                </SubmitButton>
              </div>
            </>
          }
        >
          <CurrentAppointment {...{ appointment, lists, zone, planConflicts }} />
          <AppointmentFields>
            {later.length === 0 ? null : (
              <RadioChoice
                look="plain"
                label={texts.reschedule}
                labelHidden
                value={isForAll}
                options={[
                  { value: false, label: thisAppointmentText() },
                  { value: true, label: thisAndFollowingText(later.length) },
                ]}
                onChange={setIsForAll}
              />
            )}
            {dates.length === 0 ? null : (
              <SeriesDates
                dates={dates}
                checks={checks.checks}
                leave={{
                  button: t({
                    message: 'Leave as it is',
                    comment: 'button: an appointment; its date follows after a colon',
                  }),
                  done: t({ message: 'unchanged', comment: 'an appointment, or after a number: several' }),
                  isStruck: false,
                }}
                onMove={(id, start) => decideOnDate(id, start)}
                onLeave={(id, isLeft) => decideOnDate(id, isLeft ? null : undefined)}
                onRetry={checks.retry}
              />
            )}
          </AppointmentFields>
        </FormBody>
      </BookingFormContext>
    </BookingFrame>
  );
}

interface NewDatesInput {
  appointment: ReceivedAppointment;
  following: readonly ReceivedAppointment[];
  decided: RepeatValues['changed'];
  zone: string;
}

/**
 * The new dates of an appointment and of the following appointments of its series; empty if no following appointments
 * are rescheduled, or if the new time is unknown.
 */
function newDates({ when, requested, lists, employeeId, bookedVet }: BookingFormState, moved: NewDatesInput) {
  const { appointment, following, decided, zone } = moved;
  if (following.length === 0 || !when.time) return [];
  const isSameVet = employeeId === (mainEmployeeOf(appointment)?.id ?? null);
  return followingDates({ appointment, decided, zone, later: following, time: when.time }).map((date) => {
    const own = mainEmployeeOf(following.find(({ id }) => id === date.id) ?? appointment);
    const vet = isSameVet ? (lists.employees.find(({ id }) => id === own?.id) ?? null) : bookedVet;
    return { ...date, requested: { ...requested, vet } };
  });
}

type CurrentAppointmentProps = Pick<RescheduleFormProps, 'appointment' | 'lists' | 'planConflicts'> & { zone: string };

/** Shows the appointment as it is before the change, with its problems, such as a vet who is away. */
function CurrentAppointment({ appointment, lists, planConflicts, zone }: CurrentAppointmentProps) {
  const time = recordedTime(appointment);
  const now = intervalText(zone, time, time.start);
  const nowDay = dayText(zone, time.start);
  const concerns = findConcerns(appointment, {
    ...{ now: useMinute(), zone, planConflicts: () => planConflicts },
    hasDied: hasPetDied(appointment, lists),
  });
  return (
    <p className="mb-2.5 text-sm">
      <span className="font-semibold">{isolateText(appointmentName(appointment, lists.pets))}</span>{' '}
      <span className="text-muted">
        {t({ message: `now ${nowDay}, ${now}`, comment: 'when an appointment is before it is rescheduled' })}
      </span>{' '}
      <span className={`font-semibold ${isUrgent(concerns) ? 'text-danger' : 'text-muted'}`}>
        {concernsText(concerns)}
      </span>
    </p>
  );
}
