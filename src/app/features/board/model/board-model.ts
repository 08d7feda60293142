import type { ListContent } from '#app/api/appointment-records.ts';
import type { Directory } from '#app/api/directory.ts';
import type { EnumDisplays } from '#app/appearance/enum-display.ts';
import { useStableReference } from '#app/browser/use-stable-reference.ts';
import { browserZone } from '#app/text/time-text.ts';
import { isRecordedIn } from '#contract/interval.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { ColumnsView } from '#scheduling/board-day.ts';
import { type Clashes, findClashes } from '#scheduling/clashes.ts';
import { isRequestExact, type StoreDay } from '#scheduling/shown-days.ts';
import { isStay, recordedTime } from '#scheduling/visit.ts';
import { type BoardColumn, buildRoomColumns, buildVetColumns, buildWeekColumns } from './board-columns.ts';
import { type BoardItem, placeItems } from './board-items.ts';

/** Everything that the board draws and counts. */
export interface BoardModel {
  days: readonly StoreDay[];
  columns: readonly BoardColumn[];
  items: readonly BoardItem[];
  /**
   * The appointments of the shown days, each once even if several days show it. Every record that was received is
   * either here or in `unresolvedIds`.
   */
  appointments: ReceivedAppointment[];
  unresolvedIds: readonly string[];
  /**
   * Appointments that need the same room, vet or pet at the same time. Stays are excluded: a ward has room for several
   * of them, and a patient who stays can also have appointments.
   */
  clashes: Clashes;
  /**
   * How many appointments are not loaded, according to the practice system's total; null if that total is unknown or
   * also covers other days or stores.
   */
  missing: number | null;
}

interface BoardInput {
  view: ColumnsView;
  /** The id of the vet whose week is shown; null in all other cases. */
  vetOfWeek: string | null;
  days: readonly StoreDay[];
  /** The loaded content of these days. */
  content: ListContent;
  directory: Directory;
  /** Whether the names of the pets are still loading. */
  awaitsPets: boolean;
  statuses: EnumDisplays;
  /** The browser's IANA zone. Sections in another zone name it in their headings. */
  ownZone: string;
}

export function buildBoard(input: BoardInput): BoardModel {
  const { view, vetOfWeek, days, content, directory, awaitsPets, statuses, ownZone } = input;
  const { unresolvedIds, missing } = content;
  const appointments = content.appointments.filter((record) => findShownDay(record, days) !== undefined);
  const columns = buildColumns({ view, vetOfWeek, days, directory, ownZone }, appointments);
  return {
    days,
    columns,
    items: placeItems(appointments, { view, days, columns, directory, awaitsPets, statuses }),
    appointments,
    unresolvedIds,
    clashes: findClashes(
      appointments.filter((record) => !isStayOn(record, days)),
      (id) => directory.employees.get(id)?.role === 'vet',
    ),
    missing: isRequestExact(directory.company, days) ? missing : null,
  };
}

interface BoardSources extends Omit<BoardInput, 'content' | 'ownZone'> {
  content: ListContent | null;
}

const NO_CONTENT: ListContent = { appointments: [], unresolvedIds: [], isComplete: false, missing: null };

/**
 * Builds the board from the loaded content. Parts that did not change remain the same objects, so they are not drawn
 * again.
 */
export function useBoardModel({ content, ...of }: BoardSources): BoardModel {
  // `useStableReference` can't compare maps, so the clashes are left out.
  const { items, clashes, ...built } = buildBoard({ ...of, content: content ?? NO_CONTENT, ownZone: browserZone });
  // The items are compared by key: if they were compared by index, an inserted item would make all later ones differ.
  const shared = useStableReference({ ...built, items: Object.fromEntries(items.map((item) => [item.key, item])) });
  return { ...shared, clashes, items: Object.values(shared.items) };
}

/** The shown day on which a record takes place at its store; undefined if there is none. */
function findShownDay(record: ReceivedAppointment, days: readonly StoreDay[]): StoreDay | undefined {
  const span = recordedTime(record);
  return days.find((day) => day.store.id === (record.storeId ?? '') && isRecordedIn(span, day.clock));
}

function isStayOn(record: ReceivedAppointment, days: readonly StoreDay[]): boolean {
  const day = findShownDay(record, days);
  return day !== undefined && isStay(recordedTime(record), day.clock);
}

function buildColumns(
  { view, vetOfWeek, days, directory, ownZone }: Omit<BoardInput, 'content' | 'awaitsPets' | 'statuses'>,
  appointments: readonly ReceivedAppointment[],
): BoardColumn[] {
  if (view === 'week') return buildWeekColumns(days, ownZone, vetOfWeek);
  return view === 'vets'
    ? buildVetColumns(days, appointments, directory, ownZone)
    : buildRoomColumns(days, appointments, ownZone);
}
