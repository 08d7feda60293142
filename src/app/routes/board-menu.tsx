import { t } from '@lingui/core/macro';
import { Link, useNavigate } from '@tanstack/react-router';
import { Settings } from 'lucide-react';
import { companyName } from '#app/api/directory.ts';
import { localStore, sessionStore } from '#app/browser/storage.ts';
import { DemoHint } from '#app/routes/demo-hint.tsx';
import { SessionMenu } from '#app/routes/lazy-board-parts.tsx';
import { PaletteButton } from '#app/routes/palette.tsx';
import { keepInTab, savePreferences } from '#app/routes/preferences.ts';
import { useDesk } from '#app/routes/use-desk.ts';
import { words } from '#app/text/words.ts';

/** The links from the board to other screens, at the end of its footer. */
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
        {words.allAppointments}
      </Link>
      <PaletteButton className="size-6 text-accent hover:bg-sunken" />
      {companies.length > 1 ? (
        <select
          aria-label={t`Company`}
          value={company.id}
          onChange={(event) => {
            const place = { companyId: event.target.value, storeIds: [] };
            savePreferences(localStore, place);
            keepInTab(sessionStore, place);
            void navigate({ search: { company: place.companyId } });
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
      {session.demo ? <DemoHint /> : null}
      <span className="ms-auto flex items-center gap-x-3">
        {session.access === 'sign_in' ? <SessionMenu session={session} /> : null}
        <SettingsLink className="size-6 text-accent" />
      </span>
    </>
  );
}

/** The link to the settings. */
export function SettingsLink({ className }: { className: string }) {
  return (
    <Link
      to="/settings"
      search={({ company: wanted }) => ({ company: wanted })}
      aria-label={words.settings}
      title={words.settings}
      className={`grid place-items-center rounded-md hover:bg-sunken ${className}`}
    >
      <Settings aria-hidden="true" size={15} />
    </Link>
  );
}
