import type { MessageChannel, MessageKind } from '#contract/enums.ts';

/*
 * What clients read in their language: one file for each language, which the app loads alone.
 */

/**
 * The built-in texts of a kind of message, with the placeholders of `message-placeholders.ts`. Those that may be empty stand
 * on lines of their own. They are worded so that they also fit several pets or appointments of one day.
 */
interface MessageTexts {
  email: { subject: string; body: string };
  /** Short, and without characters that would make an SMS of 160 characters two (GSM 03.38), where the language allows. */
  sms: { body: string };
}

/** The words of the pages that a message's link opens. */
export interface PageTexts {
  /** The label of the choice of languages. */
  language: string;
}

export interface ClientTexts {
  /** The language in its own words. */
  name: string;
  direction: 'ltr' | 'rtl';
  messages: Record<MessageKind, MessageTexts>;
  /** The line of the built-in texts in place of that with `{link}`, where messages have no link. */
  withoutLink: Record<MessageChannel, string>;
  page: PageTexts;
}
