import { Link } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { FramePage } from './pages.ts';

/** A place in the rail or the tab bar: an icon above its word. */
export const FRAME_ITEM =
  'relative flex min-h-13 min-w-0 flex-col items-center justify-center gap-0.5 rounded-md text-center text-[0.625rem] leading-3 font-medium tracking-tight text-muted hover:bg-sunken hover:text-ink aria-[current]:bg-accent-soft aria-[current]:text-accent forced-colors:aria-[current]:border-2 max-sm:grow max-sm:basis-0';
/** A line of the list under More. */
export const MORE_ITEM =
  'flex min-h-11 w-full items-center gap-3 rounded-md px-3 text-start text-sm font-medium hover:bg-sunken aria-[current]:bg-accent-soft aria-[current]:text-accent';

interface FrameLinkProps {
  to: FramePage['to'] | '/settings';
  label: string;
  Icon: LucideIcon;
  className?: string;
  onClick?: () => void;
}

/** A link to a page, in the same company. The router marks that of the current page. */
export function FrameLink({ to, label, Icon, className = FRAME_ITEM, onClick }: FrameLinkProps) {
  return (
    <Link
      to={to}
      search={({ company }) => ({ company })}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      className={className}
      onClick={onClick}
    >
      <Icon aria-hidden="true" size={20} strokeWidth={1.75} className="shrink-0" />
      <span className="max-w-full max-sm:wrap-anywhere">{label}</span>
    </Link>
  );
}
