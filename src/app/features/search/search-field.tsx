import { t } from '@lingui/core/macro';
import { useMatch, useNavigate } from '@tanstack/react-router';
import { Search as SearchIcon } from 'lucide-react';
import {
  type FocusEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { searchParams } from '#app/addresses/board-search.ts';
import { keyText } from '#app/commands/key-text.ts';
import { useKeys } from '#app/commands/use-keys.ts';
import { placeBelow } from '#app/components/floating.ts';
import { lazy } from '#app/components/lazy.tsx';
import { texts } from '#app/text/shared-texts.ts';
import { readPhoneParam } from '#reading/phone.ts';

const SearchPanel = lazy({
  isFrequent: true,
  load: () => import('./search-panel.tsx').then((module) => module.SearchPanel),
  Fallback: ({ listId, children }) => (
    <div id={listId} className="min-h-12">
      {children}
    </div>
  ),
});

/**
 * The search in the header of every screen; results appear below the field. It does not use Base UI's Autocomplete,
 * whose popup hides the rest of the page from assistive technology unless it contains the field itself.
 */
export function SearchField() {
  const listId = useId();
  const box = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  /** The option that the arrow keys have reached; null for the first one. */
  const [activeId, setActiveId] = useState<string | null>(null);
  /** Whether Enter was pressed before there were any results. The first result is then opened when it arrives. */
  const [isAwaited, setAwaited] = useState(false);
  /** The element that had the focus before the shortcut, and gets it back. */
  const previousFocus = useRef<HTMLElement | null>(null);

  useLayoutEffect(() => {
    const [shown, anchor] = [popup.current, field.current];
    if (!open || !shown || !anchor) return undefined;
    shown.showPopover();
    const placePopup = () => placeBelow(anchor, shown);
    placePopup();
    window.addEventListener('resize', placePopup);
    return () => window.removeEventListener('resize', placePopup);
  }, [open]);

  function searchFor(text: string) {
    setTyped(text);
    setActiveId(null);
    setAwaited(false);
    setOpen(true);
  }
  function openSearch() {
    const { activeElement } = document;
    if (activeElement !== field.current)
      previousFocus.current = activeElement instanceof HTMLElement ? activeElement : null;
    field.current?.select();
    setOpen(true);
  }
  function closeSearch() {
    setOpen(false);
    const target = previousFocus.current;
    previousFocus.current = null;
    if (target?.isConnected && target !== document.body) target.focus();
    else field.current?.blur();
  }

  useKeys({ search: () => (document.activeElement === field.current && open ? closeSearch() : openSearch()) });
  useSearchFromUrl((text) => {
    searchFor(text);
    field.current?.focus();
  });

  const findOptions = () => [...(popup.current?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])];

  function moveToOption(step: 1 | -1) {
    if (!open) return setOpen(true);
    const options = findOptions();
    const at = Math.max(
      0,
      options.findIndex(({ id }) => id === activeId),
    );
    const next = options[(at + step + options.length) % options.length];
    if (!next) return;
    setActiveId(next.id);
    next.scrollIntoView({ block: 'nearest' });
  }

  function openResult() {
    if (!open) return setOpen(true);
    const options = findOptions();
    const option = options.find(({ id }) => id === activeId) ?? options[0];
    if (option) option.click();
    else setAwaited(true);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' && !event.altKey) moveToOption(1);
    else if (event.key === 'ArrowUp' && !event.altKey) moveToOption(-1);
    else if (event.key === 'Enter') openResult();
    // While the panel is closed, the screen handles Escape.
    else if (event.key !== 'Escape' || !open) return;
    else if (typed === '') closeSearch();
    else searchFor('');
    event.preventDefault();
    event.stopPropagation();
  }

  function onBlur({ relatedTarget }: FocusEvent) {
    // If only the window has lost the focus, the panel stays open.
    if (document.hasFocus() && !box.current?.contains(relatedTarget)) setOpen(false);
  }

  return (
    <search ref={box} aria-label={texts.search} onBlur={onBlur} className="group relative block h-8 min-w-0">
      <SearchIcon
        aria-hidden="true"
        size={15}
        className="pointer-events-none absolute inset-y-0 start-2.5 my-auto text-muted"
      />
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label={texts.search}
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={listId}
        aria-keyshortcuts="Control+K Meta+K /"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        placeholder={t`Search or jump to…`}
        value={typed}
        onChange={({ target }) => searchFor(target.value)}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
        className="h-full w-full rounded-md border border-line-strong bg-surface ps-8 pe-2 text-sm text-ellipsis placeholder:text-muted pointer-coarse:text-base"
      />
      {typed === '' ? <ShortcutHint /> : null}
      {open ? (
        <div
          ref={popup}
          popover="manual"
          className="fixed inset-auto m-0 max-h-[calc(100dvh-4rem)] w-160 max-w-[calc(100vw-1rem)] overflow-x-hidden overflow-y-auto rounded-lg border border-line bg-raised p-1.5 text-ink shadow-raised"
        >
          <SearchPanel
            {...{ typed, listId, activeId, isAwaited, field }}
            onDone={() => {
              setTyped('');
              setActiveId(null);
              setAwaited(false);
              previousFocus.current = null;
              setOpen(false);
              field.current?.blur();
            }}
          />
        </div>
      ) : null}
    </search>
  );
}

/** The shortcut key of the search, next to its placeholder. */
function ShortcutHint() {
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute inset-y-0 end-1.5 my-auto h-5 rounded border border-line bg-ground px-1 text-[11px]/[18px] text-muted group-focus-within:hidden max-lg:hidden pointer-coarse:hidden"
    >
      {keyText('Mod k')}
    </span>
  );
}

/**
 * Calls `onSearch` when the URL asks for the search: with the number of a caller if a telephone program opened it, or with an
 * empty text. The number is removed from the URL, since browsers store URLs.
 */
function useSearchFromUrl(onSearch: (text: string) => void): void {
  const navigate = useNavigate();
  const search = useMatch({ from: '/desk/', shouldThrow: false, select: (match) => match.search });
  const onAsked = useEffectEvent(onSearch);
  useEffect(() => {
    if (search?.phone === undefined && !search?.find) return;
    onAsked(readPhoneParam(search.phone ?? ''));
    void navigate({ to: '/', search: (before) => ({ ...before, ...searchParams }), replace: true });
  }, [search, navigate]);
}
