import { useState } from 'react';
import type { BoardColumn } from '#app/features/board/model/board-columns.ts';
import type { BoardItem } from '#app/features/board/model/board-items.ts';
import type { MinuteRange } from '#contract/interval.ts';
import {
  chooseDayWindow,
  coveredMinutes,
  isOutsideWindow,
  takesTimeIn,
  toWholeHours,
  WHOLE_DAY,
} from './calendar-layout.ts';

// Decides which hours of the day are drawn: the opening hours, and others once they are unfolded.

/** A side of the hours that are always drawn. */
export type Side = 'before' | 'after';

/** The hours of the whole day on one side of a window. */
export function hoursBeside(window: MinuteRange, side: Side): MinuteRange {
  return side === 'before'
    ? { fromMinute: WHOLE_DAY.fromMinute, toMinute: window.fromMinute }
    : { fromMinute: window.toMinute, toMinute: WHOLE_DAY.toMinute };
}

/** Widens the window on one side, in whole hours, so that it shows the given appointments. */
function widenWindow(window: MinuteRange, items: readonly BoardItem[], side: Side): MinuteRange {
  if (items.length === 0) return window;
  const { fromMinute, toMinute } = toWholeHours([window, ...items.map(coveredMinutes)]);
  return side === 'before' ? { ...window, fromMinute } : { ...window, toMinute };
}

/** The hours on one side that can be unfolded, or that have been unfolded and can be folded again. */
export interface FoldedHours {
  /** Where these hours meet the rest of the day, in minutes after midnight. */
  minute: number;
  /** The appointments that are not drawn. If empty, all are drawn, and the hours can be folded again. */
  items: readonly BoardItem[];
}

interface DrawnHours {
  /** The hours that are always drawn. */
  hours: MinuteRange;
  /** The hours that are drawn now: `hours`, and those that were unfolded. */
  window: MinuteRange;
}

/**
 * The hours beyond the drawn ones on one side if they have appointments, otherwise the unfolded hours that can be folded
 * there; null if there are neither.
 */
export function findFoldedHours(
  items: readonly BoardItem[],
  { hours, window }: DrawnHours,
  side: Side,
): FoldedHours | null {
  const beside = items.filter((item) => takesTimeIn(item, hoursBeside(window, side)));
  const edgeMinute = ({ fromMinute, toMinute }: MinuteRange) => (side === 'before' ? fromMinute : toMinute);
  if (beside.length > 0) return { minute: edgeMinute(window), items: beside };
  return edgeMinute(window) === edgeMinute(hours) ? null : { minute: edgeMinute(hours), items: [] };
}

interface DayWindowInput {
  /** Identifies the shown day; another day starts with its own hours. */
  day: string;
  columns: readonly BoardColumn[];
  items: readonly BoardItem[];
  /** The appointments that must be visible, so that their hours are unfolded. */
  needed: readonly BoardItem[];
  /** Each new object unfolds the hours of the needed appointments again, if they were folded in the meantime. */
  focus: object | null;
  /** Whether the whole day is drawn. */
  allHours: boolean;
  height: number;
}

/**
 * Determines the hours that the board draws. Hours do not move under the pointer: as long as the same day is shown,
 * none are removed, whatever colleagues book or cancel.
 *
 * @returns `hours`, which are always drawn, `window`, which also includes unfolded hours, and what is `folded` on
 * either side
 */
export function useDayWindow({ day, columns, items, needed, focus, allHours, height }: DayWindowInput) {
  const [last, setLast] = useState<{ day: string; hours: MinuteRange } | null>(null);
  const drawn = last?.day === day ? last.hours : null;
  const nextHours = chooseDayWindow(columns, items, { height, drawn });
  const isSame = drawn?.fromMinute === nextHours.fromMinute && drawn.toMinute === nextHours.toMinute;
  if (!isSame) setLast({ day, hours: nextHours });
  const hours = isSame ? drawn : nextHours;

  const [opened, setOpened] = useState({ day, window: hours });
  const window = allHours ? WHOLE_DAY : toWholeHours([hours, ...(opened.day === day ? [opened.window] : [])]);
  const outside = needed.filter((item) => isOutsideWindow(item, hours));
  // Unfolds hours only once for each appointment, so that the hours of a selected appointment can still be folded.
  const reason = JSON.stringify([day, outside.map(({ appointment }) => appointment.id)]);
  const [seen, setSeen] = useState<{ reason: string; focus: object | null } | null>(null);
  if (seen?.reason !== reason || seen.focus !== focus) {
    setSeen({ reason, focus });
    setOpened({ day, window: widenWindow(widenWindow(window, outside, 'before'), outside, 'after') });
  }
  const foldedHoursOn = (side: Side) => (allHours ? null : findFoldedHours(items, { hours, window }, side));
  return {
    hours,
    window,
    folded: { before: foldedHoursOn('before'), after: foldedHoursOn('after') },
    /**
     * Unfolds the hours of the hidden appointments on one side or, if none is hidden, folds them. Returns the hours
     * that are drawn afterwards.
     */
    toggle(side: Side): MinuteRange {
      const hidden = foldedHoursOn(side)?.items ?? [];
      const folding = side === 'before' ? { fromMinute: hours.fromMinute } : { toMinute: hours.toMinute };
      const next = hidden.length > 0 ? widenWindow(window, hidden, side) : { ...window, ...folding };
      setOpened({ day, window: next });
      return next;
    },
  };
}
