import { Link, useNavigate } from '@tanstack/react-router';
import { CalendarDays, Settings, X } from 'lucide-react';
import { useState } from 'react';
import { companyName } from '#app/api/directory.ts';
import { localStore } from '#app/browser/storage.ts';
import { Popover } from '#app/components/popover.tsx';
import { DemoHelp, SessionMenu } from '#app/routes/board-parts.tsx';
import { PaletteButton } from '#app/routes/palette.tsx';
import { readRemembered, remember } from '#app/routes/remembered.ts';
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
        className="flex min-h-6 items-center font-medium text-accent"
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
          className="min-h-6 rounded border border-line-strong bg-surface px-1"
        >
          {companies.map((one) => (
            <option key={one.id} value={one.id} dir="auto">
              {companyName(one)}
            </option>
          ))}
        </select>
      ) : null}
      {session.demo ? <DemoLine /> : null}
      <span className="ml-auto flex items-center gap-x-3">
        {session.access === 'sign_in' ? <SessionMenu session={session} /> : null}
        <SettingsLink className="size-6 text-accent" />
      </span>
    </>
  );
}

/** The ways from every other screen: back to the board, and anywhere. */
export function PageNavigation() {
  const { session } = useDesk();
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
      <SettingsLink className="size-9 border border-line-strong bg-surface" />
      {session.access === 'sign_in' ? <SessionMenu session={session} /> : null}
    </>
  );
}

function SettingsLink({ className }: { className: string }) {
  return (
    <Link
      to="/settings"
      search={({ company: wanted }) => ({ company: wanted })}
      aria-label="Settings"
      title="Settings"
      className={`grid place-items-center rounded-md hover:bg-sunken ${className}`}
    >
      <Settings aria-hidden="true" size={15} />
    </Link>
  );
}

/** Says that the practice is the demo, and how to begin with one's own, until it is put away. It stays in the settings. */
function DemoLine() {
  const [seen, setSeen] = useState(() => readRemembered(localStore).demoSeen);
  if (seen) return null;
  return (
    <span className="flex items-center gap-x-1">
      This is a demo practice ·
      <Popover
        label="Begin with your own"
        buttonClass="min-h-6 font-medium text-accent underline"
        button="Begin with your own"
      >
        <div className="p-1.5 whitespace-normal">
          <DemoHelp />
        </div>
      </Popover>
      <button
        type="button"
        aria-label="Put away the line about the demo"
        title="Put away"
        onClick={() => {
          remember(localStore, { demoSeen: true });
          setSeen(true);
        }}
        className="grid size-6 place-items-center rounded-md hover:bg-sunken"
      >
        <X aria-hidden="true" size={13} />
      </button>
    </span>
  );
}
