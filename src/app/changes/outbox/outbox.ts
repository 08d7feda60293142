import { ApiError } from '#app/api/api-error.ts';
import { createListeners } from '#app/browser/create-store.ts';
import { type Author, createAuthor } from './author.ts';
import { readBeforeTimeout, type SendingPorts, type SendResult, sendUntilAnswered } from './send-until-answered.ts';

/*
 * Each action of a person is a command in a log. Its effect is shown at once, and it is sent until there is a response.
 * The overlay on loaded data, the steps that can be undone, the notices and the conflicts are functions of the log.
 */

/**
 * - `waiting`: it is being sent, or waits for earlier commands on the same record
 * - `uncertain`: the response is slow or was lost, so it is sent again
 * - `giving-up`: the person gave it up, and its outcome is being read
 * - `conflict`: someone else changed the same fields first
 */
type CommandState = 'waiting' | 'uncertain' | 'giving-up' | 'saved' | 'refused' | 'conflict' | 'given-up';

export interface OutboxCommand<Task, Answer, Now> {
  /** The number of the command, counted across all kinds of commands in a tab. */
  readonly number: number;
  /**
   * The number of the first command of a group. The commands of a group were carried out together, and share one notice
   * and one Undo.
   */
  readonly group: number;
  /** The keys of the records that the command changes. A command waits for earlier ones that share a key. */
  readonly keys: readonly string[];
  readonly task: Task;
  /** The number of the group that the command undoes; null if it undoes none. */
  readonly undoes: number | null;
  readonly state: CommandState;
  /** The error because of which the command is uncertain or refused; null if the response is only slow. */
  readonly error: unknown;
  /** The result that the practice system returned; null until the response arrives. */
  readonly answer: Answer | null;
  /**
   * The current state after a failure; null if it could not be read, undefined if the failure implies that nothing was
   * changed.
   */
  readonly now: Now | null | undefined;
}

type CommandList<Task, Answer, Now> = readonly OutboxCommand<Task, Answer, Now>[];

export interface CommandRequest<Task> {
  keys: readonly string[];
  task: Task;
}

/** A task that was carried out, and its result. */
export interface SavedTask<Task, Answer> extends CommandRequest<Task> {
  answer: Answer;
}

/** The functions that send the commands of one kind, merge them with changes by others, and undo them. */
export interface CommandKind<Task, Answer, Now> {
  /**
   * Prepares a task for sending: applies it on top of everything that this tab has saved in the meantime, and adds data
   * that must be read first.
   */
  prepare: (task: Task, log: CommandList<Task, Answer, Now>, signal: AbortSignal) => Promise<Task>;
  /** Sends a task once. After a lost response it may be sent again, and must not take effect twice. */
  send: (task: Task, signal: AbortSignal) => Promise<Answer>;
  /** Returns a task to send in place of a refused one; null if it stays refused. */
  replaceTask: (task: Task, error: ApiError) => Task | null;
  /**
   * Returns the current state from an error that says that someone else was first: null if the error does not include
   * it, undefined for other errors.
   */
  readConflict: (error: ApiError) => Now | null | undefined;
  /** Applies a task on top of someone else's change; null if both changed the same fields. */
  rebaseTask: (task: Task, now: Now) => Task | null;
  /**
   * Whether a conflict waits for the person to decide, and counts as unsaved until then. Other conflicts are only
   * reported.
   */
  asks?: (task: Task) => boolean;
  /** Reads the current state; null for a kind of command whose state cannot be read. */
  read: ((task: Task, signal: AbortSignal) => Promise<Now>) | null;
  /** Derives the result of a task from the current state; null if the task was not carried out. */
  findAnswer: (task: Task, now: Now) => Answer | null;
  /** Whether a later task on the same record makes no sense without an earlier one. */
  buildsOn: (later: Task, earlier: Task) => boolean;
  /** Returns the tasks that undo commands which are saved or pending; null if the commands cannot be undone yet. */
  undo: (
    commands: CommandList<Task, Answer, Now>,
    log: CommandList<Task, Answer, Now>,
  ) => readonly CommandRequest<Task>[] | null;
  /**
   * Called with a result before its command counts as saved, so that the screen never shows the old data in between.
   */
  onAnswer: (task: Task, answer: Answer) => void;
  /**
   * Called with the current state of the record after a failure; with null if it is unknown, so that loaded data may be
   * out of date.
   */
  onNow: (task: Task, now: Now | null) => void;
}

export interface CommandLog<Task, Answer, Now> {
  /** All commands, oldest first; the same array until something changes. */
  commands: () => CommandList<Task, Answer, Now>;
  subscribe: (listener: () => void) => () => void;
  /** Notifies the listeners of a change that is not a command, such as a preview during a drag. */
  notify: () => void;
  /**
   * Adds commands that are carried out together, and returns the number of their group; null if there are none. If
   * `undoes` is not null, the commands undo that group.
   */
  add: (requests: readonly CommandRequest<Task>[], undoes?: number | null) => number | null;
  /** Adds tasks that were saved together outside the outbox, as a group with a number from `Outbox.reserve`. */
  addSaved: (number: number, saved: readonly SavedTask<Task, Answer>[]) => void;
  /** Stops sending the uncertain commands of a group. */
  giveUp: (group: number) => void;
  /** Drops the conflicts of a group after the person has decided on them. */
  decide: (group: number) => void;
}

/** All commands of a tab, with the functions to undo them and to stop sending them. */
export interface Outbox {
  open: <Task, Answer, Now>(kind: CommandKind<Task, Answer, Now>) => CommandLog<Task, Answer, Now>;
  subscribe: (listener: () => void) => () => void;
  /**
   * Reserves a number for changes that are being saved outside the outbox. Until they are added or released, neither
   * they nor earlier changes can be undone.
   */
  reserve: () => number;
  release: (number: number) => void;
  /**
   * Marks the start of something that leads to a change. It counts as an unsaved change until the returned function is
   * called.
   */
  hold: () => () => void;
  /** The numbers of the groups that can be undone, oldest first. */
  undoable: () => readonly number[];
  /**
   * Undoes the group with that number, or the last one. Returns false if there is nothing to undo, or it cannot be
   * undone yet.
   */
  undo: (number?: number) => boolean;
  /** The number of unsaved changes: commands that are not saved yet, and changes announced by `hold`. */
  unsaved: () => number;
  /** Stops sending and reporting commands while their author is not signed in; `resume` continues. */
  suspend: () => void;
  resume: () => void;
  /** Drops all commands for good; nothing more is sent. */
  close: () => void;
}

/** A request without a response is aborted and repeated after this time, in milliseconds. */
const REQUEST_TIMEOUT_MS = 20_000;
/** The number of groups of commands that a tab can undo. */
const UNDO_DEPTH = 20;
/** The number of settled commands of a kind that stay in the log. */
const LOG_LENGTH = 1000;

/** Whether a command is not saved yet and has not failed. */
export const isPending = ({ state }: { state: CommandState }) => state === 'waiting' || state === 'uncertain';
const isUnfinished = (command: { state: CommandState }) => isPending(command) || command.state === 'giving-up';

interface VersionedRecord {
  readonly id: string;
  readonly updatedAt: string | null;
}

/** A change to a record that this tab has saved: the version before it, and the version after it. */
export interface SavedVersion<Record extends VersionedRecord> {
  readonly replaced: Record;
  readonly record: Record;
}

/**
 * The latest version of a record: the one that a person sees, with everything that this tab has saved since, but
 * without changes by others.
 */
export function latestVersion<Record extends VersionedRecord>(
  saves: Iterable<SavedVersion<Record>>,
  seen: Record,
): Record {
  let latest = seen;
  for (const { replaced, record } of saves)
    if (record.id === latest.id && replaced.updatedAt === latest.updatedAt) latest = record;
  return latest;
}

interface OutboxPorts extends SendingPorts {
  author?: Author;
  /** Called after every change, even while the author is not signed in. */
  onChange?: () => void;
}

/** Creates the outbox of a tab. Commands on the same record are sent one after the other, others in parallel. */
export function createOutbox({ author = createAuthor(), onChange, ...sending }: OutboxPorts): Outbox {
  const ports = { ...sending, author };
  let numbers = 0;
  let held = 0;
  const reserved = new Set<number>();
  const logs: Pick<ReturnType<typeof createLog>, 'undoable' | 'undo' | 'unsaved' | 'reportAgain' | 'close'>[] = [];
  const listeners = createListeners();
  const { subscribe } = listeners;
  const nextNumber = () => {
    numbers += 1;
    return numbers;
  };
  /** The lowest number of a group that can still be undone. */
  let firstUndoable = 0;
  const undoableGroups = () =>
    [...reserved, ...logs.flatMap((log) => log.undoable())]
      .filter((number) => number >= firstUndoable)
      .sort((one, other) => one - other);
  const notify = () => {
    firstUndoable = undoableGroups().at(-UNDO_DEPTH) ?? firstUndoable;
    onChange?.();
    if (author.isHere()) listeners.notify();
  };

  return {
    subscribe,
    undoable: undoableGroups,
    open(kind) {
      const {
        undoable: own,
        undo,
        unsaved,
        reportAgain,
        close,
        ...log
      } = createLog(kind, ports, { next: nextNumber, notify });
      logs.push({ undoable: own, undo, unsaved, reportAgain, close });
      return {
        ...log,
        ...{ subscribe, notify },
        addSaved(number, saved) {
          reserved.delete(number);
          log.addSaved(number, saved);
        },
      };
    },
    reserve() {
      const number = nextNumber();
      reserved.add(number);
      return number;
    },
    release(number) {
      if (reserved.delete(number)) notify();
    },
    undo(number = undoableGroups().at(-1)) {
      if (number === undefined || !undoableGroups().includes(number)) return false;
      return logs.find((log) => log.undoable().includes(number))?.undo(number) ?? false;
    },
    hold() {
      held += 1;
      notify();
      return () => {
        held -= 1;
        notify();
      };
    },
    unsaved: () => logs.reduce((sum, log) => sum + log.unsaved(), held),
    suspend: author.leave,
    resume() {
      for (const log of logs) log.reportAgain();
      author.comeBack();
    },
    close() {
      for (const log of logs) log.close();
      notify();
    },
  };
}

function createLog<Task, Answer, Now>(
  kind: CommandKind<Task, Answer, Now>,
  ports: SendingPorts & { author: Author },
  { next, notify }: { next: () => number; notify: () => void },
) {
  type OwnCommand = OutboxCommand<Task, Answer, Now>;
  let commands: readonly OwnCommand[] = [];
  const undone = new Set<number>();
  /** The commands that are being sent, keyed by their numbers. */
  const running = new Map<number, AbortController>();
  let isClosed = false;

  function setCommands(changed: readonly OwnCommand[]): void {
    const first = changed.length - LOG_LENGTH;
    const isRetained = (command: OwnCommand, nth: number) => nth >= first || isUnfinished(command);
    commands = first > 0 ? changed.filter(isRetained) : changed;
    notify();
  }

  const findCommand = (number: number) => commands.find((one) => one.number === number);
  const updateCommand = (number: number, changed: Partial<OwnCommand>) =>
    setCommands(commands.map((one) => (one.number === number ? { ...one, ...changed } : one)));

  /** Ends a failed command. Commands that build on it fail, too, and join its group. */
  function failCommand(failed: OwnCommand, changed: Partial<OwnCommand>): void {
    const gone = [failed];
    for (const later of commands) {
      if (later.number <= failed.number || !isPending(later)) continue;
      const sharesKey = ({ keys }: OwnCommand) => keys.some((key) => later.keys.includes(key));
      if (gone.some((one) => sharesKey(one) && kind.buildsOn(later.task, one.task))) gone.push(later);
    }
    const numbers = new Set(gone.map(({ number }) => number));
    const { state, group } = { ...failed, ...changed };
    setCommands(
      commands.map((one) => {
        if (one.number === failed.number) return { ...one, ...changed };
        // Commands that build on the failed one are never sent, so their outcomes are not read: instead of `giving-up`,
        // they are `given-up` at once.
        const fallen = state === 'giving-up' ? 'given-up' : state;
        return numbers.has(one.number) ? { ...one, ...changed, state: fallen, group } : one;
      }),
    );
  }

  /** Sends the commands that are not waiting for others. */
  function sendReadyCommands(): void {
    const taken = new Set<string>();
    for (const command of commands.filter(isUnfinished)) {
      if (!running.has(command.number) && !command.keys.some((key) => taken.has(key))) void runCommand(command);
      for (const key of command.keys) taken.add(key);
    }
  }

  async function runCommand({ number, task }: OwnCommand): Promise<void> {
    const givenUp = new AbortController();
    running.set(number, givenUp);
    try {
      await send(number, task, givenUp.signal);
    } catch (error) {
      // The code of this kind has failed, perhaps after the change was made: the command is not sent again.
      const command = findCommand(number);
      if (command === undefined || !isUnfinished(command)) throw error;
      settleFailure(number, { state: 'refused', error, now: null });
    } finally {
      running.delete(number);
      sendReadyCommands();
    }
  }

  async function readCurrentState(task: Task): Promise<Now | null> {
    const { read } = kind;
    return read && readBeforeTimeout(ports, (signal) => ports.author.run(() => read(task, signal), signal));
  }

  async function sendOnce(task: Task, givenUp: AbortSignal): Promise<Answer> {
    const limit = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    try {
      return await kind.send(task, AbortSignal.any([givenUp, limit]));
    } catch (error) {
      throw limit.aborted ? new ApiError({ kind: 'network', status: null, cause: error }) : error;
    }
  }

  type FailedRequest = Exclude<SendResult<unknown>, { kind: 'answered' }>;

  /** Determines what follows a failed request: another task to send, or the end of the command. */
  async function handleFailure(
    task: Task,
    sent: FailedRequest,
  ): Promise<{ again: Task } | Pick<OwnCommand, 'state' | 'now'>> {
    if (sent.kind === 'given-up') return { state: 'given-up', now: await readCurrentState(task) };
    if (sent.kind === 'unreadable') return { state: 'refused', now: await readCurrentState(task) };
    const instead = kind.replaceTask(task, sent.error);
    if (instead !== null) return { again: instead };
    const current = kind.readConflict(sent.error);
    // An earlier attempt may have succeeded although this one is refused.
    if (current === undefined)
      return { state: 'refused', now: sent.isUncertain ? await readCurrentState(task) : undefined };
    const now = current ?? (await readCurrentState(task));
    const onTop = now === null ? null : kind.rebaseTask(task, now);
    return onTop === null ? { state: 'conflict', now } : { again: onTop };
  }

  /** Sends a command until its outcome is certain. */
  async function send(number: number, asGiven: Task, signal: AbortSignal): Promise<void> {
    const onUncertain = (error: unknown) => {
      if (!signal.aborted && findCommand(number)?.state === 'waiting')
        updateCommand(number, { state: 'uncertain', error });
    };
    const until = <Answered>(request: () => Promise<Answered>) =>
      sendUntilAnswered(ports, () => ports.author.run(request, signal), onUncertain, signal);
    const prepared = await until(() => kind.prepare(asGiven, commands, signal));
    let task = prepared.kind === 'answered' ? prepared.answer : asGiven;
    updateCommand(number, { task });
    for (;;) {
      const sent = prepared.kind === 'answered' ? await until(() => sendOnce(task, signal)) : prepared;
      if (isClosed) return;
      if (sent.kind === 'answered') return markSaved(number, task, sent.answer);
      const outcome = await handleFailure(task, sent);
      if ('state' in outcome)
        return endCommand(number, task, { ...outcome, error: 'error' in sent ? sent.error : null });
      task = outcome.again;
      updateCommand(number, { task });
    }
  }

  function markSaved(number: number, task: Task, answer: Answer): void {
    kind.onAnswer(task, answer);
    updateCommand(number, { state: 'saved', answer, error: null });
  }

  function endCommand(number: number, task: Task, failure: Pick<OwnCommand, 'state' | 'now' | 'error'>): void {
    const { state, now } = failure;
    const answer = now == null || state === 'conflict' ? null : kind.findAnswer(task, now);
    if (state === 'refused' && answer !== null) {
      markSaved(number, task, answer);
      return;
    }
    if (now !== undefined) kind.onNow(task, now);
    settleFailure(number, failure, answer);
  }

  /** Ends a failed command. Commands that were added after it was given up do not build on it, so they do not fail with it. */
  function settleFailure(
    number: number,
    failure: Pick<OwnCommand, 'state' | 'now' | 'error'>,
    answer: Answer | null = null,
  ): void {
    const command = findCommand(number);
    if (command?.state === 'giving-up') updateCommand(number, { ...failure, state: 'given-up', answer });
    else if (command) failCommand(command, failure);
  }

  function add(requests: readonly CommandRequest<Task>[], undoes: number | null = null): number | null {
    let group: number | null = null;
    if (isClosed) return null;
    const added = requests.map(({ keys, task }): OwnCommand => {
      const number = next();
      group ??= number;
      return { number, group, keys, task, undoes, state: 'waiting', error: null, answer: null, now: undefined };
    });
    if (added.length > 0) setCommands([...commands, ...added]);
    sendReadyCommands();
    return group;
  }

  const canUndo = (command: OwnCommand) => command.state === 'saved' || isPending(command);
  return {
    commands: () => commands,
    add,
    addSaved(group: number, saved: readonly SavedTask<Task, Answer>[]): void {
      if (isClosed) return;
      const added = saved.map((one, nth): OwnCommand => {
        const number = nth === 0 ? group : next();
        return { ...one, number, group, undoes: null, state: 'saved', error: null, now: undefined };
      });
      setCommands([...commands, ...added]);
    },
    giveUp(group: number): void {
      for (const command of commands) {
        if (command.group !== group || command.state !== 'uncertain') continue;
        failCommand(command, { state: 'giving-up' });
        running.get(command.number)?.abort();
      }
    },
    decide: (group: number) => setCommands(commands.filter((one) => one.group !== group || one.state !== 'conflict')),
    undoable: () => [
      ...new Set(
        commands.flatMap((one) => (canUndo(one) && one.undoes === null && !undone.has(one.group) ? [one.group] : [])),
      ),
    ],
    undo(group: number): boolean {
      const done = commands.filter((one) => one.group === group && canUndo(one));
      const requests = kind.undo(done, commands);
      if (requests === null) return false;
      undone.add(group);
      return add(requests, group) !== null;
    },
    unsaved: () =>
      commands.filter((one) => isUnfinished(one) || (one.state === 'conflict' && kind.asks?.(one.task) === true))
        .length,
    /** Marks unsaved commands as changed, so that they are reported again when the author has signed in again. */
    reportAgain: () => setCommands(commands.map((one) => (isUnfinished(one) ? { ...one } : one))),
    close(): void {
      isClosed = true;
      commands = [];
      for (const request of running.values()) request.abort();
    },
  };
}
