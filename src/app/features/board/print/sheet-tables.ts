import type { Directory } from '#app/api/directory.ts';

import type { BoardAppointment } from '#app/features/board/model/board-appointments.ts';
import {
  type BoardColumn,
  buildRoomColumns,
  buildVetColumns,
  columnIds,
} from '#app/features/board/model/board-columns.ts';
import { byTime } from '#app/features/board/model/board-items.ts';
import type { BoardModel } from '#app/features/board/model/board-model.ts';
import { zoneLabel } from '#app/features/board/store-names.ts';
import type { PrintOrder } from '#app/session/preferences.ts';
import { browserZone, dateText } from '#app/text/time-text.ts';
import { mainEmployeeId } from '#contract/appointment-rules.ts';
import type { StoreDay } from '#scheduling/shown-days.ts';

/** A table on the printed sheet: the day of a store, or of one of its rooms or vets. */
export interface SheetTable {
  key: string;
  /** The parts of the heading, such as the date, the store and the room; empty if the sheet has only one table. */
  title: readonly string[];
  /** The column of the room or vet; null if the table contains all appointments, sorted by time. */
  column: BoardColumn | null;
  /** Sorted by time. */
  visits: readonly BoardAppointment[];
}

/** A room or vet that is printed alone. A null id stands for the appointments without a room or vet. */
export interface PrintTarget {
  id: string | null;
}

/** The rooms or vets of the shown days, each of which can be printed alone. */
export function printChoices(
  board: Pick<BoardModel, 'columns' | 'days' | 'items'>,
  directory: Directory,
  by: PrintOrder,
): (PrintTarget & { title: string })[] {
  const titles = new Map<string | null, string>();
  for (const { column } of buildSheetTables(board, directory, by)) {
    if (column) titles.set(by === 'room' ? column.roomId : column.employeeId, column.title);
  }
  return [...titles].map(([id, title]) => ({ id, title }));
}

/** The days that a board shows, each with its appointments sorted by time. */
function appointmentsOfDays(
  board: Pick<BoardModel, 'columns' | 'days' | 'items'>,
): { day: StoreDay; visits: BoardAppointment[] }[] {
  const dates = new Map(board.columns.map(({ id, date }) => [id, date]));
  return board.days.map((day) => {
    const items = board.items.filter(
      ({ columnId, appointment }) =>
        dates.get(columnId) === day.clock.date && (appointment.storeId ?? '') === day.store.id,
    );
    return { day, visits: items.sort(byTime).map((item) => ({ item, day })) };
  });
}

const findColumnId: Readonly<Record<'room' | 'vet', (visit: BoardAppointment) => string>> = {
  room: ({ item: { appointment }, day }) => columnIds.room(day.store.id, appointment.roomId),
  vet: ({ item: { appointment }, day }) => columnIds.vet(day.zone, mainEmployeeId(appointment)),
};

/** The tables of a printed sheet: for each day and store, either a single table sorted by time, or one for each room or vet. */
export function buildSheetTables(
  board: Pick<BoardModel, 'columns' | 'days' | 'items'>,
  directory: Directory,
  by: PrintOrder,
  only: PrintTarget | null = null,
): SheetTable[] {
  const all = appointmentsOfDays(board);
  const isOneDay = new Set(all.map(({ day }) => day.clock.date)).size === 1;
  const isOneStore = new Set(all.map(({ day }) => day.store)).size === 1;
  const isOneZone = new Set(all.map(({ day }) => day.zone)).size === 1;
  return all.flatMap(({ day, visits }): SheetTable[] => {
    const title = [
      isOneDay ? '' : dateText(day.clock.date),
      isOneStore ? '' : day.store.name,
      isOneZone ? '' : zoneLabel(day.zone),
    ];
    const key = `${day.clock.date} ${day.store.id}`;
    if (by === 'time') return [{ key, title: title.filter(Boolean), column: null, visits }];
    const seen = visits.map(({ item }) => item.appointment);
    const columns =
      by === 'room' ? buildRoomColumns([day], seen, browserZone) : buildVetColumns([day], seen, directory, browserZone);
    return (
      columns
        .map((column) => ({
          key: `${key} ${column.id}`,
          title: [...title, column.title].filter(Boolean),
          column,
          visits: visits.filter((visit) => findColumnId[by](visit) === column.id),
        }))
        .filter(
          ({ column: { roomId, employeeId } }) => only === null || (by === 'room' ? roomId : employeeId) === only.id,
        )
        // In a week, empty tables are left out, since many rooms and vets have no appointments on some days.
        .filter((table) => isOneDay || table.visits.length > 0)
    );
  });
}
