import { type SQL, sql } from 'drizzle-orm';
import { calledOffStatuses } from '#contract/appointment-rules.ts';
import type { SearchBranch, SearchFilter } from '#contract/appointment-search.ts';
import { instantOf } from '#contract/date-time.ts';
import { type AppointmentQuery, findInstantRange } from '#service/domain/appointment-query.ts';
import {
  createBucketQuery,
  createPrefixQuery,
  createWordsQuery,
  listTitleBuckets,
  wordsOf,
} from '#service/domain/search-words.ts';
import { arrayLiteral, instantLiteral } from './column-types.ts';

type EqualityOperators = { eq?: string | undefined; in?: readonly string[] | undefined; isNull?: boolean | undefined };
type DateTimeOperators = NonNullable<SearchBranch['start']>;

const uuidArraySql = (ids: readonly string[]) => sql`${arrayLiteral(ids)}::uuid[]`;
const instantSql = (milliseconds: number) => sql`${instantLiteral(milliseconds)}::timestamptz`;

function nullConditions(column: SQL, isMissing: boolean | undefined): SQL[] {
  if (isMissing === undefined) return [];
  return [isMissing ? sql`${column} is null` : sql`${column} is not null`];
}

function equalityConditions(column: SQL, type: 'uuid' | 'text', operators: EqualityOperators | undefined): SQL[] {
  if (operators === undefined) return [];
  const conditions = nullConditions(column, operators.isNull);
  const cast = sql.raw(type);
  if (operators.eq !== undefined) conditions.push(sql`${column} = ${operators.eq}::${cast}`);
  if (operators.in !== undefined) conditions.push(sql`${column} = any(${arrayLiteral(operators.in)}::${cast}[])`);
  return conditions;
}

/** The conditions on the employees of an appointment: any of them may match, and null means that no one is assigned. */
function employeeConditions(operators: EqualityOperators | undefined): SQL[] {
  if (operators === undefined) return [];
  const conditions: SQL[] = [];
  if (operators.eq !== undefined) conditions.push(sql`employee_ids && ${uuidArraySql([operators.eq])}`);
  if (operators.in !== undefined) conditions.push(sql`employee_ids && ${uuidArraySql(operators.in)}`);
  if (operators.isNull !== undefined) {
    conditions.push(operators.isNull ? sql`employee_ids = '{}'` : sql`employee_ids <> '{}'`);
  }
  return conditions;
}

/** PostgreSQL accepts up to 1 MB of a tsquery. This limit is in UTF-16 units, each of which may take three bytes. */
const MAX_TITLE_QUERY = 100_000;

/**
 * The conditions that a title has the words of the titles to which it must be equal. They do not change the result, but
 * allow the index of words to be used.
 */
function titleWordConditions(operators: EqualityOperators | undefined): SQL[] {
  const titles = operators?.eq === undefined ? operators?.in : [operators.eq];
  const queries = (titles ?? []).map((title) => createWordsQuery(wordsOf(title).slice(0, 8)));
  const anyOf = queries.map((query) => `(${query})`).join(' | ');
  if (queries.length === 0 || queries.includes('') || anyOf.length > MAX_TITLE_QUERY) return [];
  return [sql`title_words @@ ${anyOf}::tsquery`];
}

function dateTimeConditions(column: SQL, operators: DateTimeOperators | undefined): SQL[] {
  if (operators === undefined) return [];
  const { gt, gte, lt, lte, between } = operators;
  const conditions = nullConditions(column, operators.isNull);
  if (gt !== undefined) conditions.push(sql`${column} > ${instantSql(instantOf(gt))}`);
  if (gte !== undefined) conditions.push(sql`${column} >= ${instantSql(instantOf(gte))}`);
  if (lt !== undefined) conditions.push(sql`${column} < ${instantSql(instantOf(lt))}`);
  if (lte !== undefined) conditions.push(sql`${column} <= ${instantSql(instantOf(lte))}`);
  if (between !== undefined) {
    conditions.push(
      sql`${column} between ${instantSql(instantOf(between[0]))} and ${instantSql(instantOf(between[1]))}`,
    );
  }
  return conditions;
}

const HOUR_MS = 3_600_000;
/**
 * The longest duration of each class in milliseconds, as in the generated column `stay_class`: class 0 lasts at most an hour,
 * and so on. Class 7 has no limit, class -1 ends before it starts, class 8 has no start or no end.
 */
export const durationBounds = [1, 4, 16, 64, 256, 1024, 8192].map((hours) => hours * HOUR_MS);

/**
 * The bounds on the start that follow from bounds on the end. They do not change the result, but give one short range of
 * starts in the index for each duration class, however long the longest appointment is.
 */
function durationConditions({ start, end }: SearchBranch): SQL[] {
  const { from, to } = findInstantRange(end);
  const starts = findInstantRange(start);
  const conditions: SQL[] = [];
  // This condition is always true. In the index, the class comes before the start, so listing every class allows the index
  // to be used for a range of starts.
  if (starts.from !== null || starts.to !== null) conditions.push(sql`stay_class = any('{-1,0,1,2,3,4,5,6,7,8}')`);
  if (to !== null) conditions.push(sql`(start_at <= ${instantSql(to)} or stay_class in (-1, 8))`);
  if (from !== null) conditions.push(endsAfterCondition(from));
  return conditions;
}

/**
 * The condition that an appointment ends at `from` (epoch milliseconds) or later, as a bound on the start for each duration
 * class.
 */
export function endsAfterCondition(from: number): SQL {
  return sql`(${sql.join([...endsAfterConditions(from, durationBounds), sql`stay_class in (-1, 7, 8)`], sql` or `)})`;
}

/**
 * The conditions for entries that end at `from` or later, one for each duration class. `longest` has the longest duration
 * of each class, in milliseconds.
 */
export function endsAfterConditions(from: number, longest: readonly number[]): SQL[] {
  return longest.map(
    (duration, index) => sql`(stay_class = ${sql.raw(String(index))} and start_at >= ${instantSql(from - duration)})`,
  );
}

function branchConditions(branch: SearchBranch): SQL[] {
  return [
    ...equalityConditions(sql`store_id`, 'uuid', branch.storeId),
    ...equalityConditions(sql`client_id`, 'uuid', branch.clientId),
    ...equalityConditions(sql`pet_id`, 'uuid', branch.petId),
    ...employeeConditions(branch.employeeId),
    ...equalityConditions(sql`visit_type_id`, 'uuid', branch.visitTypeId),
    ...equalityConditions(sql`room_id`, 'uuid', branch.roomId),
    ...equalityConditions(sql`store_invoice_id`, 'uuid', branch.storeInvoiceId),
    ...equalityConditions(sql`billing_context_id`, 'uuid', branch.billingContextId),
    ...equalityConditions(sql`status`, 'text', branch.status),
    ...equalityConditions(sql`title`, 'text', branch.title),
    ...titleWordConditions(branch.title),
    ...equalityConditions(sql`visit_type_category`, 'text', branch.visitTypeCategory),
    ...equalityConditions(sql`created_from`, 'text', branch.createdFrom),
    ...dateTimeConditions(sql`checked_in_at`, branch.checkedInAt),
    ...dateTimeConditions(sql`start_at`, branch.start),
    ...dateTimeConditions(sql`end_at`, branch.end),
    ...dateTimeConditions(sql`created_at`, branch.createdAt),
    ...dateTimeConditions(sql`updated_at`, branch.updatedAt),
    ...durationConditions(branch),
  ];
}

function filterConditions({ or, ...branch }: SearchFilter): SQL[] {
  const conditions = branchConditions(branch);
  const branches = (or ?? []).map(branchConditions);
  // An empty branch matches everything, so alternatives that include one restrict nothing.
  if (branches.length > 0 && branches.every((inner) => inner.length > 0)) {
    const alternatives = branches.map((inner) => sql`(${sql.join(inner, sql` and `)})`);
    conditions.push(sql`(${sql.join(alternatives, sql` or `)})`);
  }
  return conditions;
}

/** In a range of starts up to this long, checking each row is faster than using the index of words. */
const SHORT_RANGE_MS = 100 * 24 * HOUR_MS;

/**
 * The conditions that every term begins a word of the title. The index of words reads all titles of all years that
 * contain a word with that beginning: for a single letter, about a sixth of all titles. If the start is bounded, the
 * index of title keys reads only the titles of its stores and months; if there are too many of these, the rows of a
 * short range are checked one by one. `coalesce` does not change the result, and prevents the use of the index of
 * words.
 */
function termConditions({ terms, filter, storeIds }: AppointmentQuery): SQL[] {
  const matches = sql`title_words @@ ${createPrefixQuery(terms)}::tsquery`;
  const { from, to } = findInstantRange(filter.start);
  if (from === null || to === null) return [matches];
  const buckets = listTitleBuckets(storeIds, { from, to, terms: terms.length });
  const rowCondition = sql`coalesce(${matches}, false)`;
  if (buckets === null) return [to - from <= SHORT_RANGE_MS ? rowCondition : matches];
  if (buckets.length === 0) return [sql`false`];
  return [
    sql`appointment_title_keys(store_id, start_at, title_words) @@ ${createBucketQuery(buckets, terms)}::tsquery`,
    rowCondition,
  ];
}

/** The condition on `appointments` for a query without its page. The company comes first. */
export function appointmentCondition(query: AppointmentQuery): SQL {
  const { companyId, storeIds, filter } = query;
  const conditions = [
    sql`company_id = ${companyId}::uuid`,
    sql`store_id = any(${uuidArraySql(storeIds)})`,
    ...filterConditions(filter),
  ];
  if (query.terms.length > 0) conditions.push(...termConditions(query));
  return sql.join(conditions, sql` and `);
}

/** The condition that an appointment occupies its room, like `occupies` in the contract. */
export function occupiesRoomCondition(): SQL {
  return sql`coalesce(status, '') <> all(${arrayLiteral(calledOffStatuses)}::text[])`;
}
