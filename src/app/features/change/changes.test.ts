import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, test } from 'vitest';
import { createApiClient } from '#app/api/api-client.ts';
import { ApiError } from '#app/api/api-error.ts';
import { sessionQueries } from '#app/api/session.ts';
import { isPending } from '#app/changes/outbox/outbox.ts';
import { appointment, createChangingDesk, giveUp, NOW, resolveFirst } from '#testing/changing-practice.ts';
import { sharedSession } from '#testing/desk-sessions.ts';
import { type Changes, type ChangesPorts, createChangesPorts, openConflicts } from './changes.ts';

const settled = () => new Promise<void>((resolve) => setTimeout(resolve));
const pending = (changes: Changes) => changes.commands().filter(isPending);
const conflicts = (changes: Changes) => openConflicts(changes.commands());
const shown = (changes: Changes, id: string) => changes.unsaved().records.find((record) => record.id === id);

let { model, history, cached, given, states, seen, start } = createChangingDesk();
beforeEach(() => {
  ({ model, history, cached, given, states, seen, start } = createChangingDesk());
});

describe('createChanges', () => {
  test('a change is shown immediately and expects the version that was seen', async () => {
    const changes = start();
    changes.change(seen('a'), { status: 'checked_in' });
    expect(shown(changes, 'a')).toMatchObject({ status: 'checked_in', checkedInAt: NOW });
    await settled();
    expect(pending(changes)).toEqual([]);
    expect(cached.get('a')?.status).toBe('checked_in');
    expect(model.sent).toEqual([
      { id: 'a', expectedUpdatedAt: '2026-06-01T00:00:00.000123Z', changes: { status: 'checked_in' } },
    ]);
    expect(states()).toEqual(['saved']);
  });

  test('a new visit type shows its own name until the response arrives', async () => {
    model.records.set('a', appointment('a', { visitTypeId: 't1', visitTypeName: 'Check-up' }));
    const changes = start();
    changes.change(appointment('a', { visitTypeId: 't1', visitTypeName: 'Check-up' }), { visitTypeId: 't2' });
    expect(shown(changes, 'a')).toMatchObject({ visitTypeId: 't2', visitTypeName: null });
    await settled();
    expect(model.sent).toMatchObject([{ changes: { visitTypeId: 't2' } }]);
    changes.undo();
    await settled();
    expect(model.records.get('a')?.visitTypeId).toBe('t1');
  });

  test('a change based on an earlier version includes later changes of this tab, but not of a colleague', async () => {
    const changes = start();
    const initial = seen('a');
    changes.change(initial, { status: 'checked_in' });
    await settled();
    changes.change(seen('a'), { notes: 'Bites' });
    await settled();
    changes.change(initial, { roomId: 'r1' });
    await settled();
    expect(model.records.get('a')).toMatchObject({ status: 'checked_in', notes: 'Bites', roomId: 'r1' });
    model.byColleague('a', { roomId: 'r2' });
    cached.set('a', model.records.get('a') ?? initial);
    changes.change(seen('a'), { notes: 'Bites hard' });
    await settled();
    changes.change(initial, { roomId: 'r3' });
    await settled();
    expect(conflicts(changes)).toMatchObject([{ seen: { roomId: 'r1' }, changes: { roomId: 'r3' } }]);
    expect(model.records.get('a')).toMatchObject({ notes: 'Bites hard', roomId: 'r2' });
  });

  test('values that are already set are not sent', () => {
    expect(start().change(seen('a'), { status: 'confirmed', start: '2026-06-02T11:00:00+02:00' })).toBeNull();
    expect(start().change(appointment('a', { updatedAt: null }), { status: 'completed' })).toBeNull();
  });

  test('a request whose response is lost is uncertain, is sent again, and changes nothing twice', async () => {
    model.outcomes.push('made-and-lost', 'lost');
    const changes = start();
    changes.change(seen('a'), { roomId: 'r' });
    await settled();
    expect(states()).toEqual(['uncertain', 'saved']);
    expect(model.sent).toHaveLength(3);
    expect(new Set(model.sent.map((request) => JSON.stringify(request))).size).toBe(1);
    expect(cached.get('a')?.roomId).toBe('r');
  });

  test('appointments can be read and removed once the practice system is found to support it', () => {
    const api = createApiClient({ baseUrl: '', fetch: () => Promise.reject(new TypeError('no network')) });
    const queryClient = new QueryClient();
    const ports = createChangesPorts({ companyId: 'c', person: null }, api, queryClient);
    expect([ports.read, ports.remove]).toEqual([null, null]);
    const capability = { fields: [], idempotent: false };
    const capabilities = { getAppointment: capability, deleteAppointment: capability };
    queryClient.setQueryData(sessionQueries.current(api).queryKey, { ...sharedSession, capabilities });
    expect([ports.read, ports.remove]).toEqual([expect.any(Function), expect.any(Function)]);
  });

  test('a change with an unreadable response is saved if the appointment has its values', async () => {
    model.outcomes.push('made-and-unreadable');
    const changes = start();
    changes.change(seen('a'), { roomId: 'r' });
    changes.change(seen('a'), { notes: 'x' });
    await settled();
    expect(states()).toEqual(['saved', 'saved']);
    expect(model.sent.map((request) => request.changes)).toEqual([{ roomId: 'r' }, { notes: 'x' }]);
    changes.undo(1);
    await settled();
    expect(model.records.get('a')).toMatchObject({ roomId: null, notes: 'x' });
  });

  test.each([
    ['is unchanged', true, { roomId: null }],
    ['cannot be read', false, null],
  ])('a change with an unreadable response ends when the appointment %s', async (_, isRead, now) => {
    model.outcomes.push('unreadable');
    model.readings.push(isRead);
    const slow: (() => void)[] = [];
    const changes = start({ sleep: () => new Promise((resolve) => slow.push(() => resolve())) });
    changes.change(seen('a'), { roomId: 'r' });
    await settled();
    if (!isRead) slow.pop()?.();
    await settled();
    expect(history.at(-1)).toMatchObject({ state: 'refused', task: { changes: { roomId: 'r' } }, now });
    expect(model.sent).toHaveLength(1);
    expect([pending(changes), changes.state().undoable]).toEqual([[], []]);
  });

  test('a slow response makes a change uncertain until it arrives', async () => {
    let answer = () => {};
    const changes = start({
      sleep: () => settled(),
      send: (request, signal) =>
        new Promise((resolve) => {
          answer = () => resolve(model.send(request, signal));
        }),
    });
    changes.change(seen('a'), { notes: 'x' });
    await settled();
    await settled();
    expect(history).toMatchObject([{ state: 'uncertain', error: null, task: { changes: { notes: 'x' } } }]);
    answer();
    await settled();
    expect(states()).toEqual(['uncertain', 'saved']);
    expect(pending(changes)).toEqual([]);
  });

  test('a refused change takes dependent ones with it, which join its group', async () => {
    model.outcomes.push('refused');
    const changes = start();
    changes.change(seen('a'), { status: 'checked_in' });
    changes.change(seen('a'), { status: 'in_progress' });
    await settled();
    expect([pending(changes), changes.state().undoable]).toEqual([[], []]);
    expect(history).toMatchObject([
      { state: 'refused', group: 1, task: { changes: { status: 'checked_in' } } },
      { state: 'refused', group: 1, task: { changes: { status: 'in_progress' } } },
    ]);
    expect(model.sent).toHaveLength(1);
  });

  test('a change that does not depend on a refused one is sent, and can be undone', async () => {
    model.outcomes.push('refused');
    const changes = start();
    changes.change(seen('a'), { start: '2026-06-02T10:00:00.000Z', end: '2026-06-02T10:30:00.000Z' });
    changes.change(seen('a'), { notes: 'Bites' });
    changes.change(seen('a'), { roomId: 'r' });
    changes.change(seen('a'), { status: 'checked_in' });
    await settled();
    expect(states()).toEqual(['refused', 'refused', 'saved', 'saved']);
    const { start: begins, roomId } = appointment('a');
    expect(model.records.get('a')).toMatchObject({ start: begins, roomId, notes: 'Bites', status: 'checked_in' });
    expect(cached.get('a')).toEqual(model.records.get('a'));
    while (changes.undo()) await settled();
    expect(model.records.get('a')).toMatchObject({ notes: null, status: 'confirmed' });
    expect(states().slice(2)).toEqual(Array(4).fill('saved'));
  });

  test('if a colleague changed other fields first, mine are saved on top of theirs', async () => {
    model.byColleague('a', { notes: 'Called' });
    const changes = start();
    changes.change(seen('a'), { status: 'checked_in' });
    changes.change(seen('a'), { status: 'in_progress' });
    await settled();
    expect(states()).toEqual(['saved', 'saved']);
    expect(conflicts(changes)).toEqual([]);
    expect(model.records.get('a')).toMatchObject({ status: 'in_progress', notes: 'Called' });
    expect(cached.get('a')).toEqual(model.records.get('a'));
    changes.undo();
    changes.undo();
    await settled();
    expect(model.records.get('a')).toMatchObject({ status: 'confirmed', notes: 'Called' });
  });

  test('if a colleague changed the same fields first, theirs are shown, and mine are saved only on request', async () => {
    model.write('a', { status: 'cancelled', notes: 'Called' });
    const changes = start();
    changes.change(seen('a'), { status: 'checked_in' });
    await settled();
    expect(cached.get('a')?.status).toBe('cancelled');
    resolveFirst(changes, 'mine');
    await settled();
    expect(model.records.get('a')).toMatchObject({ status: 'checked_in', notes: 'Called' });
    expect(conflicts(changes)).toEqual([]);
  });

  test('a conflict includes all of my changes that a colleague’s affects, which are then saved separately', async () => {
    model.write('a', { status: 'cancelled', notes: 'Called' });
    const changes = start();
    changes.change(seen('a'), { notes: 'Bites', roomId: 'r' });
    changes.change(seen('a'), { notes: 'Bites hard' });
    changes.change(seen('a'), { start: '2026-06-02T08:00:00.000Z' });
    await settled();
    expect(conflicts(changes)).toMatchObject([
      { changes: { roomId: 'r', notes: 'Bites hard', start: '2026-06-02T08:00:00.000Z' } },
    ]);
    model.outcomes.push('refused');
    resolveFirst(changes, 'mine');
    await settled();
    expect(history.slice(3)).toMatchObject([
      { state: 'refused', task: { changes: { roomId: 'r' } } },
      { state: 'saved', task: { changes: { notes: 'Bites hard' } } },
    ]);
  });

  test('resolving one of two conflicts leaves the other one open', async () => {
    const changes = start();
    for (const id of ['a', 'b']) {
      model.byColleague(id, { notes: 'theirs' });
      changes.change(seen(id), { notes: 'mine' });
    }
    await settled();
    const [first, second] = conflicts(changes);
    if (!first || !second) throw new Error('there are not two conflicts');
    changes.resolve(first, 'theirs');
    await settled();
    expect(conflicts(changes)).toEqual([second]);
    changes.resolve({ ...second, current: null }, 'mine');
    await settled();
    expect(model.sent).toHaveLength(2);
    expect(model.records.get('a')?.notes).toBe('theirs');
  });

  test('a conflict without the current appointment reads it or, if that fails, asks the board to refresh', async () => {
    const meanwhile = () =>
      Promise.reject(new ApiError({ kind: 'http', status: 409, messageKey: 'changed_meanwhile', body: {} }));
    model.write('a', { notes: 'theirs' });
    const currentOf = async (more: Partial<ChangesPorts>) => {
      const changes = start({ send: meanwhile, ...more });
      changes.change(appointment('a'), { notes: 'mine' });
      await settled();
      return conflicts(changes).map(({ current }) => current);
    };
    expect(await currentOf({})).toEqual([model.records.get('a')]);
    expect(await currentOf({ read: null })).toEqual([null]);
    expect(await currentOf({ read: () => Promise.reject(new Error('down')) })).toEqual([null]);
    expect(given).toEqual([model.records.get('a'), null, null]);
  });

  test('a refusal does not update the record, unless the previous response was lost', async () => {
    model.outcomes.push('refused');
    const changes = start();
    changes.change(seen('a'), { notes: 'x' });
    await settled();
    expect(given).toEqual([]);
    model.outcomes.push('lost', 'refused');
    changes.change(seen('a'), { notes: 'x' });
    await settled();
    expect(given).toEqual([model.records.get('a')]);
  });
});

describe('a change that is given up', () => {
  const untilGivenUp: Partial<Parameters<typeof start>[0]> = {
    pause: (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
  };

  test('shows the current values', async () => {
    model.outcomes.push('made-and-lost');
    const changes = start(untilGivenUp);
    changes.change(seen('a'), { notes: 'x' });
    await settled();
    expect(changes.unsaved().uncertain).toEqual(new Set(['a']));
    giveUp(changes, 'a');
    await settled();
    expect(pending(changes)).toEqual([]);
    expect(history.at(-1)).toMatchObject({ state: 'given-up', now: { notes: 'x' } });
    expect(cached.get('a')?.notes).toBe('x');
  });

  test('lets other changes be saved, even if the current values cannot be read', async () => {
    model.outcomes.push('silent');
    model.readings.push(false);
    const slow: (() => void)[] = [];
    const changes = start({ sleep: () => new Promise((resolve) => slow.push(() => resolve())) });
    changes.change(seen('a'), { status: 'checked_in' });
    await settled();
    for (const end of slow.splice(0)) end();
    await settled();
    giveUp(changes, 'a');
    expect(shown(changes, 'a')).toBeUndefined();
    await settled();
    changes.change(seen('a'), { status: 'cancelled' });
    await settled();
    expect(model.sent).toHaveLength(1);
    slow.shift()?.();
    await settled();
    expect(states()).toEqual(['uncertain', 'given-up', 'saved']);
    expect(model.records.get('a')?.status).toBe('cancelled');
    expect(pending(changes)).toEqual([]);
  });

  test('does not cause a conflict for the next change if it was saved after all', async () => {
    model.outcomes.push('made-and-silent');
    const slow: (() => void)[] = [];
    const changes = start({ sleep: () => new Promise((resolve) => slow.push(() => resolve())) });
    changes.change(seen('a'), { roomId: 'r' });
    changes.change(seen('a'), { notes: 'Bites' });
    await settled();
    for (const end of slow.splice(0)) end();
    await settled();
    giveUp(changes, 'a');
    await settled();
    expect(states()).toEqual(['uncertain', 'given-up', 'saved']);
    expect(model.sent.slice(1)).toMatchObject([{ expectedUpdatedAt: history[1]?.now?.updatedAt }]);
    expect(model.records.get('a')).toMatchObject({ roomId: 'r', notes: 'Bites' });
  });

  test('is ignored by Undo and later changes if it was not saved', async () => {
    model.outcomes.push('lost');
    const changes = start(untilGivenUp);
    changes.change(seen('a'), { notes: 'x' });
    changes.change(seen('a'), { roomId: 'r' });
    await settled();
    model.byColleague('a', { roomId: 's' });
    giveUp(changes, 'a');
    await settled();
    expect(history).toMatchObject([
      { state: 'uncertain' },
      { state: 'given-up', now: { notes: null, roomId: 's' } },
      // The change that was continued expects the version that the person saw, which a colleague has changed since.
      { state: 'conflict', task: { changes: { roomId: 'r' } } },
    ]);
  });
});

describe('the request that removes a booking', () => {
  function removing(status: number) {
    const queryClient = new QueryClient();
    const requests: string[] = [];
    const api = createApiClient({
      baseUrl: '',
      async fetch(input, init) {
        requests.push(`${init?.method} ${input}`);
        return Response.json(status === 200 ? true : {}, { status });
      },
    });
    const capabilities = { deleteAppointment: { fields: [], idempotent: false } };
    queryClient.setQueryData(sessionQueries.current(api).queryKey, { ...sharedSession, capabilities });
    const { remove } = createChangesPorts({ companyId: 'c', person: null }, api, queryClient);
    const removed = remove?.({ id: 'a', expectedUpdatedAt: '1' }, new AbortController().signal);
    return { requests, removed };
  }

  test.each([200, 404])('succeeds with the response %i, since it may have been sent before', async (status) => {
    const { requests, removed } = removing(status);
    await removed;
    expect(requests).toEqual(['DELETE /api/v1/appointments/a?companyId=c&expectedUpdatedAt=1']);
  });

  test('fails if it is refused', async () => {
    await expect(removing(409).removed).rejects.toThrow(ApiError);
  });
});

describe('several appointments', () => {
  const later = (id: string) => ({ appointment: seen(id), changes: { start: '2026-06-02T09:15:00.000Z' } });

  test('form one change, which is undone as a whole', async () => {
    const changes = start();
    changes.change(seen('a'), { notes: 'x' });
    await settled();
    changes.changeTogether([later('a'), later('b')], 'moved');
    expect(pending(changes)).toHaveLength(2);
    await settled();
    expect(history.slice(1)).toMatchObject(Array(2).fill({ state: 'saved', group: 2, undoes: null }));
    expect(changes.undo()).toBe(true);
    await settled();
    expect([...model.records.values()].map((record) => record.start)).toEqual(Array(2).fill(appointment('a').start));
    expect(history.slice(3)).toMatchObject(Array(2).fill({ state: 'saved', undoes: 2 }));
    expect(changes.undo(2)).toBe(false);
    // The previous change can still be undone.
    expect(changes.undo()).toBe(true);
    await settled();
    expect(model.records.get('a')?.notes).toBeNull();
  });

  test('are changed and undone except those that someone else has moved, without asking', async () => {
    const changes = start();
    model.byColleague('b', { start: '2026-06-02T10:00:00.000Z' });
    changes.changeTogether([later('a'), later('b')], 'moved');
    await settled();
    expect(conflicts(changes)).toEqual([]);
    expect(history).toMatchObject([
      { state: 'saved', task: { base: { id: 'a' } } },
      { state: 'conflict', task: { base: { id: 'b' } }, now: { start: '2026-06-02T10:00:00.000Z' } },
    ]);
    changes.undo();
    await settled();
    expect(model.records.get('a')?.start).toBe(appointment('a').start);
    expect(model.records.get('b')?.start).toBe('2026-06-02T10:00:00.000Z');
  });

  test('are undone as a whole, even if they exceed the limit for single changes', async () => {
    const ids = Array.from({ length: 30 }, (_, index) => String(index));
    const desk = createChangingDesk(ids);
    const changes = desk.start();
    const { start: begins } = appointment('a');
    changes.changeTogether(
      ids.map((id) => ({ appointment: desk.seen(id), changes: { start: '2026-06-02T09:15:00.000Z' } })),
      'moved',
    );
    await settled();
    changes.undo();
    await settled();
    expect(new Set([...desk.model.records.values()].map((record) => record.start))).toEqual(new Set([begins]));
  });
});
