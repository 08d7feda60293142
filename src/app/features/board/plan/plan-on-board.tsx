import './bands.css';
import { t } from '@lingui/core/macro';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { type EntryChanges, usePlanChanges } from '#app/api/plan-changes.ts';
import { createFreshIds } from '#app/browser/fresh-ids.ts';
import { Button } from '#app/components/button.tsx';
import type { BlockStates } from '#app/features/board/calendar/block-states.ts';
import { blockAfter, MOVES } from '#app/features/board/calendar/roving-focus.ts';
import type { BoardColumn } from '#app/features/board/model/board-columns.ts';
import type { BoardItem } from '#app/features/board/model/board-items.ts';
import { appointmentIdAt } from '#app/features/board/visit-elements.ts';
import { keyBack, keyOn } from '#app/language/line-direction.ts';
import { addDays, dateIn } from '#app/scheduling/calendar-day.ts';
import { FINE_MOVE_STEP_MINUTES, MOVE_STEP_MINUTES } from '#app/scheduling/move-step.ts';
import { intervalText } from '#app/scheduling/time-text.ts';
import { clockAt, firstInstantOf } from '#app/scheduling/wall-clock.ts';
import type { BoardView } from '#app/session/board-search.ts';
import { factsText } from '#app/text/list-text.ts';
import type { ReceivedAvailability } from '#contract/received-availability.ts';
import { BAND, type BandPlace, type BandsOnBoard, bandIdAt, type ChosenBand, targetsOf } from './band-events.ts';
import type { Band, BoardPlan } from './board-plan.ts';

// All that draws the plan, as one file, which is loaded where the practice system has one.
export { bandEvents, createBands } from './band-events.ts';
export { boardPlanOf } from './board-plan.ts';

interface BandKeysProps {
  bands: BandsOnBoard;
  plan: BoardPlan;
  view: BoardView;
  columns: readonly BoardColumn[];
  /** The visits that have a block. */
  items: readonly BoardItem[];
  states: BlockStates;
  root: RefObject<HTMLElement | null>;
  chosen: ChosenBand | null;
  onChoose: (chosen: ChosenBand | null) => void;
}

/** What says the same of a place is the same entry, also under the id that it has once it is saved. */
const contentOf = ({ kind, storeId, roomId, employeeId, start, end, title }: ReceivedAvailability) =>
  [kind, storeId, roomId, employeeId, start, end, title].join();

/**
 * The keys and the pointer on the bands of the board: arrows go to them as to the blocks, Enter, `m` or a click makes a block of one
 * that can be moved. Says where that is.
 */
export function BandKeys({ bands, plan, view, columns, items, states, root, chosen, onChoose }: BandKeysProps) {
  const changes = usePlanChanges();
  const canChange = changes?.canChange === true;
  const ofEntries = plan.bands.filter(({ entry }) => entry !== null);
  const band = ofEntries.find(({ id }) => id === chosen?.id);
  const bar = useRef<HTMLDivElement>(null);

  function choose(id: string) {
    onChoose({ id, moved: null });
    states.focus(id);
  }

  function move({ entry, start, end, columnId }: Band, to: BandPlace): boolean {
    if (entry === null) return false;
    const column = columns.find(({ id }) => id === to.columnId);
    const isElsewhere = to.columnId !== columnId && view !== 'week' && column !== undefined;
    const wanted: EntryChanges = {
      ...(to.start === start ? {} : { start: new Date(to.start).toISOString() }),
      ...(to.end === end ? {} : { end: new Date(to.end).toISOString() }),
      ...(isElsewhere ? (view === 'rooms' ? { roomId: column.roomId } : { employeeId: column.employeeId }) : {}),
    };
    if (Object.keys(wanted).length === 0) return false;
    // In another column it is another band.
    const id = isElsewhere ? `band ${to.columnId} ${entry.id}` : `band ${columnId} ${entry.id}`;
    onChoose({ id, moved: null });
    changes?.change(entry, wanted, 'this');
    states.focus(id);
    return true;
  }

  function remove({ entry }: Band, scope: 'this' | 'following') {
    if (entry === null || !canChange) return;
    onChoose(null);
    changes?.remove([entry], scope);
  }

  function open({ entry }: Band) {
    if (entry !== null) changes?.openEntry(entry);
  }

  useLayoutEffect(() => {
    bands.follow({ canChoose: canChange, onChoose: choose, onOpen: open, onDrop: move });
  });
  useEffect(() => () => bands.follow(null), [bands]);

  /** Moves the chosen band by a key, without saving it; null for keys that do not. */
  function movedBy({ key, altKey, shiftKey }: KeyboardEvent, from: BandPlace, of: Band): BandPlace | null {
    const step = (altKey ? FINE_MOVE_STEP_MINUTES : MOVE_STEP_MINUTES) * 60_000;
    const { start, end, columnId } = from;
    if (key === 'ArrowUp' || key === 'ArrowDown') {
      const by = key === 'ArrowUp' ? -step : step;
      if (!shiftKey) return { ...from, start: start + by, end: end + by };
      return end + by > start ? { ...from, end: end + by } : from;
    }
    if (key !== keyBack && key !== keyOn) return null;
    const by = key === keyBack ? -1 : 1;
    if (view === 'week') {
      const next = firstInstantOf(of.zone, addDays(dateIn(of.zone, start), by), clockAt(of.zone, start));
      return { ...from, start: next, end: next + end - start };
    }
    const targets = targetsOf(of, view, columns);
    const next = targets[targets.findIndex(({ id }) => id === columnId) + by];
    return next ? { ...from, columnId: next.id } : from;
  }

  /** The band or the visit that an arrow leads to; the visit's own keys do the rest. */
  function goOn(event: KeyboardEvent, from: string): void {
    const arrow = MOVES[event.key];
    if (!arrow || event.altKey || event.shiftKey) return;
    const stops = [
      ...items.filter(({ appointment }) => states.has(appointment.id)),
      ...ofEntries
        .filter(({ id }) => states.has(id))
        .map(({ id, columnId, minutes }) => ({ appointment: { id }, columnId, ...minutes })),
    ];
    const next = blockAfter({ columnIds: columns.map(({ id }) => id), items: stops }, from, arrow)?.appointment.id;
    const isBand = (id: string | undefined) => ofEntries.some((one) => one.id === id);
    if (!isBand(next) && !isBand(from)) return;
    taken(event);
    if (next !== undefined) states.focus(next);
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || !(target instanceof Element) || !root.current?.contains(target)) return;
    const id = bandIdAt(target);
    const focused = ofEntries.find((one) => one.id === id);
    if (!focused) {
      const visit = appointmentIdAt(target);
      if (visit !== null) goOn(event, visit);
      return;
    }
    if ((key === 'Delete' || key === 'Backspace') && canChange) {
      taken(event);
      remove(focused, 'this');
      return;
    }
    if (chosen?.id !== focused.id) {
      const isChosen = (key === 'Enter' || key === ' ' || key === 'm') && canChange && !event.repeat;
      if (!isChosen) return goOn(event, focused.id);
      taken(event);
      return choose(focused.id);
    }
    const from = chosen.moved ?? focused;
    const to = canChange
      ? movedBy(event, { start: from.start, end: from.end, columnId: from.columnId }, focused)
      : null;
    if (to) {
      taken(event);
      onChoose({ ...chosen, moved: to });
    } else if (key === 'Enter' && !event.repeat) {
      taken(event);
      if (!chosen.moved || !move(focused, chosen.moved)) open(focused);
    } else if (key === 'Escape') {
      taken(event);
      onChoose(chosen.moved ? { ...chosen, moved: null } : null);
    }
  });
  const focusedLast = useRef<Band | null>(null);
  const onFocusIn = useEffectEvent(({ target }: FocusEvent) => {
    const id = target instanceof Element ? bandIdAt(target) : null;
    focusedLast.current = ofEntries.find((one) => one.id === id) ?? null;
  });
  // One that was just created is drawn anew once it is saved, under the id that it has then: the focus goes along.
  const onBandsChange = useEffectEvent(() => {
    const last = focusedLast.current;
    if (!last?.entry || ofEntries.some(({ id }) => id === last.id)) return;
    const [active, content] = [document.activeElement, contentOf(last.entry)];
    if (active && active !== document.body && bandIdAt(active) !== last.id) return;
    const successor = ofEntries.find(
      ({ entry, columnId }) => entry && columnId === last.columnId && contentOf(entry) === content,
    );
    if (successor) states.focus(successor.id);
  });
  useEffect(() => {
    if (plan.bands.length > 0) onBandsChange();
  }, [plan.bands]);
  const onPointerDown = useEffectEvent(({ target }: PointerEvent) => {
    if (chosen === null || bandIdAt(target) === chosen.id) return;
    if (target instanceof Node && bar.current?.contains(target)) return;
    onChoose(null);
  });
  useEffect(() => {
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    // Not on the window: a visit that is being moved by keys has them before.
    document.addEventListener('keydown', (event) => onKeyDown(event), options);
    window.addEventListener('pointerdown', (event) => onPointerDown(event), options);
    document.addEventListener('focusin', (event) => onFocusIn(event), options);
    return () => listening.abort();
  }, []);

  useFreshMarks(plan, root);

  if (!band?.entry || !chosen) return null;
  const { moved } = chosen;
  const place = columns.find(({ id }) => id === (moved ?? band).columnId)?.title;
  const when = intervalText(band.zone, moved ?? band, band.start);
  return (
    <div ref={bar} role="status" className="band-bar">
      <p>
        <strong className="font-semibold">{factsText([band.title, when])}</strong>
        {place === undefined ? null : (
          <>
            {' · '}
            <bdi>{place}</bdi>
          </>
        )}
      </p>
      <p className="flex flex-wrap gap-2">
        <Button compact onClick={() => open(band)}>
          {t({ message: 'Open', comment: 'button: opens what is blocked, such as “Lunch”, to be changed' })}
        </Button>
        {canChange ? (
          <Button compact onClick={() => remove(band, 'this')}>
            {t({ message: 'Remove', comment: 'button: what is blocked, such as “Lunch”' })}
          </Button>
        ) : null}
        {canChange && band.entry.seriesId !== null ? (
          <Button compact onClick={() => remove(band, 'following')}>
            {t({ message: 'Remove this and the following', comment: 'button: what is blocked in a series' })}
          </Button>
        ) : null}
      </p>
      {canChange ? (
        <p className="band-hint">
          {moved
            ? t`Enter saves, Escape leaves it as it was.`
            : t`Drag it, or use the arrows: with Shift its end, with Alt by 5 minutes.`}
        </p>
      ) : null}
    </div>
  );
}

/** A key that a band has taken does nothing else. */
function taken(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Marks what others have changed of the plan for a moment, as the blocks of visits are. */
function useFreshMarks(plan: BoardPlan, root: RefObject<HTMLElement | null>) {
  const { bands, key, unsaved } = plan;
  const [fresh] = useState(() =>
    createFreshIds((ids) => {
      for (const element of root.current?.querySelectorAll(`[${BAND}]`) ?? [])
        element.toggleAttribute('data-fresh', ids.has(bandIdAt(element) ?? ''));
    }),
  );
  const before = useRef<{ key: string; contents: ReadonlySet<string> } | null>(null);
  useEffect(() => {
    const entries = bands.flatMap((band) => (band.entry === null ? [] : [{ id: band.id, entry: band.entry }]));
    const last = before.current;
    before.current = { key, contents: new Set(entries.map(({ entry }) => contentOf(entry))) };
    if (last?.key !== key) return;
    const changed = entries.filter(({ entry }) => !last.contents.has(contentOf(entry)) && !unsaved.has(entry.id));
    fresh.add(changed.map(({ id }) => id));
  }, [bands, key, unsaved, fresh]);
}
