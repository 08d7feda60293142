import './side-panel.css';
import { X } from 'lucide-react';
import {
  type KeyboardEventHandler,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useEscape } from '#app/browser/use-escape.ts';
import { PANEL_COVERS_BOARD } from '#app/browser/use-media.ts';
import { texts } from '#app/text/shared-texts.ts';
import { PopupHostContext } from './floating.ts';
import { findFocusStop, useFocusWithin } from './lost-focus.ts';

interface SidePanelProps {
  /** The accessible name; also the heading, unless `heading` is given. */
  label: string;
  /** A line below the heading. */
  detail?: ReactNode;
  /** The content at the top, next to the close button. */
  heading?: ReactNode;
  closeLabel?: string;
  /** `dialog`: a form, which takes the focus when it opens. `aside`: a region of the page beside the board. */
  kind: 'dialog' | 'aside';
  /** The element to focus if the panel takes the focus when it opens; by default the panel itself. */
  initialFocus?: RefObject<HTMLElement | null>;
  onKeyDown?: KeyboardEventHandler<HTMLElement>;
  /**
   * Called when the panel is closed. `focusInside` is true if the focus is in the panel or nowhere, so that it must be moved.
   */
  onClose: (focusInside: boolean) => void;
  children: ReactNode;
}

/** The element on the board that F6 focuses. */
const boardFocusStop = () => findFocusStop(document.getElementById('board'));

/**
 * A panel beside the board, which remains usable: F6 switches between the two, and Escape closes the panel wherever the
 * focus is. On a phone it covers the board.
 */
export function SidePanel(props: SidePanelProps) {
  const { label, detail, heading, closeLabel = texts.close, kind, initialFocus, onKeyDown, children } = props;
  const [panel, setPanel] = useState<HTMLElement | null>(null);
  const focusedElement = useRef<Element | null>(null);
  useFocusWithin(panel);

  function close() {
    const { activeElement } = document;
    props.onClose(activeElement === document.body || panel?.contains(activeElement) === true);
  }
  // A panel below another one stays mounted but hidden, and handles no keys.
  useEscape(() => (panel?.checkVisibility() ? close() : undefined));

  useLayoutEffect(() => {
    // A region of the page takes the focus only where it covers the board, as on a phone: there the focus must not stay
    // on a covered element.
    if (panel === null || (kind === 'aside' && !matchMedia(PANEL_COVERS_BOARD).matches)) return undefined;
    const before = document.activeElement;
    (initialFocus?.current ?? panel).focus();
    if (kind === 'aside') return undefined;
    return () => {
      if (!panel.contains(document.activeElement)) return;
      // The content below the panel becomes visible only afterwards, and the focus may have been moved by then.
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return;
        if (before instanceof HTMLElement) before.focus();
        if (document.activeElement === document.body) boardFocusStop()?.focus();
      });
    };
  }, [panel, kind, initialFocus]);

  useEffect(() => {
    if (panel === null) return undefined;
    const currentPanel = panel;
    function onKey(event: KeyboardEvent) {
      if (event.key !== 'F6' || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
      if (!currentPanel.checkVisibility()) return;
      event.preventDefault();
      const last =
        focusedElement.current instanceof HTMLElement && focusedElement.current.isConnected
          ? focusedElement.current
          : currentPanel;
      const next = currentPanel.contains(document.activeElement) ? boardFocusStop() : last;
      next?.focus();
      // Scrolled here, since the browser does not scroll to a block if any part of it is visible beside the panel.
      next?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [panel]);

  const Tag = kind === 'dialog' ? 'div' : 'aside';
  return (
    <Tag
      ref={setPanel}
      {...(kind === 'dialog' ? { role: 'dialog', 'aria-modal': false } : {})}
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        focusedElement.current = target;
      }}
      className="side-panel"
    >
      <div className="flex items-start gap-2 border-b border-line py-2.5 pe-2 ps-4">
        <div className="min-w-0 grow">
          {heading ?? <h2 className="text-base leading-6 font-semibold break-words">{label}</h2>}
          {detail ? <p className="text-xs text-muted">{detail}</p> : null}
        </div>
        <button
          type="button"
          aria-label={closeLabel}
          onClick={close}
          className="grid size-8 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
        >
          <X aria-hidden="true" size={18} />
        </button>
      </div>
      <PopupHostContext value={panel}>{children}</PopupHostContext>
    </Tag>
  );
}
