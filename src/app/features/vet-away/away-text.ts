import { t } from '@lingui/core/macro';
import { type Directory, roomText, staffName } from '#app/api/directory.ts';
import { warningLine } from '#app/days/warning-text.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { clockText, dayAndClockText } from '#app/text/time-text.ts';
import { mainEmployeeId, occupies, stageOf } from '#contract/appointment-rules.ts';
import type { AppointmentStatus } from '#contract/enums.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { dateIn, zoneOfAppointment } from '#scheduling/calendar-day.ts';
import type { NotReassignedReason } from '#scheduling/share-out.ts';
import { hasEnded, recordedTime, takenTime } from '#scheduling/visit.ts';
import type { IntervalAppointments } from './use-interval-appointments.ts';

export const CANCELLED_STATUS: AppointmentStatus = 'cancelled';

/** Explains why an appointment cannot be reassigned in this panel. */
export function notReassignableText(): string {
  return t`Only appointments with one main vet can be reassigned here.`;
}

/** Explains in one line why an appointment was left out when several were reassigned. */
export function notReassignedText(
  appointment: ReceivedAppointment,
  why: NotReassignedReason,
  { stores, directory }: Pick<IntervalAppointments, 'stores' | 'directory'>,
): string {
  const store = stores.find(({ id }) => id === appointment.storeId);
  const { start } = recordedTime(appointment);
  const at = clockText(store?.timeZone ?? directory.fallbackZone, start);
  switch (why.kind) {
    case 'fixed':
      return notReassignableText();
    case 'unknown':
      return t`We don’t know who is free at that time.`;
    case 'passed':
      return t`This time has passed.`;
    case 'taken': {
      const [first] = why.warnings;
      if (!first || !store) return t({ message: `No one is free at ${at}`, comment: 'at: a time of day' });
      const petName = isolateText(directory.pets.get(appointment.petId ?? '')?.name ?? '');
      return warningLine(first, { store, stores, petName, time: takenTime(appointment), pets: directory.pets });
    }
  }
}

/**
 * Says what happened to an appointment, whoever changed it.
 *
 * @param now the current version; null if it was deleted
 */
export function outcomeText(
  before: ReceivedAppointment,
  now: ReceivedAppointment | null,
  directory: Directory,
): string {
  if (now === null) return t`Appointment deleted`;
  if (now.status === CANCELLED_STATUS) return t`Appointment cancelled`;
  if (stageOf(now) === 'in-care') return t({ message: 'Being seen', comment: 'an appointment that has begun' });
  if (!occupies(now) || hasEnded(now)) return t`Appointment ended`;
  const zone = zoneOfAppointment(now, directory);
  const [was, is] = [recordedTime(before), recordedTime(now)];
  const [vetBefore, vetNow] = [before, now].map(mainEmployeeId);
  const isMoved = was.start !== is.start || was.end !== is.end;
  const isSameDay = dateIn(zone, was.start) === dateIn(zone, is.start);
  const when = isSameDay ? clockText(zone, is.start) : dayAndClockText(zone, is.start);
  const vet = vetNow ? isolateText(staffName(vetNow, directory)) : texts.unassigned;
  if (vetBefore !== vetNow)
    return isMoved
      ? t({ message: `Rescheduled to ${when}, ${vet}`, comment: 'an appointment; when and with which vet it is now' })
      : t({ message: `Reassigned to ${vet}`, comment: 'an appointment; vet: its vet now' });
  if (isMoved) return t({ message: `Rescheduled to ${when}`, comment: 'an appointment; when: its time now' });
  const room = isolateText(roomText(now, directory));
  return t({ message: `Moved to ${room}`, comment: 'an appointment; room: its room now' });
}
