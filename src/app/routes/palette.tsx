import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Target } from '#app/features/palette/commands.ts';
import type { ReceivedEmployee } from '#contract/received.ts';

const PaletteDialog = lazy(() =>
  import('#app/features/palette/palette-dialog.tsx').then((module) => ({ default: module.PaletteDialog })),
);

interface PaletteProps {
  companyId: string;
  /** Today on the calendar of the store in view, `YYYY-MM-DD`. */
  today: string;
  employees: ReadonlyMap<string, ReceivedEmployee>;
  canBook: boolean;
}

/** Ctrl or ⌘ with K, from every screen. */
export function Palette({ companyId, today, employees, canBook }: PaletteProps) {
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      setOpen((before) => !before);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  if (!open) return null;

  function go(target: Target) {
    setOpen(false);
    const company = companyId;
    switch (target.kind) {
      case 'book':
        return void navigate({ to: '/', search: { company, new: true } });
      case 'day':
        return void navigate({ to: '/', search: { company, date: target.date } });
      case 'vet':
        return void navigate({ to: '/', search: { company, view: 'vets', vet: [target.employeeId] } });
      case 'pet':
        return void navigate({ to: '/appointments', search: { company, pet: target.petId } });
      case 'appointments':
        return void navigate({ to: '/appointments', search: { company } });
    }
  }
  return (
    <Suspense fallback={null}>
      <PaletteDialog
        companyId={companyId}
        today={today}
        employees={[...employees.values()]}
        canBook={canBook}
        onClose={() => setOpen(false)}
        onGo={go}
      />
    </Suspense>
  );
}
