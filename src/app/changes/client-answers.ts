import type { QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { type ApiClient, useApi } from '#app/api/api-client.ts';
import { cacheClientAnswer, recordClientAnswer, refreshMessages } from '#app/api/messages.ts';
import { memoizePerObject } from '#app/browser/memoize-per-object.ts';
import { useDesk } from '#app/session/use-desk.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { ReceivedClientAnswer } from '#contract/received-messages.ts';
import { isPending, type Outbox, type OutboxCommand } from './outbox/outbox.ts';
import { useOutbox } from './outbox/use-outbox.ts';

/** An answer that a client gives by telephone. */
export interface PhoneAnswer {
  answer: 'confirmed' | 'another_time';
  note: string | null;
}

interface AnswerTask extends PhoneAnswer {
  appointment: Pick<ReceivedAppointment, 'id' | 'start'>;
  /** The name of the pet, which stands for the appointment in notices. */
  name: string;
  /** The client's previous answer, which Undo records again; null if there was none, and there is then no Undo. */
  before: PhoneAnswer | null;
}

export type AnswerCommand = OutboxCommand<AnswerTask, ReceivedClientAnswer, null>;
export type ClientAnswersLog = ReturnType<typeof createClientAnswersLog>;

/** A group number that no group has. An answer added with it counts as an Undo, so it cannot be undone itself. */
const NO_GROUP = 0;

const createAnswerRequest = (task: AnswerTask) => ({ keys: [`answer ${task.appointment.id}`], task });

/** The log of answers that clients gave by telephone, one for each outbox. */
export const clientAnswersLogOf = memoizePerObject(createClientAnswersLog);

function createClientAnswersLog(outbox: Outbox, companyId: string, api: ApiClient, queryClient: QueryClient) {
  const { add, ...log } = outbox.open<AnswerTask, ReceivedClientAnswer, null>({
    prepare: (task) => Promise.resolve(task),
    send: ({ appointment, answer, note }) => recordClientAnswer(api, { companyId, id: appointment.id, answer, note }),
    replaceTask: () => null,
    readConflict: () => undefined,
    rebaseTask: () => null,
    read: null,
    findAnswer: () => null,
    buildsOn: () => false,
    undo: (commands) =>
      commands.flatMap(({ task }) => {
        const { before, answer, note } = task;
        return before === null ? [] : [createAnswerRequest({ ...task, ...before, before: { answer, note } })];
      }),
    onAnswer({ appointment }, answer) {
      cacheClientAnswer(queryClient, appointment, answer);
      void refreshMessages(queryClient);
    },
    onNow: () => void refreshMessages(queryClient),
  });
  return {
    ...log,
    undo: (group: number) => void outbox.undo(group),
    give: (task: AnswerTask) => add([createAnswerRequest(task)], task.before === null ? NO_GROUP : null),
  };
}

/** This tab's log of client answers given by telephone, with the functions to record and undo them. */
export function useClientAnswersLog(): ClientAnswersLog {
  const outbox = useOutbox();
  const { company } = useDesk();
  return clientAnswersLogOf(outbox, company.id, useApi(), useQueryClient());
}

/** The answers that are not saved yet, keyed by the ids of their appointments. */
export function useUnsavedAnswers(): ReadonlyMap<string, AnswerTask> {
  const { subscribe, commands } = useClientAnswersLog();
  const log = useSyncExternalStore(subscribe, commands);
  return new Map(log.filter(isPending).map(({ task }) => [task.appointment.id, task]));
}
