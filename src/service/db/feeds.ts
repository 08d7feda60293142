import { type SQL, sql } from 'drizzle-orm';
import { composeTitle } from '#contract/appointment-rules.ts';
import { instantOf } from '#contract/date-time.ts';
import { invalidInput } from '#contract/error.ts';
import type { Feed } from '#contract/feeds.ts';
import type { Permission } from '#contract/permissions.ts';
import { QUARTER_HOUR_MS } from '#scheduling/opening-hours.ts';
import { type FoundList, toFoundList } from '#service/domain/cursor.ts';
import { type CalendarEvent, writeCalendar } from '#service/domain/icalendar.ts';
import { createLinkToken, parseLinkToken } from '#service/domain/link-token.ts';
import { endsAfterCondition, occupiesRoomCondition } from './appointment-filter.ts';
import type { Caller } from './authentication.ts';
import { arrayLiteral, createOrderedUuid, instantLiteral, isoInstant } from './column-types.ts';
import type { Database } from './database.ts';
import { insufficientAccessError, notFoundError } from './manage/lock-practice.ts';
import { parseFields, readRows, selectFields } from './read-rows.ts';
import { type Executor, runQuery } from './run-query.ts';
import { employees, feeds } from './schema.ts';
import type { Writer } from './write-records.ts';
import { insertRow } from './write-rows.ts';

/*
 * Calendar feeds: appointments at a secret URL, for other calendar programs. A feed shows what the person who
 * created it may see, and ends permanently when they lose that right.
 */

const hasPermission = (permission: Permission): SQL => sql`${permission} = any(creator.permissions)`;

/** The condition that `creator`, the employee who created the feed `f` of a company, still has the right to it. */
const creatorHasAccess = (companyId: string): SQL => sql`creator.is_active and ${hasPermission('appointments.read')}
  and (not f.with_names or (${hasPermission('pets.read')} and ${hasPermission('clients.read')}))
  and (f.store_id is null or f.store_id = any(creator.store_ids))
  and (f.employee_id is null or f.employee_id = creator.id or ${hasPermission('practice.write')})
  and (f.employee_id is null or exists (
    select from employees subject
    where subject.company_id = ${companyId}::uuid and subject.id = f.employee_id and subject.is_active
  ))`;

/**
 * Ends the feeds that were created by these employees, or show their appointments, if the feed's creator has lost the right
 * to it.
 */
export async function endUnauthorizedFeeds({ transaction, now }: Writer, companyId: string, ids: readonly string[]) {
  const changed = sql`any(${arrayLiteral(ids)}::uuid[])`;
  await runQuery(
    transaction,
    sql`update feeds f set ended_at = ${instantLiteral(now)}::timestamptz
      where f.company_id = ${companyId}::uuid and f.ended_at is null
        and (f.created_by = ${changed} or f.employee_id = ${changed})
        and not exists (
          select from employees creator
          where creator.company_id = ${companyId}::uuid and creator.id = f.created_by and ${creatorHasAccess(companyId)}
        )`,
  );
}

/**
 * Creates a feed of an employee or of a store that the caller has access to. Only the response contains its token.
 * Throws 403 if the caller lacks the permission for the feed of someone else or for names, and 400 for an employee who does
 * not exist or is inactive.
 */
export async function createFeed(
  { transaction, now }: Pick<Writer, 'transaction' | 'now'>,
  caller: Caller,
  feed: Pick<Feed, 'employeeId' | 'storeId' | 'withNames'>,
): Promise<{ id: string; token: string }> {
  const { companyId, employeeId: createdBy } = caller;
  const isForSomeoneElse = feed.employeeId !== null && feed.employeeId !== createdBy;
  const people = await readRows(
    transaction,
    employees,
    ['id', 'isActive', 'storeIds', 'permissions'],
    // Because of the lock, a right that is lost at the same time is either already missing in these rows, or its loss also ends
    // this feed.
    sql`where company_id = ${companyId}::uuid
      and id = any(${arrayLiteral([createdBy, ...(feed.employeeId === null ? [] : [feed.employeeId])])}::uuid[])
      order by id for share`,
  );
  const creator = people.find(({ id }) => id === createdBy);
  const required: Permission[] = ['appointments.read'];
  if (feed.withNames) required.push('pets.read', 'clients.read');
  if (isForSomeoneElse) required.push('practice.write');
  for (const permission of required)
    if (!creator?.permissions.includes(permission))
      throw insufficientAccessError(`the employee of this key lacks the permission ${permission}`);
  if (isForSomeoneElse) {
    const subject = people.find(({ id }) => id === feed.employeeId);
    const isVisible = subject?.storeIds.some((id) => caller.storeIds.includes(id));
    if (subject === undefined || !isVisible) throw invalidInput('employeeId', 'the company has no such employee');
    if (!subject.isActive) throw invalidInput('employeeId', 'the employee is inactive');
  }
  const id = createOrderedUuid(now);
  const { token, hash } = createLinkToken(companyId);
  const tokenHash = sql`decode(${hash.toString('hex')}::text, 'hex')`;
  const row = { companyId, id, ...feed, createdBy, createdAt: instantLiteral(now), tokenHash };
  await runQuery(transaction, insertRow(feeds, row));
  return { id, token };
}

const feedFields = [...(['id', 'employeeId', 'storeId', 'withNames', 'createdBy', 'createdAt', 'lastReadAt'] as const)];

/**
 * The condition on `feeds` for the feeds that the caller sees: their own, and for a manager the feeds of their stores and
 * employees.
 */
function visibleFeedCondition({ companyId, employeeId, storeIds, permissions }: Caller): SQL {
  const own = sql`feeds.company_id = ${companyId}::uuid and feeds.created_by = ${employeeId}::uuid`;
  if (!permissions.includes('practice.write' satisfies Permission)) return own;
  const stores = sql`${arrayLiteral(storeIds)}::uuid[]`;
  return sql`feeds.company_id = ${companyId}::uuid and (feeds.created_by = ${employeeId}::uuid or feeds.store_id = any(${stores})
    or exists (
      select from employees e where e.company_id = ${companyId}::uuid and e.id = feeds.employee_id and e.store_ids && ${stores}
    ))`;
}

/** A page of the feeds that the caller sees and that have not ended, newest first. */
export async function findFeeds(
  { sql: executor }: Database,
  caller: Caller,
  { limit, position }: { limit: number; position: string | null },
): Promise<FoundList<Feed>> {
  const [at, feedId] = position?.split('/') ?? [];
  const rest = position === null ? sql`` : sql`and (created_at, id) < (${at}::timestamptz, ${feedId}::uuid)`;
  const where = sql`${visibleFeedCondition(caller)} and ended_at is null`;
  const rows = await runQuery<Record<string, unknown> & { id: string | null; total: number }>(
    executor,
    sql`select total.count as total, page.*
      from (select count(*)::int from feeds where ${where}) as total
      left join (
        select ${selectFields(feeds, feedFields)} from feeds where ${where} ${rest}
        order by created_at desc, id desc limit ${limit + 1}::int
      ) as page on true
      order by page."createdAt" desc, page.id desc`,
  );
  return toFoundList(rows, limit, {
    item: ({ total: _, ...row }) => parseFields(feeds, row) as unknown as Feed,
    position: ({ createdAt, id }) => `${createdAt}/${id}`,
  });
}

/** Ends a feed; a feed that has already ended stays as it is. Throws 404 for a feed that the caller does not see. */
export async function endFeed({ sql: executor }: Database, caller: Caller, { id, now }: { id: string; now: number }) {
  const ended = await runQuery(
    executor,
    sql`update feeds set ended_at = coalesce(ended_at, ${instantLiteral(now)}::timestamptz)
      where ${visibleFeedCondition(caller)} and id = ${id}::uuid returning id`,
  );
  if (ended.length === 0) throw notFoundError('id: no such feed, or this key cannot access it');
}

const DAY_MS = 86_400_000;
/** How far a feed reaches into the past and the future, in milliseconds. */
const FEED_RANGE_MS = { before: 30 * DAY_MS, after: 180 * DAY_MS };
/** The interval at which calendar programs should read a feed again. */
const REFRESH_INTERVAL = 'PT15M';
/** The minimum interval between two updates of the stored time of the last reading, in milliseconds. */
const LAST_READ_RESOLUTION_MS = 60_000;

interface OpenFeed {
  [column: string]: unknown;
  id: string;
  employee_id: string | null;
  store_id: string | null;
  with_names: boolean;
  last_read_at: string | null;
  store_ids: string;
  name: string;
  company_name: string;
}

/**
 * Returns the calendar at a secret URL, and a function that stores the time of this reading; null if the URL is unknown or
 * its feed has ended. The calendar shows the appointments at the stores that the creator of the feed has access to. `now` is
 * epoch milliseconds.
 */
export async function readFeed(
  { sql: executor }: Database,
  token: string,
  now: number,
): Promise<{ calendar: string; noteReading: () => Promise<void> } | null> {
  const link = parseLinkToken(token);
  if (link === null) return null;
  const { companyId } = link;
  const [feed] = await runQuery<OpenFeed>(
    executor,
    sql`select f.id, f.employee_id, f.store_id, f.with_names, f.last_read_at, creator.store_ids, c.name as company_name,
        coalesce(s.name, trim(concat_ws(' ', e.first_name, e.last_name))) as name
      from feeds f
      join employees creator on creator.company_id = f.company_id and creator.id = f.created_by
      join companies c on c.company_id = f.company_id
      left join stores s on s.company_id = f.company_id and s.id = f.store_id
      left join employees e on e.company_id = f.company_id and e.id = f.employee_id
      where f.company_id = ${companyId}::uuid and f.token_hash = decode(${link.hash.toString('hex')}::text, 'hex')
        and f.ended_at is null and ${creatorHasAccess(companyId)}`,
  );
  if (feed === undefined) return null;
  const events = await findEvents(executor, { companyId, feed, now });
  const isReadingStored = feed.last_read_at !== null && toEpochMs(feed.last_read_at) > now - LAST_READ_RESOLUTION_MS;
  return {
    calendar: writeCalendar(events, { name: `${feed.name} – ${feed.company_name}`, readAgainAfter: REFRESH_INTERVAL }),
    async noteReading() {
      if (isReadingStored) return;
      await runQuery(
        executor,
        sql`update feeds set last_read_at = ${instantLiteral(now)}::timestamptz
          where company_id = ${companyId}::uuid and id = ${feed.id}::uuid`,
      );
    },
  };
}

interface EventRow {
  [column: string]: unknown;
  id: string;
  start_at: string;
  end_at: string;
  created_at: string;
  updated_at: string;
  status: string | null;
  visit_type_name: string | null;
  time_zone: string;
  store_name: string;
  address: string | null;
  room_name: string | null;
  /** Read only for a feed with names. */
  title?: string | null;
  /** Read only for a feed with names. */
  pet_name?: string | null;
  /** Read only for a feed with names. */
  client_name?: string | null;
}

async function findEvents(
  executor: Executor,
  { companyId, feed, now }: { companyId: string; feed: OpenFeed; now: number },
): Promise<CalendarEvent[]> {
  const [from, until] = [now - FEED_RANGE_MS.before, now + FEED_RANGE_MS.after];
  const conditions = [
    sql`a.company_id = ${companyId}::uuid and a.store_id = any(${feed.store_ids}::uuid[])`,
    sql`a.start_at < ${instantLiteral(until)}::timestamptz and a.end_at > ${instantLiteral(from)}::timestamptz`,
    sql`${endsAfterCondition(from)} and ${occupiesRoomCondition()}`,
    ...(feed.store_id === null ? [] : [sql`a.store_id = ${feed.store_id}::uuid`]),
    ...(feed.employee_id === null ? [] : [sql`a.employee_ids @> array[${feed.employee_id}::uuid]`]),
  ];
  const names = feed.with_names
    ? {
        columns: sql`, a.title, p.name as pet_name, trim(concat_ws(' ', cl.first_name, cl.last_name)) as client_name`,
        joins: sql`left join pets p on p.company_id = a.company_id and p.id = a.pet_id
          left join clients cl on cl.company_id = a.company_id and cl.id = a.client_id`,
      }
    : { columns: sql``, joins: sql`` };
  const rows = await runQuery<EventRow>(
    executor,
    sql`select a.id, a.start_at, a.end_at, a.created_at, a.updated_at, a.status, a.visit_type_name,
        s.time_zone, s.name as store_name, s.address, r.name as room_name ${names.columns}
      from appointments a
      join stores s on s.company_id = a.company_id and s.id = a.store_id
      left join rooms r on r.company_id = a.company_id and r.id = a.room_id
      ${names.joins}
      where ${sql.join(conditions, sql` and `)} order by a.start_at, a.id`,
  );
  return rows.map(toEvent);
}

/**
 * Converts a row to an event with the pet's name and the visit type as its title. A feed without names has no pet's
 * name, and an imported appointment may lack either.
 */
function toEvent(row: EventRow): CalendarEvent {
  const [start, end] = [toEpochMs(row.start_at), toEpochMs(row.end_at)];
  const { visit_type_name: type, pet_name: pet, client_name: client, room_name: room } = row;
  return {
    ...{
      id: row.id,
      timeZone: row.time_zone,
      createdAt: toEpochMs(row.created_at),
      updatedAt: toEpochMs(row.updated_at),
    },
    ...{ start, end: end > start ? end : start + QUARTER_HOUR_MS },
    status: row.status === 'requested' ? 'tentative' : 'confirmed',
    title: pet && type ? composeTitle(pet, type) : pet || row.title || type || 'Appointment',
    location: [row.store_name, ...(row.address?.split('\n') ?? [])].join(', '),
    description: [client, room].flatMap((line) => line || []),
  };
}

const toEpochMs = (column: string) => instantOf(isoInstant(column));
