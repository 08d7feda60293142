import type { AppointmentPage } from '#app/api/appointment-queries.ts';
import { instantOf } from '#contract/primitives.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

/** The content of a day's pages, each record once. Received = records + unresolved. */
export interface DayRecords {
  records: ReceivedAppointment[];
  /** The ids of unresolved records; an empty text where not even the id could be read. */
  unresolvedIds: string[];
  /** The service's total; null where it gives none. */
  totalCount: number | null;
}

/**
 * Joins the pages. A record may come twice when others book while the pages are read: its later version is kept. An id
 * that comes as a record and as unresolved counts as a record.
 */
export function joinPages(pages: readonly AppointmentPage[]): DayRecords {
  const records = new Map<string, ReceivedAppointment>();
  const unresolved = new Set<string>();
  let nameless = 0;
  for (const page of pages) {
    for (const record of page.records) {
      const known = records.get(record.id);
      if (!known || versionOf(known) < versionOf(record)) records.set(record.id, record);
    }
    for (const id of page.unresolvedIds) {
      if (id === '') nameless += 1;
      else unresolved.add(id);
    }
  }
  return {
    records: [...records.values()],
    unresolvedIds: [...[...unresolved].filter((id) => !records.has(id)), ...Array<string>(nameless).fill('')],
    totalCount: pages.at(-1)?.totalCount ?? null,
  };
}

function versionOf({ updatedAt }: ReceivedAppointment): number {
  return updatedAt === null ? 0 : instantOf(updatedAt);
}

/** The records, reusing the previous object of each whose content is the same. */
export function keepRecords(
  before: readonly ReceivedAppointment[],
  now: readonly ReceivedAppointment[],
): ReceivedAppointment[] {
  const known = new Map(before.map((record) => [record.id, record]));
  return now.map((record) => {
    const old = known.get(record.id);
    return old && (old === record || isSame(old, record)) ? old : record;
  });
}

function isSame(one: ReceivedAppointment, other: ReceivedAppointment): boolean {
  if (one.updatedAt !== other.updatedAt || one.status !== other.status) return false;
  return JSON.stringify(one) === JSON.stringify(other);
}
