import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import type { KeyboardMove, MoveTarget } from '#app/changes/appointment-changes.ts';
import { keyBack, keyForward } from '#app/language/line-direction.ts';
import { intervalText } from '#app/text/time-text.ts';
import { addDays, dateIn } from '#scheduling/calendar-day.ts';
import { clockAt, FINE_MOVE_STEP_MINUTES, findFirstInstant, MOVE_STEP_MINUTES } from '#scheduling/wall-clock.ts';

/**
 * Moves an item on the calendar with the arrow keys until Enter or Escape is pressed. The calendar previews the move, and a bar
 * shows the times.
 */
export function KeyboardMoveBar({ move, onEnd }: { move: KeyboardMove; onEnd: () => void }) {
  const { name, zone, columns } = move;
  const [to, setTo] = useState<MoveTarget>({ start: move.start, end: move.end, columnId: move.columnId });
  const onPreview = useEffectEvent(move.onPreview);
  useEffect(() => onPreview(to), [to]);
  useEffect(() => () => onPreview(null), []);

  function cancelMove() {
    move.onPreview(null);
    onEnd();
    move.onEnd();
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, altKey, shiftKey } = event;
    if (event.ctrlKey || event.metaKey) return;
    // Keeps the key from the page's shortcuts until the move has ended.
    event.stopImmediatePropagation();
    const step = (altKey ? FINE_MOVE_STEP_MINUTES : MOVE_STEP_MINUTES) * 60_000;
    switch (key) {
      case 'ArrowUp':
      case 'ArrowDown': {
        const minutes = key === 'ArrowUp' ? -step : step;
        if (!shiftKey) setTo({ ...to, start: to.start + minutes, end: to.end + minutes });
        else if (to.end + minutes > to.start) setTo({ ...to, end: to.end + minutes });
        break;
      }
      case keyBack:
      case keyForward:
        setTo(toNextColumn(key === keyBack ? -1 : 1));
        break;
      case 'Enter':
        if (to.start !== move.start || to.end !== move.end || to.columnId !== move.columnId) move.onMove(to);
        cancelMove();
        break;
      case 'Escape':
      case 'Tab':
        cancelMove();
        break;
      // Leaves other keys, such as F5, to the browser.
      default:
        return;
    }
    event.preventDefault();
  });

  /** The target one day later or earlier if the columns are days, otherwise in the adjacent column. */
  function toNextColumn(direction: 1 | -1): MoveTarget {
    if (columns.length === 0) {
      const start = findFirstInstant(zone, addDays(dateIn(zone, to.start), direction), clockAt(zone, to.start));
      return { ...to, start, end: start + to.end - to.start };
    }
    const next = columns[columns.findIndex(({ id }) => id === to.columnId) + direction];
    return next ? { ...to, columnId: next.id } : to;
  }

  const onPointerDown = useEffectEvent(cancelMove);
  useEffect(() => {
    // Listens on the window in the capture phase, because the block may be redrawn during the move and lose the focus.
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    window.addEventListener('keydown', (event) => onKeyDown(event), options);
    window.addEventListener('pointerdown', () => onPointerDown(), options);
    return () => listening.abort();
  }, []);

  const when = intervalText(zone, to, move.start);
  const place = columns.find(({ id }) => id === to.columnId)?.title;
  return (
    <div
      role="status"
      className="fixed inset-x-0 bottom-12 z-60 mx-auto w-fit max-w-[min(90vw,28rem)] rounded-lg border border-line bg-raised px-4 py-2.5 text-sm shadow-raised"
    >
      <p>
        {place === undefined ? (
          <Trans comment="an appointment and when it would be">
            {name}: <strong className="font-semibold">{when}</strong>
          </Trans>
        ) : (
          <Trans comment="an appointment, when it would be, and with whom or in which room">
            {name}: <strong className="font-semibold">{when}</strong>, <bdi>{place}</bdi>
          </Trans>
        )}
      </p>
      {move.warningsAt(to).map((text) => (
        <p key={text} className="text-warn">
          {text}
        </p>
      ))}
      <p className="text-xs text-muted">
        {t`Use the arrow keys to move, Shift with them to change the end, and Alt for steps of 5 minutes. Enter saves, Escape cancels.`}
      </p>
    </div>
  );
}
