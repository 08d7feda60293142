import { QueryClient } from '@tanstack/react-query';
import { createApiClient } from '#app/api/api-client.ts';
import { ApiError } from '#app/api/api-error.ts';
import { newId } from '#app/browser/new-id.ts';
import { createOutbox, type Outbox } from '#app/changes/outbox/outbox.ts';
import type { NewPlanEntry } from '#app/changes/plan-actions.ts';
import { availabilityQueries, readCurrentEntries } from '#app/days/availability.ts';
import {
  createPlanActions,
  type PlanCommand,
  type PlanPorts,
  type TabPlanActions,
} from '#app/features/plan/create-plan-actions.ts';
import { createLoadedWeeks } from '#app/features/plan/loaded-weeks.ts';
import { expandRecurrence, parseInterval } from '#contract/availability-rules.ts';
import { ServiceError } from '#contract/error.ts';
import type { ReceivedAvailability } from '#contract/received-availability.ts';
import { createWallClock } from '#scheduling/wall-clock.ts';
import type { RequestOutcome } from './outcomes.ts';
import { createPlanInMemory } from './plan-in-memory.ts';

const COMPANY = '00000000-0000-4000-8000-000000000001';
const STORE = '00000000-0000-4000-8000-000000000002';
export const [ADA, BRAM] = ['00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000004'];
export const clockOf = () => createWallClock('America/New_York');
/** The weeks on the screen. The clocks go back on Sunday, 1 November. */
const MONDAYS = ['2026-10-26', '2026-11-02'] as const;

/** A shift of Ada on Tuesday, 27 October. */
export const duty = (title: string | null, more: Partial<NewPlanEntry> = {}): NewPlanEntry => ({
  ...{ kind: 'on_duty', storeId: STORE, employeeId: ADA, roomId: null, title },
  ...{ start: '2026-10-27T13:00:00.000Z', end: '2026-10-27T21:00:00.000Z' },
  ...more,
});
/** The same entry on other weekdays, as a form creates it. */
export function repeated(
  entry: NewPlanEntry,
  weekdays: readonly number[],
  until: string,
  seriesId = newId(),
): NewPlanEntry[] {
  const occurrences = expandRecurrence(parseInterval(entry), { weekdays, until }, clockOf());
  if ('problem' in occurrences) throw new Error(occurrences.problem);
  const iso = (instant: number) => new Date(instant).toISOString();
  return occurrences.times.map(({ start, end }) => ({ ...entry, seriesId, start: iso(start), end: iso(end) }));
}

const isShown = ({ start: from, end }: ReceivedAvailability) =>
  from < '2026-11-09T14:00:00.000Z' && end > '2026-10-25T10:00:00.000Z';
/** The content of an entry, without its id and version. */
export const contentOf = ({ kind, employeeId, start: from, end, title }: ReceivedAvailability) => ({
  kind,
  employeeId,
  from,
  end,
  title,
});
export const byTime = (one: { from: string }, other: { from: string }) =>
  JSON.stringify([one.from, one]).localeCompare(JSON.stringify([other.from, other]));

export const settled = async () => {
  for (let turn = 0; turn < 30; turn += 1) await new Promise<void>((resolve) => setTimeout(resolve));
};

/**
 * A desk that changes availability in a practice system whose responses a test can lose. Two weeks are on the screen.
 */
export async function createChangingPlan() {
  const plan = createPlanInMemory(COMPANY);
  const queryClient = new QueryClient();
  const outcomes: RequestOutcome[] = [];
  /** Each command after each change of its state, except to waiting. */
  const history: PlanCommand[] = [];
  const sent: Parameters<PlanPorts['send']>[0][] = [];
  /** Requests without a response, until their time limit. */
  const silent: (() => void)[] = [];

  const noAnswer = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      silent.push(() => reject(new ApiError({ kind: 'network', status: null })));
    });

  const api = createApiClient({
    baseUrl: '',
    fetch: async (input) => {
      const { searchParams } = new URL(String(input), 'http://desk.test');
      const data = plan
        .between(searchParams.get('start') ?? '', searchParams.get('end') ?? '')
        .filter(({ seriesId }) => [null, seriesId].includes(searchParams.get('seriesId')));
      return Response.json({ data, nextCursor: null, hasMore: false, totalCount: data.length });
    },
  });

  /** Carries out and answers a request, or loses it or its response. */
  async function fateOf<Answer>(run: () => Answer, signal: AbortSignal): Promise<Answer> {
    await Promise.resolve();
    const outcome = outcomes.shift() ?? 'answered';
    let answer = (): Answer => {
      throw new ApiError({ kind: 'http', status: 403 });
    };
    if (outcome === 'answered' || outcome.startsWith('made-and-')) {
      try {
        const result = run();
        answer = () => result;
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        const { status, key: messageKey } = error;
        answer = () => {
          throw new ApiError({ kind: 'http', status, messageKey, body: error.body('id') });
        };
      }
    }
    if (outcome.endsWith('lost')) throw new ApiError({ kind: 'network', status: null });
    if (outcome.endsWith('silent')) return noAnswer(signal);
    if (outcome.endsWith('unreadable')) throw new ApiError({ kind: 'invalid', status: 200 });
    return answer();
  }

  function start(): TabPlanActions & Pick<Outbox, 'undo' | 'undoable'> {
    const outbox = createOutbox({
      sleep: () => new Promise(() => undefined),
      pause: () => new Promise((resolve) => setTimeout(resolve)),
    });
    const changes = createPlanActions(outbox, {
      ...createLoadedWeeks(queryClient, api, COMPANY),
      clockOf,
      newId,
      send: (request, signal) =>
        fateOf(() => {
          sent.push(request);
          return plan.request({ companyId: COMPANY, ...request }).put;
        }, signal),
      conflictIn: readCurrentEntries,
    });
    const states = new Map<number, string>();
    changes.subscribe(() => {
      for (const command of changes.commands()) {
        const { number, state } = command;
        if (states.get(number) !== state && state !== 'waiting' && state !== 'giving-up') history.push(command);
        states.set(number, state);
      }
    });
    const { undo, undoable } = outbox;
    return { ...changes, undo, undoable };
  }

  /** Reloads weeks on the screen, like the polls. */
  const poll = (mondays: readonly string[] = MONDAYS) =>
    Promise.all(
      mondays.map((monday) =>
        queryClient.fetchQuery({ ...availabilityQueries.week(api, { companyId: COMPANY, monday }), staleTime: 0 }),
      ),
    );

  /** The entries on the screen. */
  function shown(changes: TabPlanActions): ReceivedAvailability[] {
    const { entries, removed } = changes.unsaved();
    const all = new Map<string, ReceivedAvailability>();
    for (const entry of createLoadedWeeks(queryClient, api, COMPANY).loaded())
      if (!removed.has(entry.id)) all.set(entry.id, entry);
    for (const entry of entries.filter(isShown)) all.set(entry.id, entry);
    return [...all.values()].sort(
      (one, other) => one.start.localeCompare(other.start) || one.id.localeCompare(other.id),
    );
  }

  await poll();
  return {
    ...{ plan, outcomes, history, sent, start, poll, shown },
    endSilence(): void {
      for (const end of silent.splice(0)) end();
    },
    /** The entries of the practice system in the weeks on the screen. */
    inService: () => [...plan.entries.values()].filter(isShown).map(contentOf),
    seen(changes: TabPlanActions, title: string): ReceivedAvailability {
      const found = shown(changes).find((entry) => entry.title === title);
      if (!found) throw new Error(`${title} is not on the screen`);
      return found;
    },
    states: () => history.map(({ state }) => state),
    /** Adds entries to the practice system, and loads them on the screen. */
    async add(...entries: NewPlanEntry[]): Promise<void> {
      for (const entry of entries) plan.create(entry);
      await poll();
    },
  };
}
