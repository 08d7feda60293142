import { beforeEach, expect, test } from 'vitest';
import { ApiError } from '#app/api/api-error.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { appointment, createChangingPractice, NOW } from '#testing/changing-practice.ts';
import { type ChangeEvent, type ChangesPorts, createChanges } from './changes.ts';

const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

let model: ReturnType<typeof createChangingPractice>;
let events: ChangeEvent[];
/** What the board was told is there now; null where it is to look. */
let told: (ReceivedAppointment | null)[];

beforeEach(() => {
  model = createChangingPractice(['a', 'b']);
  events = [];
  told = [];
});

function start(more: Partial<ChangesPorts> = {}) {
  return createChanges({
    send: model.send,
    read: model.read,
    clock: () => Date.parse(NOW),
    sleep: () => new Promise(() => undefined),
    pause: (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
    onRecord: (record) => told.push(record),
    onEvent: (event) => events.push(event),
    ...more,
  });
}
const [a, b] = [appointment('a'), appointment('b')];

test('what is not saved is known, with what is uncertain and whose notes are among it, until it is saved', async () => {
  model.fates.push('silent', 'lost');
  const changes = start();
  const saved = changes.unsaved();
  expect(saved).toEqual({ records: [], pending: new Set(), uncertain: new Set(), savingNotes: new Set() });
  changes.change(a, { notes: 'Bites' });
  changes.change(a, { status: 'checked_in' });
  changes.change(b, { roomId: 'r' });
  expect(changes.unsaved()).toEqual({
    records: [
      { ...a, notes: 'Bites', status: 'checked_in', checkedInAt: NOW },
      { ...b, roomId: 'r' },
    ],
    pending: new Set(['a', 'b']),
    uncertain: new Set(),
    savingNotes: new Set(['a']),
  });
  await settled();
  expect(changes.unsaved().uncertain).toEqual(new Set(['b']));
  changes.giveUp('b');
  await settled();
  expect(changes.unsaved().records.map(({ id }) => id)).toEqual(['a']);
  // One that is only under way is not given up.
  changes.giveUp('a');
  changes.giveUp('c');
  await settled();
  expect(changes.unsaved().savingNotes).toEqual(new Set(['a']));
});

test('a preview takes the place of what is pending, and the same is known as the same', () => {
  model.fates.push('silent', 'silent');
  const changes = start();
  changes.change(a, { notes: 'x' });
  changes.change(b, { notes: 'y' });
  const moved = { ...a, start: '2026-06-02T08:00:00.000Z' };
  changes.preview(moved);
  expect(changes.unsaved().records).toEqual([{ ...b, notes: 'y' }, moved]);
  const known = changes.unsaved();
  changes.undo(7);
  changes.resolve({ seen: a, steps: [], current: null }, 'theirs');
  expect(changes.unsaved()).toBe(known);
  changes.preview(null);
  expect(changes.unsaved().records.map(({ id }) => id)).toEqual(['a', 'b']);
  const alone = start();
  const nothing = alone.unsaved();
  alone.preview(moved);
  expect(alone.unsaved().records).toEqual([moved]);
  alone.preview(null);
  expect(alone.unsaved()).toBe(nothing);
});

test('who listens is told of each change until they stop, and of nothing that is none', () => {
  const changes = start();
  let heard = 0;
  const stop = changes.subscribe(() => {
    heard += 1;
  });
  changes.change(a, { status: 'confirmed' });
  expect(changes.undo()).toBe(false);
  expect(heard).toBe(0);
  changes.change(a, { notes: 'x' });
  expect(heard).toBe(1);
  stop();
  changes.change(a, { notes: 'y' });
  expect(heard).toBe(1);
});

test('the next step of a visit is that of what is pending', async () => {
  const changes = start();
  changes.takeNextStep(a);
  changes.takeNextStep(a);
  changes.takeNextStep(appointment('b', { status: 'cancelled' }));
  await settled();
  expect(model.sent.map((sent) => sent.changes)).toEqual([{ status: 'checked_in' }, { status: 'in_progress' }]);
});

test('one of two conflicts is settled by theirs, the other stays', async () => {
  const changes = start();
  for (const id of ['a', 'b']) model.byColleague(id, { notes: 'theirs' });
  changes.change(a, { notes: 'mine' });
  changes.change(b, { notes: 'mine' });
  await settled();
  const [first, second] = changes.state().conflicts;
  if (!first || !second) throw new Error('there are not two conflicts');
  changes.resolve(first, 'theirs');
  await settled();
  expect(changes.state().conflicts).toEqual([second]);
  changes.resolve({ ...second, current: null }, 'mine');
  await settled();
  expect(model.sent).toHaveLength(2);
  expect(model.records.get('a')?.notes).toBe('theirs');
});

test('a conflict that says not what is there now is read, and where that cannot be, the board is to look', async () => {
  const meanwhile = () =>
    Promise.reject(new ApiError({ kind: 'http', status: 409, messageKey: 'changed_meanwhile', body: {} }));
  const conflicts = async (more: Partial<ChangesPorts>) => {
    const changes = start({ send: meanwhile, ...more });
    changes.change(a, { notes: 'mine' });
    await settled();
    return changes.state().conflicts.map(({ current }) => current);
  };
  expect(await conflicts({})).toEqual([model.records.get('a')]);
  expect(await conflicts({ read: null })).toEqual([null]);
  expect(await conflicts({ read: () => Promise.reject(new Error('down')) })).toEqual([null]);
  expect(told).toEqual([model.records.get('a'), null, null]);
});

test('a conflict of what was changed alone and with others is both asked about and told', async () => {
  const changes = start();
  model.byColleague('a', { notes: 'theirs' });
  changes.change(a, { notes: 'mine' });
  changes.changeTogether([
    { appointment: a, changes: { roomId: 'r' } },
    { appointment: b, changes: { roomId: 'r' } },
  ]);
  await settled();
  expect(changes.state().conflicts).toMatchObject([{ seen: a, steps: [{ of: 1 }, { of: 2 }] }]);
  expect(events.map(({ kind }) => kind).sort()).toEqual(['conflict', 'saved']);
});

test('a refusal is no news of the record, unless the answer before it was lost', async () => {
  model.fates.push('refused');
  const changes = start({ pause: () => Promise.resolve() });
  changes.change(a, { notes: 'x' });
  await settled();
  expect(told).toEqual([]);
  model.fates.push('lost', 'refused');
  changes.change(a, { notes: 'x' });
  await settled();
  expect(told).toEqual([model.records.get('a')]);
});

test('what is given up and not made is not what an undo or a later change goes by', async () => {
  model.fates.push('lost');
  const changes = start();
  changes.change(a, { notes: 'x' });
  changes.change(a, { roomId: 'r' });
  await settled();
  model.byColleague('a', { status: 'cancelled' });
  changes.giveUp('a');
  await settled();
  expect(events).toMatchObject([
    { kind: 'uncertain' },
    { kind: 'given-up', now: { notes: null, status: 'cancelled' } },
  ]);
  // What went on expected the version that the person saw, which is a colleague's by now.
  expect(changes.state().conflicts).toMatchObject([{ steps: [{ changes: { roomId: 'r' } }] }]);
  expect(changes.state().made.size).toBe(0);
});

test('a visit is checked in when it was, whatever is changed of it', async () => {
  const changes = start();
  const inAlready = { ...a, status: 'requested', checkedInAt: '2026-06-02T08:58:00.000Z' };
  model.records.set('a', inAlready);
  model.fates.push('answered', 'silent');
  changes.change(inAlready, { notes: 'x' });
  changes.change(inAlready, { status: 'checked_in' });
  await settled();
  expect(changes.state().pending.get('a')?.shown).toMatchObject({ checkedInAt: inAlready.checkedInAt, notes: 'x' });
});

test('an undo of an earlier change leaves the later ones', async () => {
  const changes = start();
  const step = changes.change(a, { notes: 'x' });
  changes.change(a, { roomId: 'r' });
  await settled();
  expect(changes.undo(step?.number)).toBe(true);
  await settled();
  expect(model.records.get('a')).toMatchObject({ notes: null, roomId: 'r' });
  // What is so already needs no undoing.
  model.byColleague('a', { roomId: a.roomId });
  expect(changes.undo()).toBe(true);
});
