import { useState } from 'react';
import type { AppointmentPage } from '#app/api/appointments.ts';
import type { Directory } from '#app/api/directory.ts';
import type { EnumDisplays } from '#app/appearance/enum-display.ts';
import { type Clashes, clashesAmong } from '#app/scheduling/clashes.ts';
import { browserZone } from '#app/scheduling/time-text.ts';
import { isStay, recordedTime } from '#app/scheduling/visit.ts';
import type { BoardView } from '#app/session/board-search.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import {
  type BoardColumn,
  isLoadedAlone,
  roomColumns,
  type StoreDay,
  vetColumns,
  weekColumns,
} from './board-columns.ts';
import { vetsOf } from './board-filters.ts';
import { type BoardItem, placeItems, touchesDay } from './board-items.ts';

/** All that the board draws and counts of a day. */
export interface BoardModel {
  days: readonly StoreDay[];
  columns: readonly BoardColumn[];
  items: readonly BoardItem[];
  /** The appointments of the shown days, each once. Received = appointments + unresolved. */
  appointments: ReceivedAppointment[];
  unresolvedIds: string[];
  /**
   * The visits that need the same room, vet or pet. Stays are left out: a ward has room for several, and who stays is
   * seen meanwhile.
   */
  clashes: Clashes;
  /** How many appointments are not loaded, by the service's total; null where that counts others, too. */
  missing: number | null;
}

interface BoardInput {
  view: BoardView;
  /** The vet whose week it is; appointments of others are left out. Null otherwise. */
  vetOfWeek: string | null;
  days: readonly StoreDay[];
  pages: readonly AppointmentPage[];
  directory: Directory;
  statuses: EnumDisplays;
  /** IANA zone of the browser; columns of other zones name theirs. */
  ownZone: string;
  /** The appointments of the previous board, whose objects are reused where nothing changed. */
  before: readonly ReceivedAppointment[];
}

/** Builds the board from the pages received. */
export function buildBoard({
  view,
  vetOfWeek,
  days,
  pages,
  directory,
  statuses,
  ownZone,
  before,
}: BoardInput): BoardModel {
  const { records, unresolvedIds, totalCount } = joinPages(pages);
  const appointments = keepRecords(
    before,
    records.filter((record) => dayOf(record, days) !== undefined),
  );
  const columns = columnsOf({ view, vetOfWeek, days, directory, ownZone }, appointments);
  return {
    days,
    columns,
    items: placeItems(ofVet(appointments, vetOfWeek), { view, days, columns, directory, statuses }),
    appointments,
    unresolvedIds,
    clashes: clashesAmong(
      appointments.filter((record) => !isStayOn(record, days)),
      (id) => directory.employees.get(id)?.role === 'vet',
    ),
    missing:
      totalCount === null || vetOfWeek !== null || !isLoadedAlone(directory.company, days)
        ? null
        : Math.max(0, totalCount - records.length - unresolvedIds.length),
  };
}

interface BoardSources extends Omit<BoardInput, 'pages' | 'ownZone' | 'before'> {
  pages: readonly AppointmentPage[] | undefined;
}

/** All of them, which the type holds: a board that left one out would not follow it. */
const SOURCES: Record<keyof BoardSources, true> = {
  view: true,
  vetOfWeek: true,
  days: true,
  pages: true,
  directory: true,
  statuses: true,
};

function sameSources(one: BoardSources, other: BoardSources): boolean {
  return Object.keys(SOURCES).every((name) => one[name as keyof BoardSources] === other[name as keyof BoardSources]);
}

/** The board model of the pages received; unchanged parts are the same objects as before. */
export function useBoard(sources: BoardSources): BoardModel {
  const [last, setLast] = useState<{ of: BoardSources; board: BoardModel } | null>(null);
  if (last && sameSources(last.of, sources)) return last.board;
  const before = last?.board;
  const built = buildBoard({
    ...sources,
    pages: sources.pages ?? [],
    ownZone: browserZone,
    before: before?.appointments ?? [],
  });
  const board: BoardModel = {
    ...built,
    items: before && sameItems(before.items, built.items) ? before.items : built.items,
    columns: before && sameColumns(before.columns, built.columns) ? before.columns : built.columns,
  };
  setLast({ of: sources, board });
  return board;
}

function sameItems(before: readonly BoardItem[], now: readonly BoardItem[]): boolean {
  return before.length === now.length && before.every((item, index) => item === now[index]);
}

function sameColumns(before: readonly BoardColumn[], now: readonly BoardColumn[]): boolean {
  return JSON.stringify(before) === JSON.stringify(now);
}

/** The content of a day's pages, each record once. Received = records + unresolved. */
interface DayRecords {
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
function joinPages(pages: readonly AppointmentPage[]): DayRecords {
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
function keepRecords(
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

function ofVet(appointments: readonly ReceivedAppointment[], vet: string | null): readonly ReceivedAppointment[] {
  return vet === null ? appointments : appointments.filter((appointment) => vetsOf(appointment).includes(vet));
}

/** The shown day of its store that a record is on. */
function dayOf(record: ReceivedAppointment, days: readonly StoreDay[]): StoreDay | undefined {
  const span = recordedTime(record);
  return days.find((day) => day.store.id === (record.storeId ?? '') && touchesDay(span, day.clock));
}

function isStayOn(record: ReceivedAppointment, days: readonly StoreDay[]): boolean {
  const day = dayOf(record, days);
  return day !== undefined && isStay(recordedTime(record), day.clock);
}

function columnsOf(
  {
    view,
    vetOfWeek,
    days,
    directory,
    ownZone,
  }: Pick<BoardInput, 'view' | 'vetOfWeek' | 'days' | 'directory' | 'ownZone'>,
  appointments: readonly ReceivedAppointment[],
): BoardColumn[] {
  if (view === 'week') {
    return weekColumns(days, ownZone, vetOfWeek);
  }
  return view === 'vets'
    ? vetColumns(days, appointments, directory, ownZone)
    : roomColumns(days, appointments, ownZone);
}
