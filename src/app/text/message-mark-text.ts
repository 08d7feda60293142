import { t } from '@lingui/core/macro';
import { translateOnRead } from '#app/language/translate-on-read.ts';
import type { MessageMark } from '#scheduling/message-mark.ts';

/** Texts for what a client's messages and answers say about an appointment: `client confirmed`. */
export const messageMarkTexts: Readonly<Record<MessageMark, string>> = translateOnRead({
  confirmed: () =>
    t({ message: 'client confirmed', comment: 'a short mark: the client said that they come to the appointment' }),
  'another-time': () =>
    t({ message: 'wants another time', comment: 'a short mark: the client asked to move the appointment' }),
  'not-delivered': () =>
    t({ message: 'not delivered', comment: 'a short mark: a message about the appointment did not reach the client' }),
});
