import type { Combobox as BaseCombobox } from '@base-ui/react/combobox';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';

/** What typed text comes to when the person goes on to something else. */
type Settled<Item> =
  /** Nothing was typed, so what was chosen stays chosen. */
  | { kind: 'untouched' }
  /** The field was emptied: it means none. */
  | { kind: 'emptied' }
  | { kind: 'taken'; item: Item }
  /** Nothing answers to it yet, but the answer is still on its way. */
  | { kind: 'awaited' }
  /** Nothing answers to it. */
  | { kind: 'unmatched' };

interface TypedText<Item> {
  /** Null while nothing was typed since the last choice. */
  typed: string | null;
  /** The items that answer to the text, in the order of the list. */
  candidates: readonly Item[];
  /** The item under the keyboard's highlight. It may be left over from an earlier text. */
  highlighted: Item | undefined;
  idOf: (item: Item) => string;
  /** Whether more candidates may come. */
  looking: boolean;
}

/** The highlighted item where it still answers to the text, else the first that does: text alone must never be lost. */
export function settleTyped<Item>(text: TypedText<Item>): Settled<Item> {
  const { typed, candidates, highlighted, idOf, looking } = text;
  if (typed === null) return { kind: 'untouched' };
  if (typed.trim() === '') return { kind: 'emptied' };
  const marked = highlighted === undefined ? undefined : candidates.find((item) => idOf(item) === idOf(highlighted));
  const [item] = marked === undefined ? candidates : [marked];
  if (item !== undefined) return { kind: 'taken', item };
  return { kind: looking ? 'awaited' : 'unmatched' };
}

const DOWN = ['pointerdown', 'mousedown'];
const UP = ['pointerup', 'pointercancel', 'mouseup', 'dragend'];

/**
 * For what follows when a press elsewhere takes the focus away. Done at once it may move the button that is being pressed,
 * so that the click misses it; so it is done when the press has become a click, before anybody hears of that click, or
 * has come to nothing. Without a press it is done at once.
 */
function useAfterPress(): (run: () => void) => void {
  const pressed = useRef(false);
  useEffect(() => {
    const until = new AbortController();
    const watch = (names: readonly string[], isPressed: boolean) => {
      for (const name of names) {
        window.addEventListener(
          name,
          () => {
            pressed.current = isPressed;
          },
          { capture: true, signal: until.signal },
        );
      }
    };
    watch(DOWN, true);
    watch(UP, false);
    return () => until.abort();
  }, []);

  return (run) => {
    if (!pressed.current) {
      run();
      return;
    }
    const until = new AbortController();
    const once = () => {
      if (until.signal.aborted) return;
      until.abort();
      run();
    };
    window.addEventListener('click', once, { capture: true, signal: until.signal });
    for (const name of UP) {
      window.addEventListener(name, () => setTimeout(once), { capture: true, signal: until.signal });
    }
  };
}

export interface TypingOptions<Item> {
  items: readonly Item[];
  onChange: (item: Item | null) => void;
  idOf: (item: Item) => string;
  /** Whether an item answers to what is typed; null where `items` are narrowed already. */
  matches: ((item: Item, typed: string) => boolean) | null;
  onType?: (typed: string) => void;
  /** Whether items that answer to what is typed may still come. */
  looking?: boolean;
  /** The text that was left in the field and stands for no item. It is there again when the field is. */
  unmatched?: string | undefined;
  /**
   * Told that text was left which stands for no item (yet), and with an empty text that it does so no more. Where it is
   * given, going on from the field in whatever way takes what the text stands for; elsewhere only Enter, Tab and a click do.
   */
  onUnmatched?: (text: string) => void;
  onBlur?: () => void;
}

type InputEvent<Event> = Event & { preventBaseUIHandler: () => void };

/**
 * What happens to the text that is typed in a combobox, from its first letter until an item is chosen: it is taken, kept
 * for an answer that is still on its way, left standing, or given up.
 */
export function useTyping<Item>(options: TypingOptions<Item>) {
  const { items, onChange, idOf, matches, onType, looking = false, unmatched = '', onUnmatched, onBlur } = options;
  /** Null while the field shows what is chosen. */
  const [typed, setTyped] = useState<string | null>(unmatched === '' ? null : unmatched);
  const [open, setOpen] = useState(false);
  /** Whether the first answer to the text is to be taken when it comes. */
  const [awaited, setAwaited] = useState(false);
  const highlighted = useRef<Item | undefined>(undefined);
  const actions = useRef<BaseCombobox.Root.Actions>(null);
  const popup = useRef<HTMLDivElement>(null);
  const keepsText = onUnmatched !== undefined;

  const text = typed?.trim() ?? '';
  const candidates = text === '' || matches === null ? items : items.filter((item) => matches(item, text));
  const settle = (marked = highlighted.current) =>
    settleTyped({ typed, candidates, highlighted: marked, idOf, looking });

  function type(next: string | null): void {
    setTyped(next);
    setAwaited(false);
    onType?.(next ?? '');
  }

  /** Back to what is chosen. */
  function giveUp(): void {
    type(null);
    if (unmatched !== '') onUnmatched?.('');
  }

  function choose(item: Item | null): void {
    giveUp();
    onChange(item);
  }

  function take(item: Item | null): void {
    choose(item);
    actions.current?.close();
  }

  function goOn(marked = highlighted.current): void {
    const settled = settle(marked);
    if (settled.kind === 'emptied') take(null);
    else if (settled.kind === 'taken') take(settled.item);
    else if (typed !== null) {
      setAwaited(settled.kind === 'awaited');
      onUnmatched?.(typed);
    }
  }

  const afterPress = useAfterPress();
  const latestGoOn = useRef(goOn);
  useEffect(() => {
    latestGoOn.current = goOn;
  });

  useEffect(() => {
    if (!awaited) return;
    const [first] = candidates;
    if (first !== undefined) take(first);
    else if (!looking) setAwaited(false);
  });

  function onEscape(event: InputEvent<KeyboardEvent>): void {
    // Escape closes the list, then what is around the field; what was chosen stays chosen.
    if (!open) event.preventBaseUIHandler();
    if (!keepsText || typed === null) return;
    giveUp();
    if (open) return;
    event.preventDefault();
    event.stopPropagation();
  }

  function onEnter(event: InputEvent<KeyboardEvent>): void {
    if (event.ctrlKey || event.metaKey) {
      if (keepsText) goOn();
      return;
    }
    const inList = open || (typed !== null && looking);
    // An Enter that means the list, or is the end of one that did, is not one that sends the form.
    if (inList || event.repeat) event.preventDefault();
    if (keepsText && !(open && highlighted.current !== undefined)) goOn();
  }

  return {
    typed,
    popup,
    /** Whether text stands in the field that was left there. */
    leftover: unmatched !== '' && typed !== null && !open,
    root: {
      actionsRef: actions,
      onValueChange: (item: Item | null, details: BaseCombobox.Root.ChangeEventDetails) => {
        // An emptied field is typed text like any other: Escape brings back what was chosen.
        if (keepsText && details.reason === 'input-clear') details.cancel();
        else choose(item);
      },
      onOpenChange: setOpen,
      onItemHighlighted: (item: Item | undefined) => {
        highlighted.current = item;
      },
      onInputValueChange: (next: string, { reason }: BaseCombobox.Root.ChangeEventDetails) => {
        if (reason === 'input-change') type(next);
        else if (!keepsText) type(null);
      },
    },
    input: {
      onKeyDown: (event: InputEvent<KeyboardEvent>) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Escape') onEscape(event);
        else if (event.key === 'Enter') onEnter(event);
        else if (event.key === 'Tab') {
          const settled = settle();
          if (settled.kind === 'taken') take(settled.item);
        }
      },
      onBlur: (event: FocusEvent) => {
        const inPopup = event.relatedTarget !== null && popup.current?.contains(event.relatedTarget);
        // Another window in front takes the focus for a while only; the field has it back afterwards.
        const windowLeft = document.activeElement === event.currentTarget;
        // The list is closed by the same press and forgets what was highlighted.
        const marked = highlighted.current;
        if (keepsText && !inPopup && !windowLeft) afterPress(() => latestGoOn.current(marked));
        onBlur?.();
      },
    },
  };
}
