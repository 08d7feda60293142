import { beforeEach, expect, test } from 'vitest';
import { appointment, createChangingDesk, giveUp, NOW } from '#testing/changing-practice.ts';

const settled = () => new Promise<void>((resolve) => setTimeout(resolve));
const untilGivenUp = {
  pause: (_: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())),
};

let { model, start } = createChangingDesk();
beforeEach(() => {
  ({ model, start } = createChangingDesk());
});

const [a, b] = [appointment('a'), appointment('b')];

test('unsaved changes are listed until they are saved, with the uncertain ones and those of notes', async () => {
  model.outcomes.push('silent', 'lost');
  const changes = start(untilGivenUp);
  expect(changes.unsaved()).toEqual({ records: [], pending: new Set(), uncertain: new Set(), savingNotes: new Set() });
  changes.change(a, { notes: 'Bites' });
  changes.change(a, { status: 'checked_in' });
  changes.change(b, { roomId: 'r' });
  const { records, ...ids } = changes.unsaved();
  expect(new Set(records)).toEqual(
    new Set([
      { ...a, notes: 'Bites', status: 'checked_in', checkedInAt: NOW },
      { ...b, roomId: 'r' },
    ]),
  );
  expect(ids).toEqual({ pending: new Set(['a', 'b']), uncertain: new Set(), savingNotes: new Set(['a']) });
  await settled();
  expect(changes.unsaved().uncertain).toEqual(new Set(['b']));
  giveUp(changes, 'b');
  await settled();
  expect(changes.unsaved().records.map(({ id }) => id)).toEqual(['a']);
  // A change that is only in progress is not given up.
  for (const { group } of changes.commands()) changes.giveUp(group);
  await settled();
  expect(changes.unsaved().savingNotes).toEqual(new Set(['a']));
});

test('a preview replaces the pending change, and keeps its identity while nothing changes', async () => {
  model.outcomes.push('silent', 'silent');
  const changes = start();
  changes.change(a, { notes: 'x' });
  changes.change(b, { notes: 'y' });
  await settled();
  const moved = { ...a, start: '2026-06-02T08:00:00.000Z' };
  changes.preview(moved);
  const previewed = changes.unsaved();
  expect(previewed.records).toEqual([{ ...b, notes: 'y' }, moved]);
  changes.undo(7);
  changes.resolve({ group: 9, seen: a, changes: {}, current: null }, 'theirs');
  expect(changes.unsaved()).toBe(previewed);
  changes.preview(null);
  expect(new Set(changes.unsaved().records.map(({ id }) => id))).toEqual(new Set(['a', 'b']));
  const alone = start();
  const nothing = alone.unsaved();
  alone.preview(moved);
  expect(alone.unsaved().records).toEqual([moved]);
  alone.preview(null);
  expect(alone.unsaved()).toBe(nothing);
});

test('a listener is called for each actual change until it unsubscribes', () => {
  const changes = start();
  let heard = 0;
  const unsubscribe = changes.subscribe(() => {
    heard += 1;
  });
  changes.change(a, { status: 'confirmed' });
  expect(changes.undo()).toBe(false);
  expect(heard).toBe(0);
  changes.change(a, { notes: 'x' });
  expect(heard).toBe(1);
  unsubscribe();
  changes.change(a, { notes: 'y' });
  expect(heard).toBe(1);
});

test('the next step of an appointment takes pending changes into account', async () => {
  const changes = start();
  changes.takeNextStep(a, { hasDied: false });
  changes.takeNextStep(a, { hasDied: false });
  changes.takeNextStep(appointment('b', { status: 'cancelled' }), { hasDied: false });
  await settled();
  expect(model.sent.map((sent) => sent.changes)).toEqual([{ status: 'checked_in' }, { status: 'in_progress' }]);
});

test('a later change keeps the time of the check-in', async () => {
  const changes = start();
  const inAlready = { ...a, status: 'requested', checkedInAt: '2026-06-02T08:58:00.000Z' };
  model.records.set('a', inAlready);
  model.outcomes.push('answered', 'silent');
  changes.change(inAlready, { notes: 'x' });
  changes.change(inAlready, { status: 'checked_in' });
  await settled();
  expect(changes.unsaved().records).toMatchObject([{ checkedInAt: inAlready.checkedInAt, notes: 'x' }]);
});
