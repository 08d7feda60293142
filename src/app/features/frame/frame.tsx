import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { sessionQueries } from '#app/api/session.ts';
import { globalCommands } from '#app/commands/keys.ts';
import { useCommands } from '#app/commands/use-commands.ts';
import { useKeys } from '#app/commands/use-keys.ts';
import { HeaderToolsContext } from '#app/components/page-header.tsx';
import { SkipLink } from '#app/components/skip-link.tsx';
import { SwitchPerson } from '#app/session/sign-out.tsx';
import { useDesk } from '#app/session/use-desk.ts';
import { PlanMenu } from './plan-menu.tsx';
import { Rail } from './rail.tsx';
import { TabBar } from './tab-bar.tsx';

const useIsCalendarPage = () => useLocation({ select: ({ pathname }) => pathname === '/' });

interface FrameProps {
  isLoaded?: boolean;
  bookingRefusal?: string | null;
  onBook?: (walkIn: boolean) => void;
  children: ReactNode;
}

/**
 * The frame around the current page, with the navigation at the start or, on a phone, at the bottom. It is also shown
 * while the page is loading, after an error, and when nobody is signed in.
 */
export function Frame({ isLoaded = false, bookingRefusal = null, onBook = () => undefined, children }: FrameProps) {
  // The session is only read from the cache here: the component that loads it also shows its errors.
  const { data } = useQuery({ ...sessionQueries.current(useApi()), enabled: false });
  const isCalendar = useIsCalendarPage();
  const session = data?.signedIn ? data : null;
  const rail = { session, isLoaded };
  return (
    <div className="grid h-full grid-rows-[minmax(0,1fr)_auto] sm:grid-cols-[auto_minmax(0,1fr)] sm:grid-rows-[minmax(0,1fr)] print:block max-sm:[@media(height<30rem)]:grid-rows-[100%_auto] max-sm:[@media(height<30rem)]:overflow-y-auto">
      <SkipLink>{isCalendar ? t`Skip to calendar` : t`Skip to content`}</SkipLink>
      <Rail {...rail} />
      <div id="content" className="relative flex min-h-0 min-w-0 flex-col bg-ground print:block">
        {children}
      </div>
      <TabBar {...rail} bookingRefusal={bookingRefusal} onBook={onBook} />
      {session?.access === 'sign_in' ? <SwitchPerson session={session} /> : null}
    </div>
  );
}

const planMenu = <PlanMenu />;

interface DeskFrameProps {
  search: ReactNode;
  /** The status bar of every page except the calendar, which has its own. */
  foot: ReactNode;
  children: ReactNode;
}

/**
 * The frame once the desk has loaded: it adds the search, the buttons for a new appointment and the keyboard shortcuts that
 * work on every page.
 */
export function DeskFrame({ search, foot, children }: DeskFrameProps) {
  const { bookingRefusal } = useDesk();
  const commands = useCommands();
  const isCalendar = useIsCalendarPage();
  useKeys(Object.fromEntries(globalCommands.map((id) => [id, () => commands.isOffered(id) && commands.run(id)])));
  const onBook = (walkIn: boolean) => commands.run(walkIn ? 'walk-in' : 'new appointment');
  return (
    <HeaderToolsContext value={{ search, bookingRefusal, onBook, besideBooking: planMenu }}>
      <Frame isLoaded bookingRefusal={bookingRefusal} onBook={onBook}>
        {children}
        {isCalendar ? null : foot}
      </Frame>
    </HeaderToolsContext>
  );
}
