import { t } from '@lingui/core/macro';
import { usualReasons } from '#contract/appointment-change.ts';
import { isolated } from './isolated.ts';
import { words } from './shared-texts.ts';

type UsualReason = (typeof usualReasons)[number];

const texts: Readonly<Record<UsualReason, () => string>> = {
  Client: () =>
    t({ message: 'Client', context: 'why an appointment was cancelled', comment: 'the client wanted it so' }),
  Practice: () => words.practice,
  Recovered: () =>
    t({ message: 'Recovered', context: 'why an appointment was cancelled', comment: 'the pet is well again' }),
  Other: () => t({ message: 'Other', context: 'why an appointment was cancelled', comment: 'another reason' }),
};

/** A reason in words: translated if it is a standard one, otherwise as typed. */
export function reasonText(reason: string): string {
  const usual = usualReasons.find((one) => one === reason);
  return usual === undefined ? isolated(reason) : texts[usual]();
}
