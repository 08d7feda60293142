import type { AppointmentPage } from '#app/api/appointment-queries.ts';
import { type Directory, unnamed } from '#app/api/directory.ts';
import type { EnumLooks } from '#app/appearance/enum-look.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import {
  type BoardColumn,
  mainEmployeeId,
  roomColumns,
  type StoreDay,
  vetColumns,
  weekColumns,
} from './board-columns.ts';
import { isLoadedAlone } from './board-days.ts';
import { type BoardFilters, createFilter, vetsOf } from './board-filters.ts';
import { type BoardItem, type BoardView, placeItems } from './board-items.ts';
import { joinPages, keepRecords } from './day-records.ts';
import { touchesDay } from './place-on-day.ts';

/** All that the board draws and counts of a day. */
export interface BoardModel {
  days: readonly StoreDay[];
  columns: readonly BoardColumn[];
  items: readonly BoardItem[];
  /** The appointments of the shown days, each once. Received = appointments + unresolved. */
  appointments: ReceivedAppointment[];
  unresolvedIds: string[];
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
  statuses: EnumLooks;
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
    records.filter((record) => isShown(record, days)),
  );
  const columns = columnsOf({ view, vetOfWeek, days, directory, ownZone }, appointments);
  return {
    days,
    columns,
    items: placeItems(ofVet(appointments, vetOfWeek), { view, days, columns, directory, statuses }),
    appointments,
    unresolvedIds,
    missing:
      totalCount === null || vetOfWeek !== null || !isLoadedAlone(directory.company, days)
        ? null
        : Math.max(0, totalCount - records.length - unresolvedIds.length),
  };
}

function ofVet(appointments: readonly ReceivedAppointment[], vet: string | null): readonly ReceivedAppointment[] {
  return vet === null ? appointments : appointments.filter((appointment) => vetsOf(appointment).includes(vet));
}

function isShown(record: ReceivedAppointment, days: readonly StoreDay[]): boolean {
  const span = { start: Date.parse(record.start), end: Date.parse(record.end) };
  return days.some((day) => day.store.id === (record.storeId ?? '') && touchesDay(span, day.clock));
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
    const name = directory.employees.get(vetOfWeek ?? '')?.name;
    const vet = vetOfWeek === null ? null : { id: vetOfWeek, name: name || unnamed.staff(vetOfWeek) };
    return weekColumns(days, ownZone, vet);
  }
  return view === 'vets'
    ? vetColumns(days, appointments, directory, ownZone)
    : roomColumns(days, appointments, ownZone);
}

/** The result of the filters. Shown + left out = the board's appointments. */
export interface Narrowed {
  shown: ReadonlySet<string>;
  leftOut: ReadonlySet<string>;
}

/** Applies the filters to the board's appointments; the sets hold ids. */
export function narrow(board: BoardModel, filters: BoardFilters, directory: Directory): Narrowed {
  const test = createFilter(filters, (appointment) => textOf(appointment, directory));
  const shown = new Set<string>();
  const leftOut = new Set<string>();
  for (const appointment of board.appointments) (test(appointment) ? shown : leftOut).add(appointment.id);
  return { shown, leftOut };
}

function textOf(appointment: ReceivedAppointment, directory: Directory): string {
  const pet = appointment.petId === null ? undefined : directory.pets.get(appointment.petId);
  const vetId = mainEmployeeId(appointment);
  const vet = vetId === null ? undefined : directory.employees.get(vetId);
  return [
    appointment.title,
    pet?.name,
    pet?.clientName,
    vet?.name,
    appointment.visitTypeName,
    appointment.notes,
    appointment.bookingNotes,
    appointment.clientNotes,
  ]
    .filter((part) => part !== null && part !== undefined)
    .join('\n');
}
