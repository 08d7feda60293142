import {
  type ComponentProps,
  type ComponentType,
  cloneElement,
  createContext,
  type ReactElement,
  type ReactNode,
  useContext,
} from 'react';
import { lazy } from './lazy.tsx';
import { FloatingFrame, LoadingFrame } from './loading-frame.tsx';
import type {
  AnchoredMenuProps,
  DropdownMenuProps,
  MenuCheckboxProps,
  MenuChoiceProps,
  MenuItemProps,
  MenuListProps,
} from './menu-parts.tsx';
import { useOpener } from './use-opener.ts';

type MenuParts = typeof import('./menu-parts.tsx');

/** The components of `menu-parts.tsx` for the items of an open menu. */
const MenuPartsContext = createContext<MenuParts | null>(null);

/** Creates a loader of one kind of menu, which also provides the components for its items. */
function createMenuLoader<Props extends object>(menuIn: (parts: MenuParts) => ComponentType<Props>) {
  return async () => {
    const parts = await import('./menu-parts.tsx');
    const OpenMenu = menuIn(parts);
    return (props: Props) => (
      <MenuPartsContext value={parts}>
        <OpenMenu {...props} />
      </MenuPartsContext>
    );
  };
}

const DropdownMenu = lazy<DropdownMenuProps>({
  isFrequent: true,
  load: createMenuLoader(({ DropdownMenu }) => DropdownMenu),
  Fallback: FloatingFrame,
});

/** A menu that is open from the start, such as one opened by a right click. */
export const AnchoredMenu = lazy<AnchoredMenuProps>({
  load: createMenuLoader(({ AnchoredMenu }) => AnchoredMenu),
  Fallback: ({ label, anchor, onClose, children }) => (
    <LoadingFrame {...{ label, anchor, onClose }}>{children}</LoadingFrame>
  ),
});

interface MenuProps extends MenuListProps {
  /** The button, with its own accessible name. */
  trigger: ReactElement<ComponentProps<'button'>>;
}

/** A button that opens a menu; typing a letter selects by name. */
export function Menu({ trigger, ...list }: MenuProps) {
  const { button, opened } = useOpener('menu');
  return (
    <>
      {cloneElement(trigger, button)}
      {opened ? <DropdownMenu {...opened} {...list} /> : null}
    </>
  );
}

function useMenuParts(): MenuParts {
  const parts = useContext(MenuPartsContext);
  if (parts === null) throw new Error('An item of a menu is rendered outside of a menu.');
  return parts;
}

/** The heading of a menu. */
export function MenuHeading({ children }: { children: ReactNode }) {
  return <div className="max-w-80 px-2.5 pt-1 pb-1.5 text-sm">{children}</div>;
}

export function MenuItem(props: MenuItemProps) {
  const Parts = useMenuParts();
  return <Parts.MenuItem {...props} />;
}

/** An item that is on or off. The menu stays open, so that several can be changed. */
export function MenuCheckbox(props: MenuCheckboxProps) {
  const Parts = useMenuParts();
  return <Parts.MenuCheckbox {...props} />;
}

/** A single choice as a group of menu items. Choosing any option closes the menu, including the current one. */
export function MenuChoice(props: MenuChoiceProps) {
  const Parts = useMenuParts();
  return <Parts.MenuChoice {...props} />;
}

/** A line between groups of items. */
export function MenuLine() {
  const Parts = useMenuParts();
  return <Parts.MenuLine />;
}

/** An item that opens another menu beside it. */
export function Submenu(props: MenuListProps) {
  const Parts = useMenuParts();
  return <Parts.Submenu {...props} />;
}
