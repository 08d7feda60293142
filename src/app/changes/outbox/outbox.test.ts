import { expect, test } from 'vitest';
import { ApiError } from '#app/api/api-error.ts';
import { type CommandKind, createOutbox, latestVersion, type Outbox } from './outbox.ts';

const settled = () => new Promise<void>((resolve) => setTimeout(resolve));
const refusal = () => new ApiError({ kind: 'http', status: 403 });

const never = () => new Promise<void>(() => undefined);
const outboxOf = () => createOutbox({ sleep: never, pause: () => Promise.resolve() });

/** Opens a log whose tasks are texts; each is undone by the same text with `un-`. */
function open(outbox: Outbox, send: (task: string) => Promise<string>, more: Partial<TextKind> = {}) {
  return outbox.open<string, string, string>({
    prepare: (task) => Promise.resolve(task),
    send,
    replaceTask: () => null,
    readConflict: () => undefined,
    rebaseTask: () => null,
    read: null,
    findAnswer: () => null,
    buildsOn: () => true,
    undo: (commands) => commands.map(({ keys, task }) => ({ keys, task: `un-${task}` })),
    onAnswer: () => undefined,
    onNow: () => undefined,
    ...more,
  });
}
type TextKind = CommandKind<string, string, string>;

const request = (task: string, ...keys: string[]) => ({ keys: keys.length > 0 ? keys : [task], task });

test('the last change is undone first, whatever its kind, and changes made together are undone together', async () => {
  const outbox = outboxOf();
  const sent: string[] = [];
  const send = async (task: string) => {
    sent.push(task);
    return task;
  };
  const [plan, appointments] = [open(outbox, send), open(outbox, send)];
  plan.add([request('duty')]);
  appointments.add([request('a'), request('b')]);
  plan.add([request('block')]);
  await settled();
  expect(outbox.undoable()).toEqual([1, 2, 4]);
  while (outbox.undo()) await settled();
  expect(sent).toEqual(['duty', 'a', 'b', 'block', 'un-block', 'un-a', 'un-b', 'un-duty']);
});

test('commands on the same record wait for one another, others do not', async () => {
  const answers = new Map<string, () => void>();
  const log = open(outboxOf(), (task) => new Promise((resolve) => answers.set(task, () => resolve(task))));
  log.add([request('one', 'a', 'b')]);
  log.add([request('two', 'b', 'c')]);
  log.add([request('three', 'c')]);
  log.add([request('four', 'd')]);
  await settled();
  expect([...answers.keys()]).toEqual(['one', 'four']);
  answers.get('one')?.();
  await settled();
  expect([...answers.keys()]).toEqual(['one', 'four', 'two']);
});

test('commands that build on a failed command fail, too, and so do those that build on them', async () => {
  const log = open(outboxOf(), (task) => (task === 'one' ? Promise.reject(refusal()) : Promise.resolve(task)));
  log.add([request('one', 'a')]);
  log.add([request('two', 'a', 'b')]);
  log.add([request('three', 'b')]);
  log.add([request('four', 'c')]);
  await settled();
  expect(log.commands().map(({ state, group }) => [state, group])).toEqual([
    ['refused', 1],
    ['refused', 1],
    ['refused', 1],
    ['saved', 4],
  ]);
});

test('a task that can replace a refused one is sent, and appears in the log', async () => {
  const log = open(outboxOf(), (task) => (task === 'remove' ? Promise.reject(refusal()) : Promise.resolve(task)), {
    replaceTask: (task) => (task === 'remove' ? 'cancel' : null),
  });
  log.add([request('remove')]);
  await settled();
  expect(log.commands()).toMatchObject([{ state: 'saved', task: 'cancel', answer: 'cancel' }]);
});

test('a command whose kind fails while it reads the response is not sent again, and is reported as unconfirmed', async () => {
  const error = new TypeError('an unexpected response');
  const sent: string[] = [];
  const fail = () => {
    throw error;
  };
  const outbox = outboxOf();
  const send = async (task: string) => {
    sent.push(task);
    if (task === 'conflict') throw refusal();
    return task;
  };
  const log = open(outbox, send, { onAnswer: fail, readConflict: fail });
  log.add([request('answered'), request('conflict')]);
  await settled();
  expect(sent).toEqual(['answered', 'conflict']);
  expect(log.commands()).toMatchObject([
    { state: 'refused', error, now: null },
    { state: 'refused', error, now: null },
  ]);
  expect(outbox.unsaved()).toBe(0);
});

test('if the state of a given-up command cannot be read, commands that were added since are sent all the same', async () => {
  const outbox = createOutbox({
    sleep: never,
    pause: (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
  });
  const send = async (task: string) => {
    if (task === 'lost') throw new ApiError({ kind: 'network', status: null });
    return task;
  };
  const findAnswer = () => {
    throw new TypeError('an unexpected state');
  };
  const log = open(outbox, send, { read: async () => 'now', findAnswer });
  const group = log.add([request('lost', 'a')]);
  await settled();
  if (group !== null) log.giveUp(group);
  log.add([request('later', 'a')]);
  await settled();
  expect(log.commands()).toMatchObject([{ state: 'given-up' }, { state: 'saved', answer: 'later' }]);
});

test('a command is based on what was saved before it is sent', async () => {
  const sent: string[] = [];
  const send = async (task: string) => {
    sent.push(task);
    return task;
  };
  const log = open(outboxOf(), send, {
    prepare: async (task, commands) => `${task} after ${commands.filter(({ state }) => state === 'saved').length}`,
  });
  for (const task of ['one', 'two', 'three']) log.add([request(task, 'a')]);
  await settled();
  expect(sent).toEqual(['one after 0', 'two after 1', 'three after 2']);
});

test('the log forgets commands that were saved long ago, but never unsaved ones', async () => {
  let isSilent = true;
  const log = open(outboxOf(), (task) => (isSilent ? new Promise(() => undefined) : Promise.resolve(task)));
  log.add([request('waits')]);
  await settled();
  isSilent = false;
  log.add(Array.from({ length: 1100 }, (_, nth) => request(String(nth))));
  await settled();
  const tasks = log.commands().map(({ task }) => task);
  expect(tasks).toHaveLength(1001);
  expect([tasks[0], tasks[1], tasks.at(-1)]).toEqual(['waits', '100', '1099']);
});

test('a version leads to the latest that this tab saved in its place, but not past someone else’s version', () => {
  const version = (updatedAt: string, id = 'a') => ({ id, updatedAt });
  const saves = [
    { replaced: version('1'), record: version('2') },
    { replaced: version('2', 'b'), record: version('3', 'b') },
    { replaced: version('2'), record: version('4') },
    { replaced: version('5'), record: version('6') },
  ];
  expect(latestVersion(saves, version('1'))).toEqual(version('4'));
  expect(latestVersion(saves, version('5'))).toEqual(version('6'));
  expect(latestVersion(saves, version('7'))).toEqual(version('7'));
});
