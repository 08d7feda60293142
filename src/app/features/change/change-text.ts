import { t } from '@lingui/core/macro';
import type { FieldChanges } from '#app/api/appointments.ts';
import { appointmentVisitTypeName } from '#app/api/directory.ts';
import { translateOnRead } from '#app/language/translate-on-read.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { intervalText } from '#app/text/time-text.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { zoneOfAppointment } from '#scheduling/calendar-day.ts';
import { recordedTime } from '#scheduling/visit.ts';
import { type NameSources, roomNameText, vetNameText } from './change-names.ts';

// The texts that say what a change does. Names and notes may be in another script, so each is isolated.

/** A changed field with its new value in words. */
export interface FieldText {
  field: 'status' | 'time' | 'room' | 'vet' | 'type' | 'notes';
  value: string;
}

/** The label of each field, in the language of the page. */
export const fieldLabels: Readonly<Record<FieldText['field'], string>> = translateOnRead({
  status: () => t`Status`,
  time: () => t`Time`,
  room: () => t`Room`,
  vet: () => t`Vet`,
  type: () => t`Visit type`,
  notes: () => t`Notes`,
});

/**
 * The changed fields, in the order of the appointment's details; start and end are one field. `record` provides the
 * values that the change leaves as they are. A time has no date if it is on the day of the instant `within`, which is
 * by default the start of `record`.
 */
export function fieldTexts(
  changes: FieldChanges,
  record: ReceivedAppointment,
  names: NameSources,
  within = recordedTime(record).start,
): FieldText[] {
  const { directory, statuses } = names;
  const texts: FieldText[] = [];
  if (changes.status !== undefined)
    texts.push({ field: 'status', value: isolateText(statuses.of(changes.status).label) });
  if (changes.start !== undefined || changes.end !== undefined) {
    const time = { start: instantOf(changes.start ?? record.start), end: instantOf(changes.end ?? record.end) };
    texts.push({ field: 'time', value: intervalText(zoneOfAppointment(record, directory), time, within) });
  }
  if (changes.roomId !== undefined)
    texts.push({ field: 'room', value: roomNameText(changes.roomId, record, directory) });
  if (changes.employeeId !== undefined) texts.push({ field: 'vet', value: vetNameText(changes.employeeId, directory) });
  if (changes.visitTypeId !== undefined) {
    const type = { visitTypeId: changes.visitTypeId, visitTypeName: null };
    texts.push({ field: 'type', value: isolateText(appointmentVisitTypeName(type, directory)) });
  }
  if (changes.notes !== undefined)
    texts.push({ field: 'notes', value: isolateText(changes.notes ?? '') || noNotesText() });
  return texts;
}

function noNotesText(): string {
  return t({ message: 'None', comment: 'there are no notes' });
}

/** A change in one line: its new values, separated by dots. */
export function fieldChangesText(changes: FieldChanges, record: ReceivedAppointment, names: NameSources): string {
  return fieldTexts(changes, record, names)
    .map(({ field, value }) => (field === 'notes' ? t`Notes: ${value}` : value))
    .join(' · ');
}

/** A saved change in one line: like {@link fieldChangesText}, but with a verb if the appointment was moved or reassigned. */
export function savedFieldChangesText(changes: FieldChanges, record: ReceivedAppointment, names: NameSources): string {
  const isMoved = changes.start !== undefined;
  return fieldTexts(changes, record, names)
    .map(({ field, value }, index, all) => {
      if (field === 'time')
        return isMoved
          ? t({ message: `Moved to ${value}`, comment: 'an appointment, to another time' })
          : t({ message: `Now ${value}`, comment: 'the new times of an appointment' });
      const [room, vet] = [value, value];
      const followsTime = isMoved && all[index - 1]?.field === 'time';
      if (field === 'room' && changes.roomId && !followsTime)
        return t({ message: `Moved to ${room}`, comment: 'an appointment; room: its room now' });
      if (field === 'vet' && changes.employeeId)
        return t({ message: `Reassigned to ${vet}`, comment: 'an appointment; vet: its vet now' });
      return field === 'notes' ? t`Notes: ${value}` : value;
    })
    .join(' · ');
}
