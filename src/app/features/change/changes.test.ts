import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, test } from 'vitest';
import { createApiClient } from '#app/api/api-client.ts';
import { appointment, createChangingDesk, NOW, resolveFirst } from '#testing/changing-practice.ts';
import { createChangesPorts } from './changes.ts';
import { wantedOf } from './field-changes.ts';

const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

let { model, events, cached, kinds, seen, start } = createChangingDesk();
beforeEach(() => {
  ({ model, events, cached, kinds, seen, start } = createChangingDesk());
});

describe('createChanges', () => {
  test('a change is shown at once and expects the very version that was seen', async () => {
    const changes = start();
    changes.change(seen('a'), { status: 'checked_in' });
    expect(changes.state().pending.get('a')?.shown).toMatchObject({ status: 'checked_in', checkedInAt: NOW });
    await settled();
    expect(changes.state().pending.size).toBe(0);
    expect(cached.get('a')?.status).toBe('checked_in');
    expect(model.sent).toEqual([
      { id: 'a', expectedUpdatedAt: '2026-06-01T00:00:00.000123Z', changes: { status: 'checked_in' } },
    ]);
    expect(kinds()).toEqual(['saved']);
  });

  test('a change begun at an earlier version follows what this tab has changed since, not what a colleague has', async () => {
    const changes = start();
    const begun = seen('a');
    changes.change(begun, { status: 'checked_in' });
    await settled();
    changes.change(seen('a'), { notes: 'Bites' });
    await settled();
    changes.change(begun, { roomId: 'r1' });
    await settled();
    expect(model.records.get('a')).toMatchObject({ status: 'checked_in', notes: 'Bites', roomId: 'r1' });
    model.byColleague('a', { roomId: 'r2' });
    cached.set('a', model.records.get('a') ?? begun);
    changes.change(seen('a'), { notes: 'Bites hard' });
    await settled();
    changes.change(begun, { roomId: 'r3' });
    await settled();
    expect(changes.state().conflicts).toMatchObject([{ seen: begun, steps: [{ changes: { roomId: 'r3' } }] }]);
    expect(model.records.get('a')).toMatchObject({ notes: 'Bites hard', roomId: 'r2' });
  });

  const later = (id: string) => ({ appointment: seen(id), changes: { start: '2026-06-02T09:15:00.000Z' } });

  test('several appointments are one change: undone as a whole, and told as parts of it', async () => {
    const changes = start();
    changes.change(seen('a'), { notes: 'x' });
    await settled();
    changes.changeTogether([later('a'), later('b')]);
    expect(changes.state().pending.size).toBe(2);
    await settled();
    expect(events.slice(1)).toMatchObject([
      { kind: 'saved', step: { number: 2, of: 2, undoes: null } },
      { kind: 'saved', step: { number: 2, of: 2, undoes: null } },
    ]);
    expect(changes.undo()).toBe(true);
    await settled();
    expect([...model.records.values()].map((record) => record.start)).toEqual(Array(2).fill(appointment('a').start));
    expect(events.slice(3)).toMatchObject([{ step: { of: 2, undoes: 2 } }, { step: { of: 2, undoes: 2 } }]);
    expect(changes.undo(2)).toBe(false);
    // The change before it can still be undone.
    expect(changes.undo()).toBe(true);
    await settled();
    expect(model.records.get('a')?.notes).toBeNull();
  });

  test('of several appointments those that somebody else has changed are told, and the others are changed and undone', async () => {
    const changes = start();
    model.byColleague('b', { start: '2026-06-02T10:00:00.000Z' });
    changes.changeTogether([later('a'), later('b')]);
    await settled();
    expect(changes.state().conflicts).toEqual([]);
    expect(events).toMatchObject([
      { kind: 'saved', record: { id: 'a' } },
      { kind: 'conflict', record: { id: 'b' }, current: { start: '2026-06-02T10:00:00.000Z' } },
    ]);
    changes.undo();
    await settled();
    expect(model.records.get('a')?.start).toBe(appointment('a').start);
    expect(model.records.get('b')?.start).toBe('2026-06-02T10:00:00.000Z');
    expect(events.at(-1)).toMatchObject({ kind: 'saved', step: { of: 1 } });
  });

  test('what is so already is not sent', () => {
    expect(start().change(seen('a'), { status: 'confirmed', start: '2026-06-02T11:00:00+02:00' })).toBeNull();
    expect(start().change(appointment('a', { updatedAt: null }), { status: 'completed' })).toBeNull();
  });

  test('a lost answer is asked for again, said to be uncertain meanwhile, and changes nothing twice', async () => {
    model.fates.push('made-and-lost', 'lost');
    const changes = start();
    changes.change(seen('a'), { roomId: 'r' });
    await settled();
    expect(kinds()).toEqual(['uncertain', 'saved']);
    expect(model.sent).toHaveLength(3);
    expect(new Set(model.sent.map((request) => JSON.stringify(request))).size).toBe(1);
    expect(cached.get('a')?.roomId).toBe('r');
  });

  test('an appointment is read as soon as the practice system is known to return one', () => {
    const sender = { companyId: 'c', person: null, canReadOne: false, onRecord: () => undefined };
    const api = createApiClient({ baseUrl: '', fetch: () => Promise.reject(new TypeError('no network')) });
    const ports = createChangesPorts(
      () => sender,
      api,
      new QueryClient(),
      () => undefined,
    );
    expect(ports.read).toBeNull();
    sender.canReadOne = true;
    expect(ports.read).toBeTypeOf('function');
  });

  test('a change whose answer cannot be read is saved when the appointment has it', async () => {
    model.fates.push('made-and-unreadable');
    const changes = start();
    changes.change(seen('a'), { roomId: 'r' });
    changes.change(seen('a'), { notes: 'x' });
    await settled();
    expect(kinds()).toEqual(['saved', 'saved']);
    expect(model.sent.map((request) => request.changes)).toEqual([{ roomId: 'r' }, { notes: 'x' }]);
    changes.undo(1);
    await settled();
    expect(model.records.get('a')).toMatchObject({ roomId: null, notes: 'x' });
  });

  test.each([
    ['has not been changed', true, { roomId: null }],
    ['cannot be read', false, null],
  ])('a change whose answer cannot be read ends when the appointment %s', async (_, isRead, now) => {
    model.fates.push('unreadable');
    model.readings.push(isRead);
    const slow: (() => void)[] = [];
    const changes = start({ sleep: () => new Promise((resolve) => slow.push(resolve)) });
    changes.change(seen('a'), { roomId: 'r' });
    await settled();
    if (!isRead) slow.pop()?.();
    await settled();
    expect(events).toMatchObject([{ kind: 'unreadable', steps: [{ changes: { roomId: 'r' } }], now }]);
    expect(model.sent).toHaveLength(1);
    expect([changes.state().pending.size, changes.state().undoable]).toEqual([0, []]);
  });

  test('an answer that is only slow is said to be uncertain, too, until it comes', async () => {
    let answer = () => {};
    const changes = start({
      sleep: () => Promise.resolve(),
      send: (request, signal) =>
        new Promise((resolve) => {
          answer = () => resolve(model.send(request, signal));
        }),
    });
    changes.change(seen('a'), { notes: 'x' });
    await settled();
    expect(events).toMatchObject([{ kind: 'uncertain', error: null, step: { changes: { notes: 'x' } } }]);
    expect(changes.state().pending.get('a')?.uncertain).toBe(true);
    answer();
    await settled();
    expect(kinds()).toEqual(['uncertain', 'saved']);
    expect(changes.state().pending.size).toBe(0);
  });

  test('a refused change is taken back with what builds on it, and all of that is told', async () => {
    model.fates.push('refused');
    const changes = start();
    changes.change(seen('a'), { status: 'checked_in' });
    changes.change(seen('a'), { status: 'in_progress' });
    await settled();
    expect(changes.state()).toMatchObject({ pending: new Map(), undoable: [] });
    expect(events).toMatchObject([
      { kind: 'refused', steps: [{ changes: { status: 'checked_in' } }, { changes: { status: 'in_progress' } }] },
    ]);
    expect(model.sent).toHaveLength(1);
  });

  test('what does not depend on a refused change goes on, and can be undone', async () => {
    model.fates.push('refused');
    const changes = start();
    changes.change(seen('a'), { start: '2026-06-02T10:00:00.000Z', end: '2026-06-02T10:30:00.000Z' });
    changes.change(seen('a'), { notes: 'Bites' });
    changes.change(seen('a'), { roomId: 'r' });
    changes.change(seen('a'), { status: 'checked_in' });
    await settled();
    expect(kinds()).toEqual(['refused', 'saved', 'saved']);
    expect(events[0]).toMatchObject({
      steps: [{ changes: { end: expect.any(String) } }, { changes: { roomId: 'r' } }],
    });
    const { start: begins, roomId } = appointment('a');
    expect(model.records.get('a')).toMatchObject({ start: begins, roomId, notes: 'Bites', status: 'checked_in' });
    expect(cached.get('a')).toEqual(model.records.get('a'));
    while (changes.undo()) await settled();
    expect(model.records.get('a')).toMatchObject({ notes: null, status: 'confirmed' });
    expect(kinds()).toEqual(['refused', 'saved', 'saved', 'saved', 'saved']);
  });

  test('where a colleague was first, theirs is shown, and mine is made only when it is asked for', async () => {
    model.write('a', { status: 'cancelled' });
    const changes = start();
    changes.change(seen('a'), { status: 'checked_in' });
    await settled();
    expect(cached.get('a')?.status).toBe('cancelled');
    resolveFirst(changes, 'mine');
    await settled();
    expect(model.records.get('a')?.status).toBe('checked_in');
    expect(changes.state().conflicts).toEqual([]);
  });

  test('a change that is given up shows what is there', async () => {
    model.fates.push('made-and-lost');
    const changes = start({
      pause: (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
    });
    changes.change(seen('a'), { notes: 'x' });
    await settled();
    expect(changes.state().pending.get('a')?.uncertain).toBe(true);
    changes.giveUp('a');
    await settled();
    expect(changes.state().pending.size).toBe(0);
    expect(events.at(-1)).toMatchObject({ kind: 'given-up', now: { notes: 'x' } });
    expect(cached.get('a')?.notes).toBe('x');
  });

  test('what is changed while a change is given up is made, though nobody answers what there is', async () => {
    model.fates.push('silent');
    model.readings.push(false);
    const slow: (() => void)[] = [];
    const changes = start({ sleep: () => new Promise((resolve) => slow.push(resolve)) });
    changes.change(seen('a'), { status: 'checked_in' });
    slow.shift()?.();
    await settled();
    changes.giveUp('a');
    await settled();
    changes.change(seen('a'), { status: 'cancelled' });
    await settled();
    expect(model.sent).toHaveLength(1);
    slow.shift()?.();
    await settled();
    expect(kinds()).toEqual(['uncertain', 'given-up', 'saved']);
    expect(model.records.get('a')?.status).toBe('cancelled');
    expect(changes.state().pending.size).toBe(0);
  });

  test('what follows a change that was made though it was given up meets no colleague', async () => {
    model.fates.push('made-and-silent');
    const slow: (() => void)[] = [];
    const changes = start({ sleep: () => new Promise((resolve) => slow.push(resolve)) });
    changes.change(seen('a'), { roomId: 'r' });
    changes.change(seen('a'), { notes: 'Bites' });
    slow.shift()?.();
    await settled();
    changes.giveUp('a');
    await settled();
    expect(kinds()).toEqual(['uncertain', 'given-up', 'saved']);
    expect(changes.state().conflicts).toEqual([]);
    expect(model.records.get('a')).toMatchObject({ roomId: 'r', notes: 'Bites' });
  });

  test('a colleague’s change is asked about with all that is pending, and mine is then made part by part', async () => {
    model.write('a', { status: 'cancelled' });
    const changes = start();
    changes.change(seen('a'), { roomId: 'r' });
    changes.change(seen('a'), { notes: 'Bites' });
    await settled();
    expect(changes.state().conflicts.map(({ steps }) => wantedOf(steps))).toEqual([{ roomId: 'r', notes: 'Bites' }]);
    model.fates.push('refused');
    resolveFirst(changes, 'mine');
    await settled();
    expect(events).toMatchObject([
      { kind: 'refused', steps: [{ changes: { roomId: 'r' } }] },
      { kind: 'saved', step: { changes: { notes: 'Bites' } } },
    ]);
  });
});
