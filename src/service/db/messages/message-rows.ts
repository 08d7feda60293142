import { sql } from 'drizzle-orm';
import type postgres from 'postgres';
import type { AppointmentMessageKind, ClientLanguage, MessageChannel, MessageKind } from '#contract/enums.ts';
import { dayInterval, zoneOfStore } from '#scheduling/calendar-day.ts';
import { arrayLiteral, instantLiteral } from '#service/db/column-types.ts';
import { type Executor, inTransaction, retryAfterConnectionLoss, runQuery } from '#service/db/run-query.ts';
import { messageLinks, messages } from '#service/db/schema.ts';
import { assignments, insertRow } from '#service/db/write-rows.ts';
import { createLinkToken } from '#service/domain/link-token.ts';
import { type DueMessage, isMoved } from '#service/domain/messages-due.ts';
import type { AppointmentContent, DueContent, MessageContent, SendOutcome } from '#service/sending/transport.ts';
import type { StoredSettings } from './message-settings.ts';
import type { AppointmentForMessages } from './messageable-appointments.ts';

/** The maximum number of attempts to send a message. */
const MAX_ATTEMPTS = 5;
/** The delay before the next attempt. Together with the polling interval of the sender it is less than a minute. */
const RETRY_AFTER_MS = 35_000;
/**
 * A claim becomes `unknown` if it has no outcome after this time, because the process may have died before or after
 * sending.
 */
const CLAIM_LIFETIME_MS = 120_000;

/** A message that this process has claimed in order to send it now. No one else sends it. */
export interface ClaimedMessage {
  readonly companyId: string;
  readonly id: string;
  /** The number of this attempt, 1 for the first. */
  readonly attempts: number;
  /** The time at which the message was claimed, in epoch milliseconds. */
  readonly claimedAt: number;
  readonly to: string;
  readonly content: MessageContent;
}

/** The channels and the address that a sender needs to claim messages. */
export interface SendingOptions {
  readonly channels: readonly MessageChannel[];
  /** The URL of the public door, without a trailing slash; null if there is none. */
  readonly publicUrl: string | null;
}

/** The columns that say what a message is about and where it is sent, as of its latest attempt. */
export interface MessageColumns {
  readonly kind: MessageKind;
  readonly channel: MessageChannel;
  readonly to: string;
  readonly language: ClientLanguage;
  readonly clientId: string | null;
  readonly storeId: string;
  readonly appointmentIds: readonly string[];
  readonly forStart: string;
}

/** A message that may be sent now: its columns, and a function that creates its content. */
export interface Dispatch {
  readonly columns: MessageColumns;
  /** Builds the content; a message without a link ignores `link`. */
  readonly contentWith: (link: string | null) => MessageContent;
}

/** The columns of a message about appointments. */
export const createMessageColumns = ({
  kind,
  contact,
  language,
  appointments,
}: DueMessage<AppointmentForMessages>): MessageColumns & { kind: AppointmentMessageKind; clientId: string } => ({
  ...{ kind, channel: contact.channel, to: contact.to, language },
  clientId: appointments[0].client.id,
  storeId: appointments[0].storeId,
  appointmentIds: appointments.map(({ id }) => id),
  forStart: appointments[0].content.start,
});

/** The columns of a message that is being sent. */
export const createClaimColumns = (attempts: number, now: number) =>
  ({ status: 'sending', reason: null, attempts, retryAt: null, updatedAt: instantLiteral(now) }) as const;

/**
 * Adds the rows that allow only one message of a kind for each appointment and start. A row of an earlier message is
 * replaced in two cases: that message was read with the appointment, so the caller knows that it no longer counts; or the
 * new message is sent by hand. The earlier message is then not tried again for that appointment. Throws
 * {@link ClaimedElsewhereError} if there is a row of a message that was added in the meantime.
 */
export async function insertAppointmentMessages(
  transaction: Executor,
  { companyId, id }: { companyId: string; id: string },
  { kind, appointments }: { kind: MessageKind; appointments: readonly AppointmentForMessages[] },
  { isByHand = false } = {},
): Promise<void> {
  const given = appointments.map((appointment) => ({ id: appointment.id, start: appointment.content.start }));
  const read = appointments.flatMap(({ messages: some, start }) =>
    some.filter((one) => one.kind === kind && one.forStart === start).map((one) => one.id),
  );
  const key = sql`company_id, appointment_id, kind, for_start`;
  const rows = await runQuery(
    transaction,
    sql`insert into appointment_messages as present (${key}, message_id)
      select ${companyId}::uuid, given.id, ${kind}, given.start, ${id}::uuid
      from json_to_recordset(${JSON.stringify(given)}::text::json) as given(id uuid, start timestamptz)
      on conflict (${key}) do update set message_id = excluded.message_id
        where ${isByHand}::boolean or present.message_id = any(${arrayLiteral(read)}::uuid[])
      returning appointment_id`,
  );
  if (rows.length < appointments.length) throw new ClaimedElsewhereError();
}

/** Replaces the rows of a message before another attempt, which may leave out appointments or state other starts. */
export async function renewAppointmentMessages(
  transaction: Executor,
  message: { companyId: string; id: string; appointment_ids: string },
  about: Parameters<typeof insertAppointmentMessages>[2],
): Promise<void> {
  const isOwn = sql`company_id = ${message.companyId}::uuid and appointment_id = any(${message.appointment_ids}::uuid[])`;
  await runQuery(
    transaction,
    sql`delete from appointment_messages where ${isOwn} and message_id = ${message.id}::uuid`,
  );
  await insertAppointmentMessages(transaction, message, about);
}

export const clientPageUrl = (publicUrl: string, token: string): string => `${publicUrl}/a/${token}`;

export function createAppointmentContent(
  companyId: string,
  message: Pick<AppointmentContent, 'kind' | 'channel' | 'language'> & {
    readonly appointments: readonly [AppointmentForMessages, ...AppointmentForMessages[]];
  },
  { settings, link }: { settings: StoredSettings; link: string | null },
): AppointmentContent {
  const { kind, channel, language, appointments } = message;
  const [{ clientName, store }] = appointments;
  return {
    ...{ companyId, kind, channel, language, client: clientName, store, link },
    appointments: appointments.map(({ content }) => content),
    isMoved: appointments.every(isMoved),
    texts: settings.texts,
  };
}

/** The part of a recall that a message mentions. */
export interface MessagedRecall {
  readonly petName: string;
  readonly typeName: string | null;
  readonly dueOn: string;
  readonly clientName: MessageContent['client'];
  readonly store: MessageContent['store'];
}

/** The first instant of a date on the store's clock, ISO 8601 in UTC. */
export const startOfDate = (store: { timeZone: string }, date: string): string =>
  new Date(dayInterval(zoneOfStore(store, 'UTC'), date).start).toISOString();

/** Creates the content of a message about pets that are due again. The message comes from the store of the first recall. */
export function createRecallContent(
  companyId: string,
  message: Pick<DueContent, 'channel' | 'language'> & {
    readonly recalls: readonly [MessagedRecall, ...MessagedRecall[]];
  },
  { settings, link }: { settings: StoredSettings; link: string | null },
): DueContent {
  const { channel, language, recalls } = message;
  const [{ clientName, store }] = recalls;
  return {
    ...{ companyId, kind: 'due', channel, language, client: clientName, store, link },
    recalls: recalls.map(({ petName, typeName, dueOn }) => ({ petName, typeName, start: startOfDate(store, dueOn) })),
    texts: settings.texts,
  };
}

/** Adds a message that is claimed for its first attempt. */
export function insertClaim(
  transaction: Executor,
  key: { companyId: string; id: string },
  columns: MessageColumns,
  now: number,
): Promise<unknown> {
  const values = { ...key, ...columns, ...createClaimColumns(1, now), createdAt: instantLiteral(now) };
  return runQuery(transaction, insertRow(messages, values));
}

/** Creates the message for a claim, with a new link if there is a public door and a page for this kind of message. */
export async function createClaimedMessage(
  transaction: Executor,
  { companyId, ...claim }: Pick<ClaimedMessage, 'companyId' | 'id' | 'attempts' | 'claimedAt'>,
  { columns, contentWith }: Dispatch,
  publicUrl: string | null,
): Promise<ClaimedMessage> {
  let link: string | null = null;
  if (publicUrl !== null && columns.kind !== 'request_declined') {
    const { token, hash } = createLinkToken(companyId);
    link = clientPageUrl(publicUrl, token);
    const values = { companyId, tokenHash: sql`decode(${hash.toString('hex')}, 'hex')`, messageId: claim.id };
    await runQuery(transaction, insertRow(messageLinks, values));
  }
  return { companyId, ...claim, to: columns.to, content: contentWith(link) };
}

/** Records the outcome of an attempt, unless its claim has become `unknown` in the meantime. */
export async function finishMessage(
  executor: Executor,
  { companyId, id, attempts }: Pick<ClaimedMessage, 'companyId' | 'id' | 'attempts'>,
  outcome: SendOutcome,
  now: number,
): Promise<void> {
  const retryAt = attempts < MAX_ATTEMPTS ? instantLiteral(now + RETRY_AFTER_MS) : null;
  const columns = {
    sent: { status: 'sent' },
    refused: { status: 'failed', reason: 'reason' in outcome ? outcome.reason : null },
    not_handed_over: { status: 'failed', reason: 'no_connection', retryAt },
    unknown: { status: 'unknown' },
  } as const;
  const values = { ...columns[outcome.status], updatedAt: instantLiteral(now) };
  await retryAfterConnectionLoss(() =>
    runQuery(
      executor,
      sql`update messages set ${assignments(messages, values)}
        where company_id = ${companyId}::uuid and id = ${id}::uuid and status = 'sending' and attempts = ${attempts}::int`,
    ),
  );
}

/** Gives up claims without an outcome: whether those messages were sent is unknown, so they are never sent again. */
export async function giveUpClaims(executor: Executor, now: number): Promise<void> {
  const values = { status: 'unknown', updatedAt: instantLiteral(now) } as const;
  await runQuery(
    executor,
    sql`update messages m set ${assignments(messages, values)} from companies c
      where c.company_id = m.company_id and m.status = 'sending' and m.retry_at is null
        and m.updated_at <= ${instantLiteral(now - CLAIM_LIFETIME_MS)}::timestamptz`,
  );
}

/** Thrown to roll back a claim that another transaction prevents. */
export class ClaimedElsewhereError extends Error {}

/**
 * Runs a claim in a transaction. Returns null if it would have to wait for a lock, or if another message has been claimed in
 * the meantime. Claims never wait for locks, so they cannot deadlock.
 */
export async function claimUnlessLocked<Result>(
  driver: postgres.Sql,
  claim: (transaction: postgres.TransactionSql) => Promise<Result | null>,
): Promise<Result | null> {
  try {
    return await inTransaction(driver, claim);
  } catch (error) {
    // PostgreSQL's code for `lock_not_available`
    const isLocked = error instanceof Error && 'code' in error && error.code === '55P03';
    if (isLocked || error instanceof ClaimedElsewhereError) return null;
    throw error;
  }
}
