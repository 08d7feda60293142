import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type KeyboardEventHandler, type ReactNode, type RefObject, useState } from 'react';
import { texts } from '#app/text/shared-texts.ts';
import { PopupHostContext } from './floating.ts';
import { useFocusWithin } from './lost-focus.ts';

interface DialogProps {
  /** The accessible name, shown as the heading. */
  title: string;
  description?: ReactNode;
  onClose: () => void;
  /** The element to focus when the dialog opens; the first control by default. */
  initialFocus?: RefObject<HTMLElement | null>;
  onKeyDown?: KeyboardEventHandler<HTMLDivElement>;
  /** Whether the dialog fills the screen. */
  page?: boolean;
  children: ReactNode;
}

/** A modal dialog; full screen on a phone. A click outside does not close it. */
export function Dialog({ title, description, onClose, initialFocus, onKeyDown, page, children }: DialogProps) {
  const [popup, setPopup] = useState<HTMLElement | null>(null);
  useFocusWithin(popup);
  return (
    <BaseDialog.Root open disablePointerDismissal onOpenChange={(open) => (open ? undefined : onClose())}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <BaseDialog.Viewport
          data-covers-header=""
          // Leaves room for the line of notices at the top.
          className={`fixed inset-x-0 top-7 bottom-0 z-50 flex items-start justify-center overflow-hidden ${page ? '' : 'sm:px-4 sm:pt-2 sm:pb-[4vh]'}`}
        >
          <BaseDialog.Popup
            ref={setPopup}
            {...(initialFocus ? { initialFocus } : {})}
            onKeyDown={onKeyDown}
            className={`flex h-full w-full flex-col bg-raised text-ink outline-none ${page ? '[@media(height<26rem)]:overflow-y-auto' : 'shadow-raised sm:h-auto sm:max-h-full sm:max-w-2xl sm:rounded-xl sm:border sm:border-line'}`}
          >
            <div className="flex items-start justify-between gap-4 border-b border-line px-4 py-3">
              <div>
                <BaseDialog.Title className="text-base font-semibold">{title}</BaseDialog.Title>
                {description ? (
                  <BaseDialog.Description className="text-xs text-muted">{description}</BaseDialog.Description>
                ) : null}
              </div>
              <BaseDialog.Close
                aria-label={texts.close}
                className="-me-1 grid size-8 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
              >
                <X aria-hidden="true" size={18} />
              </BaseDialog.Close>
            </div>
            <PopupHostContext value={popup}>{children}</PopupHostContext>
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
