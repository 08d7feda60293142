import type { SearchBranch, SearchFilter } from '#contract/appointment-search.ts';
import { instantOf } from '#contract/date-time.ts';
import type { TestAppointment } from './practice-rows.ts';

interface Equality {
  eq?: string | undefined;
  in?: readonly string[] | undefined;
  isNull?: boolean | undefined;
}
type Operators = NonNullable<SearchBranch['start']>;

function equal(values: readonly string[], operators: Equality | undefined): boolean {
  if (operators === undefined) return true;
  const { eq, in: anyOf, isNull } = operators;
  return (
    (eq === undefined || values.includes(eq)) &&
    (anyOf === undefined || anyOf.some((value) => values.includes(value))) &&
    (isNull === undefined || isNull === (values.length === 0))
  );
}

const listOf = (value: string | null) => (value === null ? [] : [value]);

function within(value: string | null, operators: Operators | undefined): boolean {
  if (operators === undefined) return true;
  const { gt, gte, lt, lte, between, isNull } = operators;
  const at = value === null ? Number.NaN : instantOf(value);
  return (
    (gt === undefined || at > instantOf(gt)) &&
    (gte === undefined || at >= instantOf(gte)) &&
    (lt === undefined || at < instantOf(lt)) &&
    (lte === undefined || at <= instantOf(lte)) &&
    (between === undefined || (at >= instantOf(between[0]) && at <= instantOf(between[1]))) &&
    (isNull === undefined || isNull === (value === null))
  );
}

function matchesBranch(row: TestAppointment, branch: SearchBranch): boolean {
  return (
    equal([row.storeId], branch.storeId) &&
    equal(listOf(row.clientId), branch.clientId) &&
    equal(listOf(row.petId), branch.petId) &&
    equal(row.employeeIds, branch.employeeId) &&
    equal(listOf(row.visitTypeId), branch.visitTypeId) &&
    equal(listOf(row.roomId), branch.roomId) &&
    equal(listOf(row.storeInvoiceId), branch.storeInvoiceId) &&
    equal(listOf(row.billingContextId), branch.billingContextId) &&
    equal(listOf(row.status), branch.status) &&
    equal(listOf(row.title), branch.title) &&
    equal(listOf(row.visitTypeCategory), branch.visitTypeCategory) &&
    equal(listOf(row.createdFrom), branch.createdFrom) &&
    within(row.checkedInAt, branch.checkedInAt) &&
    within(row.start, branch.start) &&
    within(row.end, branch.end) &&
    within(row.createdAt, branch.createdAt) &&
    within(row.updatedAt, branch.updatedAt)
  );
}

const wordsOf = (text: string) => text.normalize('NFC').toLowerCase().split(/\s+/);

/** Whether every term of a query begins a word of the texts (docs/practice-api/choices.md). */
export function hasTerms(query: string | null | undefined, ...texts: string[]): boolean {
  const words = texts.flatMap(wordsOf);
  const terms = wordsOf(query ?? '').filter((term) => term !== '');
  return terms.every((term) => words.some((word) => word.startsWith(term)));
}

/** The reference model of the search (section 4.4 and the choices), as simple code over plain rows. */
export function matchesSearch(
  row: TestAppointment,
  {
    storeIds,
    query,
    filter = {},
  }: { storeIds: readonly string[]; query?: string | undefined; filter?: SearchFilter | undefined },
): boolean {
  const { or, ...branch } = filter;
  return (
    storeIds.includes(row.storeId) &&
    matchesBranch(row, branch) &&
    (or === undefined || or.some((alternative) => matchesBranch(row, alternative))) &&
    hasTerms(query, row.title ?? '')
  );
}

type SortedRecord = Pick<TestAppointment, 'id' | 'createdAt' | 'start'>;

const byId = (a: SortedRecord, b: SortedRecord) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** The order of lists and searches: creation date to the millisecond, then id. */
export function byCreation(a: SortedRecord, b: SortedRecord): number {
  return instantOf(a.createdAt) - instantOf(b.createdAt) || byId(a, b);
}

/** The order `start` of a search: start to the millisecond, a missing start last, then id. */
export function byStart(a: SortedRecord, b: SortedRecord): number {
  const [one, other] = [a.start, b.start].map((start) => (start === null ? Number.MAX_VALUE : instantOf(start)));
  return (one ?? 0) - (other ?? 0) || byId(a, b);
}

/** The orders of a search. */
export const searchOrders = {
  created: (a: SortedRecord, b: SortedRecord) => byCreation(b, a),
  start: byStart,
  '-start': (a: SortedRecord, b: SortedRecord) => byStart(b, a),
} as const;
