import { t } from '@lingui/core/macro';
import { suggestedReasons } from '#contract/enums.ts';
import { isolateText } from './isolate-text.ts';
import { texts } from './shared-texts.ts';

export type SuggestedReason = (typeof suggestedReasons)[number];

const reasonTexts: Readonly<Record<SuggestedReason, () => string>> = {
  Client: () =>
    t({ message: 'Client', context: 'why an appointment was cancelled', comment: 'the client wanted it so' }),
  Practice: () => texts.practice,
  Recovered: () =>
    t({ message: 'Recovered', context: 'why an appointment was cancelled', comment: 'the pet is well again' }),
  Other: () => t({ message: 'Other', context: 'why an appointment was cancelled', comment: 'another reason' }),
};

/** Splits a reason into a suggested reason and the text that was added to it; `usual` is null if it is only a text. */
export function parseReason(reason: string): { usual: SuggestedReason | null; text: string } {
  const usual = suggestedReasons.find((one) => reason === one || reason.startsWith(`${one}: `)) ?? null;
  return { usual, text: usual === null ? reason : reason.slice(usual.length + 2) };
}

/** Joins a suggested reason and a text: `Client: is on holiday`. With `Other`, the text alone is the reason. */
export function joinReason(usual: SuggestedReason, text: string): string {
  if (text === '') return usual;
  return usual === 'Other' ? text : `${usual}: ${text}`;
}

/** A reason in words: the suggested reason is translated, and any other text is shown as it was typed. */
export function reasonText(reason: string): string {
  const { usual, text } = parseReason(reason);
  if (usual === null) return isolateText(text);
  const [choice, typed] = [reasonTexts[usual](), isolateText(text)];
  return text === '' ? choice : t({ message: `${choice}: ${typed}`, comment: 'why an appointment was cancelled' });
}
