import { type SQL, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { fingerprint, runQuery } from './run-query.ts';

/**
 * How many appointments a condition matched at one moment. `snapshot` is that moment as PostgreSQL writes it, `epoch`
 * the company's count of changes to appointments that were there already.
 */
export interface CountedAt {
  count: number;
  epoch: number;
  snapshot: string;
}

/** The counts of conditions that were asked lately, by company and condition. Lost with the process, at no harm. */
export interface CountMemory {
  recall(question: string): CountedAt | undefined;
  keep(question: string, counted: CountedAt): void;
  forget(question: string): void;
}

/** A memory of the `size` conditions asked last. */
export function createCountMemory(size = 2_000): CountMemory {
  const counts = new Map<string, CountedAt>();
  return {
    recall: (question) => counts.get(question),
    keep(question, counted) {
      counts.delete(question);
      counts.set(question, counted);
      const [oldest] = counts.keys();
      if (counts.size > size && oldest !== undefined) counts.delete(oldest);
    },
    forget: (question) => void counts.delete(question),
  };
}

/** What a condition on appointments is remembered by. */
export const questionKey: (where: SQL) => string = fingerprint;

/** The epoch of a company and the present moment, as columns for a statement that counts. */
export const momentColumns = (companyId: string): SQL =>
  sql`(select appointments_epoch from companies where company_id = ${companyId}::uuid) as epoch, pg_current_snapshot()::text as snapshot`;

/**
 * The condition for what was added after a count: rows of transactions that the count could not see. As long as the
 * epoch is the same, nothing that was counted has changed since, so the count and these make an exact total.
 */
export function addedSince({ snapshot }: CountedAt): SQL {
  return sql`added_by >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and not pg_visible_in_snapshot(added_by, ${snapshot}::pg_snapshot)`;
}

/** The moment before the first transaction: all rows were added since. */
export const nothingCounted: CountedAt = { count: 0, epoch: -1, snapshot: '3:3:' };

/** Counts from nothing: the one costly way, taken once for a condition and again after a change. */
export async function countAppointments(
  { sql: executor }: Database,
  companyId: string,
  where: SQL,
): Promise<CountedAt> {
  const [counted] = await runQuery<CountedAt>(
    executor,
    sql`select count(*)::int as count, ${momentColumns(companyId)} from appointments where ${where}`,
  );
  if (counted === undefined) throw new Error('a count gives one row');
  return counted;
}
