import { t } from '@lingui/core/macro';
import { UserRound } from 'lucide-react';
import { Popover } from '#app/components/popover.tsx';
import { SignOut } from '#app/session/sign-out.tsx';
import { isolated } from '#app/text/isolated.ts';
import { words } from '#app/text/shared-texts.ts';
import type { DeskSession } from '#contract/desk.ts';
import { FRAME_ITEM } from './frame-link.tsx';

/** The first letters of the first and the last name. */
function initialsOf(name: string): string {
  const names = name.split(/\s+/).filter((part) => /^\p{L}/u.test(part));
  const ends = names.length > 1 ? [names[0], names.at(-1)] : names;
  return ends.map((part = '') => [...part][0]?.toLocaleUpperCase() ?? '').join('');
}

/** Who is signed in, by their initials, with a menu to switch to another person or sign out. */
export function PersonMenu({ session }: { session: DeskSession }) {
  const who = session.name === null ? words.signedIn : isolated(session.name);
  const initials = initialsOf(session.name ?? '');
  return (
    <Popover
      label={t`${who}: session`}
      panelLabel={t`Session`}
      title={session.name ?? words.signedIn}
      buttonClass={FRAME_ITEM}
      button={
        <span className="grid size-8 place-items-center rounded-full bg-accent text-xs font-semibold text-on-accent">
          {initials === '' ? <UserRound aria-hidden="true" size={16} /> : <bdi>{initials}</bdi>}
        </span>
      }
    >
      <div className="p-1.5 text-sm">
        <SignOut session={session} />
      </div>
    </Popover>
  );
}
