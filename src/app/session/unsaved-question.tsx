import { plural, t } from '@lingui/core/macro';
import { useNavigate } from '@tanstack/react-router';
import { Button } from '#app/components/button.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { LeaveDialog } from '#app/components/leave-dialog.tsx';
import { texts } from '#app/text/shared-texts.ts';

interface UnsavedQuestionProps {
  /** The number of changes that are not saved yet. */
  unsaved: number;
  onLeave: () => void;
  onClose: () => void;
}

/** Asks before a person with unsaved changes, which would be lost, signs out. */
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

/** Says, before a person without a PIN leaves the desk to someone else, what they need to come back. */
export function NoPinQuestion({ onLeave, onClose }: Omit<UnsavedQuestionProps, 'unsaved'>) {
  const navigate = useNavigate();
  function setPin() {
    onClose();
    void navigate({ to: '/settings', hash: 'my-pin', search: ({ company }) => ({ company }) });
  }
  return (
    <Dialog title={texts.switchPerson} onClose={onClose}>
      <div className="flex flex-col gap-3 px-4 py-3 text-sm">
        <p>{t`You have no PIN in this browser. To come back, you need your sign-in key.`}</p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button onClick={onLeave}>{t`Switch anyway`}</Button>
          <Button tone="primary" onClick={setPin}>
            {t`Set a PIN`}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
