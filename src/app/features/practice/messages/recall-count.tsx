import { plural, t } from '@lingui/core/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { recallQueries } from '#app/api/recalls.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { useEditor } from '#app/editor/editor.ts';
import { usePractice } from '#app/features/practice/practice-context.ts';
import { addDays, dateIn } from '#scheduling/calendar-day.ts';

/** For so many days after a pet was due, its client is still written to. */
const DAYS_AFTER = 60;

/** How many pets are due at the moment, about which clients are written to once this is switched on. */
export function RecallCount({ daysBefore }: { daysBefore: number }) {
  const { api, companyId, offered } = useEditor();
  const { zone } = usePractice();
  const today = dateIn(zone, useMinute());
  const span = { from: addDays(today, -DAYS_AFTER), until: addDays(today, daysBefore) };
  const { data } = useInfiniteQuery({
    ...recallQueries.between(api, { companyId, status: 'due', ...span }),
    enabled: offered('listRecalls') !== undefined,
  });
  const [first] = data?.pages ?? [];
  if (first === undefined) return null;
  const count = first.totalCount ?? first.records.length;
  return (
    <p role="status" className="ps-8 text-muted">
      {count === 0
        ? t`No pet is due at the moment.`
        : t({
            message: plural(count, {
              one: '# pet is due at the moment. Its client gets a message if they can be reached.',
              other: '# pets are due at the moment. Their clients get a message if they can be reached.',
            }),
            comment: 'what happens once messages about pets that are due again are switched on',
          })}
    </p>
  );
}
