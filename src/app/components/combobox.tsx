import { Combobox as BaseCombobox } from '@base-ui/react/combobox';
import { t } from '@lingui/core/macro';
import { ChevronDown, X } from 'lucide-react';
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useAfterPress } from '#app/browser/use-after-press.ts';
import { useLatest } from '#app/browser/use-latest.ts';
import { controlClass, FieldFrame, type FieldProps, optionClass, popupClass } from './field-frame.tsx';
import { PopupHostContext } from './floating.ts';

interface ComboboxProps<Item> extends TypingOptions<Item>, Omit<FieldProps, 'remedy'> {
  value: Item | null;
  textOf: (item: Item) => string;
  renderOption?: (item: Item) => ReactNode;
  /** A status shown in the list, such as loading or an error. */
  status?: ReactNode;
  /** Shown instead of the list when nothing matches. */
  empty: ReactNode;
  placeholder?: string;
  /**
   * An action as an alternative to choosing an item, shown as the last entry of the list. Enter or a click runs it;
   * leaving the field does not.
   */
  instead?: ((typed: string) => FallbackAction | null) | undefined;
  ref?: Ref<HTMLInputElement>;
}

interface FallbackAction {
  label: string;
  run: () => void;
}

/** Stands for the alternative among the entries of the list. */
const ALTERNATIVE_ENTRY = Symbol('instead');

/** A single-choice combobox: Enter or Tab takes the highlighted option, initially the first match. */
export function Combobox<Item>(props: ComboboxProps<Item>) {
  const { label, items, value, idOf, textOf, renderOption, matches } = props;
  const { status, empty, isLooking, optional, placeholder, className, ref } = props;
  const { typed, leftover, mayHighlight, root, input, popup, instead } = useTyping(props);
  const host = useContext(PopupHostContext);
  const hint = leftover && isLooking ? status : props.hint;
  const error = props.error ?? (leftover && !isLooking ? status || empty : undefined);
  const keyOf = (entry: Item | typeof ALTERNATIVE_ENTRY) => (entry === ALTERNATIVE_ENTRY ? '' : idOf(entry));
  return (
    <BaseCombobox.Root<Item | typeof ALTERNATIVE_ENTRY>
      items={instead === null ? items : [...items, ALTERNATIVE_ENTRY]}
      value={value}
      inputValue={typed ?? (value === null ? '' : textOf(value))}
      itemToStringLabel={(entry) => (entry === ALTERNATIVE_ENTRY ? (typed ?? '') : textOf(entry))}
      itemToStringValue={(entry) => keyOf(entry)}
      isItemEqualToValue={(entry, other) => keyOf(entry) === keyOf(other)}
      filter={matches === null ? null : (entry, text) => entry === ALTERNATIVE_ENTRY || matches(entry, text)}
      autoHighlight={mayHighlight}
      // A pointer that rests on the list or crosses it must not change what Enter chooses.
      highlightItemOnHover={false}
      openOnInputClick
      {...root}
    >
      <FieldFrame {...{ label, hint, error, optional, className }}>
        <BaseCombobox.InputGroup className="relative">
          <BaseCombobox.Input
            ref={ref}
            placeholder={placeholder}
            {...input}
            className={`${controlClass} ${value !== null && optional ? 'pe-14' : 'pe-8'}`}
          />
          <div className="pointer-events-none absolute inset-y-0 end-0 flex items-center pe-1 text-muted">
            {optional ? (
              <BaseCombobox.Clear
                aria-label={t({ message: 'Clear', context: 'verb: empties a field' })}
                className="pointer-events-auto grid size-7 place-items-center rounded hover:text-ink"
              >
                <X aria-hidden="true" size={14} />
              </BaseCombobox.Clear>
            ) : null}
            {/* Decorative only: a click anywhere in the field opens the list, and a control should have one name. */}
            <span aria-hidden="true" className="pointer-events-none grid size-7 place-items-center">
              <ChevronDown size={16} />
            </span>
          </div>
        </BaseCombobox.InputGroup>
      </FieldFrame>
      <BaseCombobox.Portal {...(host === null ? {} : { container: host })}>
        <BaseCombobox.Positioner className="z-60 outline-none" sideOffset={4}>
          <BaseCombobox.Popup ref={popup} className={popupClass}>
            <BaseCombobox.Status className="px-2.5 text-xs text-muted not-empty:py-1.5">{status}</BaseCombobox.Status>
            <BaseCombobox.Empty className="px-2.5 text-sm text-muted not-empty:py-1.5">
              {status ? null : empty}
            </BaseCombobox.Empty>
            <BaseCombobox.List
              aria-label={label}
              className="max-h-[min(24rem,var(--available-height))] overflow-y-auto overscroll-contain"
            >
              {(entry: Item | typeof ALTERNATIVE_ENTRY) => (
                <BaseCombobox.Item
                  key={keyOf(entry)}
                  value={entry}
                  // The alternative sticks to the bottom, so that it stays visible however long the list is.
                  className={`${optionClass} hover:bg-sunken ${entry === ALTERNATIVE_ENTRY ? 'sticky bottom-0 bg-raised not-first:border-t not-first:border-line' : ''}`}
                >
                  {entry === ALTERNATIVE_ENTRY ? (
                    <span className="truncate font-medium text-accent">{instead?.label}</span>
                  ) : renderOption ? (
                    renderOption(entry)
                  ) : (
                    textOf(entry)
                  )}
                </BaseCombobox.Item>
              )}
            </BaseCombobox.List>
          </BaseCombobox.Popup>
        </BaseCombobox.Positioner>
      </BaseCombobox.Portal>
    </BaseCombobox.Root>
  );
}

/** The result of typed text when the user leaves the field. */
type Resolution<Item> =
  /** Nothing was typed: the choice remains. */
  | { kind: 'untouched' }
  /** The field was emptied: nothing is chosen. */
  | { kind: 'emptied' }
  | { kind: 'taken'; item: Item }
  /** Nothing matches yet, but results are still loading. */
  | { kind: 'awaited' }
  /** Nothing matches. */
  | { kind: 'unmatched' };

interface TypedText<Item> {
  /** Null if nothing has been typed since the last choice. */
  typed: string | null;
  /** The items that match the text, in the order of the list. */
  candidates: readonly Item[];
  /** The highlighted item, which may belong to an earlier text. */
  highlighted: Item | undefined;
  idOf: (item: Item) => string;
  /** Whether more candidates are loading. */
  isLooking: boolean;
}

/**
 * Chooses the highlighted item if it still matches the text, otherwise the first match, so that typed text is not lost.
 */
export function resolveTypedText<Item>(text: TypedText<Item>): Resolution<Item> {
  const { typed, candidates, highlighted, idOf, isLooking } = text;
  if (typed === null) return { kind: 'untouched' };
  if (typed.trim() === '') return { kind: 'emptied' };
  const marked = highlighted === undefined ? undefined : candidates.find((item) => idOf(item) === idOf(highlighted));
  const [item] = marked === undefined ? candidates : [marked];
  if (item !== undefined) return { kind: 'taken', item };
  return { kind: isLooking ? 'awaited' : 'unmatched' };
}

interface TypingOptions<Item> {
  items: readonly Item[];
  onChange: (item: Item | null) => void;
  idOf: (item: Item) => string;
  /** Whether an item matches the text; null if `items` are already filtered. */
  matches: ((item: Item, typed: string) => boolean) | null;
  onType?: (typed: string) => void;
  /** Called with true once text is typed, and with false once the field shows its choice again. */
  onTyping?: (typing: boolean) => void;
  /**
   * Whether an item can only be chosen deliberately, with the pointer or the arrow keys. It is never highlighted
   * automatically, and typed text does not resolve to it. Such items come last.
   */
  isUnlikely?: (item: Item) => boolean;
  /** Whether matching items are still loading. */
  isLooking?: boolean;
  /**
   * Whether the list may lack items that exist. The alternative is then not highlighted automatically.
   */
  isIncomplete?: boolean;
  instead?: ((typed: string) => FallbackAction | null) | undefined;
  /** Text that was left in the field without a match; restored when the field mounts again. */
  unmatched?: string | undefined;
  /**
   * Called when the user leaves text that matches no item (yet), and with an empty text when it is resolved. If given,
   * leaving the field in any way chooses the match; otherwise only Enter, Tab and a click do.
   */
  onUnmatched?: (text: string) => void;
  onBlur?: () => void;
}

type InputEvent<Event> = Event & { preventBaseUIHandler: () => void };

/**
 * The state of text typed in a combobox until an item is chosen: whether it resolves to an item, waits for results,
 * stays in the field, or is discarded.
 */
function useTyping<Item>(options: TypingOptions<Item>) {
  const {
    items,
    onChange,
    idOf,
    matches,
    onType,
    onTyping,
    isUnlikely = () => false,
    isLooking = false,
    isIncomplete = false,
    unmatched = '',
    onUnmatched,
    onBlur,
  } = options;
  /** Null while the field shows the chosen item. */
  const [typed, setTyped] = useState<string | null>(unmatched === '' ? null : unmatched);
  const [open, setOpen] = useState(false);
  /** Whether to choose the first match once it is loaded. */
  const [awaited, setAwaited] = useState(false);
  const highlighted = useRef<Item | typeof ALTERNATIVE_ENTRY | undefined>(undefined);
  const actions = useRef<BaseCombobox.Root.Actions>(null);
  const popup = useRef<HTMLDivElement>(null);
  const keepsText = onUnmatched !== undefined;

  const text = typed?.trim() ?? '';
  const listed = text === '' || matches === null ? items : items.filter((item) => matches(item, text));
  const candidates = listed.filter((item) => !isUnlikely(item));
  const instead = text === '' || isLooking ? null : (options.instead?.(text) ?? null);
  function resolveCurrent(marked = highlighted.current): Resolution<Item> {
    const item = marked === ALTERNATIVE_ENTRY ? undefined : marked;
    const onPurpose = item !== undefined && isUnlikely(item) ? [item] : [];
    return resolveTypedText({
      typed,
      candidates: [...candidates, ...onPurpose],
      highlighted: item,
      idOf,
      isLooking,
    });
  }

  function updateText(next: string | null): void {
    setTyped(next);
    setAwaited(false);
    onType?.(next ?? '');
    onTyping?.(next !== null);
  }

  /** Restores the chosen item. */
  function restoreChoice(): void {
    updateText(null);
    if (unmatched !== '') onUnmatched?.('');
  }

  function choose(entry: Item | typeof ALTERNATIVE_ENTRY | null): void {
    if (entry === ALTERNATIVE_ENTRY) {
      // The typed text stays in the field, because the alternative uses it.
      onUnmatched?.(typed ?? '');
      instead?.run();
      return;
    }
    restoreChoice();
    onChange(entry);
  }

  function chooseAndClose(entry: Item | typeof ALTERNATIVE_ENTRY | null): void {
    choose(entry);
    actions.current?.close();
  }

  function resolveText(marked = highlighted.current): void {
    const resolution = resolveCurrent(marked);
    if (resolution.kind === 'emptied') chooseAndClose(null);
    else if (resolution.kind === 'taken') chooseAndClose(resolution.item);
    else if (typed !== null) {
      setAwaited(resolution.kind === 'awaited');
      onUnmatched?.(typed);
    }
  }

  const afterPress = useAfterPress();
  const latestResolveText = useLatest(resolveText);

  useEffect(() => {
    if (!awaited) return;
    const [first] = candidates;
    if (first !== undefined) chooseAndClose(first);
    else if (!isLooking) setAwaited(false);
  });

  function onEscape(event: InputEvent<KeyboardEvent>): void {
    // Escape first closes the list, then whatever contains the field; the choice remains.
    if (!open) event.preventBaseUIHandler();
    if (!keepsText || typed === null) return;
    restoreChoice();
    if (open) return;
    event.preventDefault();
    event.stopPropagation();
  }

  function onEnter(event: InputEvent<KeyboardEvent>): void {
    if (event.ctrlKey || event.metaKey) {
      if (keepsText) resolveText();
      return;
    }
    const inList = open || (typed !== null && isLooking);
    // In the list, Enter chooses an entry and must not submit the form.
    if (inList || event.repeat) event.preventDefault();
    if (!keepsText) return;
    const entry = open ? highlighted.current : undefined;
    // Base UI would stop the event, after which the panel could not move the focus to the next field.
    if (entry !== undefined) event.preventBaseUIHandler();
    if (entry !== undefined && (typed === null || entry === ALTERNATIVE_ENTRY)) chooseAndClose(entry);
    else {
      if (resolveCurrent().kind === 'unmatched') event.stopPropagation();
      resolveText();
    }
  }

  return {
    typed,
    popup,
    instead,
    mayHighlight: candidates.length > 0 || (listed.length === 0 && !isIncomplete),
    /** Whether the field has unresolved text. */
    leftover: unmatched !== '' && typed !== null && !open,
    root: {
      actionsRef: actions,
      onValueChange: (entry: Item | typeof ALTERNATIVE_ENTRY | null, details: BaseCombobox.Root.ChangeEventDetails) => {
        // An emptied field counts as typed text: Escape restores the chosen item.
        if (keepsText && details.reason === 'input-clear') details.cancel();
        else choose(entry);
      },
      onOpenChange: setOpen,
      onItemHighlighted: (
        entry: Item | typeof ALTERNATIVE_ENTRY | undefined,
        { reason }: BaseCombobox.Root.HighlightEventDetails,
      ) => {
        const isByItself = entry !== undefined && entry !== ALTERNATIVE_ENTRY && isUnlikely(entry) && reason === 'none';
        highlighted.current = isByItself ? undefined : entry;
      },
      onInputValueChange: (next: string, { reason }: BaseCombobox.Root.ChangeEventDetails) => {
        if (reason === 'input-change') updateText(next);
        else if (!keepsText) updateText(null);
      },
    },
    input: {
      // The text in the field is the label of a choice, so it is selected, and typing replaces it.
      onClick: ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
        if (typed === null) currentTarget.select();
      },
      onKeyDown: (event: InputEvent<KeyboardEvent>) => {
        if (event.nativeEvent.isComposing) return;
        if (typed === null) selectBeforeTyping(event);
        if (event.key === 'Escape') onEscape(event);
        else if (event.key === 'Enter') onEnter(event);
        else if (event.key === 'Tab') {
          const resolution = resolveCurrent();
          // If the user has moved past the matches to the alternative, Tab runs the alternative.
          if (highlighted.current === ALTERNATIVE_ENTRY && listed.length > 0) chooseAndClose(ALTERNATIVE_ENTRY);
          else if (resolution.kind === 'taken') chooseAndClose(resolution.item);
        }
      },
      onBlur: (event: FocusEvent) => {
        const inPopup = event.relatedTarget !== null && popup.current?.contains(event.relatedTarget);
        // Switching windows blurs the field only temporarily, so the text is not resolved.
        const isWindowBlurred = document.activeElement === event.currentTarget;
        // Read now, because the same press closes the list, which clears the highlight.
        const marked = highlighted.current;
        if (keepsText && !inPopup && !isWindowBlurred) afterPress(() => latestResolveText.current(marked));
        onBlur?.();
      },
    },
  };
}

/** Selects the label of an item that was just chosen before a letter is typed, so that typing replaces the label. */
function selectBeforeTyping({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): void {
  const isTyping = key.length === 1 && !ctrlKey && !metaKey && !altKey;
  if (isTyping && target instanceof HTMLInputElement && target.selectionStart === target.value.length) target.select();
}
