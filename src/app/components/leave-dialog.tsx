import { t } from '@lingui/core/macro';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface LeaveDialogProps {
  /** The question, shown as the heading. */
  title: string;
  /** The label of the button that leaves. */
  leave: string;
  onLeave: () => void;
  onStay: () => void;
  /** The consequences of leaving. */
  children?: ReactNode;
}

/** Asks for confirmation before the person leaves something unfinished. */
export function LeaveDialog({ title, leave, onLeave, onStay, children }: LeaveDialogProps) {
  const stay = useRef<HTMLButtonElement>(null);
  return (
    <Dialog title={title} initialFocus={stay} onClose={onStay}>
      <div className="flex flex-col gap-3 px-4 py-3 text-sm">
        {children}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onLeave}>{leave}</Button>
          <Button ref={stay} tone="primary" onClick={onStay}>
            {t`Stay here`}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

interface LeaveGuardProps extends Pick<LeaveDialogProps, 'title' | 'leave' | 'children'> {
  /** Whether something would be lost. */
  isActive: boolean;
  /** Whether going to another part of the same page counts as leaving, too. */
  isPartOfPage?: boolean;
  /** Called before the person leaves. */
  onLeave?: () => void;
}

/** Shows a {@link LeaveDialog} when another page is opened; when the tab is closed, the browser asks. */
export function LeaveGuard({ isActive, isPartOfPage = false, onLeave, ...question }: LeaveGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isActive && (isPartOfPage || current.pathname !== next.pathname),
    enableBeforeUnload: () => isActive,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  const leave = () => {
    onLeave?.();
    blocker.proceed();
  };
  return <LeaveDialog {...question} onLeave={leave} onStay={blocker.reset} />;
}
