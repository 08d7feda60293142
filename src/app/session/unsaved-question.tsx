import { plural, t } from '@lingui/core/macro';
import { LeaveDialog } from '#app/components/leave-dialog.tsx';

interface UnsavedQuestionProps {
  /** How many changes are not saved now. */
  unsaved: number;
  onLeave: () => void;
  onClose: () => void;
}

/** Asks before someone signs out whose unsaved changes would be lost. */
export function UnsavedQuestion({ unsaved, onLeave, onClose }: UnsavedQuestionProps) {
  return (
    <LeaveDialog
      title={t`Sign out`}
      leave={unsaved === 0 ? t`Sign out` : t`Sign out anyway`}
      onLeave={onLeave}
      onStay={onClose}
    >
      <p role="status">
        {unsaved === 0
          ? t`Everything is saved now.`
          : plural(unsaved, {
              one: '# change is not saved yet. If you sign out now, it will be lost.',
              other: '# changes are not saved yet. If you sign out now, they will be lost.',
            })}
      </p>
    </LeaveDialog>
  );
}
