import { sql } from 'drizzle-orm';
import type { ClientLanguage } from '#contract/enums.ts';
import {
  type AnswerForStart,
  type AnswerOutcome,
  checkAnswer,
  hasPassed,
  selectValidAnswer,
} from '#service/domain/client-answers.ts';
import { parseLinkToken } from '#service/domain/link-token.ts';
import { changeInTransaction } from './change-appointment.ts';
import { readStoredAnswer, writeClientAnswer } from './client-answers.ts';
import { isoInstant } from './column-types.ts';
import type { Database } from './database.ts';
import { inTransaction, runQuery } from './run-query.ts';

/** A store as clients see it on their pages. Fields that the practice has not filled in are null. */
export interface LinkedStore {
  name: string;
  timeZone: string;
  phone: string | null;
  email: string | null;
  address: string | null;
  website: string | null;
}

/** An appointment as its client sees it. Instants are ISO 8601. */
export interface LinkedAppointment {
  /** The position of the appointment in the message. The page refers to the appointment by this position instead of its id. */
  position: number;
  status: string;
  start: string;
  end: string;
  petName: string | null;
  visitTypeName: string | null;
  preparation: string | null;
  /** The client's answer for this start; null if there is none. */
  answer: AnswerForStart | null;
  /** Whether the appointment's start differs from the start in the message, or from the start for which the client answered. */
  isMoved: boolean;
  store: LinkedStore;
}

/** The data of the page that the link in a message opens. */
export interface ClientLinkPage {
  practiceName: string;
  /** The language that the client chose; null if it is not known. */
  clientLanguage: ClientLanguage | null;
  /** The language in which the message was sent. */
  messageLanguage: ClientLanguage;
  cancelUntilHours: number | null;
  /** The appointments that have not ended, ordered by start. */
  appointments: LinkedAppointment[];
}

interface LinkRow {
  message_id: string;
  appointment_ids: string;
  practice: string;
  client_language: ClientLanguage | null;
  language: ClientLanguage;
  cancel_until_hours: number | null;
}

interface AppointmentRow extends Omit<LinkedStore, 'timeZone'> {
  position: number;
  status: string;
  start_at: string;
  end_at: string;
  pet_name: string | null;
  visit_type_name: string | null;
  preparation: string | null;
  time_zone: string;
  answer: AnswerForStart['answer'] | null;
  note: string | null;
  for_start: string | null;
  is_moved: boolean;
}

const hashLiteral = (hash: Buffer) => sql`decode(${hash.toString('hex')}, 'hex')`;

/** The condition that the record of an appointment `a` matches the contract, so that it has status, start and end. */
const isResolved = sql`a.record::json ->> 'status' is not null`;

/**
 * Reads what the link with a token shows at `now` (epoch milliseconds). Null for an unknown token, and once all
 * appointments of the message have ended.
 */
export async function readLink(
  { sql: executor }: Database,
  token: string,
  now: number,
): Promise<ClientLinkPage | null> {
  const parsed = parseLinkToken(token);
  if (parsed === null) return null;
  const { companyId, hash } = parsed;
  const [link] = await runQuery<LinkRow>(
    executor,
    sql`select m.id as message_id, m.appointment_ids, c.name as practice, cl.language as client_language, m.language,
          s.cancel_until_hours
        from message_links l
        join messages m on m.company_id = l.company_id and m.id = l.message_id
        join companies c on c.company_id = l.company_id
        join message_settings s on s.company_id = l.company_id
        left join clients cl on cl.company_id = m.company_id and cl.id = m.client_id
        where l.company_id = ${companyId}::uuid and l.token_hash = ${hashLiteral(hash)}`,
  );
  if (link === undefined) return null;
  const rows = await runQuery<AppointmentRow>(
    executor,
    sql`select array_position(${link.appointment_ids}::uuid[], a.id) - 1 as position,
          a.status, a.start_at, a.end_at, p.name as pet_name, a.visit_type_name, t.preparation,
          st.name, st.time_zone, st.phone, st.email, st.address, st.website, w.answer, w.note, w.for_start,
          coalesce(w.for_start <> a.start_at, false) or exists (
            select from appointment_messages g
            where g.company_id = a.company_id and g.appointment_id = a.id and g.message_id = ${link.message_id}::uuid
              and g.for_start <> a.start_at
          ) as is_moved
        from appointments a
        join stores st on st.company_id = a.company_id and st.id = a.store_id
        left join pets p on p.company_id = a.company_id and p.id = a.pet_id
        left join appointment_types t on t.company_id = a.company_id and t.id = a.visit_type_id
        left join client_answers w on w.company_id = a.company_id and w.appointment_id = a.id
        where a.company_id = ${companyId}::uuid and a.id = any(${link.appointment_ids}::uuid[]) and ${isResolved}
        order by a.start_at, a.id`,
  );
  const appointments = rows.map(toLinkedAppointment).filter((appointment) => !hasPassed(appointment, now));
  if (appointments.length === 0) return null;
  return {
    practiceName: link.practice,
    clientLanguage: link.client_language,
    messageLanguage: link.language,
    cancelUntilHours: link.cancel_until_hours,
    appointments,
  };
}

function toLinkedAppointment(row: AppointmentRow): LinkedAppointment {
  const { position, status, answer, note, preparation, is_moved: isMoved } = row;
  const { name, phone, email, address, website, time_zone: timeZone } = row;
  const times = { start: isoInstant(row.start_at), end: isoInstant(row.end_at) };
  const stored =
    answer === null || row.for_start === null ? null : { answer, note, forStart: isoInstant(row.for_start) };
  return {
    ...{ position, status, ...times, preparation, isMoved },
    petName: row.pet_name,
    visitTypeName: row.visit_type_name,
    answer: selectValidAnswer({ status, ...times }, stored),
    store: { name, phone, email, address, website, timeZone },
  };
}

interface LockedRow {
  id: string;
  store_id: string;
  status: string;
  start_at: string;
  end_at: string;
  updated_at: string;
  cancel_until_hours: number | null;
}

/**
 * Stores the client's answer for the appointment at a position in the link's message. A cancellation is an ordinary
 * change to the appointment, without an employee as its author and with the reason `Client`; other answers do not
 * change the appointment. Answers for one appointment are processed one after another. Returns null for an unknown
 * token, and for an appointment that has ended or is unresolved. `clock` returns epoch milliseconds.
 */
export async function answerByLink(
  database: Database,
  token: string,
  { position, ...givenAnswer }: AnswerForStart & { position: number },
  clock: () => number,
): Promise<AnswerOutcome | null> {
  const parsed = parseLinkToken(token);
  if (parsed === null) return null;
  database.checkFreeSpace();
  const { companyId, hash } = parsed;
  return inTransaction(database.sql, async (transaction) => {
    const [row] = await runQuery<LockedRow>(
      transaction,
      sql`select a.id, a.store_id, a.status, a.start_at, a.end_at, a.updated_at, s.cancel_until_hours
          from message_links l
          join messages m on m.company_id = l.company_id and m.id = l.message_id
          join message_settings s on s.company_id = l.company_id
          join appointments a on a.company_id = m.company_id and a.id = m.appointment_ids[${position + 1}::int]
          where l.company_id = ${companyId}::uuid and l.token_hash = ${hashLiteral(hash)} and ${isResolved}
          for update of a`,
    );
    const now = clock();
    if (row === undefined) return null;
    const { status, cancel_until_hours: cancelUntilHours } = row;
    const appointment = { status, start: isoInstant(row.start_at), end: isoInstant(row.end_at) };
    if (hasPassed(appointment, now)) return null;
    const owner = { companyId, appointmentId: row.id };
    const stored = await readStoredAnswer(transaction, owner);
    const outcome = checkAnswer(appointment, stored, givenAnswer, { now, cancelUntilHours });
    if (outcome !== 'given') return outcome;
    if (givenAnswer.answer === 'cancelled') {
      const change = { companyId, expectedUpdatedAt: isoInstant(row.updated_at), ...clientCancellation };
      const request = { companyId, id: row.id, storeIds: [row.store_id], change, changedBy: null };
      await (await changeInTransaction(transaction, request, clock)).last;
    }
    await writeClientAnswer(transaction, owner, { ...givenAnswer, at: new Date(now).toISOString(), employeeId: null });
    return outcome;
  });
}

/**
 * The change by which a client cancels. The reason is stored in English, whatever the language of the desk. No message is sent
 * about a cancellation with this reason.
 */
const clientCancellation = { status: 'cancelled', reason: 'Client' } as const;
