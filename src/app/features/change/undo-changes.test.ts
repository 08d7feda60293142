import { beforeEach, expect, test } from 'vitest';
import type { ReceivedAppointment } from '#contract/received.ts';
import { appointment, createChangingDesk } from '#testing/changing-practice.ts';

const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

let { model, events, seen, start } = createChangingDesk();
beforeEach(() => {
  ({ model, events, seen, start } = createChangingDesk());
});

test('a change of more appointments than can be undone one by one is undone as a whole', async () => {
  const ids = Array.from({ length: 30 }, (_, index) => String(index));
  const { model, seen, start } = createChangingDesk(ids);
  const changes = start();
  const later = { start: '2026-06-02T09:15:00.000Z' };
  changes.changeTogether(ids.map((id) => ({ appointment: seen(id), changes: later })));
  await settled();
  changes.undo();
  await settled();
  expect(new Set([...model.records.values()].map((record) => record.start))).toEqual(new Set([appointment('a').start]));
});

test('one after the other, each change expects what the last one made, and undo goes back step by step', async () => {
  const changes = start();
  changes.change(seen('a'), { status: 'checked_in' });
  changes.change(seen('a'), { notes: 'late' });
  await settled();
  expect(changes.undo()).toBe(true);
  await settled();
  expect(model.records.get('a')).toMatchObject({ status: 'checked_in', notes: null });
  expect(changes.undo()).toBe(true);
  await settled();
  expect(model.records.get('a')).toMatchObject({ status: 'confirmed', notes: null, checkedInAt: null });
  expect(changes.undo()).toBe(false);
});

test('the latest of bookings and changes is undone first, a booking by cancelling it', async () => {
  const changes = start();
  changes.change(seen('a'), { notes: 'before' });
  changes.addBooking('b', Promise.resolve(seen('b')));
  await settled();
  changes.change(seen('b'), { status: 'checked_in' });
  await settled();
  const steps: unknown[] = [];
  while (changes.undo()) {
    await settled();
    steps.push([model.records.get('a')?.notes, model.records.get('b')?.status]);
  }
  expect(steps).toEqual([
    ['before', 'confirmed'],
    ['before', 'cancelled'],
    [null, 'cancelled'],
  ]);
  expect(events.at(-2)).toMatchObject({ kind: 'saved', step: { changes: { status: 'cancelled' }, undoes: 2 } });
});

test('a booking that is still being read back is not undone, and nothing before it in its place', async () => {
  const changes = start();
  changes.change(seen('a'), { notes: 'before' });
  await settled();
  let answer: (record: ReceivedAppointment) => void = () => undefined;
  changes.addBooking('b', new Promise((resolve) => (answer = resolve)));
  expect(changes.undo()).toBe(false);
  answer(seen('b'));
  await settled();
  expect(changes.undo()).toBe(true);
  await settled();
  expect([...model.records.values()].map(({ notes, status }) => [notes, status])).toEqual([
    ['before', 'confirmed'],
    [null, 'cancelled'],
  ]);
});

test('a booking that could not be read back leaves what was done before it to be undone', async () => {
  const changes = start();
  changes.change(seen('a'), { notes: 'before' });
  changes.addBooking('b', Promise.resolve(null));
  await settled();
  expect(changes.undo()).toBe(true);
  await settled();
  expect(model.records.get('a')?.notes).toBeNull();
});

test('an undo does not undo what a colleague did since', async () => {
  const changes = start();
  changes.change(seen('a'), { status: 'checked_in' });
  await settled();
  model.write('a', { status: 'in_progress' });
  changes.undo();
  await settled();
  expect(model.records.get('a')?.status).toBe('in_progress');
  expect(changes.state().conflicts).toMatchObject([
    { steps: [{ changes: { status: 'confirmed' } }], current: { status: 'in_progress' } },
  ]);
});

test('only the last twenty can be taken back', async () => {
  const changes = start();
  for (let index = 0; index < 25; index += 1) changes.change(seen('a'), { notes: String(index) });
  await settled();
  let undone = 0;
  while (changes.undo()) undone += 1;
  expect(undone).toBe(20);
  await settled();
  expect(model.records.get('a')?.notes).toBe('4');
});
