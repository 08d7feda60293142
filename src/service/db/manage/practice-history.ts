import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import { type ManagedKind, type PracticeChange, practiceChangeSchema } from '#contract/practice-management.ts';
import { arrayLiteral, instantLiteral, isoInstant, orderedUuid } from '#service/db/column-types.ts';
import type { Database } from '#service/db/database.ts';
import { runQuery } from '#service/db/run-query.ts';
import { type FoundList, foundList } from '#service/domain/cursor.ts';
import type { Managing } from './managing.ts';

type FieldChange = PracticeChange['changes'][number];
type Values = Readonly<Record<string, unknown>>;

/** A form that lists have in common which say the same in whatever order. */
function inOneOrder(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const textOf = (item: unknown) =>
    JSON.stringify(typeof item === 'object' && item !== null ? Object.entries(item).sort() : item);
  return value.map(textOf).sort();
}

/** The fields in which two versions of a record differ, in the order of `after`; the order within a list makes no difference. */
export function changesBetween(before: Values, after: Values): FieldChange[] {
  return Object.keys(after)
    .filter((field) => !isDeepStrictEqual(inOneOrder(before[field]), inOneOrder(after[field])))
    .map((field) => ({ field, from: before[field] ?? null, to: after[field] ?? null }));
}

/** The values of a record that is new, null left out. */
export function creationOf(values: Values): FieldChange[] {
  return changesBetween(Object.fromEntries(Object.keys(values).map((field) => [field, null])), values);
}

/** The values of a record that is no more, null left out. */
export function removalOf(values: Values): FieldChange[] {
  return creationOf(values).map(({ field, to }) => ({ field, from: to, to: null }));
}

interface NewEntry {
  companyId: string;
  kind: ManagedKind;
  recordId: string;
  name: string;
  action: PracticeChange['action'];
  changes: readonly FieldChange[];
  /** The stores that it is about; none for the whole company. */
  storeIds: readonly string[];
}

/** Notes a change in the history of a practice that is locked. */
export async function noteChange({ transaction, actor, now }: Managing, entry: NewEntry): Promise<void> {
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

interface HistoryRow {
  total: number;
  id: string | null;
  at: string;
  employee_id: string | null;
  kind: string;
  record_id: string;
  name: string;
  action: string;
  changes: unknown;
}

/**
 * A page of the history of a practice, the newest first: what is about one of these stores, or about the whole company. Of the stores
 * of an employee only these are told, as in lists.
 */
export async function findPracticeHistory(
  { sql: executor }: Database,
  { companyId, storeIds }: { companyId: string; storeIds: readonly string[] },
  { limit, position }: { limit: number; position: string | null },
): Promise<FoundList<PracticeChange>> {
  const isVisible = sql`h.company_id = ${companyId}::uuid and (h.store_ids = '{}' or h.store_ids && ${arrayLiteral(storeIds)}::uuid[])`;
  const after = position === null ? sql`` : sql`and h.at < ${position}::timestamptz`;
  const rows = await runQuery<HistoryRow>(
    executor,
    sql`select total.count as total, page.*
      from (select count(*)::int from practice_history h where ${isVisible}) as total
      left join (
        select h.id, h.at, h.employee_id, h.kind, h.record_id, h.name, h.action, h.changes
        from practice_history h where ${isVisible} ${after} order by h.at desc limit ${limit + 1}::int
      ) as page on true
      order by page.at desc`,
  );
  return foundList(rows, limit, {
    item: (row) =>
      practiceChangeSchema.parse({
        id: row.id,
        at: isoInstant(row.at),
        employeeId: row.employee_id,
        kind: row.kind,
        recordId: row.record_id,
        name: row.name,
        action: row.action,
        changes: changesSchema.parse(row.changes).map((change) => withVisibleStores(change, storeIds)),
      }),
    position: ({ at }) => at,
  });
}

const changesSchema = practiceChangeSchema.shape.changes;

function withVisibleStores(change: FieldChange, storeIds: readonly string[]): FieldChange {
  if (change.field !== 'storeIds') return change;
  const visible = (ids: unknown) => (Array.isArray(ids) ? ids.filter((id) => storeIds.includes(id)) : ids);
  return { field: change.field, from: visible(change.from), to: visible(change.to) };
}
