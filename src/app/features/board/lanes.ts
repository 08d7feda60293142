import { MINUTES_OF_DAY } from '#app/scheduling/calendar-day.ts';
import type { BoardColumn } from './board-columns.ts';
import { nowMinute } from './now-minute.ts';

/** A stretch of empty time that was pointed at; a click has no length. */
export interface PointedTime {
  columnId: string;
  fromMinute: number;
  toMinute: number | null;
}

/**
 * The lanes of a grid: each has its own line of the present, since its store's clock is its own, and its own empty
 * time to click or drag over. All of it happens on the lane's element, so that nothing is drawn again.
 */
export interface Lanes {
  /** Takes note of the element of a lane; returns what forgets it. */
  attach(columnId: string, lane: HTMLElement): () => void;
  paint(columns: readonly BoardColumn[], now: number): void;
  /** Hears of clicks and drags from now on. */
  onPoint(listener: (time: PointedTime) => void): void;
}

/** The steps in which time is pointed at, in minutes. */
const STEP = 15;
/** Pixels that a pointer may tremble within a click. */
const TREMBLE = 5;

/** The stretch between two heights of a lane, each as a share of the day, in whole steps. */
export function stretchBetween(one: number, other: number): { fromMinute: number; toMinute: number } {
  const [low, high] = [Math.min(one, other), Math.max(one, other)].map(
    (share) => Math.min(Math.max(share, 0), 1) * MINUTES_OF_DAY,
  );
  const fromMinute = Math.min(Math.floor((low ?? 0) / STEP) * STEP, MINUTES_OF_DAY - STEP);
  return { fromMinute, toMinute: Math.max(Math.ceil((high ?? 0) / STEP) * STEP, fromMinute + STEP) };
}

/** Creates the lanes of one grid. */
export function createLanes(): Lanes {
  const lanes = new Map<HTMLElement, string>();
  let painted: { columns: readonly BoardColumn[]; now: number } = { columns: [], now: 0 };
  let listener: (time: PointedTime) => void = () => undefined;

  function paint(lane: HTMLElement, columnId: string) {
    const column = painted.columns.find((candidate) => candidate.id === columnId);
    const minute = column ? nowMinute(column, painted.now) : null;
    if (minute === null) delete lane.dataset['now'];
    else {
      lane.dataset['now'] = '';
      lane.style.setProperty('--now', `${(minute / MINUTES_OF_DAY) * 100}%`);
    }
  }

  function startPointing(event: PointerEvent) {
    const lane = event.currentTarget;
    if (!(lane instanceof HTMLElement) || event.button !== 0 || event.pointerType === 'touch') return;
    if (event.target instanceof Element && event.target.closest('[data-key]')) return;
    const columnId = lanes.get(lane);
    if (columnId === undefined) return;
    const firstY = event.clientY;
    const shareAt = (y: number) => (y - lane.getBoundingClientRect().top) / lane.offsetHeight;
    const first = shareAt(firstY);
    const mark = document.createElement('div');
    mark.className = 'board-selecting';
    const stopped = new AbortController();
    let dragged = false;

    function move(moved: PointerEvent) {
      dragged ||= Math.abs(moved.clientY - firstY) > TREMBLE;
      if (!dragged || !(lane instanceof HTMLElement)) return;
      const { fromMinute, toMinute } = stretchBetween(first, shareAt(moved.clientY));
      mark.style.top = `${(fromMinute / MINUTES_OF_DAY) * 100}%`;
      mark.style.height = `${((toMinute - fromMinute) / MINUTES_OF_DAY) * 100}%`;
      if (!mark.isConnected) lane.append(mark);
    }
    function end(ended: PointerEvent) {
      stopped.abort();
      mark.remove();
      if (ended.type !== 'pointerup' || columnId === undefined) return;
      const stretch = stretchBetween(first, dragged ? shareAt(ended.clientY) : first);
      listener({ columnId, fromMinute: stretch.fromMinute, toMinute: dragged ? stretch.toMinute : null });
    }
    // Text must not be selected by the drag.
    event.preventDefault();
    window.addEventListener('pointermove', move, { signal: stopped.signal });
    window.addEventListener('pointerup', end, { signal: stopped.signal });
    window.addEventListener('pointercancel', end, { signal: stopped.signal });
  }

  // A finger scrolls; only a tap points.
  function tap(event: MouseEvent) {
    const lane = event.currentTarget;
    if (!(lane instanceof HTMLElement) || !(event instanceof PointerEvent) || event.pointerType !== 'touch') return;
    if (event.target instanceof Element && event.target.closest('[data-key]')) return;
    const columnId = lanes.get(lane);
    if (columnId === undefined) return;
    const share = (event.clientY - lane.getBoundingClientRect().top) / lane.offsetHeight;
    listener({ columnId, fromMinute: stretchBetween(share, share).fromMinute, toMinute: null });
  }

  return {
    attach(columnId, lane) {
      lanes.set(lane, columnId);
      lane.addEventListener('pointerdown', startPointing);
      lane.addEventListener('click', tap);
      paint(lane, columnId);
      return () => {
        lanes.delete(lane);
        lane.removeEventListener('pointerdown', startPointing);
        lane.removeEventListener('click', tap);
      };
    },
    paint(columns, now) {
      painted = { columns, now };
      for (const [lane, columnId] of lanes) paint(lane, columnId);
    },
    onPoint(next) {
      listener = next;
    },
  };
}
