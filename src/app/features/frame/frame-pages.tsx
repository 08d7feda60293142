import { Link, useLocation } from '@tanstack/react-router';
import { type CommandId, commands } from '#app/commands/commands.ts';
import type { DeskSession } from '#contract/desk.ts';

/** The pages in the rail and the tab bar, in order. */
export const framePages = [
  'calendar',
  'appointments',
  'clients',
  'requests',
  'waiting list',
  'shifts',
  'reports',
  'practice',
] as const satisfies readonly CommandId[];

export type FramePage = (typeof framePages)[number] | 'settings';

/** Whether a page is offered to a person. Without a loaded session, only the pages that are for everyone are offered. */
export function isPageOffered(id: FramePage, session: DeskSession | null): boolean {
  const { isOffered } = commands[id];
  if (isOffered === undefined) return true;
  return session !== null && isOffered({ session, isOnCalendar: false, hasCompanies: false });
}

/** The style of an item in the rail or the tab bar: an icon above its label. */
export const FRAME_ITEM_CLASS =
  'relative flex min-h-13 min-w-0 flex-col items-center justify-center gap-1 rounded-md text-center text-[0.71875rem] leading-3.5 font-medium tracking-[-0.03em] text-muted hover:bg-sunken hover:text-ink aria-[current]:bg-accent-soft aria-[current]:text-accent forced-colors:aria-[current]:border-2 max-sm:grow max-sm:basis-0';
/** The style of an item in the list under More. */
export const MORE_ITEM_CLASS =
  'flex min-h-11 w-full items-center gap-3 rounded-md px-3 text-start text-sm font-medium hover:bg-sunken aria-[current]:bg-accent-soft aria-[current]:text-accent';

interface CommandIconProps {
  id: CommandId;
  size?: number;
  className?: string;
}

/** The icon of a command, beside or above its label. */
export function CommandIcon({ id, size = 20, className = 'shrink-0' }: CommandIconProps) {
  const { Icon } = commands[id];
  return Icon ? <Icon aria-hidden="true" size={size} strokeWidth={1.75} className={className} /> : null;
}

export interface FrameLinkProps {
  page: FramePage;
  /** The number of items that need attention on the page, as text; null to show no number. */
  count?: string | null;
  /** The accessible name of the link, if the label is not sufficient. */
  name?: string | undefined;
  className?: string;
  onClick?: () => void;
}

/** A link to a page of the company that is open. The router marks the link to the current page. */
export function FrameLink({ page, count = null, name, className = FRAME_ITEM_CLASS, onClick }: FrameLinkProps) {
  const { label, target } = commands[page];
  const to = target?.kind === 'page' ? target.to : '/';
  // The link to the clients is also marked on the page of a pet.
  const isOfPet = useLocation({ select: ({ pathname }) => page === 'clients' && pathname.startsWith('/pets/') });
  return (
    <Link
      to={to}
      aria-current={isOfPet ? 'page' : undefined}
      search={({ company }) => ({ company })}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      aria-label={name}
      className={className}
      onClick={onClick}
    >
      <CommandIcon id={page} />
      <span className="max-w-full max-sm:wrap-anywhere">{label()}</span>
      {count === null ? null : (
        <span
          className={`min-w-4 rounded-full bg-accent px-1 text-center text-[0.625rem] leading-4 font-semibold text-on-accent tabular-nums ${className === FRAME_ITEM_CLASS ? 'absolute start-1/2 top-1 ms-1' : 'ms-auto'}`}
        >
          {count}
        </span>
      )}
    </Link>
  );
}
