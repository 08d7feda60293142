import { type ComponentProps, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { typeAhead } from '#app/browser/type-ahead.ts';
import { useEscape } from '#app/browser/use-escape.ts';
import { texts } from '#app/text/shared-texts.ts';
import { Button } from './button.tsx';
import { floatingClass, placeBelow } from './floating.ts';
import type { PopupState } from './use-opener.ts';

interface LoadingFrameProps extends ComponentProps<'div'> {
  /** The accessible name. */
  label: string;
  /** Whether the frame is a region of the page, which does not take the focus, instead of a dialog. */
  isRegion?: boolean;
  /** The button below which the frame is shown; without one, its CSS class determines the place. */
  anchor?: Element;
  onClose: () => void;
}

/**
 * Shown in place of a dialog, a menu or a panel while its code loads. As a dialog, the frame takes the focus, so that
 * keys that are pressed early trigger no shortcuts; they are passed on to what opens.
 */
export function LoadingFrame({
  label,
  isRegion = false,
  anchor,
  className,
  onClose,
  children,
  ...props
}: LoadingFrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [pressed] = useState<KeyboardEvent[]>([]);
  useEscape(onClose);
  useLayoutEffect(() => {
    const [element, before] = [frame.current, document.activeElement];
    if (element === null || isRegion) return undefined;
    if (anchor) {
      element.showPopover();
      placeBelow(anchor, element);
    }
    element.focus();
    return () => {
      if (before instanceof HTMLElement && element.contains(document.activeElement)) before.focus();
      if (pressed.length > 0) void typeAhead(pressed, before);
    };
  }, [isRegion, anchor, pressed]);
  const Tag = isRegion ? 'aside' : 'div';
  return (
    <Tag
      {...(isRegion ? {} : { role: 'dialog', 'aria-modal': false })}
      {...(anchor ? { popover: 'manual' } : {})}
      {...props}
      ref={frame}
      data-loading
      aria-label={label}
      tabIndex={-1}
      className={`appear-late ${anchor ? `fixed inset-auto m-0 w-72 max-w-[calc(100vw-1rem)] ${floatingClass}` : className}`}
      onKeyDown={({ nativeEvent, target, currentTarget }) => {
        if (nativeEvent.key !== 'Escape') {
          if (target === currentTarget) pressed.push(nativeEvent);
        } else if (anchor) onClose();
      }}
    >
      {children}
      <p className="px-4 pb-4">
        <Button onClick={onClose}>{texts.close}</Button>
      </p>
    </Tag>
  );
}

/** The frame of a popup below its button, shown while the popup's code loads. */
export function FloatingFrame({
  label,
  anchor,
  open,
  close,
  children,
}: PopupState & { label: string; children: ReactNode }) {
  if (!open) return null;
  return (
    <LoadingFrame label={label} anchor={anchor} onClose={close}>
      {children}
    </LoadingFrame>
  );
}

/** Creates the frame that is shown while a dialog loads, with the dialog's title. */
export function createDialogFrame(title: () => string) {
  return ({ onClose, children }: Pick<LoadingFrameProps, 'onClose' | 'children'>) => (
    <LoadingFrame
      label={title()}
      className="fixed inset-x-0 top-9 z-50 mx-auto w-full max-w-2xl rounded-xl border border-line bg-raised text-ink shadow-raised outline-none"
      onClose={onClose}
    >
      <h2 className="border-b border-line px-4 py-3 text-base font-semibold">{title()}</h2>
      {children}
    </LoadingFrame>
  );
}
