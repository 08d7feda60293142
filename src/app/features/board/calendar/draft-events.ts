import { t } from '@lingui/core/macro';

import { type BoardColumn, columnIds } from '#app/features/board/model/board-columns.ts';
import { DRAFT_ID } from '#app/features/board/model/board-items.ts';
import { factsText } from '#app/text/list-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { clockText } from '#app/text/time-text.ts';
import type { Interval } from '#contract/interval.ts';
import type { ColumnsView } from '#scheduling/board-day.ts';
import type { DraftBooking } from '#scheduling/booking-place.ts';
import { dateIn } from '#scheduling/calendar-day.ts';
import { QUARTER_HOUR_MS } from '#scheduling/opening-hours.ts';
import type { BoardEvent } from './board-events.ts';

/** The column that a booking belongs to; undefined if the board does not show that column, or if the booking has no time. */
export function findDraftColumn(
  { storeId, roomId, employeeId, zone, time }: DraftBooking,
  view: ColumnsView,
  columns: readonly BoardColumn[],
): BoardColumn | undefined {
  if (time === null) return undefined;
  const date = dateIn(zone, time.start);
  const id = view === 'vets' ? columnIds.vet(zone, employeeId) : columnIds.room(storeId, roomId);
  const column = columns.find((candidate) => candidate.id === id && candidate.date === date);
  const isElsewhere = column?.storeId != null && column.storeId !== storeId;
  return isElsewhere ? undefined : column;
}

/** The accessible name of the booking's block. */
function draftLabel({ zone, petName, colleaguesText }: DraftBooking, time: Interval, column: BoardColumn): string {
  const [start, end] = [clockText(zone, time.start), clockText(zone, time.end)];
  const when = t({ message: `${start} to ${end}`, comment: 'times of day, as they are spoken' });
  return factsText([texts.newAppointment, petName, when, column.title, colleaguesText]);
}

/** Merges consecutive free starts, a quarter of an hour apart, into intervals. */
function mergeStarts(starts: readonly number[]): Interval[] {
  const runs: Interval[] = [];
  for (const start of starts) {
    const last = runs.at(-1);
    if (last?.end === start) last.end = start + QUARTER_HOUR_MS;
    else runs.push({ start, end: start + QUARTER_HOUR_MS });
  }
  return runs;
}

/**
 * The events of the booking in the panel: a block that can be moved, and a band for each run of free starts, which the
 * style sheet divides into single starts.
 */
export function createDraftEvents(
  draft: DraftBooking,
  view: ColumnsView,
  columns: readonly BoardColumn[],
): BoardEvent[] {
  const starts = columns.flatMap(({ id }) =>
    mergeStarts(draft.freeStarts.get(id) ?? []).map(
      ({ start, end }): BoardEvent => ({
        ...{ id: `free ${id} ${start}`, kind: 'free', columnId: id, resourceId: id, title: '', label: '', start, end },
        display: 'background',
        className: 'free-starts',
      }),
    ),
  );
  const column = findDraftColumn(draft, view, columns);
  if (column === undefined || draft.time === null) return starts;
  return [
    ...starts,
    {
      ...{ id: DRAFT_ID, kind: 'draft', columnId: column.id, resourceId: column.id, ...draft.time },
      title: draft.petName || texts.newAppointment,
      detail: clockText(draft.zone, draft.time.start),
      label: draftLabel(draft, draft.time, column),
      editable: true,
      resourceEditable: true,
      className: draft.colleaguesText === '' ? 'draft-block' : 'draft-block with-presence',
    },
  ];
}
