import { type SQL, sql } from 'drizzle-orm';
import type { Page } from '#contract/page.ts';
import type { AppointmentQuestion } from '#service/domain/appointment-question.ts';
import { asksForLittle, liesFarAway } from '#service/domain/question-shape.ts';
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
import { runQueryForBytes } from './run-query.ts';

/** A page and how to go on: `position` stands behind its last row, null on the last page. */
export interface AppointmentPage {
  /** The records in the JSON that the database keeps of each, set apart by commas, in UTF-8. */
  records: Uint8Array;
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
 * and how many match in all. The page and the total are of one moment: what asks for little is collected and counted at
 * once, else the page's statement counts what was added since the condition was counted last.
 */
export async function findAppointments(
  { database, counts }: PageSource,
  question: AppointmentQuestion,
  position: string | null,
): Promise<AppointmentPage> {
  const where = appointmentsWhere(question);
  const key = questionKey(where);
  if (counts.recall(key) === undefined && asksForLittle(question)) {
    const { page, moment } = await readPage(database, gatheringQuery(question, where, position));
    if (moment.count <= LITTLE) {
      counts.keep(key, moment);
      return page;
    }
  }
  for (let attempt = 1; ; attempt += 1) {
    // While others keep changing what is there, everything is counted by the page's own statement.
    const last = attempt > MAX_ATTEMPTS;
    const before = last ? nothingCounted : (counts.recall(key) ?? (await countAppointments(database, question, where)));
    const { page, moment } = await readPage(database, pageQuery(question, where, position, before));
    if (moment.epoch !== before.epoch && !last) {
      // Something that was counted has changed in between: count anew.
      counts.forget(key);
      continue;
    }
    const totalCount = before.count + moment.count;
    counts.keep(key, { ...moment, count: totalCount });
    return { ...page, totalCount };
  }
}

/** How often a page is tried on a count that turns out to be outdated. */
const MAX_ATTEMPTS = 2;

/** What asks for little and is at most so much is collected and counted in one go. */
const LITTLE = 3_000;
/** Up to so many matches it is surely cheaper to collect them all than to walk by creation date until a page is full. */
const FEW = 10_000;
/** The same where the matches were all created far from where a walk begins. */
const FEW_FAR_AWAY = 250_000;

/** Runs a statement that gives a page beside a count with its moment. */
async function readPage(database: Database, query: SQL): Promise<{ page: AppointmentPage; moment: CountedAt }> {
  const [row] = await runQueryForBytes(database.sql, query);
  if (row === undefined) throw new Error('a page has a row for its total');
  const [records, position, count, epoch, snapshot] = row;
  const moment = { count: Number(count), epoch: Number(epoch), snapshot: String(snapshot) };
  const page = {
    records: records ?? new Uint8Array(),
    totalCount: moment.count,
    position: position?.toString() ?? null,
  };
  return { page, moment };
}

/** Collects what matches, one more than {@link LITTLE} at most; the page is taken from there. */
function gatheringQuery(question: AppointmentQuestion, where: SQL, position: string | null): SQL {
  return sql`with gathered as materialized (
      select created_at, id, record from appointments where ${where} limit ${LITTLE + 1}::int
    ), ${pageAndCount(question, sql`select * from gathered where true ${behind(question, position)}`, sql`select count(*)::int from gathered`)}`;
}

/** Reads the page, and counts what was added since the count that there is. */
function pageQuery(question: AppointmentQuestion, where: SQL, position: string | null, before: CountedAt): SQL {
  const condition = sql`${where} ${behind(question, position)}`;
  // Where nothing matched, only what was added since can.
  const wanted = before.count === 0 ? sql`${condition} and ${addedSince(before)}` : condition;
  const few = before.count <= (liesFarAway(question) ? FEW_FAR_AWAY : FEW);
  // `offset 0` keeps the planner from taking the order's index for a collection of few.
  const matches = sql`select created_at, id, record from appointments where ${wanted} ${sql.raw(few ? 'offset 0' : '')}`;
  const added = sql`select count(*)::int from appointments where ${where} and ${addedSince(before)}`;
  return sql`with ${pageAndCount(question, matches, added)}`;
}

/** The page has one row more than it shows where more follow. */
function pageAndCount({ companyId, direction, limit }: AppointmentQuestion, matches: SQL, count: SQL): SQL {
  const order = sql.raw(direction);
  return sql`page as (
      select *, row_number() over () as nth from (
        select * from (${matches}) as matches order by created_at ${order}, id ${order} limit ${limit + 1}::int
      ) as ordered
    ), shown as (
      select string_agg(record, ',' order by nth) filter (where nth <= ${limit}::int) as records,
             case when count(*) > ${limit}::int then max(created_at || '/' || id) filter (where nth = ${limit}::int) end as position
      from page
    )
    select records, position, (${count}) as count, ${momentColumns(companyId)} from shown`;
}

function behind({ direction }: AppointmentQuestion, position: string | null) {
  if (position === null) return sql``;
  const [createdAt, id] = position.split('/');
  const beyond = sql.raw(direction === 'asc' ? '>' : '<');
  return sql`and (created_at, id) ${beyond} (${createdAt}::timestamptz, ${id}::uuid)`;
}

/** Puts a page into the envelope of section 2. */
export function envelope<Item>(
  { data, totalCount, position }: { data: Item[]; totalCount: number; position: string | null },
  cursorAt: (position: string) => string,
): Page<Item> {
  const nextCursor = position === null ? null : cursorAt(position);
  return { data, nextCursor, hasMore: nextCursor !== null, totalCount };
}

/** The same of records that are JSON already: the bytes of the answer's body. */
export function envelopeBytes(
  { records, totalCount, position }: AppointmentPage,
  cursorAt: (position: string) => string,
): Uint8Array<ArrayBuffer> {
  const { data: _, ...rest } = envelope({ data: [], totalCount, position }, cursorAt);
  return Buffer.concat([Buffer.from('{"data":['), records, Buffer.from(`],${JSON.stringify(rest).slice(1)}`)]);
}
