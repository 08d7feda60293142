import { plural, t } from '@lingui/core/macro';
import type { FieldChanges } from '#app/api/appointments.ts';
import { type Directory, roomNameOf, staffName, storeOf } from '#app/api/directory.ts';
import { createBookable, type Obstacle, openingHoursNear, plannedIn } from '#app/scheduling/bookable.ts';
import { dayOfInstant, zoneOf } from '#app/scheduling/calendar-day.ts';
import { type Clash, clashesOf } from '#app/scheduling/clashes.ts';
import type { PlanEntries } from '#app/scheduling/duty.ts';
import { intervalText } from '#app/scheduling/time-text.ts';
import { isStay, recordedTime, takenTime } from '#app/scheduling/visit.ts';
import { isolated } from '#app/text/isolated.ts';
import { closedText, otherVisitText, passedText, plannedText } from '#app/text/time-warnings.ts';
import { occupies } from '#contract/appointment-rules.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { nameOf, roomText, vetText } from './change-names.ts';

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
  /** The plan of the weeks of that time; null while it is not known. */
  plan: PlanEntries | null;
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
}

/** Whether a change moves an appointment to where or when something else may be; `record` is the changed appointment. */
export function mayClash(record: ReceivedAppointment, changes: FieldChanges): boolean {
  return occupies(record) && Object.keys(changes).some((field) => field !== 'status' && field !== 'notes');
}

/**
 * The warnings about a change, the most serious first: other appointments that need the room, the staff or the pet at
 * that time (the first of them by name), what the plan has against it, a closed store, a time in the past, and that not
 * everything is loaded.
 *
 * @param record the appointment as the change makes it
 */
export function warningTexts(
  record: ReceivedAppointment,
  changes: FieldChanges,
  { others, complete, plan, now }: KnownThen,
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
  texts.push(...plannedTexts(record, changes, plan ?? [], directory));
  if (changes.start !== undefined && time.start < now) texts.push(passedText(zone, time.start));
  return complete && plan ? texts : [...texts, t`Not all of that time is loaded: it may be taken`];
}

/** What plan and opening hours have against the changed time, staff and room of an appointment. */
function plannedTexts(
  record: ReceivedAppointment,
  { start, end, employeeId, roomId }: FieldChanges,
  plan: PlanEntries,
  directory: Directory,
): string[] {
  const listed = storeOf(record, directory);
  if (!listed) return [];
  const store = { ...listed, timeZone: zoneOf(record, directory) };
  const time = takenTime(record);
  const isMoved = start !== undefined || end !== undefined;
  const staff = record.employees.map(({ id }) => ({ id, role: directory.employees.get(id)?.role ?? '' }));
  const reasons = createBookable({ span: time, appointments: [], plan }).against(
    {
      store,
      staff: isMoved || employeeId !== undefined ? staff : [],
      rooms: record.roomId !== null && (isMoved || roomId !== undefined) ? [{ id: record.roomId }] : null,
      petId: null,
    },
    time,
  );
  const placeOf = (storeId: string) => directory.company.stores.find(({ id }) => id === storeId)?.name ?? '';
  const told = (name: string, obstacles: readonly Obstacle[]) => {
    const planned = plannedIn(obstacles);
    return planned ? [plannedText(name, planned, placeOf)] : [];
  };
  const isClosed = isMoved && reasons.store.some(({ kind }) => kind === 'hours');
  return [
    ...[...reasons.staff].flatMap(([id, obstacles]) => told(staffName(id, directory), obstacles)),
    ...[...reasons.rooms].flatMap(([id, obstacles]) => {
      const name = store.rooms.find((room) => room.id === id)?.name;
      return told(name || roomNameOf(id, record.location), obstacles);
    }),
    ...(isMoved ? told(store.name, reasons.store) : []),
    ...(isClosed ? [closedText(store.name, store.timeZone, openingHoursNear(store, time), time)] : []),
  ];
}
