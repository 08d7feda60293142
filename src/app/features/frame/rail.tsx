import { t } from '@lingui/core/macro';
import { CircleHelp, Settings } from 'lucide-react';
import { runCommand } from '#app/session/desk-commands.ts';
import { words } from '#app/text/shared-texts.ts';
import type { DeskSession } from '#contract/desk.ts';
import { CompanyChoice } from './company-choice.tsx';
import { DemoLine } from './demo-line.tsx';
import { FRAME_ITEM, FrameLink } from './frame-link.tsx';
import { framePages } from './pages.ts';
import { PersonMenu } from './person-menu.tsx';

export interface RailProps {
  /** What the person may do, as far as it is known; null before that, or where nobody is signed in. */
  session: DeskSession | null;
  /** Whether the desk is there, with its company. */
  isLoaded: boolean;
}

export const pagesText = () => t({ message: 'Pages', comment: 'name of the navigation between the pages of the app' });
export const helpText = () => t`Help`;

/** The pages at the start of the screen; at its foot help, settings, and who is signed in. */
export function Rail({ session, isLoaded }: RailProps) {
  return (
    <nav
      aria-label={pagesText()}
      className="flex w-min min-w-16 flex-col gap-1 overflow-y-auto border-e border-line bg-surface px-0.5 py-1 [scrollbar-width:none] max-sm:hidden print:hidden"
    >
      {framePages.map(({ to, label, Icon, isOffered }) =>
        isOffered === undefined || (session !== null && isOffered(session)) ? (
          <FrameLink key={to} to={to} label={label()} Icon={Icon} />
        ) : null,
      )}
      <div className="mt-auto flex flex-col gap-1">
        {isLoaded ? <DemoLine /> : null}
        {isLoaded ? <CompanyChoice className={FRAME_ITEM} /> : null}
        <button
          type="button"
          title={`${helpText()} (?)`}
          onClick={() => runCommand('shortcuts')}
          className={FRAME_ITEM}
        >
          <CircleHelp aria-hidden="true" size={20} strokeWidth={1.75} />
          {helpText()}
        </button>
        <FrameLink to="/settings" label={words.settings} Icon={Settings} />
        {isLoaded && session?.access === 'sign_in' ? <PersonMenu session={session} /> : null}
      </div>
    </nav>
  );
}
