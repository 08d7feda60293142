import { useQueries } from '@tanstack/react-query';
import { useApi } from '#app/api/api-client.ts';
import { retryUntilLoaded } from '#app/api/api-error.ts';
import type { Directory } from '#app/api/directory.ts';
import { queryOf } from '#app/api/queries.ts';
import type { SearchFilter } from '#contract/appointment-search.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { AppointmentStatus } from '#contract/enums.ts';
import { byCount, type FigureRow, type Figures, type Grouping } from './figures.ts';

/** The maximum number of requests for figures from a practice system without a history. */
export const MOST_REQUESTS = 20;

/** Figures take long to load: they are loaded once, and again on demand. */
export const once = {
  staleTime: Number.POSITIVE_INFINITY,
  // For going back, in milliseconds.
  gcTime: 60_000,
  refetchOnReconnect: false,
  retry: retryUntilLoaded.retry,
  meta: { of: 'figures' },
} as const;

const statuses = [undefined, 'cancelled', 'no_show'] as const satisfies (AppointmentStatus | undefined)[];
type Counted = (typeof statuses)[number];

/** A count by a practice system: the appointments of a store, vet or type, or all, with one status or any. */
interface Question {
  id: string | null;
  status: Counted;
}

/** Which counts to request with the requests that remain after the first page: at least the total, then the rows. */
export function questionsOf(ids: readonly string[]): Question[] {
  const of = (id: string | null, statusesToCount: readonly Counted[]) =>
    statusesToCount.map((status) => ({ id, status }));
  const remainingRequests = MOST_REQUESTS - 1 - statuses.length;
  const ofEach =
    [statuses, statuses.slice(0, 1)].find(
      (statusesToCount) => ids.length * statusesToCount.length <= remainingRequests,
    ) ?? [];
  return [...of(null, statuses), ...ids.flatMap((id) => of(id, ofEach))];
}

const fields = { store: 'storeId', vet: 'employeeId', type: 'visitTypeId' } as const satisfies Record<Grouping, string>;

const idsOf: Readonly<Record<Grouping, (directory: Directory) => string[]>> = {
  store: ({ company }) => company.stores.map(({ id }) => id),
  vet: ({ employees }) =>
    [...employees.values()].flatMap(({ id, role, isActive }) => (role === 'vet' && isActive ? id : [])),
  type: ({ types }) => [...types.values()].flatMap(({ id, isActive }) => (isActive ? id : [])),
};

interface CountsInput {
  companyId: string;
  /** The search for the appointments of the span. */
  filter: SearchFilter;
  by: Grouping;
  directory: Directory;
  enabled: boolean;
}

/**
 * The figures of more appointments than can be loaded, from the counts of the practice system. An appointment with two
 * vets counts for both.
 */
export function useCounts({ companyId, filter, by, directory, enabled }: CountsInput) {
  const api = useApi();
  const ids = idsOf[by](directory);
  const questions = enabled ? questionsOf(ids) : [];
  const answers = useQueries({
    queries: questions.map(({ id, status }) => {
      const narrowed = {
        ...filter,
        ...(id === null ? {} : { [fields[by]]: { eq: id } }),
        ...(status === undefined ? {} : { status: { eq: status } }),
      };
      return {
        ...queryOf(api, endpoints.searchAppointments, { companyId, limit: 1, filter: narrowed }, { purpose: 'poll' }),
        ...once,
      };
    }),
  });
  const countOf = (group: string | null, status: Counted) =>
    answers[questions.findIndex((one) => one.id === group && one.status === status)]?.data?.totalCount ?? null;
  const figuresOf = (id: string | null): Figures | null => {
    const [booked, cancelled, noShows] = statuses.map((status) => countOf(id, status));
    return typeof booked === 'number'
      ? { ...UNKNOWN, booked, cancelled: cancelled ?? null, noShows: noShows ?? null }
      : null;
  };
  const total = figuresOf(null);
  const rows = ids.flatMap((id): FigureRow[] => {
    const figures = figuresOf(id);
    return figures ? [{ id, ...figures }] : [];
  });
  const done = answers.filter(({ isPending }) => !isPending).length;
  return {
    figures: total && { total, rows: rows.filter(({ booked }) => booked > 0).sort(byCount) },
    progress: done < answers.length ? { done, all: answers.length } : null,
    error: answers.find(({ error }) => error !== null)?.error ?? null,
    retry: () => answers.filter(({ isError }) => isError).forEach(({ refetch }) => void refetch()),
  };
}

/** Figures that no count provides. */
const UNKNOWN = { upcoming: null, cancelledLate: null, undated: 0, reasons: null, waits: null, duty: null } as const;
