import type { AppointmentMessageKind, ClientLanguage, MessageChannel } from '#contract/enums.ts';
import type { MessageText } from '#contract/messages.ts';

/*
 * Between the loop that finds what is due (`sender.ts`), the rendering of messages, and the ways in which they leave.
 */

/** An e-mail to one client. `id` is that of the message, the same at each attempt, and becomes its Message-ID. */
export interface EmailMessage {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The address of the store; null if it has none. */
  readonly replyTo: string | null;
  /** The iCalendar file with the appointments that is attached; null for none. */
  readonly calendar: string | null;
  /** Where a mail program ends messages of this kind with one press (RFC 8058); null for none. */
  readonly unsubscribe?: string | null;
}

/** An SMS to one client. `id` is that of the message, the same at each attempt. */
export interface SmsMessage {
  readonly id: string;
  readonly to: string;
  readonly text: string;
}

/**
 * How an attempt ended. `sent` needs the server's word. `not_handed_over` means that the server certainly did not take the
 * message, so that it may be tried again; `unknown` that it may have, so that it never is.
 */
export type Outcome =
  | { readonly status: 'sent' }
  | { readonly status: 'refused'; readonly reason: 'no_such_address' | 'refused' }
  | { readonly status: 'not_handed_over' }
  | { readonly status: 'unknown' };

/** One way to reach clients. An attempt never rejects and ends within {@link maxAttemptMs}. */
export interface Transport<Message> {
  send(message: Message): Promise<Outcome>;
}

/** The longest time that an attempt takes: shorter than its claim, which is given up after two minutes. */
export const maxAttemptMs = 100_000;

/** The channels of this server; null for one that is not set up. */
export interface Channels {
  readonly email: Transport<EmailMessage> | null;
  readonly sms: Transport<SmsMessage> | null;
}

/** An appointment in a message. Instants are ISO 8601 in UTC. */
export interface MessagedAppointment {
  readonly id: string;
  readonly petName: string;
  /** Null if the appointment has no visit type. */
  readonly typeName: string | null;
  /** What the client has to do before. */
  readonly preparation: string | null;
  readonly start: string;
  readonly end: string;
  readonly isCancelled: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** What every message says. */
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
    /** One to four lines. */
    readonly address: string | null;
    readonly website: string | null;
  };
}

/**
 * All that the text of a message about appointments is made of. They are of one client, store and day, in the order of their
 * starts; there is at least one.
 */
export interface AppointmentContent extends CommonContent {
  readonly kind: AppointmentMessageKind | 'request_booked';
  readonly appointments: readonly MessagedAppointment[];
  /** Whether the client was written to about another start of each of them. */
  readonly isMoved: boolean;
  /** The address of the client's page at the public door; null if the server has none. */
  readonly link: string | null;
  /** The own texts of the practice, of all kinds, channels and languages. */
  readonly texts: readonly MessageText[];
}

/** All that the text of a message about pets that are due again is made of. They are of one client; there is at least one. */
export interface DueContent extends CommonContent {
  readonly kind: 'due';
  /** By their due dates, on the first instant of which they start. */
  readonly recalls: readonly Pick<MessagedAppointment, 'petName' | 'typeName' | 'start'>[];
  /** The address of the client's page at the public door; null if the server has none. */
  readonly link: string | null;
  /** The own texts of the practice, of all kinds, channels and languages. */
  readonly texts: readonly MessageText[];
}

/** All that the refusal of a request from the web site is made of. */
export interface RefusalContent extends CommonContent {
  readonly kind: 'request_declined';
  /** What the client asked for. `start` is ISO 8601 in UTC. */
  readonly request: Pick<MessagedAppointment, 'petName' | 'typeName' | 'start'>;
  /** The reason that the client is told; null for none. */
  readonly reason: string | null;
}

export type MessageContent = AppointmentContent | DueContent | RefusalContent;

/** The text of a message; `subject` is null for an SMS, `html` and `calendar` are for e-mail only. */
export interface RenderedMessage {
  readonly subject: string | null;
  readonly text: string;
  readonly html: string | null;
  readonly calendar: string | null;
  /** The number of parts of an SMS; null for an e-mail. */
  readonly parts: number | null;
}
