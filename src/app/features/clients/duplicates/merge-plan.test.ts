import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ReceivedDuplicateClient, ReceivedPair } from '#contract/received-duplicates.ts';
import {
  buildMerge,
  buildUndo,
  chooseMergePair,
  fieldsToTake,
  isMergeDone,
  isOptedOutOfRecalls,
  type MergeTask,
  rebaseMerge,
} from './merge-plan.ts';

const text = fc.option(fc.constantFrom('one', 'two', '  '));
const client = (id: string): fc.Arbitrary<ReceivedDuplicateClient> =>
  fc.record({
    id: fc.constant(id),
    name: fc.constant('Ann Lee'),
    firstName: fc.constant('Ann'),
    lastName: fc.constant('Lee'),
    phone: text,
    email: text,
    alert: text,
    contactBy: fc.option(fc.constantFrom('email', 'sms', 'none')),
    recallsBy: fc.option(fc.constantFrom('email', 'sms', 'none')),
    language: fc.option(fc.constantFrom('de', 'ar')),
    isActive: fc.constant(true),
    updatedAt: fc.constant('2026-11-28T08:00:00.000Z'),
    pets: fc.array(
      fc.record({
        id: fc.uuid(),
        name: fc.constant('Bella'),
        species: fc.constant('dog'),
        deceasedOn: fc.constant(null),
        isActive: fc.boolean(),
      }),
      { maxLength: 3 },
    ),
    appointments: fc.nat(5),
    nextAppointment: fc.constant(null),
  });
const pair: fc.Arbitrary<ReceivedPair> = fc.record({
  reasons: fc.constant(['phone' as const]),
  clients: fc.tuple(client('a'), client('b')),
});
const later = '2026-11-28T09:00:00.000Z';

/** What the service does with a task: both clients afterwards. */
function carriedOut({ from, to, changes }: MergeTask) {
  const changed = <Client extends MergeTask['from']>(one: Client, more: object) =>
    Object.keys(more).length === 0 ? one : { ...one, ...more, updatedAt: later };
  return { from: changed(from, changes.from), to: changed(to, changes.to) };
}
const withoutVersion = ({ updatedAt: _, ...rest }: MergeTask['from']) => rest;

test('the client with more appointments is kept, then the one with more pets; the other can be chosen', () => {
  fc.assert(
    fc.property(pair, (given) => {
      const { kept, other } = chooseMergePair(given);
      expect(new Set([kept.id, other.id])).toEqual(new Set(['a', 'b']));
      expect(kept.appointments).toBeGreaterThanOrEqual(other.appointments);
      if (kept.appointments === other.appointments)
        expect(kept.pets?.length ?? 0).toBeGreaterThanOrEqual(other.pets?.length ?? 0);
      for (const { id } of given.clients) expect(chooseMergePair(given, id).kept.id).toBe(id);
    }),
  );
});

test('fields are offered only where the other client has something else, and nothing is lost unless it is chosen', () => {
  fc.assert(
    fc.property(pair, (given) => {
      const both = chooseMergePair(given);
      for (const { field, isMissing } of fieldsToTake(both)) {
        expect(both.other[field]?.trim()).toBeTruthy();
        expect(isMissing).toBe((both.kept[field]?.trim() ?? '') === '');
      }
      const missing = new Set(fieldsToTake(both).flatMap(({ field, isMissing }) => (isMissing ? [field] : [])));
      const { to } = carriedOut(buildMerge(both, missing));
      for (const field of ['phone', 'email', 'alert'] as const)
        if (both.kept[field]?.trim()) expect(to[field]).toBe(both.kept[field]);
    }),
  );
});

test('a merge never loses that one of the two asked not to be written to', () => {
  fc.assert(
    fc.property(pair, fc.boolean(), (given, takesAll) => {
      const both = chooseMergePair(given);
      const offered = fieldsToTake(both).flatMap(({ field, isMissing }) => (takesAll || isMissing ? [field] : []));
      const { to } = carriedOut(buildMerge(both, new Set(offered)));
      const isOut = [both.kept, both.other].some(({ contactBy }) => contactBy === 'none');
      expect(to.contactBy === 'none').toBe(isOut);
      expect(isOptedOutOfRecalls(to)).toBe(isOptedOutOfRecalls(both.kept) || isOptedOutOfRecalls(both.other));
    }),
  );
});

test('undoing a merge puts both clients back, and moves the same pets and appointments', () => {
  fc.assert(
    fc.property(pair, fc.subarray(['phone', 'email', 'alert'] as const), (given, fields) => {
      const both = chooseMergePair(given);
      const task = { ...buildMerge(both, new Set(fields)), appointmentIds: ['x', 'y'] };
      const after = carriedOut(task);
      expect(after.from.isActive).toBe(false);
      expect(isMergeDone(task, after)).toBe(true);
      expect(isMergeDone(task, task)).toBe(false);
      const undo = buildUndo(task, after);
      expect([undo.petIds, undo.appointmentIds]).toEqual([task.petIds, task.appointmentIds]);
      const back = carriedOut(undo);
      expect(withoutVersion(back.to)).toEqual(withoutVersion(task.from));
      expect(withoutVersion(back.from)).toEqual(withoutVersion(task.to));
    }),
  );
});

test('a colleague’s change of another field is built upon; one of the same field, or another merge, is a conflict', () => {
  fc.assert(
    fc.property(pair, (given) => {
      const task = buildMerge(chooseMergePair(given), new Set(['phone']));
      const seen = { from: task.from, to: task.to };
      expect(rebaseMerge(task, seen)).toBeNull();
      const renamed = { ...seen, to: { ...seen.to, lastName: 'Berg', updatedAt: later } };
      expect(rebaseMerge(task, renamed)).toMatchObject({
        to: { lastName: 'Berg', updatedAt: later },
        changes: task.changes,
      });
      expect(rebaseMerge(task, { ...seen, to: { ...seen.to, phone: 'three', updatedAt: later } })).toBeNull();
      expect(rebaseMerge(task, { ...seen, from: { ...seen.from, isActive: false, updatedAt: later } })).toBeNull();
      expect(rebaseMerge(task, { ...seen, to: { ...seen.to, isActive: false, updatedAt: later } })).toBeNull();
    }),
  );
});
