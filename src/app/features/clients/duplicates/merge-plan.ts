import type { ClientTransfer } from '#contract/client-duplicates.ts';
import type { ReceivedClient } from '#contract/received.ts';
import type { ReceivedDuplicateClient, ReceivedPair } from '#contract/received-duplicates.ts';

/** The fields that can be taken over from the other client. */
export const transferableFields = ['phone', 'email', 'alert', 'contactBy', 'recallsBy', 'language'] as const;
export type TransferableField = (typeof transferableFields)[number];

/** The two clients of a pair: the one that stays active after a merge, and the one that becomes inactive. */
export interface MergePair {
  /** Stays active, and gets the pets and appointments of the other client. */
  kept: ReceivedDuplicateClient;
  /** Becomes inactive. */
  other: ReceivedDuplicateClient;
}

/**
 * Decides which client a merge keeps: the one with `keptId` or, if it is null, the one with more appointments. If both
 * have equally many, the number of pets decides.
 */
export function chooseMergePair({ clients }: ReceivedPair, keptId: string | null = null): MergePair {
  const [one, two] = clients;
  const isFirst =
    keptId === null
      ? one.appointments > two.appointments ||
        (one.appointments === two.appointments && (one.pets?.length ?? 0) >= (two.pets?.length ?? 0))
      : one.id === keptId;
  return isFirst ? { kept: one, other: two } : { kept: two, other: one };
}

const fieldText = (client: ReceivedClient, field: TransferableField) => client[field]?.trim() ?? '';

/** Whether one of these clients opted out of messages. After a merge, the kept client is opted out, too. */
export const isOptedOutOfMessages = (...clients: readonly ReceivedClient[]) =>
  clients.some(({ contactBy }) => contactBy === 'none');

/**
 * Whether one of these clients opted out of reminders when a pet is due again. After a merge, the kept client is opted
 * out, too.
 */
export const isOptedOutOfRecalls = (...clients: readonly Pick<ReceivedClient, 'contactBy' | 'recallsBy'>[]) =>
  clients.some(({ contactBy, recallsBy }) => (recallsBy ?? contactBy) === 'none');

/**
 * The fields of the other client that the kept client lacks (`isMissing`) or has with a different value. Those with a
 * different value are not selected at first.
 */
export function fieldsToTake({ kept, other }: MergePair): { field: TransferableField; isMissing: boolean }[] {
  return transferableFields.flatMap((field) => {
    if (field === 'contactBy' && isOptedOutOfMessages(kept, other)) return [];
    if (field === 'recallsBy' && isOptedOutOfRecalls(kept, other)) return [];
    const [mine, theirs] = [fieldText(kept, field), fieldText(other, field)];
    return theirs === '' || theirs === mine ? [] : [{ field, isMissing: mine === '' }];
  });
}

type TransferSide = ClientTransfer['from'];

/** A merge to carry out. It contains both clients as they were before, so that it can be undone. */
export interface MergeTask {
  /** The client whose pets and appointments are moved, as the person saw them. */
  from: ReceivedClient;
  to: ReceivedClient;
  changes: { from: ClientChanges; to: ClientChanges };
  petIds: readonly string[];
  /** Ids of the appointments to move; null until they are read, immediately before the merge. */
  appointmentIds: readonly string[] | null;
}
export type ClientChanges = Partial<Pick<TransferSide, TransferableField | 'isActive'>>;

/**
 * Plans the merge of a pair: pets and appointments move to the kept client, who takes over the selected fields, and the
 * other client becomes inactive.
 */
export function buildMerge({ kept, other }: MergePair, taken: ReadonlySet<TransferableField>): MergeTask {
  const values = transferableFields.flatMap((field) => (taken.has(field) ? [[field, other[field]] as const] : []));
  const optOut = isOptedOutOfMessages(other) && !isOptedOutOfMessages(kept) ? { contactBy: 'none' as const } : {};
  const changes = { ...Object.fromEntries(values), ...optOut };
  const wouldLoseRecallsOptOut = isOptedOutOfRecalls(kept, other) && !isOptedOutOfRecalls({ ...kept, ...changes });
  return {
    ...{ from: other, to: kept },
    changes: {
      from: { isActive: false },
      to: { ...changes, ...(wouldLoseRecallsOptOut ? { recallsBy: 'none' as const } : {}) },
    },
    petIds: (other.pets ?? []).map(({ id }) => id),
    appointmentIds: null,
  };
}

/** The values that a client has in the changed fields, for undoing the changes. */
function formerValues(client: ReceivedClient, changes: ClientChanges): ClientChanges {
  const names = Object.keys(changes) as (keyof ClientChanges)[];
  return Object.fromEntries(names.map((name) => [name, client[name]]));
}

/** The merge that undoes another, given both clients as they were after it. */
export function buildUndo(task: MergeTask, after: { from: ReceivedClient; to: ReceivedClient }): MergeTask {
  return {
    ...{ from: after.to, to: after.from },
    changes: { from: formerValues(task.to, task.changes.to), to: formerValues(task.from, task.changes.from) },
    ...{ petIds: task.petIds, appointmentIds: task.appointmentIds },
  };
}

/**
 * Bases a task on newer versions of the clients. Returns null if neither is newer, or if someone changed the same
 * fields.
 */
export function rebaseMerge(task: MergeTask, now: { from: ReceivedClient; to: ReceivedClient }): MergeTask | null {
  const sides = ['from', 'to'] as const;
  const isNewer = sides.some((side) => now[side].updatedAt !== task[side].updatedAt);
  const collides = sides.some((side) => {
    const touched = new Set<keyof ClientChanges>([
      'isActive',
      ...(Object.keys(task.changes[side]) as TransferableField[]),
    ]);
    return [...touched].some((name) => now[side][name] !== task[side][name]);
  });
  return isNewer && !collides ? { ...task, ...now } : null;
}

/** Whether both clients already have the values that the task gives them. */
export function isMergeDone({ changes }: MergeTask, now: { from: ReceivedClient; to: ReceivedClient }): boolean {
  const sides = ['from', 'to'] as const;
  return sides.every((side) =>
    (Object.keys(changes[side]) as (keyof ClientChanges)[]).every((name) => now[side][name] === changes[side][name]),
  );
}
