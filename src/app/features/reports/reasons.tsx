import { t } from '@lingui/core/macro';
import { useId } from 'react';
import { shownLocale } from '#app/language/shown-language.ts';
import { parseReason, reasonText } from '#app/text/reason-text.ts';
import { suggestedReasons } from '#contract/enums.ts';
import type { ReportNumbers } from './reports.ts';

/**
 * Returns the position of a reason in the list: first the standard reasons, in their order, then typed reasons, and last no
 * reason.
 */
function reasonRank(reason: string): number {
  if (reason === '') return suggestedReasons.length + 1;
  const typedLast: readonly string[] = [...suggestedReasons, reason];
  return typedLast.indexOf(reason);
}

function reasonLabel(reason: string): string {
  if (reason === '') return t({ message: 'No reason given', comment: 'of a cancellation' });
  // A typed reason is shown as it was typed, since it cannot be translated.
  return reasonRank(reason) < suggestedReasons.length ? reasonText(reason) : reason;
}

/** Counts the cancellations for each reason. Standard reasons are translated. */
export function countReasons({ reasons }: Pick<ReportNumbers, 'reasons'>): { reason: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const [reason, count] of reasons ?? []) {
    const choice = parseReason(reason).usual ?? reason;
    counts.set(choice, (counts.get(choice) ?? 0) + count);
  }
  return [...counts]
    .sort(
      ([one, ofOne], [other, ofOther]) =>
        reasonRank(one) - reasonRank(other) || ofOther - ofOne || one.localeCompare(other, shownLocale),
    )
    .map(([reason, count]) => ({ reason: reasonLabel(reason), count }));
}

/** The reasons for cancellations, each with its count. */
export function CancellationReasons({ numbers }: { numbers: ReportNumbers }) {
  const id = useId();
  const reasons = countReasons(numbers);
  if (reasons.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-sm font-semibold">{t`Reasons for cancellations`}</h2>
      <ul className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {reasons.map(({ reason, count }) => (
          <li key={reason}>
            <bdi className="wrap-anywhere">{reason}</bdi>{' '}
            <span className="font-semibold tabular-nums">{count.toLocaleString(shownLocale)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
