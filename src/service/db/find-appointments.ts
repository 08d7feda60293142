import { type SQL, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import {
  type AppointmentQuery,
  type AppointmentSort,
  findInstantRange,
  isSelective,
  matchesLateInScan,
} from '#service/domain/appointment-query.ts';
import type { FoundPage } from '#service/domain/cursor.ts';
import { appointmentCondition } from './appointment-filter.ts';
import { instantLiteral } from './column-types.ts';
import type { Database } from './database.ts';
import { fingerprint, runQuery, runQueryForBytes } from './run-query.ts';

export interface AppointmentPage extends FoundPage {
  /** The stored JSON of the records, separated by commas, in UTF-8. */
  records: Uint8Array;
}

/** The number of attempts to read a page with an earlier count. After that, everything is counted again. */
const MAX_ATTEMPTS = 2;
/** The maximum number of matches of a selective query that are collected and counted in one statement. */
const MAX_COLLECTED_MATCHES = 3_000;
/** The maximum number of matches for which sorting all of them is cheaper than scanning in their order until a page is full. */
const MAX_SORTED_MATCHES = 10_000;
/** The limit instead of {@link MAX_SORTED_MATCHES} if the matches come late in the scan. */
const MAX_SORTED_LATE_MATCHES = 250_000;

/**
 * A page of the appointments that match a query, in its order and after `position` if there is one, and the number of
 * all matches. Both are read at the same moment. The matches of a selective query are collected and counted in one
 * statement. For other queries, the statement for the page also counts how many matches were added or superseded since
 * the condition was last counted.
 */
export async function findAppointments(
  { database, counts }: { database: Database; counts: ReturnType<typeof createCountCache> },
  query: AppointmentQuery,
  position: string | null,
): Promise<AppointmentPage> {
  const where = appointmentCondition(query);
  const condition = fingerprint(where);
  if (counts.get(condition) === undefined && isSelective(query)) {
    const { page, counted } = await readPage(database, collectedPageQuery(query, where, position));
    if (counted.count <= MAX_COLLECTED_MATCHES) {
      counts.set(condition, counted);
      return page;
    }
  }
  for (let attempt = 1; ; attempt += 1) {
    // After repeated concurrent changes, the page's own statement counts everything.
    const isLastAttempt = attempt > MAX_ATTEMPTS;
    const before = isLastAttempt
      ? emptyCount
      : (counts.get(condition) ?? (await countAppointments(database, query, where)));
    const { page, counted } = await readPage(database, countedPageQuery(query, where, position, before));
    if (counted.epoch !== before.epoch && !isLastAttempt) {
      // A counted row has changed in the meantime: count again.
      counts.delete(condition);
      continue;
    }
    const totalCount = before.count + counted.count;
    counts.set(condition, { ...counted, count: totalCount });
    return { ...page, totalCount };
  }
}

/** Runs a statement that returns a page with a count and its snapshot. */
async function readPage(database: Database, query: SQL): Promise<{ page: AppointmentPage; counted: CountSnapshot }> {
  const [row] = await runQueryForBytes(database.sql, query);
  if (row === undefined) throw new Error('a page has a row for its total');
  const [records, position, count, epoch, snapshot] = row;
  const counted = { count: Number(count), epoch: String(epoch), snapshot: String(snapshot) };
  const page = {
    records: records ?? new Uint8Array(),
    totalCount: counted.count,
    position: position?.toString() ?? null,
  };
  return { page, counted };
}

/** Collects the matches, at most one more than {@link MAX_COLLECTED_MATCHES}, and takes the page from them. */
function collectedPageQuery(query: AppointmentQuery, where: SQL, position: string | null): SQL {
  return sql`with collected as materialized (
      select ${sortKey(query.sort)} as sort_key, id, record from appointments where ${where} limit ${MAX_COLLECTED_MATCHES + 1}::int
    ), ${pageAndCountQuery(query, sql`select * from collected where true ${afterPosition(query.sort, sql`sort_key`, position)}`, sql`select count(*)::int from collected`)}`;
}

/** Reads the page, and counts only the changes since the previous count. */
function countedPageQuery(query: AppointmentQuery, where: SQL, position: string | null, before: CountSnapshot): SQL {
  const key = sortKey(query.sort);
  const rest = sql`${where} ${afterPosition(query.sort, key, position)}`;
  // If nothing matched before, only rows added since then can match.
  const condition = before.count === 0 ? sql`${rest} and ${addedSinceCondition(before)}` : rest;
  const sortsAll = before.count <= (matchesLateInScan(query) ? MAX_SORTED_LATE_MATCHES : MAX_SORTED_MATCHES);
  // `offset 0` prevents the planner from using the index of the order when all matches are to be sorted.
  const end = sortsAll ? sql`offset 0` : scanBounds(query);
  const matches = sql`select ${key} as sort_key, id, record from appointments where ${condition} ${end}`;
  return sql`with ${pageAndCountQuery(query, matches, countGrowthExpression(before, where))}`;
}

/**
 * Selects the page, the count and the position. Reads one row more than the page shows, in order to know whether more rows
 * follow.
 */
function pageAndCountQuery({ companyId, sort, limit }: AppointmentQuery, matches: SQL, count: SQL): SQL {
  const order = sql.raw(sort.direction);
  return sql`page as (
      select *, row_number() over () as nth from (
        select * from (${matches}) as matches order by sort_key ${order}, id ${order} limit ${limit + 1}::int
      ) as ordered
    ), shown as (
      select string_agg(record, ',' order by nth) filter (where nth <= ${limit}::int) as records,
             case when count(*) > ${limit}::int then max(sort_key || '/' || id) filter (where nth = ${limit}::int) end as position
      from page
    )
    select records, position, (${count}) as count, ${snapshotColumns(companyId)} from shown`;
}

/** The sort key of appointments before their id, as in the indexes `appointments_created` and `appointments_start`. */
function sortKey({ by }: AppointmentSort): SQL {
  return by === 'created' ? sql`created_at` : sql`coalesce(start_at, 'infinity'::timestamptz)`;
}

/** The condition for the rows after a position that {@link pageAndCountQuery} produced. */
function afterPosition({ direction }: AppointmentSort, key: SQL, position: string | null): SQL {
  if (position === null) return sql``;
  const [value, id] = position.split('/');
  const beyond = sql.raw(direction === 'asc' ? '>' : '<');
  return sql`and (${key}, id) ${beyond} (${value}::timestamptz, ${id}::uuid)`;
}

/** The bounds on the sort key that a filter on the start implies: a scan by start begins and ends there. */
function scanBounds({ sort, filter }: AppointmentQuery): SQL {
  if (sort.by !== 'start') return sql``;
  const { from, to } = findInstantRange(filter.start);
  const key = sortKey(sort);
  const begin = from === null ? sql`` : sql`and ${key} >= ${instantLiteral(from)}::timestamptz`;
  return to === null ? begin : sql`${begin} and ${key} <= ${instantLiteral(to)}::timestamptz`;
}

/**
 * The number of appointments that matched a condition in a snapshot. `snapshot` is PostgreSQL's text representation. The
 * count is invalid once `epoch` has changed.
 */
interface CountSnapshot {
  count: number;
  epoch: string;
  snapshot: string;
}

/** A cache of the most recently used counts, keyed by the text of their condition. Losing them with the process is harmless. */
export const createCountCache = () => new LRUCache<string, CountSnapshot>({ max: 2_000 });

/**
 * The epoch and the current snapshot, as columns of a counting statement. The epoch consists of the company's counter of
 * changes that invalidate earlier counts, and of values that differ after a crash (when the server's statistics start again)
 * or on another server, because transaction ids may then be reused that an earlier snapshot already covers.
 */
const snapshotColumns = (companyId: string): SQL =>
  sql`concat_ws('/', (select appointments_epoch from companies where company_id = ${companyId}::uuid),
      pg_postmaster_start_time(), pg_stat_get_bgwriter_stat_reset_time()) as epoch, pg_current_snapshot()::text as snapshot`;

/** The condition for rows added after a count: rows or row versions written by transactions that the count did not see. */
function addedSinceCondition({ snapshot }: CountSnapshot): SQL {
  return sql`added_by >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and not pg_visible_in_snapshot(added_by, ${snapshot}::pg_snapshot)`;
}

/**
 * The expression for the difference from an earlier count. As long as the epoch is the same, counted rows still exist or were
 * superseded, so the count plus the rows added minus the rows superseded is the exact total.
 */
function countGrowthExpression(before: CountSnapshot, where: SQL): SQL {
  const snapshot = sql`${before.snapshot}::pg_snapshot`;
  return sql`(select count(*)::int from appointments where ${where} and ${addedSinceCondition(before)})
    - (select count(*)::int from superseded_appointments where ${where}
        and superseded_by >= pg_snapshot_xmin(${snapshot}) and not pg_visible_in_snapshot(superseded_by, ${snapshot})
        and pg_visible_in_snapshot(added_by, ${snapshot}))`;
}

/** The snapshot before the first transaction: all rows were added later. */
const emptyCount: CountSnapshot = { count: 0, epoch: '', snapshot: '3:3:' };

/**
 * Counts all matches of a condition: the first time, and again after a change. A query for only stores and statuses is
 * answered from the totals that triggers maintain, whatever the size of the company; other queries count row by row.
 */
async function countAppointments(
  { sql: executor }: Database,
  query: AppointmentQuery,
  where: SQL,
): Promise<CountSnapshot> {
  const snapshotSelection = snapshotColumns(query.companyId);
  const { status, storeId } = query.filter;
  const counting = isAnsweredByTotals(query)
    ? sql`coalesce(sum(held), 0)::int as count, count(*)::int as deltas, ${snapshotSelection} from appointment_totals
        where ${appointmentCondition({ ...query, filter: { status, storeId } })}`
    : sql`count(*)::int as count, 0 as deltas, ${snapshotSelection} from appointments where ${where}`;
  const superseded = sql`(select count(*)::int from (
    select from superseded_appointments where company_id = ${query.companyId}::uuid limit ${MAX_SUPERSEDED_VERSIONS + 1}::int
  ) as kept) as superseded`;
  const [counted] = await runQuery<CountSnapshot & { deltas: number; superseded: number }>(
    executor,
    sql`select ${superseded}, ${counting}`,
  );
  if (counted === undefined) throw new Error('a count gives one row');
  if (counted.deltas > MAX_DELTAS) await compactTotals(executor, query.companyId);
  if (counted.superseded > MAX_SUPERSEDED_VERSIONS) await deleteSupersededVersions(executor, query.companyId);
  return counted;
}

/** Above this number of rows, `appointment_totals` is compacted to one row for each store and status. */
const MAX_DELTAS = 2_000;

/**
 * Compacts the totals in a single statement, so that others see either the deltas or their sum. A concurrent run finds none
 * left.
 */
async function compactTotals(executor: Database['sql'], companyId: string): Promise<void> {
  await runQuery(
    executor,
    sql`with deltas as (
        delete from appointment_totals where company_id = ${companyId}::uuid returning company_id, store_id, status, held
      )
      insert into appointment_totals (company_id, store_id, status, held)
      select company_id, store_id, status, sum(held) from deltas group by 1, 2, 3 having sum(held) <> 0`,
  );
}

/** The maximum number of stored superseded versions of appointments: those of a few days at a busy practice. */
const MAX_SUPERSEDED_VERSIONS = 5_000;

/**
 * Deletes the superseded versions and advances the epoch in one statement, so that a count that can no longer see the
 * versions also sees that the epoch has changed. A concurrent run has nothing left to delete.
 */
async function deleteSupersededVersions(executor: Database['sql'], companyId: string): Promise<void> {
  await runQuery(
    executor,
    sql`with forgotten as (
        delete from superseded_appointments where company_id = ${companyId}::uuid returning 1
      )
      update companies set appointments_epoch = appointments_epoch + 1
      where company_id = ${companyId}::uuid and exists (select from forgotten)`,
  );
}

function isAnsweredByTotals({ filter: { status, storeId, ...others }, terms }: AppointmentQuery): boolean {
  return terms.length === 0 && Object.values(others).every((part) => part === undefined || isEmpty(part));
}

const isEmpty = (part: object) => Object.values(part).every((value) => value === undefined);
