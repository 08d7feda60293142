import { type SQL, sql } from 'drizzle-orm';
import type { Interval } from '#contract/interval.ts';
import { EXPIRY_BEFORE_START_MS, REQUEST_LIFETIME_MS } from '#contract/online-request-rules.ts';
import type { HeldRequest } from '#scheduling/bookable.ts';
import { instantLiteral } from '#service/db/column-types.ts';
import { type Executor, runQuery } from '#service/db/run-query.ts';

/**
 * The condition for requests whose time is reserved at `now` (epoch milliseconds), by the same rule as in `requestStatusAt`.
 */
export const isHeldAt = (now: number): SQL => sql`online_requests.status = 'open'
  and online_requests.start_at > ${instantLiteral(now + EXPIRY_BEFORE_START_MS)}::timestamptz
  and online_requests.created_at > ${instantLiteral(now - REQUEST_LIFETIME_MS)}::timestamptz`;

/**
 * The requests at all stores of a company whose time is reserved at `now` (epoch milliseconds) and overlaps an interval,
 * ordered by start.
 */
export async function findHeldRequests(
  executor: Executor,
  { companyId, span, now }: { companyId: string; span: Interval; now: number },
): Promise<HeldRequest[]> {
  const rows = await runQuery<{
    id: string;
    storeId: string;
    name: string;
    category: string | null;
    start: number;
    end: number;
  }>(
    executor,
    sql`select online_requests.id, online_requests.store_id as "storeId", online_requests.pet_name as name,
        appointment_types.category,
        (extract(epoch from online_requests.start_at) * 1000)::float8 as start,
        (extract(epoch from online_requests.end_at) * 1000)::float8 as "end"
      from online_requests
      left join appointment_types on appointment_types.company_id = online_requests.company_id
        and appointment_types.id = online_requests.visit_type_id
      where online_requests.company_id = ${companyId}::uuid and ${isHeldAt(now)}
        and online_requests.start_at < ${instantLiteral(span.end)}::timestamptz
        and online_requests.end_at > ${instantLiteral(span.start)}::timestamptz
      order by online_requests.start_at, online_requests.id`,
  );
  return rows.map(({ category, ...request }) => ({ ...request, visitTypeCategory: category ?? '' }));
}
