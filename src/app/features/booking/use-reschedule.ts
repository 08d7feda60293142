import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { listKeys } from '#app/api/appointment-store.ts';
import type { FieldChanges } from '#app/api/appointments.ts';
import { type ChangedAppointment, useChanges } from '#app/changes/appointment-changes.ts';
import { showNotice } from '#app/components/show-notice.ts';
import { useDesk } from '#app/session/use-desk.ts';
import type { AppointmentStatus } from '#contract/enums.ts';
import type { Interval } from '#contract/interval.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { recordedTime } from '#scheduling/visit.ts';
import { appointmentsInWarnings } from '#scheduling/warnings.ts';
import { createBookingPorts } from './booking-ports.ts';
import { type Booking, mainEmployeeOf } from './booking-values.ts';
import { findFollowingChanges, rescheduledText } from './following-appointments.ts';
import type { SeriesDate } from './repeat.ts';
import { readAppointmentsAt } from './submit-booking.ts';
import type { BookingFormState } from './use-booking-form.ts';
import { conflictsInChecks, type useDateChecks } from './use-date-checks.ts';
import { useDelayedPress } from './use-press.ts';

export const REQUESTED_STATUS: AppointmentStatus = 'requested';
export const CONFIRMED_STATUS: AppointmentStatus = 'confirmed';

interface SeriesReschedule {
  /** Whether the change also confirms an appointment that is only requested. */
  confirms: boolean;
  /** The later appointments of the series that are moved, too. */
  following: readonly ReceivedAppointment[];
  /** The new dates, the first of which is in the form; empty for a single appointment. */
  dates: readonly SeriesDate[];
  checks: ReturnType<typeof useDateChecks>;
}

/**
 * Reschedules an appointment. As for a new appointment, it first reads the appointments at that time again, and shows
 * what a colleague has booked in the meantime before it sends anything.
 */
export function useReschedule(form: BookingFormState, appointment: ReceivedAppointment, series: SeriesReschedule) {
  const { panel, freeTimes, state, checked, requested, report } = form;
  const { change, changeTogether, can } = useChanges();
  const { company, session } = useDesk();
  const api = useApi();
  const queryClient = useQueryClient();
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  function buildChanges(booking: Booking): ChangedAppointment[] {
    const own = fieldChangesOf(booking, appointment, can);
    const others = series.dates.slice(1).flatMap((date) => {
      const one = series.following.find(({ id }) => id === date.id);
      if (one === undefined || date.isLeft) return [];
      const roomId = can.has('roomId') ? (requested.roomId ?? series.checks.chooseRoom(date, one.roomId)) : null;
      return [{ appointment: one, changes: findFollowingChanges(one, date.time, roomId, own) }];
    });
    const all = [{ appointment, changes: own }, ...others].map((one) =>
      series.confirms && one.appointment.status === REQUESTED_STATUS
        ? { ...one, changes: { ...one.changes, status: CONFIRMED_STATUS } }
        : one,
    );
    // An appointment that keeps all of its values needs no request.
    return all.filter((one) => Object.keys(one.changes).length > 0);
  }

  const remaining = series.dates.filter(({ isLeft }) => !isLeft).map((date) => date.time);
  /** Returns those of the appointments that clash with the new times. */
  const findConflicts = ({ time, employeeId }: Booking, appointments: readonly ReceivedAppointment[]) =>
    remaining.length > 0
      ? series.checks.findConflicts(appointments)
      : freeTimes.conflictsAt(time, employeeId, appointments);

  /** Returns the clashes at the new times that the panel has not shown, as far as they can be read. */
  async function loadNewConflicts(booking: Booking, shownIds: ReadonlySet<string>) {
    const [first = toRequestTime(booking.time), ...later] = remaining.map(toRequestTime);
    const page = await readAppointmentsAt(createBookingPorts(api, session.capabilities), {
      ...{ companyId: company.id, ...first },
      ...(later.length === 0 ? {} : { times: [first, ...later] }),
    }).catch(() => null);
    return findConflicts(booking, page?.records ?? []).filter(({ id }) => !shownIds.has(id));
  }

  const checking = useMutation({
    networkMode: 'always',
    mutationFn: ({ booking, shownIds }: { booking: Booking; shownIds: ReadonlySet<string> }) =>
      loadNewConflicts(booking, shownIds),
    onSuccess(others, { booking }) {
      if (others.length > 0) {
        void queryClient.invalidateQueries({ queryKey: listKeys.days() });
        if (!isOpen.current) showNotice({ tone: 'warn', title: notRescheduledText(), text: '' });
        return;
      }
      const all = buildChanges(booking);
      const [first] = all;
      if (all.length > 1) changeTogether(all, rescheduledText(all.length));
      else if (first) change(first.appointment, first.changes);
      if (isOpen.current) panel.onMoved(booking.time.start);
    },
  });
  // Another time, vet, room or length may have no clash with what was found.
  const found = checking.data ?? [];
  const conflicts = found.length > 0 && 'booking' in checked ? findConflicts(checked.booking, found) : [];
  const reschedule = useDelayedPress<'reschedule'>(form.isSettled, () => {
    if ('errors' in checked) return report(checked.errors);
    const shown = state.kind === 'taken' ? appointmentsInWarnings(state.warnings) : [];
    const shownIds = new Set([...shown, ...conflictsInChecks(series.checks.checks), ...conflicts].map(({ id }) => id));
    return checking.isPending ? undefined : checking.mutate({ booking: checked.booking, shownIds });
  });
  return { reschedule: () => reschedule('reschedule'), isChecking: checking.isPending, conflicts };
}

export function notRescheduledText(): string {
  return t`Not rescheduled yet: someone else has just booked this time`;
}

const toRequestTime = ({ start, end }: Interval) => ({
  start: new Date(start).toISOString(),
  end: new Date(end).toISOString(),
});

/** The changes to an appointment that a form describes, limited to the fields that can be changed. */
function fieldChangesOf(booking: Booking, appointment: ReceivedAppointment, can: ReadonlySet<string>): FieldChanges {
  const before = recordedTime(appointment);
  const { time, employeeId, roomId, visitTypeId } = booking;
  const main = mainEmployeeOf(appointment);
  // Times are compared in whole minutes, since the form shows no seconds.
  const wholeMinutes = (instant: number) => Math.floor(instant / 60_000);
  const isMoved =
    wholeMinutes(time.start) !== wholeMinutes(before.start) || wholeMinutes(time.end) !== wholeMinutes(before.end);
  return {
    ...(isMoved ? toRequestTime(time) : {}),
    ...(can.has('employeeId') && employeeId !== (main?.id ?? null) ? { employeeId } : {}),
    ...(can.has('roomId') && roomId !== null && roomId !== appointment.roomId ? { roomId } : {}),
    ...(can.has('visitTypeId') && visitTypeId !== '' && visitTypeId !== appointment.visitTypeId ? { visitTypeId } : {}),
  };
}
