import { type SQL, sql } from 'drizzle-orm';
import { instantOf, nextUpdatedAt } from '#contract/date-time.ts';
import type { OnlineRequestStatus } from '#contract/enums.ts';
import { ServiceError } from '#contract/error.ts';
import type { OnlineRequest } from '#contract/online-booking.ts';
import { deriveRequestStatus } from '#contract/online-request-rules.ts';
import type { RecordKey } from '#service/db/authentication.ts';
import { arrayLiteral, instantLiteral } from '#service/db/column-types.ts';
import type { Database } from '#service/db/database.ts';
import { notFoundError } from '#service/db/manage/lock-practice.ts';
import { databaseIdentity } from '#service/db/messages/message-settings.ts';
import { parseFields, type RowFields, readRows, selectFields } from '#service/db/read-rows.ts';
import { type Executor, runQuery } from '#service/db/run-query.ts';
import { onlineRequests } from '#service/db/schema.ts';
import { assignments } from '#service/db/write-rows.ts';
import { type FoundList, toFoundList } from '#service/domain/cursor.ts';
import { isHeldAt } from './held-times.ts';

/** The fields of a request, in the order of the response. */
const requestFields = [
  ...([
    'id',
    'companyId',
    'storeId',
    'visitTypeId',
    'start',
    'end',
    'firstName',
    'lastName',
    'email',
    'phone',
  ] as const),
  ...(['petName', 'species', 'note', 'language', 'status', 'appointmentId', 'createdAt', 'updatedAt'] as const),
];
type RequestRow = RowFields<typeof onlineRequests, (typeof requestFields)[number]>;

/** A request with its status at `now`, epoch milliseconds. */
const withCurrentStatus = (row: RequestRow, now: number): OnlineRequest => ({
  ...row,
  status: deriveRequestStatus(row, now),
});

/** The condition for the requests with a status at `now`. */
function hasStatusAt(status: OnlineRequestStatus, now: number): SQL {
  if (status === 'open') return isHeldAt(now);
  if (status === 'expired') return sql`online_requests.status = 'open' and not (${isHeldAt(now)})`;
  return sql`online_requests.status = ${status}`;
}

/**
 * A page of the requests for some stores, ordered by start, with their status at `now` (epoch milliseconds). A `status` of
 * null means any.
 */
export async function findOnlineRequests(
  { sql: executor }: Database,
  query: { companyId: string; storeIds: readonly string[]; status: OnlineRequestStatus | null; now: number },
  { limit, position }: { limit: number; position: string | null },
): Promise<FoundList<OnlineRequest>> {
  const { companyId, storeIds, status, now } = query;
  const conditions = [sql`company_id = ${companyId}::uuid and store_id = any(${arrayLiteral(storeIds)}::uuid[])`];
  if (status !== null) conditions.push(hasStatusAt(status, now));
  const where = sql.join(conditions, sql` and `);
  const [after, id] = position?.split('/') ?? [];
  const rest = position === null ? sql`` : sql`and (start_at, id) > (${after}::timestamptz, ${id}::uuid)`;
  const rows = await runQuery<Record<string, unknown> & { id: string | null; total: number }>(
    executor,
    sql`select total.count as total, page.*
      from (select count(*)::int from online_requests where ${where}) as total
      left join (
        select ${selectFields(onlineRequests, requestFields)} from online_requests where ${where} ${rest}
        order by start_at, id limit ${limit + 1}::int
      ) as page on true
      order by page.start, page.id`,
  );
  return toFoundList(rows, limit, {
    item: ({ total: _, ...row }) => withCurrentStatus(parseFields(onlineRequests, row) as unknown as RequestRow, now),
    position: ({ start, id: last }) => `${start}/${last}`,
  });
}

/** The 404 for a request that does not exist or is not accessible. */
export const requestNotFoundError = () => notFoundError('id: no such request, or this key cannot access it');

const requestCondition = ({ companyId, id }: Pick<RecordKey, 'companyId' | 'id'>) =>
  sql`company_id = ${companyId}::uuid and id = ${id}::uuid`;

/**
 * Locks a request that is to be answered, and returns it. The request is locked before the store, which only a booking locks.
 * Throws 404 if the request does not exist or is not accessible, and 409 with the request: `not_open` if it is answered or has
 * expired, `changed_meanwhile` if its `updatedAt` is not the expected one. `clock` is read after the lock is acquired.
 */
export async function lockOpenRequest(
  transaction: Executor,
  key: RecordKey,
  { expectedUpdatedAt, clock }: { expectedUpdatedAt: string; clock: () => number },
): Promise<OnlineRequest> {
  const isAccessible = sql`store_id = any(${arrayLiteral(key.storeIds)}::uuid[])`;
  const tail = sql`where ${requestCondition(key)} and ${isAccessible} for update`;
  const [row] = await readRows(transaction, onlineRequests, requestFields, tail);
  if (row === undefined) throw requestNotFoundError();
  const current = withCurrentStatus(row, clock());
  if (current.status !== 'open') {
    throw new ServiceError('not_open', 'the request is answered or has expired; data.current is the request', {
      current,
    });
  }
  if (instantOf(expectedUpdatedAt) !== instantOf(current.updatedAt)) {
    const suggestion = 'the request has been changed in the meantime: check its current version, and decide again';
    throw new ServiceError('changed_meanwhile', suggestion, { current });
  }
  return current;
}

type RequestAnswer =
  | { status: 'booked'; appointmentId: string }
  | { status: 'declined' /** What the client is told. */; reason: string | null };

/** Writes the answer to a locked request, which makes its e-mail to the client due, and returns the request. */
export async function writeAnswer(
  transaction: Executor,
  request: OnlineRequest,
  answer: RequestAnswer,
  now: number,
): Promise<OnlineRequest> {
  const updatedAt = new Date(nextUpdatedAt(now, request.updatedAt)).toISOString();
  const values = { ...answer, answeredAt: instantLiteral(now), answeredIn: databaseIdentity, updatedAt };
  await runQuery(
    transaction,
    sql`update online_requests set ${assignments(onlineRequests, values)} where ${requestCondition(request)}`,
  );
  const { reason: _, ...shown } = { reason: null, ...answer };
  return { ...request, ...shown, updatedAt };
}
