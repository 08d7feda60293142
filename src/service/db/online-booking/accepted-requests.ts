import { sql } from 'drizzle-orm';
import { instantOf } from '#contract/date-time.ts';
import type { ClientLanguage } from '#contract/enums.ts';
import { createOrderedUuid } from '#service/db/column-types.ts';
import { lockStoreForRooms } from '#service/db/create-appointment.ts';
import { type Executor, runQuery } from '#service/db/run-query.ts';
import { type BookingDetails, onlineRequests } from '#service/db/schema.ts';
import { insertRow } from '#service/db/write-rows.ts';
import { type BookingPage, readPageAgain, writeRefusal } from './booking-page.ts';
import { isStartOffered } from './offered-times.ts';

const MINUTE = 60_000;

/** A request that was created from a form; `start` and `end` are epoch milliseconds. */
export interface AcceptedRequest {
  readonly id: string;
  readonly visitTypeId: string;
  readonly start: number;
  readonly end: number;
  readonly details: BookingDetails;
}

/** Why a time cannot be requested, although the details are valid. */
export type RequestRefusal =
  /** The time is no longer free, or is too soon. `next` has up to three later free starts (epoch milliseconds). */
  | { readonly kind: 'taken'; readonly next: readonly number[] }
  /** The daily limit of requests has been reached. */
  | { readonly kind: 'full' }
  /** The page is off, or no longer has this type. */
  | { readonly kind: 'closed' };

/** A time that is requested; `start` is epoch milliseconds. */
interface RequestedTime {
  visitTypeId: string;
  start: number;
}

/**
 * Whether a time can be requested on a page at `now` (epoch milliseconds) and, if so, when it ends. Counts visitors whom
 * the daily limit turns away. The `next` of a refusal is left empty.
 */
export async function checkTime(
  transaction: Executor,
  page: BookingPage,
  time: RequestedTime,
  now: number,
): Promise<RequestRefusal | { readonly kind: 'free'; readonly end: number }> {
  const type = page.types.find(({ id }) => id === time.visitTypeId);
  if (type === undefined) return { kind: 'closed' };
  if (page.isFull) {
    await writeRefusal(transaction, page, 'day', now);
    return { kind: 'full' };
  }
  const isFree = await isStartOffered({ sql: transaction }, page, time, now);
  return isFree ? { kind: 'free', end: time.start + type.durationMinutes * MINUTE } : { kind: 'taken', next: [] };
}

/**
 * Turns a form whose code was right into a request, if its time can still be requested: the page, the type, the limit,
 * the notice and the time are checked again. Requests within a company run one after another until the end of the
 * transaction, because its stores share vets, and new appointments in this store wait as well. `clock` returns epoch
 * milliseconds; it is read once the locks are held.
 */
export async function acceptRequest(
  transaction: Executor,
  page: BookingPage,
  { details, language }: { details: BookingDetails; language: ClientLanguage },
  clock: () => number,
): Promise<RequestRefusal | { readonly kind: 'accepted'; readonly request: AcceptedRequest }> {
  const { companyId, storeId } = page;
  await runQuery(transaction, lockCompanyForRequests(companyId));
  await runQuery(transaction, lockStoreForRooms({ companyId, storeId }));
  const now = clock();
  const current = await readPageAgain(transaction, page, now);
  if (current === null) return { kind: 'closed' };
  const { visitTypeId } = details;
  const start = instantOf(details.start);
  const time = await checkTime(transaction, current, { visitTypeId, start }, now);
  if (time.kind !== 'free') return time;
  const accepted = { ...details, end: new Date(time.end).toISOString() };
  const [id, createdAt] = [createOrderedUuid(now), new Date(now).toISOString()];
  await runQuery(
    transaction,
    insertRow(onlineRequests, {
      ...{ ...accepted, companyId, id, storeId, language },
      ...{ status: 'open', createdAt, updatedAt: createdAt },
    }),
  );
  return { kind: 'accepted', request: { id, visitTypeId, start, end: time.end, details: accepted } };
}

/**
 * Makes the requests to a company wait for one another until the end of the transaction. The seed 2 distinguishes this lock
 * from the locks for stores and for create requests.
 */
const lockCompanyForRequests = (companyId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${companyId}::text, 2))`;
