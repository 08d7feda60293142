import { plural, t } from '@lingui/core/macro';
import { Children, type ReactNode } from 'react';
import type { NowFilter } from '#app/addresses/board-search.ts';
import { ScrollRow } from '#app/components/scroll-row.tsx';
import type { AppointmentsNeedingAttention } from '#app/features/board/model/board-appointments.ts';
import { elapsedText } from '#app/text/arrival-text.ts';

interface AttentionCountsProps {
  visits: AppointmentsNeedingAttention;
  /** The filter that is active; null if none is. */
  chosen: NowFilter | null;
  /** Milliseconds since 1970. */
  now: number;
  onChoose: (filter: NowFilter | null) => void;
}

const BUTTON = 'min-h-6 rounded px-1 font-medium whitespace-nowrap hover:bg-sunken hover:text-ink';

/** Shows how many appointments need attention now. Each count is a button that filters for these appointments. */
export function AttentionCounts({ visits, chosen, now, onChoose }: AttentionCountsProps) {
  const counts = { late: visits.late.length, waiting: visits.waiting.length, over: visits.over.length };
  const longest = visits.waiting[0] ? elapsedText(visits.waiting[0].since, now) : '';
  const waiting = t({
    message: plural(counts.waiting, { one: '# waiting', other: '# waiting' }),
    comment: 'patients who have checked in',
  });
  const filterTexts: Readonly<Record<NowFilter, string>> = {
    late: t({ message: plural(counts.late, { one: '# late', other: '# late' }), comment: 'patients who are late' }),
    waiting: longest === '' ? waiting : t`${waiting}, longest ${longest}`,
    over: t({
      message: plural(counts.over, { one: '# running over', other: '# running over' }),
      comment: 'appointments that take longer than planned',
    }),
  };
  const tones: Readonly<Record<NowFilter, string>> = { late: 'text-danger', waiting: '', over: 'text-danger' };
  return (
    <ScrollRow className="h-6">
      <fieldset className="flex items-center">
        <legend className="sr-only">{t({ message: 'Now', comment: 'heads who is late and who waits' })}</legend>
        <DotSeparatedList>
          {(['late', 'waiting', 'over'] as const)
            .filter((kind) => counts[kind] > 0 || chosen === kind)
            .map((kind) => (
              <button
                key={kind}
                type="button"
                aria-pressed={chosen === kind}
                onClick={() => onChoose(chosen === kind ? null : kind)}
                className={`${BUTTON} ${tones[kind]} aria-pressed:ring-2 aria-pressed:ring-current aria-pressed:ring-inset`}
              >
                {filterTexts[kind]}
              </button>
            ))}
        </DotSeparatedList>
      </fieldset>
    </ScrollRow>
  );
}

/** A list whose items are separated by middle dots. */
function DotSeparatedList({ children }: { children: ReactNode }) {
  return Children.toArray(children).map((child, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the items have no state.
    <span key={index} className="flex items-center">
      {index === 0 ? null : <span aria-hidden="true">·</span>}
      {child}
    </span>
  ));
}
