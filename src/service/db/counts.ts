import { type SQL, sql } from 'drizzle-orm';
import type { AppointmentQuestion } from '#service/domain/appointment-question.ts';
import { appointmentsWhere } from './appointment-where.ts';
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

/**
 * Counts from nothing, once for a condition and again after a change. A question of stores and statuses alone is answered by
 * the totals that are kept of them, whatever the size of the company; others are counted row by row.
 */
export async function countAppointments(
  { sql: executor }: Database,
  question: AppointmentQuestion,
  where: SQL,
): Promise<CountedAt> {
  const moment = momentColumns(question.companyId);
  const { status, storeId } = question.filter;
  const counting = isOfTotalsAlone(question)
    ? sql`coalesce(sum(held), 0)::int as count, count(*)::int as notes, ${moment} from appointment_totals
        where ${appointmentsWhere({ ...question, filter: { status, storeId } })}`
    : sql`count(*)::int as count, 0 as notes, ${moment} from appointments where ${where}`;
  const [counted] = await runQuery<CountedAt & { notes: number }>(executor, sql`select ${counting}`);
  if (counted === undefined) throw new Error('a count gives one row');
  if (counted.notes > MANY_NOTES) await sumUpTotals(executor, question.companyId);
  return counted;
}

/** So many notes of totals are summed up into one for each store and status. */
const MANY_NOTES = 2_000;

/** One statement, so that everybody sees either the notes or their sum; one who comes at the same time finds none left. */
async function sumUpTotals(executor: Database['sql'], companyId: string): Promise<void> {
  await runQuery(
    executor,
    sql`with notes as (
        delete from appointment_totals where company_id = ${companyId}::uuid returning company_id, store_id, status, held
      )
      insert into appointment_totals (company_id, store_id, status, held)
      select company_id, store_id, status, sum(held) from notes group by 1, 2, 3 having sum(held) <> 0`,
  );
}

function isOfTotalsAlone({ filter: { status, storeId, ...others }, terms }: AppointmentQuestion): boolean {
  return terms.length === 0 && Object.values(others).every((part) => part === undefined || isEmpty(part));
}

const isEmpty = (part: object) => Object.values(part).every((value) => value === undefined);
