import { useMemo, useRef } from 'react';
import type { AppointmentPage } from '#app/api/appointment-queries.ts';
import type { Directory } from '#app/api/directory.ts';
import type { EnumLooks } from '#app/appearance/enum-look.ts';
import { browserZone } from '#app/scheduling/time-text.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { BoardColumn, StoreDay } from './board-columns.ts';
import type { BoardItem, BoardView } from './board-items.ts';
import { type BoardModel, buildBoard } from './board-model.ts';

interface BoardSources {
  view: BoardView;
  vetOfWeek: string | null;
  days: readonly StoreDay[];
  pages: readonly AppointmentPage[] | undefined;
  directory: Directory;
  statuses: EnumLooks;
}

const NO_PAGES: readonly AppointmentPage[] = [];

/** The board model of the pages received; unchanged parts are the same objects as before. */
export function useBoard({ view, vetOfWeek, days, pages = NO_PAGES, directory, statuses }: BoardSources): BoardModel {
  const last = useRef<{
    appointments: readonly ReceivedAppointment[];
    items: readonly BoardItem[];
    columns: readonly BoardColumn[];
  }>({ appointments: [], items: [], columns: [] });
  return useMemo(() => {
    const built = buildBoard({
      view,
      vetOfWeek,
      days,
      pages,
      directory,
      statuses,
      ownZone: browserZone,
      before: last.current.appointments,
    });
    const board: BoardModel = {
      ...built,
      items: sameItems(last.current.items, built.items) ? last.current.items : built.items,
      columns: sameColumns(last.current.columns, built.columns) ? last.current.columns : built.columns,
    };
    last.current = board;
    return board;
  }, [view, vetOfWeek, days, pages, directory, statuses]);
}

function sameItems(before: readonly BoardItem[], now: readonly BoardItem[]): boolean {
  return before.length === now.length && before.every((item, index) => item === now[index]);
}

function sameColumns(before: readonly BoardColumn[], now: readonly BoardColumn[]): boolean {
  return JSON.stringify(before) === JSON.stringify(now);
}
