import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import type { MoveTarget } from '#app/api/appointment-changes.ts';
import type { FieldChanges } from '#app/api/appointments.ts';
import { keyBack, keyOn } from '#app/language/line-direction.ts';
import { addDays, dateIn, zoneOf } from '#app/scheduling/calendar-day.ts';
import { FINE_MOVE_STEP_MINUTES, MOVE_STEP_MINUTES } from '#app/scheduling/move-step.ts';
import { intervalText } from '#app/scheduling/time-text.ts';
import { clockAt, firstInstantOf } from '#app/scheduling/wall-clock.ts';
import { applyChange } from '#contract/appointment-rules.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { type ChangeNames, nameOf } from './change-names.ts';
import { differing } from './field-changes.ts';

interface KeyboardMoveProps {
  appointment: ReceivedAppointment;
  columns: readonly MoveTarget[];
  names: ChangeNames;
  warningsOf: (record: ReceivedAppointment, changes: FieldChanges) => string[];
  /** Shows the appointment as it would be; null ends that. */
  onPreview: (record: ReceivedAppointment | null) => void;
  onMove: (changes: FieldChanges) => void;
  onEnd: () => void;
}

interface Moved {
  start: number;
  end: number;
  /** Null where the columns are days, or the appointment is in none of them. */
  column: number | null;
}

/** Moves an appointment with the arrow keys until Enter or Escape, with a preview on the board. */
export function KeyboardMove(props: KeyboardMoveProps) {
  const { appointment, columns, names, warningsOf, onPreview, onMove, onEnd } = props;
  const zone = zoneOf(appointment, names.directory);
  const [moved, setMoved] = useState<Moved>(() => {
    const current = columns.findIndex((column) => column.current);
    return {
      start: instantOf(appointment.start),
      end: instantOf(appointment.end),
      column: current === -1 ? null : current,
    };
  });
  const column = moved.column === null ? undefined : columns[moved.column];
  const changes: FieldChanges = {
    start: new Date(moved.start).toISOString(),
    end: new Date(moved.end).toISOString(),
    ...(column && !column.current ? column.changes : {}),
  };
  const record = applyChange(appointment, changes, appointment.start);
  const key = JSON.stringify(changes);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the record is made of.
  useEffect(() => onPreview(record), [onPreview, appointment, key]);
  useEffect(() => () => onPreview(null), [onPreview]);

  function leave() {
    onPreview(null);
    onEnd();
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key: pressed, altKey, shiftKey } = event;
    if (event.ctrlKey || event.metaKey) return;
    // Until the move has ended, no key is a shortcut of the page.
    event.stopImmediatePropagation();
    const step = (altKey ? FINE_MOVE_STEP_MINUTES : MOVE_STEP_MINUTES) * 60_000;
    const { start, end } = moved;
    switch (pressed) {
      case 'ArrowUp':
      case 'ArrowDown': {
        const by = pressed === 'ArrowUp' ? -step : step;
        if (!shiftKey) setMoved({ ...moved, start: start + by, end: end + by });
        else if (end + by > start) setMoved({ ...moved, end: end + by });
        break;
      }
      case keyBack:
      case keyOn:
        setMoved(sideways(moved, pressed === keyBack ? -1 : 1));
        break;
      case 'Enter': {
        const wanted = differing(changes, appointment);
        if (Object.keys(wanted).length > 0) onMove(wanted);
        leave();
        break;
      }
      case 'Escape':
      case 'Tab':
        leave();
        break;
      // Other keys, such as F5, are the browser's.
      default:
        return;
    }
    event.preventDefault();
  });

  function sideways(from: Moved, by: 1 | -1): Moved {
    if (columns.length === 0) {
      const { start, end } = from;
      const next = firstInstantOf(zone, addDays(dateIn(zone, start), by), clockAt(zone, start));
      return { ...from, start: next, end: next + end - start };
    }
    const next = from.column === null ? (by === 1 ? 0 : columns.length - 1) : from.column + by;
    return columns[next] ? { ...from, column: next } : from;
  }

  const onPointerDown = useEffectEvent(leave);
  useEffect(() => {
    // In the capture phase: the block may be redrawn during the move, and lose the focus.
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    window.addEventListener('keydown', (event) => onKeyDown(event), options);
    window.addEventListener('pointerdown', () => onPointerDown(), options);
    return () => listening.abort();
  }, []);

  const warnings = warningsOf(record, differing(changes, appointment));
  const name = nameOf(appointment, names.directory);
  const when = intervalText(zone, moved, instantOf(appointment.start));
  const place = column?.title;
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
      {warnings.map((text) => (
        <p key={text} className="text-warn">
          {text}
        </p>
      ))}
      <p className="text-xs text-muted">
        {t`Arrows move it, with Shift its end, with Alt by 5 minutes. Enter saves, Escape leaves it.`}
      </p>
    </div>
  );
}
