import { Popover as BasePopover } from '@base-ui/react/popover';
import { type ReactNode, useContext, useRef } from 'react';
import { floatingClass, PopupHostContext } from './floating.ts';
import { focusReturnTarget, type PopupState } from './use-opener.ts';

export interface PopoverPanelProps extends PopupState {
  label: string;
  className: string;
  side: 'inline-end' | undefined;
  /** Whether the panel takes the focus when it opens. */
  takesFocus: boolean;
  children: ReactNode;
}

/** The panel of a popover. `Popover` loads it lazily. */
export function PopoverPanel(props: PopoverPanelProps) {
  const { anchor, open, onOpenChange, close, label, className, side = 'bottom', takesFocus, children } = props;
  const host = useContext(PopupHostContext);
  const popup = useRef<HTMLDivElement>(null);
  return (
    <BasePopover.Root open={open} onOpenChange={onOpenChange}>
      <BasePopover.Portal {...(host === null ? {} : { container: host })}>
        <BasePopover.Positioner
          anchor={anchor}
          side={side}
          className="z-60 outline-none"
          sideOffset={6}
          collisionPadding={8}
          align="start"
        >
          <BasePopover.Popup
            ref={popup}
            finalFocus={() => focusReturnTarget(props, popup.current)}
            aria-label={label}
            {...(takesFocus ? {} : { initialFocus: false })}
            // Escape closes only the panel, not the form or the dialog around its button.
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              event.stopPropagation();
              close();
            }}
            className={`${floatingClass} ${className}`}
          >
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  );
}
