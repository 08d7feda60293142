import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { useAddresses } from '#app/addresses/addresses.ts';
import { useApi } from '#app/api/api-client.ts';
import { useAppointmentsById } from '#app/api/appointment-store.ts';
import { hasPetDied } from '#app/api/directory.ts';
import { useMinute } from '#app/browser/use-now.ts';
import {
  type AppointmentChanges,
  ChangesContext,
  type KeyboardMove,
  type LateColumn,
} from '#app/changes/appointment-changes.ts';
import { OutboxContext } from '#app/changes/outbox/use-outbox.ts';
import { changingActivity, useActivity } from '#app/changes/presence.ts';
import { useCommand } from '#app/commands/desk-commands.ts';
import { lazy } from '#app/components/lazy.tsx';
import { createDialogFrame, LoadingFrame } from '#app/components/loading-frame.tsx';
import { useCachedReference } from '#app/session/cached-reference.tsx';
import { outboxesOf } from '#app/session/outboxes.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { applyChange } from '#contract/appointment-rules.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { zoneOfAppointment } from '#scheduling/calendar-day.ts';
import type { AppointmentMenuActions } from './appointment-menu.tsx';
import { CancelSeriesMenu, cancelTogether } from './cancel-series.tsx';
import { CANCELLED_STATUS, getAppointmentChanges, openConflicts, withLocalChanges } from './changes.ts';
import { KeyboardMoveBar } from './keyboard-move.tsx';
import { createWarningChecks } from './loaded-warnings.ts';
import { readNotesDraft, saveNotesDraft } from './notes-draft.ts';
import { delayedResources, delayOf } from './together/late-appointment.ts';

const AppointmentMenu = lazy({
  isFrequent: true,
  load: () => import('./appointment-menu.tsx').then((module) => module.AppointmentMenu),
  Fallback: ({ anchor, onClose, children }) => (
    <LoadingFrame label={t`Actions`} {...{ anchor, onClose }}>
      {children}
    </LoadingFrame>
  ),
});
const MoveRestDialog = lazy({
  load: () => import('./together/move-rest.tsx').then((module) => module.MoveRestDialog),
  Fallback: createDialogFrame(() => t`Move the rest`),
});
const ConflictDialog = lazy({
  load: () => import('./conflict-dialog.tsx').then((module) => module.ConflictDialog),
  Fallback: ({ onResolve, children }) => <ConflictFrame onClose={() => onResolve('theirs')}>{children}</ConflictFrame>,
});
const ConflictFrame = createDialogFrame(() => t`Changed in the meantime`);

interface MenuState {
  appointment: ReceivedAppointment;
  anchor: Element;
  onlyStatus: boolean;
}

/**
 * Lets the screens inside change appointments, and opens the dialogs that need a decision. `ChangeNotices` reports the outcome
 * of the changes. The provider has to be remounted for another person or company; the changes stay in the outbox of the person
 * who made them.
 */
export function ChangesProvider({ children }: { children: ReactNode }) {
  const { company, session, changeable: can, hasPlan, hasOnlineRequests } = useDesk();
  const { person, name } = session;
  const { directory, statuses } = useCachedReference();
  const names = { directory, statuses };
  const addresses = useAddresses();
  const api = useApi();
  const queryClient = useQueryClient();
  const companyId = company.id;
  const warnings = createWarningChecks({ api, queryClient, directory, hasPlan, hasOnlineRequests });
  const [outbox] = useState(() => outboxesOf(queryClient, api).of({ person, name, companyId }));
  const changes = getAppointmentChanges(outbox, { person, companyId }, api, queryClient);
  // Ends the preview of a drag if the screen closes during it.
  useEffect(() => () => changes.preview(null), [changes]);
  const log = useSyncExternalStore(changes.subscribe, changes.commands);
  useCommand('undo', () => void outbox.undo());
  const now = useMinute();
  const [menu, setMenu] = useState<MenuState | null>(null);
  const [cancelling, setCancelling] = useState<(MenuState & { following: readonly ReceivedAppointment[] }) | null>(
    null,
  );
  const [move, setMove] = useState<KeyboardMove | null>(null);
  /** The appointment or column whose later appointments are to be moved. */
  const [rest, setRest] = useState<ReceivedAppointment | LateColumn | null>(null);

  function canMoveRest(appointment: ReceivedAppointment, at: number): boolean {
    if (!can.has('start') || !can.has('end') || delayedResources(appointment).length === 0) return false;
    return (
      !hasPetDied(appointment, directory) &&
      delayOf(appointment, at, zoneOfAppointment(appointment, directory)) !== null
    );
  }

  function menuActions(appointment: ReceivedAppointment): AppointmentMenuActions {
    const { id, petId, clientId, notes } = appointment;
    return {
      reschedule: can.has('start') && can.has('end') ? () => addresses.reschedule(appointment).go() : null,
      notes: can.has('notes')
        ? () => {
            // Storing the notes as a draft makes the details open with them in the notes field.
            if (readNotesDraft(person, id) === null) saveNotesDraft(person, id, notes ?? '');
            addresses.appointment(appointment).go();
          }
        : null,
      moveRest: canMoveRest(appointment, now) ? () => setRest(appointment) : null,
      pet: petId === null ? null : () => addresses.pet(petId).go(),
      client: clientId === null ? null : () => addresses.client(clientId).go(),
    };
  }
  const value: AppointmentChanges = {
    ...changes,
    person,
    can,
    openMenu: (appointment, anchor, onlyStatus = false) => setMenu({ appointment, anchor, onlyStatus }),
    startMove: setMove,
    reschedule: (appointment) => addresses.reschedule(appointment).go(),
    canMoveRest,
    openMoveRest: setRest,
    warningsOf: (appointment, changes) =>
      warnings.warningsOf(applyChange(appointment, changes, appointment.start), changes),
  };

  const late = rest && 'start' in rest ? rest : undefined;
  useActivity(move?.activity ?? changingActivity(late ?? menu?.appointment));

  const [asked] = openConflicts(log);
  // Shows the latest record in the dialog, since a colleague may change the appointment again while it is open.
  const [newest] = useAppointmentsById(companyId, asked ? [asked.seen.id] : []);
  const conflict = asked?.current && newest ? { ...asked, current: newest } : asked;
  return (
    <ChangesContext value={value}>
      <OutboxContext value={outbox}>{children}</OutboxContext>
      {menu ? (
        <AppointmentMenu
          key={menu.appointment.id}
          appointment={withLocalChanges(log, menu.appointment)}
          names={names}
          anchor={menu.anchor}
          onStatus={
            can.has('status')
              ? (status, following) =>
                  status === CANCELLED_STATUS && following.length > 0
                    ? setCancelling({ ...menu, following })
                    : changes.change(menu.appointment, { status })
              : null
          }
          actions={menu.onlyStatus ? null : menuActions(menu.appointment)}
          onClose={() => setMenu(null)}
        />
      ) : null}
      {cancelling && !menu ? (
        <CancelSeriesMenu
          anchor={cancelling.anchor}
          following={cancelling.following}
          onCancel={(others) => cancelTogether(value, cancelling.appointment, others)}
          onClose={() => setCancelling(null)}
        />
      ) : null}
      {move ? <KeyboardMoveBar move={move} onEnd={() => setMove(null)} /> : null}
      {rest ? (
        <MoveRestDialog
          from={rest}
          names={names}
          withLocalChanges={(seen) => withLocalChanges(log, seen)}
          onMove={changes.changeTogether}
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
    </ChangesContext>
  );
}
