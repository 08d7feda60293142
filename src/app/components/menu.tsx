import { Menu as BaseMenu } from '@base-ui/react/menu';
import { type ReactElement, type ReactNode, useContext } from 'react';
import { PopupHost } from './popover.tsx';

interface MenuProps {
  /** The accessible name of the menu. */
  label: string;
  /** The button that opens it, with its own accessible name. */
  trigger: ReactElement;
  /** {@link MenuItem}s; rendered while it is open. */
  children: ReactNode;
}

/** A button that opens a menu; typing a letter selects by name. */
export function Menu({ label, trigger, children }: MenuProps) {
  const host = useContext(PopupHost);
  return (
    <BaseMenu.Root modal={false}>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal {...(host === null ? {} : { container: host })}>
        <BaseMenu.Positioner className="z-60 outline-none" sideOffset={4} align="start">
          <BaseMenu.Popup
            aria-label={label}
            className="max-h-(--available-height) max-w-[min(24rem,var(--available-width))] min-w-48 overflow-y-auto overscroll-contain rounded-md border border-line bg-raised py-1 text-ink shadow-raised outline-none"
          >
            {children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

interface MenuItemProps {
  disabled?: boolean;
  onChoose: () => void;
  children: ReactNode;
}

export function MenuItem({ disabled = false, onChoose, children }: MenuItemProps) {
  return (
    <BaseMenu.Item
      disabled={disabled}
      onClick={onChoose}
      className="cursor-default px-2.5 py-1.5 text-sm outline-none select-none data-disabled:text-muted data-highlighted:bg-accent-soft pointer-coarse:py-2.5"
    >
      {children}
    </BaseMenu.Item>
  );
}
