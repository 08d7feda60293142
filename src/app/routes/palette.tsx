import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { type Ref, useEffect, useImperativeHandle, useState } from 'react';
import { dropTyping, holdTyping } from '#app/browser/hold-typing.ts';
import { LaterDialog, later } from '#app/components/later.tsx';
import { boardScreenViews, viewLabels } from '#app/features/board/board-views.ts';
import type { BoardSearch } from '#app/routes/board-search.ts';
import { addressOf } from '#app/routes/palette-address.ts';
import type { ReceivedEmployee } from '#contract/received.ts';

const PaletteDialog = later({
  load: () => import('#app/features/palette/palette-dialog.tsx').then((module) => module.PaletteDialog),
  Frame: ({ onClose, children }) => (
    <LaterDialog title="Go to" onClose={onClose}>
      {children}
    </LaterDialog>
  ),
});

const VIEWS = boardScreenViews.map((view) => ({ view, label: viewLabels[view] }));

export interface PaletteHandle {
  open: () => void;
}

interface PaletteProps {
  ref: Ref<PaletteHandle>;
  companyId: string;
  /** The board's address; null on every other screen. */
  board: BoardSearch | null;
  stores: readonly { id: string }[];
  /** Today on the calendar of the store in view, `YYYY-MM-DD`. */
  today: string;
  employees: ReadonlyMap<string, ReceivedEmployee>;
  /** Whether the employees could not be loaded. */
  staffFailed: boolean;
  canBook: boolean;
}

/** Ctrl or ⌘ with K, from every screen. It opens by itself, without drawing the screen anew: keys that follow at once are its own. */
export function Palette(props: PaletteProps) {
  const { ref, companyId, board, stores, employees, ...rest } = props;
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  function show(shown: boolean) {
    if (shown) holdTyping();
    else dropTyping();
    setOpen(shown);
  }
  useImperativeHandle(ref, () => ({ open: () => show(true) }));
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      if (!event.repeat) show(!open);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
  if (!open) return null;
  return (
    <PaletteDialog
      {...rest}
      companyId={companyId}
      employees={[...employees.values()]}
      views={VIEWS}
      canPrint={board !== null}
      onClose={() => show(false)}
      onGo={(target) => {
        show(false);
        if (target.kind === 'print') return window.print();
        if (target.kind === 'book') holdTyping();
        void navigate(addressOf(target, { companyId, board, stores, employees }));
      }}
    />
  );
}

/** The way to the palette for those without its keys. */
export function PaletteButton({ className, onClick }: { className: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label="Search or go to"
      title="Search or go to (Ctrl K)"
      onClick={onClick}
      className={`grid place-items-center rounded-md ${className}`}
    >
      <Search aria-hidden="true" size={15} />
    </button>
  );
}
