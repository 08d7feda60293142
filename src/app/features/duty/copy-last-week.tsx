import { t } from '@lingui/core/macro';
import { CopyPlus } from 'lucide-react';
import { useState } from 'react';
import type { PlanChanges } from '#app/api/plan-changes.ts';
import { Button } from '#app/components/button.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { showNotice } from '#app/components/show-notice.ts';
import { addDays } from '#app/scheduling/calendar-day.ts';
import { words } from '#app/text/shared-texts.ts';
import { copyOfLastWeek, countOf, dutyOfWeek, replacementByLastWeek, type Week } from './new-entries.ts';

interface CopyLastWeekProps {
  week: Week;
  /** Whether this week and the last are loaded. */
  isLoaded: boolean;
  changes: PlanChanges;
}

const hasDutyLastWeek = (week: Week) => dutyOfWeek({ ...week, date: addDays(week.date, -7) }).length > 0;

/** Copies last week into the week that is shown; where that has duty already, it asks how. */
export function CopyLastWeek({ week, isLoaded, changes }: CopyLastWeekProps) {
  const [asks, setAsks] = useState(false);

  function copy() {
    const missing = copyOfLastWeek(week);
    const isUnplanned = dutyOfWeek(week).length === 0;
    if (isUnplanned && countOf(missing) > 0) return changes.create(missing);
    const hasLastWeek = hasDutyLastWeek(week);
    const { removed, added } = replacementByLastWeek(week);
    const mayReplace = hasLastWeek && changes.can.has('remove');
    if (countOf(missing) > 0 || (mayReplace && removed.length + countOf(added) > 0)) return setAsks(true);
    showNotice({
      id: 'duty',
      tone: 'info',
      title: hasLastWeek ? t`All of last week is here already` : t`No duty was planned last week`,
    });
  }

  return (
    <>
      <Button disabled={!isLoaded} onClick={copy}>
        <CopyPlus aria-hidden="true" size={15} />
        <span className="max-sm:sr-only">{t`Copy last week`}</span>
      </Button>
      {asks && isLoaded ? <HowToCopy {...{ week, changes }} onClose={() => setAsks(false)} /> : null}
    </>
  );
}

interface HowToCopyProps extends Pick<CopyLastWeekProps, 'week' | 'changes'> {
  onClose: () => void;
}

function HowToCopy({ week, changes, onClose }: HowToCopyProps) {
  const missing = copyOfLastWeek(week);
  const mayReplace = hasDutyLastWeek(week) && changes.can.has('remove');
  return (
    <Dialog title={t`Copy last week`} onClose={onClose}>
      <div className="flex flex-col gap-3 p-4 text-sm">
        <p>
          {countOf(missing) > 0
            ? t`Duty is planned in this week already.`
            : t`All of last week is here already, and this week has more.`}
        </p>
        {mayReplace ? (
          <p>{t`Replacing removes the duty and the breaks of this week. Time off and blocked times stay.`}</p>
        ) : null}
        <div className="flex flex-wrap gap-2">
          {countOf(missing) > 0 ? (
            <Button
              tone="primary"
              onClick={() => {
                changes.create(missing);
                onClose();
              }}
            >
              {t`Add what is missing`}
            </Button>
          ) : null}
          {mayReplace ? (
            <Button
              onClick={() => {
                const { removed, added } = replacementByLastWeek(week);
                changes.replace(removed, added);
                onClose();
              }}
            >
              {t`Replace this week`}
            </Button>
          ) : null}
          <Button onClick={onClose}>{words.close}</Button>
        </div>
      </div>
    </Dialog>
  );
}
