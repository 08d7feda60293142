import { Link, useNavigate } from '@tanstack/react-router';
import { CalendarDays } from 'lucide-react';
import { companyName } from '#app/api/directory.ts';
import { localStore } from '#app/browser/storage.ts';
import { SessionMenu } from '#app/routes/board-parts.tsx';
import { PaletteButton } from '#app/routes/palette.tsx';
import { remember } from '#app/routes/remembered.ts';
import { useDesk } from '#app/routes/use-desk.ts';

/** The ways from the board to the rest, at the end of its foot line. */
export function BoardMenu() {
  const { session, company, companies } = useDesk();
  const navigate = useNavigate({ from: '/' });
  return (
    <>
      <Link
        to="/appointments"
        search={({ company: wanted }) => ({ company: wanted })}
        className="font-medium text-accent"
      >
        All appointments
      </Link>
      <PaletteButton className="size-6 text-accent hover:bg-sunken" />
      {companies.length > 1 ? (
        <select
          aria-label="Company"
          value={company.id}
          onChange={(event) => {
            remember(localStore, { companyId: event.target.value, storeIds: [] });
            void navigate({ search: { company: event.target.value } });
          }}
          className="rounded border border-line-strong bg-surface px-1"
        >
          {companies.map((one) => (
            <option key={one.id} value={one.id} dir="auto">
              {companyName(one)}
            </option>
          ))}
        </select>
      ) : null}
      {session.access === 'sign_in' ? <SessionMenu session={session} /> : null}
    </>
  );
}

/** The ways from every other screen: back to the board, and anywhere. */
export function PageNavigation() {
  return (
    <>
      <Link
        to="/"
        search={({ company: wanted }) => ({ company: wanted })}
        className="flex h-9 items-center gap-1.5 rounded-md border border-line-strong bg-surface px-2.5 text-sm hover:bg-sunken"
      >
        <CalendarDays aria-hidden="true" size={15} /> Board
      </Link>
      <PaletteButton className="size-9 border border-line-strong bg-surface hover:bg-sunken" />
    </>
  );
}
