import { sql } from 'drizzle-orm';
import type { ClientAnswer } from '#contract/client-answers.ts';
import { toUtcDateTime } from '#contract/date-time.ts';
import { type AnswerForStart, isSameAnswer } from '#service/domain/client-answers.ts';
import { type FoundList, toFoundList } from '#service/domain/cursor.ts';
import type { RecordKey } from './authentication.ts';
import { unresolvedError } from './change-appointment.ts';
import { arrayLiteral, instantLiteral, isoInstant } from './column-types.ts';
import type { Database } from './database.ts';
import { appointmentByIdCondition, appointmentNotFoundError } from './read-appointment.ts';
import { type RowFields, readRows } from './read-rows.ts';
import { type Executor, inTransaction, runQuery } from './run-query.ts';
import { clientAnswers } from './schema.ts';
import { insertRow } from './write-rows.ts';

/** The criteria for answers: those for appointments of some stores that start in [`start`, `end`), epoch milliseconds. */
interface AnswersQuery {
  companyId: string;
  storeIds: readonly string[];
  start: number;
  end: number;
}

interface AnswerRow {
  id: string;
  answer: ClientAnswer['answer'];
  note: string | null;
  at: string;
  for_start: string;
}

/** A page of the answers for the present starts of appointments, ordered by start, then appointment. */
export async function findClientAnswers(
  { sql: executor }: Database,
  { companyId, storeIds, start, end }: AnswersQuery,
  { limit, position }: { limit: number; position: string | null },
): Promise<FoundList<ClientAnswer>> {
  // This expression must match that of the index on start times, or the index is not used.
  const startsAt = sql`coalesce(a.start_at, 'infinity'::timestamptz)`;
  const [after, id] = position?.split('/') ?? [];
  const rest = position === null ? sql`` : sql`where (for_start, id) > (${after}::timestamptz, ${id}::uuid)`;
  const rows = await runQuery<AnswerRow & { total: number }>(
    executor,
    sql`with found as materialized (
        select a.id, c.answer, c.note, c.at, c.for_start
        from appointments a join client_answers c on c.company_id = a.company_id and c.appointment_id = a.id
        where a.company_id = ${companyId}::uuid and a.store_id = any(${arrayLiteral(storeIds)}::uuid[])
          and ${startsAt} >= ${instantLiteral(start)}::timestamptz and ${startsAt} < ${instantLiteral(end)}::timestamptz
          and c.for_start = a.start_at
      )
      select total.count as total, page.*
      from (select count(*)::int from found) as total
      left join (select * from found ${rest} order by for_start, id limit ${limit + 1}::int) as page on true
      order by page.for_start, page.id`,
  );
  return toFoundList(rows, limit, {
    item: ({ id: appointmentId, answer, note, at, for_start }) => ({
      ...{ appointmentId, answer, note },
      ...{ at: isoInstant(at), forStart: isoInstant(for_start) },
    }),
    position: (row) => `${row.for_start}/${row.id}`,
  });
}

/**
 * Stores an answer that a client gave by telephone, for the present start of the appointment. If it is the same answer
 * again, its time does not change. Throws 404 if the appointment does not exist, and 400 if it is unresolved.
 */
export async function saveClientAnswer(
  database: Database,
  key: RecordKey,
  { answer, note, employeeId }: Pick<AnswerForStart, 'answer' | 'note'> & { employeeId: string },
  clock: () => number,
): Promise<ClientAnswer> {
  return inTransaction(database.sql, async (transaction) => {
    const [row] = await runQuery<{ id: string; start_at: string | null; is_resolved: boolean }>(
      transaction,
      sql`select id, start_at, record::json ->> 'status' is not null as is_resolved
        from appointments where ${appointmentByIdCondition(key)} for update`,
    );
    if (row === undefined) throw appointmentNotFoundError();
    if (!row.is_resolved || row.start_at === null) throw unresolvedError();
    const owner = { companyId: key.companyId, appointmentId: row.id };
    const newAnswer = { answer, note, forStart: isoInstant(row.start_at) };
    const stored = await readStoredAnswer(transaction, owner);
    const isRepeated = stored !== null && isSameAnswer(stored, newAnswer);
    const at = isRepeated ? stored.at : new Date(clock()).toISOString();
    if (!isRepeated) await writeClientAnswer(transaction, owner, { ...newAnswer, at, employeeId });
    return { appointmentId: row.id, ...newAnswer, at };
  });
}

interface AnswerOwner {
  companyId: string;
  appointmentId: string;
}

type StoredAnswer = RowFields<typeof clientAnswers, 'answer' | 'note' | 'at' | 'forStart'>;

/**
 * The latest answer for an appointment, whatever start it was given for; null if there is none. The appointment's row must be
 * locked.
 */
export async function readStoredAnswer(
  transaction: Executor,
  { companyId, appointmentId }: AnswerOwner,
): Promise<StoredAnswer | null> {
  const tail = sql`where company_id = ${companyId}::uuid and appointment_id = ${appointmentId}::uuid`;
  const [stored] = await readRows(transaction, clientAnswers, ['answer', 'note', 'at', 'forStart'], tail);
  return stored ?? null;
}

/** Stores the latest answer for an appointment; `employeeId` is null if the client used the link. */
export async function writeClientAnswer(
  transaction: Executor,
  owner: AnswerOwner,
  newAnswer: AnswerForStart & { at: string; employeeId: string | null },
): Promise<void> {
  const values = { ...owner, ...newAnswer, forStart: toUtcDateTime(newAnswer.forStart) };
  await runQuery(
    transaction,
    sql`${insertRow(clientAnswers, values)} on conflict (company_id, appointment_id) do update set
      (answer, note, at, for_start, employee_id)
        = (excluded.answer, excluded.note, excluded.at, excluded.for_start, excluded.employee_id)`,
  );
}
