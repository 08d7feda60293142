import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Availability, availabilitySchema } from '#contract/availability.ts';
import { availabilityProblem, movedAlong, repeatedTimes, timeOf } from '#contract/availability-rules.ts';
import { instantOf } from '#contract/date-time.ts';
import { wallClockOf } from '#service/domain/wall-clock.ts';
import { type OwnPlan, ownPlan, planPath } from '#testing/own-plan.ts';
import { rounds } from '#testing/rounds.ts';
import type { Answer } from '#testing/service.ts';
import { describeService } from '#testing/suite.ts';

const HOUR_MS = 3_600_000;
/** A Friday, two days before the clock goes forward. */
const from = Date.parse('2026-03-27T08:00Z');
const clock = wallClockOf('Europe/Amsterdam');
const iso = (instant: number) => new Date(instant).toISOString();

/** The plan as it should be: each entry with how often it has been changed. */
type Plan = ReadonlyMap<string, Availability & { version: number }>;
type Changes = Partial<Pick<Availability, 'start' | 'end' | 'title' | 'employeeId' | 'roomId'>>;
type Scope = 'this' | 'following';

/** What somebody does to an entry, of which they have seen a version. */
interface Act {
  entry: number;
  isStale: boolean;
  scope: Scope;
  /** By how many hours its edges move. */
  start: number | undefined;
  end: number | undefined;
  title: string | null | undefined;
  employee: number | null | undefined;
  room: number | null | undefined;
  deletes: boolean;
}

const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const act: fc.Arbitrary<Act> = fc.record({
  entry: fc.nat(),
  isStale: fc.nat({ max: 4 }).map((one) => one === 0),
  scope: fc.constantFrom('this', 'following'),
  start: some(fc.integer({ min: -3, max: 30 })),
  end: some(fc.integer({ min: -2, max: 30 })),
  title: some(fc.constantFrom(null, 'Late', 'Early')),
  employee: some(fc.constantFrom(null, 0, 1)),
  room: some(fc.constantFrom(null, 0, 1, 2)),
  deletes: fc.nat({ max: 4 }).map((one) => one === 0),
});
const creation = fc.record({
  hour: fc.nat({ max: 40 }),
  hours: fc.integer({ min: 1, max: 5 }),
  isDuty: fc.boolean(),
  /** For so many days; alone where it is null. */
  days: fc.option(fc.nat({ max: 5 })),
});
/** Some entries, and what two do to them at once. */
const story = fc.record({
  creations: fc.array(creation, { minLength: 1, maxLength: 2 }),
  acts: fc.array(fc.array(act, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 5 }),
});

/** An act as it is sent. */
interface Request {
  id: string;
  scope: Scope;
  /** The number of the version that was seen. */
  seen: number;
  /** Null for a deletion. */
  changes: Changes | null;
}

/** What a request makes of the plan, and with which status. `rooms` are those of the store, `staff` the active employees. */
function after(plan: Plan, request: Request, { rooms, staff }: { rooms: string[]; staff: string[] }): [Plan, number] {
  const { id, scope, seen, changes } = request;
  const entry = plan.get(id);
  if (entry === undefined) return [plan, 404];
  const isLater = (one: Availability) => one.seriesId === entry.seriesId && one.start > entry.start;
  const isMeant = (one: Availability) =>
    one.id === id || (scope === 'following' && entry.seriesId !== null && isLater(one));
  const meant = [...plan.values()].filter(isMeant);
  const next = new Map(plan);
  if (changes === null) {
    if (entry.version !== seen) return [plan, 409];
    for (const one of meant) next.delete(one.id);
    return [next, 200];
  }
  const to = timeOf({ ...entry, ...changes });
  const changed = meant.flatMap((one) => {
    const time = one === entry ? to : movedAlong(timeOf(one), timeOf(entry), to, clock);
    const becomes = { ...one, ...changes, start: iso(time.start), end: iso(time.end) };
    return JSON.stringify(becomes) === JSON.stringify(one) ? [] : [becomes];
  });
  if (changed.length === 0) return [plan, 200];
  if (entry.version !== seen) return [plan, 409];
  for (const one of changed) {
    const before = plan.get(one.id);
    const isUnfit = (field: 'roomId' | 'employeeId', among: string[]) =>
      one[field] !== null && one[field] !== before?.[field] && !among.includes(one[field]);
    if (availabilityProblem({ ...one, ...timeOf(one) })) return [plan, 400];
    if (isUnfit('roomId', rooms) || isUnfit('employeeId', staff)) return [plan, 400];
    next.set(one.id, { ...one, version: one.version + 1 });
  }
  return [next, 200];
}

describeService('the plan', (suite) => {
  test('is what a plain model says, whatever two do to it at once', async () => {
    await fc.assert(
      fc.asyncProperty(story, async ({ creations, acts }) => {
        const own = await ownPlan(suite());
        const { practice, list } = own;
        const records = { rooms: practice.rooms[0], staff: [practice.vet, practice.near] };
        let plan: Plan = new Map();
        /** The `updatedAt` of each version of each entry. */
        const versions = new Map<string, string[]>();
        for (const given of creations) plan = await create(own, plan, given);
        for (const { id, updatedAt } of plan.values()) versions.set(id, [updatedAt]);
        const ids = [...plan.keys()];
        for (const together of acts) {
          const requests = together.map((one) => requestOf(own, plan, one, ids));
          const send = (request: Request) => sent(own, request, versions.get(request.id)?.[request.seen] ?? '');
          const answers = await Promise.all(requests.map(send));
          const found = await list();
          // One came before the other, whichever that was.
          const orders =
            requests.length === 1
              ? [[0]]
              : [
                  [0, 1],
                  [1, 0],
                ];
          const outcomes = orders.map((order) => {
            let then = plan;
            const statuses: number[] = [];
            for (const nth of order) [then, statuses[nth]] = after(then, requests[nth]!, records);
            return { then, statuses };
          });
          const values = (one: Availability) => JSON.stringify({ ...one, updatedAt: '', version: 0 });
          const isOutcome = ({ then, statuses }: (typeof outcomes)[number]) =>
            statuses.every((status, nth) => status === answers[nth]?.status) &&
            new Set([...then.values(), ...found].map(values)).size === found.length &&
            then.size === found.length;
          const outcome = outcomes.find(isOutcome);
          expect(
            outcome,
            JSON.stringify({ requests, answers, found, outcomes: outcomes.map(({ statuses }) => statuses) }),
          ).toBeDefined();
          plan = outcome?.then ?? plan;
          for (const { id, updatedAt } of found) {
            const known = versions.get(id) ?? [];
            const version = plan.get(id)?.version ?? 0;
            // It grows with each change, and with nothing else.
            if (version < known.length) expect(updatedAt).toBe(known[version]);
            else expect(updatedAt > String(known.at(-1))).toBe(true);
            while (known.length < version) known.push('superseded at once');
            known[version] = updatedAt;
          }
        }
      }),
      { numRuns: rounds({ few: 8, many: 400 }) },
    );
  });

  /** Adds entries, and looks at what came of it. */
  async function create(
    own: OwnPlan,
    plan: Plan,
    given: typeof creation extends fc.Arbitrary<infer One> ? One : never,
  ) {
    const first = { start: from + given.hour * HOUR_MS, end: from + (given.hour + given.hours) * HOUR_MS };
    const until = iso(clock.toWall(first.start) + (given.days ?? 0) * 24 * HOUR_MS).slice(0, 10);
    const repeat = { weekdays: [1, 2, 3, 4, 5, 6, 7], everyWeeks: 1, until };
    const made = given.days === null ? { times: [first] } : repeatedTimes(first, repeat, clock);
    const { duty } = own;
    const kind = given.isDuty ? 'on_duty' : 'unavailable';
    const body = { ...duty, kind, start: iso(first.start), end: iso(first.end) };
    const id = await own.plan({ ...body, ...(given.days !== null && { repeat }) });
    const added = (await own.list()).filter((entry) => !plan.has(entry.id));
    expect(added[0]?.id).toBe(id);
    expect('times' in made ? made.times.map(({ start, end }) => [iso(start), iso(end)]) : made).toEqual(
      added.map(({ start, end }) => [start, end]),
    );
    return new Map([...plan, ...added.map((entry) => [entry.id, { ...entry, version: 0 }] as const)]);
  }

  function requestOf({ practice }: OwnPlan, plan: Plan, given: Act, ids: string[]): Request {
    const id = ids[given.entry % ids.length] ?? '';
    const entry = plan.get(id);
    const by = (edge: 'start' | 'end', hours: number | undefined) =>
      hours === undefined || entry === undefined ? {} : { [edge]: iso(instantOf(entry[edge]) + hours * HOUR_MS) };
    const pick = (among: readonly string[], nth: number | null) => (nth === null ? null : (among[nth] ?? null));
    const changes: Changes = {
      ...{ ...by('start', given.start), ...by('end', given.end) },
      ...(given.title !== undefined && { title: given.title }),
      ...(given.employee !== undefined && { employeeId: pick([practice.vet, practice.near], given.employee) }),
      ...(given.room !== undefined && { roomId: pick([...practice.rooms[0], practice.rooms[1][0]], given.room) }),
    };
    const seen = Math.max(0, (entry?.version ?? 0) - (given.isStale ? 1 : 0));
    return {
      id,
      scope: given.scope,
      seen,
      changes: given.deletes || Object.keys(changes).length === 0 ? null : changes,
    };
  }

  async function sent(own: OwnPlan, { id, scope, changes }: Request, seen: string): Promise<Answer> {
    const { client, companyId } = own;
    // A version that nobody has seen, as it was superseded at once, is none that is there.
    const expectedUpdatedAt = Number.isNaN(Date.parse(seen)) ? '2026-01-01T00:00Z' : seen;
    if (changes === null) return client.delete(`${planPath}/${id}`, { companyId, expectedUpdatedAt, scope });
    const answer = await client.patch(`${planPath}/${id}`, { companyId, expectedUpdatedAt, scope, ...changes });
    if (answer.status === 200) expect(availabilitySchema.parse(answer.body)).toMatchObject({ id, ...changes });
    return answer;
  }
});
