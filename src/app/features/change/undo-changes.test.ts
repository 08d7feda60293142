import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from '#app/api/api-error.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { createChangingDesk, NOW, resolveFirst } from '#testing/changing-practice.ts';
import { type ChangesPorts, openConflicts } from './changes.ts';

const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

let { model, history, removed, seen, start } = createChangingDesk();
beforeEach(() => {
  ({ model, history, removed, seen, start } = createChangingDesk());
});

test('each change expects the result of the previous one, and Undo reverts them step by step', async () => {
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

test('undoing an earlier change keeps the later ones', async () => {
  const changes = start();
  const number = changes.change(seen('a'), { notes: 'x' });
  changes.change(seen('a'), { roomId: 'r' });
  await settled();
  expect(changes.undo(number ?? 0)).toBe(true);
  await settled();
  expect(model.records.get('a')).toMatchObject({ notes: null, roomId: 'r' });
});

test('undoing a change that a later one already reverted does nothing, and completes', async () => {
  const changes = start();
  const number = changes.change(seen('a'), { notes: 'x' });
  await settled();
  changes.change(seen('a'), { notes: null });
  await settled();
  expect(changes.undo(number ?? 0)).toBe(false);
  expect(changes.state().undoable).toMatchObject([{ number: 2 }]);
});

test('Undo does not revert later changes by a colleague', async () => {
  const changes = start();
  changes.change(seen('a'), { status: 'checked_in' });
  await settled();
  model.write('a', { status: 'in_progress' });
  changes.undo();
  await settled();
  expect(model.records.get('a')?.status).toBe('in_progress');
  expect(openConflicts(changes.commands())).toMatchObject([
    { changes: { status: 'confirmed' }, current: { status: 'in_progress' } },
  ]);
});

test('only the last twenty changes can be undone', async () => {
  const changes = start();
  for (let index = 0; index < 25; index += 1) changes.change(seen('a'), { notes: String(index) });
  await settled();
  let undone = 0;
  while (changes.undo()) undone += 1;
  expect(undone).toBe(20);
  await settled();
  expect(model.records.get('a')?.notes).toBe('4');
});

describe('a booking', () => {
  const cannotRemove =
    (messageKey: string): ChangesPorts['remove'] =>
    () =>
      Promise.reject(new ApiError({ kind: 'http', status: 409, messageKey, body: {} }));

  test('is undone in order with other changes', async () => {
    const changes = start();
    changes.change(seen('a'), { notes: 'before' });
    changes.addBooked(Promise.resolve([seen('b')]), null);
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
    expect(history.at(-2)).toMatchObject({ state: 'saved', task: { bookingEvent: 'unsupported' }, undoes: 2 });
  });

  test('is removed with the version that this tab saved last, without a trace', async () => {
    const requests: unknown[] = [];
    const changes = start({ remove: async (request) => void requests.push(request) });
    changes.addBooked(Promise.resolve([seen('b')]), null);
    await settled();
    changes.change(seen('b'), { roomId: 'r' });
    await settled();
    changes.undo(1);
    expect(changes.unsaved().records).toMatchObject([{ id: 'b', status: 'cancelled' }]);
    await settled();
    expect(requests).toEqual([{ id: 'b', expectedUpdatedAt: model.records.get('b')?.updatedAt }]);
    expect(removed).toEqual(['b']);
    expect(model.sent).toHaveLength(1);
    expect(changes.unsaved().records).toEqual([]);
  });

  test.each([
    ['too late', 'not_removable', '2026-06-02T08:49:59.000Z', 'late'],
    ['otherwise not removable', 'not_removable', '2026-06-02T08:59:00.000Z', 'refused'],
    ['changed by a colleague', 'changed_meanwhile', '2026-06-02T08:59:00.000Z', 'changed'],
  ])('that is %s is cancelled for that reason', async (_, messageKey, createdAt, bookingEvent) => {
    const changes = start({ remove: cannotRemove(messageKey) });
    const record = { ...seen('b'), createdAt };
    model.records.set('b', record);
    changes.addBooked(Promise.resolve([record]), null);
    await settled();
    model.byColleague('b', { notes: 'Called' });
    changes.undo();
    await settled();
    expect(model.records.get('b')).toMatchObject({ status: 'cancelled', notes: 'Called' });
    expect(history.at(-1)).toMatchObject({ state: 'saved', task: { bookingEvent }, undoes: 1 });
    expect(Date.parse(NOW)).toBe(Date.parse('2026-06-02T09:00:00.000Z'));
  });

  test('that a colleague has checked in is not cancelled without asking', async () => {
    const changes = start({ remove: cannotRemove('changed_meanwhile') });
    changes.addBooked(Promise.resolve([seen('b')]), null);
    await settled();
    model.byColleague('b', { status: 'checked_in' });
    changes.undo();
    await settled();
    expect(openConflicts(changes.commands())).toMatchObject([{ changes: { status: 'cancelled' } }]);
    expect(model.records.get('b')?.status).toBe('checked_in');
  });

  /** Removes a booking like a service whose desks share a key: only the version tells that another desk changed it. */
  const removeByVersion =
    ({ records }: typeof model): ChangesPorts['remove'] =>
    async ({ id, expectedUpdatedAt }) => {
      const current = records.get(id);
      if (current?.updatedAt !== expectedUpdatedAt)
        throw new ApiError({ kind: 'http', status: 409, messageKey: 'changed_meanwhile', body: { data: { current } } });
    };

  test('whose version came with a change by another desk, in the answer to a change of this one, is not removed', async () => {
    const changes = start({ remove: removeByVersion(model) });
    const booking = seen('b');
    changes.addBooked(Promise.resolve([booking]), null);
    await settled();
    model.write('b', { notes: 'x' });
    model.write('b', { status: 'checked_in' });
    // What is asked for is there already, so the answer is the record as the other desk left it.
    changes.change(booking, { notes: 'x' });
    await settled();
    changes.undo(1);
    await settled();
    expect(openConflicts(changes.commands())).toMatchObject([{ changes: { status: 'cancelled' } }]);
    expect(model.records.get('b')).toMatchObject({ notes: 'x', status: 'checked_in' });
  });

  test('that any of two desks with one key has changed is removed only if this one did', async () => {
    const changed = fc.oneof(
      fc.record({ status: fc.constantFrom('checked_in', 'completed') }),
      fc.record({ roomId: fc.constantFrom('r', 's') }),
      fc.record({ employeeId: fc.constantFrom('v', 'w') }),
    );
    const acts = fc.array(
      fc.oneof(
        fc.record({ by: fc.constant('me' as const), changes: changed }),
        // Other values than those of this desk.
        fc.record({
          by: fc.constant('other' as const),
          changes: fc.constantFrom({ notes: 'x' }, { status: 'no_show' }),
        }),
        fc.record({ by: fc.constantFrom('poll' as const, 'wait' as const) }),
      ),
      { maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(acts, async (steps) => {
        const { model, cached, seen, start, removed, history } = createChangingDesk();
        let isOthers = false;
        const changes = start({ remove: removeByVersion(model) });
        const booked = changes.addBooked(Promise.resolve([seen('b')]), null);
        await settled();
        for (const step of steps) {
          if (step.by === 'me') changes.change(seen('b'), step.changes);
          else if (step.by === 'other') {
            isOthers = true;
            model.write('b', step.changes);
          } else if (step.by === 'poll') cached.set('b', model.records.get('b') ?? seen('b'));
          else await settled();
        }
        await settled();
        while (openConflicts(changes.commands()).length > 0) resolveFirst(changes, 'theirs');
        changes.undo(booked);
        await settled();
        await settled();
        expect(removed).toEqual(isOthers ? [] : ['b']);
        // What was not removed is reported with its reason, or asked about.
        const last = history.at(-1);
        if (isOthers) expect([last?.state, last?.task.bookingEvent]).toEqual([expect.any(String), 'changed']);
      }),
      { numRuns: 100 },
    );
  });

  test('that is still being read back is not undone, and nor is an earlier change', async () => {
    const changes = start();
    changes.change(seen('a'), { notes: 'before' });
    await settled();
    let answer: (records: ReceivedAppointment[]) => void = () => undefined;
    changes.addBooked(new Promise((resolve) => (answer = resolve)), null);
    expect(changes.undo()).toBe(false);
    answer([seen('b')]);
    await settled();
    expect(changes.undo()).toBe(true);
    await settled();
    expect([...model.records.values()].map(({ notes, status }) => [notes, status])).toEqual([
      ['before', 'confirmed'],
      [null, 'cancelled'],
    ]);
  });

  test('that could not be read back does not block the undoing of earlier changes', async () => {
    const changes = start();
    changes.change(seen('a'), { notes: 'before' });
    changes.addBooked(Promise.resolve([]), null);
    await settled();
    expect(changes.undo()).toBe(true);
    await settled();
    expect(model.records.get('a')?.notes).toBeNull();
  });
});
