import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { onlineBookingQueries } from '#app/api/online-booking.ts';
import { Failure } from '#app/components/failure.tsx';
import { RowsSkeleton } from '#app/components/rows-skeleton.tsx';
import { useEditor } from '#app/editor/editor.ts';
import { Section } from '#app/features/practice/settings-form.tsx';
import { shownLocale } from '#app/language/shown-language.ts';
import { translateOnRead } from '#app/language/translate-on-read.ts';
import type { TurnedAwayReason } from '#contract/online-booking.ts';

const reasonTexts: Readonly<Record<TurnedAwayReason, string>> = translateOnRead({
  day: () => t`The day’s limit was reached`,
  code: () => t`Too many wrong codes`,
  email: () => t`Too many codes requested for one e-mail address`,
  address: () => t`Too many codes requested from one internet connection`,
  robot: () => t`Filled in by a bot`,
});
const reasons: readonly TurnedAwayReason[] = ['day', 'code', 'email', 'address', 'robot'];

/** How often the page turned visitors away, and why. */
export function TurnedAwaySection() {
  const { api, companyId } = useEditor();
  const turnedAway = useQuery(onlineBookingQueries.turnedAwayCount(api, companyId));
  const counts = turnedAway.data?.byReason;
  return (
    <Section
      title={t({ message: 'Turned away in the last 30 days', comment: 'visitors of the page for requests' })}
      text={t`Limits on requests keep bots and pranks from filling your calendar.`}
    >
      {counts ? (
        <TurnedAwayCounts counts={counts} />
      ) : turnedAway.isError ? (
        <Failure className="px-4 py-3" error={turnedAway.error} onRetry={() => void turnedAway.refetch()}>
          {t`The counts couldn’t be loaded.`}
        </Failure>
      ) : (
        <RowsSkeleton />
      )}
    </Section>
  );
}

function TurnedAwayCounts({ counts }: { counts: Readonly<Record<TurnedAwayReason, number>> }) {
  const shown = reasons.filter((reason) => counts[reason] > 0);
  if (shown.length === 0) return <p className="px-4 py-3 text-muted">{t`No one was turned away.`}</p>;
  return (
    <dl className="divide-y divide-line">
      {shown.map((reason) => (
        <div key={reason} className="flex items-baseline justify-between gap-4 px-4 py-2">
          <dt>{reasonTexts[reason]}</dt>
          <dd className="font-medium tabular-nums">{counts[reason].toLocaleString(shownLocale)}</dd>
        </div>
      ))}
    </dl>
  );
}
