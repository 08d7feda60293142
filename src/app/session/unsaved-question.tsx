import { plural, t } from '@lingui/core/macro';
import { useRef } from 'react';
import { Button } from '#app/components/button.tsx';
import { Dialog } from '#app/components/dialog.tsx';

interface UnsavedQuestionProps {
  /** How many changes are not saved now. */
  unsaved: number;
  onLeave: () => void;
  onClose: () => void;
}

/** Asks before somebody signs out whose unsaved changes would be lost. */
export function UnsavedQuestion({ unsaved, onLeave, onClose }: UnsavedQuestionProps) {
  const stay = useRef<HTMLButtonElement>(null);
  return (
    <Dialog title={t`Sign out`} initialFocus={stay} onClose={onClose}>
      <div className="flex flex-col gap-4 p-4 text-sm">
        <p role="status">
          {unsaved === 0
            ? t`Everything is saved now.`
            : plural(unsaved, {
                one: '# change is not saved yet. If you sign out now, it is lost.',
                other: '# changes are not saved yet. If you sign out now, they are lost.',
              })}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button ref={stay} tone="primary" onClick={onClose}>
            {t({ message: 'Stay', comment: 'button: the person does not sign out' })}
          </Button>
          <Button onClick={onLeave}>{unsaved === 0 ? t`Sign out` : t`Sign out anyway`}</Button>
        </div>
      </div>
    </Dialog>
  );
}
