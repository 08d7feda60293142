import { sql } from 'drizzle-orm';
import type postgres from 'postgres';
import type { AppointmentMessageKind, MessageChannel } from '#contract/enums.ts';
import { instantLiteral, isoInstant, orderedUuid } from '#service/db/column-types.ts';
import { type Executor, inTransaction, runQuery } from '#service/db/run-query.ts';
import { messageLinks, messages } from '#service/db/schema.ts';
import { assignments, insertRow } from '#service/db/write-rows.ts';
import { createLinkToken } from '#service/domain/link-token.ts';
import { type DueContext, type DueMessage, dueAgain, dueByHand, dueMessages } from '#service/domain/messages-due.ts';
import { contextOf, isMessageable } from './due-clients.ts';
import {
  type ClaimedMessage,
  claimColumns,
  columnsOf,
  contentOf,
  insertAppointmentMessages,
  linkTo,
} from './message-rows.ts';
import { isSending, readMessageSettings, type StoredSettings } from './message-settings.ts';
import { type AppointmentForMessages, readForMessages } from './messageable-appointments.ts';

/** What a sender has. */
export interface Sending {
  readonly channels: readonly MessageChannel[];
  /** The address of the public door, without a trailing slash; null if there is none. */
  readonly publicUrl: string | null;
}

/**
 * Claims the first message that is due to a client, in one transaction, after reading again what is due. Null if nothing is
 * due, or if another service is claiming, or a desk is changing, something of the client.
 */
export function claimDueMessage(
  driver: postgres.Sql,
  { companyId, clientId }: { companyId: string; clientId: string },
  { channels, publicUrl, now }: Sending & { now: number },
): Promise<ClaimedMessage | null> {
  return unlessLocked(driver, async (transaction) => {
    const isOfClient = sql`company_id = ${companyId}::uuid and client_id = ${clientId}::uuid
      and start_at > ${instantLiteral(now)}::timestamptz`;
    const [client] = await runQuery(
      transaction,
      sql`select id from clients where company_id = ${companyId}::uuid and id = ${clientId}::uuid for update nowait`,
    );
    if (client === undefined) return null;
    // A statement of its own, so that the next one sees what was committed before.
    await runQuery(transaction, sql`select from appointments where ${isOfClient} order by id for share nowait`);
    const settings = await readMessageSettings(transaction, companyId);
    if (!isSending(companyId, settings)) return null;
    const appointments = await readForMessages(
      transaction,
      companyId,
      sql`${isMessageable} and a.client_id = ${clientId}::uuid and a.start_at > ${instantLiteral(now)}::timestamptz`,
    );
    const [due] = dueMessages(appointments, contextOf(appointments, settings, channels), now);
    if (due === undefined) return null;
    const key = { companyId, id: orderedUuid(now) };
    // A message by hand may have been first.
    const added = await insertAppointmentMessages(transaction, key, due);
    if (added < due.appointments.length) throw new ClaimedElsewhere();
    const values = { ...key, ...columnsOf(due), ...claimColumns(1, now), createdAt: instantLiteral(now) };
    await runQuery(transaction, insertRow(messages, values));
    return toSend(transaction, { ...key, attempts: 1, claimedAt: now }, due, { settings, publicUrl });
  });
}

/** The messages that wait for an attempt by a channel: those to be retried, and those sent by hand. */
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

/** A message that waits for an attempt. */
interface WaitingRow {
  kind: AppointmentMessageKind;
  client_id: string;
  appointment_ids: string;
  is_by_hand: boolean;
  attempts: number;
  created_at: string;
}

/**
 * Claims a message that waits for its next attempt, after reading again whether it may be sent; if it may not, it is never
 * tried again. Null if there is nothing to send now, or if another service is claiming it.
 */
export function claimWaitingMessage(
  driver: postgres.Sql,
  { companyId, id }: { companyId: string; id: string },
  { channels, publicUrl, now }: Sending & { now: number },
): Promise<ClaimedMessage | null> {
  return unlessLocked(driver, async (transaction) => {
    const isMessage = sql`company_id = ${companyId}::uuid and id = ${id}::uuid`;
    const [row] = await runQuery<WaitingRow>(
      transaction,
      sql`select kind, client_id, appointment_ids, is_by_hand, attempts, created_at from messages
        where ${isMessage} and retry_at <= ${instantLiteral(now)}::timestamptz for update nowait`,
    );
    if (row === undefined) return null;
    const isOwn = sql`company_id = ${companyId}::uuid and id = any(${row.appointment_ids}::uuid[])`;
    await runQuery(transaction, sql`select from appointments where ${isOwn} order by id for share nowait`);
    const settings = await readMessageSettings(transaction, companyId);
    const isOfMessage = sql`a.id = any(${row.appointment_ids}::uuid[]) and a.client_id = ${row.client_id}::uuid`;
    const appointments = await readForMessages(transaction, companyId, isOfMessage);
    const due = dueNow({ id, ...row }, appointments, contextOf(appointments, settings, channels), now);
    if (due === 'later') return null;
    if (due === null || !isSending(companyId, settings)) {
      const unsent = { status: 'failed', retryAt: null, updatedAt: instantLiteral(now) } as const;
      await runQuery(transaction, sql`update messages set ${assignments(messages, unsent)} where ${isMessage}`);
      return null;
    }
    const attempts = row.attempts + 1;
    const claim = { ...columnsOf(due), ...claimColumns(attempts, now) };
    await runQuery(transaction, sql`update messages set ${assignments(messages, claim)} where ${isMessage}`);
    return toSend(transaction, { companyId, id, attempts, claimedAt: now }, due, { settings, publicUrl });
  });
}

function dueNow(
  message: WaitingRow & { id: string },
  appointments: readonly AppointmentForMessages[],
  context: DueContext,
  now: number,
): DueMessage<AppointmentForMessages> | 'later' | null {
  if (!message.is_by_hand) return dueAgain(message, appointments, context, now);
  const [appointment] = appointments;
  const createdAt = Date.parse(isoInstant(message.created_at));
  return appointment === undefined ? null : dueByHand({ ...message, createdAt }, appointment, context, now);
}

/** What is sent, with a new link if there is a public door. */
async function toSend(
  transaction: Executor,
  { companyId, ...claim }: Pick<ClaimedMessage, 'companyId' | 'id' | 'attempts' | 'claimedAt'>,
  due: DueMessage<AppointmentForMessages>,
  { settings, publicUrl }: { settings: StoredSettings; publicUrl: string | null },
): Promise<ClaimedMessage> {
  let link: string | null = null;
  if (publicUrl !== null) {
    const { token, hash } = createLinkToken(companyId);
    link = linkTo(publicUrl, token);
    const values = { companyId, tokenHash: sql`decode(${hash.toString('hex')}, 'hex')`, messageId: claim.id };
    await runQuery(transaction, insertRow(messageLinks, values));
  }
  return {
    companyId,
    ...claim,
    to: due.contact.to,
    content: contentOf(companyId, { ...due, channel: due.contact.channel }, { settings, link }),
  };
}

/** Thrown to roll back a claim that another transaction prevents. */
class ClaimedElsewhere extends Error {}

/** Runs a claim in a transaction; null if it would have to wait for a lock. Nothing waits, so that nothing can deadlock. */
async function unlessLocked<Result>(
  driver: postgres.Sql,
  claim: (transaction: postgres.TransactionSql) => Promise<Result | null>,
): Promise<Result | null> {
  try {
    return await inTransaction(driver, claim);
  } catch (error) {
    // lock_not_available
    const isLocked = error instanceof Error && 'code' in error && error.code === '55P03';
    if (isLocked || error instanceof ClaimedElsewhere) return null;
    throw error;
  }
}
