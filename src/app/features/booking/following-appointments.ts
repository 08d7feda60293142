import { plural } from '@lingui/core/macro';
import type { FieldChanges } from '#app/api/appointments.ts';
import { moveWithEntry } from '#contract/availability-rules.ts';
import type { Interval } from '#contract/interval.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { recordedTime } from '#scheduling/visit.ts';
import { createWallClock } from '#scheduling/wall-clock.ts';
import { mainEmployeeOf } from './booking-values.ts';
import type { RepeatValues, SeriesDate } from './repeat.ts';

interface FollowingDatesInput {
  /** The appointment that is being rescheduled, with its old time. */
  appointment: ReceivedAppointment;
  /** The new time. */
  time: Interval;
  /** The later appointments of the same series. */
  later: readonly ReceivedAppointment[];
  /**
   * Decisions about single appointments, keyed by id: null keeps the appointment as it is; a number is its new start in
   * milliseconds since 1970-01-01T00:00Z.
   */
  decided: RepeatValues['changed'];
  /** The IANA zone of the store. */
  zone: string;
}

/**
 * Computes the new dates of an appointment and of the following appointments of its series. All of them move by the same number
 * of days, and their time of day changes by the same amount.
 */
export function followingDates({ appointment, time, later, decided, zone }: FollowingDatesInput): SeriesDate[] {
  const from = recordedTime(appointment);
  const clock = createWallClock(zone);
  const others = later.map((appointment) => {
    const now = recordedTime(appointment);
    const start = decided[appointment.id];
    if (start === null) return { id: appointment.id, time: now, isLeft: true };
    const moved = moveWithEntry(now, from, time, clock);
    const chosen = start === undefined ? moved : { start, end: start + moved.end - moved.start };
    return { id: appointment.id, time: chosen, isLeft: false };
  });
  return [{ id: appointment.id, time, isLeft: false }, ...others];
}

/**
 * The changes to one of the following appointments of a series: its own new time and room, and the vet and type if
 * these change for the whole series.
 */
export function findFollowingChanges(
  one: ReceivedAppointment,
  time: Interval,
  roomId: string | null,
  { employeeId, visitTypeId }: Pick<FieldChanges, 'employeeId' | 'visitTypeId'>,
): FieldChanges {
  const now = recordedTime(one);
  const isMoved = time.start !== now.start || time.end !== now.end;
  return {
    ...(isMoved ? { start: new Date(time.start).toISOString(), end: new Date(time.end).toISOString() } : {}),
    ...(roomId === null || roomId === one.roomId ? {} : { roomId }),
    ...(employeeId === undefined || employeeId === (mainEmployeeOf(one)?.id ?? null) ? {} : { employeeId }),
    ...(visitTypeId === undefined || visitTypeId === one.visitTypeId ? {} : { visitTypeId }),
  };
}

/** The number of rescheduled appointments: `4 appointments rescheduled`. */
export function rescheduledText(count: number): string {
  return plural(count, { one: '# appointment rescheduled', other: '# appointments rescheduled' });
}

/** `Reschedule 4 appointments` */
export function rescheduleSeriesText(count: number, isTaken: boolean): string {
  return isTaken
    ? plural(count, { one: 'Reschedule # appointment anyway', other: 'Reschedule # appointments anyway' })
    : plural(count, { one: 'Reschedule # appointment', other: 'Reschedule # appointments' });
}
