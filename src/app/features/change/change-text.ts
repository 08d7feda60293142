import { plural, t } from '@lingui/core/macro';
import type { FieldChanges } from '#app/api/appointments.ts';
import { type Directory, roomNameOf, staffName, storeOf, visitName } from '#app/api/directory.ts';
import type { EnumDisplays } from '#app/appearance/enum-display.ts';
import { translated } from '#app/language/translated.ts';
import { dayOfInstant, zoneOf } from '#app/scheduling/calendar-day.ts';
import { type Clash, clashesOf } from '#app/scheduling/clashes.ts';
import { closedThen } from '#app/scheduling/opening-hours.ts';
import { intervalText } from '#app/scheduling/time-text.ts';
import { isStay, recordedTime } from '#app/scheduling/visit.ts';
import { isolated } from '#app/text/isolated.ts';
import { words } from '#app/text/shared-texts.ts';
import { closedText, otherVisitText, passedText } from '#app/text/time-warnings.ts';
import { occupies } from '#contract/appointment-rules.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

// Texts about changes. Names, titles and notes come from outside: each is isolated.

/** The names behind the ids and values of a change. */
export interface ChangeNames {
  directory: Directory;
  statuses: EnumDisplays;
}

/** The name of an appointment in a sentence. */
export function nameOf(appointment: ReceivedAppointment, { pets }: Directory): string {
  return isolated(visitName(appointment, pets)) || t`The appointment`;
}

/** The room of an appointment in a sentence. */
export function roomText(roomId: string | null, record: ReceivedAppointment, directory: Directory): string {
  if (roomId === null) return words.noRoom;
  const room = storeOf(record, directory)?.rooms.find(({ id }) => id === roomId);
  return isolated(room?.name || roomNameOf(roomId, null));
}

/** A member of staff in a sentence. */
export function vetText(employeeId: string | null, directory: Directory): string {
  if (employeeId === null) return words.unassigned;
  return isolated(staffName(employeeId, directory));
}

/** A field with its value, in words. */
export interface FieldText {
  field: 'status' | 'time' | 'room' | 'vet' | 'notes';
  value: string;
}

/** The labels of the fields. */
export const fieldLabels: Readonly<Record<FieldText['field'], string>> = translated({
  status: () => t`Status`,
  time: () => t`Time`,
  room: () => t`Room`,
  vet: () => t`Vet`,
  notes: () => t`Notes`,
});

/**
 * The fields of a change, in the order of the details; start and end are one. Times are relative to the day of
 * `record`, which also has the unchanged fields.
 */
export function fieldTexts(changes: FieldChanges, record: ReceivedAppointment, names: ChangeNames): FieldText[] {
  const { directory, statuses } = names;
  const texts: FieldText[] = [];
  if (changes.status !== undefined) texts.push({ field: 'status', value: isolated(statuses.of(changes.status).label) });
  if (changes.start !== undefined || changes.end !== undefined) {
    const time = { start: instantOf(changes.start ?? record.start), end: instantOf(changes.end ?? record.end) };
    texts.push({ field: 'time', value: intervalText(zoneOf(record, directory), time, recordedTime(record).start) });
  }
  if (changes.roomId !== undefined) texts.push({ field: 'room', value: roomText(changes.roomId, record, directory) });
  if (changes.employeeId !== undefined) texts.push({ field: 'vet', value: vetText(changes.employeeId, directory) });
  if (changes.notes !== undefined) texts.push({ field: 'notes', value: isolated(changes.notes ?? '') || noNotes() });
  return texts;
}

function noNotes(): string {
  return t({ message: 'None', comment: 'there are no notes' });
}

/** A change in one line. */
export function changeText(changes: FieldChanges, record: ReceivedAppointment, names: ChangeNames): string {
  return fieldTexts(changes, record, names)
    .map(({ field, value }) => (field === 'notes' ? t`Notes: ${value}` : value))
    .join(' · ');
}

/** Says what an appointment and another one both need. */
export function clashText({ reason, other }: Clash, record: ReceivedAppointment, directory: Directory): string {
  const when = intervalText(zoneOf(record, directory), recordedTime(other), recordedTime(record).start);
  const what = nameOf(other, directory);
  const elsewhere = other.storeId !== record.storeId;
  const visit = otherVisitText(when, what, isolated((elsewhere ? storeOf(other, directory)?.name : '') ?? ''));
  const room = roomText(record.roomId, record, directory);
  if (reason === 'room') return t`${room} is taken: ${visit}`;
  if (reason === 'pet') return t`The pet has another visit then: ${visit}`;
  const both = record.employees.find(({ id }) => other.employees.some((one) => one.id === id));
  const vet = vetText(both?.id ?? null, directory);
  return t`${vet} is busy: ${visit}`;
}

/** A stay of days may overlap dozens of visits: the notice of a change has room for some of them beside its Undo. */
const MAX_NAMED = 3;

/** The data that the warnings about a change are based on. */
export interface KnownThen {
  /** The appointments that are loaded. */
  others: readonly ReceivedAppointment[];
  /** Whether these are all appointments at that time. */
  complete: boolean;
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
}

/** Whether a change moves an appointment to where or when something else may be; `record` is the changed appointment. */
export function mayClash(record: ReceivedAppointment, changes: FieldChanges): boolean {
  return occupies(record) && Object.keys(changes).some((field) => field !== 'status' && field !== 'notes');
}

/**
 * The warnings about a change, the most serious first: other appointments that need the room, the staff or the pet at
 * that time (the first of them by name), a closed store, a time in the past, and appointments that are not loaded.
 *
 * @param record the appointment as the change makes it
 */
export function warningTexts(
  record: ReceivedAppointment,
  changes: FieldChanges,
  { others, complete, now }: KnownThen,
  directory: Directory,
): string[] {
  if (!mayClash(record, changes)) return [];
  const zone = zoneOf(record, directory);
  const time = recordedTime(record);
  const day = dayOfInstant(zone, time.start);
  // The vet looks after a stay beside other visits.
  const weight = ({ reason, other }: Clash) =>
    ['room', 'staff', 'pet'].indexOf(reason) + (isStay(recordedTime(other), day) ? 3 : 0);
  const clashes = clashesOf(record, others).sort((one, other) => weight(one) - weight(other));
  const texts = clashes.slice(0, MAX_NAMED).map((clash) => clashText(clash, record, directory));
  const more = clashes.length - MAX_NAMED;
  if (more > 0) texts.push(t`${plural(more, { one: '# more visit then', other: '# more visits then' })}`);
  const store = changes.start === undefined && changes.end === undefined ? null : storeOf(record, directory);
  const open = store && closedThen({ openingHours: store.openingHours, timeZone: zone }, time);
  if (store && open) texts.push(closedText(store.name, zone, open, time));
  if (changes.start !== undefined && time.start < now) texts.push(passedText(zone, time.start));
  return complete ? texts : [...texts, t`Not all of that time is loaded: it may be taken`];
}
