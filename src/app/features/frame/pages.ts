import { t } from '@lingui/core/macro';
import { CalendarClock, CalendarDays, type LucideIcon, Stethoscope, TableProperties } from 'lucide-react';
import { offeredParts } from '#app/session/practice-parts.ts';
import { words } from '#app/text/shared-texts.ts';
import type { DeskSession } from '#contract/desk.ts';

/** A page that the rail and the tab bar lead to. */
export interface FramePage {
  to: '/' | '/appointments' | '/duty' | '/practice';
  label: () => string;
  Icon: LucideIcon;
  /** Whether the person has the page; everybody has one without a condition. */
  isOffered?: (session: DeskSession) => boolean;
  /** Whether a phone has it under More. */
  isUnderMore?: boolean;
}

export const framePages: readonly FramePage[] = [
  {
    to: '/',
    label: () => t({ message: 'Calendar', comment: 'the screen with the calendar of the day' }),
    Icon: CalendarDays,
  },
  { to: '/appointments', label: () => t`Appointments`, Icon: TableProperties },
  {
    to: '/duty',
    label: () => words.duty,
    Icon: CalendarClock,
    isOffered: ({ capabilities }) => capabilities.listAvailability !== undefined,
  },
  {
    to: '/practice',
    label: () => words.practice,
    Icon: Stethoscope,
    isOffered: (session) => offeredParts(session).length > 0,
    isUnderMore: true,
  },
];
