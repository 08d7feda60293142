import { t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { hasPetDied, visitName } from '#app/api/directory.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { useChanges } from '#app/changes/appointment-changes.ts';
import { changingOf, useActivity } from '#app/changes/presence.ts';
import { Button } from '#app/components/button.tsx';
import { PresenceNote } from '#app/components/presence.tsx';
import { RadioChoice } from '#app/components/radio-choice.tsx';
import { useFollowing } from '#app/days/following.ts';
import { concernsText, isUrgent } from '#app/text/arrival-text.ts';
import { onlyThis, thisAndFollowing } from '#app/text/course-text.ts';
import { isolated } from '#app/text/isolated.ts';
import { words } from '#app/text/shared-texts.ts';
import { dayText, intervalText } from '#app/text/time-text.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { concernsOf } from '#scheduling/arrival.ts';
import { recordedTime } from '#scheduling/visit.ts';
import { AppointmentFields } from './appointment-fields.tsx';
import { BookingFrame, FormBody } from './booking-frame.tsx';
import { presenceOf, useBookingPresence } from './booking-presence.ts';
import { type Booking, mainOf, valuesAt, valuesOf } from './booking-values.ts';
import { CourseDates } from './course-dates.tsx';
import { useDraftOnCalendar } from './draft-on-board.ts';
import { changesOfFollowing, followingDates, rescheduleCourseText, rescheduledText } from './following.ts';
import type { PanelLists, PanelProps } from './panel.ts';
import { type RepeatValues, withDecision } from './repeat.ts';
import { useBookingForm, usePlaced } from './use-booking-form.ts';
import { useDateChecks } from './use-date-checks.ts';

interface RescheduleFormProps {
  panel: PanelProps;
  lists: PanelLists;
  appointment: ReceivedAppointment;
  /** Whether its vet is away at its time. */
  isVetAway: boolean;
}

/** The panel that changes the time, vet, room or type of an appointment. */
export function RescheduleForm({ panel, lists, appointment, isVetAway }: RescheduleFormProps) {
  const { purpose, day, onDay, isPage, onClose } = panel;
  const { change, changeTogether, can } = useChanges();
  const zone = lists.stores.find(({ id }) => id === appointment.storeId)?.timeZone ?? 'UTC';
  const main = mainOf(appointment);
  const isVetGone = isVetAway || (main !== undefined && main.id === panel.awayId);
  const [initial] = useState(() => valuesOf(appointment, zone, isVetGone && can.has('employeeId')));
  const later = useFollowing(appointment);
  const [isForAll, setIsForAll] = useState(false);
  const [decided, setDecided] = useState<RepeatValues['changed']>({});
  const following = isForAll ? later : [];
  const movedWith = new Set(following.filter(({ id }) => decided[id] !== null).map(({ id }) => id));
  const state = useBookingForm({
    ...lists,
    movedWith,
    ...{ purpose, initial, day, onDay, freshness: panel.freshness },
    ...{ status: appointment.status, newPetFields: null },
  });
  const { form, requested, when } = state;
  const firstInput = useRef<HTMLInputElement>(null);
  // Colleagues see that it is being changed, whatever time is considered.
  useActivity(changingOf(appointment));
  const others = useBookingPresence(presenceOf(appointment.storeId ?? '', requested, when.time), false);
  useDraftOnCalendar({ panel, lists, state, others });
  usePlaced(panel.placed, () => {
    if (panel.prefill.start !== undefined)
      form.setValues(valuesAt(state.values, panel.prefill, lists.stores), { shouldDirty: true });
  });
  const dates =
    following.length > 0 && when.time
      ? followingDates({ ...{ appointment, decided, zone, later: following }, time: when.time }).map((date) => {
          const own = mainOf(following.find(({ id }) => id === date.id) ?? appointment);
          const isSameVet = state.who.employeeId === (main?.id ?? null);
          const vet = isSameVet ? (lists.employees.find(({ id }) => id === own?.id) ?? null) : state.bookedVet;
          return { ...date, requested: { ...requested, vet } };
        })
      : [];
  const course = useDateChecks({
    ...{ requested, dates, stores: lists.stores, employees: lists.employees, freshness: panel.freshness },
    ...{ enabled: dates.length > 0, moved: new Set([appointment.id, ...movedWith]) },
  });
  const submit = () =>
    void form.handleSubmit((booking) => {
      const own = changesOf(booking, appointment, can);
      const others = dates.slice(1).flatMap((date) => {
        const one = following.find(({ id }) => id === date.id);
        if (one === undefined || date.isLeft) return [];
        const roomId = can.has('roomId') ? (requested.roomId ?? course.roomFor(date, one.roomId)) : null;
        return [{ appointment: one, changes: changesOfFollowing(one, date.time, roomId, own) }];
      });
      // An unchanged appointment does not count.
      const all = [{ appointment, changes: own }, ...others].filter((one) => Object.keys(one.changes).length > 0);
      const [first] = all;
      if (all.length > 1) changeTogether(all, rescheduledText(all.length));
      else if (first) change(first.appointment, first.changes);
      panel.onMoved(booking.time.start);
    })();
  const isTaken =
    state.state.kind === 'taken' || course.checks.some(({ kind }) => kind === 'taken' || kind === 'together');
  const decide = (id: string, decision: number | null | undefined) => setDecided(withDecision(decided, id, decision));
  const time = recordedTime(appointment);
  const name = isolated(visitName(appointment, lists.pets));
  const now = intervalText(zone, time, time.start);
  const nowDay = dayText(zone, time.start);
  const concerns = concernsOf(appointment, {
    ...{ now: useMinute(), zone, isVetAway: () => isVetAway },
    hasDied: hasPetDied(appointment, lists),
  });
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
          isSending={false}
          onSubmit={submit}
          foot={
            <>
              <PresenceNote text={others} className="text-sm" />
              <div className="flex flex-wrap items-center justify-end gap-2">
                <Button tone="primary" type="submit" aria-keyshortcuts="Control+Enter">
                  {movedWith.size > 0
                    ? rescheduleCourseText(movedWith.size + 1, isTaken)
                    : state.state.kind === 'taken'
                      ? t`Reschedule anyway`
                      : words.reschedule}
                </Button>
              </div>
            </>
          }
        >
          <p className="mb-2.5 text-sm">
            <span className="font-semibold">{name}</span>{' '}
            <span className="text-muted">
              {t({ message: `now ${nowDay}, ${now}`, comment: 'when an appointment is before it is rescheduled' })}
            </span>{' '}
            <span className={`font-semibold ${isUrgent(concerns) ? 'text-danger' : 'text-muted'}`}>
              {concernsText(concerns)}
            </span>
          </p>
          <AppointmentFields
            {...{ state, lists, firstInput }}
            input={{ purpose, day, status: appointment.status, newPetFields: null }}
            prefill={{}}
            can={{ type: can.has('visitTypeId'), vet: can.has('employeeId'), room: can.has('roomId') }}
            after={null}
            sent={{ client: false, pet: false }}
          >
            {later.length === 0 ? null : (
              <RadioChoice
                look="plain"
                label={words.reschedule}
                labelHidden
                value={isForAll}
                options={[
                  { value: false, label: onlyThis() },
                  { value: true, label: thisAndFollowing(later.length) },
                ]}
                onChange={setIsForAll}
              />
            )}
            {dates.length === 0 ? null : (
              <CourseDates
                {...{ dates }}
                checks={course.checks}
                place={{ store: state.store, stores: lists.stores, petName: state.petName, pets: lists.pets }}
                leave={{
                  button: t({
                    message: 'Leave as it is',
                    comment: 'button: an appointment; its date follows after a colon',
                  }),
                  done: t({ message: 'unchanged', comment: 'an appointment, or after a number: several' }),
                  isStruck: false,
                }}
                onMove={(id, start) => decide(id, start)}
                onLeave={(id, isLeft) => decide(id, isLeft ? null : undefined)}
                onRetry={course.retry}
              />
            )}
          </AppointmentFields>
        </FormBody>
      </FormProvider>
    </BookingFrame>
  );
}

/** The changes that a form makes to an appointment, limited to the fields that can be changed. */
function changesOf(booking: Booking, appointment: ReceivedAppointment, can: ReadonlySet<string>) {
  const before = recordedTime(appointment);
  const { time, employeeId, roomId, visitTypeId } = booking;
  const main = mainOf(appointment);
  // The form has a precision of whole minutes.
  const minute = (instant: number) => Math.floor(instant / 60_000);
  const isMoved = minute(time.start) !== minute(before.start) || minute(time.end) !== minute(before.end);
  return {
    ...(isMoved ? { start: new Date(time.start).toISOString(), end: new Date(time.end).toISOString() } : {}),
    ...(can.has('employeeId') && employeeId !== (main?.id ?? null) ? { employeeId } : {}),
    ...(can.has('roomId') && roomId !== null && roomId !== appointment.roomId ? { roomId } : {}),
    ...(can.has('visitTypeId') && visitTypeId !== '' && visitTypeId !== appointment.visitTypeId ? { visitTypeId } : {}),
  };
}
