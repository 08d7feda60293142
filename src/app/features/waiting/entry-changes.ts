import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '#app/api/api-client.ts';
import { invalidate } from '#app/api/queries.ts';
import {
  changeWaitingEntry,
  readCurrentEntry,
  type WaitingEntryChanges,
  waitingListQueries,
} from '#app/api/waiting-list.ts';
import { memoizePerObject } from '#app/browser/memoize-per-object.ts';
import { isPending, latestVersion, type Outbox, type OutboxCommand } from '#app/changes/outbox/outbox.ts';
import { calls } from '#contract/calls.ts';
import type { ReceivedWaitingListEntry } from '#contract/received-waiting-list.ts';

/** A change of an entry's status. */
interface WaitingEntryTask {
  entry: ReceivedWaitingListEntry;
  /** The name of the pet. */
  name: string;
  changes: WaitingEntryChanges & { status: ReceivedWaitingListEntry['status'] };
  /** Called once the change is saved. */
  onSaved?: (() => void) | undefined;
}

export type EntryCommand = OutboxCommand<WaitingEntryTask, ReceivedWaitingListEntry, ReceivedWaitingListEntry>;
type EntryLog = readonly EntryCommand[];

const toCommand = (task: WaitingEntryTask) => ({ keys: [task.entry.id], task });

export type EntryChangesLog = ReturnType<typeof createEntryChanges>;

/** Returns the log of changes to waiting list entries, which is created once for each outbox. */
export const entryChangesOf = memoizePerObject(createEntryChanges);

function createEntryChanges(outbox: Outbox, companyId: string, api: ApiClient, queryClient: QueryClient) {
  const { queryKey } = waitingListQueries.waiting(api, companyId);

  /** Stores the current entry, and reads the list again. */
  function cacheCurrentEntry(entry: ReceivedWaitingListEntry | null): void {
    queryClient.setQueryData(queryKey, (list) => {
      if (!list || !entry) return list;
      const others = list.records.filter(({ id }) => id !== entry.id);
      return { ...list, records: entry.status === 'waiting' ? [...others, entry] : others };
    });
    void invalidate(queryClient, calls.listWaitingList);
  }

  const { add, ...log } = outbox.open<WaitingEntryTask, ReceivedWaitingListEntry, ReceivedWaitingListEntry>({
    async prepare(task, commands) {
      const saves = commands.flatMap(({ task: { entry }, answer }) =>
        answer ? [{ replaced: entry, record: answer }] : [],
      );
      return { ...task, entry: latestVersion(saves, task.entry) };
    },
    send: ({ entry, changes }, signal) => changeWaitingEntry(api, { companyId, entry, changes }, signal),
    replaceTask: () => null,
    readConflict: readCurrentEntry,
    // A colleague's change does not conflict with ours as long as it left the status and the booked appointment as they were.
    rebaseTask: (task, now) =>
      now.status === task.entry.status && now.appointmentId === task.entry.appointmentId
        ? { ...task, entry: now }
        : null,
    read: null,
    findAnswer: ({ changes }, now) =>
      now.status === changes.status && now.appointmentId === (changes.appointmentId ?? null) ? now : null,
    buildsOn: () => false,
    undo: (commands) =>
      commands.map(({ task, answer }) =>
        toCommand({ name: task.name, entry: answer ?? task.entry, changes: { status: task.entry.status } }),
      ),
    onAnswer(task, entry) {
      cacheCurrentEntry(entry);
      task.onSaved?.();
    },
    onNow: (_, entry) => cacheCurrentEntry(entry),
  });

  return {
    ...log,
    hold: outbox.hold,
    undo: (group: number) => void outbox.undo(group),
    withdraw: (entry: ReceivedWaitingListEntry, name: string) =>
      add([toCommand({ entry, name, changes: { status: 'withdrawn' } })]),
    /**
     * Marks an entry as booked. `booking` is the number of the booking, which is a separate change: if it is undone, this
     * change is not undone, but another one puts the entry back on the list.
     */
    markBooked(
      entry: ReceivedWaitingListEntry,
      name: string,
      appointmentId: string,
      booking: number,
      onSaved: () => void,
    ) {
      return add([toCommand({ entry, name, changes: { status: 'booked', appointmentId }, onSaved })], booking);
    },
    putBackOnList: (entry: ReceivedWaitingListEntry, name: string, booking: number) =>
      add([toCommand({ entry, name, changes: { status: 'waiting' } })], booking),
  };
}

/** The waiting entries with this tab's unsaved changes. */
export function applyPendingEntryChanges(
  entries: readonly ReceivedWaitingListEntry[],
  log: EntryLog,
): ReceivedWaitingListEntry[] {
  const pending = new Map(log.filter(isPending).map(({ task }) => [task.entry.id, task]));
  const waiting = [...pending.values()].flatMap(({ entry, changes: { status } }) =>
    status === 'waiting' ? [entry] : [],
  );
  return [...entries.filter(({ id }) => !pending.has(id)), ...waiting];
}
