import { type SQL, sql } from 'drizzle-orm';
import type { AppointmentQuery } from '#service/domain/appointment-query.ts';
import { appointmentsWhere } from './appointment-where.ts';
import type { Database } from './database.ts';
import { runQuery } from './run-query.ts';

/**
 * How many appointments a condition matched in a snapshot. `snapshot` is PostgreSQL's text of it, `epoch` the
 * company's counter of changes that invalidate earlier counts.
 */
export interface CountSnapshot {
  count: number;
  epoch: number;
  snapshot: string;
}

/** The counts of recent conditions, by the text of the condition. Losing them with the process does no harm. */
export interface CountCache {
  get(condition: string): CountSnapshot | undefined;
  set(condition: string, count: CountSnapshot): void;
  delete(condition: string): void;
}

/** A cache of the last `size` counts. */
export function createCountCache(size = 2_000): CountCache {
  const counts = new Map<string, CountSnapshot>();
  return {
    get: (condition) => counts.get(condition),
    set(condition, count) {
      counts.delete(condition);
      counts.set(condition, count);
      const [oldest] = counts.keys();
      if (counts.size > size && oldest !== undefined) counts.delete(oldest);
    },
    delete: (condition) => void counts.delete(condition),
  };
}

/** The company's epoch and the current snapshot, as columns of a counting statement. */
export const snapshotColumns = (companyId: string): SQL =>
  sql`(select appointments_epoch from companies where company_id = ${companyId}::uuid) as epoch, pg_current_snapshot()::text as snapshot`;

/**
 * The condition for rows added after a count: rows, or versions of them, written by transactions that the count did
 * not see.
 */
export function addedSince({ snapshot }: CountSnapshot): SQL {
  return sql`added_by >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and not pg_visible_in_snapshot(added_by, ${snapshot}::pg_snapshot)`;
}

/**
 * The expression for the difference to an earlier count. As long as the epoch is the same, counted rows are still
 * there or were superseded, so the count, plus rows added, minus rows superseded, is an exact total.
 */
export function growthSince(before: CountSnapshot, where: SQL): SQL {
  const snapshot = sql`${before.snapshot}::pg_snapshot`;
  return sql`(select count(*)::int from appointments where ${where} and ${addedSince(before)})
    - (select count(*)::int from superseded_appointments where ${where}
        and superseded_by >= pg_snapshot_xmin(${snapshot}) and not pg_visible_in_snapshot(superseded_by, ${snapshot})
        and pg_visible_in_snapshot(added_by, ${snapshot}))`;
}

/** The snapshot before the first transaction: all rows were added since. */
export const emptyCount: CountSnapshot = { count: 0, epoch: -1, snapshot: '3:3:' };

/**
 * Counts in full, once for a condition and again after a change. A query for stores and statuses alone is answered by
 * the totals that triggers keep of them, whatever the size of the company; others are counted row by row.
 */
export async function countAppointments(
  { sql: executor }: Database,
  query: AppointmentQuery,
  where: SQL,
): Promise<CountSnapshot> {
  const moment = snapshotColumns(query.companyId);
  const { status, storeId } = query.filter;
  const counting = isAnsweredByTotals(query)
    ? sql`coalesce(sum(held), 0)::int as count, count(*)::int as deltas, ${moment} from appointment_totals
        where ${appointmentsWhere({ ...query, filter: { status, storeId } })}`
    : sql`count(*)::int as count, 0 as deltas, ${moment} from appointments where ${where}`;
  const superseded = sql`(select count(*)::int from (
    select from superseded_appointments where company_id = ${query.companyId}::uuid limit ${MAX_SUPERSEDED + 1}::int
  ) as kept) as superseded`;
  const [counted] = await runQuery<CountSnapshot & { deltas: number; superseded: number }>(
    executor,
    sql`select ${superseded}, ${counting}`,
  );
  if (counted === undefined) throw new Error('a count gives one row');
  if (counted.deltas > MAX_DELTAS) await compactTotals(executor, query.companyId);
  if (counted.superseded > MAX_SUPERSEDED) await forgetSuperseded(executor, query.companyId);
  return counted;
}

/** Above this number of rows `appointment_totals` is compacted to one row for each store and status. */
const MAX_DELTAS = 2_000;

/** One statement, so that others see either the deltas or their sum; a concurrent one finds none left. */
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

/** The most superseded versions of appointments that are kept: some days of a busy practice. */
const MAX_SUPERSEDED = 5_000;

/** One statement, so that a count that misses the versions finds another epoch; a concurrent one finds none left. */
async function forgetSuperseded(executor: Database['sql'], companyId: string): Promise<void> {
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
