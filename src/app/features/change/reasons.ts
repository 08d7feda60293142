import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '#app/api/api-client.ts';
import { invalidate } from '#app/api/queries.ts';
import { memoizePerObject } from '#app/browser/memoize-per-object.ts';
import type { SavedChange } from '#app/changes/freed-time.ts';
import { isPending, type Outbox, type OutboxCommand } from '#app/changes/outbox/outbox.ts';
import { calls } from '#contract/calls.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { isDimmed } from '#scheduling/visit.ts';

/** A reason for a change of status, given after the change was saved. */
interface ReasonTask {
  appointment: ReceivedAppointment;
  /** When the status was changed: the `updatedAt` that resulted from the change. */
  at: string;
  /** The new reason; null to remove it. */
  reason: string | null;
  /** The reason before this one, which Undo restores; null for none. */
  before: string | null;
}

export type ReasonCommand = OutboxCommand<ReasonTask, true, null>;

/** Sends reasons, and keeps those that this tab has given. */
export type ReasonsLog = ReturnType<typeof createReasons>;

/** Whether a change cancelled an appointment or marked it as missed, so that it can have a reason. */
export function canHaveReason({ before, after }: SavedChange): boolean {
  return isDimmed(after) && after.status !== before.status && after.updatedAt !== null;
}

/** The last reason that this tab gave for a saved change, otherwise the reason on file; null for none. */
export function latestReason(
  log: readonly ReasonCommand[],
  { after }: SavedChange,
  stored: string | null = null,
): string | null {
  const isForVersion = ({ task }: ReasonCommand) => task.appointment.id === after.id && task.at === after.updatedAt;
  const last = log.findLast((command) => isForVersion(command) && (isPending(command) || command.state === 'saved'));
  return last === undefined ? stored : last.task.reason;
}

/** The reasons in an outbox, created on first use. */
export const reasonsLogOf = memoizePerObject(createReasons);

function createReasons(outbox: Outbox, companyId: string, api: ApiClient, queryClient: QueryClient) {
  const log = outbox.open<ReasonTask, true, null>({
    prepare: (task) => Promise.resolve(task),
    async send({ appointment: { id }, at, reason }, signal) {
      await api.call(calls.giveReason, { companyId, id, at, reason }, { signal });
      return true;
    },
    replaceTask: () => null,
    readConflict: () => undefined,
    rebaseTask: () => null,
    read: null,
    findAnswer: () => null,
    buildsOn: () => false,
    undo: (commands) =>
      commands.map(({ keys, task }) => ({ keys, task: { ...task, reason: task.before, before: task.reason } })),
    onAnswer: () => void invalidate(queryClient, calls.listAppointmentHistory, calls.listHistory),
    onNow: () => undefined,
  });
  return {
    commands: log.commands,
    subscribe: log.subscribe,
    giveUp: log.giveUp,
    /** Gives a reason to changes that were saved together; null removes it. `stored` is the reason on file. */
    give(changes: readonly SavedChange[], reason: string | null, stored?: string | null): void {
      log.add(
        changes.flatMap((change) => {
          const { id, updatedAt: at } = change.after;
          const before = latestReason(log.commands(), change, stored);
          if (at === null || before === reason) return [];
          return [{ keys: [id], task: { appointment: change.after, at, reason, before } }];
        }),
      );
    },
  };
}
