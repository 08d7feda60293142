import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Change, createChangeLog } from './change-log.ts';

const stores = ['A', 'B', 'C'];
const changes = fc.oneof(
  fc.record({
    storeId: fc.constantFrom(...stores),
    appointments: fc.array(fc.integer({ min: 1, max: 9 }).map(String), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ availability: fc.array(fc.constantFrom(null, ...stores), { minLength: 1, maxLength: 2 }) }),
  fc.constant<Change>({ practice: true }),
  fc.constant<Change>({ everything: true }),
);
const limits = { keptMs: 50, keptChanges: 8 };

test('what changed since is what a log without an end says, or not known', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(changes, fc.nat(20)), { maxLength: 30 }),
      fc.nat(32),
      fc.subarray(stores),
      (added, since, reach) => {
        const log = createChangeLog(limits);
        let at = 0;
        const times = added.map(([change, pause]) => {
          at += pause;
          log.add(change, at);
          return at;
        });
        const within = new Set(reach);
        const missed = log.since(since, within);
        const after = added.slice(since).map(([change]) => change);
        const held = after.reduce(
          (sum, change) => sum + ('appointments' in change ? change.appointments.length : 1),
          0,
        );
        const isKept = held <= limits.keptChanges && at - (times[since] ?? at) <= limits.keptMs;
        if (since > added.length || !isKept || after.some((change) => 'everything' in change)) {
          expect(missed).toBeNull();
          return;
        }
        const ids = after.flatMap((change) =>
          'appointments' in change && within.has(change.storeId) ? change.appointments : [],
        );
        expect(missed).toEqual({
          appointments: [...new Set(ids)],
          availability: after.some(
            (change) => 'availability' in change && change.availability.some((id) => id === null || within.has(id)),
          ),
          practice: after.some((change) => 'practice' in change),
        });
      },
    ),
  );
});
