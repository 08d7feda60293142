import * as z from 'zod/mini';
import { clockTimeSchema } from '#contract/clients-pets-staff.ts';
import { minuteOf } from '#contract/date-time.ts';
import { companyQuerySchema, cursorSchema } from '#contract/endpoint.ts';
import {
  appointmentMessageKinds,
  clientLanguageSchema,
  messageChannelSchema,
  messageKinds,
  messageStatuses,
  practiceMessageKinds,
} from '#contract/enums.ts';
import { serviceErrorSchema } from '#contract/error.ts';
import {
  findUnknownPlaceholders,
  maxSmsLength,
  measureSms,
  withoutPlaceholders,
} from '#contract/message-placeholders.ts';
import { createPageSchema, limitSchema } from '#contract/page.ts';
import { dateTimeSchema, instantSchema, uuidSchema } from '#contract/primitives.ts';
import { createFilledTextSchema, typedTextSchema } from '#contract/text.ts';

/*
 * Messages to clients: when they are sent, their texts, and what was sent.
 */

const practiceMessageKindSchema = z.enum(practiceMessageKinds);

/** The practice's own text in place of a built-in one; `subject` is null for an SMS. */
export const messageTextSchema = z
  .strictObject({
    kind: practiceMessageKindSchema,
    channel: messageChannelSchema,
    language: clientLanguageSchema,
    subject: z.nullish(typedTextSchema),
    body: createFilledTextSchema(5000),
  })
  .check(
    z.superRefine(({ channel, subject, body }, context) => {
      const addProblem = (field: 'subject' | 'body', message: string) =>
        context.addIssue({ code: 'custom', path: [field], message });
      if (channel === 'email' && subject == null) addProblem('subject', 'must be there for an e-mail');
      if (channel === 'sms' && subject != null) addProblem('subject', 'is only for an e-mail');
      for (const [field, text] of [['subject', subject ?? ''] as const, ['body', body] as const]) {
        const [unknown] = findUnknownPlaceholders(text);
        if (unknown !== undefined) addProblem(field, `{${unknown}} is no placeholder`);
      }
      if (channel === 'email') return;
      const { length, isGsm } = measureSms(withoutPlaceholders(body));
      const most = maxSmsLength(isGsm);
      if (length > most) addProblem('body', `must have at most ${most} characters besides placeholders, not ${length}`);
    }),
  )
  .register(z.globalRegistry, { id: 'MessageText' });
export type MessageText = z.output<typeof messageTextSchema>;

const settingsFields = {
  isOn: z.boolean(),
  language: clientLanguageSchema,
  /** Messages are sent only from this time of day until `latest`, on the store's clock. */
  earliest: clockTimeSchema,
  latest: clockTimeSchema,
  confirmation: z.strictObject({ isOn: z.boolean() }),
  reminder: z.strictObject({
    isOn: z.boolean(),
    hoursBefore: z.int().check(z.minimum(1, 'must be 1 to 168'), z.maximum(168, 'must be 1 to 168')),
  }),
  cancellation: z.strictObject({ isOn: z.boolean() }),
  /** The message that a pet is due again, which is sent from `daysBefore` days before the due date until 60 days after it. */
  due: z.strictObject({
    isOn: z.boolean(),
    daysBefore: z.int().check(z.minimum(0, 'must be 0 to 90'), z.maximum(90, 'must be 0 to 90')),
  }),
  /** The number of hours before the start until which clients can cancel through the link; null if they cannot. */
  cancelUntilHours: z.nullable(z.int().check(z.minimum(0, 'must be 0 to 168'), z.maximum(168, 'must be 0 to 168'))),
  texts: z.array(messageTextSchema).check(z.maxLength(100)),
};

/**
 * The message settings: when and how clients are written to. `channels` are those that are set up on this server. `isOn` is
 * false in a database other than the one in which it was switched on.
 */
export const messageSettingsSchema = z
  .strictObject({ ...settingsFields, channels: z.array(messageChannelSchema), updatedAt: instantSchema })
  .register(z.globalRegistry, { id: 'MessageSettings' });
export type MessageSettings = z.output<typeof messageSettingsSchema>;

/** The body of `PUT /v1/message-settings`: all of the settings. */
export const putMessageSettingsSchema = z
  .strictObject({ companyId: uuidSchema, expectedUpdatedAt: dateTimeSchema, ...settingsFields })
  .check(
    z.superRefine(({ earliest, latest, texts }, context) => {
      const addProblem = (path: (string | number)[], message: string) =>
        context.addIssue({ code: 'custom', path, message });
      if (minuteOf(earliest) >= minuteOf(latest)) addProblem(['latest'], 'must be later than earliest');
      const keys = texts.map(({ kind, channel, language }) => `${kind} ${channel} ${language}`);
      for (const [index, key] of keys.entries())
        if (keys.indexOf(key) < index)
          addProblem(['texts', index], 'this kind, channel and language has a text already');
    }),
  )
  .register(z.globalRegistry, { id: 'PutMessageSettings' });

/** The reasons for which an attempt to send a message can fail. */
export const messageFailureReasons = ['no_such_address', 'refused', 'no_connection'] as const;
export type MessageFailureReason = (typeof messageFailureReasons)[number];

/**
 * A message to a client: an attempt to send it. `to` is the address or the phone number, and `forStart` the start of
 * the first of its appointments, or of the request that was declined, which has neither appointments nor a client; for
 * pets that are due again, which have no appointments, it is the beginning of the first due date on the store's clock.
 * `sent` means that the mail server or SMS webhook accepted the message, `failed` that it refused the message or was
 * never reached, `unknown` that the connection broke after the message was handed over.
 */
export const messageSchema = z
  .strictObject({
    id: uuidSchema,
    companyId: uuidSchema,
    kind: z.enum(messageKinds),
    channel: messageChannelSchema,
    clientId: z.nullable(uuidSchema),
    appointmentIds: z.array(uuidSchema),
    to: z.string(),
    language: clientLanguageSchema,
    status: z.enum(messageStatuses),
    reason: z.nullable(z.enum(messageFailureReasons)),
    forStart: instantSchema,
    createdAt: instantSchema,
    updatedAt: instantSchema,
  })
  .register(z.globalRegistry, { id: 'Message' });
export type Message = z.infer<typeof messageSchema>;

/** A page of messages, newest first. */
export const messagePageSchema = createPageSchema(messageSchema).register(z.globalRegistry, { id: 'MessagePage' });

/** The query of `GET /v1/messages`; `from` (inclusive) and `until` (exclusive) limit `createdAt`. */
export const messagesQuerySchema = z.extend(companyQuerySchema, {
  appointmentId: z.optional(uuidSchema),
  clientId: z.optional(uuidSchema),
  status: z.optional(z.enum(messageStatuses)),
  from: z.optional(dateTimeSchema),
  until: z.optional(dateTimeSchema),
  limit: limitSchema,
  cursor: cursorSchema,
});

/** The body of `POST /v1/messages`: sends a message about an appointment now. */
export const sendMessageSchema = z
  .strictObject({ companyId: uuidSchema, appointmentId: uuidSchema, kind: z.enum(appointmentMessageKinds) })
  .register(z.globalRegistry, { id: 'SendMessage' });

/** The reasons for which a message about an appointment cannot be sent. */
export const notSendableReasons = [
  'off',
  'no_channel',
  'opted_out',
  'pet_is_dead',
  'inactive',
  'begun',
  'cancelled',
] as const;
export type NotSendableReason = (typeof notSendableReasons)[number];

/** The 409 response to a message that cannot be sent. */
export const messageNotSendableSchema = z
  .extend(serviceErrorSchema, {
    data: z.extend(serviceErrorSchema.shape.data, { reason: z.optional(z.enum(notSendableReasons)) }),
  })
  .register(z.globalRegistry, { id: 'MessageNotSendable' });

/**
 * The body of `POST /v1/messages/preview`. The channel and the language default to the client's. The kind `due`
 * is previewed as if the pet were due again on the day of the appointment, for its type.
 */
export const previewMessageSchema = z
  .strictObject({
    companyId: uuidSchema,
    appointmentId: uuidSchema,
    kind: practiceMessageKindSchema,
    channel: z.nullish(messageChannelSchema),
    language: z.nullish(clientLanguageSchema),
  })
  .register(z.globalRegistry, { id: 'PreviewMessage' });

/**
 * The message that a client would get about an appointment. Without a channel, everything about the text is null.
 * `parts` is the number of parts of an SMS. `reason` says why the message cannot be sent; null if it can.
 */
export const messagePreviewSchema = z
  .strictObject({
    channel: z.nullable(messageChannelSchema),
    to: z.nullable(z.string()),
    language: z.nullable(clientLanguageSchema),
    subject: z.nullable(z.string()),
    body: z.nullable(z.string()),
    parts: z.nullable(z.int()),
    reason: z.nullable(z.enum(notSendableReasons)),
  })
  .register(z.globalRegistry, { id: 'MessagePreview' });
export type MessagePreview = z.infer<typeof messagePreviewSchema>;

/** The query of `GET /v1/messages/due`. */
export const messagesDueQuerySchema = z.extend(companyQuerySchema, { until: dateTimeSchema });

/**
 * The number of messages that would be sent before `until` if messages were on. A message about several appointments
 * counts once.
 */
export const messagesDueSchema = z
  .strictObject({
    count: z.int().check(z.minimum(0)),
    byKind: z.strictObject({
      confirmation: z.int().check(z.minimum(0)),
      reminder: z.int().check(z.minimum(0)),
      cancellation: z.int().check(z.minimum(0)),
      due: z.int().check(z.minimum(0)),
    }),
  })
  .register(z.globalRegistry, { id: 'MessagesDue' });
export type MessagesDue = z.infer<typeof messagesDueSchema>;
