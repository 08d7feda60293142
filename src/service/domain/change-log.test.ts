import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Change, createChangeLog } from './change-log.ts';

const stores = ['A', 'B', 'C'];
const ids = fc.array(fc.integer({ min: 1, max: 9 }).map(String), { minLength: 1, maxLength: 3 });
const changes = fc.oneof(
  fc.record({
    storeId: fc.constantFrom(...stores),
    appointments: ids,
  }),
  fc.record({ availability: fc.array(fc.constantFrom(null, ...stores), { minLength: 1, maxLength: 2 }) }),
  fc.record({ waitingList: fc.array(fc.constantFrom(null, ...stores), { minLength: 1, maxLength: 2 }) }),
  fc.record({ clients: ids }),
  fc.record({ pets: fc.oneof(ids, fc.constant(true as const)) }),
  fc.constant<Change>({ practice: true }),
  fc.constant<Change>({ everything: true }),
);
const limits = { retainedMs: 50, retainedChanges: 8 };

test('the changes since a number equal the changes in an unlimited log, or are unknown', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(changes, fc.nat(20)), { maxLength: 30 }),
      fc.nat(32),
      fc.subarray(stores),
      fc.boolean(),
      fc.boolean(),
      (added, since, storeIds, clients, pets) => {
        const log = createChangeLog(limits);
        let at = 0;
        const times = added.map(([change, pause]) => {
          at += pause;
          log.add(change, at);
          return at;
        });
        const within = new Set(storeIds);
        const missed = log.since(since, { storeIds: within, clients, pets });
        const after = added.slice(since).map(([change]) => change);
        const retainedCount = after.reduce(
          (sum, change) =>
            sum + Object.values(change).reduce((most, of) => Math.max(most, Array.isArray(of) ? of.length : 1), 1),
          0,
        );
        const isRetained = retainedCount <= limits.retainedChanges && at - (times[since] ?? at) <= limits.retainedMs;
        if (since > added.length || !isRetained || after.some((change) => 'everything' in change)) {
          expect(missed).toBeNull();
          return;
        }
        const named = after.flatMap((change) =>
          'appointments' in change && within.has(change.storeId) ? change.appointments : [],
        );
        const people = (kind: 'clients' | 'pets') => {
          const parts = after.map((change): readonly string[] | true => Reflect.get(change, kind) ?? []);
          return parts.includes(true) || [...new Set(parts.flat())];
        };
        const isOfStores = (kind: 'availability' | 'waitingList') => (change: Change) => {
          const named: readonly (string | null)[] = Reflect.get(change, kind) ?? [];
          return named.some((id) => id === null || within.has(id));
        };
        const expected = {
          appointments: [...new Set(named)],
          availability: after.some(isOfStores('availability')),
          waitingList: after.some(isOfStores('waitingList')),
          practice: after.some((change) => 'practice' in change),
          clients: clients && people('clients'),
          pets: pets && people('pets'),
        };
        // Keys without a change are absent.
        const isThere = (value: unknown) => value !== false && !(Array.isArray(value) && value.length === 0);
        expect(missed).toEqual(Object.fromEntries(Object.entries(expected).filter(([, value]) => isThere(value))));
      },
    ),
  );
});

test('ids become true if there are more than an event can have, only for that event', () => {
  const log = createChangeLog();
  const access = { storeIds: new Set<string>(), clients: true, pets: true };
  for (let nth = 0; nth < 5; nth += 1)
    log.add({ clients: Array.from({ length: 100 }, (_, one) => `${nth * 100 + one}`) }, 0);
  expect(log.since(0, access)).toEqual({ clients: Array.from({ length: 500 }, (_, one) => `${one}`) });
  log.add({ clients: ['500'] }, 0);
  expect(log.since(0, access)).toEqual({ clients: true });
  expect(log.since(5, access)).toEqual({ clients: ['500'] });
});
