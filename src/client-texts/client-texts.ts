import type { MessageChannel, MessageKind, PracticeMessageKind } from '#contract/enums.ts';

/*
 * The texts that clients read. Each language has its own file, so that the app can load one language without the
 * others.
 */

/**
 * The built-in texts of a kind of message, with the placeholders of `message-placeholders.ts`. Placeholders whose value
 * may be empty stand on lines of their own. The texts are worded so that they also fit several pets or appointments of
 * one day.
 */
interface MessageTexts {
  email: { subject: string; body: string };
  /**
   * A short text. Where the language allows, it has only characters of GSM 03.38, because with any other character an
   * SMS holds 70 characters instead of 160.
   */
  sms: { body: string };
}

/** The texts of an e-mail for which a practice cannot write its own. */
interface EmailTexts {
  subject: string;
  body: string;
}

/** A page that only says what happened. */
export interface NoticeTexts {
  title: string;
  text: string;
}

/** The texts of the pages at the public door. */
export interface PageTexts {
  /** The label of the choice of languages. */
  language: string;
  notFound: NoticeTexts;
  tooManyRequests: NoticeTexts;
  tooLarge: NoticeTexts;
  failed: NoticeTexts;
  heading: { one: string; several: string };
  /** The time of day, with `{time}`. */
  at: string;
  /** The heading of what the client has to do before the appointment. */
  before: string;
  where: string;
  directions: string;
  website: string;
  confirm: string;
  anotherTime: string;
  cancel: string;
  /** The label of the note of a client who wants another time. */
  note: string;
  noteLimit: string;
  send: string;
  /** Explains what a cancellation means, above the button `cancelNow`. */
  cancelWarning: string;
  cancelNow: string;
  /** Asks for an answer. One of the sentences from this one to `closed` is shown, depending on the appointment's state. */
  ask: string;
  /** Shown instead of `ask` after the appointment was moved. */
  askAgain: string;
  confirmed: string;
  anotherTimeAsked: string;
  cancelledByClient: string;
  cancelled: string;
  /** Shown if the client is no longer expected, because they have arrived or never came. */
  closed: string;
  yourNote: string;
  callForNew: string;
  callToCancel: string;
  /** Shown if the appointment was moved. Like the next three texts, it says why pressing a button had no effect. */
  moved: string;
  tooLate: string;
  impossible: string;
  unreadable: string;
  /** Shown if the note is too long, with `{count}`, the number of characters. */
  noteTooLong: string;
  /** The page for pets that are due again. */
  due: {
    title: string;
    /** Says when a pet is due, with `{date}`. */
    on: string;
    book: string;
    bookOnline: string;
    /** Shown instead of the pets once everything has been booked or done. */
    nothing: string;
    /** The text above the button that ends the messages. */
    reminders: string;
    stop: string;
    stopped: string;
  };
}

export interface ClientTexts {
  /** The name of the language in that language. */
  name: string;
  direction: 'ltr' | 'rtl';
  /** `moved` is the confirmation for a client who got an earlier message with another start. */
  messages: Record<PracticeMessageKind | 'moved', MessageTexts>;
  /** Replaces the line with `{link}` in the built-in texts if there is no page to link to. */
  withoutLink: Record<MessageChannel, string>;
  /** Like `withoutLink`, in messages about pets that are due again. */
  dueWithoutLink: Record<MessageChannel, string>;
  /** The e-mails that answer a request from the web site; a refusal has the placeholder `{reason}`, too. */
  requests: Record<Exclude<MessageKind, PracticeMessageKind>, EmailTexts>;
  /** The e-mail with the code for a request from the web site, with `{practice}` and `{code}`. */
  code: EmailTexts;
  page: PageTexts;
}
