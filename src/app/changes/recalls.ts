import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { type ApiClient, useApi } from '#app/api/api-client.ts';
import {
  changeRecall,
  createRecall,
  createRecallAttempt,
  type RecallChanges,
  readCurrentRecall,
  refreshRecalls,
  updateRecall,
} from '#app/api/recalls.ts';
import { memoizePerObject } from '#app/browser/memoize-per-object.ts';
import { newId } from '#app/browser/new-id.ts';
import { useDesk } from '#app/session/use-desk.ts';
import type { RecallAttemptWay } from '#contract/enums.ts';
import type { ReceivedRecall } from '#contract/received-waiting-list.ts';
import { isPending, latestVersion, type Outbox, type OutboxCommand } from './outbox/outbox.ts';
import { useOutbox } from './outbox/use-outbox.ts';

/** A pet that is to become due for a visit type on a date, `YYYY-MM-DD`. */
export type NewRecall = Pick<ReceivedRecall, 'petId' | 'visitTypeId' | 'dueOn'>;

/** A change to a recall, an attempt to reach the client, or a new recall; `name` is the name of the pet. */
export type RecallTask = { name: string } & (
  | { kind: 'change'; recall: ReceivedRecall; changes: RecallChanges }
  | { kind: 'attempt'; recall: ReceivedRecall; how: RecallAttemptWay; at: string; idempotencyKey: string }
  | { kind: 'add'; recall: NewRecall; idempotencyKey: string }
);

interface RecallAnswer {
  /** The recall after a change, or as it was added; null for an attempt, and if it could not be read back. */
  recall: ReceivedRecall | null;
}

export type RecallCommand = OutboxCommand<RecallTask, RecallAnswer, ReceivedRecall>;
export type RecallsLog = ReturnType<typeof createRecallsLog>;

/** A group number that no group has. An attempt is added with it, so it cannot be undone. */
const NO_GROUP = 0;

/** The log of changes to recalls, one for each outbox. */
const recallsLogOf = memoizePerObject(createRecallsLog);

function createRecallsLog(outbox: Outbox, companyId: string, api: ApiClient, queryClient: QueryClient) {
  const { add, ...log } = outbox.open<RecallTask, RecallAnswer, ReceivedRecall>({
    async prepare(task, commands) {
      if (task.kind !== 'change') return task;
      const saves = commands.flatMap(({ task: { kind, recall }, answer }) =>
        kind === 'change' && answer?.recall ? [{ replaced: recall, record: answer.recall }] : [],
      );
      return { ...task, recall: latestVersion(saves, task.recall) };
    },
    async send(task, signal) {
      switch (task.kind) {
        case 'change':
          return { recall: await changeRecall(api, { ...task, companyId }, signal) };
        case 'attempt': {
          const { recall, how, idempotencyKey } = task;
          await createRecallAttempt(api, { companyId, id: recall.id, how }, { idempotencyKey, signal });
          return { recall: null };
        }
        case 'add': {
          const { recall, idempotencyKey } = task;
          return { recall: await createRecall(api, { companyId, ...recall }, { idempotencyKey, signal }) };
        }
      }
    },
    replaceTask: () => null,
    readConflict: readCurrentRecall,
    rebaseTask(task, now) {
      if (task.kind !== 'change' || now.id !== task.recall.id) return null;
      // The status `booked` is not compared, since it only says that the pet has an appointment.
      const fields = { dueOn: task.recall.dueOn, snoozedUntil: task.recall.snoozedUntil, ended: isEnded(task.recall) };
      const current = { dueOn: now.dueOn, snoozedUntil: now.snoozedUntil, ended: isEnded(now) };
      const isSame = JSON.stringify(fields) === JSON.stringify(current);
      return isSame ? { ...task, recall: now } : null;
    },
    read: null,
    findAnswer: (task, now) =>
      task.kind === 'change' && now.id === task.recall.id && isCarriedOut(task.changes, now) ? { recall: now } : null,
    buildsOn: () => false,
    undo: (commands) =>
      commands.flatMap(({ task, answer }) => {
        const { name, kind } = task;
        // A recall that is not saved yet has no version, so it cannot be changed.
        const recall = answer?.recall ?? (kind === 'change' ? task.recall : null);
        if (recall === null || kind === 'attempt') return [];
        const changes = kind === 'add' ? ({ status: 'declined' } as const) : reverseChanges(task.changes, task.recall);
        return [createRecallRequest({ name, kind: 'change', recall, changes })];
      }),
    onAnswer(task, { recall }) {
      if (recall) updateRecall(queryClient, recall.id, () => recall);
      if (task.kind === 'attempt') updateRecall(queryClient, task.recall.id, (stored) => applyTask(stored, task));
      void refreshRecalls(queryClient);
    },
    onNow(_, now) {
      if (now) updateRecall(queryClient, now.id, () => now);
      void refreshRecalls(queryClient);
    },
  });
  return {
    ...log,
    undo: (group: number) => void outbox.undo(group),
    /** Changes a recall; `name` is the name of the pet. */
    change: (recall: ReceivedRecall, changes: RecallChanges, name: string) =>
      void add([createRecallRequest({ name, kind: 'change', recall, changes })]),
    /** Records an attempt to reach the client. */
    noteAttempt: (recall: ReceivedRecall, how: RecallAttemptWay, name: string) =>
      void add(
        [
          createRecallRequest({
            name,
            kind: 'attempt',
            recall,
            how,
            at: new Date().toISOString(),
            idempotencyKey: newId(),
          }),
        ],
        NO_GROUP,
      ),
    /** Makes a pet due for a visit type. */
    add: (recall: NewRecall, name: string) =>
      void add([createRecallRequest({ name, kind: 'add', recall, idempotencyKey: newId() })]),
  };
}

function createRecallRequest(task: RecallTask) {
  const { recall } = task;
  return { keys: [`recall ${'id' in recall ? recall.id : `${recall.petId} ${recall.visitTypeId}`}`], task };
}

const isEnded = ({ status }: Pick<ReceivedRecall, 'status'>) => status === 'done' || status === 'declined';

/** Whether the recall already has the values of all changes; a booked recall counts as due. */
function isCarriedOut({ status, dueOn, snoozedUntil }: RecallChanges, now: ReceivedRecall): boolean {
  const own = now.status === 'booked' ? 'due' : now.status;
  return (
    (status ?? own) === own &&
    (dueOn ?? now.dueOn) === now.dueOn &&
    (snoozedUntil === undefined || snoozedUntil === now.snoozedUntil)
  );
}

/** The changes that restore the fields of a recall to their values before a change. */
function reverseChanges({ status, dueOn, snoozedUntil }: RecallChanges, before: ReceivedRecall): RecallChanges {
  return {
    ...(status && { status: before.status === 'booked' ? 'due' : before.status }),
    ...(dueOn && { dueOn: before.dueOn }),
    ...(snoozedUntil !== undefined && { snoozedUntil: before.snoozedUntil }),
  };
}

/** Returns the recall with a task applied. */
function applyTask(recall: ReceivedRecall, task: RecallTask): ReceivedRecall {
  switch (task.kind) {
    case 'change': {
      const { status = recall.status, dueOn = recall.dueOn, snoozedUntil = recall.snoozedUntil } = task.changes;
      return { ...recall, status, dueOn, snoozedUntil };
    }
    case 'attempt':
      return { ...recall, attempts: [{ at: task.at, employeeId: null, how: task.how }, ...recall.attempts] };
    case 'add':
      return recall;
  }
}

/** This tab's log of changes to recalls, with the functions that make and undo them. */
export function useRecallsLog(): RecallsLog {
  const outbox = useOutbox();
  const { company } = useDesk();
  return recallsLogOf(outbox, company.id, useApi(), useQueryClient());
}

/** All changes to recalls in this tab's log, oldest first. */
export function useRecallCommands(): readonly RecallCommand[] {
  const { subscribe, commands } = useRecallsLog();
  return useSyncExternalStore(subscribe, commands);
}

/** A recall with the changes of this tab that are not saved yet. */
export function applyPendingChanges(recall: ReceivedRecall, commands: readonly RecallCommand[]): ReceivedRecall {
  return commands
    .filter((command) => isPending(command) && 'id' in command.task.recall && command.task.recall.id === recall.id)
    .reduce((current, { task }) => applyTask(current, task), recall);
}
