import type { ReactNode } from 'react';
import { lazy } from './lazy.tsx';
import { FloatingFrame } from './loading-frame.tsx';
import { useOpener } from './use-opener.ts';

const PopoverPanel = lazy({
  isFrequent: true,
  load: () => import('./popover-panel.tsx').then((module) => module.PopoverPanel),
  Fallback: FloatingFrame,
});

interface PopoverProps {
  /** The accessible name of the button, and of the panel unless `panelLabel` is given. */
  label: string;
  panelLabel?: string;
  /** The tooltip of the button. */
  title?: string;
  /** The content of the button. */
  button: ReactNode;
  buttonClass?: string;
  panelClass?: string;
  /** The side on which the panel opens; below the button by default. */
  side?: 'inline-end';
  /** Whether the panel is open initially. If so, it never takes the focus. */
  startsOpen?: boolean;
  /**
   * The content of the panel, rendered while it is open, or a function that receives `close` and returns the content.
   */
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** A button that opens a small panel. */
export function Popover(props: PopoverProps) {
  const { label, panelLabel = label, title, buttonClass, panelClass = '', side, startsOpen = false, children } = props;
  const { button, opened } = useOpener('dialog', { startsOpen });
  return (
    <>
      <button type="button" aria-label={label} title={title} className={buttonClass} {...button}>
        {props.button}
      </button>
      {opened ? (
        <PopoverPanel {...opened} label={panelLabel} className={panelClass} side={side} takesFocus={!startsOpen}>
          {typeof children === 'function' ? children(opened.close) : children}
        </PopoverPanel>
      ) : null}
    </>
  );
}
