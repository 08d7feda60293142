import { t } from '@lingui/core/macro';
import { CopyPlus } from 'lucide-react';
import { useState } from 'react';
import type { PlanActions } from '#app/changes/plan-actions.ts';
import { Button } from '#app/components/button.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { showNotice } from '#app/components/show-notice.ts';
import { texts } from '#app/text/shared-texts.ts';
import { addDays } from '#scheduling/calendar-day.ts';
import { findExistingShifts, missingEntriesOfLastWeek, planReplacement, type WeekToFill } from './new-entries.ts';

interface CopyLastWeekProps {
  week: WeekToFill;
  /** Whether the shown week and the week before it are loaded. */
  isLoaded: boolean;
  changes: PlanActions;
}

/** The changes that would copy the previous week; `replacement` is null if that week has no shifts. */
function planCopies(week: WeekToFill) {
  const hasLastWeek = findExistingShifts({ ...week, date: addDays(week.date, -7) }).length > 0;
  const replacement = hasLastWeek ? planReplacement(week) : null;
  return { hasLastWeek, missing: missingEntriesOfLastWeek(week), replacement };
}

/**
 * A button that copies the previous week into the shown one. If the shown week already has shifts, it asks whether to
 * add or to replace.
 */
export function CopyLastWeek({ week, isLoaded, changes }: CopyLastWeekProps) {
  const [isAsking, setIsAsking] = useState(false);

  function copyLastWeek() {
    const { hasLastWeek, missing, replacement } = planCopies(week);
    if (missing.length > 0 && findExistingShifts(week).length === 0) return changes.create(missing);
    const isOther = replacement !== null && replacement.removed.length + replacement.added.length > 0;
    if (missing.length > 0 || isOther) return setIsAsking(true);
    showNotice({
      id: 'shifts',
      tone: 'info',
      title: hasLastWeek ? t`This week already has last week’s shifts` : t`No shifts were planned last week`,
    });
  }

  return (
    <>
      <Button disabled={!isLoaded} onClick={copyLastWeek} className="max-sm:px-2">
        <CopyPlus aria-hidden="true" size={15} />
        <span className="max-xl:sr-only">{t`Copy last week`}</span>
      </Button>
      {isAsking && isLoaded ? <AddOrReplaceDialog {...{ week, changes }} onClose={() => setIsAsking(false)} /> : null}
    </>
  );
}

interface AddOrReplaceDialogProps extends Pick<CopyLastWeekProps, 'week' | 'changes'> {
  onClose: () => void;
}

function AddOrReplaceDialog({ week, changes, onClose }: AddOrReplaceDialogProps) {
  const { missing, replacement } = planCopies(week);
  return (
    <Dialog title={t`Copy last week`} onClose={onClose}>
      <div className="flex flex-col gap-3 p-4 text-sm">
        <p>
          {missing.length > 0
            ? t`This week already has shifts.`
            : t`Everything from last week is already here, and this week has more.`}
        </p>
        {replacement ? (
          <p>{t`Replacing removes this week’s shifts and breaks. Time off and blocked times stay.`}</p>
        ) : null}
        <div className="flex flex-wrap gap-2">
          {missing.length > 0 ? (
            <Button
              tone="primary"
              onClick={() => {
                changes.create(missing);
                onClose();
              }}
            >
              {t`Add the missing shifts`}
            </Button>
          ) : null}
          {replacement ? (
            <Button
              onClick={() => {
                changes.replace(replacement.removed, replacement.added);
                onClose();
              }}
            >
              {t`Replace this week`}
            </Button>
          ) : null}
          <Button onClick={onClose}>{texts.close}</Button>
        </div>
      </div>
    </Dialog>
  );
}
