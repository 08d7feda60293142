import type { ReactNode } from 'react';

import { type MoveTarget, useChanges } from '#app/changes/appointment-changes.ts';
import { usePlanActions } from '#app/changes/plan-actions.ts';
import { changingActivity } from '#app/changes/presence.ts';
import type { BoardColumn } from '#app/features/board/model/board-columns.ts';
import { entryChanges } from '#app/features/board/plan/entry-moves.ts';
import type { DeskActivity } from '#contract/desk-events.ts';
import type { ColumnsView } from '#scheduling/board-day.ts';
import { formatWallTime } from '#scheduling/booking-place.ts';
import { findMoveChanges } from './block-moves.ts';
import { blockText, countBlockLines, untruncatedDetail } from './block-text.tsx';
import type { EventData, EventKind } from './board-events.ts';

/**
 * The empty time that was clicked or selected. `start` and `end` are in the column's wall clock, `YYYY-MM-DDTHH:MM`.
 * After a click there is no `end`, and in the strip of stays there is neither.
 */
export interface SelectedSlot {
  columnId: string;
  start: string | null;
  end: string | null;
}

/** An event as FullCalendar displays it. */
interface DisplayedEvent {
  /** Whether the event has space for only one line. */
  isShort: boolean;
  /** Whether all of the event's time is on the shown day. */
  isWhole: boolean;
  view: ColumnsView;
}

/** The content and behaviours of a kind of event; each is optional. */
export interface EventBehaviour {
  content?: (event: EventData & { title: string }, shown: DisplayedEvent) => ReactNode;
  open?: (event: EventData) => void;
  /** Moves the event. Returns false if it has to return to its previous place. */
  move?: (event: EventData, to: MoveTarget) => boolean;
  /** Returns the warnings to show in an event while it is dragged. */
  warnings?: (event: EventData, to: MoveTarget) => string[];
  /** Returns what colleagues see while the event is dragged; null for nothing. */
  activity?: (event: EventData) => DeskActivity | null;
}

export type EventKinds = Readonly<Record<EventKind, EventBehaviour>>;

const renderAppointment = ({ item }: EventData, shown: DisplayedEvent) =>
  item ? blockText(item, countBlockLines(item, shown), shown.view) : null;

/** Blocked time of at least this many minutes has space for its times on two lines. */
const MINUTES_OF_TWO_LINES = 60;

function renderTitleAndDetail({ title, detail, band }: EventData & { title: string }, { isShort }: DisplayedEvent) {
  const isTall = band && band.minutes.toMinute - band.minutes.fromMinute >= MINUTES_OF_TWO_LINES;
  return (
    <>
      <span className={isShort ? '' : 'block overflow-x-clip text-ellipsis'}>
        <b>{title}</b>
      </span>{' '}
      {isTall ? <span className="block whitespace-normal">{detail}</span> : untruncatedDetail(detail)}
    </>
  );
}

interface EventKindsInput {
  view: ColumnsView;
  columns: readonly BoardColumn[];
  onOpen: (appointmentId: string) => void;
  onSelectSlot: (slot: SelectedSlot) => void;
}

/** Returns how each kind of event is drawn, and what happens when it is opened or moved. */
export function useEventKinds({ view, columns, onOpen, onSelectSlot }: EventKindsInput): EventKinds {
  const changes = useChanges();
  const plan = usePlanActions();
  const place = { view, columns };
  return {
    appointment: {
      content: renderAppointment,
      open: ({ item }) => item && onOpen(item.appointment.id),
      move({ item }, to) {
        const changed = item ? findMoveChanges(item, to, place) : {};
        if (item === undefined || Object.keys(changed).length === 0) return false;
        changes.change(item.appointment, changed);
        return true;
      },
      warnings: ({ item }, to) => (item ? changes.warningsOf(item.appointment, findMoveChanges(item, to, place)) : []),
      activity: ({ item }) => changingActivity(item?.appointment),
    },
    stay: {
      content: renderAppointment,
      open: ({ item }) => item && onOpen(item.appointment.id),
    },
    block: {
      content: renderTitleAndDetail,
      open: ({ band }) => band && plan?.openEntry(band.entry),
      move({ band }, to) {
        const changed = band ? entryChanges(band, to, place) : {};
        if (band === undefined || Object.keys(changed).length === 0) return false;
        plan?.change(band.entry, changed, 'this');
        return true;
      },
    },
    draft: {
      content: renderTitleAndDetail,
      move(_, { start, end, columnId }) {
        const zone = columns.find(({ id }) => id === columnId)?.zone;
        if (zone === undefined) return false;
        onSelectSlot({ columnId, start: formatWallTime(zone, start), end: formatWallTime(zone, end) });
        return true;
      },
    },
    free: {},
    taken: {},
    selection: {},
  };
}
