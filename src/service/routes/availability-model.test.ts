import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Availability,
  availabilityChangedMeanwhileSchema,
  changedAvailabilitySchema,
} from '#contract/availability.ts';
import { type OwnPlan, ownPlan } from '#testing/own-plan.ts';
import { rounds } from '#testing/rounds.ts';
import type { Answer } from '#testing/service.ts';
import { describeService } from '#testing/suite.ts';

const HOUR_MS = 3_600_000;
const from = Date.parse('2026-03-27T08:00Z');
const iso = (instant: number) => new Date(instant).toISOString();

type Values = Pick<Availability, 'kind' | 'storeId' | 'employeeId' | 'roomId' | 'start' | 'end' | 'title' | 'seriesId'>;
/**
 * The expected plan, by entry number: each entry with its version, the number of times that any entry with its id was
 * written.
 */
type Plan = ReadonlyMap<number, Values & { version: number }>;

/** The version of a newly written entry, which no client has seen. */
const NEW = Number.POSITIVE_INFINITY;

/** Which version of an entry a request expects: none, the current one, or an earlier one. */
const seen = fc.constantFrom('nothing', 'present', 'present', 'stale');
const content = fc.record({
  hour: fc.nat({ max: 2 }),
  hours: fc.integer({ min: 0, max: 2 }),
  isDuty: fc.boolean(),
  title: fc.constantFrom(null, 'Late'),
  employee: fc.constantFrom(null, 0, 1),
  room: fc.constantFrom(null, null, 0, 2),
  isInSeries: fc.boolean(),
});
const part = fc.record({ entry: fc.nat({ max: 4 }), seen, content: fc.option(content, { freq: 3 }) });
const change = fc.uniqueArray(part, { minLength: 1, maxLength: 4, selector: ({ entry }) => entry });
/** Changes that one or two clients make to the plan concurrently, in several rounds; the first may send its request twice. */
const story = fc.array(
  fc.record({ changes: fc.array(change, { minLength: 1, maxLength: 2 }), isRepeated: fc.boolean() }),
  {
    minLength: 1,
    maxLength: 8,
  },
);
type Part = typeof part extends fc.Arbitrary<infer One> ? One : never;

/** An entry of a request; null if it is to be removed. */
interface RequestedEntry {
  entry: number;
  /** The number of the expected version; null for none. */
  expected: number | null;
  values: Values | null;
}

/** The expected plan and status after a request. `rooms` are the rooms of the store, `staff` the active employees. */
function after(
  plan: Plan,
  request: readonly RequestedEntry[],
  { rooms, staff }: { rooms: string[]; staff: string[] },
): { plan: Plan; status: number; conflicts: number[] } {
  const isSame = (one: Values, other: Values) =>
    JSON.stringify({ ...one, version: 0 }) === JSON.stringify({ ...other, version: 0 });
  const puts = request.filter(({ values }) => values !== null);
  const isInvalid = ({ values }: RequestedEntry) =>
    values !== null && (values.end <= values.start || (values.kind === 'on_duty' && values.employeeId === null));
  if (puts.some(isInvalid)) return { plan, status: 400, conflicts: [] };
  const isConflict = ({ entry, expected, values }: RequestedEntry) => {
    const now = plan.get(entry);
    if (values === null) return now !== undefined && expected !== now.version;
    if (now !== undefined && isSame(values, now)) return false;
    return now === undefined ? expected !== null : expected !== now.version;
  };
  const conflicts = [...puts, ...request.filter(({ values }) => values === null)].filter(isConflict);
  if (conflicts.length > 0) return { plan, status: 409, conflicts: conflicts.map(({ entry }) => entry) };
  const isUnfit = ({ entry, values }: RequestedEntry, field: 'roomId' | 'employeeId', among: string[]) => {
    const value = values?.[field] ?? null;
    return value !== null && value !== plan.get(entry)?.[field] && !among.includes(value);
  };
  if (puts.some((put) => isUnfit(put, 'roomId', rooms) || isUnfit(put, 'employeeId', staff)))
    return { plan, status: 400, conflicts: [] };
  const next = new Map(plan);
  for (const { entry, values } of request) {
    const now = plan.get(entry);
    if (values === null) next.delete(entry);
    else if (now === undefined || !isSame(values, now)) next.set(entry, { ...values, version: NEW });
  }
  return { plan: next, status: 200, conflicts: [] };
}

describeService('availability', (suite) => {
  test('matches a plain model, whatever two clients do concurrently, and however often they send it', async () => {
    await fc.assert(
      fc.asyncProperty(story, async (acts) => {
        const own = await ownPlan(suite());
        const { practice } = own;
        const ids = Array.from({ length: 5 }, (): string => randomUUID());
        const seriesId = randomUUID();
        const records = { rooms: [...practice.rooms[0]], staff: [practice.vet, practice.near] };
        let plan: Plan = new Map();
        /** The `updatedAt` of each version of each entry, in order. */
        const versions = ids.map((): string[] => []);
        const valuesOf = (given: NonNullable<Part['content']>): Values => ({
          kind: given.isDuty ? 'on_duty' : 'unavailable',
          storeId: practice.stores[0],
          employeeId: given.employee === null ? null : (records.staff[given.employee] ?? null),
          roomId: given.room === null ? null : ([...practice.rooms[0], practice.rooms[1][0]][given.room] ?? null),
          start: iso(from + given.hour * HOUR_MS),
          end: iso(from + (given.hour + given.hours) * HOUR_MS),
          title: given.title,
          seriesId: given.isInSeries ? seriesId : null,
        });
        for (const { changes, isRepeated } of acts) {
          const requests = changes.map((parts) =>
            parts.map(({ entry, seen: what, content: given }): RequestedEntry => {
              const present = (versions[entry]?.length ?? 0) - 1;
              const values = given === null ? null : valuesOf(given);
              const isUnseen = what === 'nothing' && values !== null;
              return { entry, values, expected: isUnseen ? null : what === 'stale' ? present - 1 : present };
            }),
          );
          const all = isRepeated ? [...requests, requests[0]!] : requests;
          const answers = await Promise.all(all.map((request) => send(own, request, { ids, versions })));
          const found = new Map((await own.list()).map((entry) => [ids.indexOf(entry.id), entry]));
          // The requests ran in some order.
          const outcomes = permutationsOf(all.length).map((order) => {
            let then = plan;
            const results: { status: number; conflicts: number[] }[] = [];
            for (const nth of order) {
              const { plan: next, ...answer } = after(then, all[nth]!, records);
              [then, results[nth]] = [next, answer];
            }
            return { then, results };
          });
          const outcome = outcomes.find(
            ({ then, results }) =>
              results.every(({ status }, nth) => status === answers[nth]?.status) &&
              results.every(({ conflicts }, nth) =>
                hasConflicts(
                  answers[nth]!,
                  conflicts.map((entry) => ids[entry]!),
                ),
              ) &&
              then.size === found.size &&
              [...then].every(([entry, values]) => isAs(found.get(entry), values)),
          );
          expect(outcome, JSON.stringify({ all, answers, found: [...found] })).toBeDefined();
          const next = new Map<number, Values & { version: number }>();
          for (const [entry, values] of outcome?.then ?? []) {
            const known = versions[entry]!;
            const updatedAt = found.get(entry)?.updatedAt ?? '';
            // `updatedAt` grows with each change and never otherwise.
            if (values.version !== NEW) expect(updatedAt).toBe(known[values.version]);
            else {
              expect(updatedAt > (known.at(-1) ?? '')).toBe(true);
              known.push(updatedAt);
            }
            next.set(entry, { ...values, version: known.length - 1 });
          }
          plan = next;
        }
      }),
      { numRuns: rounds({ few: 12, many: 400 }) },
    );
  });

  test('allows many concurrent changes to the same 500 entries, one after another', async () => {
    const { put, send, list, duty } = await ownPlan(suite());
    const ids = Array.from({ length: 500 }, () => randomUUID());
    /** A different order for each desk. */
    const ordered = (nth: number) =>
      nth % 2 === 0 ? [...ids.slice(100 * nth), ...ids.slice(0, 100 * nth)] : ids.toReversed();
    // The plan is empty: all desks begin with the same ids, each in its own order.
    const initial = await Promise.all(
      [0, 1, 2, 3].map((nth) => send({ put: ordered(nth).map((id) => ({ ...duty, id, title: `desk ${nth}` })) })),
    );
    expect(initial.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    let entries = await list();
    for (let round = 0; round < 3; round += 1) {
      const changes = [0, 1, 2, 3].map((nth) => {
        const expected = new Map(entries.map(({ id, updatedAt }) => [id, updatedAt]));
        return send({
          put: ordered(nth).map((id) => ({
            ...{ ...duty, id, expectedUpdatedAt: expected.get(id), title: `desk ${nth} in ${round}` },
          })),
        });
      });
      const statuses = (await Promise.all(changes)).map(({ status }) => status);
      expect(statuses.sort()).toEqual([200, 409, 409, 409]);
      entries = await list();
      expect(new Set(entries.map(({ title }) => title)).size).toBe(1);
    }
    expect(entries).toHaveLength(500);
    const [first] = entries;
    expect(await put({ ...duty, id: first?.id, title: first?.title })).toEqual([first]);
  });
});

function permutationsOf(length: number): number[][] {
  if (length === 0) return [[]];
  return permutationsOf(length - 1).flatMap((order) =>
    Array.from({ length }, (_, at) => [...order.slice(0, at), length - 1, ...order.slice(at)]),
  );
}

function isAs(entry: Availability | undefined, { version: _, ...values }: Values & { version: number }): boolean {
  return entry !== undefined && JSON.stringify({ ...entry, ...values }) === JSON.stringify(entry);
}

/** Whether a response contains the conflicting entries in the order of the request. */
function hasConflicts({ status, body }: Answer, ids: readonly string[]): boolean {
  if (status !== 409) return ids.length === 0;
  const { current } = availabilityChangedMeanwhileSchema.parse(body).data;
  return JSON.stringify(current?.map(({ id }) => id)) === JSON.stringify(ids);
}

async function send(
  own: OwnPlan,
  request: readonly RequestedEntry[],
  { ids, versions }: { ids: readonly string[]; versions: readonly string[][] },
): Promise<Answer> {
  // A version that no client has seen does not exist yet.
  const seenOf = ({ entry, expected }: RequestedEntry) =>
    expected === null ? null : (versions[entry]?.[expected] ?? '2026-01-01T00:00Z');
  const put = request.flatMap((one) =>
    one.values === null ? [] : [{ id: ids[one.entry], expectedUpdatedAt: seenOf(one), ...one.values }],
  );
  const remove = request.flatMap((one) =>
    one.values === null ? [{ id: ids[one.entry], expectedUpdatedAt: seenOf(one) }] : [],
  );
  const answer = await own.send({ put, remove });
  if (answer.status !== 200) return answer;
  const changed = changedAvailabilitySchema.parse(answer.body);
  expect(changed.put).toMatchObject(put.map(({ expectedUpdatedAt: _, ...values }) => values));
  expect(changed.removed).toEqual(remove.map(({ id }) => id));
  return answer;
}
