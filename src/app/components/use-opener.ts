import { useState } from 'react';

/** What Base UI reports when it opens or closes a popup. */
interface OpenChangeDetails {
  reason: string;
  event: Event;
  cancel: () => void;
}

/** The button that opens a popup, and whether the popup is open. */
export interface PopupState {
  /** The button, next to which the popup is placed. */
  anchor: Element;
  open: boolean;
  /** Whether the popup was opened by a key. */
  byKey: boolean;
  onOpenChange: (open: boolean, change: OpenChangeDetails) => void;
  close: () => void;
}

/**
 * The state of a button that opens a popup whose code is loaded lazily: the props of the button (`button`) and of the
 * popup (`opened`). `opened` is null until the popup is first opened.
 */
export function useOpener(kind: 'menu' | 'dialog', { startsOpen = false } = {}) {
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null);
  const [open, setOpen] = useState(startsOpen);
  const [isUsed, setUsed] = useState(startsOpen);
  const [byKey, setByKey] = useState(false);
  function changeOpen(next: boolean): void {
    setOpen(next);
    if (next) setUsed(true);
  }
  function onOpenChange(next: boolean, { reason, event, cancel }: OpenChangeDetails): void {
    // The button's own click handler closes the popup, so Base UI must not close it, too.
    const isButtonEvent = reason !== 'escape-key' && eventTargets(event).some((target) => anchor?.contains(target));
    if (isButtonEvent) cancel();
    else changeOpen(next);
  }
  return {
    button: {
      ref: setAnchor,
      'aria-haspopup': kind,
      'aria-expanded': open,
      onClick({ detail }: Pick<MouseEvent, 'detail'>) {
        setByKey(detail === 0);
        changeOpen(!open);
      },
      onKeyDown(event: Pick<KeyboardEvent, 'key' | 'preventDefault'>) {
        if (kind !== 'menu' || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
        event.preventDefault();
        setByKey(true);
        changeOpen(true);
      },
    },
    opened:
      anchor && isUsed
        ? ({ anchor, open, byKey, onOpenChange, close: () => changeOpen(false) } satisfies PopupState)
        : null,
  };
}

/** The target of an event and, if the event moves the focus, the other element involved. */
function eventTargets(event: Event): Node[] {
  const targets = [event.target, event instanceof FocusEvent ? event.relatedTarget : null];
  return targets.filter((target) => target instanceof Node);
}

/** The element to which the focus returns when a popup closes; false if the focus has moved on. */
export function focusReturnTarget({ anchor }: Pick<PopupState, 'anchor'>, popup: Element | null): HTMLElement | false {
  const { activeElement, body } = document;
  return anchor instanceof HTMLElement && (activeElement === body || popup?.contains(activeElement)) ? anchor : false;
}
