import { beforeEach, expect, test } from 'vitest';
import { createChangingPlan, duty, said, settled } from '#testing/changing-plan.ts';

let { plan, fates, events, sent, start, shown, seen, kinds, inService, add } = await createChangingPlan();
beforeEach(async () => {
  ({ plan, fates, events, sent, start, shown, seen, kinds, inService, add } = await createChangingPlan());
});

test('lost answers: a create is repeated with its key, and a deletion that finds nothing was made', async () => {
  const changes = start();
  fates.push('made-and-lost', 'lost');
  changes.create([duty('a')]);
  await settled();
  expect([kinds(), plan.entries.size]).toEqual([['uncertain', 'saved'], 1]);
  fates.push('made-and-lost');
  changes.remove([seen(changes, 'a')], 'this');
  await settled();
  expect([kinds().slice(2), plan.entries.size]).toEqual([['uncertain', 'saved'], 0]);
  changes.undo(2);
  await settled();
  expect(plan.entries.size).toBe(1);
});

test.each([true, false])(
  'a create whose answer cannot be read is looked up and not sent again (by key: %s)',
  async (mayRepeatCreates) => {
    fates.push('made-and-unreadable', 'unreadable');
    const changes = start({ mayRepeatCreates });
    changes.create([duty('a')]);
    await settled();
    changes.create([duty('b')]);
    await settled();
    expect(sent).toEqual(['create a']);
    expect(kinds()).toEqual(['saved', 'not-made']);
    expect(shown(changes).map(said)).toEqual(inService());
    changes.undo(1);
    await settled();
    expect(plan.entries.size).toBe(0);
  },
);

test('a change whose answer cannot be read counts as saved only where the plan has it', async () => {
  await add(duty('a'));
  const changes = start();
  fates.push('made-and-unreadable', 'unreadable');
  changes.change(seen(changes, 'a'), { title: 'b' }, 'this');
  await settled();
  changes.change(seen(changes, 'b'), { title: 'c' }, 'this');
  await settled();
  expect(events).toMatchObject([{ kind: 'saved' }, { kind: 'unreadable', isRead: true }]);
  expect(shown(changes).map(said)).toEqual(inService());
  changes.undo(1);
  await settled();
  expect([...plan.entries.values()]).toMatchObject([{ title: 'a' }]);
});

test('a create that may not be repeated is sent once and looked up, also beside another that says the same', async () => {
  await add(duty('a'));
  const changes = start({ mayRepeatCreates: false });
  fates.push('made-and-lost');
  changes.create([duty('a')]);
  await settled();
  expect([kinds(), plan.entries.size]).toEqual([['uncertain', 'saved'], 2]);
  fates.push('lost');
  changes.create([duty('a')]);
  await settled();
  expect([kinds().slice(2), plan.entries.size, sent.length]).toEqual([['uncertain', 'not-made'], 2, 1]);
  expect(shown(changes)).toHaveLength(2);
});

test('an entry that a colleague deleted is reported and leaves the screen', async () => {
  await add(duty('a'));
  const changes = start();
  const entry = seen(changes, 'a');
  plan.remove(entry.id);
  changes.change(entry, { title: 'b' }, 'this');
  await settled();
  expect([kinds(), shown(changes)]).toEqual([['refused'], []]);
});
