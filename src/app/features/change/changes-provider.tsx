import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { type AppointmentChanges, ChangesContext, type KeyboardMove } from '#app/api/appointment-changes.ts';
import type { FieldChanges } from '#app/api/appointments.ts';
import { changingOf, useActivity } from '#app/api/presence.ts';
import { sleep, sleepUntilOnline } from '#app/browser/sleep.ts';
import { useLatest } from '#app/browser/use-latest.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { useUnloadWarning } from '#app/browser/use-unload-warning.ts';
import { dialogFrame, InCorner, LazyDialog, lazy } from '#app/components/lazy.tsx';
import { zoneOf } from '#app/scheduling/calendar-day.ts';
import { createOutbox, isPending } from '#app/session/outbox/outbox.ts';
import { sendingAs } from '#app/session/outbox/sending-as.ts';
import { OutboxContext, useUndoKey } from '#app/session/outbox/use-outbox.ts';
import { applyChange } from '#contract/appointment-rules.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { ChangeNames } from './change-names.ts';
import { ChangeNotices } from './change-notices.tsx';
import { type ChangesSender, conflictsOf, createChanges, createChangesPorts, withLocalChanges } from './changes.ts';
import { KeyboardMoveBar } from './keyboard-move.tsx';
import { delayedResources, minutesDelayed } from './together/late-visit.ts';
import type { LeftBehind } from './together/move-rest.tsx';

const StatusMenu = lazy({
  load: () => import('./status-menu.tsx').then((module) => module.StatusMenu),
  isFirst: true,
  Fallback: InCorner,
});
const MoveRest = lazy({
  load: () => import('./together/move-rest.tsx').then((module) => module.MoveRest),
  Fallback: dialogFrame(() => t`Move the rest`),
});
const ConflictDialog = lazy({
  load: () => import('./conflict-dialog.tsx').then((module) => module.ConflictDialog),
  Fallback: ({ onResolve, children }) => (
    <LazyDialog title={t`Changed meanwhile`} onClose={() => onResolve('theirs')}>
      {children}
    </LazyDialog>
  ),
});

interface ChangesProviderProps extends ChangesSender {
  can: ReadonlySet<string>;
  names: ChangeNames;
  /** The warnings about a change, from the appointments that are loaded; `record` is the changed appointment. */
  warningsOf: (record: ReceivedAppointment, changes: FieldChanges) => string[];
  /** The warnings after also looking where nothing is loaded. */
  loadWarningsOf: (record: ReceivedAppointment, changes: FieldChanges) => Promise<string[]>;
  /** Opens the panel that reschedules an appointment. */
  onReschedule: (appointment: ReceivedAppointment) => void;
  /** Opens an appointment on the board. */
  onShow: (record: ReceivedAppointment) => void;
  children: ReactNode;
}

/**
 * Makes the changes of the screens inside, shows what becomes of them, and opens the dialogs that need a decision.
 * Another person or company mounts another one.
 */
export function ChangesProvider(props: ChangesProviderProps) {
  const { person, can, names, warningsOf, children } = props;
  const { directory } = names;
  const api = useApi();
  const queryClient = useQueryClient();
  const sender = useLatest<ChangesSender>(props);
  const [outbox] = useState(() => createOutbox({ sleep, pause: sleepUntilOnline }));
  const [changes] = useState(() =>
    createChanges(
      outbox,
      createChangesPorts(() => sender.current, api, queryClient),
    ),
  );
  const { isHere } = sendingAs(person, api, queryClient);
  const log = useSyncExternalStore(changes.subscribe, changes.commands);
  useUndoKey(outbox);
  const now = useMinute();
  const [menu, setMenu] = useState<{ appointment: ReceivedAppointment; at: Element } | null>(null);
  const [move, setMove] = useState<KeyboardMove | null>(null);
  const [rest, setRest] = useState<{ appointment: ReceivedAppointment; left: LeftBehind | null } | null>(null);

  function canMoveRest(appointment: ReceivedAppointment, at: number): boolean {
    if (!can.has('start') || !can.has('end') || delayedResources(appointment).length === 0) return false;
    return minutesDelayed(appointment, at, zoneOf(appointment, directory)) !== null;
  }
  const openMoveRest = (appointment: ReceivedAppointment) => setRest({ appointment, left: null });
  const value: AppointmentChanges = {
    ...changes,
    person,
    can,
    openStatusMenu: (appointment, at) => setMenu({ appointment, at }),
    startMove: setMove,
    reschedule: props.onReschedule,
    canMoveRest,
    openMoveRest,
    warningsOf: (appointment, wanted) => warningsOf(applyChange(appointment, wanted, appointment.start), wanted),
  };

  useActivity(move?.activity ?? changingOf((rest ?? menu)?.appointment));

  useUnloadWarning(log.some(isPending));

  const [conflict] = conflictsOf(log);
  return (
    <ChangesContext value={value}>
      <OutboxContext value={outbox}>{children}</OutboxContext>
      {menu ? (
        <StatusMenu
          key={menu.appointment.id}
          appointment={withLocalChanges(log, menu.appointment)}
          names={names}
          at={menu.at}
          onChoose={(status) => changes.change(menu.appointment, { status })}
          onMoveRest={canMoveRest(menu.appointment, now) ? () => openMoveRest(menu.appointment) : null}
          onClose={() => setMenu(null)}
        />
      ) : null}
      {move ? <KeyboardMoveBar move={move} onEnd={() => setMove(null)} /> : null}
      {rest ? (
        <MoveRest
          appointment={rest.appointment}
          left={rest.left}
          names={names}
          withLocalChanges={(seen) => withLocalChanges(log, seen)}
          onMove={changes.changeTogether}
          onLeftBehind={(left, appointment) => setRest({ appointment, left })}
          onClose={() => setRest(null)}
        />
      ) : null}
      {conflict ? (
        <ConflictDialog
          key={conflict.group}
          conflict={conflict}
          names={names}
          onResolve={(how) => changes.resolve(conflict, how)}
        />
      ) : null}
      <ChangeNotices
        {...{ changes, names, isHere, warningsOf }}
        loadWarningsOf={props.loadWarningsOf}
        onShow={props.onShow}
      />
    </ChangesContext>
  );
}
