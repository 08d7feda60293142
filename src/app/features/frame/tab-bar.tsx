import { t } from '@lingui/core/macro';
import { CircleHelp, DoorOpen, Ellipsis, Plus, Settings } from 'lucide-react';
import { BeginLink } from '#app/addresses/links.tsx';
import { runCommand } from '#app/commands/desk-commands.ts';
import { Popover } from '#app/components/popover.tsx';
import { SignOut } from '#app/session/sign-out.tsx';
import { words } from '#app/text/shared-texts.ts';
import { CompanyChoice } from './company-choice.tsx';
import { FRAME_ITEM, FrameLink, framePages, isPageOffered, MORE_ITEM } from './frame-pages.tsx';
import { NextSteps } from './next-steps.tsx';
import { PageLink } from './page-link.tsx';
import { PlanRows } from './plan-actions.tsx';
import { helpText, pagesText, type RailProps } from './rail.tsx';

interface TabBarProps extends RailProps {
  /** Why booking is not possible; null if it is. */
  bookingRefusal: string | null;
  onBook: (walkIn: boolean) => void;
}

/** The navigation at the bottom of a phone's screen, with New in the middle and the rest under More. */
export function TabBar(props: TabBarProps) {
  const { session, isLoaded, bookingRefusal, onBook } = props;
  const offered = framePages.filter((page) => !page.isUnderMore && isPageOffered(page, session));
  const links = offered.map((page) => <PageLink key={page.to} page={page} isLoaded={isLoaded} />);
  const middle = 2;
  return (
    <nav
      aria-label={pagesText()}
      className="flex min-h-14 shrink-0 gap-1 border-t border-line bg-surface px-1 pb-[env(safe-area-inset-bottom)] sm:hidden print:hidden"
    >
      {links.slice(0, middle)}
      <button
        type="button"
        aria-label={words.newAppointment}
        aria-disabled={!isLoaded || bookingRefusal !== null}
        title={bookingRefusal ?? words.newAppointment}
        onClick={() => (isLoaded ? onBook(false) : undefined)}
        className={FRAME_ITEM}
      >
        <span className="grid h-7 w-10 place-items-center rounded-full bg-accent text-on-accent">
          <Plus aria-hidden="true" size={18} />
        </span>
        {t({ message: 'New', context: 'a new appointment' })}
      </button>
      {links.slice(middle)}
      <More {...props} />
    </nav>
  );
}

/** Everything that does not fit into the tab bar. */
function More({ session, isLoaded, bookingRefusal, onBook }: TabBarProps) {
  const moreText = t({ message: 'More', context: 'pages and settings that have no place in the tab bar' });
  return (
    <Popover
      label={moreText}
      buttonClass={FRAME_ITEM}
      button={
        <>
          <Ellipsis aria-hidden="true" size={20} />
          {moreText}
        </>
      }
    >
      {/* Pressing any link or button in it closes it; choices keep it open. */}
      {(close) => (
        <div className="flex w-60 flex-col">
          <button
            type="button"
            aria-disabled={!isLoaded || bookingRefusal !== null}
            title={bookingRefusal ?? undefined}
            onClick={() => {
              close();
              if (isLoaded) onBook(true);
            }}
            className={`${MORE_ITEM} aria-disabled:text-muted`}
          >
            <DoorOpen aria-hidden="true" size={20} strokeWidth={1.75} />
            {words.walkIn}
          </button>
          {isLoaded ? <PlanRows onClose={close} /> : null}
          {framePages
            .filter((page) => page.isUnderMore && session !== null && isPageOffered(page, session))
            .map((page) => (
              <PageLink key={page.to} page={page} isLoaded={isLoaded} className={MORE_ITEM} onClick={close} />
            ))}
          <FrameLink to="/settings" label={words.settings} Icon={Settings} className={MORE_ITEM} onClick={close} />
          <button
            type="button"
            onClick={() => {
              close();
              runCommand('help');
            }}
            className={MORE_ITEM}
          >
            <CircleHelp aria-hidden="true" size={20} strokeWidth={1.75} />
            {helpText()}
          </button>
          {isLoaded ? <CompanyChoice className={MORE_ITEM} /> : null}
          {isLoaded ? <NextSteps look="more" onFollow={close} /> : null}
          {isLoaded && session?.demo && session.setUp !== null ? (
            <div className="border-t border-line px-3 py-1 text-sm">
              <p>{t`Demo practice`}</p>
              <BeginLink />
            </div>
          ) : null}
          {session?.access === 'sign_in' ? (
            <div className="border-t border-line p-3 text-sm">
              <SignOut session={session} onFollow={close} />
            </div>
          ) : null}
        </div>
      )}
    </Popover>
  );
}
