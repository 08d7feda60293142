import type { AppointmentMessageKind, ClientLanguage, MessageChannel } from '#contract/enums.ts';
import type { MessageText } from '#contract/messages.ts';

/*
 * The types shared by the loop that finds due messages (`sender.ts`), the rendering of messages, and the transports
 * that send them.
 */

/** An e-mail to one client. `id` is the message's id, which is the same at each attempt and becomes the Message-ID. */
export interface EmailMessage {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The e-mail address of the store; null if it has none. */
  readonly replyTo: string | null;
  /** The attached iCalendar file with the appointments; null if there is none. */
  readonly calendar: string | null;
  /** The URL for one-click unsubscription from messages of this kind (RFC 8058); null if there is none. */
  readonly unsubscribeUrl?: string | null;
}

/** An SMS to one client. `id` is the message's id, the same at each attempt. */
export interface SmsMessage {
  readonly id: string;
  readonly to: string;
  readonly text: string;
}

/**
 * The outcome of an attempt. `sent`: the server confirmed it. `refused`: the server rejected the message for good, or its
 * address is invalid. `not_handed_over`: the server certainly did not accept the message, so it may be tried again.
 * `unknown`: the server may have accepted it, so it is never tried again.
 */
export type SendOutcome =
  | { readonly status: 'sent' }
  | { readonly status: 'refused'; readonly reason: 'no_such_address' | 'refused' }
  | { readonly status: 'not_handed_over' }
  | { readonly status: 'unknown' };

/** One way to reach clients. An attempt never rejects and ends within {@link maxAttemptMs}. */
export interface Transport<Message> {
  send(message: Message): Promise<SendOutcome>;
}

/**
 * The longest time that an attempt takes, in milliseconds. It is shorter than the lifetime of a claim, which is given up
 * after two minutes.
 */
export const maxAttemptMs = 100_000;

/** The channels of this server; null for a channel that is not set up. */
export interface Channels {
  readonly email: Transport<EmailMessage> | null;
  readonly sms: Transport<SmsMessage> | null;
}

/** An appointment in a message. Instants are ISO 8601 in UTC. */
export interface MessagedAppointment {
  readonly id: string;
  readonly petName: string;
  /** The name of the visit type; null if the appointment has none. */
  readonly typeName: string | null;
  /** What the client has to do before the appointment; null if there is nothing to do. */
  readonly preparation: string | null;
  readonly start: string;
  readonly end: string;
  readonly isCancelled: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The content that all messages have in common. */
interface CommonContent {
  readonly companyId: string;
  readonly channel: MessageChannel;
  readonly language: ClientLanguage;
  readonly client: { readonly firstName: string; readonly lastName: string };
  readonly store: {
    readonly name: string;
    /** The IANA time zone in which dates and times are written. */
    readonly timeZone: string;
    readonly phone: string | null;
    readonly email: string | null;
    /** The postal address, in one to four lines; null if none is given. */
    readonly address: string | null;
    readonly website: string | null;
  };
}

/**
 * The content of a message about appointments. They belong to one client, store and day, and are in the order of their
 * starts; there is at least one.
 */
export interface AppointmentContent extends CommonContent {
  readonly kind: AppointmentMessageKind | 'request_booked';
  readonly appointments: readonly MessagedAppointment[];
  /** Whether earlier messages told the client a different start time for each of the appointments. */
  readonly isMoved: boolean;
  /** The URL of the client's page at the public door; null if the server has no public door. */
  readonly link: string | null;
  /** The practice's own texts, for all kinds, channels and languages. */
  readonly texts: readonly MessageText[];
}

/** The content of a message about pets of a client that are due again. */
export interface DueContent extends CommonContent {
  readonly kind: 'due';
  /** The recalls, ordered by due date; `start` is the first instant of the due date. */
  readonly recalls: readonly Pick<MessagedAppointment, 'petName' | 'typeName' | 'start'>[];
  /** The URL of the client's page at the public door; null if the server has no public door. */
  readonly link: string | null;
  /** The practice's own texts, for all kinds, channels and languages. */
  readonly texts: readonly MessageText[];
}

/** The content of a message that declines a request from the web site. */
export interface RefusalContent extends CommonContent {
  readonly kind: 'request_declined';
  /** The requested appointment. `start` is ISO 8601 in UTC. */
  readonly request: Pick<MessagedAppointment, 'petName' | 'typeName' | 'start'>;
  /** The reason to give the client; null if there is none. */
  readonly reason: string | null;
}

export type MessageContent = AppointmentContent | DueContent | RefusalContent;

/**
 * The text of a message. `subject`, `html` and `calendar` are null for an SMS; `calendar` is also null for a message without
 * appointments.
 */
export interface RenderedMessage {
  readonly subject: string | null;
  readonly text: string;
  readonly html: string | null;
  readonly calendar: string | null;
  /** The number of parts of an SMS; null for an e-mail. */
  readonly parts: number | null;
}
