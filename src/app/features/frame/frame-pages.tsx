import { t } from '@lingui/core/macro';
import { Link, useLocation } from '@tanstack/react-router';
import {
  CalendarClock,
  CalendarDays,
  ChartColumn,
  Hourglass,
  Inbox,
  type LucideIcon,
  Stethoscope,
  TableProperties,
  Users,
} from 'lucide-react';
import { offeredParts } from '#app/session/practice-parts.ts';
import { words } from '#app/text/shared-texts.ts';
import type { DeskSession } from '#contract/desk.ts';

/** A page in the rail and the tab bar. */
export interface FramePage {
  to: '/' | '/appointments' | '/clients' | '/shifts' | '/requests' | '/waiting' | '/reports' | '/practice';
  label: () => string;
  Icon: LucideIcon;
  /** Whether the person can use the page; without this function everybody can. */
  isOffered?: (session: DeskSession) => boolean;
  /** The beginning of the addresses of other pages that belong to it. */
  includes?: string;
  /** Whether a phone shows it under More. */
  isUnderMore?: boolean;
}

export const framePages: readonly FramePage[] = [
  {
    to: '/',
    label: () => t({ message: 'Calendar', comment: 'the screen with the calendar of the day' }),
    Icon: CalendarDays,
  },
  { to: '/appointments', label: () => t`Appointments`, Icon: TableProperties },
  { to: '/clients', label: () => t`Clients`, Icon: Users, includes: '/pets/' },
  { to: '/requests', label: () => words.requests, Icon: Inbox, isUnderMore: true },
  {
    to: '/waiting',
    label: () => words.waitingList,
    Icon: Hourglass,
    isOffered: ({ capabilities }) => capabilities.listWaitingList !== undefined,
    isUnderMore: true,
  },
  {
    to: '/shifts',
    label: () => words.shifts,
    Icon: CalendarClock,
    isOffered: ({ capabilities }) => capabilities.listAvailability !== undefined,
    isUnderMore: true,
  },
  { to: '/reports', label: () => words.reports, Icon: ChartColumn, isUnderMore: true },
  {
    to: '/practice',
    label: () => words.practice,
    Icon: Stethoscope,
    isOffered: (session) => offeredParts(session).length > 0,
    isUnderMore: true,
  },
];

/** Whether a page is offered to a person; those that everyone has are offered before the session is loaded. */
export function isPageOffered({ isOffered }: FramePage, session: DeskSession | null): boolean {
  return isOffered === undefined || (session !== null && isOffered(session));
}

/** The style of an item in the rail or the tab bar: an icon above its label. */
export const FRAME_ITEM =
  'relative flex min-h-13 min-w-0 flex-col items-center justify-center gap-1 rounded-md text-center text-[0.71875rem] leading-3.5 font-medium tracking-[-0.03em] text-muted hover:bg-sunken hover:text-ink aria-[current]:bg-accent-soft aria-[current]:text-accent forced-colors:aria-[current]:border-2 max-sm:grow max-sm:basis-0';
/** The style of an item in the list under More. */
export const MORE_ITEM =
  'flex min-h-11 w-full items-center gap-3 rounded-md px-3 text-start text-sm font-medium hover:bg-sunken aria-[current]:bg-accent-soft aria-[current]:text-accent';

interface FrameLinkProps {
  to: FramePage['to'] | '/settings';
  label: string;
  Icon: LucideIcon;
  includes?: string | undefined;
  /** The number of items that are waiting there; shown unless it is 0. */
  count?: string | null;
  /** Its accessible name, if the label is not sufficient. */
  name?: string | undefined;
  className?: string;
  onClick?: () => void;
}

/** A link to a page, in the same company. The router marks the link of the current page. */
export function FrameLink({
  to,
  label,
  Icon,
  includes,
  count = null,
  name,
  className = FRAME_ITEM,
  onClick,
}: FrameLinkProps) {
  const isAt = useLocation({ select: ({ pathname }) => includes !== undefined && pathname.startsWith(includes) });
  return (
    <Link
      to={to}
      aria-current={isAt ? 'page' : undefined}
      search={({ company }) => ({ company })}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      aria-label={name}
      className={className}
      onClick={onClick}
    >
      <Icon aria-hidden="true" size={20} strokeWidth={1.75} className="shrink-0" />
      <span className="max-w-full max-sm:wrap-anywhere">{label}</span>
      {count === null ? null : (
        <span
          className={`min-w-4 rounded-full bg-accent px-1 text-center text-[0.625rem] leading-4 font-semibold text-on-accent tabular-nums ${className === FRAME_ITEM ? 'absolute start-1/2 top-1 ms-1' : 'ms-auto'}`}
        >
          {count}
        </span>
      )}
    </Link>
  );
}
