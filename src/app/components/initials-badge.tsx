import { UserRound } from 'lucide-react';
import { initialsOf } from '#app/text/initials.ts';

/** A round badge with a person's initials; a generic icon if their name is unknown. */
export function InitialsBadge({ name }: { name: string | null }) {
  const initials = initialsOf(name ?? '');
  return (
    <span className="grid size-8 shrink-0 place-items-center rounded-full bg-accent text-xs font-semibold text-on-accent">
      {initials === '' ? <UserRound aria-hidden="true" size={16} /> : <bdi aria-hidden="true">{initials}</bdi>}
    </span>
  );
}
