import { type SQL, sql } from 'drizzle-orm';
import { bookableMinutesSchema } from '#contract/clients-pets-staff.ts';
import { type OnlineBooking, slugSchema, type TurnedAwayReason } from '#contract/online-booking.ts';
import { dateIn, dayOfInstant } from '#scheduling/calendar-day.ts';
import type { LinkedStore } from '#service/db/client-links.ts';
import { arrayLiteral, instantLiteral } from '#service/db/column-types.ts';
import type { Database } from '#service/db/database.ts';
import { readRows } from '#service/db/read-rows.ts';
import { type Executor, runQuery } from '#service/db/run-query.ts';
import { appointmentTypes, bookingRefusals } from '#service/db/schema.ts';
import { insertRow } from '#service/db/write-rows.ts';
import { isDemoCompany } from '#service/demo/demo-practice.ts';

/** A visit type that clients can request. */
export interface BookingType {
  readonly id: string;
  /** The name that the page shows. */
  readonly name: string;
  readonly category: string;
  readonly durationMinutes: number;
  /** What the client has to do before the appointment; null if there is nothing to do. */
  readonly preparation: string | null;
}

/** A store's booking page that is switched on. */
export interface BookingPage {
  readonly companyId: string;
  readonly storeId: string;
  readonly slug: string;
  readonly practiceName: string;
  readonly store: LinkedStore;
  /** The types that are switched on, active and short enough to be booked, in the order of the settings. */
  readonly types: readonly BookingType[];
  readonly noticeHours: number;
  /** Times are offered up to this many days ahead on the store's calendar. */
  readonly daysAhead: number;
  /** The sites that may embed the page. */
  readonly origins: readonly string[];
  /** Whether this is a demo practice, which sends no e-mail, so that its page shows the code. */
  readonly isDemo: boolean;
  /** Whether today's requests have reached the daily limit. */
  readonly isFull: boolean;
}

interface PageRow extends Omit<LinkedStore, 'timeZone'> {
  company_id: string;
  store_id: string;
  slug: string;
  practice: string;
  time_zone: string;
  types: OnlineBooking['types'];
  notice_hours: number;
  days_ahead: number;
  daily_limit: number;
  origins: string[];
}

/** The booking page that has a slug, as of `now` (epoch milliseconds); null if there is none, or if it is off. */
export async function readBookingPage(
  { sql: executor }: Database,
  slug: string,
  now: number,
): Promise<BookingPage | null> {
  if (!slugSchema.safeParse(slug).success) return null;
  return findPage(executor, sql`p.slug = ${slug}`, now);
}

/** Reads the page again; null if it has been switched off or has another slug by now. */
export const readPageAgain = (
  executor: Executor,
  { companyId, storeId, slug }: Pick<BookingPage, 'companyId' | 'storeId' | 'slug'>,
  now: number,
): Promise<BookingPage | null> =>
  findPage(
    executor,
    sql`p.company_id = ${companyId}::uuid and p.store_id = ${storeId}::uuid and p.slug = ${slug}`,
    now,
  );

async function findPage(executor: Executor, condition: SQL, now: number): Promise<BookingPage | null> {
  // Every index begins with the company, so a slug is looked up in each of the few companies of a server.
  const [row] = await runQuery<PageRow>(
    executor,
    sql`select p.company_id, p.store_id, p.slug, c.name as practice, o.types, o.notice_hours, o.days_ahead, o.daily_limit,
        o.origins, s.name, s.time_zone, s.phone, s.email, s.address, s.website
      from companies c
      join booking_pages p on p.company_id = c.company_id
      join online_booking o on o.company_id = c.company_id
      join stores s on s.company_id = p.company_id and s.id = p.store_id
      where ${condition} and p.is_on`,
  );
  if (row === undefined) return null;
  const { company_id: companyId, store_id: storeId, name, phone, email, address, website } = row;
  const store = { name, timeZone: row.time_zone, phone, email, address, website };
  const page = { companyId, storeId, store };
  const [types, count] = await Promise.all([readBookableTypes(executor, row), countRequestsOfDay(executor, page, now)]);
  return {
    ...{ ...page, slug: row.slug, practiceName: row.practice, types, origins: row.origins },
    ...{ noticeHours: row.notice_hours, daysAhead: row.days_ahead },
    isDemo: isDemoCompany(companyId),
    isFull: count >= row.daily_limit,
  };
}

/** The types that are switched on and can be booked, in the order of the settings. */
async function readBookableTypes(
  executor: Executor,
  { company_id: companyId, types }: PageRow,
): Promise<BookingType[]> {
  const switchedOn = types.filter(({ isOn }) => isOn);
  const ids = arrayLiteral(switchedOn.map(({ visitTypeId }) => visitTypeId));
  const rows = await readRows(
    executor,
    appointmentTypes,
    ['id', 'name', 'category', 'durationMinutes', 'preparation'],
    sql`where company_id = ${companyId}::uuid and id = any(${ids}::uuid[]) and is_active`,
  );
  return switchedOn.flatMap(({ visitTypeId, publicName }) => {
    const type = rows.find(({ id }) => id === visitTypeId);
    // Restored visit types may take longer than a day.
    if (type === undefined || !bookableMinutesSchema.safeParse(type.durationMinutes).success) return [];
    return [{ ...type, name: publicName ?? type.name }];
  });
}

/** Counts the requests that a store received today on its clock, including answered and expired ones. */
async function countRequestsOfDay(
  executor: Executor,
  { companyId, storeId, store }: Pick<BookingPage, 'companyId' | 'storeId' | 'store'>,
  now: number,
): Promise<number> {
  const { start, end } = dayOfInstant(store.timeZone, now);
  const [row] = await runQuery<{ count: number }>(
    executor,
    sql`select count(*)::int as count from online_requests
      where company_id = ${companyId}::uuid and store_id = ${storeId}::uuid
        and created_at >= ${instantLiteral(start)}::timestamptz and created_at < ${instantLiteral(end)}::timestamptz`,
  );
  return row?.count ?? 0;
}

/** The part of a booking page that is needed to count turned-away visitors. */
type StorePage = Pick<BookingPage, 'companyId' | 'storeId' | 'store'>;

/** Counts a visitor whom a limit of a page turned away, on the date of the store's calendar at `now` (epoch milliseconds). */
export async function countRefusal(
  database: Database,
  page: StorePage,
  reason: TurnedAwayReason,
  now: number,
): Promise<void> {
  database.checkFreeSpace();
  await writeRefusal(database.sql, page, reason, now);
}

/** Does the same as {@link countRefusal} within a transaction. */
export async function writeRefusal(
  executor: Executor,
  { companyId, storeId, store }: StorePage,
  reason: TurnedAwayReason,
  now: number,
): Promise<void> {
  const row = { companyId, storeId, date: dateIn(store.timeZone, now), reason, count: 1 };
  await runQuery(
    executor,
    sql`${insertRow(bookingRefusals, row)}
      on conflict (company_id, store_id, date, reason) do update set count = booking_refusals.count + 1`,
  );
}
