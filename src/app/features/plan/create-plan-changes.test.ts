import { beforeEach, expect, test } from 'vitest';
import { ADA, BRAM, byTime, createChangingPlan, duty, said, settled } from '#testing/changing-plan.ts';

let { plan, fates, events, start, poll, shown, seen, kinds, inService, endSilence, add } = await createChangingPlan();
beforeEach(async () => {
  ({ plan, fates, events, start, poll, shown, seen, kinds, inService, endSilence, add } = await createChangingPlan());
});

const weekly = { weekdays: [2, 4], everyWeeks: 1, until: '2026-11-19' };

test('several new entries are shown at once as the practice system makes them, and are one change', async () => {
  const changes = start();
  changes.create([duty('a', { repeat: weekly }), duty('b', { employeeId: BRAM })]);
  const before = shown(changes).map(said).sort(byTime);
  expect(before).toHaveLength(5);
  await settled();
  expect(changes.unsaved().entries).toEqual([]);
  expect(shown(changes).map(said).sort(byTime)).toEqual(before);
  expect(inService().sort(byTime)).toEqual(before);
  expect(kinds()).toEqual(['saved', 'saved']);
  changes.undo(1);
  await settled();
  expect(plan.entries.size).toBe(0);
  expect(shown(changes)).toEqual([]);
});

test('the following of a series move by the clock, an Undo puts them back, and each is changed again at once', async () => {
  await add(duty('a', { repeat: weekly }));
  const changes = start();
  const [, second, third] = shown(changes);
  if (!second || !third) throw new Error('four are shown');
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
  expect(kinds()).toEqual(['saved', 'saved']);
  expect(inService().map(({ from, title }) => [from, title])).toEqual(wanted);
  changes.undo(2);
  changes.undo(1);
  await settled();
  expect(inService()).toEqual(before);
  expect(shown(changes).map(said)).toEqual(before);
});

test('a series that was deleted comes back as one, with what is not on the screen', async () => {
  await add(duty('a', { repeat: { ...weekly, until: '2027-06-01' } }));
  const changes = start();
  const before = [...plan.entries.values()].map(said);
  changes.remove([seen(changes, 'a')], 'following');
  expect(shown(changes)).toEqual([]);
  await settled();
  expect(plan.entries.size).toBe(0);
  changes.undo(1);
  await settled();
  expect([...plan.entries.values()].map(said)).toEqual(before);
  expect(new Set([...plan.entries.values()].map(({ seriesId }) => seriesId)).size).toBe(1);
});

test('what is done with a new entry before it is saved follows it', async () => {
  const changes = start();
  changes.create([duty('a')]);
  changes.change(seen(changes, 'a'), { employeeId: BRAM }, 'this');
  changes.create([duty('b', { repeat: weekly })]);
  const last = shown(changes).at(-1);
  if (last) changes.remove([last], 'this');
  await settled();
  expect(kinds()).toEqual(['saved', 'saved', 'saved', 'saved']);
  expect(inService()).toHaveLength(4);
  expect([...plan.entries.values()].find(({ title }) => title === 'a')?.employeeId).toBe(BRAM);
  expect(shown(changes).map(said).sort(byTime)).toEqual(inService().sort(byTime));
});

test('a new entry that a neighbouring week was read with stays in the week that was not', async () => {
  const changes = start();
  fates.push('made-and-silent');
  // Still in the week before, whose Sunday ends somewhere on earth only then.
  changes.create([duty('a', { start: '2026-11-02T13:00:00.000Z', end: '2026-11-02T18:00:00.000Z' })]);
  changes.change(seen(changes, 'a'), { employeeId: BRAM }, 'this');
  await settled();
  await poll(['2026-10-26']);
  changes.reload();
  const read = [...plan.entries.values()].map(({ id }) => id);
  expect(changes.unsaved().entries.map(({ id, employeeId }) => [id, employeeId])).toEqual([[read[0], BRAM]]);
  endSilence();
  await settled();
  expect(changes.unsaved().entries).toEqual([]);
  expect(shown(changes).map(said)).toEqual(inService());
});

test('a new entry counts as unsaved from the first moment until its answer', async () => {
  const changes = start();
  changes.create([duty('a')]);
  expect(changes.unsaved().pending).toEqual(new Set(changes.unsaved().entries.map(({ id }) => id)));
  expect(changes.unsaved().pending.size).toBe(1);
  await settled();
  expect(changes.unsaved().pending).toEqual(new Set());
});

test('replacing entries is one change, which one Undo takes back', async () => {
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
  expect(events.map(({ kind, step }) => [kind, step.number, step.of])).toEqual(Array(3).fill(['saved', 1, 3]));
  expect(titlesShown()).toEqual(['b', 'c']);
  changes.undo(1);
  await settled();
  expect(inService()).toEqual(before);
  expect(shown(changes).map(said)).toEqual(before);
});

test('refused requests are sent again as part of their change, which one Undo takes back', async () => {
  const changes = start();
  fates.push('answered', 'refused', 'refused');
  changes.create([duty('a'), duty('b', { employeeId: BRAM }), duty('c', { kind: 'unavailable' })]);
  await settled();
  expect(shown(changes).map(({ title }) => title)).toEqual(['a']);
  changes.retry(events.flatMap(({ kind, step }) => (kind === 'refused' ? [step] : [])));
  await settled();
  expect(
    inService()
      .map(({ title }) => title)
      .sort(),
  ).toEqual(['a', 'b', 'c']);
  expect(kinds()).toEqual(['saved', 'refused', 'refused', 'saved', 'saved']);
  changes.undo(1);
  await settled();
  expect(inService()).toEqual([]);
});

test('one of several entries that a colleague has changed is decided in a dialog when it is sent again', async () => {
  for (const title of ['a', 'b']) await add(duty(title));
  const changes = start();
  const entries = ['a', 'b'].map((title) => seen(changes, title));
  plan.change(entries[0]?.id ?? '', { employeeId: BRAM });
  changes.remove(entries, 'this');
  await settled();
  expect([kinds().sort(), changes.state().conflicts]).toEqual([['conflict', 'saved'], []]);
  const met = events.find(({ kind }) => kind === 'conflict');
  if (met) changes.decide(met.step);
  await settled();
  expect(changes.state().conflicts).toMatchObject([{ seen: { title: 'a' }, current: { employeeId: BRAM } }]);
});

test('a colleague was first: theirs stays until it is decided, then mine is made of it', async () => {
  await add(duty('a'));
  const changes = start();
  const entry = seen(changes, 'a');
  plan.change(entry.id, { title: 'b' });
  changes.change(entry, { employeeId: BRAM }, 'this');
  await settled();
  expect(changes.state().conflicts).toMatchObject([{ seen: { title: 'a' }, current: { title: 'b', employeeId: ADA } }]);
  expect(shown(changes)).toMatchObject([{ title: 'b', employeeId: ADA }]);
  const [conflict] = changes.state().conflicts;
  if (conflict) changes.resolve(conflict, 'mine');
  await settled();
  expect([...plan.entries.values()]).toMatchObject([{ title: 'b', employeeId: BRAM }]);
  plan.change(entry.id, { title: 'c' });
  changes.remove([seen(changes, 'b')], 'this');
  await settled();
  const [second] = changes.state().conflicts;
  if (second) changes.resolve(second, 'theirs');
  await settled();
  expect(shown(changes)).toMatchObject([{ title: 'c', employeeId: BRAM }]);
});
