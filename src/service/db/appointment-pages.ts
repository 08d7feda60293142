import { type SQL, sql } from 'drizzle-orm';
import type { Appointment } from '#contract/appointment.ts';
import type { Page, UnresolvedRecord } from '#contract/page.ts';
import type { AppointmentQuestion } from '#service/domain/appointment-question.ts';
import { boundsOf } from '#service/domain/time-bounds.ts';
import { type AppointmentRow, appointmentColumns, appointmentOf } from './appointment-record.ts';
import { appointmentsWhere } from './appointment-where.ts';
import {
  addedSince,
  type CountedAt,
  type CountMemory,
  countAppointments,
  momentColumns,
  nothingCounted,
  questionKey,
} from './counts.ts';
import type { Database } from './database.ts';
import { runQuery } from './run-query.ts';

interface PageRow extends AppointmentRow {
  added: number;
  epoch: number;
  snapshot: string;
}

/** A page and how to go on: `position` stands behind its last row, null on the last page. */
export interface AppointmentPage {
  data: (Appointment | UnresolvedRecord)[];
  totalCount: number;
  position: string | null;
}

/** What the look-up of a page works with. */
export interface PageSource {
  database: Database;
  counts: CountMemory;
}

/**
 * The appointments that a question asks for, by creation date and then id, those behind `position` where there is one,
 * and how many match in all. The page and the total are of one moment: the page's statement counts what was added since
 * the condition was counted last.
 */
export async function findAppointments(
  source: PageSource,
  question: AppointmentQuestion,
  position: string | null,
): Promise<AppointmentPage> {
  const { database, counts } = source;
  const where = appointmentsWhere(question);
  const key = questionKey(where);
  for (let attempt = 1; ; attempt += 1) {
    // While others keep changing what is there, everything is counted by the page's own statement.
    const last = attempt > MAX_ATTEMPTS;
    const before = last ? nothingCounted : (counts.recall(key) ?? (await countAppointments(database, question, where)));
    const rows = await runQuery<PageRow>(database.sql, pageQuery(question, where, position, before));
    const [first] = rows;
    if (first === undefined) throw new Error('a page has a row for its total');
    if (first.epoch !== before.epoch && !last) {
      // Something that was counted has changed in between: count anew.
      counts.forget(key);
      continue;
    }
    const totalCount = before.count + first.added;
    counts.keep(key, { count: totalCount, epoch: first.epoch, snapshot: first.snapshot });
    // An empty page still has one row, which carries the total alone.
    const found = rows.filter((row) => isPresent(row.id));
    const shown = found.slice(0, question.limit);
    const end = found.length > shown.length ? shown.at(-1) : undefined;
    const next = end === undefined ? null : `${end.created_at}/${end.id}`;
    return { data: shown.map(appointmentOf), totalCount, position: next };
  }
}

/** How often a page is tried on a count that turns out to be outdated. */
const MAX_ATTEMPTS = 2;

/** Up to so many matches it is surely cheaper to collect them all than to walk by creation date until a page is full. */
const FEW = 10_000;
/** The same where the matches were all created far from where a walk begins. */
const FEW_FAR_AWAY = 250_000;

function pageQuery(question: AppointmentQuestion, where: SQL, position: string | null, before: CountedAt): SQL {
  const order = sql.raw(question.direction);
  const condition = sql`${where} ${behind(question, position)}`;
  // Where nothing matched, only what was added since can.
  const wanted = before.count === 0 ? sql`${condition} and ${addedSince(before)}` : condition;
  const few = before.count <= (liesFarAway(question) ? FEW_FAR_AWAY : FEW);
  // `offset 0` keeps the planner from taking the order's index for a collection of few.
  const matches = sql`(select ${sql.raw(appointmentColumns)} from appointments where ${wanted} ${sql.raw(few ? 'offset 0' : '')})`;
  return sql`with page as (
      select * from ${matches} as matches
      order by created_at ${order}, id ${order} limit ${question.limit + 1}::int
    ), total as (
      select (select count(*)::int from appointments where ${where} and ${addedSince(before)}) as added,
             ${momentColumns(question.companyId)}
    )
    select total.*, page.* from total left join page on true
    order by page.created_at ${order}, page.id ${order}`;
}

/** Appointments are made shortly before they take place: a window of time is reached late by a walk from its other side. */
function liesFarAway({ filter, direction }: AppointmentQuestion): boolean {
  return [filter.start, filter.end, filter.checkedInAt, filter.updatedAt].some((operators) => {
    const { from, to } = boundsOf(operators);
    return (direction === 'desc' ? to : from) !== null;
  });
}

function behind({ direction }: AppointmentQuestion, position: string | null) {
  if (position === null) return sql``;
  const [createdAt, id] = position.split('/');
  const beyond = sql.raw(direction === 'asc' ? '>' : '<');
  return sql`and (created_at, id) ${beyond} (${createdAt}::timestamptz, ${id}::uuid)`;
}

function isPresent(id: string | null): boolean {
  return id !== null;
}

/** Puts a page into the envelope of section 2. */
export function envelope<Item>(
  { data, totalCount, position }: { data: Item[]; totalCount: number; position: string | null },
  cursorAt: (position: string) => string,
): Page<Item> {
  const nextCursor = position === null ? null : cursorAt(position);
  return { data, nextCursor, hasMore: nextCursor !== null, totalCount };
}
