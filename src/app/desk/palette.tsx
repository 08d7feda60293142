import { t } from '@lingui/core/macro';
import { Search } from 'lucide-react';
import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react';
import { dropTyping, holdTyping } from '#app/browser/hold-typing.ts';
import { shortcutKey } from '#app/browser/shortcut-key.ts';
import { dialogFrame, lazy } from '#app/components/lazy.tsx';
import { words } from '#app/text/words.ts';

const Palette = lazy({
  load: () => import('./open-palette.tsx').then((module) => module.Palette),
  Fallback: dialogFrame(() => words.goTo),
});

const OpenPalette = createContext<() => void>(() => undefined);

/**
 * Opens the palette with Ctrl+K or ⌘K on every screen. Its state is separate, so that the screen is not rendered
 * again; keys pressed before it is open go into it.
 */
export function PaletteProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const show = useCallback((shown: boolean) => {
    if (shown) holdTyping();
    else dropTyping();
    setOpen(shown);
  }, []);
  const onOpen = useCallback(() => show(true), [show]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (shortcutKey(event) !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      if (!event.repeat) show(!open);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
  return (
    <OpenPalette value={onOpen}>
      {children}
      {open ? <Palette onClose={() => show(false)} /> : null}
    </OpenPalette>
  );
}

/** A button for the palette. */
export function PaletteButton({ className }: { className: string }) {
  return (
    <button
      type="button"
      aria-label={t`Search or go to`}
      title={t`Search or go to (Ctrl K)`}
      onClick={use(OpenPalette)}
      className={`grid place-items-center rounded-md ${className}`}
    >
      <Search aria-hidden="true" size={15} />
    </button>
  );
}
