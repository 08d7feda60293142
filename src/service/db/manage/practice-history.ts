import { sql } from 'drizzle-orm';
import { type PracticeChange, practiceChangeSchema } from '#contract/practice-management.ts';
import { arrayLiteral } from '#service/db/column-types.ts';
import type { Database } from '#service/db/database.ts';
import { parseFields, selectFields } from '#service/db/read-rows.ts';
import { runQuery } from '#service/db/run-query.ts';
import { practiceHistory } from '#service/db/schema.ts';
import { type FoundList, toFoundList } from '#service/domain/cursor.ts';

const fields = ['id', 'at', 'employeeId', 'kind', 'recordId', 'name', 'action', 'changes'] as const;

/**
 * A page of the history of a practice, newest first: entries that concern one of these stores or the whole company. Entries
 * about the stores of an employee mention only these stores, as the lists of employees do.
 */
export async function findPracticeHistory(
  { sql: executor }: Database,
  { companyId, storeIds }: { companyId: string; storeIds: readonly string[] },
  { limit, position }: { limit: number; position: string | null },
): Promise<FoundList<PracticeChange>> {
  const isVisible = sql`company_id = ${companyId}::uuid and (store_ids = '{}' or store_ids && ${arrayLiteral(storeIds)}::uuid[])`;
  const after = position === null ? sql`` : sql`and at < ${position}::timestamptz`;
  const rows = await runQuery<Record<string, unknown> & { id: string | null; total: number }>(
    executor,
    sql`select total.count as total, page.*
      from (select count(*)::int from practice_history where ${isVisible}) as total
      left join (
        select ${selectFields(practiceHistory, fields)} from practice_history where ${isVisible} ${after}
        order by at desc limit ${limit + 1}::int
      ) as page on true
      order by page.at desc`,
  );
  return toFoundList(rows, limit, {
    item({ total: _, ...row }) {
      const entry = practiceChangeSchema.parse(parseFields(practiceHistory, row));
      return { ...entry, changes: entry.changes.map((change) => withVisibleStores(change, storeIds)) };
    },
    position: ({ at }) => String(at),
  });
}

type FieldChange = PracticeChange['changes'][number];

function withVisibleStores(change: FieldChange, storeIds: readonly string[]): FieldChange {
  if (change.field !== 'storeIds') return change;
  const selectVisibleIds = (ids: unknown) => (Array.isArray(ids) ? ids.filter((id) => storeIds.includes(id)) : ids);
  return { field: change.field, from: selectVisibleIds(change.from), to: selectVisibleIds(change.to) };
}
