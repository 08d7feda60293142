import { t } from '@lingui/core/macro';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { shortcutKey } from '#app/browser/shortcut-key.ts';
import { Button } from '#app/components/button.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { SidePanel } from '#app/components/side-panel.tsx';
import { words } from '#app/text/shared-texts.ts';

interface FrameProps {
  /** The accessible name, shown as the heading. */
  title?: string;
  /** Whether the form is a page of its own, over the board, instead of a panel beside it. */
  isPage: boolean;
  description?: string | undefined;
  initialFocus?: RefObject<HTMLElement | null>;
  /** Books what is in the form: Ctrl or ⌘ with Enter does it from any field. */
  onBook?: () => void;
  /** Blocks the time of the form instead: Ctrl or ⌘ with B does it from any field. Undefined where that cannot be done. */
  onBlock?: (() => void) | undefined;
  /** Closes the form; what was typed stays as a draft. */
  onClose: () => void;
  children: ReactNode;
}

/** The panel or the page of the form. */
export function BookingFrame(props: FrameProps) {
  const { isPage, title = words.newAppointment, description, onBook, onBlock, children, ...rest } = props;
  function onKeyDown(event: KeyboardEvent) {
    const isBlock = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && shortcutKey(event) === 'b';
    if (!isBlock || !onBlock) return bookOnKey(event, onBook);
    event.preventDefault();
    if (!event.repeat) onBlock();
  }
  const frame = { ...rest, onKeyDown };
  const blockButton = onBlock ? (
    <Button compact tone="quiet" onClick={onBlock} aria-keyshortcuts="Control+B Meta+B">
      {t`Block this time`}
    </Button>
  ) : null;
  if (isPage)
    return (
      <Dialog page title={title} description={description} {...frame}>
        {blockButton && <div className="px-4 pt-2">{blockButton}</div>}
        {children}
      </Dialog>
    );
  return (
    <SidePanel
      kind="dialog"
      label={title}
      closeLabel={words.close}
      heading={
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-2">
            <h2 className="text-base font-semibold">{title}</h2>
            {blockButton}
          </div>
          {description ? <p className="text-xs text-muted">{description}</p> : null}
        </>
      }
      {...frame}
    >
      {children}
    </SidePanel>
  );
}

function bookOnKey(event: KeyboardEvent, book: (() => void) | undefined): void {
  if (event.key !== 'Enter' || !book) return;
  if (!event.repeat) ignoreRepeats();
  if (!event.ctrlKey && !event.metaKey) return;
  event.preventDefault();
  if (!event.repeat) book();
}

/**
 * One press of Enter is one booking. Until Enter is released its key repeats are ignored, also by whatever has the
 * focus once the form has closed: the button that opens it, or the block of the new appointment.
 */
function ignoreRepeats(): void {
  const until = new AbortController();
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter' || !event.repeat) return;
      if (event.target instanceof HTMLTextAreaElement && !event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true, signal: until.signal },
  );
  window.addEventListener(
    'keyup',
    ({ key, isTrusted }) => {
      // Enter that was typed ahead is pressed by the page, and may still be held down.
      if (key === 'Enter' && isTrusted) until.abort();
    },
    { capture: true, signal: until.signal },
  );
}
