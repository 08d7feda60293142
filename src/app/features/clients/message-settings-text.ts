import { t } from '@lingui/core/macro';
import { shownLocale } from '#app/language/shown-language.ts';
import { factsText } from '#app/text/list-text.ts';
import { clientLanguages, contactChoices } from '#contract/enums.ts';
import type { ReceivedClient } from '#contract/received.ts';

/** The options for the channel by which a client gets messages, in the order of the form. */
export const contactOptions = () => contactChoices.map((value) => ({ value, label: contactChannelText(value) }));

/** The options for the channel by which a client is reminded when a pet is due again, in the order of the form. */
export const recallContactOptions = () => contactChoices.map((value) => ({ value, label: recallContactText(value) }));

/** The options for the language of messages to a client. */
export const languageOptions = () => clientLanguages.map((value) => ({ value, label: languageText(value) }));

/** The text for the channel by which a client wants to get messages. A vendor's own value is shown as it is. */
export function contactChannelText(contactBy: string): string {
  if (contactBy === 'email') return t`By e-mail`;
  if (contactBy === 'sms') return t`By SMS`;
  if (contactBy === 'none') return t`No messages (opted out)`;
  return contactBy;
}

/**
 * The text for the channel by which a client wants to be reminded when a pet is due again. A vendor's own value is
 * shown as it is.
 */
export const recallContactText = (recallsBy: string): string =>
  recallsBy === 'none' ? t`No reminders (opted out)` : contactChannelText(recallsBy);

/** The name of a language in the language of the page, as a label. */
export function languageText(tag: string): string {
  try {
    const name = new Intl.DisplayNames(shownLocale, { type: 'language' }).of(tag) ?? tag;
    return name.charAt(0).toLocaleUpperCase(shownLocale) + name.slice(1);
  } catch {
    return tag;
  }
}

export const messagesOptOutText = () => t`Opted out of messages`;

/** The text about a client who asked for no reminders when a pet is due again. */
export const recallsOptOutText = () => t`Not reminded when a pet is due again`;

/**
 * A client's settings for messages as a line on their page: `Messages by SMS, German`. Null if there is nothing to say
 * besides the missing phone number and e-mail address.
 */
export function messageSettingsText({ contactBy, language, email, phone }: ReceivedClient): string | null {
  if (contactBy === 'none') return messagesOptOutText();
  const way = contactBy ?? (email ? 'email' : phone ? 'sms' : null);
  if (way === null) return null;
  return factsText([channelLine(way, { email, phone }), language === null ? null : languageText(language)]);
}

/** How the client is reminded when a pet is due again; null if that does not differ from other messages. */
export function recallSettingsText({ contactBy, recallsBy }: ReceivedClient): string | null {
  if (recallsBy === null || recallsBy === contactBy) return null;
  if (recallsBy === 'none') return recallsOptOutText();
  if (recallsBy === 'email') return t`Reminded by e-mail when a pet is due again`;
  return recallsBy === 'sms' ? t`Reminded by SMS when a pet is due again` : recallsBy;
}

function channelLine(way: string, { email, phone }: Pick<ReceivedClient, 'email' | 'phone'>): string {
  if (way === 'email') return email ? t`Messages by e-mail` : t`Messages by e-mail, but no e-mail address on file`;
  if (way === 'sms') return phone ? t`Messages by SMS` : t`Messages by SMS, but no phone on file`;
  return way;
}
