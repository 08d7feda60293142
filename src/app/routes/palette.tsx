import { t } from '@lingui/core/macro';
import { useMatch, useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react';
import { byId, storesOf } from '#app/api/directory.ts';
import { dropTyping, holdTyping } from '#app/browser/hold-typing.ts';
import { shortcutKey } from '#app/browser/shortcut-key.ts';
import { localStore, sessionStore } from '#app/browser/storage.ts';
import { useNowEvery } from '#app/browser/use-now.ts';
import { LazyDialog, lazyPart } from '#app/components/lazy-part.tsx';
import { boardScreenViews, viewLabels } from '#app/features/board/board-views.ts';
import { printDay } from '#app/features/board/print-day.tsx';
import { chooseBoard } from '#app/routes/board-choice.ts';
import { storeIdsIn } from '#app/routes/board-search.ts';
import { addressOf } from '#app/routes/palette-address.ts';
import { readTabPreferences } from '#app/routes/preferences.ts';
import { useScreenSpace } from '#app/routes/screen-space.ts';
import { useDesk } from '#app/routes/use-desk.ts';
import { useReference } from '#app/routes/use-reference.ts';
import { words } from '#app/text/words.ts';

const PaletteDialog = lazyPart({
  load: () => import('#app/features/palette/palette-dialog.tsx').then((module) => module.PaletteDialog),
  Frame: ({ onClose, children }) => (
    <LazyDialog title={words.goTo} onClose={onClose}>
      {children}
    </LazyDialog>
  ),
});

const MINUTE = 60_000;
const viewsInWords = () => boardScreenViews.map((view) => ({ view, label: viewLabels[view] }));

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

function Palette({ onClose }: { onClose: () => void }) {
  const { company, fallbackZone, bookingRefusal } = useDesk();
  const { employees } = useReference();
  const navigate = useNavigate();
  const [views] = useState(viewsInWords);
  const board = useMatch({ from: '/desk/', shouldThrow: false, select: ({ search }) => search }) ?? null;
  const stores = storesOf(company, storeIdsIn(board ?? {}));
  const { today } = chooseBoard({
    search: board ?? {},
    preferences: readTabPreferences(localStore, sessionStore),
    company,
    stores,
    fallbackZone,
    space: useScreenSpace(),
    now: useNowEvery(MINUTE),
  });
  const staff = employees.data?.records ?? [];
  return (
    <PaletteDialog
      companyId={company.id}
      today={today}
      employees={staff}
      stores={stores}
      staffFailed={employees.isLoadingError}
      canBook={bookingRefusal === null}
      views={views}
      canPrint={board !== null}
      onClose={onClose}
      onGo={(target) => {
        onClose();
        if (target.kind === 'print') return printDay();
        if (target.kind === 'book') holdTyping();
        void navigate(addressOf(target, { companyId: company.id, board, stores, employees: byId(staff) }));
      }}
    />
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
