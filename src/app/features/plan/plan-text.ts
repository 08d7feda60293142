import { type Directory, fallbackNames, staffName } from '#app/api/directory.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { factsText } from '#app/text/list-text.ts';
import { planEntryText, planTimeText } from '#app/text/plan-text.ts';
import { parseInterval } from '#contract/availability-rules.ts';
import type { ReceivedAvailability } from '#contract/received-availability.ts';
import { planZoneOf } from '#scheduling/calendar-day.ts';

// Texts about the plan. Names and titles are external data, so each is isolated from the direction of the text around it.

type DescribedEntry = Pick<
  ReceivedAvailability,
  'kind' | 'storeId' | 'employeeId' | 'roomId' | 'title' | 'start' | 'end'
>;

/** The name of an entry's room; empty if it has none. */
export function roomText(
  { storeId, roomId }: Pick<DescribedEntry, 'storeId' | 'roomId'>,
  { company }: Directory,
): string {
  if (roomId === null) return '';
  const rooms = company.stores.find(({ id }) => id === storeId)?.rooms ?? [];
  return rooms.find(({ id }) => id === roomId)?.name || fallbackNames.room(roomId);
}

/** The subject of an entry: the person and the room, if any, otherwise the whole store; empty if it has none of them. */
function entrySubject(entry: DescribedEntry, directory: Directory): string {
  const { employeeId, roomId, storeId } = entry;
  const names = [
    employeeId === null ? null : isolateText(staffName(employeeId, directory)),
    roomId === null ? null : isolateText(roomText(entry, directory)),
  ].filter((name) => name !== null);
  if (names.length > 0) return factsText(names);
  const store = directory.company.stores.find(({ id }) => id === storeId);
  return storeId === null ? '' : isolateText(store?.name || fallbackNames.store(storeId));
}

/** A short description of an entry: `Ada Okafor: on duty`, `Room 2: blocked, cleaning`. */
export function describeEntry(entry: DescribedEntry, directory: Directory): string {
  return planEntryText(entrySubject(entry, directory), entry);
}

/** The time of an entry, with the day: `Fri 10 Apr, 9:00 – 17:00`, or for whole days `Fri 10 Apr, all day`. */
export function entryTimeText(entry: DescribedEntry, directory: Directory): string {
  return planTimeText(planZoneOf(entry.storeId, directory), parseInterval(entry));
}
