import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '#app/api/api-client.ts';
import { createConflictReader } from '#app/api/api-error.ts';
import { appointmentQueries } from '#app/api/appointments.ts';
import { readChangedClientsAndPets } from '#app/api/changed-clients-and-pets.ts';
import { loadAllPages, PAGE_LIMIT } from '#app/api/pages.ts';
import { invalidate } from '#app/api/queries.ts';
import { memoizePerObject } from '#app/browser/memoize-per-object.ts';
import { latestVersion, type Outbox, type OutboxCommand } from '#app/changes/outbox/outbox.ts';
import { calls } from '#contract/calls.ts';
import { type ReceivedTransfer, receivedTransferSchema } from '#contract/received-duplicates.ts';
import { buildUndo, isMergeDone, type MergeTask, rebaseMerge } from './merge-plan.ts';

export type MergeCommand = OutboxCommand<MergeTask, ReceivedTransfer, ReceivedTransfer>;

const toCommand = (task: MergeTask) => ({ keys: [task.from.id, task.to.id], task });

export type MergesLog = ReturnType<typeof createMergesLog>;

/** The merges in an outbox. Each is one request, which the service carries out as a whole or not at all. */
export const mergesLogOf = memoizePerObject(createMergesLog);

function createMergesLog(outbox: Outbox, companyId: string, api: ApiClient, queryClient: QueryClient) {
  /** Reads the ids of all appointments of a client, including those that could not be read. */
  async function readAppointmentIds(clientId: string, signal: AbortSignal): Promise<string[]> {
    const search = { companyId, limit: PAGE_LIMIT, filter: { clientId: { eq: clientId } } };
    const { records, unresolvedIds } = await loadAllPages((cursor) =>
      api.call(calls.searchAppointments, { ...search, cursor }, { signal }),
    );
    return [...records.map(({ id }) => id), ...unresolvedIds];
  }

  /** Reloads the records that a merge has changed. */
  function reloadMergedRecords({ from, to, petIds }: MergeTask): void {
    const clients = new Set([from.id, to.id]);
    void readChangedClientsAndPets({ queryClient, api, companyId }, { clients, pets: new Set(petIds) });
    void invalidate(queryClient, calls.listDuplicates);
    for (const clientId of clients)
      void queryClient.invalidateQueries({
        queryKey: appointmentQueries.ofPatient(api, companyId, { clientId }).queryKey,
      });
  }

  const { add, ...log } = outbox.open<MergeTask, ReceivedTransfer, ReceivedTransfer>({
    async prepare(task, commands, signal) {
      const saves = commands.flatMap(({ task: { from, to }, answer }) =>
        answer
          ? [
              { replaced: from, record: answer.from },
              { replaced: to, record: answer.to },
            ]
          : [],
      );
      const appointmentIds = task.appointmentIds ?? (await readAppointmentIds(task.from.id, signal));
      return { ...task, from: latestVersion(saves, task.from), to: latestVersion(saves, task.to), appointmentIds };
    },
    send({ from, to, changes, petIds, appointmentIds }, signal) {
      const versionOf = ({ id, updatedAt }: MergeTask['from']) => ({ id, expectedUpdatedAt: updatedAt ?? '' });
      const body = {
        companyId,
        ...{ from: { ...versionOf(from), ...changes.from }, to: { ...versionOf(to), ...changes.to } },
        ...{ petIds: [...petIds], appointmentIds: [...(appointmentIds ?? [])] },
      };
      return api.call(calls.transferClient, body, { signal });
    },
    replaceTask: () => null,
    readConflict: createConflictReader(receivedTransferSchema),
    rebaseTask: rebaseMerge,
    async read({ from, to }, signal) {
      const readClient = ({ id }: MergeTask['from']) => api.call(calls.getClient, { id, companyId }, { signal });
      return { from: await readClient(from), to: await readClient(to) };
    },
    findAnswer: (task, now) => (isMergeDone(task, now) ? now : null),
    buildsOn: () => false,
    undo(commands) {
      const undone = commands.flatMap(({ task, answer }) => (answer ? [toCommand(buildUndo(task, answer))] : []));
      return undone.length === commands.length ? undone : null;
    },
    onAnswer: reloadMergedRecords,
    onNow: reloadMergedRecords,
  });

  return {
    ...log,
    undo: (group: number) => void outbox.undo(group),
    merge: (task: MergeTask) => void add([toCommand(task)]),
  };
}
