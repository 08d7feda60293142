import { type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { MessageChannel } from '#contract/enums.ts';
import { invalidInput, ServiceError } from '#contract/error.ts';
import type { MessagePreview, NotSendableReason, previewMessageSchema, sendMessageSchema } from '#contract/messages.ts';
import { dateIn, zoneOfStore } from '#scheduling/calendar-day.ts';
import { arrayLiteral, createOrderedUuid, instantLiteral } from '#service/db/column-types.ts';
import { appointmentByIdCondition } from '#service/db/read-appointment.ts';
import { type Executor, runQuery } from '#service/db/run-query.ts';
import { messages } from '#service/db/schema.ts';
import { insertRow } from '#service/db/write-rows.ts';
import { createLinkToken } from '#service/domain/link-token.ts';
import { createMessageByHand, findAddress, findContact, findNotSendableReason } from '#service/domain/messages-due.ts';
import { renderMessage } from '#service/sending/render-message.ts';
import {
  clientPageUrl,
  createAppointmentContent,
  createMessageColumns,
  createRecallContent,
  insertAppointmentMessages,
} from './message-rows.ts';
import { isSending, readMessageSettings } from './message-settings.ts';
import { type AppointmentForMessages, readAppointmentsForMessages } from './messageable-appointments.ts';

type SendMessageInput = z.output<typeof sendMessageSchema>;

/**
 * Adds a message that a person sends about one appointment. It waits for its first attempt, which any service may make. Throws
 * 400 for an unknown appointment, and 409 with the reason if the message cannot be sent.
 */
export async function addMessageByHand(
  transaction: Executor,
  { companyId, appointmentId, kind, storeIds }: SendMessageInput & { storeIds: readonly string[] },
  { channels, now }: { channels: readonly MessageChannel[]; now: number },
): Promise<string> {
  const settings = await readMessageSettings(transaction, companyId);
  const isOne = appointmentByIdCondition({ companyId, id: appointmentId, storeIds });
  await runQuery(transaction, sql`select from appointments where ${isOne} for share`);
  const [appointment] = await readAppointmentsForMessages(
    transaction,
    companyId,
    isAccessibleAppointment({ appointmentId, storeIds }),
  );
  if (appointment === undefined) throw unknownAppointmentError();
  const isOn = isSending(companyId, settings);
  const reason = findNotSendableReason(kind, appointment, { isOn, channels, now });
  const due = createMessageByHand({ kind, createdAt: now }, appointment, { settings, channels }, now);
  if (reason !== null || due === null) throw notSendableError(reason);
  const id = createOrderedUuid(now);
  const moment = instantLiteral(now);
  await insertAppointmentMessages(transaction, { companyId, id }, due, { isByHand: true });
  const waiting = { status: 'sending', attempts: 0, retryAt: moment, updatedAt: moment } as const;
  const values = { companyId, id, ...createMessageColumns(due), ...waiting, isByHand: true, createdAt: moment };
  await runQuery(transaction, insertRow(messages, values));
  return id;
}

/** The 400 for a body that names an appointment that does not exist or is not accessible. */
const unknownAppointmentError = () => invalidInput('appointmentId', 'the company has no such appointment');

/** The condition for the appointment `a` with this id, if it is in one of these stores. */
const isAccessibleAppointment = ({
  appointmentId,
  storeIds,
}: {
  appointmentId: string;
  storeIds: readonly string[];
}): SQL => sql`a.id = ${appointmentId}::uuid and a.store_id = any(${arrayLiteral(storeIds)}::uuid[])`;

function notSendableError(reason: NotSendableReason | null): ServiceError {
  return new ServiceError('not_sendable', 'the message cannot be sent; data.reason says why', {
    reason: reason ?? undefined,
  });
}

type PreviewMessageInput = z.output<typeof previewMessageSchema>;

/**
 * The message that a client would get about an appointment or, for the kind `due`, if its pet were due again on the day of
 * the appointment. Channel and language are those of the client unless others are given. The message's link leads nowhere.
 * Throws 400 for an unknown appointment.
 */
export async function previewMessage(
  executor: Executor,
  {
    companyId,
    appointmentId,
    kind,
    channel,
    language,
    storeIds,
  }: PreviewMessageInput & { storeIds: readonly string[] },
  { channels, publicUrl, now }: { channels: readonly MessageChannel[]; publicUrl: string | null; now: number },
): Promise<MessagePreview> {
  const settings = await readMessageSettings(executor, companyId);
  const [appointment] = await readAppointmentsForMessages(
    executor,
    companyId,
    isAccessibleAppointment({ appointmentId, storeIds }),
  );
  if (appointment === undefined) throw unknownAppointmentError();
  const { client } = appointment;
  const isOn = isSending(companyId, settings);
  const reason = findNotSendableReason(kind, appointment, { isOn, channels, now });
  const by = channel ?? findContact(kind, client, channels)?.channel ?? null;
  if (by === null) {
    return { channel: null, to: null, language: null, subject: null, body: null, parts: null, reason };
  }
  const spoken = language ?? client.language ?? settings.language;
  const link = publicUrl === null ? null : clientPageUrl(publicUrl, createLinkToken(companyId).token);
  const about = { channel: by, language: spoken } as const;
  const content =
    kind === 'due'
      ? createRecallContent(companyId, { ...about, recalls: [toPreviewRecall(appointment)] }, { settings, link })
      : createAppointmentContent(companyId, { ...about, kind, appointments: [appointment] }, { settings, link });
  const { subject, text, parts } = renderMessage(content, now);
  return { channel: by, to: findAddress(client, by), language: spoken, subject, body: text, parts, reason };
}

/** Turns an appointment into a recall of its pet that is due on the day of the appointment. */
const toPreviewRecall = ({ content: { petName, typeName }, start, clientName, store }: AppointmentForMessages) => {
  const date = dateIn(zoneOfStore(store, 'UTC'), start);
  return { petName, typeName, dueOn: date, clientName, store };
};
