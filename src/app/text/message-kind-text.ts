import { t } from '@lingui/core/macro';
import { translateOnRead } from '#app/language/translate-on-read.ts';
import type { MessageKind } from '#contract/enums.ts';
import { texts } from './shared-texts.ts';

export const messageKindTexts: Readonly<Record<MessageKind, string>> = translateOnRead({
  confirmation: () => t({ message: 'Confirmation', comment: 'a message to a client: the appointment is booked' }),
  reminder: () => t({ message: 'Reminder', comment: 'a message to a client: the appointment is soon' }),
  cancellation: () => t({ message: 'Cancellation', comment: 'a message to a client: the appointment is cancelled' }),
  due: () => texts.dueAgain,
  request_booked: () =>
    t({ message: 'Request booked', comment: 'a message to a client: what they requested on the web site is booked' }),
  request_declined: () =>
    t({
      message: 'Request declined',
      comment: 'a message to a client: what they requested on the web site cannot be booked',
    }),
});

/** The name of a kind of message; an unknown kind is returned unchanged. */
export const messageKindText = (kind: string): string => (isKind(kind) ? messageKindTexts[kind] : kind);
const isKind = (kind: string): kind is MessageKind => Object.hasOwn(messageKindTexts, kind);
