import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '#app/api/api-client.ts';
import { invalidate } from '#app/api/queries.ts';
import { isDimmed } from '#app/scheduling/visit.ts';
import { type Command, isPending, type Outbox } from '#app/session/outbox/outbox.ts';
import { sendingAs } from '#app/session/outbox/sending-as.ts';
import { extensions } from '#contract/endpoints.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { SavedChange } from './change-notices.tsx';

/** A reason that is given for a change of status after it was saved. */
interface ReasonTask {
  appointment: ReceivedAppointment;
  /** When the status was changed: the `updatedAt` that the change gave the appointment. */
  at: string;
  /** Null for none. */
  reason: string | null;
  /** The reason that this tab gave before; null for none. */
  before: string | null;
}

export type ReasonCommand = Command<ReasonTask, true, null>;

/** The reasons that a tab gives. */
export interface Reasons {
  commands: () => readonly ReasonCommand[];
  subscribe: (listener: () => void) => () => void;
  giveUp: (group: number) => void;
  /** Gives changes that were saved together a reason; null for none. */
  give: (changes: readonly SavedChange[], reason: string | null) => void;
}

/** Whether a change cancelled an appointment, or says that nobody came: such a change may have a reason. */
export function callsOff({ before, after }: SavedChange): boolean {
  return isDimmed(after) && after.status !== before.status && after.updatedAt !== null;
}

/** The reason that this tab gave a saved change last; null for none. */
export function reasonGiven(log: readonly ReasonCommand[], { after }: SavedChange): string | null {
  const isOf = ({ task }: ReasonCommand) => task.appointment.id === after.id && task.at === after.updatedAt;
  const last = log.findLast((one) => isOf(one) && (isPending(one) || one.state === 'saved'));
  return last?.task.reason ?? null;
}

interface ReasonsSender {
  companyId: string;
  /** The person who gives them (`DeskSession`). */
  person: string | null;
}

/** Creates the reasons of a tab. */
export function createReasons(
  outbox: Outbox,
  { companyId, person }: ReasonsSender,
  api: ApiClient,
  queryClient: QueryClient,
): Reasons {
  const sending = sendingAs(person, api, queryClient);
  const log = outbox.open<ReasonTask, true, null>({
    prepare: (task) => Promise.resolve(task),
    async send({ appointment: { id }, at, reason }, givenUp) {
      await sending.send(
        (signal) => api.call(extensions.giveReason, { companyId, id, at, reason }, { signal }),
        givenUp,
      );
      return true;
    },
    insteadOf: () => null,
    conflictIn: () => undefined,
    onTopOf: () => null,
    read: null,
    answerIn: () => null,
    buildsOn: () => false,
    undo: (commands) =>
      commands.map(({ keys, task }) => ({ keys, task: { ...task, reason: task.before, before: task.reason } })),
    onAnswer: () => void invalidate(queryClient, extensions.listAppointmentHistory, extensions.listHistory),
    onNow: () => undefined,
  });
  return {
    commands: log.commands,
    subscribe: log.subscribe,
    giveUp: log.giveUp,
    give(changes, reason) {
      log.add(
        changes.flatMap((change) => {
          const { id, updatedAt: at } = change.after;
          const before = reasonGiven(log.commands(), change);
          if (at === null || before === reason) return [];
          return [{ keys: [id], task: { appointment: change.after, at, reason, before } }];
        }),
      );
    },
  };
}
