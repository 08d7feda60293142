import { sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { toUtcDateTime } from '#contract/date-time.ts';
import { type Message, messageSchema, type messagesQuerySchema } from '#contract/messages.ts';
import { arrayLiteral } from '#service/db/column-types.ts';
import type { Database } from '#service/db/database.ts';
import { parseFields, selectFields } from '#service/db/read-rows.ts';
import { runQuery } from '#service/db/run-query.ts';
import { messages } from '#service/db/schema.ts';
import { type FoundList, toFoundList } from '#service/domain/cursor.ts';

/** The fields of a message, in the order of the response. */
const messageFields = [
  ...(['id', 'companyId', 'kind', 'channel', 'clientId', 'appointmentIds', 'to', 'language', 'status'] as const),
  ...(['reason', 'forStart', 'createdAt', 'updatedAt'] as const),
];

/**
 * Selects the messages of some stores, and the messages about pets that are due again, which belong to the whole company. A
 * filter that is undefined does not restrict them. `from` is included, `until` is not.
 */
type MessagesQuery = Omit<z.output<typeof messagesQuerySchema>, 'limit' | 'cursor'> & { storeIds: readonly string[] };

/** A page of messages, newest first. */
export async function findMessages(
  { sql: executor }: Database,
  { companyId, storeIds, appointmentId, clientId, status, from, until }: MessagesQuery,
  { limit, position }: { limit: number; position: string | null },
): Promise<FoundList<Message>> {
  const isAccessible = sql`(store_id = any(${arrayLiteral(storeIds)}::uuid[]) or kind = 'due')`;
  const conditions = [sql`company_id = ${companyId}::uuid and ${isAccessible}`];
  if (appointmentId !== undefined) conditions.push(sql`appointment_ids @> array[${appointmentId}::uuid]`);
  if (clientId !== undefined) conditions.push(sql`client_id = ${clientId}::uuid`);
  if (status !== undefined) conditions.push(sql`status = ${status}`);
  if (from !== undefined) conditions.push(sql`created_at >= ${toUtcDateTime(from)}::timestamptz`);
  if (until !== undefined) conditions.push(sql`created_at < ${toUtcDateTime(until)}::timestamptz`);
  const where = sql.join(conditions, sql` and `);
  const [before, id] = position?.split('/') ?? [];
  const rest = position === null ? sql`` : sql`and (created_at, id) < (${before}::timestamptz, ${id}::uuid)`;
  const rows = await runQuery<Record<string, unknown> & { id: string | null; total: number }>(
    executor,
    sql`select total.count as total, page.*
      from (select count(*)::int from messages where ${where}) as total
      left join (
        select ${selectFields(messages, messageFields)} from messages where ${where} ${rest}
        order by created_at desc, id desc limit ${limit + 1}::int
      ) as page on true
      order by page."createdAt" desc, page.id desc`,
  );
  return toFoundList(rows, limit, {
    item: ({ total: _, ...row }) => messageSchema.parse(parseFields(messages, row)),
    position: ({ createdAt, id: last }) => `${createdAt}/${last}`,
  });
}
