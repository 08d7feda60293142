import { t } from '@lingui/core/macro';
import { X } from 'lucide-react';
import { useState } from 'react';
import { SetUpLink } from '#app/addresses/links.tsx';
import { localStore } from '#app/browser/storage.ts';
import { commands } from '#app/commands/commands.ts';
import { runCommand } from '#app/commands/desk-commands.ts';
import { InitialsBadge } from '#app/components/initials-badge.tsx';
import { lazy } from '#app/components/lazy.tsx';
import { Popover } from '#app/components/popover.tsx';
import { readPreferences, savePreferences } from '#app/session/preferences.ts';
import { SignOut } from '#app/session/sign-out.tsx';
import { useDesk } from '#app/session/use-desk.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import type { DeskSession } from '#contract/desk.ts';
import { CommandIcon, FRAME_ITEM_CLASS, FrameLink, framePages, isPageOffered } from './frame-pages.tsx';
import { PageLink } from './page-link.tsx';

export const NextSteps = lazy({ load: () => import('./next-steps.tsx').then((module) => module.NextSteps) });

export interface RailProps {
  /** The session of the signed-in person; null while it is loading or nobody is signed in. */
  session: DeskSession | null;
  /** Whether the desk has loaded, with its company. */
  isLoaded: boolean;
}

export const pagesText = () => t({ message: 'Pages', comment: 'name of the navigation between the pages of the app' });

/** The navigation at the start of the screen, with help, settings, and the signed-in person at its foot. */
export function Rail({ session, isLoaded }: RailProps) {
  const helpText = commands.help.label();
  return (
    <nav
      aria-label={pagesText()}
      className="flex w-min min-w-20 flex-col gap-0.5 overflow-y-auto border-e border-line bg-surface px-0.5 py-1 [scrollbar-width:none] max-sm:hidden print:hidden"
    >
      {framePages
        .filter((page) => isPageOffered(page, session))
        .map((page) => (
          <PageLink key={page} page={page} isLoaded={isLoaded} />
        ))}
      <div className="mt-auto flex flex-col gap-0.5">
        {isLoaded ? <NextSteps look="rail" /> : null}
        {isLoaded ? <DemoLine /> : null}
        <button type="button" title={`${helpText} (?)`} onClick={() => runCommand('help')} className={FRAME_ITEM_CLASS}>
          <CommandIcon id="help" />
          {helpText}
        </button>
        <FrameLink page="settings" />
        {session?.access === 'sign_in' ? <PersonMenu session={session} /> : null}
      </div>
    </nav>
  );
}

/**
 * Says that this is the demo practice, and leads to setting up a real one, until it is dismissed. The settings have the
 * same link.
 */
function DemoLine() {
  const { session } = useDesk();
  const [isDismissed, setDismissed] = useState(() => readPreferences(localStore).demoSeen);
  if (!session.demo || isDismissed) return null;
  return (
    <div className="relative flex flex-col items-center rounded-md bg-accent-soft p-1 text-center w-0 min-w-full text-[0.71875rem] leading-3.5 tracking-[-0.03em] text-ink">
      <button
        type="button"
        aria-label={texts.dismiss}
        title={texts.dismiss}
        onClick={() => {
          savePreferences(localStore, { demoSeen: true });
          setDismissed(true);
        }}
        className="grid size-6 place-items-center self-end rounded hover:bg-sunken"
      >
        <X aria-hidden="true" size={13} />
      </button>
      <p>{t`Demo practice`}</p>
      <SetUpLink />
    </div>
  );
}

/** The initials of the signed-in person, with a menu to switch to another person or sign out. */
function PersonMenu({ session }: { session: DeskSession }) {
  const who = session.name === null ? null : isolateText(session.name);
  return (
    <Popover
      label={who === null ? texts.signedIn : t`Signed in as ${who}`}
      panelLabel={t`Account`}
      title={session.name ?? texts.signedIn}
      buttonClass={FRAME_ITEM_CLASS}
      button={<InitialsBadge name={session.name} />}
    >
      {(close) => (
        <div className="p-1.5 text-sm">
          <SignOut session={session} onFollow={close} />
        </div>
      )}
    </Popover>
  );
}
