import { type PointerEvent as ReactPointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { isRightToLeft } from '#app/language/line-direction.ts';
import type { MinuteRange } from '#contract/interval.ts';
import type { ReceivedAvailability } from '#contract/received-availability.ts';
import { MINUTES_PER_DAY as DAY } from '#scheduling/calendar-day.ts';
import { minuteAt } from './hours-axis.ts';
import { positionInWeek } from './new-entries.ts';
import type { DayCell, ShiftsRow, StoreShifts } from './shifts-week.ts';

/** How far a mouse or pen has to move before a drag starts, in pixels. */
const MIN_DRAG_DISTANCE = 4;
/** How long a finger has to rest before a drag starts, in milliseconds. */
const REST_MS = 400;
/** How far a resting finger may move, in pixels. */
const FINGER_TOLERANCE = 10;
/** The minimum length of a drawn or stretched bar, in minutes. */
const MIN_MINUTES = 15;
/** The minimum width of a step of 15 minutes, in pixels; if it would be narrower, steps are 30 minutes. */
const STEP_PX = 4;

/** The result of drawing, moving or stretching, in minutes after the first midnight of the week. */
export interface DragResult extends MinuteRange {
  rowKey: string;
}

export interface BarDrop extends DragResult {
  /** The moved or stretched entry, as the person sees it; null for a new one. */
  entry: ReceivedAvailability | null;
  copies: boolean;
}

interface DragStart extends MinuteRange {
  kind: 'draw' | 'move' | 'start' | 'end';
  entry: ReceivedAvailability | null;
  rowKey: string;
  /** The time at which the drag started, in minutes after the first midnight of the week. */
  at: number;
  x: number;
  y: number;
  pointerId: number;
  isTouch: boolean;
}

interface BarDragInput {
  group: StoreShifts;
  /** The cell that contains an element; undefined for elements of other tables. */
  placeAt: (element: Element) => { row: ShiftsRow; day: number; cell: DayCell | null } | undefined;
  canChange: boolean;
  onDrop: (drop: BarDrop) => void;
}

/**
 * Draws, moves and stretches bars with a mouse, a pen or a finger. A finger must rest before it drags, because otherwise it
 * scrolls the page. Ctrl, Alt or ⌘ copies; Escape cancels.
 */
export function useBarDrag({ group, placeAt, canChange, onDrop }: BarDragInput) {
  const [dragged, setDragged] = useState<BarDrop | null>(null);
  const dragStart = useRef<DragStart | null>(null);
  const restTimer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const isDragging = useRef(false);
  /** Whether to ignore the next click, because it only ends a drag. */
  const ignoresClick = useRef(false);

  /** The row and the minute of the week at a point on the screen. */
  function findTime(x: number, y: number): { rowKey: string; at: number; step: number } | null {
    const element = document.elementsFromPoint(x, y).find((found) => found.matches('td[data-row]'));
    const place = element && placeAt(element);
    if (!place) return null;
    const { left, width } = element.getBoundingClientRect();
    const share = (x - left) / width;
    const { fromMinute, toMinute } = group.axis;
    const step = (width / (toMinute - fromMinute)) * 15 >= STEP_PX ? 15 : 30;
    const at = place.day * DAY + minuteAt(group.axis, isRightToLeft ? 1 - share : share);
    return { rowKey: place.row.key, at, step };
  }

  function computeDrop(x: number, y: number, copies: boolean): BarDrop | null {
    const held = dragStart.current;
    const place = findTime(x, y);
    if (!held || !place) return null;
    const { step } = place;
    const snap = (minute: number) => Math.round(minute / step) * step;
    const { entry, rowKey, kind } = held;
    if (kind === 'draw') {
      // A new bar stays within its day, however far the pointer moves.
      const midnight = Math.floor(held.at / DAY) * DAY;
      const to = Math.min(Math.max(snap(place.at), midnight), midnight + DAY);
      const bounds = [snap(held.at), to].sort((one, other) => one - other);
      const fromMinute = bounds[0] ?? 0;
      return { entry, copies, rowKey, fromMinute, toMinute: Math.max(bounds[1] ?? 0, fromMinute + step) };
    }
    if (kind === 'move') {
      const days = Math.floor(place.at / DAY) - Math.floor(held.at / DAY);
      const by = days * DAY + snap((place.at % DAY) - (held.at % DAY));
      return { entry, copies, rowKey: place.rowKey, fromMinute: held.fromMinute + by, toMinute: held.toMinute + by };
    }
    const edge = snap(place.at);
    return kind === 'start'
      ? {
          entry,
          copies: false,
          rowKey,
          fromMinute: Math.min(edge, held.toMinute - MIN_MINUTES),
          toMinute: held.toMinute,
        }
      : {
          entry,
          copies: false,
          rowKey,
          fromMinute: held.fromMinute,
          toMinute: Math.max(edge, held.fromMinute + MIN_MINUTES),
        };
  }

  function endDrag() {
    clearTimeout(restTimer.current);
    dragStart.current = null;
    isDragging.current = false;
    setDragged(null);
  }

  const onMove = useEffectEvent((event: PointerEvent) => {
    const held = dragStart.current;
    if (!held || event.pointerId !== held.pointerId) return;
    const distance = Math.hypot(event.clientX - held.x, event.clientY - held.y);
    if (!isDragging.current) {
      if (held.isTouch) {
        if (distance > FINGER_TOLERANCE) endDrag();
        return;
      }
      if (distance < MIN_DRAG_DISTANCE) return;
      isDragging.current = true;
    }
    setDragged(computeDrop(event.clientX, event.clientY, event.ctrlKey || event.altKey || event.metaKey));
  });
  const onUp = useEffectEvent((event: PointerEvent) => {
    const held = dragStart.current;
    // This runs after the click that the browser dispatches when the button is released.
    setTimeout(() => {
      ignoresClick.current = false;
    });
    if (!held || event.pointerId !== held.pointerId) return;
    const copies = event.ctrlKey || event.altKey || event.metaKey;
    const drop = isDragging.current ? computeDrop(event.clientX, event.clientY, copies) : null;
    if (isDragging.current) ignoresClick.current = true;
    const isSame =
      drop !== null &&
      drop.rowKey === held.rowKey &&
      drop.fromMinute === held.fromMinute &&
      drop.toMinute === held.toMinute;
    endDrag();
    if (drop && !isSame) onDrop(drop);
  });
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isDragging.current) return;
    event.preventDefault();
    event.stopPropagation();
    ignoresClick.current = true;
    endDrag();
  });
  const onTouchMove = useEffectEvent((event: TouchEvent) => {
    // While a bar is dragged, the page must not scroll with the finger.
    if (isDragging.current && event.cancelable) event.preventDefault();
  });
  const onCancel = useEffectEvent(endDrag);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    window.addEventListener('pointermove', onMove, { signal });
    window.addEventListener('pointerup', onUp, { signal });
    window.addEventListener('pointercancel', onCancel, { signal });
    window.addEventListener('keydown', onKey, { signal, capture: true });
    // The listener is registered before the first touch, because the event cannot be cancelled once a browser has started to
    // scroll.
    window.addEventListener('touchmove', onTouchMove, { signal, passive: false });
    return () => controller.abort();
  }, []);

  function onPointerDown(event: ReactPointerEvent) {
    const { target, button, isPrimary, clientX: x, clientY: y, pointerId } = event;
    if (button !== 0 || !isPrimary || !(target instanceof Element)) return;
    const place = findTime(x, y);
    if (!place || target.closest('[data-visits]')) return;
    const id = target.closest<HTMLElement>('[data-bar]')?.dataset['bar'] ?? null;
    const bar = placeAt(target)?.cell?.bars.find(({ entry }) => entry.id === id);
    if (!canChange || bar?.kind === 'elsewhere') return;
    const edge = target.closest<HTMLElement>('[data-edge]')?.dataset['edge'];
    const kind = bar === undefined ? 'draw' : edge === 'start' || edge === 'end' ? edge : 'move';
    const isTouch = event.pointerType === 'touch';
    const midnight = Math.floor(place.at / DAY) * DAY;
    dragStart.current = {
      ...{ kind, rowKey: place.rowKey, at: place.at, x, y, pointerId, isTouch },
      entry: bar?.entry ?? null,
      ...(bar ? positionInWeek(bar.entry, group) : { fromMinute: midnight, toMinute: midnight }),
    };
    isDragging.current = false;
    clearTimeout(restTimer.current);
    if (!isTouch) return;
    restTimer.current = setTimeout(() => {
      if (dragStart.current === null) return;
      isDragging.current = true;
      navigator.vibrate?.(10);
      setDragged(computeDrop(x, y, false));
    }, REST_MS);
  }

  return {
    dragged,
    onPointerDown,
    /** Whether the current click only ends a drag, which may have been cancelled. */
    endsDrag: () => ignoresClick.current,
  };
}
