import type { SortDirection } from '#contract/appointment.ts';
import type { SearchBranch, SearchFilter, SearchOrder } from '#contract/appointment-search.ts';
import { instantOf } from '#contract/date-time.ts';

/** Which page of appointments to look up, whichever endpoint was asked. */
export interface AppointmentQuery {
  companyId: string;
  /** The stores that the key has access to, of those that were asked for. */
  storeIds: readonly string[];
  filter: SearchFilter;
  /** Each must begin a word of the title. */
  terms: readonly string[];
  sort: AppointmentSort;
  limit: number;
}

/** By creation date or by start, then by id. A missing start counts as the latest. */
export interface AppointmentSort {
  by: 'created' | 'start';
  direction: SortDirection;
}

const sorts: Readonly<Record<SearchOrder, AppointmentSort>> = {
  created: { by: 'created', direction: 'desc' },
  start: { by: 'start', direction: 'asc' },
  '-start': { by: 'start', direction: 'desc' },
};

/** What the order of a search means. */
export const sortOf = (order: SearchOrder): AppointmentSort => sorts[order];

type Operators = NonNullable<SearchBranch[keyof SearchBranch]>;
type DateTimeOperators = NonNullable<SearchBranch['start']>;
type CanonicalFields = readonly (readonly [name: string, value: unknown])[];

/**
 * A query without the page size in canonical form, as plain JSON data: equivalent queries have the same form. Order
 * and repetitions in lists, the offset of an instant, and empty operator objects make no difference.
 */
export function canonicalQuery({ companyId, storeIds, filter, terms, sort }: AppointmentQuery): unknown {
  return {
    companyId,
    sort: `${sort.by} ${sort.direction}`,
    storeIds: uniqueSorted(storeIds),
    terms: uniqueSorted(terms),
    filter: canonicalFilter(filter),
  };
}

/** The canonical form of a list whose order and repetitions mean nothing. */
export function uniqueSorted(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}

function canonicalFilter({ or, ...branch }: SearchFilter): unknown {
  const alternatives = (or ?? []).map((alternative) => JSON.stringify(canonicalBranch(alternative)));
  // An empty branch matches everything, and so does the whole alternative.
  return { branch: canonicalBranch(branch), or: alternatives.includes('[]') ? [] : uniqueSorted(alternatives) };
}

function canonicalBranch(branch: SearchBranch): CanonicalFields {
  return sortedByName(
    Object.entries(branch).flatMap(([field, operators]) => {
      const canonical = operators === undefined ? [] : canonicalOperators(operators);
      return canonical.length === 0 ? [] : [[field, canonical] as const];
    }),
  );
}

function canonicalOperators(operators: Operators): CanonicalFields {
  return sortedByName(
    Object.entries(operators).flatMap(([operator, value]) =>
      value === undefined ? [] : [[operator, canonicalValue(operator, value)] as const],
    ),
  );
}

function canonicalValue(operator: string, value: string | boolean | readonly string[]): unknown {
  if (typeof value === 'boolean' || operator === 'eq') return value;
  if (typeof value === 'string') return instantOf(value);
  return operator === 'in' ? uniqueSorted(value) : value.map(instantOf);
}

function sortedByName(fields: CanonicalFields): CanonicalFields {
  return [...fields].sort(([a], [b]) => (a < b ? -1 : 1));
}

/**
 * The range, both ends included, in which every instant lies that the operators let through: epoch milliseconds, null
 * where they set no bound. Wider than the operators where those are strict.
 */
export function rangeOf(operators: DateTimeOperators | undefined): { from: number | null; to: number | null } {
  if (operators === undefined) return { from: null, to: null };
  const { gt, gte, lt, lte, between } = operators;
  return {
    from: tightest([gt, gte, between?.[0]], Math.max),
    to: tightest([lt, lte, between?.[1]], Math.min),
  };
}

function tightest(bounds: readonly (string | undefined)[], pick: (...values: number[]) => number): number | null {
  const instants = bounds.filter((bound) => bound !== undefined).map(instantOf);
  return instants.length === 0 ? null : pick(...instants);
}

const DAY_MS = 86_400_000;
/** The longest range of starts that is selective: with words of a title, and without. */
const SELECTIVE_DAYS = { withTerms: 100, withoutTerms: 8 } as const;

/**
 * Whether a query is likely to match few rows, judged by its shape: days rather than years, words of a title within some
 * months, or one client, pet or bill. A wrong guess costs time, never an answer.
 */
export function isSelective({ filter, terms }: AppointmentQuery): boolean {
  const one = [filter.clientId, filter.petId, filter.storeInvoiceId, filter.billingContextId];
  if (one.some((operators) => operators?.eq !== undefined)) return true;
  const start = rangeOf(filter.start);
  const from = rangeOf(filter.end).from ?? start.from;
  const days = terms.length === 0 ? SELECTIVE_DAYS.withoutTerms : SELECTIVE_DAYS.withTerms;
  return from !== null && start.to !== null && start.to - from <= days * DAY_MS;
}

/**
 * Whether the matches come late in a scan in the order of the query, which begins with the newest (`desc`) or the oldest.
 * Appointments are made shortly before they take place, so a scan reaches a bounded time late from its other side. Bounds of
 * what it is sorted by do not count: the scan begins there.
 */
export function matchesLateInScan({ filter, sort }: AppointmentQuery): boolean {
  const other = sort.by === 'created' ? filter.start : filter.createdAt;
  return [other, filter.end, filter.checkedInAt, filter.updatedAt].some((operators) => {
    const { from, to } = rangeOf(operators);
    return (sort.direction === 'desc' ? to : from) !== null;
  });
}
