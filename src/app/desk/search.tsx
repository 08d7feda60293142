import { t } from '@lingui/core/macro';
import { useMatch, useNavigate } from '@tanstack/react-router';
import { Search as SearchIcon } from 'lucide-react';
import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react';
import { bufferKeystrokes, discardKeystrokes } from '#app/browser/keystroke-buffer.ts';
import { shortcutKey } from '#app/browser/shortcut-key.ts';
import { dialogFrame, lazy } from '#app/components/lazy.tsx';
import { type BoardSearch, searchParams } from '#app/session/board-search.ts';
import { words } from '#app/text/shared-texts.ts';

const Search = lazy({
  load: () => import('./open-search.tsx').then((module) => module.Search),
  Fallback: dialogFrame(() => words.search),
});

const OpenSearch = createContext<() => void>(() => undefined);

/** What the address opens the search with. */
const asked = ({ search: { phone, find } }: { search: BoardSearch }) => ({ phone, find });

/**
 * Opens the search with Ctrl+K or ⌘K on every screen, and where the address asks for it. Its state is separate, so that the
 * screen is not rendered again; keys pressed before it is open go into it.
 */
export function SearchProvider({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const { phone, find } = useMatch({ from: '/desk/', shouldThrow: false, select: asked }) ?? {};
  const [caller, setCaller] = useState('');
  if (phone !== undefined && phone !== caller) setCaller(phone);
  useEffect(() => {
    // A number of a client is not to stay in the address, which browsers store.
    if (phone !== undefined)
      void navigate({ to: '/', search: (before) => ({ ...before, find: true, phone: undefined }), replace: true });
  }, [phone, navigate]);
  const linked = phone ?? (find ? caller : null);
  const [called, setCalled] = useState(false);
  const open = called || linked !== null;
  const show = useCallback((shown: boolean) => {
    if (shown) bufferKeystrokes();
    else discardKeystrokes();
    setCalled(shown);
  }, []);
  const onOpen = useCallback(() => show(true), [show]);
  function close() {
    show(false);
    // Back leads past it, as it does for one that was opened by a key.
    if (linked !== null)
      void navigate({ to: '/', search: (before) => ({ ...before, ...searchParams }), replace: true }).then(() =>
        setCaller(''),
      );
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (shortcutKey(event) !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      if (event.repeat) return;
      if (open) close();
      else show(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
  return (
    <OpenSearch value={onOpen}>
      {children}
      {open ? <Search key={linked} begunWith={linked ?? ''} onLeave={() => show(false)} onClose={close} /> : null}
    </OpenSearch>
  );
}

/** A button for the search. */
export function SearchButton({ className }: { className: string }) {
  return (
    <button
      type="button"
      aria-label={t`Search or go to`}
      title={t`Search or go to (Ctrl K)`}
      onClick={use(OpenSearch)}
      className={`grid place-items-center rounded-md ${className}`}
    >
      <SearchIcon aria-hidden="true" size={15} />
    </button>
  );
}
