import { sql } from 'drizzle-orm';
import type { Appointment } from '#contract/appointment.ts';
import type { Page, UnresolvedRecord } from '#contract/page.ts';
import type { AppointmentQuestion } from '#service/domain/appointment-question.ts';
import { type AppointmentRow, appointmentColumns, appointmentOf } from './appointment-record.ts';
import { appointmentsWhere } from './appointment-where.ts';
import type { Database } from './database.ts';
import { runQuery } from './run-query.ts';

interface PageRow extends AppointmentRow {
  total: number;
}

/** A page and how to go on: `position` stands behind its last row, null on the last page. */
export interface AppointmentPage {
  data: (Appointment | UnresolvedRecord)[];
  totalCount: number;
  position: string | null;
}

/**
 * The appointments that a question asks for, by creation date and then id, those behind `position` where there is one,
 * and how many match in all. One statement, so the page and the total are of one moment.
 */
export async function findAppointments(
  database: Database,
  question: AppointmentQuestion,
  position: string | null,
): Promise<AppointmentPage> {
  const where = appointmentsWhere(question);
  const order = sql.raw(question.direction);
  const rows = await runQuery<PageRow>(
    database.sql,
    sql`with page as (
      select ${sql.raw(appointmentColumns)} from appointments
      where ${where} ${behind(question, position)}
      order by created_at ${order}, id ${order} limit ${question.limit + 1}::int
    )
    select total.count as total, page.*
    from (select count(*)::int from appointments where ${where}) as total left join page on true
    order by page.created_at ${order}, page.id ${order}`,
  );
  // An empty page still has one row, which carries the total alone.
  const found = rows.filter((row) => isPresent(row.id));
  const shown = found.slice(0, question.limit);
  const last = shown.at(-1);
  return {
    data: shown.map(appointmentOf),
    totalCount: rows[0]?.total ?? 0,
    position: found.length > shown.length && last !== undefined ? `${last.created_at}/${last.id}` : null,
  };
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
