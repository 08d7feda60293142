import { plural, t } from '@lingui/core/macro';
import { translateOnRead } from '#app/language/translate-on-read.ts';
import type { ClientLanguage, MessageChannel } from '#contract/enums.ts';
import type { Placeholder } from '#contract/message-placeholders.ts';

const channelTexts: Readonly<Record<MessageChannel, string>> = translateOnRead({
  email: () => t`E-mail`,
  sms: () => t({ message: 'SMS', comment: 'text messages to phones' }),
});
export const channelText = (channel: MessageChannel) => channelTexts[channel];

/** The name of a language in that language: `Deutsch`. */
export function languageText(language: ClientLanguage): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

const placeholderTexts: Readonly<Record<Placeholder, string>> = translateOnRead({
  pet: () => t({ message: 'Pet', comment: 'placeholder in a message: the name' }),
  client: () => t({ message: 'Client', comment: 'placeholder in a message: the name' }),
  date: () => t({ message: 'Date', comment: 'placeholder in a message' }),
  time: () => t({ message: 'Time', comment: 'placeholder in a message' }),
  store: () => t({ message: 'Store', comment: 'placeholder in a message: the name' }),
  address: () => t({ message: 'Address', comment: 'placeholder in a message: of the store' }),
  phone: () => t({ message: 'Phone', comment: 'placeholder in a message: of the store' }),
  type: () => t({ message: 'Visit type', comment: 'placeholder in a message' }),
  preparation: () => t({ message: 'What to do before the visit', comment: 'placeholder in a message' }),
  link: () => t({ message: 'Link', comment: 'placeholder in a message: to the page where the client answers' }),
});
export const placeholderText = (placeholder: Placeholder) => placeholderTexts[placeholder];

/** The text for how long before an appointment a message is sent: `1 day before`. */
export function hoursBeforeText(hours: number): string {
  const days = hours / 24;
  return days >= 1 && Number.isInteger(days)
    ? plural(days, { one: '# day before', other: '# days before' })
    : plural(hours, { one: '# hour before', other: '# hours before' });
}

/** The text for how long before a pet is due a message is sent: `7 days before`. */
export const daysBeforeText = (days: number): string =>
  days === 0 ? t({ message: 'On the day', comment: 'when a pet is due again' }) : hoursBeforeText(24 * days);

/** The text for how long before an appointment clients can still cancel it; `hours` is null if they never can. */
export function cancelUntilText(hours: number | null): string {
  if (hours === null) return t({ message: 'Not at all', comment: 'clients cannot cancel by the link' });
  if (hours === 0)
    return t({ message: 'Until the appointment begins', comment: 'clients may cancel an appointment by the link' });
  const days = hours / 24;
  return days >= 1 && Number.isInteger(days)
    ? plural(days, { one: 'Until # day before', other: 'Until # days before' })
    : plural(hours, { one: 'Until # hour before', other: 'Until # hours before' });
}
