import { t } from '@lingui/core/macro';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useEscape } from '#app/browser/use-escape.ts';

interface DetailsPanelProps {
  /** The content at the top, beside the close button. */
  heading: ReactNode;
  /** A key of the content; the panel scrolls to the top when it changes. */
  subject: string;
  /** `focusInside`: whether the focus is in the panel, or nowhere, and has to be moved. */
  onClose: (focusInside: boolean) => void;
  children: ReactNode;
}

/** Where the panel covers the whole screen. */
const OVER_ALL = '(max-width: 39.99rem)';

/** The panel beside the board; on a phone it covers the board. Escape closes it wherever the focus is. */
export function DetailsPanel({ heading, subject, onClose, children }: DetailsPanelProps) {
  const panel = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  function close() {
    const { activeElement } = document;
    onClose(activeElement === document.body || panel.current?.contains(activeElement) === true);
  }
  useEscape(close);
  useEffect(() => {
    // The focus must not stay on something covered.
    if (matchMedia(OVER_ALL).matches) panel.current?.focus();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another subject in the same panel is to be read from its top.
  useEffect(() => {
    content.current?.scrollTo({ top: 0 });
  }, [subject]);
  return (
    <aside
      ref={panel}
      aria-label={t`Appointment`}
      tabIndex={-1}
      className="fixed inset-0 z-30 flex shrink-0 flex-col border-line bg-raised text-sm outline-none [@media(height<26rem)]:overflow-y-auto sm:static sm:w-88 sm:border-s"
    >
      <div className="flex items-start gap-2 border-b border-line py-2.5 pe-2 ps-4">
        <div className="min-w-0 grow">{heading}</div>
        <button
          type="button"
          aria-label={t`Close details`}
          onClick={close}
          className="grid size-8 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
        >
          <X aria-hidden="true" size={18} />
        </button>
      </div>
      <div
        ref={content}
        className="flex min-h-0 grow flex-col overflow-y-auto [@media(height<26rem)]:shrink-0 [@media(height<26rem)]:overflow-visible"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrolled by keyboard, too.
        tabIndex={0}
      >
        {children}
      </div>
    </aside>
  );
}
