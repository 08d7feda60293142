import { type SQL, sql } from 'drizzle-orm';
import type postgres from 'postgres';
import type { ClientLanguage } from '#contract/enums.ts';
import { arrayLiteral, createOrderedUuid, instantLiteral, isoInstant } from '#service/db/column-types.ts';
import { type Executor, runQuery } from '#service/db/run-query.ts';
import { onlineRequests } from '#service/db/schema.ts';
import { assignments } from '#service/db/write-rows.ts';
import { isDemoCompany } from '#service/demo/demo-practice.ts';
import { decideAnswerSendTime } from '#service/domain/request-messages.ts';
import type { MessageContent } from '#service/sending/transport.ts';
import {
  type ClaimedMessage,
  claimUnlessLocked,
  createAppointmentContent,
  createClaimedMessage,
  type Dispatch,
  insertClaim,
  renewAppointmentMessages,
  type SendingOptions,
} from './message-rows.ts';
import { databaseIdentity, readMessageSettings } from './message-settings.ts';
import { createSendingHoursByZone, readAppointmentsForMessages } from './messageable-appointments.ts';

/*
 * The e-mails that answer requests from the web site. They go to the address and in the language of the request.
 */

/**
 * The maximum age, in milliseconds, of the answers that are searched. It is longer than an answer can wait to be sent: a
 * night, the period in which it is due, and a clock change.
 */
const MAX_ANSWER_AGE_MS = 48 * 3_600_000;

/** The condition for a request `r` that was answered, but whose message has not been claimed. */
const isUnclaimed = sql`r.answered_at is not null and r.message_id is null`;

interface AnsweredRequestRow {
  companyId: string;
  id: string;
  storeId: string;
  answeredAt: string;
  reason: string | null;
  firstName: string;
  lastName: string;
  email: string;
  language: ClientLanguage;
  petName: string;
  start: string;
  typeName: string | null;
  /** The appointment that was booked for the request; null if the request was declined. */
  appointmentId: string | null;
  appointmentStatus: string | null;
  appointmentStart: string | null;
  isPetAlive: boolean | null;
  /** Whether the appointment has the requested type; null if there is no appointment or it has no type. */
  hasSameType: boolean | null;
  earliest: string;
  latest: string;
  store: MessageContent['store'];
}

/**
 * The requests that were answered in this database and meet a condition on `r`. `store` is the store of the appointment, or
 * that of the request if there is no appointment.
 */
function readAnsweredRequests(executor: Executor, condition: SQL): Promise<AnsweredRequestRow[]> {
  return runQuery<AnsweredRequestRow>(
    executor,
    sql`select r.company_id as "companyId", r.id, s.id as "storeId", r.answered_at as "answeredAt", r.reason,
        r.first_name as "firstName", r.last_name as "lastName", r.email, r.language, r.pet_name as "petName",
        r.start_at as "start", coalesce((
          select o.type ->> 'publicName' from online_booking b
          cross join lateral jsonb_array_elements(b.types) as o(type)
          where b.company_id = r.company_id and o.type ->> 'visitTypeId' = r.visit_type_id::text limit 1
        ), t.name) as "typeName",
        r.appointment_id as "appointmentId", a.status as "appointmentStatus", a.start_at as "appointmentStart",
        p.deceased_on is null as "isPetAlive", a.visit_type_id = r.visit_type_id as "hasSameType",
        ms.earliest, ms.latest,
        json_build_object('name', s.name, 'timeZone', s.time_zone, 'phone', s.phone, 'email', s.email,
          'address', s.address, 'website', s.website) as store
      from companies c
      join online_requests r on r.company_id = c.company_id
      join message_settings ms on ms.company_id = r.company_id
      left join appointments a on a.company_id = r.company_id and a.id = r.appointment_id
      left join pets p on p.company_id = a.company_id and p.id = a.pet_id
      join stores s on s.company_id = r.company_id and s.id = coalesce(a.store_id, r.store_id)
      left join appointment_types t on t.company_id = r.company_id and t.id = r.visit_type_id
      where ${condition} and r.answered_at is not null and r.answered_in = ${databaseIdentity}`,
  );
}

/** Whether the answer may be sent now, later or never. A demo practice never sends messages. */
function decideSendTime(row: AnsweredRequestRow, now: number): 'now' | 'later' | 'never' {
  if (isDemoCompany(row.companyId)) return 'never';
  const { answeredAt, appointmentId, appointmentStatus, appointmentStart, isPetAlive, store } = row;
  const appointment =
    appointmentId === null
      ? null
      : {
          // A deleted appointment has no status.
          status: appointmentStatus ?? '',
          start: appointmentStart === null ? 0 : Date.parse(isoInstant(appointmentStart)),
          isPetAlive: isPetAlive ?? false,
        };
  const request = { answeredAt: Date.parse(isoInstant(answeredAt)), appointment };
  return decideAnswerSendTime(request, createSendingHoursByZone(row)(store), now);
}

/** The requests whose answer is due by e-mail, in the order in which they were answered. */
export async function findDueRequests(executor: Executor, now: number): Promise<{ companyId: string; id: string }[]> {
  const isRecent = sql`r.answered_at >= ${instantLiteral(now - MAX_ANSWER_AGE_MS)}::timestamptz`;
  const rows = await readAnsweredRequests(executor, sql`${isUnclaimed} and ${isRecent}`);
  return rows
    .filter((row) => decideSendTime(row, now) === 'now')
    .sort((one, other) => (one.answeredAt < other.answeredAt ? -1 : 1))
    .map(({ companyId, id }) => ({ companyId, id }));
}

/**
 * Claims the message that answers a request, in one transaction, after checking again whether it is due. Null if it is not,
 * or if another service is claiming it, or a desk is changing its appointment.
 */
export function claimRequestMessage(
  driver: postgres.Sql,
  { companyId, id }: { companyId: string; id: string },
  { publicUrl, now }: Pick<SendingOptions, 'publicUrl'> & { now: number },
): Promise<ClaimedMessage | null> {
  return claimUnlessLocked(driver, async (transaction) => {
    const isRequest = sql`r.company_id = ${companyId}::uuid and r.id = ${id}::uuid`;
    const [row] = await runQuery<{ appointment_id: string | null }>(
      transaction,
      sql`select r.appointment_id from online_requests r where ${isRequest} and ${isUnclaimed} for update nowait`,
    );
    if (row === undefined) return null;
    await runQuery(
      transaction,
      sql`select from appointments where company_id = ${companyId}::uuid and id = ${row.appointment_id}::uuid for share nowait`,
    );
    const key = { companyId, id: createOrderedUuid(now) };
    const dispatch = await prepareRequestMessage(transaction, isRequest, { messageId: key.id, now });
    if (dispatch === 'later' || dispatch === 'never') return null;
    await insertClaim(transaction, key, dispatch.columns, now);
    await runQuery(
      transaction,
      sql`update online_requests r set ${assignments(onlineRequests, { messageId: key.id })} where ${isRequest}`,
    );
    return createClaimedMessage(transaction, { ...key, attempts: 1, claimedAt: now }, dispatch, publicUrl);
  });
}

/**
 * Prepares the message that answers a request, if it is due now. `condition` selects the request by its alias `r`. If an
 * appointment was booked, this also records that the message is about the appointment's present start.
 */
export async function prepareRequestMessage(
  transaction: Executor,
  condition: SQL,
  { messageId, now }: { messageId: string; now: number },
): Promise<Dispatch | 'later' | 'never'> {
  const [row] = await readAnsweredRequests(transaction, condition);
  if (row === undefined) return 'never';
  const due = decideSendTime(row, now);
  if (due !== 'now') return due;
  const { companyId, appointmentId, language, email, storeId, typeName, firstName, lastName, store, reason } = row;
  const about = { channel: 'email', language } as const;
  const client = { firstName, lastName };
  if (appointmentId === null) {
    const start = isoInstant(row.start);
    const columns = { ...about, kind: 'request_declined', to: email, clientId: null, storeId } as const;
    return {
      columns: { ...columns, appointmentIds: [], forStart: start },
      contentWith: () => ({
        ...about,
        ...{ companyId, kind: 'request_declined', client, store, reason },
        request: { petName: row.petName, typeName, start },
      }),
    };
  }
  const [appointment] = await readAppointmentsForMessages(transaction, companyId, sql`a.id = ${appointmentId}::uuid`);
  if (appointment === undefined) return 'never';
  const kind = 'request_booked';
  const message = { companyId, id: messageId, appointment_ids: arrayLiteral([appointmentId]) };
  await renewAppointmentMessages(transaction, message, { kind, appointments: [appointment] });
  const settings = await readMessageSettings(transaction, companyId);
  const content = row.hasSameType ? { ...appointment.content, typeName } : appointment.content;
  return {
    columns: {
      ...{ ...about, kind, to: email, clientId: appointment.client.id, storeId },
      ...{ appointmentIds: [appointmentId], forStart: appointment.content.start },
    },
    contentWith: (link) => ({
      ...createAppointmentContent(
        companyId,
        { ...about, kind, appointments: [{ ...appointment, content }] },
        { settings, link },
      ),
      // The names are as typed in the request: someone who only has this address must not learn what is on file.
      client,
    }),
  };
}
