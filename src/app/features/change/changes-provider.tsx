import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { useApi } from '#app/api/api-client.ts';
import type { FieldChanges } from '#app/api/appointments.ts';
import { hasPetDied } from '#app/api/directory.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { type AppointmentChanges, ChangesContext, type KeyboardMove } from '#app/changes/appointment-changes.ts';
import { sendingAs } from '#app/changes/outbox/sending-as.ts';
import { OutboxContext, type PartsOfOutboxes, usePartOf } from '#app/changes/outbox/use-outbox.ts';
import { changingOf, useActivity } from '#app/changes/presence.ts';
import { useCommand } from '#app/commands/desk-commands.ts';
import { dialogFrame, InCorner, LazyDialog, lazy } from '#app/components/lazy.tsx';
import { outboxOf } from '#app/session/people-of-tab.ts';
import { applyChange } from '#contract/appointment-rules.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { zoneOf } from '#scheduling/calendar-day.ts';
import type { AppointmentMenuActions } from './appointment-menu.tsx';
import { CancelCourse, cancelTogether } from './cancel-course.tsx';
import type { ChangeNames } from './change-names.ts';
import { ChangeNotices, type SavedChange } from './change-notices.tsx';
import {
  CANCELLED,
  type Changes,
  type ChangesSender,
  conflictsOf,
  createChanges,
  createChangesPorts,
  withLocalChanges,
} from './changes.ts';
import { KeyboardMoveBar } from './keyboard-move.tsx';
import { keepNotesDraft, notesDraftOf } from './notes-draft.ts';
import { ReasonNotices, ReasonQuestion } from './reason-question.tsx';
import { canHaveReason, useReasons } from './reasons.ts';
import { delayedResources, delayOf } from './together/late-visit.ts';
import type { LeftBehind } from './together/move-rest.tsx';

const AppointmentMenu = lazy({
  load: () => import('./appointment-menu.tsx').then((module) => module.AppointmentMenu),
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

interface OpenMenu {
  appointment: ReceivedAppointment;
  at: Element;
  onlyStatus: boolean;
}

/** The appointment whose rest of the day is moved. */
interface Rest {
  appointment: ReceivedAppointment;
  left: LeftBehind | null;
}

const changesOf: PartsOfOutboxes<ChangesSender, Changes> = new WeakMap();
const openRestOf: PartsOfOutboxes<(rest: Rest) => void, (rest: Rest) => void> = new WeakMap();

interface ChangesProviderProps extends ChangesSender {
  can: ReadonlySet<string>;
  names: ChangeNames;
  /** The warnings about a change, based on the loaded appointments; `record` is the changed appointment. */
  warningsOf: (record: ReceivedAppointment, changes: FieldChanges) => string[];
  /** The warnings after loading the data that is missing. */
  loadWarningsOf: (record: ReceivedAppointment, changes: FieldChanges) => Promise<string[]>;
  /** Opens the panel that reschedules an appointment. */
  onReschedule: (appointment: ReceivedAppointment) => void;
  /** Opens an appointment on the board. */
  onShow: (record: ReceivedAppointment) => void;
  onPet: (petId: string) => void;
  onClient: (clientId: string) => void;
  /** Whether the practice system stores why an appointment was cancelled or missed. */
  canGiveReason: boolean;
  /** Additional content of the notice of saved changes. */
  extraOf?: (saved: readonly SavedChange[]) => ReactNode;
  children: ReactNode;
}

/**
 * Provides changes to the screens inside, reports their outcome, and opens the dialogs that need a decision. It has to
 * be remounted for another person or company; the changes stay in the outbox of theirs (`outboxOf`).
 */
export function ChangesProvider(props: ChangesProviderProps) {
  const { person, can, names, warningsOf, children } = props;
  const { directory } = names;
  const api = useApi();
  const queryClient = useQueryClient();
  const [outbox] = useState(() => outboxOf(queryClient, props));
  const changes = usePartOf(outbox, changesOf, props, (sender) =>
    createChanges(outbox, createChangesPorts(sender, api, queryClient)),
  );
  const reasons = useReasons(outbox, props);
  // A drag that ends with the screen.
  useEffect(() => () => changes.preview(null), [changes]);
  const { isHere } = sendingAs(person, api, queryClient);
  const log = useSyncExternalStore(changes.subscribe, changes.commands);
  useCommand('undo', () => void outbox.undo());
  const now = useMinute();
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [cancelling, setCancelling] = useState<(OpenMenu & { following: readonly ReceivedAppointment[] }) | null>(null);
  const [move, setMove] = useState<KeyboardMove | null>(null);
  const [rest, setRest] = useState<Rest | null>(null);
  // A notice that comes back with its person opens it on the screen that is there now.
  const openRest = usePartOf(outbox, openRestOf, setRest, (latest) => (next) => latest()(next));

  function canMoveRest(appointment: ReceivedAppointment, at: number): boolean {
    if (!can.has('start') || !can.has('end') || delayedResources(appointment).length === 0) return false;
    return !hasPetDied(appointment, directory) && delayOf(appointment, at, zoneOf(appointment, directory)) !== null;
  }
  const openMoveRest = (appointment: ReceivedAppointment) => openRest({ appointment, left: null });

  function actionsOf(appointment: ReceivedAppointment): AppointmentMenuActions {
    const { id, petId, clientId, notes } = appointment;
    return {
      reschedule: can.has('start') && can.has('end') ? () => props.onReschedule(appointment) : null,
      notes: can.has('notes')
        ? () => {
            // The details then open with this text in the notes field.
            if (notesDraftOf(person, id) === null) keepNotesDraft(person, id, notes ?? '');
            props.onShow(appointment);
          }
        : null,
      moveRest: canMoveRest(appointment, now) ? () => openMoveRest(appointment) : null,
      pet: petId === null ? null : () => props.onPet(petId),
      client: clientId === null ? null : () => props.onClient(clientId),
    };
  }
  const value: AppointmentChanges = {
    ...changes,
    person,
    can,
    openMenu: (appointment, at, onlyStatus = false) => setMenu({ appointment, at, onlyStatus }),
    startMove: setMove,
    reschedule: props.onReschedule,
    canMoveRest,
    openMoveRest,
    warningsOf: (appointment, changes) => warningsOf(applyChange(appointment, changes, appointment.start), changes),
  };

  function extraOf(saved: readonly SavedChange[]): ReactNode {
    const cancelled = props.canGiveReason ? saved.filter(canHaveReason) : [];
    const others = props.extraOf?.(saved) ?? null;
    if (cancelled.length === 0) return others;
    return (
      <div className="flex flex-col gap-2.5">
        {others}
        <ReasonQuestion reasons={reasons} changes={cancelled} />
      </div>
    );
  }

  useActivity(move?.activity ?? changingOf((rest ?? menu)?.appointment));

  const [conflict] = conflictsOf(log);
  return (
    <ChangesContext value={value}>
      <OutboxContext value={outbox}>{children}</OutboxContext>
      {menu ? (
        <AppointmentMenu
          key={menu.appointment.id}
          appointment={withLocalChanges(log, menu.appointment)}
          names={names}
          at={menu.at}
          onStatus={
            can.has('status')
              ? (status, following) =>
                  status === CANCELLED && following.length > 0
                    ? setCancelling({ ...menu, following })
                    : changes.change(menu.appointment, { status })
              : null
          }
          actions={menu.onlyStatus ? null : actionsOf(menu.appointment)}
          onClose={() => setMenu(null)}
        />
      ) : null}
      {cancelling && !menu ? (
        <CancelCourse
          at={cancelling.at}
          following={cancelling.following}
          onCancel={(others) => cancelTogether(value, cancelling.appointment, others)}
          onClose={() => setCancelling(null)}
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
          onLeftBehind={(left, appointment) => openRest({ appointment, left })}
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
        extraOf={extraOf}
      />
      <ReasonNotices {...{ reasons, names, isHere }} />
    </ChangesContext>
  );
}
