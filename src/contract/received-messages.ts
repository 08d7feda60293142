import type * as z from 'zod/mini';
import {
  clientAnswers,
  clientLanguages,
  messageChannels,
  messageStatuses,
  practiceMessageKinds,
} from '#contract/enums.ts';
import { createRecordSchema, readers } from '#contract/received.ts';

/* The schemas with which the app reads messages, answers and feeds from any implementation, as lenient as `received.ts`. */

const { identifier, identifierOrNull, instant, listOf, recordOf, string, text } = readers;
const readFlag = (value: unknown) => value === true;
const readNumber = (value: unknown) => (typeof value === 'number' ? value : undefined);
const readNumberOrNull = (value: unknown) => readNumber(value) ?? null;
const readInstantOrNull = (value: unknown) => instant(value) ?? null;
const createChoiceReader =
  <Value extends string>(values: readonly Value[]) =>
  (value: unknown) =>
    values.find((one) => one === value);
const createNullableChoiceReader = <Value extends string>(values: readonly Value[]) => {
  const reader = createChoiceReader(values);
  return (value: unknown) => reader(value) ?? null;
};

const readMessageText = recordOf({
  kind: createChoiceReader(practiceMessageKinds),
  channel: createChoiceReader(messageChannels),
  language: createChoiceReader(clientLanguages),
  subject: text,
  body: string,
});

/** The message settings: when and how clients are written to. */
export const receivedMessageSettingsSchema = createRecordSchema({
  isOn: readFlag,
  channels: (value) => listOf(createChoiceReader(messageChannels))(value) ?? [],
  language: createChoiceReader(clientLanguages),
  earliest: string,
  latest: string,
  confirmation: recordOf({ isOn: readFlag }),
  reminder: recordOf({ isOn: readFlag, hoursBefore: readNumber }),
  cancellation: recordOf({ isOn: readFlag }),
  /** The settings of messages about pets that are due again; null for a practice API without recalls. */
  due: (value) => recordOf({ isOn: readFlag, daysBefore: readNumber })(Object(value)) ?? null,
  cancelUntilHours: readNumberOrNull,
  texts: listOf(readMessageText),
  /** Stays exactly as received, because a change sends it back. */
  updatedAt: readers.dateTime,
});
export type ReceivedMessageSettings = z.infer<typeof receivedMessageSettingsSchema>;

/** A message to a client. Unknown kinds, channels and reasons stay as they are; an unknown status becomes `unknown`. */
export const receivedMessageSchema = createRecordSchema({
  id: identifier,
  kind: string,
  channel: string,
  clientId: identifierOrNull,
  appointmentIds: (value) => listOf(identifier)(value) ?? [],
  to: text,
  language: createNullableChoiceReader(clientLanguages),
  status: (value) => createChoiceReader(messageStatuses)(value) ?? 'unknown',
  reason: text,
  forStart: readInstantOrNull,
  createdAt: instant,
  updatedAt: readInstantOrNull,
});
export type ReceivedMessage = z.infer<typeof receivedMessageSchema>;

/** The message that a client would get. `reason` says why it cannot be sent; null if it can. */
export const receivedMessagePreviewSchema = createRecordSchema({
  channel: createNullableChoiceReader(messageChannels),
  to: text,
  language: createNullableChoiceReader(clientLanguages),
  subject: text,
  body: text,
  parts: readNumberOrNull,
  reason: text,
});
export type ReceivedMessagePreview = z.infer<typeof receivedMessagePreviewSchema>;

const readCount = (value: unknown) => readNumber(value) ?? 0;

/** The number of messages that would be sent, in total and of each kind. */
export const receivedMessagesDueSchema = createRecordSchema({
  count: readNumber,
  byKind: (value) =>
    recordOf({ confirmation: readCount, reminder: readCount, cancellation: readCount, due: readCount })(
      Object(value),
    ) ?? undefined,
});

/** A client's latest answer for an appointment. */
export const receivedClientAnswerSchema = createRecordSchema({
  appointmentId: identifier,
  answer: createChoiceReader(clientAnswers),
  note: text,
  at: readInstantOrNull,
  forStart: readInstantOrNull,
});
export type ReceivedClientAnswer = z.infer<typeof receivedClientAnswerSchema>;

/** A calendar feed without its address. */
export const receivedFeedSchema = createRecordSchema({
  id: identifier,
  employeeId: identifierOrNull,
  storeId: identifierOrNull,
  withNames: readFlag,
  createdBy: identifierOrNull,
  createdAt: readInstantOrNull,
  lastReadAt: readInstantOrNull,
});
export type ReceivedFeed = z.infer<typeof receivedFeedSchema>;

/** A new calendar feed with its address. */
export const receivedCreatedFeedSchema = createRecordSchema({ id: identifier, url: identifier });
