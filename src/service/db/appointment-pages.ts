import { type SQL, sql } from 'drizzle-orm';
import { type AppointmentQuery, isSelective, matchesLateInScan } from '#service/domain/appointment-query.ts';
import { appointmentsWhere } from './appointment-where.ts';
import {
  addedSince,
  type CountCache,
  type CountSnapshot,
  countAppointments,
  emptyCount,
  growthSince,
  snapshotColumns,
} from './counts.ts';
import type { Database } from './database.ts';
import { fingerprint, runQueryForBytes } from './run-query.ts';

/** A page of appointments; `position` is that of its last row, null on the last page. */
interface AppointmentPage {
  /** The stored JSON of the records, separated by commas, in UTF-8. */
  records: Uint8Array;
  totalCount: number;
  position: string | null;
}

/** How often a page is tried with a count that turns out to be outdated. */
const MAX_ATTEMPTS = 2;
/** Up to this many matches of a selective query are collected and counted in one statement. */
const MAX_COLLECTED = 3_000;
/** Up to this many matches it is cheaper to sort them all than to scan by creation date until a page is full. */
const MAX_SORTED = 10_000;
/** The same where the matches come late in such a scan. */
const MAX_SORTED_LATE = 250_000;

/**
 * The appointments that match a query, by creation date and then id, those after `position` where there is one, and how
 * many match in all. The page and the total are of one moment: a selective query is collected and counted at once,
 * otherwise the page's statement counts what was added since the condition was counted last.
 */
export async function findAppointments(
  { database, counts }: { database: Database; counts: CountCache },
  query: AppointmentQuery,
  position: string | null,
): Promise<AppointmentPage> {
  const where = appointmentsWhere(query);
  const condition = fingerprint(where);
  if (counts.get(condition) === undefined && isSelective(query)) {
    const { page, counted } = await readPage(database, collectedPage(query, where, position));
    if (counted.count <= MAX_COLLECTED) {
      counts.set(condition, counted);
      return page;
    }
  }
  for (let attempt = 1; ; attempt += 1) {
    // After repeated concurrent changes, the page's own statement counts everything.
    const last = attempt > MAX_ATTEMPTS;
    const before = last ? emptyCount : (counts.get(condition) ?? (await countAppointments(database, query, where)));
    const { page, counted } = await readPage(database, countedPage(query, where, position, before));
    if (counted.epoch !== before.epoch && !last) {
      // A counted row has changed in between: count again.
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
  const counted = { count: Number(count), epoch: Number(epoch), snapshot: String(snapshot) };
  const page = {
    records: records ?? new Uint8Array(),
    totalCount: counted.count,
    position: position?.toString() ?? null,
  };
  return { page, counted };
}

/** Collects the matches, at most one more than {@link MAX_COLLECTED}; the page is taken from them. */
function collectedPage(query: AppointmentQuery, where: SQL, position: string | null): SQL {
  return sql`with collected as materialized (
      select created_at, id, record from appointments where ${where} limit ${MAX_COLLECTED + 1}::int
    ), ${pageAndCount(query, sql`select * from collected where true ${afterPosition(query, position)}`, sql`select count(*)::int from collected`)}`;
}

/** Reads the page, and counts only what was added since the previous count. */
function countedPage(query: AppointmentQuery, where: SQL, position: string | null, before: CountSnapshot): SQL {
  const rest = sql`${where} ${afterPosition(query, position)}`;
  // Where nothing matched before, only rows added since can match.
  const condition = before.count === 0 ? sql`${rest} and ${addedSince(before)}` : rest;
  const sortsAll = before.count <= (matchesLateInScan(query) ? MAX_SORTED_LATE : MAX_SORTED);
  // `offset 0` keeps the planner from taking the order's index when all matches are to be sorted.
  const matches = sql`select created_at, id, record from appointments where ${condition} ${sql.raw(sortsAll ? 'offset 0' : '')}`;
  return sql`with ${pageAndCount(query, matches, growthSince(before, where))}`;
}

/** The page has one row more than it shows where more follow. */
function pageAndCount({ companyId, direction, limit }: AppointmentQuery, matches: SQL, count: SQL): SQL {
  const order = sql.raw(direction);
  return sql`page as (
      select *, row_number() over () as nth from (
        select * from (${matches}) as matches order by created_at ${order}, id ${order} limit ${limit + 1}::int
      ) as ordered
    ), shown as (
      select string_agg(record, ',' order by nth) filter (where nth <= ${limit}::int) as records,
             case when count(*) > ${limit}::int then max(created_at || '/' || id) filter (where nth = ${limit}::int) end as position
      from page
    )
    select records, position, (${count}) as count, ${snapshotColumns(companyId)} from shown`;
}

/** The condition for the rows after a position, which {@link pageAndCount} wrote. */
function afterPosition({ direction }: AppointmentQuery, position: string | null): SQL {
  if (position === null) return sql``;
  const [createdAt, id] = position.split('/');
  const beyond = sql.raw(direction === 'asc' ? '>' : '<');
  return sql`and (created_at, id) ${beyond} (${createdAt}::timestamptz, ${id}::uuid)`;
}
