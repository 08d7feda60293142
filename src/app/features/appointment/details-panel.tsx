import { t } from '@lingui/core/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { SidePanel } from '#app/components/side-panel.tsx';

interface DetailsPanelProps {
  /** The content at the top, beside the close button. */
  heading: ReactNode;
  /** Identifies the content: when it changes, the panel scrolls to the top. */
  subject: string;
  /**
   * Called when the panel is closed. `focusInside` is true if the focus is in the panel or nowhere, so that it must be
   * moved.
   */
  onClose: (focusInside: boolean) => void;
  /** The buttons below the content. They stay in view while the content scrolls. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The side panel with the details of an appointment. */
export function DetailsPanel({ heading, subject, onClose, actions, children }: DetailsPanelProps) {
  const content = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new subject starts at the top of the panel.
  useEffect(() => {
    content.current?.scrollTo({ top: 0 });
  }, [subject]);
  return (
    <SidePanel kind="aside" label={t`Appointment`} closeLabel={t`Close details`} heading={heading} onClose={onClose}>
      <div
        ref={content}
        className="flex min-h-0 grow flex-col overflow-y-auto [@media(height<26rem)]:shrink-0 [@media(height<26rem)]:overflow-visible"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be scrollable by keyboard, too.
        tabIndex={0}
      >
        {children}
      </div>
      <div className="flex flex-col gap-2 border-t border-line px-4 py-2.5 empty:hidden">{actions}</div>
    </SidePanel>
  );
}

/** A section of the details, with a line below it. */
export function DetailsSection({ children }: { children: ReactNode }) {
  return <div className="flex flex-col gap-1.5 border-b border-line px-4 py-2.5 empty:hidden">{children}</div>;
}
