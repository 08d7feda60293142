import { sql } from 'drizzle-orm';
import type postgres from 'postgres';
import {
  type AppointmentMessageKind,
  appointmentMessageKinds,
  type MessageChannel,
  type MessageKind,
} from '#contract/enums.ts';
import { createOrderedUuid, instantLiteral, isoInstant } from '#service/db/column-types.ts';
import { type Executor, runQuery } from '#service/db/run-query.ts';
import { messages } from '#service/db/schema.ts';
import { assignments } from '#service/db/write-rows.ts';
import {
  createMessageByHand,
  type DueContext,
  type DueMessage,
  findDueMessages,
  findMessageToRetry,
  withoutMessage,
} from '#service/domain/messages-due.ts';
import { createDueContext, isMessageable } from './due-clients.ts';
import {
  type ClaimedMessage,
  claimUnlessLocked,
  createAppointmentContent,
  createClaimColumns,
  createClaimedMessage,
  createMessageColumns,
  type Dispatch,
  insertAppointmentMessages,
  insertClaim,
  renewAppointmentMessages,
  type SendingOptions,
} from './message-rows.ts';
import { isSending, readMessageSettings, type StoredSettings } from './message-settings.ts';
import { type AppointmentForMessages, readAppointmentsForMessages } from './messageable-appointments.ts';
import { prepareRecallMessage } from './recall-messages.ts';
import { prepareRequestMessage } from './request-messages.ts';

/**
 * Claims the first message that is due to a client, in one transaction, after checking again what is due. Null if
 * nothing is due, or if another service is claiming a message to the client, or a desk is changing one of their
 * appointments.
 */
export function claimDueMessage(
  driver: postgres.Sql,
  { companyId, clientId }: { companyId: string; clientId: string },
  { channels, publicUrl, now }: SendingOptions & { now: number },
): Promise<ClaimedMessage | null> {
  return claimUnlessLocked(driver, async (transaction) => {
    const isOfClient = sql`company_id = ${companyId}::uuid and client_id = ${clientId}::uuid
      and start_at > ${instantLiteral(now)}::timestamptz`;
    const [client] = await runQuery(
      transaction,
      sql`select id from clients where company_id = ${companyId}::uuid and id = ${clientId}::uuid for update nowait`,
    );
    if (client === undefined) return null;
    // This is a separate statement, so that the next one sees what was committed before the locks were acquired.
    await runQuery(transaction, sql`select from appointments where ${isOfClient} order by id for share nowait`);
    const settings = await readMessageSettings(transaction, companyId);
    if (!isSending(companyId, settings)) return null;
    const appointments = await readAppointmentsForMessages(
      transaction,
      companyId,
      sql`${isMessageable} and a.client_id = ${clientId}::uuid and a.start_at > ${instantLiteral(now)}::timestamptz`,
    );
    const [due] = findDueMessages(appointments, createDueContext(appointments, settings, channels), now);
    if (due === undefined) return null;
    const key = { companyId, id: createOrderedUuid(now) };
    await insertAppointmentMessages(transaction, key, due);
    await insertClaim(transaction, key, createMessageColumns(due), now);
    return createClaimedMessage(
      transaction,
      { ...key, attempts: 1, claimedAt: now },
      createDispatch(companyId, due, settings),
      publicUrl,
    );
  });
}

/** The messages of a channel that wait for an attempt: those to be retried, and those sent by hand. */
export async function findWaitingMessages(
  executor: Executor,
  channel: MessageChannel,
  now: number,
): Promise<{ companyId: string; id: string }[]> {
  return runQuery<{ companyId: string; id: string }>(
    executor,
    sql`select m.company_id as "companyId", m.id from companies c join messages m on m.company_id = c.company_id
      where m.retry_at <= ${instantLiteral(now)}::timestamptz and m.channel = ${channel} order by m.retry_at`,
  );
}

/** The row of a message that waits for an attempt. */
interface WaitingMessageRow {
  kind: MessageKind;
  client_id: string | null;
  appointment_ids: string;
  is_by_hand: boolean;
  attempts: number;
  created_at: string;
}

/**
 * Claims a message that waits for its next attempt, after checking again whether it may be sent. If it may never be sent, it
 * becomes `failed`. Null if there is nothing to send now, or if another service is claiming it.
 */
export function claimWaitingMessage(
  driver: postgres.Sql,
  { companyId, id }: { companyId: string; id: string },
  { channels, publicUrl, now }: SendingOptions & { now: number },
): Promise<ClaimedMessage | null> {
  return claimUnlessLocked(driver, async (transaction) => {
    const isMessage = sql`company_id = ${companyId}::uuid and id = ${id}::uuid`;
    const [row] = await runQuery<WaitingMessageRow>(
      transaction,
      sql`select kind, client_id, appointment_ids, is_by_hand, attempts, created_at from messages
        where ${isMessage} and retry_at <= ${instantLiteral(now)}::timestamptz for update nowait`,
    );
    if (row === undefined) return null;
    const isOwn = sql`company_id = ${companyId}::uuid and id = any(${row.appointment_ids}::uuid[])`;
    await runQuery(transaction, sql`select from appointments where ${isOwn} order by id for share nowait`);
    const message = { companyId, id, ...row };
    const dispatch = isAboutAppointments(message)
      ? await readDispatch(transaction, message, { channels, now })
      : row.kind === 'due'
        ? await prepareRecallMessage(transaction, { companyId, id }, { channels, now })
        : await prepareRequestMessage(
            transaction,
            sql`r.company_id = ${companyId}::uuid and r.message_id = ${id}::uuid`,
            {
              messageId: id,
              now,
            },
          );
    if (dispatch === 'later') return null;
    if (dispatch === 'never') {
      const unsent = { status: 'failed', retryAt: null, updatedAt: instantLiteral(now) } as const;
      await runQuery(transaction, sql`update messages set ${assignments(messages, unsent)} where ${isMessage}`);
      return null;
    }
    const attempts = row.attempts + 1;
    const claim = { ...dispatch.columns, ...createClaimColumns(attempts, now) };
    await runQuery(transaction, sql`update messages set ${assignments(messages, claim)} where ${isMessage}`);
    return createClaimedMessage(transaction, { companyId, id, attempts, claimedAt: now }, dispatch, publicUrl);
  });
}

type WaitingMessage<Kind extends MessageKind = MessageKind> = WaitingMessageRow & {
  companyId: string;
  id: string;
  kind: Kind;
};

const isAboutAppointments = (message: WaitingMessage): message is WaitingMessage<AppointmentMessageKind> =>
  appointmentMessageKinds.some((kind) => kind === message.kind);

/** What to send for a waiting message about appointments; `later` if it is not due now, `never` if it may not be sent. */
async function readDispatch(
  transaction: Executor,
  message: WaitingMessage<AppointmentMessageKind>,
  { channels, now }: Pick<SendingOptions, 'channels'> & { now: number },
): Promise<Dispatch | 'later' | 'never'> {
  const { companyId, appointment_ids: ids, client_id: clientId } = message;
  const settings = await readMessageSettings(transaction, companyId);
  const isOfMessage = sql`a.id = any(${ids}::uuid[]) and a.client_id = ${clientId}::uuid`;
  const appointments = await readAppointmentsForMessages(transaction, companyId, isOfMessage);
  const due = findDispatchableMessage(message, appointments, createDueContext(appointments, settings, channels), now);
  if (due === 'later') return 'later';
  if (due === null || !isSending(companyId, settings)) return 'never';
  await renewAppointmentMessages(transaction, message, due);
  return createDispatch(companyId, due, settings);
}

/** The content of a message about appointments that is due. */
const createDispatch = (
  companyId: string,
  due: DueMessage<AppointmentForMessages>,
  settings: StoredSettings,
): Dispatch => ({
  columns: createMessageColumns(due),
  contentWith: (link) =>
    createAppointmentContent(companyId, { ...due, channel: due.contact.channel }, { settings, link }),
});

function findDispatchableMessage(
  message: WaitingMessage<AppointmentMessageKind>,
  appointments: readonly AppointmentForMessages[],
  context: DueContext,
  now: number,
): DueMessage<AppointmentForMessages> | 'later' | null {
  if (!message.is_by_hand) return findMessageToRetry(message, appointments, context, now);
  const [appointment] = appointments.map((one) => withoutMessage(message, one));
  const createdAt = Date.parse(isoInstant(message.created_at));
  return appointment ? createMessageByHand({ ...message, createdAt }, appointment, context, now) : null;
}
