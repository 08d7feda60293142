import type { FieldChanges } from '#app/api/change-appointment.ts';
import { type Directory, roomNameOf, shortId, storeOf } from '#app/api/directory.ts';
import type { EnumLooks } from '#app/appearance/enum-look.ts';
import { zoneOfStore } from '#app/scheduling/calendar-day.ts';
import { type Clash, clashesOf } from '#app/scheduling/clashes.ts';
import { intervalText } from '#app/scheduling/time-text.ts';
import { recordedTime } from '#app/scheduling/visit.ts';
import { isolated } from '#app/text/isolated.ts';
import { words } from '#app/text/words.ts';
import { instantOf } from '#contract/primitives.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

// What is said of changes. Names, titles and notes come from outside: each is isolated.

/** What the ids and values of a change stand for. */
export interface ChangeNames {
  directory: Directory;
  statuses: EnumLooks;
}

/** What an appointment is called in a sentence. */
export function nameOf({ title, visitTypeName }: ReceivedAppointment): string {
  return isolated(title.trim() || (visitTypeName ?? '')) || 'The appointment';
}

export function zoneOf(record: Pick<ReceivedAppointment, 'storeId'>, directory: Directory): string {
  return zoneOfStore(storeOf(record, directory), directory.fallbackZone);
}

export function roomText(roomId: string | null, record: ReceivedAppointment, directory: Directory): string {
  if (roomId === null) return words.noRoom;
  const room = storeOf(record, directory)?.rooms.find(({ id }) => id === roomId);
  return isolated(room?.name || roomNameOf(roomId, null));
}

export function vetText(employeeId: string | null, directory: Directory): string {
  if (employeeId === null) return words.unassigned;
  return isolated(directory.employees.get(employeeId)?.name || `Staff ${shortId(employeeId)}`);
}

/** A field with its value, in words. */
export interface FieldText {
  field: 'Status' | 'Time' | 'Room' | 'Vet' | 'Notes';
  value: string;
}

/**
 * The fields of a change, in the order in which the details have them; start and end are one. Times are told as seen from the
 * day of `record`, which also has what a change leaves alone.
 */
export function fieldTexts(changes: FieldChanges, record: ReceivedAppointment, names: ChangeNames): FieldText[] {
  const { directory, statuses } = names;
  const texts: FieldText[] = [];
  if (changes.status !== undefined) texts.push({ field: 'Status', value: isolated(statuses.of(changes.status).label) });
  if (changes.start !== undefined || changes.end !== undefined) {
    const time = { start: instantOf(changes.start ?? record.start), end: instantOf(changes.end ?? record.end) };
    texts.push({ field: 'Time', value: intervalText(zoneOf(record, directory), time, recordedTime(record).start) });
  }
  if (changes.roomId !== undefined) texts.push({ field: 'Room', value: roomText(changes.roomId, record, directory) });
  if (changes.employeeId !== undefined) texts.push({ field: 'Vet', value: vetText(changes.employeeId, directory) });
  if (changes.notes !== undefined) texts.push({ field: 'Notes', value: isolated(changes.notes ?? '') || 'None' });
  return texts;
}

/** A change in one line. */
export function changeText(changes: FieldChanges, record: ReceivedAppointment, names: ChangeNames): string {
  return fieldTexts(changes, record, names)
    .map(({ field, value }) => (field === 'Notes' ? `${field}: ${value}` : value))
    .join(' · ');
}

function clashText({ over, other }: Clash, record: ReceivedAppointment, directory: Directory): string {
  const when = intervalText(zoneOf(record, directory), recordedTime(other), recordedTime(record).start);
  const what = `${when} ${nameOf(other)}`;
  if (over === 'room') return `${roomText(record.roomId, record, directory)} is taken: ${what}`;
  if (over === 'pet') return `The pet has another visit then: ${what}`;
  const both = record.employees.find(({ id }) => other.employees.some((one) => one.id === id));
  return `${vetText(both?.id ?? null, directory)} is busy: ${what}`;
}

/** What else needs the room, the staff or the pet of an appointment then, naming it; none where nothing does. */
export function clashTexts(
  record: ReceivedAppointment,
  others: readonly ReceivedAppointment[],
  directory: Directory,
): string[] {
  return clashesOf(record, others).map((clash) => clashText(clash, record, directory));
}
