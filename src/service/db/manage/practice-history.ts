import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import { type ManagedKind, type PracticeChange, practiceChangeSchema } from '#contract/practice-management.ts';
import { arrayLiteral, instantLiteral, orderedUuid } from '#service/db/column-types.ts';
import type { Database } from '#service/db/database.ts';
import { parseFields, selectFields } from '#service/db/read-rows.ts';
import { runQuery } from '#service/db/run-query.ts';
import { practiceHistory } from '#service/db/schema.ts';
import { type FoundList, foundList } from '#service/domain/cursor.ts';
import type { Managing } from './managing.ts';

const fields = ['id', 'at', 'employeeId', 'kind', 'recordId', 'name', 'action', 'changes'] as const;

export type FieldChange = PracticeChange['changes'][number];
type Values = Readonly<Record<string, unknown>>;

/** A normal form in which lists that differ only in order are equal. */
function normalizeOrder(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const textOf = (item: unknown) =>
    JSON.stringify(typeof item === 'object' && item !== null ? Object.entries(item).sort() : item);
  return value.map(textOf).sort();
}

/**
 * The fields in which two versions of a record differ; the order within a list makes no difference. If the record is new or
 * was removed, the other version has no fields.
 */
export function changesBetween(before: object, after: object): FieldChange[] {
  const [previous, since]: [Values, Values] = [{ ...before }, { ...after }];
  return [...new Set([...Object.keys(previous), ...Object.keys(since)])]
    .map((field) => ({ field, from: previous[field] ?? null, to: since[field] ?? null }))
    .filter(({ from, to }) => !isDeepStrictEqual(normalizeOrder(from), normalizeOrder(to)));
}

/** Whether one of these fields is among the changes of a record. */
export const includesField =
  <Row>(changes: readonly FieldChange[]) =>
  (...fields: readonly (keyof Row)[]) =>
    changes.some(({ field }) => fields.some((one) => one === field));

interface NewEntry {
  companyId: string;
  kind: ManagedKind;
  recordId: string;
  name: string;
  action: PracticeChange['action'];
  changes: readonly FieldChange[];
  /** The stores that it concerns; none for the whole company. */
  storeIds: readonly string[];
}

/** Adds an entry to the history of a locked practice. */
export async function recordChange({ transaction, actor, now }: Managing, entry: NewEntry): Promise<void> {
  const { companyId, kind, recordId, name, action, changes, storeIds } = entry;
  await runQuery(
    transaction,
    sql`insert into practice_history (company_id, at, id, employee_id, kind, record_id, name, action, changes, store_ids)
      select ${companyId}::uuid, greatest(${instantLiteral(now)}::timestamptz, max(h.at) + interval '1 millisecond'),
        ${orderedUuid(now)}::uuid, ${actor?.employeeId ?? null}::uuid, ${kind}, ${recordId}::uuid, ${name}, ${action},
        ${JSON.stringify(changes)}::text::jsonb, ${arrayLiteral(storeIds)}::uuid[]
      from practice_history h where h.company_id = ${companyId}::uuid`,
  );
}

/**
 * A page of the history of a practice, newest first: entries that concern one of these stores or the whole company. Of an
 * employee's stores only these are included, as in lists.
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
  return foundList(rows, limit, {
    item({ total: _, ...row }) {
      const entry = practiceChangeSchema.parse(parseFields(practiceHistory, row));
      return { ...entry, changes: entry.changes.map((change) => withVisibleStores(change, storeIds)) };
    },
    position: ({ at }) => String(at),
  });
}

function withVisibleStores(change: FieldChange, storeIds: readonly string[]): FieldChange {
  if (change.field !== 'storeIds') return change;
  const visible = (ids: unknown) => (Array.isArray(ids) ? ids.filter((id) => storeIds.includes(id)) : ids);
  return { field: change.field, from: visible(change.from), to: visible(change.to) };
}
