import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { createApiClient } from '#app/api/api-client.ts';
import { ApiError } from '#app/api/api-error.ts';
import { availabilityQueries, currentEntryInConflict } from '#app/api/availability.ts';
import type { NewEntry } from '#app/api/plan-changes.ts';
import { wallClockOf } from '#app/scheduling/plan-clock.ts';
import { ServiceError } from '#contract/error.ts';
import type { ReceivedAvailability } from '#contract/received-availability.ts';
import { createPlanInMemory, type PlanInMemory } from '#testing/plan-in-memory.ts';
import { createPlanChanges, type PlanChanging, type PlanEvent, type PlanPorts } from './create-plan-changes.ts';
import { createLoadedWeeks } from './loaded-weeks.ts';

const COMPANY = '00000000-0000-4000-8000-000000000001';
const STORE = '00000000-0000-4000-8000-000000000002';
const [ADA, BRAM] = ['00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000004'];
const clockOf = () => wallClockOf('America/New_York');
/** The weeks on the screen; their clocks go back on Sunday, 1 November. */
const MONDAYS = ['2026-10-26', '2026-11-02'];

/**
 * What becomes of a request: its answer comes, is lost, does not come or cannot be read before or after it was carried out, or the
 * practice system says no.
 */
type Fate =
  | 'answered'
  | 'lost'
  | 'made-and-lost'
  | 'silent'
  | 'made-and-silent'
  | 'unreadable'
  | 'made-and-unreadable'
  | 'refused';

let plan: PlanInMemory;
let fates: Fate[];
let events: PlanEvent[];
let queryClient: QueryClient;
let sent: string[];

const unreadable = new ApiError({ kind: 'invalid', status: 200 });

/** Requests without an answer, until their time is over. */
let silent: (() => void)[];

const noAnswer = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
    silent.push(() => reject(new ApiError({ kind: 'network', status: null })));
  });

function endSilence(): void {
  for (const end of silent.splice(0)) end();
}

const api = createApiClient({
  baseUrl: '',
  fetch: async (input) => {
    const { searchParams } = new URL(String(input), 'http://desk.test');
    const data = plan
      .between(searchParams.get('start') ?? '', searchParams.get('end') ?? '')
      .filter(({ employeeId }) => [null, employeeId].includes(searchParams.get('employeeId')));
    return Response.json({ data, nextCursor: null, hasMore: false, totalCount: data.length });
  },
});

/** Carries a request out, or not, and answers it, or not. */
async function fateOf<Answer>(run: () => Answer, signal: AbortSignal): Promise<Answer> {
  await Promise.resolve();
  const fate = fates.shift() ?? 'answered';
  if (fate === 'silent') return noAnswer(signal);
  if (fate === 'lost') throw new ApiError({ kind: 'network', status: null });
  if (fate === 'unreadable') throw unreadable;
  if (fate === 'refused') throw new ApiError({ kind: 'http', status: 403 });
  let answer: Answer;
  try {
    answer = run();
  } catch (error) {
    if (fate === 'made-and-lost') throw new ApiError({ kind: 'network', status: null });
    if (fate === 'made-and-silent') return noAnswer(signal);
    if (fate === 'made-and-unreadable') throw unreadable;
    if (!(error instanceof ServiceError)) throw error;
    throw new ApiError({ kind: 'http', status: error.status, messageKey: error.key, body: error.body('id') });
  }
  if (fate === 'made-and-lost') throw new ApiError({ kind: 'network', status: null });
  if (fate === 'made-and-unreadable') throw unreadable;
  return fate === 'made-and-silent' ? noAnswer(signal) : answer;
}

function start(more: Partial<PlanPorts> = {}): PlanChanging {
  const keys = new Map<string, string>();
  const mayRepeatCreates = more.mayRepeatCreates ?? true;
  let ids = 0;
  return createPlanChanges({
    ...createLoadedWeeks(queryClient, api, COMPANY, () => Promise.resolve()),
    sleep: () => new Promise(() => undefined),
    pause: () => new Promise((resolve) => setTimeout(resolve)),
    clockOf,
    newId: () => {
      ids += 1;
      return `here ${ids}`;
    },
    mayRepeatCreates,
    create: (entry, key, signal) =>
      fateOf(() => {
        sent.push(`create ${entry.title}`);
        const id = (key === null ? undefined : keys.get(key)) ?? plan.create({ ...entry, repeat: repeatOf(entry) }).id;
        if (key !== null) keys.set(key, id);
        return id;
      }, signal),
    change: ({ id, changes, ...rest }, signal) =>
      fateOf(() => {
        sent.push(`change ${id}`);
        return plan.patch(id, { companyId: COMPANY, ...rest, ...changes });
      }, signal),
    remove: ({ id, expectedUpdatedAt, scope }, signal) =>
      fateOf(() => {
        sent.push(`remove ${id}`);
        plan.delete(id, expectedUpdatedAt, scope);
      }, signal),
    currentInConflict: currentEntryInConflict,
    onEvent: (event) => events.push(event),
    ...more,
  });
}

const repeatOf = ({ repeat }: NewEntry) => repeat && { ...repeat, weekdays: [...repeat.weekdays] };

/** Reads what is on the screen again, as the polls do. */
const poll = () =>
  Promise.all(
    MONDAYS.map((monday) =>
      queryClient.fetchQuery({ ...availabilityQueries.week(api, { companyId: COMPANY, monday }), staleTime: 0 }),
    ),
  );

/** What the board shows. */
function shown(changes: PlanChanging): ReceivedAvailability[] {
  const { entries, removed } = changes.unsaved();
  const all = new Map<string, ReceivedAvailability>();
  for (const entry of createLoadedWeeks(queryClient, api, COMPANY).loaded())
    if (!removed.has(entry.id)) all.set(entry.id, entry);
  for (const entry of entries.filter(isShown)) all.set(entry.id, entry);
  return [...all.values()].sort((one, other) => one.start.localeCompare(other.start) || one.id.localeCompare(other.id));
}

const isShown = ({ start: from, end }: ReceivedAvailability) =>
  from < '2026-11-09T14:00:00.000Z' && end > '2026-10-25T10:00:00.000Z';
const said = ({ kind, employeeId, start: from, end, title }: ReceivedAvailability) => ({
  kind,
  employeeId,
  from,
  end,
  title,
});
const inService = () => [...plan.entries.values()].filter(isShown).map(said);
const byTime = (one: { from: string }, other: { from: string }) =>
  JSON.stringify([one.from, one]).localeCompare(JSON.stringify([other.from, other]));

const settled = async () => {
  for (let turn = 0; turn < 30; turn += 1) await new Promise<void>((resolve) => setTimeout(resolve));
};

const duty = (title: string | null, more: Partial<NewEntry> = {}): NewEntry => ({
  ...{ kind: 'on_duty', storeId: STORE, employeeId: ADA, roomId: null, title, repeat: null },
  ...{ start: '2026-10-27T13:00:00.000Z', end: '2026-10-27T21:00:00.000Z' },
  ...more,
});
const weekly = { weekdays: [2, 4], everyWeeks: 1, until: '2026-11-19' };
const seen = (changes: PlanChanging, title: string) => {
  const found = shown(changes).find((entry) => entry.title === title);
  if (!found) throw new Error(`${title} is not on the screen`);
  return found;
};
const kinds = () => events.map(({ kind }) => kind);

beforeEach(async () => {
  plan = createPlanInMemory(COMPANY, clockOf);
  fates = [];
  events = [];
  sent = [];
  silent = [];
  queryClient = new QueryClient();
  await poll();
});

describe('createPlanChanges', () => {
  test('several new entries are shown at once as the practice system makes them, and are one change', async () => {
    const changes = start();
    changes.create([duty('a', { repeat: weekly }), duty('b', { employeeId: BRAM })]);
    const before = shown(changes).map(said).sort(byTime);
    expect(before).toHaveLength(5);
    await settled();
    expect(changes.unsaved().entries).toEqual([]);
    expect(shown(changes).map(said).sort(byTime)).toEqual(before);
    expect(inService().sort(byTime)).toEqual(before);
    expect(kinds()).toEqual(['saved', 'saved']);
    changes.undo(1);
    await settled();
    expect(plan.entries.size).toBe(0);
    expect(shown(changes)).toEqual([]);
  });

  test('the following of a series move by the clock, an Undo puts them back, and each is changed again at once', async () => {
    plan.create(duty('a', { repeat: weekly }) as Parameters<PlanInMemory['create']>[0]);
    await poll();
    const changes = start();
    const [, second, third] = shown(changes);
    if (!second || !third) throw new Error('four are shown');
    const before = inService();
    changes.change(second, { start: '2026-10-29T14:00:00.000Z' }, 'following');
    changes.change(third, { title: 'Late' }, 'this');
    const wanted = shown(changes).map(({ start: from, title }) => [from, title]);
    expect(wanted).toEqual([
      ['2026-10-27T13:00:00.000Z', 'a'],
      ['2026-10-29T14:00:00.000Z', 'a'],
      ['2026-11-03T15:00:00.000Z', 'Late'],
      ['2026-11-05T15:00:00.000Z', 'a'],
    ]);
    await settled();
    expect(kinds()).toEqual(['saved', 'saved']);
    expect(inService().map(({ from, title }) => [from, title])).toEqual(wanted);
    changes.undo(2);
    changes.undo(1);
    await settled();
    expect(inService()).toEqual(before);
    expect(shown(changes).map(said)).toEqual(before);
  });

  test('a series that was deleted comes back as one, with what is not on the screen', async () => {
    plan.create(duty('a', { repeat: { ...weekly, until: '2027-06-01' } }) as Parameters<PlanInMemory['create']>[0]);
    await poll();
    const changes = start();
    const before = [...plan.entries.values()].map(said);
    changes.remove([seen(changes, 'a')], 'following');
    expect(shown(changes)).toEqual([]);
    await settled();
    expect(plan.entries.size).toBe(0);
    changes.undo(1);
    await settled();
    expect([...plan.entries.values()].map(said)).toEqual(before);
    expect(new Set([...plan.entries.values()].map(({ seriesId }) => seriesId)).size).toBe(1);
  });

  test('what is done with a new entry before it is saved follows it', async () => {
    const changes = start();
    changes.create([duty('a')]);
    changes.change(seen(changes, 'a'), { employeeId: BRAM }, 'this');
    changes.create([duty('b', { repeat: weekly })]);
    const last = shown(changes).at(-1);
    if (last) changes.remove([last], 'this');
    await settled();
    expect(kinds()).toEqual(['saved', 'saved', 'saved', 'saved']);
    expect(inService()).toHaveLength(4);
    expect([...plan.entries.values()].find(({ title }) => title === 'a')?.employeeId).toBe(BRAM);
    expect(shown(changes).map(said).sort(byTime)).toEqual(inService().sort(byTime));
  });

  test('a new entry that a neighbouring week was read with stays in the week that was not', async () => {
    await poll();
    const changes = start();
    fates.push('made-and-silent');
    // Still in the week before, whose Sunday ends somewhere on earth only then.
    changes.create([duty('a', { start: '2026-11-02T13:00:00.000Z', end: '2026-11-02T18:00:00.000Z' })]);
    changes.change(seen(changes, 'a'), { employeeId: BRAM }, 'this');
    await settled();
    const [before] = MONDAYS;
    await queryClient.fetchQuery({
      ...availabilityQueries.week(api, { companyId: COMPANY, monday: before ?? '' }),
      staleTime: 0,
    });
    changes.reload();
    const read = [...plan.entries.values()].map(({ id }) => id);
    expect(changes.unsaved().entries.map(({ id, employeeId }) => [id, employeeId])).toEqual([[read[0], BRAM]]);
    endSilence();
    await settled();
    expect(changes.unsaved().entries).toEqual([]);
    expect(shown(changes).map(said)).toEqual(inService());
  });

  test('an entry is known as not saved from the first moment until the answer', async () => {
    const changes = start();
    changes.create([duty('a')]);
    expect(changes.unsaved().pending).toEqual(new Set(changes.unsaved().entries.map(({ id }) => id)));
    expect(changes.unsaved().pending.size).toBe(1);
    await settled();
    expect(changes.unsaved().pending).toEqual(new Set());
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
      fates = ['made-and-unreadable', 'unreadable'];
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

  test('a change whose answer cannot be read is saved where the plan has it, else ends', async () => {
    plan.create(duty('a') as Parameters<PlanInMemory['create']>[0]);
    await poll();
    const changes = start();
    fates = ['made-and-unreadable', 'unreadable'];
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
    plan.create(duty('a') as Parameters<PlanInMemory['create']>[0]);
    await poll();
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

  test('replacing entries is one change, which one Undo takes back', async () => {
    plan.create(duty('a') as Parameters<PlanInMemory['create']>[0]);
    await poll();
    const changes = start();
    const before = inService();
    const titlesShown = () =>
      shown(changes)
        .map(({ title }) => title)
        .sort();
    changes.replace([seen(changes, 'a')], [duty('b'), duty('c', { employeeId: BRAM })]);
    expect(titlesShown()).toEqual(['b', 'c']);
    await settled();
    expect(events.map(({ kind, step }) => [kind, step.number, step.of])).toEqual(Array(3).fill(['saved', 1, 3]));
    expect(titlesShown()).toEqual(['b', 'c']);
    changes.undo(1);
    await settled();
    expect(inService()).toEqual(before);
    expect(shown(changes).map(said)).toEqual(before);
  });

  test('what was refused is sent again as part of its change, which one Undo takes back', async () => {
    const changes = start();
    fates = ['answered', 'refused', 'refused'];
    changes.create([duty('a'), duty('b', { employeeId: BRAM }), duty('c', { kind: 'unavailable' })]);
    await settled();
    expect(shown(changes).map(({ title }) => title)).toEqual(['a']);
    changes.retry(events.flatMap(({ kind, step }) => (kind === 'refused' ? [step] : [])));
    await settled();
    expect(
      inService()
        .map(({ title }) => title)
        .sort(),
    ).toEqual(['a', 'b', 'c']);
    expect(kinds()).toEqual(['saved', 'refused', 'refused', 'saved', 'saved']);
    changes.undo(1);
    await settled();
    expect(inService()).toEqual([]);
  });

  test('of several, one that a colleague has changed is decided in a dialog when it is sent again', async () => {
    for (const title of ['a', 'b']) plan.create(duty(title) as Parameters<PlanInMemory['create']>[0]);
    await poll();
    const changes = start();
    const entries = ['a', 'b'].map((title) => seen(changes, title));
    plan.change(entries[0]?.id ?? '', { employeeId: BRAM });
    changes.remove(entries, 'this');
    await settled();
    expect([kinds().sort(), changes.state().conflicts]).toEqual([['conflict', 'saved'], []]);
    const met = events.find(({ kind }) => kind === 'conflict');
    if (met) changes.decide(met.step);
    await settled();
    expect(changes.state().conflicts).toMatchObject([{ seen: { title: 'a' }, current: { employeeId: BRAM } }]);
  });

  test('a colleague was first: theirs stays until it is decided, then mine is made of it', async () => {
    plan.create(duty('a') as Parameters<PlanInMemory['create']>[0]);
    await poll();
    const changes = start();
    const entry = seen(changes, 'a');
    plan.change(entry.id, { title: 'b' });
    changes.change(entry, { employeeId: BRAM }, 'this');
    await settled();
    expect(changes.state().conflicts).toMatchObject([
      { seen: { title: 'a' }, current: { title: 'b', employeeId: ADA } },
    ]);
    expect(shown(changes)).toMatchObject([{ title: 'b', employeeId: ADA }]);
    const [conflict] = changes.state().conflicts;
    if (conflict) changes.resolve(conflict, 'mine');
    await settled();
    expect([...plan.entries.values()]).toMatchObject([{ title: 'b', employeeId: BRAM }]);
    plan.change(entry.id, { title: 'c' });
    changes.remove([seen(changes, 'b')], 'this');
    await settled();
    const [second] = changes.state().conflicts;
    if (second) changes.resolve(second, 'theirs');
    await settled();
    expect(shown(changes)).toMatchObject([{ title: 'c', employeeId: BRAM }]);
  });

  test('what a colleague has deleted is told, and gone from the screen', async () => {
    plan.create(duty('a') as Parameters<PlanInMemory['create']>[0]);
    await poll();
    const changes = start();
    const entry = seen(changes, 'a');
    plan.remove(entry.id);
    changes.change(entry, { title: 'b' }, 'this');
    await settled();
    expect([kinds(), shown(changes)]).toEqual([['refused'], []]);
  });

  test('whatever is asked, lost, refused, given up and done by others: in the end the screen shows what is there, nothing twice', async () => {
    const day = fc.integer({ min: 26, max: 31 }).map((date) => `2026-10-${date}`);
    const hour = fc.constantFrom('05', '06', '13', '23');
    const time = fc.record({ day, hour }).map((at) => `${at.day}T${at.hour}:00:00.000Z`);
    const changed = fc.oneof(
      fc.record({ title: fc.constantFrom(null, 'x', 'y') }),
      fc.record({ employeeId: fc.constantFrom(ADA, BRAM) }),
      time.map((start) => ({ start, end: new Date(Date.parse(start) + 8 * 3_600_000).toISOString() })),
    );
    const scope = fc.constantFrom('this' as const, 'following' as const);
    const which = fc.nat(20);
    const acts = fc.oneof(
      fc.record({ act: fc.constant('create' as const), start: time, isSeries: fc.boolean(), both: fc.boolean() }),
      fc.record({ act: fc.constant('change' as const), which, changes: changed, scope }),
      fc.record({ act: fc.constant('remove' as const), which, both: fc.boolean(), scope }),
      fc.record({ act: fc.constant('colleague' as const), which, changes: changed, scope }),
      fc.record({ act: fc.constant('colleague removes' as const), which, scope }),
      fc.record({ act: fc.constant('replace' as const), start: time }),
      fc.record({ act: fc.constantFrom('undo' as const, 'give up' as const, 'retry' as const), which }),
      fc.record({ act: fc.constantFrom('wait' as const, 'poll' as const) }),
      fc.record({ act: fc.constant('settle' as const), how: fc.constantFrom('theirs' as const, 'mine' as const) }),
    );
    const fate = fc.constantFrom<Fate>(
      ...([
        'answered',
        'answered',
        'lost',
        'made-and-lost',
        'silent',
        'made-and-silent',
        'refused',
        'unreadable',
        'made-and-unreadable',
      ] as const),
    );
    const given = fc.record({
      acts: fc.array(acts, { maxLength: 14 }),
      fates: fc.array(fate, { maxLength: 14 }),
      mayRepeatCreates: fc.boolean(),
    });
    const isTold = ({ kind }: PlanEvent) => kind !== 'uncertain';
    await fc.assert(
      fc.asyncProperty(given, async ({ acts: asked, fates: coming, mayRepeatCreates }) => {
        plan = createPlanInMemory(COMPANY, clockOf);
        queryClient = new QueryClient();
        await poll();
        events = [];
        fates = [...coming];
        let others = false;
        let titles = 0;
        const sizes = new Map<string, number>();
        const retried = new Set<PlanEvent['step']>();
        const changes = start({ mayRepeatCreates });
        const giveUpAll = () => {
          for (const { steps } of changes.state().lanes.values()) changes.giveUp(steps[0]?.number ?? 0);
        };
        for (const one of asked) {
          const entries = shown(changes);
          const pick = 'which' in one ? entries[one.which % Math.max(entries.length, 1)] : undefined;
          switch (one.act) {
            case 'create': {
              const end = new Date(Date.parse(one.start) + 4 * 3_600_000).toISOString();
              const weekdays = [
                ...new Set([((new Date(clockOf().toWall(Date.parse(one.start))).getUTCDay() + 6) % 7) + 1, 3]),
              ];
              const repeat = one.isSeries ? { weekdays, everyWeeks: 1, until: '2026-11-12' } : null;
              const wanted = [0, ...(one.both ? [1] : [])].map(() => {
                titles += 1;
                return duty(`made ${titles}`, { start: one.start, end, repeat });
              });
              changes.create(wanted);
              for (const { title } of wanted)
                sizes.set(title ?? '', changes.unsaved().entries.filter((entry) => entry.title === title).length);
              break;
            }
            case 'change':
              if (pick) changes.change(pick, one.changes, one.scope);
              break;
            case 'remove':
              if (pick) changes.remove(one.both ? entries.slice(0, 2) : [pick], one.scope);
              break;
            case 'replace': {
              titles += 1;
              const end = new Date(Date.parse(one.start) + 4 * 3_600_000).toISOString();
              changes.replace(entries.slice(0, 2), [duty(`made ${titles}`, { start: one.start, end })]);
              sizes.set(`made ${titles}`, 1);
              break;
            }
            case 'retry': {
              const failed = events.filter(({ kind, step }) => kind === 'refused' && !retried.has(step));
              const steps = failed.map(({ step }) => step).filter((step, _, all) => step.number === all[0]?.number);
              for (const step of steps) retried.add(step);
              changes.retry(steps);
              break;
            }
            case 'colleague':
            case 'colleague removes': {
              const theirs = [...plan.entries.values()];
              const entry = theirs[one.which % Math.max(theirs.length, 1)];
              if (!entry) break;
              others = true;
              if (one.act === 'colleague') plan.change(entry.id, { ...one.changes, scope: one.scope });
              else plan.remove(entry.id, one.scope);
              break;
            }
            case 'undo':
              changes.undo(one.which % 8);
              break;
            case 'give up':
              giveUpAll();
              break;
            case 'wait':
              endSilence();
              await new Promise<void>((resolve) => setTimeout(resolve));
              break;
            case 'poll':
              await poll();
              break;
            case 'settle': {
              const [conflict] = changes.state().conflicts;
              if (conflict) changes.resolve(conflict, one.how);
              break;
            }
          }
        }
        for (let turn = 0; turn < 40 && changes.state().lanes.size > 0; turn += 1) {
          await settled();
          endSilence();
        }
        for (const conflict of changes.state().conflicts) changes.resolve(conflict, 'theirs');
        expect(changes.unsaved()).toEqual({ entries: [], removed: new Set(), pending: new Set() });
        if (others) await poll();
        expect(shown(changes).map(said).sort(byTime)).toEqual(inService().sort(byTime));
        // Each request is told of once.
        const told = events.filter(isTold).map(({ step }) => step);
        expect(new Set(told).size).toBe(told.length);
        for (const [title, size] of sizes) {
          const there = [...plan.entries.values()].filter((entry) => entry.title === title);
          expect(there.length).toBeLessThanOrEqual(size);
        }
      }),
      { numRuns: 40 },
    );
  }, 30_000);
});
