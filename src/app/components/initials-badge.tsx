import { UserRound } from 'lucide-react';

/** A round badge with a person's initials; a generic icon if their name is unknown. */
export function InitialsBadge({ name }: { name: string | null }) {
  const initials = initialsOf(name ?? '');
  return (
    <span className="grid size-8 shrink-0 place-items-center rounded-full bg-accent text-xs font-semibold text-on-accent">
      {initials === '' ? <UserRound aria-hidden="true" size={16} /> : <bdi aria-hidden="true">{initials}</bdi>}
    </span>
  );
}

/** The first letters of the first and the last name. */
function initialsOf(name: string): string {
  const names = name.split(/\s+/).filter((part) => /^\p{L}/u.test(part));
  const firstAndLast = names.length > 1 ? [names[0], names.at(-1)] : names;
  return firstAndLast.map((part = '') => [...part][0]?.toLocaleUpperCase() ?? '').join('');
}
