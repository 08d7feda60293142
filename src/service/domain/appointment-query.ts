import type { SortDirection } from '#contract/appointment.ts';
import type { SearchBranch, SearchFilter, SearchOrder } from '#contract/appointment-search.ts';
import { instantOf } from '#contract/date-time.ts';

/** A query for a page of appointments, independent of the endpoint. */
export interface AppointmentQuery {
  companyId: string;
  /** The requested stores that the key has access to. */
  storeIds: readonly string[];
  filter: SearchFilter;
  /** Each term must begin a word of the title. */
  terms: readonly string[];
  sort: AppointmentSort;
  limit: number;
}

/** The order of a page: by creation date or by start, then by id. A missing start counts as the latest. */
export interface AppointmentSort {
  by: 'created' | 'start';
  direction: SortDirection;
}

const sorts: Readonly<Record<SearchOrder, AppointmentSort>> = {
  created: { by: 'created', direction: 'desc' },
  start: { by: 'start', direction: 'asc' },
  '-start': { by: 'start', direction: 'desc' },
};

export const toAppointmentSort = (order: SearchOrder): AppointmentSort => sorts[order];

type Operators = NonNullable<SearchBranch[keyof SearchBranch]>;
type DateTimeOperators = NonNullable<SearchBranch['start']>;
type CanonicalFields = readonly (readonly [name: string, value: unknown])[];

/**
 * A query without the page size in canonical form, as plain JSON data: equivalent queries have the same form. The order of
 * lists, repeated values, the offset of an instant and empty operator objects make no difference.
 */
export function toCanonicalQuery({ companyId, storeIds, filter, terms, sort }: AppointmentQuery): unknown {
  return {
    companyId,
    sort: `${sort.by} ${sort.direction}`,
    storeIds: sortUnique(storeIds),
    terms: sortUnique(terms),
    filter: toCanonicalFilter(filter),
  };
}

/** The canonical form of a list whose order and repetitions are irrelevant. */
export function sortUnique(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}

function toCanonicalFilter({ or, ...branch }: SearchFilter): unknown {
  const alternatives = (or ?? []).map((alternative) => JSON.stringify(toCanonicalBranch(alternative)));
  // An empty branch matches everything, so the alternatives restrict nothing.
  return { branch: toCanonicalBranch(branch), or: alternatives.includes('[]') ? [] : sortUnique(alternatives) };
}

function toCanonicalBranch(branch: SearchBranch): CanonicalFields {
  return sortByName(
    Object.entries(branch).flatMap(([field, operators]) => {
      const canonical = operators === undefined ? [] : toCanonicalOperators(operators);
      return canonical.length === 0 ? [] : [[field, canonical] as const];
    }),
  );
}

function toCanonicalOperators(operators: Operators): CanonicalFields {
  return sortByName(
    Object.entries(operators).flatMap(([operator, value]) =>
      value === undefined ? [] : [[operator, toCanonicalValue(operator, value)] as const],
    ),
  );
}

function toCanonicalValue(operator: string, value: string | boolean | readonly string[]): unknown {
  if (typeof value === 'boolean' || operator === 'eq') return value;
  if (typeof value === 'string') return instantOf(value);
  return operator === 'in' ? sortUnique(value) : value.map(instantOf);
}

function sortByName(fields: CanonicalFields): CanonicalFields {
  return [...fields].sort(([a], [b]) => (a < b ? -1 : 1));
}

/**
 * The inclusive range of all instants that satisfy the operators: epoch milliseconds, null for no bound. Strict operators
 * make the range slightly too wide.
 */
export function findInstantRange(operators: DateTimeOperators | undefined): { from: number | null; to: number | null } {
  if (operators === undefined) return { from: null, to: null };
  const { gt, gte, lt, lte, between } = operators;
  return {
    from: findTightestBound([gt, gte, between?.[0]], Math.max),
    to: findTightestBound([lt, lte, between?.[1]], Math.min),
  };
}

function findTightestBound(
  bounds: readonly (string | undefined)[],
  pick: (...values: number[]) => number,
): number | null {
  const instants = bounds.filter((bound) => bound !== undefined).map(instantOf);
  return instants.length === 0 ? null : pick(...instants);
}

const DAY_MS = 86_400_000;
/**
 * The longest range of starts that makes a query selective, in days: for a query with title words, and for one without them.
 */
const SELECTIVE_DAYS = { withTerms: 100, withoutTerms: 8 } as const;

/**
 * Whether a query is likely to match few rows, judged by its shape: a range of days rather than years, title words within
 * a few months, or a single client, pet or bill. A wrong guess costs time but never changes the result.
 */
export function isSelective({ filter, terms }: AppointmentQuery): boolean {
  const one = [filter.clientId, filter.petId, filter.storeInvoiceId, filter.billingContextId];
  if (one.some((operators) => operators?.eq !== undefined)) return true;
  const start = findInstantRange(filter.start);
  const from = findInstantRange(filter.end).from ?? start.from;
  const days = terms.length === 0 ? SELECTIVE_DAYS.withoutTerms : SELECTIVE_DAYS.withTerms;
  return from !== null && start.to !== null && start.to - from <= days * DAY_MS;
}

/**
 * Whether a scan in the order of the query reaches the matches late. A scan in descending order begins with the newest
 * appointment, so an upper bound on another time of the appointments makes it late; in ascending order, a lower bound does.
 * The times of an appointment are close together, because appointments are created shortly before they take place. Bounds
 * on the sort field itself do not matter: the scan begins at them.
 */
export function matchesLateInScan({ filter, sort }: AppointmentQuery): boolean {
  const other = sort.by === 'created' ? filter.start : filter.createdAt;
  return [other, filter.end, filter.checkedInAt, filter.updatedAt].some((operators) => {
    const { from, to } = findInstantRange(operators);
    return (sort.direction === 'desc' ? to : from) !== null;
  });
}
