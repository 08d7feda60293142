import type { InfiniteData } from '@tanstack/react-query';
import type { AppointmentDay, AppointmentPage, UpdatedAppointments } from '#app/api/appointments.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

export type DayPages = InfiniteData<AppointmentPage, string | null>;

export interface MergedDay<Cursor> {
  /** The same object as before where nothing changed. */
  pages: InfiniteData<AppointmentPage, Cursor>;
  /** The ids of new and changed records. */
  changedIds: string[];
}

/** Whether the search for a day would return an appointment. */
export function belongsTo(record: ReceivedAppointment, day: AppointmentDay): boolean {
  if (day.storeIds.length > 0 && !day.storeIds.includes(record.storeId ?? '')) return false;
  const [start, end, from, to] = [record.start, record.end, day.from, day.to].map((text) => Date.parse(text));
  if (start === undefined || end === undefined || from === undefined || to === undefined) return false;
  return (start >= from && start < to) || (start < from && end > from);
}

function isOlder(record: ReceivedAppointment, known: ReceivedAppointment): boolean {
  return Date.parse(record.updatedAt ?? '') < Date.parse(known.updatedAt ?? '');
}

function isSame(one: ReceivedAppointment, other: ReceivedAppointment): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Merges changes into a loaded day, or another list with a predicate for its records: new records join the first page,
 * known ones are replaced in place, those that moved to another day or store are removed, and those that can no longer
 * be parsed become unresolved. A version older than the known one is ignored.
 */
export function mergeChanges<Cursor>(
  before: InfiniteData<AppointmentPage, Cursor>,
  belongs: (record: ReceivedAppointment) => boolean,
  changes: UpdatedAppointments,
): MergedDay<Cursor> {
  const latest = new Map<string, ReceivedAppointment>();
  for (const record of changes.records) {
    const other = latest.get(record.id);
    if (!other || !isOlder(record, other)) latest.set(record.id, record);
  }
  const unreadable = new Set(changes.unresolvedIds.filter((id) => id !== '' && !latest.has(id)));
  const changedIds = new Set<string>();
  const present = new Set<string>();
  let difference = 0;

  const pages = before.pages.map((page) => {
    const unresolvedIds = [...page.unresolvedIds];
    let touched = false;
    const records = page.records.flatMap((known) => {
      present.add(known.id);
      if (unreadable.has(known.id)) {
        unresolvedIds.push(known.id);
        changedIds.add(known.id);
        touched = true;
        return [];
      }
      const record = latest.get(known.id);
      if (!record || isOlder(record, known) || isSame(record, known)) return [known];
      touched = true;
      changedIds.add(record.id);
      if (belongs(record)) return [record];
      difference -= 1;
      return [];
    });
    const resolved = unresolvedIds.filter((id) => latest.has(id));
    if (resolved.length > 0) {
      touched = true;
      difference -= resolved.length;
    }
    return touched ? { ...page, records, unresolvedIds: unresolvedIds.filter((id) => !latest.has(id)) } : page;
  });

  const joining = [...latest.values()].filter((record) => !present.has(record.id) && belongs(record));
  for (const record of joining) changedIds.add(record.id);
  const first = pages[0];
  if (first && joining.length > 0) pages[0] = { ...first, records: [...joining, ...first.records] };
  difference += joining.length;

  if (changedIds.size === 0 && pages.every((page, index) => page === before.pages[index])) {
    return { pages: before, changedIds: [] };
  }
  const counted = pages.map((page) =>
    page.totalCount === null || difference === 0 ? page : { ...page, totalCount: page.totalCount + difference },
  );
  return { pages: { ...before, pages: counted }, changedIds: [...changedIds] };
}
