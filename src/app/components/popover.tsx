import { Popover as BasePopover } from '@base-ui/react/popover';
import { createContext, type ReactNode, useContext, useRef } from 'react';

/**
 * The element into which lists of controls are rendered. A dialog provides itself, so that assistive technology sees
 * the lists as part of it. Null outside of dialogs, for the page.
 */
export const PopupHost = createContext<HTMLElement | null>(null);

/** The style of floating content below a control. */
export const floatingClass =
  'max-h-(--available-height) max-w-(--available-width) overflow-y-auto overscroll-contain rounded-lg border border-line bg-raised p-1.5 text-ink shadow-raised outline-none';

interface PopoverProps {
  /** The accessible name of the button, and of the panel unless it has a separate one. */
  label: string;
  panelLabel?: string;
  /** The tooltip of the button. */
  title?: string;
  /** The content of the button. */
  button: ReactNode;
  buttonClass?: string;
  panelClass?: string;
  /** Whether it is open initially, without taking the focus. */
  startsOpen?: boolean;
  /**
   * The content of the panel, rendered while it is open, or a function that receives `close` and returns the content.
   */
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** A button that opens a small panel. */
export function Popover(props: PopoverProps) {
  const {
    label,
    panelLabel = label,
    title,
    button,
    buttonClass = '',
    panelClass = '',
    startsOpen = false,
    children,
  } = props;
  const actions = useRef<BasePopover.Root.Actions>(null);
  const close = () => actions.current?.close();
  const host = useContext(PopupHost);
  return (
    <BasePopover.Root actionsRef={actions} defaultOpen={startsOpen}>
      <BasePopover.Trigger aria-label={label} title={title} className={buttonClass}>
        {button}
      </BasePopover.Trigger>
      <BasePopover.Portal {...(host === null ? {} : { container: host })}>
        <BasePopover.Positioner className="z-60 outline-none" sideOffset={6} collisionPadding={8} align="start">
          <BasePopover.Popup
            aria-label={panelLabel}
            {...(startsOpen ? { initialFocus: false } : {})}
            // Escape closes only the panel, not the form or the dialog around its button.
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              event.stopPropagation();
              close();
            }}
            className={`${floatingClass} ${panelClass}`}
          >
            {typeof children === 'function' ? children(close) : children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  );
}
