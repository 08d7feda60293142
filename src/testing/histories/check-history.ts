import type { Ending, History, Kind, Listed, RecordedOperation, Walk } from './history.ts';
import { checkLinearizable } from './linearizability.ts';
import { type RecordAnswer, type RecordRequest, type Values, versionedRecord } from './versioned-record.ts';

type Create = RecordedOperation & { readonly request: Extract<RecordRequest, { kind: 'create' }> };
const isCreate = (operation: RecordedOperation): operation is Create => operation.request.kind === 'create';

/**
 * The broken promises of a history, as sentences; empty if there are none. Each record behaves as if
 * requests ran one after another; acknowledged writes exist exactly once; walks and counts contain every record that
 * certainly existed, and only records that could exist; a room is given only once at a time; and the history of an
 * appointment matches the acknowledged changes.
 */
export function faultsOf(history: History, ending: Ending): string[] {
  const creates = namedCreates(history, ending);
  return [
    ...history.strange.map(({ desk, what }) => `desk ${desk} received ${what}`),
    ...creates.faults,
    ...faultsOfRecords(history, ending, creates.byId),
    ...history.walks.flatMap((walk) => faultsOfWalk(walk, history, creates.byId)),
    ...faultsOfRooms(history, ending, creates.byId),
    ...faultsOfNotes(history, ending),
  ];
}

const listOf = (ending: Ending, kind: Kind): readonly Listed[] =>
  kind === 'appointment' ? ending.appointments : ending.availability;

/**
 * The value that identifies the create of a record: for an appointment its original value, because it may have been
 * changed.
 */
function nameIn(ending: Ending, kind: Kind, record: Listed): string | null {
  if (kind === 'availability') return record.values['title']?.split(' ')[0] ?? null;
  const lastEntry = ending.appointments.find(({ id }) => id === record.id)?.history.at(-1);
  return lastEntry?.changes.find(({ field }) => field === 'notes')?.to ?? null;
}

/** Matches each record with its create, including unanswered creates; each create made at most one record. */
function namedCreates(history: History, ending: Ending) {
  const byName = new Map(history.operations.filter(isCreate).map((create) => [create.name, create]));
  const byId = new Map<string, Create>();
  const faults: string[] = [];
  for (const create of byName.values()) if (create.id !== null) byId.set(create.id, create);
  for (const kind of ['appointment', 'availability'] as const) {
    const recordIds = new Map<string | null, string>();
    for (const record of [...listOf(ending, kind), ...onceListed(history, kind)]) {
      const name = nameIn(ending, kind, record);
      const create = byName.get(name);
      const twin = recordIds.get(name);
      if (create === undefined) faults.push(`${kind} ${record.id} was requested by no one`);
      else if (twin !== undefined && twin !== record.id)
        faults.push(`${name} was made twice, as ${twin} and as ${record.id}`);
      else if (create.id !== null && create.id !== record.id)
        faults.push(`${name} was acknowledged as ${create.id}, and made as ${record.id}`);
      else byId.set(record.id, create);
      recordIds.set(name, record.id);
    }
  }
  return { byId, faults };
}

/** Availability entries as lists showed them, because some were deleted; appointments never are. */
const onceListed = ({ walks }: History, kind: Kind): Listed[] =>
  kind === 'appointment'
    ? []
    : walks.filter(({ of }) => of === kind).flatMap(({ pages }) => pages.flatMap(({ records }) => records));

/** Checks each record on its own: the requests with its id, its versions in lists, and its final state. */
function faultsOfRecords(history: History, ending: Ending, creates: ReadonlyMap<string, Create>): string[] {
  const operations = new Map<string, RecordedOperation[]>();
  for (const operation of history.operations) {
    if (operation.id === null || operation.request.kind === 'create') continue;
    const of = operations.get(operation.id) ?? [];
    of.push(operation);
    operations.set(operation.id, of);
  }
  const last = Math.max(0, ...timesOf(history));
  return [...creates].flatMap(([id, create]) => {
    const kind = create.of;
    const found = listOf(ending, kind).find((record) => record.id === id);
    const common = { of: kind, id, name: null, desk: -1, request: { kind: 'read' } } as const;
    const all: RecordedOperation[] = [
      ...[create, ...(operations.get(id) ?? [])].flatMap(withGhost),
      ...history.walks.flatMap((walk) => readsOf(walk, id, create)),
      { ...common, call: last + 1, return: last + 2, answer: answerOf(found) },
    ];
    const problem = checkLinearizable(versionedRecord, all);
    if (problem === null) return [];
    const shown = ({ desk, call, return: end, request, answer }: RecordedOperation) =>
      `  ${call.toFixed(1)}–${answer === null ? '?' : end.toFixed(1)} ${desk < 0 ? 'in the end' : `desk ${desk}`} ${JSON.stringify(request)} → ${JSON.stringify(answer)}`;
    const lines = (some: readonly object[]) => all.filter((one) => some.includes(one)).map(shown);
    const explained = problem.explained.map((one) => all.find((other) => other === one)!);
    return [
      [
        `${kind} ${id} is not linearizable. What can be explained ends with`,
        ...explained.slice(-8).map(shown),
        `so that it is ${JSON.stringify(problem.state)}, and then came`,
        ...lines(problem.next),
      ].join('\n'),
    ];
  });
}

const answerOf = (record: Listed | undefined): RecordAnswer =>
  record === undefined
    ? { kind: 'nothing' }
    : { kind: 'record', record: { values: record.values, updatedAt: record.updatedAt } };

function timesOf({ operations, walks }: History): number[] {
  const ends = operations.map(({ call, answer, return: end }) => (answer === null ? call : end));
  return [...ends, ...walks.flatMap(({ pages }) => pages.map((page) => page.return))];
}

/**
 * A gateway repeats a change whose response it lost: an acknowledged change may have been made by the first attempt,
 * and others may have changed the record since. A refused change was not made at all. The same is true of an availability
 * entry that is created: it has no idempotency key, so an attempt that arrives after someone deleted the entry makes it again.
 */
function withGhost(operation: RecordedOperation): RecordedOperation[] {
  const { of, request, answer } = operation;
  const isAcknowledgedChange = request.kind === 'change' && answer?.kind === 'record';
  const isRepeatableCreate = request.kind === 'create' && of === 'availability';
  return isAcknowledgedChange || isRepeatableCreate ? [operation, { ...operation, answer: null }] : [operation];
}

/**
 * The reads of a record in the pages of a walk: each page is one request and shows one instant. Only a list with a
 * single page can prove that a record is absent.
 */
function readsOf({ pages, of, has, desk, isComplete }: Walk, id: string, create: Create): RecordedOperation[] {
  if (create.of !== of || !has(create.request.values)) return [];
  const isOne = isComplete && pages.length === 1;
  return pages.flatMap(({ records, call, return: end }) => {
    const found = records.find((record) => record.id === id);
    // A record that is absent before anyone can have created it needs no explanation.
    if (found === undefined && (!isOne || create.call > end)) return [];
    return [{ of, id, name: null, desk, request: { kind: 'read' }, answer: answerOf(found), call, return: end }];
  });
}

/**
 * Checks walks of records that neither disappear nor leave the list: everything that certainly existed, no duplicates,
 * and a count in range.
 */
function faultsOfWalk(walk: Walk, history: History, creates: ReadonlyMap<string, Create>): string[] {
  const { pages, what, desk, isComplete } = walk;
  const [first, last] = [pages[0], pages.at(-1)];
  if (first === undefined || last === undefined) return [];
  const label = `${what} that desk ${desk} received at ${first.call.toFixed(1)}`;
  const ids = pages.flatMap(({ records }) => records.map(({ id }) => id));
  const twice = ids.filter((id, nth) => ids.indexOf(id) !== nth).map((id) => `${label} has ${id} twice`);
  const strangers = ids.filter((id) => !creates.has(id)).map((id) => `${label} has ${id}, which is nowhere else`);
  // Availability entries may be deleted and are listed in a single page, so each of them is checked on its own.
  if (walk.of === 'availability') return [...twice, ...strangers];
  const matching = [...creates.values()].filter(({ of, request }) => of === walk.of && walk.has(request.values));
  const certain = (time: number) => matching.filter(({ answer, return: end }) => answer !== null && end < time);
  const shown = new Set(ids);
  const missing = certain(first.call)
    .filter(({ id }) => isComplete && id !== null && !shown.has(id))
    .map(({ id, name }) => `${label} leaves out ${id} (${name})`);
  // A create that was never answered and does not exist in the end may still have existed when it was counted.
  const unanswered = history.operations
    .filter(isCreate)
    .filter(({ of, request }) => of === walk.of && walk.has(request.values));
  const counts = pages.flatMap(({ call, return: end, totalCount }) => {
    const least = certain(call).length;
    const most = unanswered.filter((create) => create.call < end).length;
    return least <= totalCount && totalCount <= most ? [] : [`${label} counts ${totalCount}, not ${least} to ${most}`];
  });
  return [...twice, ...strangers, ...missing, ...counts];
}

const overlaps = (one: Values, other: Values) =>
  (one['start'] ?? '') < (other['end'] ?? '') && (other['start'] ?? '') < (one['end'] ?? '');

/**
 * Checks the store in which nothing is moved or called off: a room is given to one appointment at a time, never while
 * blocked, and always if one is free.
 */
function faultsOfRooms(history: History, ending: Ending, creates: ReadonlyMap<string, Create>): string[] {
  const steady = ending.appointments.filter(({ values }) => values['storeId'] === ending.steadyStore);
  const given = steady.flatMap((record) => {
    const create = creates.get(record.id);
    const room = record.history.at(-1)?.changes.find(({ field }) => field === 'roomId')?.to ?? null;
    return create === undefined ? [] : [{ id: record.id, values: record.values, create, room }];
  });
  const blocks = history.operations.filter(
    (operation): operation is Create => isCreate(operation) && operation.of === 'availability',
  );
  const changes = history.operations.filter(({ of, request }) => of === 'availability' && request.kind !== 'read');
  /** Whether the block is in its original state from before an appointment was requested until it was booked. */
  const holds = (block: Create, { call, return: end }: Create) =>
    block.answer !== null &&
    block.return < call &&
    changes.every((change) => change.id !== block.id || change === block || change.call > end);

  const faults: string[] = [];
  for (const [nth, one] of given.entries()) {
    const others = given.filter((other) => other !== one && overlaps(one.values, other.values));
    for (const other of given.slice(nth + 1)) {
      if (one.room === null || one.room !== other.room || !overlaps(one.values, other.values)) continue;
      faults.push(`room ${one.room} was given to ${one.id} and to ${other.id} at the same time`);
    }
    const isBlocked = (block: Create) => overlaps(block.request.values, one.values);
    for (const block of blocks.filter((of) => of.request.values['roomId'] === one.room && isBlocked(of))) {
      if (one.create.answer === null || one.room === null || !holds(block, one.create)) continue;
      faults.push(`room ${one.room} was given to ${one.id} though ${block.id} blocked it`);
    }
    if (one.room !== null || one.create.answer === null) continue;
    for (const room of ending.rooms) {
      const isTaken = others.some((other) => other.room === room && other.create.call < one.create.return);
      // Whatever the block was changed to, it may have prevented the booking.
      const mayBeBlocked = blocks.some(
        (block) => block.request.values['roomId'] === room && block.call < one.create.return,
      );
      if (!isTaken && !mayBeBlocked) faults.push(`${one.id} was given no room, though ${room} was free`);
    }
  }
  return faults;
}

/** Checks that the history of each appointment grows, ends with the record, and contains each acknowledged change. */
function faultsOfNotes(history: History, ending: Ending): string[] {
  return ending.appointments.flatMap(({ id, values, updatedAt, history: newestFirst }) => {
    const entries = [...newestFirst].reverse();
    const faults: string[] = [];
    const versions = new Map<string, Values>();
    let now: Values = { status: null, start: null, end: null, roomId: null, notes: null };
    for (const [nth, entry] of entries.entries()) {
      if (nth > 0 && entry.at <= (entries[nth - 1]?.at ?? '')) faults.push(`the history of ${id} does not grow`);
      for (const { field, from, to } of entry.changes) {
        if (field in now && now[field] !== from) faults.push(`the history of ${id} is broken at ${entry.at}`);
        if (field in now) now = { ...now, [field]: to };
      }
      versions.set(entry.at, now);
    }
    const isSame = (one: Values, other: Values | undefined) =>
      Object.keys(now).every((field) => one[field] === other?.[field]);
    if (entries.at(-1)?.at !== updatedAt || !isSame(values, now)) faults.push(`the history of ${id} ends otherwise`);
    for (const operation of history.operations) {
      if (operation.id !== id || operation.answer?.kind !== 'record') continue;
      const { record } = operation.answer;
      if (isSame(record.values, versions.get(record.updatedAt))) continue;
      faults.push(
        `the history of ${id} does not have the version that desk ${operation.desk} received (${record.updatedAt})`,
      );
    }
    return faults;
  });
}
