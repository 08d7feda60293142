import { t } from '@lingui/core/macro';
import { Ellipsis, Plus } from 'lucide-react';
import type { ComponentProps } from 'react';
import { SetUpLink } from '#app/addresses/links.tsx';
import { type CommandId, commands } from '#app/commands/commands.ts';
import { runCommand } from '#app/commands/desk-commands.ts';
import { useCommands } from '#app/commands/use-commands.ts';
import { Popover } from '#app/components/popover.tsx';
import { SignOut } from '#app/session/sign-out.tsx';
import { texts } from '#app/text/shared-texts.ts';
import {
  CommandIcon,
  FRAME_ITEM_CLASS,
  FrameLink,
  type FramePage,
  framePages,
  isPageOffered,
  MORE_ITEM_CLASS,
} from './frame-pages.tsx';
import { PageLink } from './page-link.tsx';
import { planEntryCommands } from './plan-menu.tsx';
import { NextSteps, pagesText, type RailProps } from './rail.tsx';

/** The pages that fit into the tab bar; the others are under More. */
const tabs: readonly FramePage[] = ['calendar', 'appointments', 'clients'];

interface TabBarProps extends RailProps {
  /** Why booking is not possible; null if it is. */
  bookingRefusal: string | null;
  onBook: (walkIn: boolean) => void;
}

/** The navigation at the bottom of a phone's screen, with New in the middle and the rest under More. */
export function TabBar(props: TabBarProps) {
  const { isLoaded, bookingRefusal, onBook } = props;
  const links = tabs.map((page) => <PageLink key={page} page={page} isLoaded={isLoaded} />);
  const middle = 2;
  return (
    <nav
      aria-label={pagesText()}
      className="flex min-h-14 shrink-0 gap-1 border-t border-line bg-surface px-1 pb-[env(safe-area-inset-bottom)] sm:hidden print:hidden"
    >
      {links.slice(0, middle)}
      <button
        type="button"
        aria-label={texts.newAppointment}
        aria-disabled={!isLoaded || bookingRefusal !== null}
        title={bookingRefusal ?? texts.newAppointment}
        onClick={() => (isLoaded ? onBook(false) : undefined)}
        className={FRAME_ITEM_CLASS}
      >
        <span className="grid h-7 w-10 place-items-center rounded-full bg-accent text-on-accent">
          <Plus aria-hidden="true" size={18} />
        </span>
        {t({ message: 'New', context: 'a new appointment' })}
      </button>
      {links.slice(middle)}
      <MoreMenu {...props} />
    </nav>
  );
}

/** The button that opens a list of everything that does not fit into the tab bar. */
function MoreMenu({ session, isLoaded, bookingRefusal, onBook }: TabBarProps) {
  const moreText = t({ message: 'More', context: 'pages and settings that have no place in the tab bar' });
  return (
    <Popover
      label={moreText}
      buttonClass={FRAME_ITEM_CLASS}
      button={
        <>
          <Ellipsis aria-hidden="true" size={20} />
          {moreText}
        </>
      }
    >
      {(close) => (
        <div className="flex w-60 flex-col">
          <CommandRow
            id="walk-in"
            aria-disabled={!isLoaded || bookingRefusal !== null}
            title={bookingRefusal ?? undefined}
            onClick={() => {
              close();
              if (isLoaded) onBook(true);
            }}
          />
          {isLoaded ? <PlanRows onClose={close} /> : null}
          {framePages
            .filter((page) => !tabs.includes(page) && session !== null && isPageOffered(page, session))
            .map((page) => (
              <PageLink key={page} page={page} isLoaded={isLoaded} className={MORE_ITEM_CLASS} onClick={close} />
            ))}
          <FrameLink page="settings" className={MORE_ITEM_CLASS} onClick={close} />
          <CommandRow
            id="help"
            onClick={() => {
              close();
              runCommand('help');
            }}
          />
          {isLoaded ? <NextSteps look="more" onFollow={close} /> : null}
          {isLoaded && session?.demo && session.setUp !== null ? (
            <div className="border-t border-line px-3 py-1 text-sm">
              <p>{t`Demo practice`}</p>
              <SetUpLink />
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

/** The commands that block time and enter time off. */
function PlanRows({ onClose }: { onClose: () => void }) {
  const { isOffered, run } = useCommands();
  return planEntryCommands.filter(isOffered).map((id) => (
    <CommandRow
      key={id}
      id={id}
      onClick={() => {
        onClose();
        run(id);
      }}
    />
  ));
}

/** A command in the list under More. */
function CommandRow({ id, ...props }: ComponentProps<'button'> & { id: CommandId }) {
  return (
    <button type="button" className={`${MORE_ITEM_CLASS} aria-disabled:text-muted`} {...props}>
      <CommandIcon id={id} />
      {commands[id].label()}
    </button>
  );
}
