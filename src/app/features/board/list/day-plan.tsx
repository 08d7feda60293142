import { plural, t } from '@lingui/core/macro';
import { usePlanChanges } from '#app/changes/plan-changes.ts';
import { Texts } from '#app/components/texts.tsx';
import { factsText } from '#app/text/list-text.ts';
import type { PlanOfDay } from './plan-of-day.ts';

/** A short summary of the plan for a day; empty if there is nothing to say. */
export function planSummary({ closed, off, blocked }: PlanOfDay): string {
  const [people, times] = [off.length, blocked.length];
  return factsText([
    ...closed,
    people === 0
      ? ''
      : t({ message: plural(people, { one: '# off', other: '# off' }), comment: 'vets without a shift' }),
    times === 0
      ? ''
      : t({
          message: plural(times, { one: '# blocked', other: '# blocked' }),
          comment: 'times that cannot be booked',
        }),
  ]);
}

/** Who is off and what is blocked on a day. People with permission to see an availability entry can open it. */
export function DayPlan({ id, plan: { off, blocked } }: { id: string; plan: PlanOfDay }) {
  const changes = usePlanChanges();
  return (
    <ul id={id} className="border-b border-line bg-sunken ps-8 pe-3 pb-2 text-xs *:min-h-6">
      {off.map(({ id: person, texts }) => (
        <li key={person}>
          <Texts of={texts} />
        </li>
      ))}
      {blocked.map(({ key, texts, entry }) => (
        <li key={key}>
          {changes ? (
            <button
              type="button"
              onClick={() => changes.openEntry(entry)}
              className="min-h-6 text-start hover:text-accent hover:underline"
            >
              <Texts of={texts} />
            </button>
          ) : (
            <Texts of={texts} />
          )}
        </li>
      ))}
    </ul>
  );
}
