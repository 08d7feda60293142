import { Menu as BaseMenu } from '@base-ui/react/menu';
import { Check, ChevronRight } from 'lucide-react';
import { type ReactNode, useContext, useEffect, useState } from 'react';
import { floatingClass, PopupHostContext } from './floating.ts';
import { focusReturnTarget, type PopupState } from './use-opener.ts';

// The implementation of menus. `menu.tsx` loads it lazily.

export interface MenuListProps {
  /** The accessible name of the menu. */
  label: string;
  /** {@link MenuItem}s and {@link MenuChoice}s, which are rendered while the menu is open. */
  children: ReactNode;
  /**
   * Aligns the menu with the start or the end of a wide button. It is the start by default; use the end for a button
   * whose icon is at its end.
   */
  align?: 'start' | 'end';
}

export type DropdownMenuProps = MenuListProps & PopupState;

/** A menu below the button that opens it. */
export function DropdownMenu({ open, onOpenChange, close: _, ...list }: DropdownMenuProps) {
  return (
    <BaseMenu.Root open={open} modal={false} onOpenChange={onOpenChange}>
      <MenuList {...list} />
    </BaseMenu.Root>
  );
}

export interface AnchoredMenuProps extends MenuListProps {
  /** The element that the menu belongs to. The menu opens below this element, and the focus returns there. */
  anchor: Element;
  /** Called once the menu is closed. */
  onClose: () => void;
}

/** A menu that is open from the start, such as one opened by a right click. */
export function AnchoredMenu({ anchor, onClose, ...list }: AnchoredMenuProps) {
  const [open, setOpen] = useState(true);
  return (
    <BaseMenu.Root
      open={open}
      modal={false}
      onOpenChange={setOpen}
      onOpenChangeComplete={(isOpen) => (isOpen ? undefined : onClose())}
    >
      <MenuList anchor={anchor} {...list} />
    </BaseMenu.Root>
  );
}

function MenuList(props: MenuListProps & { anchor?: Element; byKey?: boolean }) {
  const { label, anchor, byKey = false, align = 'start', children } = props;
  const host = useContext(PopupHostContext);
  const [popup, setPopup] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!byKey || popup === null) return undefined;
    return focusAfterOpening(popup.querySelector<HTMLElement>('[role^="menuitem"]'));
  }, [byKey, popup]);
  return (
    <BaseMenu.Portal {...(host === null ? {} : { container: host })}>
      <BaseMenu.Positioner
        {...(anchor === undefined ? {} : { anchor })}
        className="z-60 outline-none print:hidden"
        sideOffset={4}
        collisionPadding={8}
        align={align}
      >
        <BaseMenu.Popup
          ref={setPopup}
          {...(anchor === undefined ? {} : { finalFocus: () => focusReturnTarget({ anchor }, popup) })}
          aria-label={label}
          className={`${floatingClass} min-w-48`}
        >
          {children}
        </BaseMenu.Popup>
      </BaseMenu.Positioner>
    </BaseMenu.Portal>
  );
}

/** An item that opens another menu beside it. */
export function Submenu({ label, children }: MenuListProps) {
  return (
    <BaseMenu.SubmenuRoot>
      <BaseMenu.SubmenuTrigger className={ITEM_CLASS}>
        {label}
        <ChevronRight aria-hidden="true" size={14} className="ms-auto rtl:-scale-x-100" />
      </BaseMenu.SubmenuTrigger>
      <MenuList label={label}>{children}</MenuList>
    </BaseMenu.SubmenuRoot>
  );
}

const ITEM_CLASS =
  'flex cursor-default items-center gap-2 rounded px-2.5 py-1.5 text-sm outline-none select-none data-highlighted:bg-accent-soft pointer-coarse:py-2.5';

export interface MenuItemProps {
  /** The shortcut key for the same action, as labelled on the keyboard. */
  keys?: string | undefined;
  onChoose: () => void;
  children: ReactNode;
}

export function MenuItem({ keys, onChoose, children }: MenuItemProps) {
  return (
    <BaseMenu.Item onClick={onChoose} className={ITEM_CLASS}>
      {children}
      {keys === undefined ? null : (
        <kbd dir="ltr" className="ms-auto ps-4 font-mono text-xs text-muted pointer-coarse:hidden">
          {keys}
        </kbd>
      )}
    </BaseMenu.Item>
  );
}

export interface MenuCheckboxProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

/** An item that is on or off. The menu stays open, so that several can be changed. */
export function MenuCheckbox({ checked, onChange, children }: MenuCheckboxProps) {
  return (
    <BaseMenu.CheckboxItem checked={checked} onCheckedChange={onChange} className={ITEM_CLASS}>
      <span className="grid size-3.5 shrink-0 place-items-center">
        <BaseMenu.CheckboxItemIndicator>
          <Check aria-hidden="true" size={14} />
        </BaseMenu.CheckboxItemIndicator>
      </span>
      {children}
    </BaseMenu.CheckboxItem>
  );
}

/** A line between groups of items. */
export function MenuLine() {
  return <BaseMenu.Separator className="my-1 border-t border-line" />;
}

export interface MenuChoiceProps {
  /** The accessible name of the group. */
  label: string;
  value: string;
  options: readonly { value: string; content: ReactNode }[];
  /** The option that has the focus when the menu opens. */
  first?: string | undefined;
  onChoose: (value: string) => void;
}

/** A single choice as a group of menu items. Choosing any option closes the menu, including the current one. */
export function MenuChoice({ label, value, options, first, onChoose }: MenuChoiceProps) {
  return (
    <BaseMenu.RadioGroup aria-label={label} value={value}>
      {options.map((option) => (
        <BaseMenu.RadioItem
          key={option.value}
          ref={option.value === first ? focusAfterOpening : null}
          value={option.value}
          closeOnClick
          onClick={() => onChoose(option.value)}
          className={ITEM_CLASS}
        >
          {option.content}
          <BaseMenu.RadioItemIndicator className="ms-auto">
            <Check aria-hidden="true" size={14} />
          </BaseMenu.RadioItemIndicator>
        </BaseMenu.RadioItem>
      ))}
    </BaseMenu.RadioGroup>
  );
}

/** Focuses an item in the next frame, because the menu itself takes the focus when it opens. */
function focusAfterOpening(item: HTMLElement | null): () => void {
  const frame = requestAnimationFrame(() => item?.focus());
  return () => cancelAnimationFrame(frame);
}
