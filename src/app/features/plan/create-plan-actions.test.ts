import { beforeEach, expect, test } from 'vitest';
import { ADA, BRAM, byTime, contentOf, createChangingPlan, duty, repeated, settled } from '#testing/changing-plan.ts';

let { plan, outcomes, history, sent, start, poll, shown, seen, states, inService, endSilence, add } =
  await createChangingPlan();
beforeEach(async () => {
  ({ plan, outcomes, history, sent, start, poll, shown, seen, states, inService, endSilence, add } =
    await createChangingPlan());
});

const weekly = (title: string, until = '2026-11-19') => repeated(duty(title), [2, 4], until);

test('new entries are shown immediately, saved by one request, and undone by one', async () => {
  const changes = start();
  changes.create([...weekly('a'), duty('b', { employeeId: BRAM })]);
  const before = shown(changes).map(contentOf).sort(byTime);
  expect(before).toHaveLength(5);
  expect(changes.unsaved().pending).toEqual(new Set(changes.unsaved().entries.map(({ id }) => id)));
  await settled();
  expect(changes.unsaved()).toEqual({ entries: [], removed: new Set(), pending: new Set() });
  expect(shown(changes).map(contentOf).sort(byTime)).toEqual(before);
  expect(inService().sort(byTime)).toEqual(before);
  expect(states()).toEqual(['saved']);
  changes.undo(1);
  await settled();
  expect(sent).toHaveLength(2);
  expect(plan.entries.size).toBe(0);
  expect(shown(changes)).toEqual([]);
});

test('a series moves by wall-clock time, Undo restores it, and each entry can be changed again immediately', async () => {
  await add(...weekly('a'));
  const changes = start();
  const [, second, third] = shown(changes);
  if (!second || !third) throw new Error('Four entries should be shown.');
  const before = inService();
  changes.change(second, { start: '2026-10-29T14:00:00.000Z' }, 'following');
  changes.change(third, { title: 'Late' }, 'this');
  const wanted = shown(changes).map(({ start: from, title }) => [from, title]);
  expect(wanted).toEqual([
    ['2026-10-27T13:00:00.000Z', 'a'],
    ['2026-10-29T14:00:00.000Z', 'a'],
    ['2026-11-03T15:00:00.000Z', 'Late'],
    ['2026-11-05T15:00:00.000Z', 'a'],
  ]);
  await settled();
  expect(states()).toEqual(['saved', 'saved']);
  expect(inService().map(({ from, title }) => [from, title])).toEqual(wanted);
  changes.undo(2);
  changes.undo(1);
  await settled();
  expect(inService()).toEqual(before);
  expect(shown(changes).map(contentOf)).toEqual(before);
});

test('a series is changed to its end, even if no loaded entry differs', async () => {
  await add(...weekly('a', '2028-06-01'));
  const changes = start();
  const titles = () => new Set([...plan.entries.values()].map(({ title }) => title));
  for (const entry of shown(changes)) changes.change(entry, { title: 'b' }, 'this');
  await settled();
  expect(titles()).toEqual(new Set(['a', 'b']));
  changes.change(seen(changes, 'b'), { title: 'b' }, 'following');
  await settled();
  expect(titles()).toEqual(new Set(['b']));
  changes.undo(5);
  await settled();
  expect(titles()).toEqual(new Set(['a', 'b']));
});

test('a deleted series is restored under its ids, including entries that are not on the screen', async () => {
  await add(...weekly('a', '2027-06-01'));
  const changes = start();
  const values = () =>
    [...plan.entries.values()].map(({ id, seriesId, ...entry }) => [
      id,
      seriesId,
      contentOf({ ...entry, id, seriesId }),
    ]);
  const before = values();
  changes.remove([seen(changes, 'a')], 'following');
  expect(shown(changes)).toEqual([]);
  await settled();
  expect(plan.entries.size).toBe(0);
  changes.undo(1);
  await settled();
  expect(new Set(values().map(String))).toEqual(new Set(before.map(String)));
});

test('changes of an unsaved entry follow it, and are discarded if it is refused', async () => {
  const changes = start();
  changes.create([duty('a')]);
  changes.change(seen(changes, 'a'), { employeeId: BRAM }, 'this');
  changes.create(weekly('b'));
  const last = shown(changes).at(-1);
  if (last) changes.remove([last], 'this');
  await settled();
  expect(states()).toEqual(['saved', 'saved', 'saved', 'saved']);
  expect(inService()).toHaveLength(4);
  expect([...plan.entries.values()].find(({ title }) => title === 'a')?.employeeId).toBe(BRAM);
  expect(shown(changes).map(contentOf).sort(byTime)).toEqual(inService().sort(byTime));
  outcomes.push('refused');
  changes.create([duty('c')]);
  changes.change(seen(changes, 'c'), { title: 'd' }, 'this');
  await settled();
  expect(history.slice(4)).toMatchObject([
    { state: 'refused', task: { entries: [{ before: null, after: { title: 'c' } }] } },
    { state: 'refused', group: history[4]?.group, task: { entries: [{ after: { title: 'd' } }] } },
  ]);
  expect(shown(changes)).toHaveLength(4);
});

test('changes of the same entry are sent one after the other, changes of others in parallel', async () => {
  await add(duty('a'), duty('b'));
  const changes = start();
  outcomes.push('silent');
  changes.change(seen(changes, 'a'), { title: 'a, later' }, 'this');
  changes.change(seen(changes, 'a, later'), { employeeId: BRAM }, 'this');
  changes.change(seen(changes, 'b'), { title: 'b, later' }, 'this');
  await settled();
  expect(
    inService()
      .map(({ title }) => title)
      .sort(),
  ).toEqual(['a', 'b, later']);
  endSilence();
  await settled();
  expect(inService()).toContainEqual(expect.objectContaining({ title: 'a, later', employeeId: BRAM }));
});

test('a new entry that was read with one of two weeks stays in the other', async () => {
  const changes = start();
  outcomes.push('made-and-silent');
  // It also belongs to the week before, whose Sunday only ends somewhere on earth at that time.
  changes.create([duty('a', { start: '2026-11-02T13:00:00.000Z', end: '2026-11-02T18:00:00.000Z' })]);
  changes.change(seen(changes, 'a'), { employeeId: BRAM }, 'this');
  await settled();
  await poll(['2026-10-26']);
  const storedIds = [...plan.entries.values()].map(({ id }) => id);
  expect(changes.unsaved().entries.map(({ id, employeeId }) => [id, employeeId])).toEqual([[storedIds[0], BRAM]]);
  endSilence();
  await settled();
  expect(changes.unsaved().entries).toEqual([]);
  expect(shown(changes).map(contentOf)).toEqual(inService());
});

test('replacing entries is one change, which one Undo reverts', async () => {
  await add(duty('a'));
  const changes = start();
  const before = inService();
  const titlesShown = () =>
    shown(changes)
      .map(({ title }) => title)
      .sort();
  changes.replace([seen(changes, 'a')], [duty('b'), duty('c', { employeeId: BRAM })]);
  expect(titlesShown()).toEqual(['b', 'c']);
  await settled();
  expect(sent).toMatchObject([{ put: { length: 2 }, remove: { length: 1 } }]);
  expect(titlesShown()).toEqual(['b', 'c']);
  changes.undo(1);
  await settled();
  expect(inService()).toEqual(before);
  expect(shown(changes).map(contentOf)).toEqual(before);
});

test('more than 500 entries are sent in parts, and undone together', async () => {
  const changes = start();
  const many = Array.from({ length: 501 }, (_, index) => duty(`${index}`));
  changes.create(many);
  await settled();
  expect(sent.map(({ put }) => put.length)).toEqual([500, 1]);
  expect(history).toMatchObject([
    { state: 'saved', group: 1, task: { entries: { length: 500 } } },
    { state: 'saved', group: 1, task: { entries: { length: 1 } } },
  ]);
  changes.undo(1);
  await settled();
  expect(plan.entries.size).toBe(0);
  outcomes.push('answered', 'refused');
  changes.create(many);
  await settled();
  expect(new Set(states().slice(4))).toEqual(new Set(['saved', 'refused']));
  expect(shown(changes)).toHaveLength(500);
});

test('a refused change is removed from the screen completely, and can be sent again as a whole', async () => {
  const changes = start();
  outcomes.push('refused');
  changes.create([duty('a'), duty('b', { employeeId: BRAM })]);
  changes.change(seen(changes, 'a'), { title: 'c' }, 'this');
  await settled();
  expect(shown(changes)).toEqual([]);
  changes.retry(1);
  await settled();
  expect(
    inService()
      .map(({ title }) => title)
      .sort(),
  ).toEqual(['b', 'c']);
  expect(states()).toEqual(['refused', 'refused', 'saved']);
});

test('entries that colleagues changed are all named, and Apply mine changes their current versions', async () => {
  await add(duty('a'), duty('b'), duty('c'));
  const changes = start();
  const entries = ['a', 'b', 'c'].map((title) => seen(changes, title));
  plan.change(entries[0]?.id ?? '', { employeeId: BRAM });
  plan.change(entries[1]?.id ?? '', { employeeId: BRAM });
  changes.remove(entries, 'this');
  await settled();
  expect(history).toMatchObject([{ state: 'conflict', now: { length: 2 } }]);
  expect(plan.entries.size).toBe(3);
  expect(shown(changes).map(contentOf).sort(byTime)).toEqual(inService().sort(byTime));
  changes.retry(1);
  await settled();
  expect(plan.entries.size).toBe(0);
});

test('a colleague’s change of another field remains, and mine is saved on top of it', async () => {
  await add(...weekly('a'));
  const changes = start();
  const [first, second] = shown(changes);
  plan.change(second?.id ?? '', { employeeId: BRAM });
  if (first) changes.change(first, { title: 'b' }, 'following');
  await settled();
  expect(inService().map(({ title, employeeId }) => [title, employeeId])).toEqual([
    ['b', ADA],
    ['b', BRAM],
    ['b', ADA],
    ['b', ADA],
  ]);
  expect(shown(changes).map(contentOf)).toEqual(inService());
  changes.undo();
  await settled();
  expect(inService().map(({ title, employeeId }) => [title, employeeId])).toEqual([
    ['a', ADA],
    ['a', BRAM],
    ['a', ADA],
    ['a', ADA],
  ]);
});

test('a colleague’s change of the same field stays until Apply mine', async () => {
  await add(duty('a'));
  const changes = start();
  const entry = seen(changes, 'a');
  plan.change(entry.id, { title: 'b', employeeId: BRAM });
  changes.change(entry, { title: 'c' }, 'this');
  await settled();
  expect(history).toMatchObject([{ state: 'conflict', now: [{ entry: { title: 'b', employeeId: BRAM } }] }]);
  expect(shown(changes)).toMatchObject([{ title: 'b', employeeId: BRAM }]);
  changes.retry(1);
  await settled();
  expect([...plan.entries.values()]).toMatchObject([{ title: 'c', employeeId: BRAM }]);
});

test('an entry that a colleague deleted is reported and leaves the screen', async () => {
  await add(duty('a'));
  const changes = start();
  const entry = seen(changes, 'a');
  plan.entries.delete(entry.id);
  changes.change(entry, { title: 'b' }, 'this');
  await settled();
  expect(history).toMatchObject([{ state: 'conflict', now: [{ id: entry.id, entry: null }] }]);
  expect(shown(changes)).toEqual([]);
});

test('a change whose answer was lost is not made twice', async () => {
  const changes = start();
  outcomes.push('made-and-lost', 'lost');
  changes.create([duty('a')]);
  await settled();
  expect([states(), plan.entries.size]).toEqual([['uncertain', 'saved'], 1]);
  outcomes.push('made-and-lost');
  changes.remove([seen(changes, 'a')], 'this');
  await settled();
  expect([states().slice(2), plan.entries.size]).toEqual([['uncertain', 'saved'], 0]);
  changes.undo(2);
  await settled();
  expect(plan.entries.size).toBe(1);
});

test('a change with an unreadable answer counts as saved only if the plan includes it', async () => {
  await add(duty('a'));
  const changes = start();
  outcomes.push('made-and-unreadable', 'unreadable');
  changes.change(seen(changes, 'a'), { title: 'b' }, 'this');
  await settled();
  changes.change(seen(changes, 'b'), { title: 'c' }, 'this');
  await settled();
  expect(history).toMatchObject([{ state: 'saved' }, { state: 'refused', now: [{ entry: { title: 'b' } }] }]);
  expect(shown(changes).map(contentOf)).toEqual(inService());
  changes.undo(1);
  await settled();
  expect([...plan.entries.values()]).toMatchObject([{ title: 'a' }]);
});

test('an unsaved change cannot be undone, nor does Undo revert an earlier one in its place', async () => {
  const changes = start();
  changes.create([duty('a')]);
  await settled();
  outcomes.push('silent');
  changes.create([duty('b')]);
  await settled();
  expect(changes.undo()).toBe(false);
  endSilence();
  await settled();
  expect(changes.undo()).toBe(true);
  await settled();
  expect(inService()).toMatchObject([{ title: 'a' }]);
});
