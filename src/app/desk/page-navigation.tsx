import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { CalendarDays } from 'lucide-react';
import { SearchField } from '#app/features/search/search-field.tsx';
import { useDesk } from '#app/session/use-desk.ts';
import { PracticeLinks, SessionMenu, SettingsLink } from './navigation.tsx';

/** The navigation of all screens but the board: back to the board, search, settings. */
export function PageNavigation() {
  const { session } = useDesk();
  return (
    <>
      <Link
        to="/"
        search={({ company: wanted }) => ({ company: wanted })}
        className="flex h-9 items-center gap-1.5 rounded-md border border-line-strong bg-surface px-2.5 text-sm hover:bg-sunken"
      >
        <CalendarDays aria-hidden="true" size={15} />
        {t({ message: 'Calendar', comment: 'the screen with the calendar of the day' })}
      </Link>
      <SearchField className="w-55" />
      <PracticeLinks className="h-9 rounded-md border border-line-strong bg-surface px-2.5 text-sm hover:bg-sunken" />
      <SettingsLink className="size-9 border border-line-strong bg-surface" />
      {session.access === 'sign_in' ? <SessionMenu session={session} /> : null}
    </>
  );
}
