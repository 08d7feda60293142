import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '#app/api/api-client.ts';
import { type ApiError, asApiError } from '#app/api/api-error.ts';
import { removeAppointment } from '#app/api/appointment-store.ts';
import {
  cacheReturnedAppointment,
  type FieldChanges,
  readAppointment,
  readCurrentAppointment,
  reloadRecalls,
} from '#app/api/appointments.ts';
import { invalidate } from '#app/api/queries.ts';
import { capabilitiesIn } from '#app/api/session.ts';
import { memoizePerObject } from '#app/browser/memoize-per-object.ts';
import type { AppointmentChanges, ChangedAppointment, UnsavedChanges } from '#app/changes/appointment-changes.ts';
import {
  type CommandLog,
  type CommandRequest,
  isPending,
  latestVersion,
  type Outbox,
  type OutboxCommand,
  type SavedVersion,
} from '#app/changes/outbox/outbox.ts';
import { createOverlay } from '#app/changes/outbox/overlay.ts';
import { applyChange, undoBookingMs } from '#contract/appointment-rules.ts';
import { calls } from '#contract/calls.ts';
import { instantOf } from '#contract/date-time.ts';
import type { AppointmentStatus } from '#contract/enums.ts';
import type { ErrorMessageKey } from '#contract/error.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { suggestedNextStatus } from '#scheduling/visit.ts';
import {
  areInConflict,
  changesBetween,
  effectiveChanges,
  inverseChange,
  isAppliedTo,
  mergeChanges,
  shareFieldGroup,
  splitChanges,
} from './field-changes.ts';
import { removeSavedDraft } from './notes-draft.ts';

/** A summary of a change to several appointments. */
interface GroupSummary {
  /** Says what was done, such as `4 appointments rescheduled`. */
  text: string;
  /** The number of changed appointments. */
  count: number;
}

/**
 * What a task means for a new booking:
 *
 * - `booked`: the appointment has already been booked, so nothing more is sent
 * - `removed`: Undo removes the booking
 * - `late`, `changed`, `refused`, `unsupported`: Undo cancels the appointment instead, since it was booked too long
 *   ago, was changed by someone else, or the practice system refuses or is unable to remove it
 */
type BookingEvent = 'booked' | 'removed' | 'late' | 'changed' | 'refused' | 'unsupported';

/** A change to an appointment, as kept in the outbox until it is saved. */
export interface AppointmentTask {
  /** The practice system's record that is changed; the request expects its `updatedAt`. */
  base: ReceivedAppointment;
  /** The record as the person saw it, including changes that were pending then. */
  seen: ReceivedAppointment;
  changes: FieldChanges;
  /** When the change was requested, ISO 8601 in UTC. */
  at: string;
  together: GroupSummary | null;
  bookingEvent: BookingEvent | null;
  /** Called after the booking was undone. */
  onUndone?: (() => void) | undefined;
}

export type AppointmentCommand = OutboxCommand<AppointmentTask, ReceivedAppointment, ReceivedAppointment>;
type CommandList = readonly AppointmentCommand[];

/** Changes to an appointment that conflict with a colleague’s. The person has to choose one of them. */
export interface Conflict {
  group: number;
  /** The record as the person saw it. */
  seen: ReceivedAppointment;
  changes: FieldChanges;
  /** The current record; null if it could not be read. */
  current: ReceivedAppointment | null;
}

interface VersionedRequest {
  id: string;
  expectedUpdatedAt: string;
}

/** The side effects of changes, replaceable in tests. */
export interface ChangesPorts {
  /** Sends a change, without retrying. */
  send: (request: VersionedRequest & { changes: FieldChanges }, signal: AbortSignal) => Promise<ReceivedAppointment>;
  /** Removes a booking, without retrying; null if the practice system cannot. */
  remove: ((request: VersionedRequest, signal: AbortSignal) => Promise<void>) | null;
  /**
   * Reads the current appointment, and rejects once the signal is aborted; null if the practice system cannot return a
   * single one.
   */
  read: ((id: string, signal: AbortSignal) => Promise<ReceivedAppointment>) | null;
  /** Milliseconds since 1970-01-01T00:00Z. */
  clock: () => number;
  /** Called with the practice system's current record, or with null if loaded data may be out of date. */
  onRecord: (record: ReceivedAppointment | null) => void;
  /** Called with the id of an appointment that no longer exists. */
  onRemoved: (id: string) => void;
  /** Called with changes that were saved. */
  onSaved: (id: string, changes: FieldChanges) => void;
}

/** Changes appointments, and keeps what this tab has changed until it is saved. */
export interface Changes
  extends Pick<
    AppointmentChanges,
    'addBooked' | 'takeNextStep' | 'changeTogether' | 'undo' | 'state' | 'subscribe' | 'unsaved'
  > {
  commands: () => CommandList;
  /**
   * Changes an appointment as the person sees it. Returns the number that undoes the change; null if the appointment
   * already has these values, or cannot be changed.
   */
  change: (appointment: ReceivedAppointment, changes: FieldChanges) => number | null;
  /** Stops retrying the changes of a group whose outcome is unknown. */
  giveUp: (group: number) => void;
  /** Resolves a conflict: applies the changes to the current appointment, or drops them. */
  resolve: (conflict: Conflict, how: 'theirs' | 'mine') => void;
  /** Shows an appointment on the calendar as it would be after a change; null ends the preview. */
  preview: (record: ReceivedAppointment | null) => void;
}

/** The status of a cancelled appointment, also used to undo a booking that cannot be removed. */
export const CANCELLED_STATUS: AppointmentStatus = 'cancelled';

const NO_UNSAVED_CHANGES: UnsavedChanges = {
  records: [],
  pending: new Set(),
  uncertain: new Set(),
  savingNotes: new Set(),
};

/** Applies a change to a record. The result is shown until the response arrives. */
function applyTask(record: ReceivedAppointment, { changes, at }: AppointmentTask): ReceivedAppointment {
  const next = applyChange(record, changes, at);
  // The record's type name belongs to the previous type. Without it, the name is looked up by the id of the new type.
  return next.visitTypeId === record.visitTypeId ? next : { ...next, visitTypeName: null };
}

/**
 * The versions that this tab has saved. Responses that differ from the base by more than our own changes are left out,
 * since they include a colleague's. This happens because the service answers with the current record, unchanged, if it
 * already has the requested values.
 */
function savedVersions(log: CommandList): SavedVersion<ReceivedAppointment>[] {
  return log.flatMap(({ task: { base, changes, bookingEvent }, answer }) => {
    if (answer === null || bookingEvent === 'removed') return [];
    const isOwn = isAppliedTo(changesBetween(applyChange(base, changes, ''), answer), base);
    return isOwn ? [{ replaced: base, record: answer }] : [];
  });
}

const pendingCommands = (log: CommandList, id: string) =>
  log.filter((command) => isPending(command) && command.task.base.id === id);

/** The latest version of an appointment that this tab knows, on which its next change is based. */
function latestBase(log: CommandList, seen: ReceivedAppointment): ReceivedAppointment {
  return latestVersion(savedVersions(log), pendingCommands(log, seen.id)[0]?.task.base ?? seen);
}

/**
 * An appointment as the person saw it, with everything that this tab has changed since then: when a drag ends, for
 * example, an earlier change may have been saved during it. Later changes by colleagues are not included.
 */
export function withLocalChanges(log: CommandList, seen: ReceivedAppointment): ReceivedAppointment {
  return pendingCommands(log, seen.id).reduce((record, { task }) => applyTask(record, task), latestBase(log, seen));
}

/**
 * Whether the person is asked to resolve a conflict. If several appointments were changed together, they are not asked:
 * a notice says which of the changes failed.
 */
const asksToResolveConflict = ({ together }: AppointmentTask) => together === null;

/** The conflicts that the person has to resolve, oldest first. */
export function openConflicts(log: CommandList): Conflict[] {
  const open = log.filter(({ state, task }) => state === 'conflict' && asksToResolveConflict(task));
  return [...new Set(open.map(({ group }) => group))].flatMap((group) => {
    const own = open.filter((command) => command.group === group);
    const [first] = own;
    if (first === undefined) return [];
    const changes = mergeChanges(own.map(({ task }) => task.changes));
    return [{ group, seen: first.task.seen, changes, current: first.now ?? null }];
  });
}

function collectUnsaved(log: CommandList, preview: ReceivedAppointment | null): UnsavedChanges {
  const pending = log.filter(isPending);
  const first = new Map(pending.toReversed().map(({ task }) => [task.base.id, task.base]));
  const others = [...first].filter(([id]) => id !== preview?.id).map(([, base]) => withLocalChanges(log, base));
  const records = preview ? [...others, preview] : others;
  if (records.length === 0) return NO_UNSAVED_CHANGES;
  const idsOfPending = (has: (command: AppointmentCommand) => boolean) =>
    new Set(pending.filter(has).map(({ task }) => task.base.id));
  return {
    records,
    pending: idsOfPending(() => true),
    uncertain: idsOfPending(({ state }) => state === 'uncertain'),
    savingNotes: idsOfPending(({ task }) => task.changes.notes !== undefined),
  };
}

/** Why Undo cancels a booking that the practice system refused to remove; null if the error is not such a refusal. */
function cancelReason({ base }: AppointmentTask, error: ApiError, now: number): BookingEvent | null {
  const { messageKey } = error;
  if (messageKey === ('changed_meanwhile' satisfies ErrorMessageKey)) return 'changed';
  if (messageKey !== ('not_removable' satisfies ErrorMessageKey)) return null;
  return base.createdAt !== null && now - instantOf(base.createdAt) > undoBookingMs ? 'late' : 'refused';
}

/** Opens the log of appointment changes. Each request expects the version that the previous change has produced. */
function openLog(
  outbox: Outbox,
  ports: ChangesPorts,
): CommandLog<AppointmentTask, ReceivedAppointment, ReceivedAppointment> {
  return outbox.open({
    prepare: async (task, log) => ({ ...task, base: latestVersion(savedVersions(log), task.base) }),
    async send({ base, changes, bookingEvent }, signal) {
      const request = { id: base.id, expectedUpdatedAt: base.updatedAt ?? '' };
      if (bookingEvent !== 'removed') return ports.send({ ...request, changes }, signal);
      await ports.remove?.(request, signal);
      return base;
    },
    replaceTask(task, error) {
      const reason = task.bookingEvent === 'removed' ? cancelReason(task, error, ports.clock()) : null;
      return reason && { ...task, bookingEvent: reason };
    },
    readConflict: readCurrentAppointment,
    asks: asksToResolveConflict,
    rebaseTask(task, now) {
      const theirChanges = changesBetween(task.seen, now);
      // Undo cancels a booking even if someone else has moved it, so only a change of its status is a conflict.
      const isConflict =
        task.bookingEvent === null
          ? areInConflict(task.changes, theirChanges)
          : shareFieldGroup(task.changes, theirChanges);
      return isConflict ? null : { ...task, base: now };
    },
    get read() {
      const { read } = ports;
      return read && ((task: AppointmentTask, signal: AbortSignal) => read(task.base.id, signal));
    },
    findAnswer: ({ changes, bookingEvent }, now) =>
      bookingEvent !== 'removed' && isAppliedTo(changes, now) ? now : null,
    buildsOn: (later, earlier) => shareFieldGroup(later.changes, earlier.changes),
    undo: (commands, log) => commands.flatMap((command) => buildUndoRequests(command, log, ports)),
    onAnswer({ base, changes, bookingEvent, onUndone }, record) {
      if (bookingEvent === 'removed') ports.onRemoved(base.id);
      else ports.onRecord(record);
      ports.onSaved(base.id, changes);
      onUndone?.();
    },
    onNow: (_, now) => ports.onRecord(now),
  });
}

/** Turns a change into a request; returns none if the appointment already has these values, or cannot be changed. */
function buildRequests(
  log: CommandList,
  { appointment, changes }: ChangedAppointment,
  more: Pick<AppointmentTask, 'at' | 'together' | 'bookingEvent' | 'onUndone'>,
): CommandRequest<AppointmentTask>[] {
  const [base, seen] = [latestBase(log, appointment), withLocalChanges(log, appointment)];
  const different = effectiveChanges(changes, seen);
  if (base.updatedAt === null || Object.keys(different).length === 0) return [];
  return [{ keys: [base.id], task: { base, seen, changes: different, ...more } }];
}

function buildUndoRequests(
  { task, answer }: AppointmentCommand,
  log: CommandList,
  { clock, remove }: ChangesPorts,
): CommandRequest<AppointmentTask>[] {
  const { base, seen, changes, together, bookingEvent, onUndone } = task;
  const at = new Date(clock()).toISOString();
  const appointment = answer ?? base;
  if (bookingEvent !== 'booked')
    return buildRequests(
      log,
      { appointment, changes: inverseChange(changes, seen) },
      { at, together, bookingEvent: null },
    );
  const how = remove ? ('removed' as const) : ('unsupported' as const);
  const more = { at, together, bookingEvent: how, onUndone };
  return buildRequests(log, { appointment, changes: { status: CANCELLED_STATUS } }, more);
}

/** Creates the `Changes` of a tab, whose log is kept in the tab's outbox. */
export function createChanges(outbox: Outbox, ports: ChangesPorts): Changes {
  const log = openLog(outbox, ports);
  const { commands, add, addSaved, giveUp, decide, subscribe } = log;

  function addRequests(changedOnes: readonly ChangedAppointment[], together: GroupSummary | null): number | null {
    const at = new Date(ports.clock()).toISOString();
    return add(
      changedOnes.flatMap((changed) => buildRequests(commands(), changed, { at, together, bookingEvent: null })),
    );
  }
  const change = (appointment: ReceivedAppointment, changes: FieldChanges) =>
    addRequests([{ appointment, changes }], null);

  return {
    commands,
    giveUp,
    change,
    subscribe,
    ...createOverlay(log, collectUnsaved),
    state: () => ({
      undoable: outbox.undoable().map((number) => ({
        number,
        appointmentIds: commands().flatMap(({ group, task }) => (group === number ? [task.base.id] : [])),
      })),
    }),
    undo: outbox.undo,
    changeTogether: (list, text) => void addRequests(list, { text, count: list.length }),
    takeNextStep(appointment, pet) {
      const step = suggestedNextStatus(withLocalChanges(commands(), appointment), pet);
      if (step) change(appointment, { status: step });
    },
    addBooked(read, text, onUndone) {
      const number = outbox.reserve();
      void read.then((records) => {
        if (records.length === 0) return outbox.release(number);
        const at = new Date(ports.clock()).toISOString();
        const together = text === null ? null : { text, count: records.length };
        const saved = records.map((answer) => {
          const booked = { base: answer, seen: answer, changes: {}, bookingEvent: 'booked' as const };
          return { keys: [answer.id], task: { ...booked, at, together, onUndone }, answer };
        });
        addSaved(number, saved);
      });
      return number;
    },
    resolve({ group, changes, current }, how) {
      decide(group);
      if (current === null || how === 'theirs') return;
      for (const part of splitChanges(changes)) change(current, part);
    },
  };
}

/** The person and the company that changes belong to. */
interface ChangesOwner {
  companyId: string;
  /** The person who makes the changes; null if all desks share a key. */
  person: string | null;
}

/** Connects the changes of a tab to the practice system. */
export function createChangesPorts(
  { companyId, person }: ChangesOwner,
  api: ApiClient,
  queryClient: QueryClient,
): ChangesPorts {
  // Looked up at each use, since the session may report further capabilities later.
  const currentCapabilities = () => capabilitiesIn(queryClient);
  return {
    clock: Date.now,
    get read(): ChangesPorts['read'] {
      if (currentCapabilities().getAppointment === undefined) return null;
      return (id, signal) => readAppointment(api, { companyId, id }, signal);
    },
    get remove(): ChangesPorts['remove'] {
      if (currentCapabilities().deleteAppointment === undefined) return null;
      return async (request, signal) => {
        try {
          await api.call(calls.deleteAppointment, { companyId, ...request }, { signal });
        } catch (error) {
          // A 404 counts as success: the appointment no longer exists, perhaps because an earlier request removed it
          // and its response was lost.
          if (asApiError(error)?.status !== 404) throw error;
        }
      };
    },
    async send({ changes, ...request }, signal) {
      const record = await api.call(calls.changeAppointment, { companyId, ...request, ...changes }, { signal });
      void invalidate(queryClient, calls.listAppointmentHistory);
      return record;
    },
    onRecord: (record) => cacheReturnedAppointment(queryClient, companyId, record),
    onRemoved(id) {
      removeAppointment(queryClient, companyId, id);
      reloadRecalls(queryClient);
    },
    onSaved(id, { notes }) {
      if (notes !== undefined) removeSavedDraft(person, id, notes);
    },
  };
}

/** The appointment changes in an outbox, created on first use. */
export const getAppointmentChanges = memoizePerObject(
  (outbox: Outbox, ...[owner, api, queryClient]: Parameters<typeof createChangesPorts>) =>
    createChanges(outbox, createChangesPorts(owner, api, queryClient)),
);
