import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import type * as z from 'zod/mini';
import { instantOf, nextUpdatedAt } from '#contract/date-time.ts';
import { invalidInput, ServiceError } from '#contract/error.ts';
import {
  initialOnlineBooking,
  type OnlineBooking,
  type putOnlineBookingSchema,
  type TurnedAwayVisitors,
} from '#contract/online-booking.ts';
import { arrayLiteral } from '#service/db/column-types.ts';
import { readRows } from '#service/db/read-rows.ts';
import { type Executor, runQuery } from '#service/db/run-query.ts';
import { appointmentTypes, bookingPages, bookingRefusals, onlineBooking, stores } from '#service/db/schema.ts';
import { assignments, insertRow, toColumnRow, writeRows } from '#service/db/write-rows.ts';
import { isDemoCompany } from '#service/demo/demo-practice.ts';

/** The settings of the booking pages of a company; the initial settings if no one has set any. */
export async function readOnlineBooking(executor: Executor, companyId: string): Promise<OnlineBooking> {
  const ofCompany = sql`where company_id = ${companyId}::uuid`;
  const fields = ['types', 'noticeHours', 'daysAhead', 'dailyLimit', 'origins', 'updatedAt'] as const;
  const [[settings], pages] = await Promise.all([
    readRows(executor, onlineBooking, fields, ofCompany),
    readRows(executor, bookingPages, ['storeId', 'isOn', 'slug'], sql`${ofCompany} order by position`),
  ]);
  if (settings === undefined) return initialOnlineBooking;
  const { types, ...others } = settings;
  // The properties of each type are put in order again, because the database sorts the properties of JSON.
  return {
    stores: pages,
    types: types.map(({ visitTypeId, isOn, publicName }) => ({ visitTypeId, isOn, publicName })),
    ...others,
  };
}

type PutOnlineBookingInput = z.output<typeof putOnlineBookingSchema>;

/**
 * Sets the booking pages of a company and returns the settings. Unchanged settings are not written. The settings of all
 * companies are written one after another, since a slug is unique on the server. Throws 409 with the settings if they
 * were changed since `expectedUpdatedAt`, 400 for a visit type that the company does not have or a slug that another company
 * has, and 409 `no_channel` if a store is switched on while no e-mail can be sent (except in a demo practice).
 *
 * @param hasEmail whether e-mail is set up on the server
 */
export async function writeOnlineBooking(
  transaction: Executor,
  { companyId, expectedUpdatedAt, ...given }: PutOnlineBookingInput,
  { hasEmail, clock }: { hasEmail: boolean; clock: () => number },
): Promise<OnlineBooking> {
  await runQuery(transaction, sql`select pg_advisory_xact_lock(hashtextextended('booking pages', 2))`);
  // This is a separate statement, so that it sees what was committed before the lock was acquired.
  const current = await readOnlineBooking(transaction, companyId);
  const after = {
    stores: given.stores.map(({ storeId, isOn, slug = null }) => ({ storeId, isOn, slug })),
    types: given.types.map(({ visitTypeId, isOn, publicName = null }) => ({ visitTypeId, isOn, publicName })),
    ...{ noticeHours: given.noticeHours, daysAhead: given.daysAhead, dailyLimit: given.dailyLimit },
    origins: given.origins,
  };
  const { updatedAt: before, ...values } = current;
  if (isDeepStrictEqual(after, values)) return current;
  const expected = expectedUpdatedAt === null ? null : instantOf(expectedUpdatedAt);
  if (expected !== (before === null ? null : instantOf(before))) {
    const suggestion = 'the settings have been changed in the meantime: check the current ones, and decide again';
    throw new ServiceError('changed_meanwhile', suggestion, { current });
  }
  await requireTypes(transaction, companyId, after.types);
  await requireFreeSlugs(transaction, companyId, after.stores);
  const wasOn = new Set(current.stores.flatMap(({ storeId, isOn }) => (isOn ? [storeId] : [])));
  const isSwitchedOn = after.stores.some(({ storeId, isOn }) => isOn && !wasOn.has(storeId));
  if (isSwitchedOn && !hasEmail && !isDemoCompany(companyId)) {
    const suggestion = 'set up e-mail on the server first: a booking page sends codes and answers by e-mail';
    throw new ServiceError('no_channel', suggestion);
  }
  const now = clock();
  const updatedAt = new Date(before === null ? now : nextUpdatedAt(now, before)).toISOString();
  const { stores: pages, types, origins, ...numbers } = after;
  const jsonbSql = (value: unknown) => sql`${JSON.stringify(value)}::text::jsonb`;
  const columns = { ...numbers, types: jsonbSql(types), origins: jsonbSql(origins), updatedAt };
  await runQuery(
    transaction,
    sql`${insertRow(onlineBooking, { companyId, ...columns })}
      on conflict (company_id) do update set ${assignments(onlineBooking, columns)}`,
  );
  // All pages are deleted before any is written, because stores may swap their slugs.
  await runQuery(transaction, sql`delete from booking_pages where company_id = ${companyId}::uuid`);
  const added = pages.map((page, position) => toColumnRow(bookingPages, { companyId, ...page, position }));
  await writeRows(transaction, bookingPages, { added });
  return { ...after, updatedAt };
}

/** Throws 400 for a visit type that the company does not have. Inactive types are allowed and keep their settings. */
async function requireTypes(transaction: Executor, companyId: string, types: OnlineBooking['types']): Promise<void> {
  const ids = arrayLiteral(types.map(({ visitTypeId }) => visitTypeId));
  const areNamed = sql`where company_id = ${companyId}::uuid and id = any(${ids}::uuid[])`;
  const known = new Set((await readRows(transaction, appointmentTypes, ['id'], areNamed)).map(({ id }) => id));
  const unknown = types.findIndex(({ visitTypeId }) => !known.has(visitTypeId));
  if (unknown >= 0) throw invalidInput(`types[${unknown}].visitTypeId`, 'the company has no such appointment type');
}

/** Throws 400 for a slug that a store of another company has, whether its page is on or off. */
async function requireFreeSlugs(
  transaction: Executor,
  companyId: string,
  pages: OnlineBooking['stores'],
): Promise<void> {
  const slugs = arrayLiteral(pages.flatMap(({ slug }) => slug ?? []));
  const rows = await runQuery<{ slug: string }>(
    transaction,
    sql`select p.slug from companies c join booking_pages p on p.company_id = c.company_id
      where p.slug = any(${slugs}::text[]) and c.company_id <> ${companyId}::uuid`,
  );
  const taken = new Set(rows.map(({ slug }) => slug));
  const nth = pages.findIndex(({ slug }) => slug !== null && taken.has(slug));
  if (nth >= 0) throw invalidInput(`stores[${nth}].slug`, 'is taken: every address stands once on the server');
}

/** The number of days, including today, for which turned-away visitors are counted. */
const COUNTED_DAYS = 30;

/**
 * The number of times that the booking pages of some stores turned visitors away in the last 30 days of their calendars.
 * `now` is epoch milliseconds.
 */
export async function countTurnedAwayVisitors(
  executor: Executor,
  { companyId, storeIds, now }: { companyId: string; storeIds: readonly string[]; now: number },
): Promise<TurnedAwayVisitors> {
  const ids = arrayLiteral(storeIds);
  const areAccessible = sql`where company_id = ${companyId}::uuid and id = any(${ids}::uuid[])`;
  const zones = await readRows(executor, stores, ['timeZone'], areAccessible);
  const instant = Temporal.Instant.fromEpochMilliseconds(now);
  const firstDateIn = (zone: string) =>
    instant
      .toZonedDateTimeISO(zone)
      .toPlainDate()
      .subtract({ days: COUNTED_DAYS - 1 })
      .toString();
  const [from = firstDateIn('UTC')] = zones.map(({ timeZone }) => firstDateIn(timeZone)).sort();
  const counted = await runQuery<{ reason: string; count: number }>(
    executor,
    sql`select reason, sum(count)::int as count from ${bookingRefusals}
      where company_id = ${companyId}::uuid and store_id = any(${ids}::uuid[]) and date >= ${from}::date group by reason`,
  );
  const byReason = { robot: 0, address: 0, email: 0, code: 0, day: 0 };
  return {
    from,
    byReason: { ...byReason, ...Object.fromEntries(counted.map(({ reason, count }) => [reason, count])) },
  };
}
