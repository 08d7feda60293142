import type { EventInput } from '@fullcalendar/react';
import { t } from '@lingui/core/macro';
import { type BoardColumn, columnIds } from '#app/features/board/model/board-columns.ts';
import { DRAFT } from '#app/features/board/model/board-items.ts';
import type { DraftBooking } from '#app/scheduling/booking-place.ts';
import { dateIn } from '#app/scheduling/calendar-day.ts';
import { QUARTER } from '#app/scheduling/opening-hours.ts';
import { clockText } from '#app/scheduling/time-text.ts';
import type { BoardView } from '#app/session/board-search.ts';
import { factsText } from '#app/text/list-text.ts';
import { words } from '#app/text/shared-texts.ts';

/** The column that the booking stands in; undefined where the board shows none for it. */
export function columnOfDraft(
  { storeId, roomId, employeeId, zone, time }: DraftBooking,
  view: BoardView,
  columns: readonly BoardColumn[],
): BoardColumn | undefined {
  if (time === null) return undefined;
  const date = dateIn(zone, time.start);
  const id = {
    rooms: columnIds.room(storeId, roomId),
    vets: columnIds.vet(zone, employeeId),
    week: columnIds.day(date),
  }[view];
  const column = columns.find((candidate) => candidate.id === id && candidate.date === date);
  const isElsewhere = column?.storeId != null && column.storeId !== storeId;
  return isElsewhere ? undefined : column;
}

/** What the block of the booking says to somebody who does not see it. */
function labelOfDraft({ zone, petName, time, others }: DraftBooking, column: BoardColumn): string {
  const [start, end] = time ? [clockText(zone, time.start), clockText(zone, time.end)] : ['', ''];
  const when = t({ message: `${start} to ${end}`, comment: 'times of day, as they are spoken' });
  return factsText([words.newAppointment, petName, when, column.title, others]);
}

/** Free starts that follow one another, each a quarter of an hour after the one before. */
function runsOf(starts: readonly number[]): { start: number; end: number }[] {
  const runs: { start: number; end: number }[] = [];
  for (const start of starts) {
    const last = runs.at(-1);
    if (last?.end === start) last.end = start + QUARTER;
    else runs.push({ start, end: start + QUARTER });
  }
  return runs;
}

/**
 * The booking in the panel as FullCalendar's events: a block that can be moved, and a band for each row of free starts, on which
 * the style sheet parts one start from the next.
 */
export function eventsOfDraft(draft: DraftBooking, view: BoardView, columns: readonly BoardColumn[]): EventInput[] {
  const resource = (column: BoardColumn) => (view === 'week' ? {} : { resourceId: column.id });
  const starts = columns.flatMap((column) =>
    runsOf(draft.freeStarts.get(column.id) ?? []).map(({ start, end }) => ({
      id: `free ${column.id} ${start}`,
      columnId: column.id,
      ...resource(column),
      start,
      end,
      display: 'background',
      className: 'free-starts',
    })),
  );
  const column = columnOfDraft(draft, view, columns);
  if (column === undefined || draft.time === null) return starts;
  return [
    ...starts,
    {
      id: DRAFT,
      columnId: column.id,
      ...resource(column),
      ...draft.time,
      heading: draft.petName || words.newAppointment,
      label: labelOfDraft(draft, column),
      editable: true,
      resourceEditable: view !== 'week',
      className: draft.others === '' ? 'draft-block' : 'draft-block with-presence',
    },
  ];
}
